"""The lowest and highest totals on cards: which cards are marked, and what confirms them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.odds import Roll, distribution, find_extremes, parse_dice, sizes_with_extremes, why_no_extremes

SUMS = st.lists(st.integers(2, 12), min_size=1, max_size=4).map(lambda dice: Roll(tuple(dice), extremes=True))


def test_the_3_of_3d6_in_54_cards():
    found = find_extremes(parse_dice("3d6-2"), 54)
    assert (found.cards, found.confirming_cards, found.low, found.high) == (1, 13, 8, 13)
    assert (found.marked_numbers, found.chance) == ((4, 17), Fraction(1, 216))
    assert sum(sum(faces) <= 8 for faces in _falls(3)) * 54 == (found.cards + found.confirming_cards) * 216


def test_the_next_card_settles_a_marked_one():
    found = find_extremes(parse_dice("3d6"), 54)
    assert [found.confirmed_total(4, then) for then in (7, 8, 9)] == [3, 3, 4]
    assert [found.confirmed_total(17, then) for then in (12, 13, 14)] == [17, 18, 18]


def _falls(dice):
    return [(a, *more) for a in range(1, 7) for more in (_falls(dice - 1) if dice > 1 else [()])]


@settings(max_examples=60, deadline=None)
@given(SUMS, st.integers(8, 110))
def test_the_chance_is_the_dice_s_and_cards_can_show_it(roll, size):
    dice = distribution(roll)
    found = None if why_no_extremes(roll) else find_extremes(roll, size)
    if found is None:
        return
    assert found.chance == 1 - dice.tail(dice.minimum + 1) == dice.tail(dice.maximum)
    limits: dict[int, tuple[int, int]] = {}
    for t, least, most in found.limits():  # of few totals one may have several
        low, high = limits.get(t, (0, size))
        limits[t] = max(low, least), min(high, most)
    if found.confirming_cards is None:
        assert Fraction(found.cards, size) == found.chance
        return
    assert Fraction(found.cards, size) * Fraction(found.confirming_cards, size - 2 * found.cards) == found.chance
    assert found.low + found.high == dice.minimum + dice.maximum
    for t in (found.low + 1, found.high):  # no farther from the dice than rounding is
        (least, most) = limits[t]
        assert least == most
        assert abs(least - dice.tail(t) * size) <= Fraction(1, 2)
    # some numbers of cards meet all the limits, and never rise
    least, most = 0, size
    for t in sorted(limits):
        most = min(most, limits[t][1])
        assert limits[t][0] <= most
    for t in sorted(limits, reverse=True):
        least = max(least, limits[t][0])
        assert least <= limits[t][1]


def test_a_whole_number_of_cards_needs_no_mark():
    found = find_extremes(Roll((6,)), 54)
    assert (found.cards, found.confirming_cards) == (9, None)
    assert found.limits() == ((2, 45, 45), (6, 9, 9))


@pytest.mark.parametrize(
    ("roll", "why"),
    [
        (Roll((6, 6), explode="open"), "no highest total"),
        (Roll((6, 6), critical_failure=True), "the lowest result already"),
        (Roll((6, 6), "highest"), "not as likely"),
        (Roll((4,)), "too few totals"),
        (Roll((6, 6, 6)), ""),
        (Roll((6,) * 4, "count", success_at=4), ""),
    ],
)
def test_which_rolls_have_extremes(roll, why):
    assert why in why_no_extremes(roll)
    assert bool(why) == bool(why_no_extremes(roll))


def test_the_sizes_nearby():
    roll = Roll((6, 6, 6))
    assert find_extremes(roll, 60) is None
    assert sizes_with_extremes(roll, 60, 3) == (56, 108)
    assert sizes_with_extremes(roll, 54, 3) == (56,)
    assert sizes_with_extremes(Roll((6,) * 6), 54, 3) == ()
