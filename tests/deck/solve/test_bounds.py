from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement as choices
from typing import Any

import numpy as np
import pytest
from deck_twins import Asked, asked, cell_of, deck_within, error, every_cell
from hypothesis import example, given, settings, strategies as st

from deckgen.deck.cells import Multiset, mean_denominator, sum_weights
from deckgen.deck.solve.bounds import _CARD, PROVING, _Narrowing, is_impossible_within, is_near, lower_bound
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.tails import tail_error
from deckgen.game.model import DrawModel
from deckgen.odds import Roll

WITHOUT: DrawModel = "without-replacement"
D8 = Roll((8,), "highest", "open", "choose", critical_failure=True)


def open_die(*dice: int) -> Roll:
    return Roll(dice, explode="open")


def request_of(cell: Multiset, roll: Roll, **more: Any) -> Request:
    """What such a cell may answer, by itself."""
    return Request(roll, cell.size, WITHOUT, 0, cell.critical if roll.critical_failure else None, **more)


KNOWN = [
    (
        Roll((8,), "highest", "open", "choose", critical_failure=True),
        Multiset(7, ((2, 7), (3, 7), (4, 6), (5, 7), (6, 7), (7, 7), (11, 1)), ((8, 3), (9, 1), (17, 1))),
        Fraction(5, 7),
    ),
    (
        open_die(4),
        Multiset(0, ((1, 6), (2, 6), (3, 6), (5, 1), (6, 2), (7, 1), (9, 1)), ((8, 1),)),
        Fraction(1, 2),
    ),
    (
        open_die(4, 4),
        Multiset(
            0,
            ((2, 1), (3, 3), (4, 5), (5, 3), (6, 2), (7, 2), (8, 2), (9, 1), (10, 1), (12, 1)),
            ((6, 2), (10, 1)),
        ),
        Fraction(1, 2),
    ),
    (
        open_die(6),
        Multiset(0, ((1, 4), (2, 4), (3, 4), (4, 4), (5, 3), (9, 1)), ((4, 3), (9, 1))),
        Fraction(133, 253),
    ),
    (
        open_die(8),
        Multiset(
            0,
            ((1, 8), (2, 7), (3, 6), (4, 6), (5, 7), (6, 6), (7, 7), (9, 1), (10, 1)),
            ((10, 1), (20, 2)),
        ),
        Fraction(2),
    ),
    (
        open_die(12),
        Multiset(
            0,
            ((1, 7), (2, 4), (3, 4), (4, 5), (5, 4), (6, 4), (7, 5), (8, 4), (9, 4), (10, 3)),
            ((8, 4), (14, 2), (15, 2)),
        ),
        Fraction(8, 3),
    ),
    (
        open_die(20),
        Multiset(
            0,
            (
                (1, 4), (2, 2), (3, 3), (4, 3), (5, 3), (6, 4), (7, 2), (8, 4), (9, 2), (10, 2),
                (11, 2), (12, 2), (13, 2), (14, 1), (15, 2),
            ),
            ((11, 13), (13, 1)),
        ),
        Fraction(1187, 255),
    ),
    (Roll((6,) * 3, "lowest", "open"), Multiset(0, ((1, 37), (2, 3)), ((5, 8),)), Fraction(151, 9)),
]  # fmt: skip
"""Dice, a deck with their mean, and its largest error in cards, found by search; up to a card, and beyond."""


def best_error(p: Request, k: int, top: int) -> Fraction | None:
    """The twin: every deck with k open cards and values up to ``top``, and the right mean."""
    critical, found = p.critical or 0, []
    for again in choices(range(p.least_open, top + 1), k):
        either = [replace(p, open_cards=k, open_sum=sum(again), round_up=up).weighted_sum for up in (False, True)]
        for plain in choices(range(p.dice.minimum if p.critical is None else 2, top + 1), p.size - k - critical):
            cell = cell_of(critical, plain, again)
            if cell.weighted_sum(p.draw) in either:
                found.append(error(cell, p))
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
    check_small_decks(Request(roll, size, draw, 0, critical), counts)


@pytest.mark.parametrize("draw", ["without-replacement", "with-replacement"])
@pytest.mark.parametrize(("dice", "size", "counts"), [((3,), 7, (1, 2)), ((4,), 6, (1, 2)), ((3, 3), 5, (1, 2))])
def test_no_small_deck_with_its_mean_exact_over_a_set_beats_the_bound(
    dice: tuple[int, ...], size: int, counts: tuple[int, ...], draw: DrawModel
) -> None:
    p = Request(open_die(*dice), size, draw, given_least=2)
    check_small_decks(replace(p, over_set=True), counts)
    assert lower_bound(replace(p, over_set=True), budget=50) <= lower_bound(p, budget=50)


def check_small_decks(p: Request, counts: tuple[int, ...]) -> None:
    """Try every deck: none is nearer than the bound; without open cards some deck is as near."""
    found = 0
    for k in counts:
        top = 6 if k or p.dice.maximum is not None else 11
        best = best_error(p, k, top)
        if best is None:
            continue
        found += 1
        cheap, proving = lower_bound(p, [k]), lower_bound(p, [k], budget=300)
        assert cheap <= proving <= best
        if k == 0 and best <= 1 - p.tails[top + 1] * p.size:  # higher values are no better
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
            assert _Narrowing(p, int(tolerance), p.open_cards).refutes(both) is (units > tolerance)


@st.composite
def decks(draw: st.DrawFn, critical: int, size: int) -> Multiset:
    k = draw(st.integers(1, size // 2))
    value = st.integers(2 if critical else 1, 9) | st.just(18)
    plain = draw(st.lists(value, min_size=size - k - critical, max_size=size - k - critical))
    again = draw(st.lists(st.integers(2, 9) | st.just(18), min_size=k, max_size=k))
    return cell_of(critical, tuple(plain), tuple(again))


@st.composite
def pairs_of_decks(draw: st.DrawFn) -> tuple[Multiset, Multiset]:
    """Two decks of one size with as many critical failures; often the same deck twice."""
    made = decks(draw(st.integers(0, 2)), draw(st.integers(6, 20)))
    cell = draw(made)
    return cell, draw(st.one_of(st.just(cell), made))


TWOS = Multiset(1, ((2, 4),), ((2, 1),))  # its box shrinks to the deck itself, which is then judged exactly
LOW, FAR = (Multiset(0, ((1, 5),), ((value, 1),)) for value in (2, 18))  # an open card beyond all totals of the other


@given(
    pair=pairs_of_decks(),
    model=st.sampled_from(["without-replacement", "with-replacement"]),
    budget=st.sampled_from([0, 40]),
    over_set=st.booleans(),
    part=st.fractions(-1, 1, max_denominator=9).filter(lambda part: abs(part) < 1),
)
@example((TWOS, TWOS), "without-replacement", 40, False, Fraction(0))
@example((TWOS, TWOS), "with-replacement", 40, False, Fraction(0))
@example((TWOS, TWOS), "without-replacement", 40, True, Fraction(8, 9))
@example((FAR, LOW), "without-replacement", 40, False, Fraction(0))
@settings(max_examples=60)
def test_a_deck_is_never_excluded(
    pair: tuple[Multiset, Multiset], model: DrawModel, budget: int, over_set: bool, part: Fraction
) -> None:
    """Any deck against the odds of any other, or against its own, which it has without error; its mean is rounded."""
    cell, other = pair
    p = asked(cell, model, other)
    assert isinstance(p, Asked)
    step = Fraction(sum_weights(cell.open_cards, cell.size, model)[0] if over_set else 1)
    shift = part * step / mean_denominator(cell.open_cards, cell.size, model)
    p = replace(p, mean=p.mean + shift, over_set=over_set)
    assert (
        0 <= error(cell, p) - tail_error([cell], p) <= Fraction(model == "with-replacement", 1000)
    )  # chains without end
    assert lower_bound(p, [cell.open_cards], budget=budget) <= error(cell, p)


@pytest.mark.parametrize(("roll", "cell", "known"), KNOWN)
def test_known_decks_are_not_better_than_the_bound(roll: Roll, cell: Multiset, known: Fraction) -> None:
    p = request_of(cell, roll)
    assert cell.open_cards in p.open_counts()
    assert replace(p, open_cards=cell.open_cards).accepts(cell)
    assert error(cell, p) == tail_error([cell], p) == known
    cheap = lower_bound(p)
    assert cheap <= lower_bound(p, budget=20) <= lower_bound(p, budget=PROVING) <= known
    assert cheap == lower_bound(p)


def test_no_deck_has_the_odds_of_a_d8_within_seven_tenths_of_a_card() -> None:
    roll, cell, best = KNOWN[0]
    bound = lower_bound(request_of(cell, roll), budget=PROVING, known_error=best)
    assert Fraction(7, 10) < best - Fraction(1, 1000) <= bound <= best


@pytest.mark.parametrize(
    ("sides", "least"), [(8, Fraction(1999, 1000)), (12, Fraction(2666, 1000)), (20, Fraction(9, 2))]
)
def test_bounds_above_a_card_are_proven(sides: int, least: Fraction) -> None:
    """Of a d8 and a d12 no deck is nearer than the known one. All open cards of a d20 show its mean or more."""
    cell, known = next((cell, known) for roll, cell, known in KNOWN if roll == open_die(sides))
    p = request_of(cell, open_die(sides))
    assert p.least_open == round(p.dice.mean)
    assert least <= lower_bound(p, budget=PROVING, known_error=known) <= known
    assert least <= lower_bound(p, budget=PROVING) <= known
    assert is_impossible_within(p, least)
    assert not is_impossible_within(p, known)


def test_a_mean_that_is_exact_over_a_set_lets_a_d20_come_near() -> None:
    p = Request(open_die(20), 52, WITHOUT)
    assert lower_bound(p) > 4
    over_set = lower_bound(replace(p, over_set=True), range(1, 14), budget=PROVING)
    assert over_set <= Fraction(11, 20)  # such a deck is known


def test_an_open_card_may_show_more_than_any_likely_total() -> None:
    """A single deck has this mean with an open card of 60 or more: 64, and ones."""
    p = Request(open_die(6), 20, WITHOUT, given_least=60)
    only = Multiset(0, ((1, 19),), ((64, 1),))
    assert replace(p, open_cards=1).accepts(only)
    known = error(only, p)
    assert known - Fraction(1, 1000) <= lower_bound(p, [1]) <= known


def test_how_many_fail_critically_does_not_bound_the_error() -> None:
    """They are counted as a frequency: a card more or less than 3 of 24 is no error of the totals."""
    assert [lower_bound(Request(D8, 24, WITHOUT, 0, critical)) for critical in (2, 3, 4)] == [0, 0, 0]


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
    (Request(Roll((6,), explode="open"), 20, WITHOUT), None, (534, 549, 549)),
    (Request(Roll((6,), explode="open"), 10, "with-replacement"), None, (333, 333, 333)),
    (Request(Roll((6,), explode="open"), 12, WITHOUT, given_least=6), [3], (1999, 1999, 1999)),
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


@pytest.mark.parametrize("sides", [8, 12])
def test_the_nearest_deck_is_near_however_far_that_is(sides: int) -> None:
    cell, known = next((cell, known) for roll, cell, known in KNOWN if roll == open_die(sides))
    p = replace(request_of(cell, open_die(sides)), tail_limit=Fraction(1, 2))
    plain = dict(cell.plain)
    lower, (top, cards) = plain.pop(2), max(cell.plain)
    plain.update({1: plain[1] + lower, top: cards - 1, top + lower: 1})  # the same sum
    farther = replace(cell, plain=tuple(sorted(plain.items())))
    assert replace(p, open_cards=cell.open_cards).accepts(farther)
    assert tail_error([farther], p) > known + Fraction(1, 10)
    assert [is_near(each, p) for each in (cell, farther)] == [True, False]
