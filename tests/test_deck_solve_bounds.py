from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement as choices

import pytest
from deck_twins import asked
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, mean_denominator, total_tails
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.solver import solve
from deckgen.game.model import DrawModel
from deckgen.odds import Roll

WITHOUT: DrawModel = "without-replacement"
D8 = Roll((8,), "highest", "open", "choose", critical_failure=True)


def error(cell: Multiset, p: Request) -> Fraction:
    """The largest tail error, in cards, as the audit counts it."""
    ours = total_tails(cell, p.draw)
    length = max(len(ours), len(p.tails))
    padded = [[*tails, *[Fraction(0)] * (length - len(tails))] for tails in (ours, p.tails)]
    return max(abs(a - b) for a, b in zip(*padded, strict=True)) * p.size


def cell_of(critical: int, plain: tuple[int, ...], again: tuple[int, ...]) -> Multiset:
    counts = (tuple(sorted(Counter(values).items())) for values in (plain, again))
    return Multiset(critical, *counts)


def best_error(p: Request, k: int, top: int) -> Fraction | None:
    """The twin: every deck with k open cards and values up to ``top``, and the right mean."""
    scale = mean_denominator(k, p.size, p.draw)
    totals = {-(-p.scaled_target(k) // 1), p.scaled_target(k) // 1}
    values = range(p.least_open, top + 1)
    critical = p.critical or 0
    found = [
        error(cell, p)
        for again in choices(values, k)
        for plain in choices(values, p.size - k - critical)
        for cell in [cell_of(critical, plain, again)]
        if cell.mean(p.draw) * scale in totals
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
    ],
)
def test_no_small_deck_beats_the_bound(
    roll: Roll, size: int, critical: int | None, counts: tuple[int, ...], draw: DrawModel
) -> None:
    p = Request(roll, size, draw, critical)
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


@st.composite
def decks(draw: st.DrawFn, critical: int, size: int) -> Multiset:
    k = draw(st.integers(1, size // 2))
    value = st.integers(2 if critical else 1, 9)
    plain = draw(st.lists(value, min_size=size - k - critical, max_size=size - k - critical))
    again = draw(st.lists(value, min_size=k, max_size=k))
    return cell_of(critical, tuple(plain), tuple(again))


@given(
    data=st.data(),
    critical=st.integers(0, 2),
    size=st.integers(6, 20),
    model=st.sampled_from(["without-replacement", "with-replacement"]),
)
@settings(max_examples=100, deadline=None)
def test_a_deck_is_never_excluded(data: st.DataObject, critical: int, size: int, model: DrawModel) -> None:
    """Any deck against the odds of any other, or against its own, which it has without error."""
    cell = data.draw(decks(critical, size))
    other = data.draw(st.one_of(st.just(cell), decks(critical, size)))
    p = asked(cell, model, other)
    bound = lower_bound(p, [cell.open_cards], budget=data.draw(st.sampled_from([0, 40])))
    assert bound <= error(cell, p)


def test_no_deck_has_the_odds_of_a_d8_within_six_tenths_of_a_card() -> None:
    p = Request(D8, 54, WITHOUT, 7)
    reached = error(solve(p), p)
    assert reached == Fraction(3, 4)
    exact = [k for k in range(1, 54) if p.scaled_target(k).denominator == 1]
    bound = lower_bound(p, exact, budget=PROVING, reached=reached)
    assert Fraction(6, 10) < reached - Fraction(1, 1000) <= bound <= reached


def test_the_critical_failures_alone_bound_the_error() -> None:
    p = Request(D8, 54, WITHOUT, 6)  # of 6.75
    assert lower_bound(p) >= Fraction(3, 4) - Fraction(1, 1000)


@pytest.mark.parametrize("sides", [4, 6, 10])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_solved_cells_are_not_better_than_the_bound(sides: int, number: int) -> None:
    p = Request(Roll((sides,) * number, explode="open"), 54, WITHOUT)
    reached = error(solve(p), p)
    cheap = lower_bound(p)
    assert cheap <= lower_bound(p, budget=20) <= reached
    assert cheap == lower_bound(p)


def test_a_floor_can_only_raise_the_bound() -> None:
    p = Request(Roll((4, 4), explode="open"), 54, WITHOUT)
    above = Request(Roll((4,), explode="open"), 54, WITHOUT)
    shown = tuple(int(t * 54) for t in above.tails)
    raised = replace(p, lower_limit=(*shown[:7], 30, *shown[8:]))
    assert lower_bound(raised) > lower_bound(p)


def test_a_bound_is_not_sought_above_what_a_deck_reaches() -> None:
    p = Request(D8, 54, WITHOUT, 6)
    assert lower_bound(p, reached=Fraction(1, 10)) == Fraction(99, 1000)
    assert lower_bound(p, reached=Fraction(0)) == 0


PROVED = [
    (Request(Roll((6,), explode="open"), 20, WITHOUT), None, (333, 409, 412)),
    (Request(Roll((6,), explode="open"), 20, "with-replacement"), None, (333, 333, 333)),
    (Request(Roll((6,), explode="open"), 20, WITHOUT), [2], (333, 532, 532)),
    (Request(D8, 24, WITHOUT, 3), None, (0, 459, 459)),
    (Request(Roll((4, 4), explode="open"), 16, WITHOUT), None, (0, 252, 333)),
    (Request(Roll((6, 6)), 17, WITHOUT), None, (472, 472, 472)),
    (Request(Roll((6,) * 3, "highest", "open", "one"), 20, WITHOUT), [3], (316, 432, 432)),
]


@pytest.mark.parametrize(("p", "counts", "thousandths"), PROVED)
def test_bounds_stay_as_they_are(p: Request, counts: list[int] | None, thousandths: tuple[int, ...]) -> None:
    """They stand in lock files. A weaker one is no mistake, but a loss; a stronger one wants its proof."""
    found = [lower_bound(p, counts, budget=budget) for budget in (0, 20, 200)]
    assert found == [Fraction(n, 1000) for n in thousandths]
