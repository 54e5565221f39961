from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import floor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cells import mean_denominator, total_tails
from deckgen.deck.solve.problem import CARD, Problem
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.solver import _member, _partitions, _Search, solve
from deckgen.deck.solve.store import Store
from deckgen.errors import DeckError
from deckgen.odds import Roll, distribution

DRAWS = ("without-replacement", "with-replacement")


def request(roll, size, draw="without-replacement", critical=None, **more):
    return Request(roll, size, draw, critical, **more)


def tail_error(cell, roll, size, draw):
    ours = [*total_tails(cell, draw), *[Fraction(0)] * 40]
    theirs = distribution(roll).tails(len(ours) - 1)
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) * size


@settings(max_examples=15, deadline=None)
@given(
    st.one_of(
        st.builds(Roll, st.integers(2, 100).map(lambda n: (n,)), explode=st.sampled_from(("none", "open"))),
        st.builds(Roll, st.integers(3, 30).map(lambda n: (n,)), explode=st.just("penetrating")),
        st.builds(
            Roll,
            st.tuples(st.integers(2, 16), st.integers(2, 5)).map(lambda pool: (pool[0],) * pool[1]),
            explode=st.sampled_from(("none", "open")),
        ),
    ),
    st.integers(20, 70),
    st.sampled_from(DRAWS),
    st.booleans(),
)
def test_any_dice_on_any_deck(roll, size, draw, up):
    """The mean is the target where that can be, else rounded as asked; and the odds are those of the dice."""
    made = request(roll, size, draw, round_up=up)
    cell = solve(made)
    k = cell.open_cards
    assert k in {k for group in made.open_counts() for k in group}
    assert cell.plain_cards + k == size
    scaled = made.dice.mean * mean_denominator(k, size, draw)
    off = cell.mean(draw) * mean_denominator(k, size, draw) - floor(scaled)
    assert off == (up if scaled.denominator != 1 else 0)
    assert min(value for value, _ in (*cell.plain, *cell.open)) >= made.dice.minimum
    assert tail_error(cell, roll, size, draw) < 1


NAMED = (2, 3, 5, 7, 14, 16, 20, 100)


@pytest.mark.parametrize("sides", NAMED)
@pytest.mark.parametrize("draw", DRAWS)
def test_open_ended_dice_on_54_cards(sides, draw):
    roll = Roll((sides,), explode="open")
    cell = solve(request(roll, 54, draw))
    assert tail_error(cell, roll, 54, draw) <= Fraction(3, 4)


@pytest.mark.parametrize("maxima", ["choose", "one", "all"])
def test_the_highest_of_several_dice(maxima):
    roll = Roll((6,) * 3, "highest", "open", maxima, critical_failure=True)
    share = distribution(roll).critical_failure * 54
    for critical, up in ((floor(share), True), (floor(share) + 1, False)):
        cell = solve(request(roll, 54, critical=critical, round_up=up))
        assert cell.critical == critical
        assert min(value for value, _ in (*cell.plain, *cell.open)) > 1
        off = cell.mean("without-replacement") - distribution(roll).mean
        assert 0 <= (off if up else -off) < Fraction(1, cell.plain_cards * (cell.plain_cards + 1))
        error = tail_error(cell, roll, 54, "without-replacement")
        assert error <= max(Fraction(3, 4), abs(critical - share))


def test_successes_that_are_counted_may_be_none():
    roll = Roll((6,) * 3, "count", success_at=5)
    cell = solve(request(roll, 54))
    assert cell.mean("without-replacement") == 1
    assert cell.plain[0][0] == 0
    assert tail_error(cell, roll, 54, "without-replacement") <= Fraction(1, 2)


@pytest.mark.parametrize("roll", [Roll((6, 6)), Roll((6, 6, 6)), Roll((10,)), Roll((8, 8, 8), "lowest")])
@pytest.mark.parametrize("size", [20, 54, 111])
def test_plain_dice_need_no_open_cards_and_are_exact_where_that_can_be(roll, size):
    mean = distribution(roll).mean
    for up in (False, True):
        cell = solve(request(roll, size, round_up=up))
        assert cell.open == ()
        whole = (mean * size).denominator == 1
        assert cell.plain_sum == floor(mean * size) + (0 if whole else up)


def test_rows_of_a_rising_column_stay_at_or_above_the_row_before():
    least = ()
    for dice in range(1, 4):
        roll = Roll((9,) * dice, explode="open")
        cell = solve(request(roll, 60, lower_limit=least))
        at_least = cell.at_least
        assert all(at_least[t] >= least[t] for t in range(min(len(least), len(at_least))))
        assert len(at_least) >= len(least)
        least = at_least


def test_the_number_of_open_cards_can_be_fixed():
    made = request(Roll((6,) * 3, "highest", "open"), 54, round_up=True, open_cards=7)
    assert solve(made).open_cards == 7


def test_what_no_deck_can_carry_is_refused_with_a_remedy():
    roll = Roll((6,), explode="open")
    with pytest.raises(DeckError, match="rising: false"):
        solve(request(roll, 54, lower_limit=(54,) * 12))
    with pytest.raises(DeckError, match="10d100, open-ended: averages"):
        Store().find(request(Roll((100,) * 10, explode="open"), 54))


@given(st.data())
def test_a_lattice_member_has_the_sum_and_keeps_the_bounds(data):
    """Entry 0 is the number of plain cards; the others never rise."""
    length = data.draw(st.integers(2, 8))
    numbers = st.lists(st.integers(0, 12), min_size=length, max_size=length)
    least = np.array(sorted(data.draw(numbers), reverse=True))
    most = np.maximum(least, np.array(sorted(data.draw(numbers), reverse=True)))
    most[0] = max(most[0], least[0])
    total = data.draw(st.integers(int(least[1:].sum()), int(most[1:].sum())))
    wanted = np.array(data.draw(numbers)) << 20
    found = _member(least, most, wanted, total)
    assert found[0] == most[0]
    assert found[1:].sum() == total
    assert (least[1:] <= found[1:]).all()
    assert (found <= most).all()
    assert all(a >= b for a, b in pairwise(found.tolist()))


def test_a_problem_has_one_solution():
    made = request(Roll((7,), explode="open"), 60)
    assert solve(made) == solve(made)


OPEN_D6, OPEN_D4 = Roll((6,), explode="open"), Roll((4,), explode="open")
BEFORE = tuple(
    map(Fraction, ("0", "0", "1/3", "-28/57", "3/19", "-17/57", "25/57", "-13/51", "-344/2907", "1/7"))
)
POOLED = {"pooled": True, "bar": Fraction(3, 4), "above": (OPEN_D6,), "surplus": BEFORE}
WITH = "with-replacement"
SOLVED = [
    # here the other rounding decides how many cards are open
    (
        request(Roll((6,) * 3, "highest", "open", "one"), 17),
        "0: 1×2 1×3 3×4 5×5 1×7 1×8 1×10 | 1×4 3×6",
    ),
    (
        request(Roll((6,) * 3, "highest", "open"), 18, round_up=True),
        "0: 1×2 1×3 3×4 5×5 2×7 1×8 1×10 | 1×5 3×6",
    ),
    (request(OPEN_D6, 20), "0: 3×1 4×2 2×3 3×4 2×5 1×9 | 1×1 3×2 1×9"),
    (request(OPEN_D6, 20, round_up=True, open_cards=4), "0: 3×1 3×2 3×3 3×4 3×5 1×10 | 2×1 1×5 1×6"),
    (request(OPEN_D6, 20, WITH), "0: 3×1 4×2 3×3 3×4 2×5 | 1×1 1×3 1×4 1×6 1×7"),
    (request(OPEN_D6, 54), "0: 9×1 9×2 8×3 9×4 8×5 1×8 1×9 | 1×1 1×2 1×3 4×6 1×7 1×9"),
    (
        request(Roll((6, 6), explode="open"), 24),
        "0: 1×2 1×3 2×4 3×5 3×6 2×7 2×8 2×9 1×10 1×12 1×14 1×18 | 2×4 1×6 1×7",
    ),
    (
        request(Roll((8,), "highest", "open", critical_failure=True), 24, critical=3),
        "3: 3×2 3×3 3×4 3×5 3×6 2×7 1×10 | 1×3 1×8 1×11",
    ),
    (
        request(Roll((6,) * 3, "highest", "open", "one"), 24, round_up=True),
        "0: 1×2 2×3 4×4 7×5 1×7 2×8 1×9 1×10 1×11 1×15 | 1×3 2×6",
    ),
    (
        request(Roll((6,) * 3), 25, round_up=True),
        "0: 1×5 1×6 2×7 2×8 3×9 3×10 4×11 3×12 2×13 2×14 1×15 1×16 | ",
    ),
    (request(Roll((6,), explode="penetrating"), 20), "0: 3×1 3×2 4×3 3×4 3×5 | 1×1 1×4 2×6"),
    (request(OPEN_D4, 24), "0: 6×1 6×2 6×3 1×5 2×6 1×7 1×9 | 1×8"),
    (
        request(
            Roll((4, 4), explode="open"), 24, above=(OPEN_D4,), lower_limit=(24, 24, 18, 12, 6, 5, 4, 2, 2, 1)
        ),
        "0: 1×2 3×3 5×4 3×5 2×6 2×7 2×8 1×9 1×10 1×12 | 1×6 1×7 1×9",
    ),
    (request(OPEN_D6, 20, **POOLED), "0: 4×1 2×2 4×3 3×4 3×5 1×8 1×10 1×11 | 1×4"),
    (request(OPEN_D6, 20, WITH, **POOLED), "0: 4×1 3×2 3×3 3×4 2×5 | 2×1 2×6 1×8"),
    (request(OPEN_D6, 12, **{**POOLED, "bar": Fraction(9, 20)}), "0: 2×1 2×2 2×3 2×4 1×5 1×7 | 1×2 1×9"),
    (
        request(Roll((20,), explode="open"), 30),
        "0: 1×1 2×2 2×3 1×4 2×5 1×6 2×7 1×8 1×9 2×10 1×11 2×12 1×13 1×14 2×15 1×16 2×17 1×18 1×19 1×33 | 2×8",
    ),
]


@pytest.mark.parametrize(("asked", "numbers"), SOLVED)
def test_solutions_stay_as_they_are(asked, numbers):
    """What a seed deals hangs on them: where another is better, raise ``_SOLVER`` in the request's key."""
    cell = solve(asked)
    parts = [" ".join(f"{n}×{v}" for v, n in counts) for counts in (cell.plain, cell.open)]
    assert f"{cell.critical}: {parts[0]} | {parts[1]}" == numbers


@given(st.integers(0, 24), st.integers(1, 4), st.integers(0, 4), st.integers(0, 8))
def test_partitions_are_every_ascending_way_to_write_a_sum(total, parts, least, most):
    every = combinations_with_replacement(range(least, most + 1), parts)
    assert list(_partitions(total, parts, least, most)) == [way for way in every if sum(way) == total]


@pytest.mark.parametrize("asked", [request(OPEN_D6, 20), request(OPEN_D6, 20, **POOLED)])
def test_the_tolerance_is_the_smallest_to_a_512th_of_a_card(asked):
    search = _Search(Problem(asked), 4, asked.weighted_sum(4, round_up=False))
    pool = search._first_pool()
    residual, (shown, sums) = search._residual(pool), search._open_cards(pool)
    found = search._tolerances(residual, pool)
    assert (found < 32 * CARD).any()
    for tolerance, expected in ((found, True), (found - CARD // 512, False)):
        fits = search._lattice(residual, tolerance, shown, sums)[0]
        assert (fits == expected)[found < 32 * CARD].all()


def test_more_critical_failures_than_the_row_above_leaves_are_refused():
    d8 = Roll((8,), "highest", "open", critical_failure=True)
    assert solve(request(d8, 24, critical=3, lower_limit=(24, 24, 21))).critical == 3
    with pytest.raises(DeckError):
        solve(request(d8, 24, critical=3, lower_limit=(24, 24, 22)))


@pytest.mark.parametrize("critical", [1, 2, 4, 5])
def test_there_are_as_many_critical_failures_as_asked_whatever_the_dice_have(critical):
    asked = request(Roll((8,), "highest", "open", critical_failure=True), 24, critical=critical)
    assert asked.accepts(solve(asked))
