from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from deck_twins import asked, cell_of, column, deck_within, error, every_cell
from hypothesis import example, given, settings, strategies as st

from deckgen.deck.solve import bounds
from deckgen.deck.solve.bounds import _CARD, PROVING, _Narrowing, is_near, lower_bound
from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.solver import solve
from deckgen.deck.solve.tails import tail_error
from deckgen.game.model import DrawModel
from deckgen.odds import Roll

WITHOUT: DrawModel = "without-replacement"
D8 = Roll((8,), "highest", "open", "choose", critical_failure=True)


def best_error(p: Request, k: int, top: int) -> Fraction | None:
    """The twin: every deck with k open cards and values up to ``top``, and the right mean."""
    least = p.dice.minimum if p.critical is None else 2
    found = [
        error(cell, p)
        for up in (False, True)
        for cell in every_cell(replace(p, open_cards=k, round_up=up), range(least, top + 1))
    ]
    return min(found, default=None)


@pytest.mark.parametrize("draw", ["without-replacement", "with-replacement"])
@pytest.mark.parametrize(
    ("roll", "size", "critical", "counts"),
    [
        (Roll((2,), explode="open"), 8, None, (1, 2, 3, 4)),
        (Roll((3,), explode="open"), 7, None, (0, 1, 2, 3)),
        (Roll((4,), explode="open"), 6, None, (1, 2)),
        (Roll((3, 3), explode="open"), 5, None, (0, 1, 2)),
        (Roll((3,), explode="penetrating"), 6, None, (1, 2)),
        (Roll((4,), "highest", "open", critical_failure=True), 8, 2, (1, 2, 3)),
        (Roll((6,), explode="none"), 9, None, (0,)),
        # a sum of 3 and a failure: how often it is 2 is not judged
        (Roll((3, 3), "sum", "open", critical_failure=True), 6, 1, (1, 2)),
        (Roll((3, 3, 3), "highest", "open", critical_failure=True), 7, 2, (1, 2)),
    ],
)
def test_no_small_deck_beats_the_bound(
    roll: Roll, size: int, critical: int | None, counts: tuple[int, ...], draw: DrawModel
) -> None:
    p = Request(roll, size, draw, 0, critical)
    found = 0
    for k in counts:
        top = 6 if k or p.dice.maximum is not None else 11
        best = best_error(p, k, top)
        if best is None:
            continue
        found += 1
        cheap, proving = lower_bound(p, [k]), lower_bound(p, [k], budget=300)
        assert cheap <= proving <= best
        if k == 0 and best <= 1 - p.tails[top + 1] * size:  # higher values are no better
            assert best - proving <= Fraction(1, 1000)  # without chains nothing is lost
    assert found


def test_no_small_deck_with_an_exact_mean_over_a_set_beats_the_bound() -> None:
    """Open numbers of any sum are allowed: each has its own rounded means."""
    p = Request(Roll((3,), explode="open"), 7, WITHOUT, over_set=True)
    for k in (1, 2, 3):
        errors = (best_error(replace(p, open_sum=open_sum), k, 6) for open_sum in range(2 * k, 6 * k + 1))
        assert lower_bound(p, [k], budget=300) <= min(e for e in errors if e is not None)


@pytest.mark.parametrize("p", [
    Request(Roll((3,), explode="open"), 6, WITHOUT, 2),
    Request(Roll((4,), explode="open"), 6, "with-replacement", 1, given_least=1),
    Request(Roll((4,), "highest", "open", critical_failure=True), 7, WITHOUT, 1, 1),  # 7/4 in the dice
    Request(Roll((4,), "highest", "open", critical_failure=True), 7, WITHOUT, 1, 3),
])  # fmt: skip
def test_a_single_deck_is_refuted_by_its_error(p: Request) -> None:
    """The twin says what the error is, the tolerance is just below, at, and above it."""
    cells = list(every_cell(p, range(p.dice.minimum if p.critical is None else 2, 8)))
    assert cells
    for cell in cells:
        places = range(len(p.tails))
        open_cards = [sum(value >= t for value in cell.open_values) for t in places]
        both = np.array([[cell.at_least(t) - n for t, n in zip(places, open_cards, strict=True)], open_cards])
        units = error(cell, p) * _CARD
        for tolerance in (int(units) - 1, -(-units // 1), int(units) + 1):
            assert _Narrowing(p, int(tolerance)).refutes(both) is (units > tolerance)


@st.composite
def decks(draw: st.DrawFn, critical: int, size: int) -> Multiset:
    k = draw(st.integers(1, size // 2))
    value = st.integers(2 if critical else 1, 9)
    plain = draw(st.lists(value, min_size=size - k - critical, max_size=size - k - critical))
    again = draw(st.lists(st.integers(2, 9), min_size=k, max_size=k))
    return cell_of(critical, tuple(plain), tuple(again))


@st.composite
def pairs_of_decks(draw: st.DrawFn) -> tuple[Multiset, Multiset]:
    """Two decks of one size with as many critical failures; often the same deck twice."""
    made = decks(draw(st.integers(0, 2)), draw(st.integers(6, 20)))
    cell = draw(made)
    return cell, draw(st.one_of(st.just(cell), made))


TWOS = Multiset(1, ((2, 4),), ((2, 1),))  # its box shrinks to the deck itself, which is then judged exactly


@given(
    pair=pairs_of_decks(),
    model=st.sampled_from(["without-replacement", "with-replacement"]),
    budget=st.sampled_from([0, 40]),
)
@example((TWOS, TWOS), "without-replacement", 40)
@example((TWOS, TWOS), "with-replacement", 40)
@settings(max_examples=60)
def test_a_deck_is_never_excluded(pair: tuple[Multiset, Multiset], model: DrawModel, budget: int) -> None:
    """Any deck against the odds of any other, or against its own, which it has without error."""
    cell, other = pair
    p = asked(cell, model, other)
    assert tail_error([cell], p) == error(cell, p)
    assert lower_bound(p, [cell.open_cards], budget=budget) <= error(cell, p)


def reached(p: Request) -> Fraction:
    """The smallest error of the solutions that the solver finds for a cell by itself."""
    found = solve(column(p.roll, size=p.size, draw=p.draw, bar=Fraction(1, 2)))
    return min(error(cell, replace(p, open_cards=found.open_cards)) for (cell,) in found.solutions)


def test_no_deck_has_the_odds_of_a_d8_within_seven_tenths_of_a_card() -> None:
    p = Request(D8, 54, WITHOUT, 0, 7)
    best = reached(p)
    assert best == Fraction(5, 7)
    bound = lower_bound(p, budget=PROVING, known_error=best)
    assert Fraction(7, 10) < best - Fraction(1, 1000) <= bound <= best


def test_how_many_fail_critically_does_not_bound_the_error() -> None:
    """They are counted as a frequency: a card more or less than 3 of 24 is no error of the totals."""
    assert [lower_bound(Request(D8, 24, WITHOUT, 0, critical)) for critical in (2, 3, 4)] == [0, 0, 0]


@pytest.mark.parametrize("sides", [4, 6])
@pytest.mark.parametrize("number", [1, 2])
def test_solved_cells_are_not_better_than_the_bound(sides: int, number: int) -> None:
    p = Request(Roll((sides,) * number, explode="open"), 24, WITHOUT)
    cheap = lower_bound(p)
    assert cheap <= lower_bound(p, budget=20) <= reached(p)
    assert cheap == lower_bound(p)


def test_open_cards_that_must_look_exceptional_can_only_raise_the_bound() -> None:
    p = Request(Roll((6,), explode="open"), 20, WITHOUT)
    free = replace(p, given_least=2)
    highest = replace(p, given_least=6)
    found = [lower_bound(each, [4], budget=50) for each in (free, p, highest)]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_a_bound_is_not_sought_above_what_a_deck_reaches() -> None:
    p = Request(Roll((6,), explode="open"), 20, WITHOUT)
    assert lower_bound(p, known_error=Fraction(1, 10)) == Fraction(99, 1000)
    assert lower_bound(p, known_error=Fraction(0)) == 0


PROVED = [
    (Request(Roll((6,), explode="open"), 20, WITHOUT), None, (534, 537, 537)),
    (Request(Roll((6,), explode="open"), 20, "with-replacement"), None, (537, 537, 537)),
    (Request(Roll((6,), explode="open"), 20, WITHOUT), [2], (532, 631, 631)),
    (Request(D8, 24, WITHOUT, 0, 3), None, (0, 277, 554)),
    (Request(Roll((4, 4), explode="open"), 16, WITHOUT), None, (165, 395, 504)),
    (Request(Roll((6, 6)), 17, WITHOUT), None, (472, 472, 472)),
    (Request(Roll((6,) * 3, "highest", "open", "one"), 20, WITHOUT), [3], (499, 499, 540)),
]


@pytest.mark.parametrize(("p", "counts", "thousandths"), PROVED)
def test_bounds_stay_as_they_are(p: Request, counts: list[int] | None, thousandths: tuple[int, ...]) -> None:
    """They stand in lock files. A weaker one is no mistake, but a loss; a stronger one wants its proof."""
    found = [lower_bound(p, counts, budget=budget) for budget in (0, 20, 200)]
    assert found == [Fraction(n, 1000) for n in thousandths]
    assert not any(deck_within(p, k, found[-1]) for k in counts or p.open_counts())


def test_of_large_dice_few_tables_are_kept_and_bounds_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    p = Request(Roll((6,), explode="open"), 20, WITHOUT)
    usual = lower_bound(p)
    monkeypatch.setattr(bounds, "_CACHED_NUMBERS", 1)
    assert lower_bound(p) == usual
    narrowing = _Narrowing(p, _CARD)
    for k in (1, 2, 1, 3):
        narrowing._added_by_card(k)
        assert [*narrowing._added_cache] == [k]


def test_the_twin_of_the_proofs_finds_the_best_deck() -> None:
    """So a bound of 631 thousandths is all that can be proved."""
    p = Request(Roll((6,), explode="open"), 20, WITHOUT)
    best = Fraction(632, 1000)
    found = deck_within(p, 2, best)
    assert found is not None
    assert Fraction(631, 1000) < error(found, p) <= best


@pytest.mark.finding("R8")
def test_a_deck_that_misses_its_bar_where_another_does_not_is_not_near():
    request = Request(Roll((6,)), 60, "without-replacement", tail_limit=Fraction(1, 2))
    even = Multiset(0, tuple((value, 10) for value in range(1, 7)), ())
    odd = Multiset(0, ((1, 11), (2, 9), (3, 10), (4, 10), (5, 9), (6, 11)), ())
    assert request.accepts(odd)
    assert [tail_error([each], request) for each in (even, odd)] == [0, 1]
    assert [is_near(each, request) for each in (even, odd)] == [True, False]
    assert is_near(odd, replace(request, tail_limit=Fraction(1)))
