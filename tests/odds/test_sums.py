from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings, strategies as st
from odds_twins import die_mean, rolls, tail

from deckgen.odds import Roll, distribution


@settings(deadline=None)
@given(rolls())
def test_mean_of_a_sum_is_the_sum_of_means(roll):
    roll = replace(roll, keep="sum", critical_failure=False)
    assert distribution(roll).mean == sum(die_mean(sides, roll.explode) for sides in roll.dice)


@settings(max_examples=40, deadline=None)
@given(rolls(3, 5), st.integers(0, 16))
def test_tails_by_listing_every_roll(roll, limit):
    roll = replace(roll, keep="sum")
    assert distribution(roll).tails(limit) == tuple(tail(roll, t) for t in range(limit + 1))


@pytest.mark.parametrize("dice", [(4, 4, 4), (4, 6), (16, 16), (2, 2, 2, 2, 2)])
def test_icepool_agrees_below_its_truncation(dice):
    depth = 3
    oracle = sum(icepool.d(sides).explode(depth=depth) for sides in dice)
    limit = min(dice) * (depth + 1)
    expected = tuple(oracle.probability(">=", t) for t in range(limit + 1))
    assert distribution(Roll(dice, explode="open")).tails(limit) == expected


@pytest.mark.parametrize("failing", ["more-than-half-ones", "all-ones", "lowest"])
@pytest.mark.parametrize("dice", [(6,), (6, 6), (6, 6, 6), (4, 6, 8), (1, 6), (1, 1, 6)])
def test_plain_sums_with_critical_failure_against_icepool(dice, failing):
    def total(*faces):
        most = len(faces) // 2 if failing == "more-than-half-ones" else len(faces) - 1
        return 1 if faces.count(1) > most else sum(faces)

    oracle = icepool.map(total, *(icepool.d(sides) for sides in dice))
    odds = distribution(Roll(dice, critical_failure=True, failing=failing))
    assert odds.mean == oracle.mean()
    assert odds.tails(20) == tuple(oracle.probability(">=", t) for t in range(21))
    assert odds.maximum == oracle.max_outcome()
    assert odds.minimum == oracle.min_outcome()


def test_penetrating_sum():
    assert distribution(Roll((6,) * 5, explode="penetrating")).mean == 20
    assert distribution(Roll((6, 6), explode="penetrating")).tail(2) == Fraction(1)
