from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import icepool
import pytest
from hypothesis import given, settings, strategies as st
from odds_twins import die_tail

from deckgen.errors import GameError
from deckgen.odds import Roll, describe, distribution
from deckgen.odds.roll_rules import roll_problems

DICE = st.lists(st.integers(2, 6), min_size=1, max_size=4).map(tuple)


@settings(max_examples=80, deadline=None)
@given(DICE, st.sampled_from(("none", "open", "penetrating")), st.integers(1, 15), st.integers(0, 6))
def test_tails_by_listing_which_dice_succeed(dice, explode, success_at, limit):
    chances = [die_tail(sides, explode, success_at) for sides in dice]
    by_number = [Fraction(0)] * (len(dice) + 1)
    for hits in product((False, True), repeat=len(dice)):
        by_number[sum(hits)] += prod(p if hit else 1 - p for p, hit in zip(chances, hits, strict=True))
    odds = distribution(Roll(dice, "count", explode, success_at=success_at))
    assert odds.tails(limit) == tuple(sum(by_number[t:], Fraction(0)) for t in range(limit + 1))
    assert odds.mean == sum(n * p for n, p in enumerate(by_number))
    possible = [n for n, p in enumerate(by_number) if p]
    assert (odds.minimum, odds.maximum) == (possible[0], possible[-1])
    assert [odds.tail(t) for t in range(6)] == [odds.tails(5)[t] for t in range(6)]
    assert odds.critical_failure == 0


@pytest.mark.parametrize("dice", [(6,) * 5, (10, 10), (4, 6, 8)])
@pytest.mark.parametrize("success_at", [1, 4, 5, 7])
def test_plain_dice_against_icepool(dice, success_at):
    oracle = sum((icepool.d(sides) >= success_at for sides in dice), icepool.Die([0]))
    odds = distribution(Roll(dice, "count", success_at=success_at))
    assert odds.mean == oracle.mean()
    assert odds.tails(7) == tuple(oracle.probability(">=", t) for t in range(8))


def test_open_ended_dice_against_icepool():
    # Nine fits within two rolls of a d6, so two more rolls are all that matter.
    oracle = 3 @ (icepool.d6.explode(depth=2) >= 9)
    odds = distribution(Roll((6, 6, 6), "count", "open", success_at=9))
    assert odds.tails(3) == tuple(oracle.probability(">=", t) for t in range(4))


@pytest.mark.parametrize(
    ("roll", "what"),
    [
        (Roll((6,), "count"), "a success is missing"),
        (Roll((6,), success_at=5), "success_at only works with"),
        (Roll((6,), "count", critical_failure=True, success_at=5), "critical_failure does not work"),
    ],
)
def test_refused(roll, what):
    with pytest.raises(GameError, match=what):
        distribution(roll)


def test_describe():
    assert describe(Roll((6, 6, 6, 6), "count", success_at=5)) == "5+ among 4d6"
    assert describe(Roll((6, 8), "count", "open", success_at=9)) == "9+ among d6, d8, open-ended"


def test_what_is_wrong_is_told_with_what_to_do():
    roll = Roll((6,), "count", critical_failure=True, success_at=5)
    problem = ("critical_failure", "critical_failure does not work with keep: count", "delete critical_failure")
    assert list(roll_problems(roll)) == [problem]
