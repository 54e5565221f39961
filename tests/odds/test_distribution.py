from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings, strategies as st
from odds_twins import die_mean, fails, fallen_tail, later, rolls

from deckgen.odds import Roll, distribution


@settings(deadline=None)
@given(rolls(5, 20), st.integers(0, 80))
def test_tails_fall_from_1(roll, limit):
    odds = distribution(roll)
    tails = odds.tails(limit)
    assert len(tails) == limit + 1
    assert all(a >= b for a, b in pairwise(tails))
    assert odds.tail(odds.minimum) == 1 > odds.tail(odds.minimum + 1) > 0
    assert tails == tuple(odds.tail(t) for t in range(limit + 1))


@settings(max_examples=60, deadline=None)
@given(rolls(4, 12))
def test_the_mean_is_the_sum_of_the_tails(roll):
    """Within a proven bound.

    No rule gives more than the sum T of all dice rolled out (a kept total is one of them), and by
    convexity E[(T - nc)+] <= sum of E[(Y - c)+], each at most mean / sides^(c // step).
    """
    count, reach = len(roll.dice), 120
    odds = distribution(roll)
    head = sum(odds.tails(count * reach)[1:])
    if roll.explode == "none":
        assert odds.mean == head
        assert odds.tail(odds.maximum) > 0 == odds.tail(odds.maximum + 1)
        return
    bound = sum(die_mean(sides, roll.explode) / sides ** (reach // later(sides, roll.explode)) for sides in roll.dice)
    assert 0 <= odds.mean - head <= bound < Fraction(1, 10**6)
    assert odds.maximum is None


@settings(deadline=None)
@given(rolls(4, 20), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_means_nothing(roll, random):
    other = list(roll.dice)
    random.shuffle(other)
    a, b = distribution(roll), distribution(replace(roll, dice=tuple(other)))
    assert (a.mean, a.critical_failure, a.tails(30)) == (b.mean, b.critical_failure, b.tails(30))


@settings(deadline=None)
@given(st.integers(2, 100), st.sampled_from(("none", "open", "penetrating")))
def test_every_rule_is_the_same_for_one_die(sides, explode):
    means = {
        distribution(Roll((sides,), keep, explode, maxima, failure)).mean
        for keep in ("sum", "highest", "lowest")
        for maxima in ("choose", "one", "all")
        for failure in (False, True)
    }
    assert means == {die_mean(sides, explode)}


@settings(deadline=None)
@given(rolls(3, 6))
def test_the_least_total_that_is_no_failure(roll):
    every = product(*(range(1, sides + 1) for sides in roll.dice))
    falls = {tuple(sorted(zip(roll.dice, faces, strict=True))): faces for faces in every}  # in any order
    totals = [
        next(t for t in range(1, 99) if fallen_tail(roll, faces, t + 1) < 1)
        for faces in falls.values()
        if not (roll.critical_failure and fails(roll, faces))
    ]
    assert distribution(roll).least_safe == min(totals)


def test_tails_at_any_place():
    odds = distribution(Roll((4,), explode="open"))
    assert odds.tail(-5) == odds.tail(0) == 1
    assert odds.tail(4001) == Fraction(1, 4**1000)
    assert odds.tails(0) == (1,)
    assert distribution(Roll((4, 4))).tail(9) == 0


def test_floats_are_rounded_once():
    odds = distribution(Roll((6,) * 3, "highest", "open"))
    assert odds.tails_float(40) == [t.numerator / t.denominator for t in odds.tails(40)]


def test_distributions_are_shared():
    assert distribution(Roll((6, 6))) is distribution(Roll((6, 6)))


@pytest.mark.parametrize(("sides", "mean"), [(6, 12), (4, 9)])
def test_sum_of_three_penetrating_dice(sides, mean):
    assert distribution(Roll((sides,) * 3, explode="penetrating")).mean == mean
