from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement as choices

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, total_tails
from deckgen.deck.solve.problem import Problem
from deckgen.deck.solve.solver import solve
from deckgen.game.model import DrawModel
from deckgen.odds import Roll, distribution

D8 = Roll((8,), "highest", "open", "choose", critical_failure=True)


def problem(
    roll: Roll, size: int, critical: int | None = None, draw: DrawModel = "without-replacement"
) -> Problem:
    dice = distribution(roll)
    limit = 8
    while dice.tail(limit) * size * 200 > 1:
        limit += 8
    tails = dice.tails(limit)
    return Problem(size, draw, tails, dice.mean, dice.minimum, critical, explodes=dice.maximum is None)


def error(cell: Multiset, p: Problem) -> Fraction:
    """The largest tail error, in cards, as the audit counts it."""
    ours = total_tails(cell, p.draw)
    length = max(len(ours), len(p.tails))
    padded = [[*tails, *[Fraction(0)] * (length - len(tails))] for tails in (ours, p.tails)]
    return max(abs(a - b) for a, b in zip(*padded, strict=True)) * p.size


def cell_of(critical: int, plain: tuple[int, ...], again: tuple[int, ...]) -> Multiset:
    counts = (tuple(sorted(Counter(values).items())) for values in (plain, again))
    return Multiset(critical, *counts)


def best_error(p: Problem, k: int, top: int) -> Fraction | None:
    """The twin: every deck with k open cards and values up to ``top``, and the right mean."""
    scale = p.scaled_target(k) / p.target
    totals = {-(-p.scaled_target(k) // 1), p.scaled_target(k) // 1}
    values = range(p.minimum if p.critical is None else 2, top + 1)
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
    p = problem(roll, size, critical, draw)
    found = 0
    for k in counts:
        top = 6 if k or not p.explodes else 11
        best = best_error(p, k, top)
        if best is None:
            continue
        found += 1
        cheap, proving = lower_bound(p, [k]), lower_bound(p, [k], budget=300)
        assert cheap.value <= proving.value <= best
        if k == 0 and best <= 1 - p.tails[top + 1] * size:  # higher values are no better
            assert best - proving.value <= Fraction(1, 1000)  # without chains nothing is lost
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
    p = Problem(
        size,
        model,
        tuple(total_tails(other, model)),
        cell.mean(model),
        1,
        critical or None,
        explodes=True,
    )
    bound = lower_bound(p, [cell.open_cards], budget=data.draw(st.sampled_from([0, 40])))
    assert bound.value <= error(cell, p)


def test_no_deck_has_the_odds_of_a_d8_within_six_tenths_of_a_card() -> None:
    p = problem(D8, 54, critical=7)
    reached = error(solve(p).cell, p)
    assert reached == Fraction(3, 4)
    exact = [k for k in range(1, 54) if p.scaled_target(k).denominator == 1]
    bound = lower_bound(p, exact, budget=PROVING, reached=reached)
    assert Fraction(6, 10) < reached - Fraction(1, 1000) <= bound.value <= reached


def test_the_critical_failures_alone_bound_the_error() -> None:
    p = problem(D8, 54, critical=6)  # of 6.75
    assert lower_bound(p).value >= Fraction(3, 4) - Fraction(1, 1000)


@pytest.mark.parametrize("sides", [4, 6, 10])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_solved_cells_are_not_better_than_the_bound(sides: int, number: int) -> None:
    p = problem(Roll((sides,) * number, explode="open"), 54)
    reached = error(solve(p).cell, p)
    cheap = lower_bound(p)
    assert cheap.value <= lower_bound(p, budget=20).value <= reached
    assert cheap == lower_bound(p)


def test_a_floor_can_only_raise_the_bound() -> None:
    p = problem(Roll((4, 4), explode="open"), 54)
    above = problem(Roll((4,), explode="open"), 54)
    shown = tuple(int(t * 54) for t in above.tails)
    raised = Problem(
        p.size, p.draw, p.tails, p.target, p.minimum, p.critical, p.explodes, (*shown[:7], 30, *shown[8:])
    )
    assert lower_bound(raised).value > lower_bound(p).value


def test_a_bound_is_not_sought_above_what_a_deck_reaches() -> None:
    p = problem(D8, 54, critical=6)
    assert lower_bound(p, reached=Fraction(1, 10)).value == Fraction(99, 1000)
    assert lower_bound(p, reached=Fraction(0)).value == 0
