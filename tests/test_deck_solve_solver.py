from fractions import Fraction
from itertools import pairwise
from math import floor

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cells import mean_denominator, total_tails
from deckgen.deck.solve.problem import Problem
from deckgen.deck.solve.solutions import Store, Want, shown
from deckgen.deck.solve.solver import _member, solve
from deckgen.errors import DeckError
from deckgen.odds import Roll, distribution

DRAWS = ("without-replacement", "with-replacement")


def problem(roll, size, draw="without-replacement", critical=None, least=()):
    dice = distribution(roll)
    limit = 8
    while dice.tail(limit) * size * 200 > 1:
        limit += 8
    return Problem(
        size, draw, dice.tails(limit), dice.mean, dice.minimum, critical, dice.maximum is None, least
    )


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
    st.integers(0, 1),
)
def test_any_dice_on_any_deck(roll, size, draw, up):
    """The mean is the target where that can be, else rounded as asked; and the odds are those of the dice."""
    made = problem(roll, size, draw)
    cell = solve(made, up).cell
    k = cell.open_cards
    assert k in {k for group in made.open_counts() for k in group}
    assert cell.plain_cards + k == size
    scaled = made.target * mean_denominator(k, size, draw)
    off = cell.mean(draw) * mean_denominator(k, size, draw) - floor(scaled)
    assert off == (up if scaled.denominator != 1 else 0)
    assert min(value for value, _ in (*cell.plain, *cell.open)) >= made.minimum
    assert tail_error(cell, roll, size, draw) < 1


NAMED = (2, 3, 5, 7, 14, 16, 20, 100)


@pytest.mark.parametrize("sides", NAMED)
@pytest.mark.parametrize("draw", DRAWS)
def test_open_ended_dice_on_54_cards(sides, draw):
    roll = Roll((sides,), explode="open")
    cell = solve(problem(roll, 54, draw)).cell
    assert tail_error(cell, roll, 54, draw) <= Fraction(3, 4)


@pytest.mark.parametrize("maxima", ["choose", "one", "all"])
def test_the_highest_of_several_dice(maxima):
    roll = Roll((6,) * 3, "highest", "open", maxima, critical_failure=True)
    share = distribution(roll).critical_failure * 54
    for critical, up in ((floor(share), 1), (floor(share) + 1, 0)):
        cell = solve(problem(roll, 54, critical=critical), up).cell
        assert cell.critical == critical
        assert min(value for value, _ in (*cell.plain, *cell.open)) > 1
        off = cell.mean("without-replacement") - distribution(roll).mean
        assert 0 <= (off if up else -off) < Fraction(1, cell.plain_cards * (cell.plain_cards + 1))
        error = tail_error(cell, roll, 54, "without-replacement")
        assert error <= max(Fraction(3, 4), abs(critical - share))


def test_successes_that_are_counted_may_be_none():
    roll = Roll((6,) * 3, "count", success_at=5)
    cell = solve(problem(roll, 54)).cell
    assert cell.mean("without-replacement") == 1
    assert cell.plain[0][0] == 0
    assert tail_error(cell, roll, 54, "without-replacement") <= Fraction(1, 2)


@pytest.mark.parametrize("roll", [Roll((6, 6)), Roll((6, 6, 6)), Roll((10,)), Roll((8, 8, 8), "lowest")])
@pytest.mark.parametrize("size", [20, 54, 111])
def test_plain_dice_need_no_open_cards_and_are_exact_where_that_can_be(roll, size):
    mean = distribution(roll).mean
    for up in (0, 1):
        cell = solve(problem(roll, size), up).cell
        assert cell.open == ()
        whole = (mean * size).denominator == 1
        assert cell.plain_sum == floor(mean * size) + (0 if whole else up)


def test_rows_of_a_rising_column_stay_at_or_above_the_row_before():
    least = ()
    for dice in range(1, 4):
        roll = Roll((9,) * dice, explode="open")
        cell = solve(problem(roll, 60, least=least)).cell
        at_least = shown(cell)
        assert all(at_least[t] >= least[t] for t in range(min(len(least), len(at_least))))
        assert len(at_least) >= len(least)
        least = at_least


def test_the_number_of_open_cards_can_be_fixed():
    made = problem(Roll((6,) * 3, "highest", "open"), 54)
    assert solve(made, 1, 7).cell.open_cards == 7


def test_what_no_deck_can_carry_is_refused_with_a_remedy():
    roll = Roll((6,), explode="open")
    with pytest.raises(DeckError, match="rising: false"):
        solve(problem(roll, 54, least=(54,) * 12))
    with pytest.raises(DeckError, match="10d100, open-ended: averages"):
        Store().find(Want(Roll((100,) * 10, explode="open"), 54, DRAWS[0], (), 0, None, None))


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
    made = problem(Roll((7,), explode="open"), 60)
    assert solve(made) == solve(made)
