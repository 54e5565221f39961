"""Chances against enumeration and icepool."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, strategies as st

from deckgen.errors import GameError
from deckgen.odds import Roll, distribution, parse_dice
from deckgen.odds.chances import chance_of, difference, tail_from_list, tail_from_pmf

ROLLS = st.builds(
    Roll,
    st.lists(st.integers(2, 6), min_size=1, max_size=3).map(tuple),
    keep=st.sampled_from(["sum", "highest", "lowest"]),
    bonus=st.integers(-3, 3),
)
KEEP = {"sum": sum, "highest": max, "lowest": min}


def throws(roll):
    """Every throw alike likely, and what it comes to."""
    faces = product(*(range(1, sides + 1) for sides in roll.dice))
    return [KEEP[roll.keep](each) + roll.bonus for each in faces]


@given(ROLLS, ROLLS, st.integers(-20, 20))
def test_a_difference_is_that_of_every_throw_of_both(mine, theirs, t):
    won = [a - b >= t for a, b in product(throws(mine), throws(theirs))]
    assert difference(mine, theirs)(t) == Fraction(sum(won), len(won))


@pytest.mark.parametrize("dice", ["2d6", "3d6", "d10+d6-2"])
def test_a_contest_is_what_icepool_says(dice):
    roll = parse_dice(dice)
    one = sum((icepool.d(sides) for sides in roll.dice), icepool.Die([roll.bonus]))
    other = 3 @ icepool.d(6)
    tail = difference(roll, parse_dice("3d6"))
    for t in range(-25, 26):
        assert tail(t) == (one - other >= t).probability(True)


@given(ROLLS, st.integers(-5, 30), st.booleans())
def test_chances_of_a_total_or_less_are_counted_throw_by_throw(roll, number, at_most):
    every = throws(roll)
    wanted = sum(t <= number if at_most else t >= number for t in every)
    assert chance_of(distribution(roll).tail, number, at_most=at_most) == Fraction(wanted, len(every))


def test_what_is_listed_begins_with_nought_and_ends_with_no_chance():
    tails = (Fraction(1), Fraction(1), Fraction(1, 3))
    assert [tail_from_list(tails)(t) for t in (-4, 0, 1, 2, 3, 99)] == [1, 1, 1, Fraction(1, 3), 0, 0]
    assert [tail_from_list(tails, 2)(t) for t in (-4, 3, 4, 5)] == [1, 1, Fraction(1, 3), 0]


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 5), min_size=1), st.integers(-12, 12))
def test_chances_are_summed_from_above(ways, t):
    whole = sum(ways.values())
    tail = tail_from_pmf({total: Fraction(n, whole) for total, n in ways.items()})
    assert tail(t) == Fraction(sum(n for total, n in ways.items() if total >= t), whole)


def test_a_difference_needs_a_highest_total_of_both():
    endless = Roll((6,), explode="open")
    with pytest.raises(GameError, match="no highest total"):
        difference(endless, Roll((6,)))
    with pytest.raises(GameError, match="no exact result"):
        difference(Roll((6,)), endless)
