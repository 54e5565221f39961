from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import given, settings, strategies as st
from odds_twins import fails

from deckgen.odds import Roll, distribution
from deckgen.odds.die_odds import pool_of
from deckgen.odds.kept_mean import count_few_ones


@settings(deadline=None)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=5).map(tuple))
def test_critical_failure_is_more_than_half_ones(dice):
    falls = list(product(*(range(1, sides + 1) for sides in dice)))
    failures = sum(faces.count(1) * 2 > len(faces) for faces in falls)
    assert distribution(Roll(dice, critical_failure=True)).critical_failure == Fraction(failures, len(falls))
    assert distribution(Roll(dice)).critical_failure == 0


@settings(deadline=None)
@given(
    st.lists(st.integers(2, 5), min_size=1, max_size=4).map(tuple),
    st.sampled_from(("sum", "highest", "lowest")),
    st.sampled_from(("none", "penetrating")),
    st.sampled_from(("more-than-half-ones", "all-ones", "lowest")),
)
def test_every_kind_of_critical_failure_by_listing_all_rolls(dice, keep, explode, failing):
    roll = Roll(dice, keep, explode, critical_failure=True, failing=failing)
    falls = list(product(*(range(1, sides + 1) for sides in dice)))
    failures = sum(fails(roll, faces) for faces in falls)
    assert distribution(roll).critical_failure == Fraction(failures, len(falls))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=5), st.integers(0, 5))
def test_few_ones(dice, most):
    counted = 0
    for ones in product((True, False), repeat=len(dice)):
        ways = 1
        for one, (shown, other) in zip(ones, dice, strict=True):
            ways *= shown if one else other
        counted += ways * (sum(ones) <= most)
    assert count_few_ones(dice, most) == counted


def test_dice_are_sorted_and_grouped_and_half_may_be_ones():
    roll = Roll((8, 4, 8), critical_failure=True)
    assert [(die.sides, count) for die, count in pool_of(roll).items()] == [(4, 1), (8, 2)]
    assert (roll.most_ones, Roll((8, 4, 8)).most_ones) == (1, 3)


def test_the_maximum_of_plain_exploding_and_doomed_dice():
    assert distribution(Roll((4, 6))).maximum == 10
    assert distribution(Roll((4, 6), explode="open")).maximum is None
    assert distribution(Roll((1, 1, 1), critical_failure=True)).maximum == 1
