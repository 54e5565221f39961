from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings, strategies as st
from odds_twins import die_mean, die_tail, later, rolls, tail

from deckgen.errors import GameError
from deckgen.odds import Roll, distribution
from deckgen.odds.die_odds import pool_of
from deckgen.odds.kept_mean import mean_of_lowest
from deckgen.odds.roll_rules import roll_problems


@settings(max_examples=60, deadline=None)
@given(rolls(3, 6), st.sampled_from(("highest", "lowest")), st.integers(0, 40))
def test_tails_by_listing_every_roll(roll, keep, limit):
    roll = replace(roll, keep=keep, maxima="all")
    assert distribution(roll).tails(limit) == tuple(tail(roll, t) for t in range(limit + 1))


@pytest.mark.parametrize("dice", [(6,), (6, 6, 6), (4, 6, 8), (2, 3, 3), (1, 1, 6), (1, 2)])
@pytest.mark.parametrize("failure", [False, True])
@pytest.mark.parametrize("keep", ["highest", "lowest"])
def test_plain_dice_against_icepool(dice, failure, keep):
    def total(*faces):
        if failure and faces.count(1) * 2 > len(faces):
            return 1
        return max(faces) if keep == "highest" else min(faces)

    oracle = icepool.map(total, *(icepool.d(sides) for sides in dice))
    odds = distribution(Roll(dice, keep, critical_failure=failure))
    assert odds.mean == oracle.mean()
    assert odds.tails(9) == tuple(oracle.probability(">=", t) for t in range(10))
    assert (odds.minimum, odds.maximum) == (oracle.min_outcome(), oracle.max_outcome())


@pytest.mark.parametrize(("sides", "count"), [(4, 3), (8, 2), (16, 5), (2, 7)])
def test_icepool_agrees_below_its_truncation(sides, count):
    depth = 3
    die = icepool.d(sides).explode(depth=depth)
    limit = sides * (depth + 1)
    for keep, oracle in (("highest", die.highest(count)), ("lowest", die.lowest(count))):
        expected = tuple(oracle.probability(">=", t) for t in range(limit + 1))
        assert distribution(Roll((sides,) * count, keep, "open", "all")).tails(limit) == expected


def lowest_mean(dice, explode):
    return mean_of_lowest(tuple(pool_of(Roll(dice, "lowest", explode)).items()))


@settings(deadline=None)
@given(st.integers(2, 100), st.integers(1, 5))
def test_like_dice_have_a_closed_form(sides, count):
    """S(t) of an open-ended die is i/X, i = X ... 1, X times rarer with every step."""
    series = 1 - Fraction(1, sides**count)
    powers = sum(Fraction(i, sides) ** count for i in range(1, sides + 1))
    assert lowest_mean((sides,) * count, "open") == powers / series
    powers -= Fraction(1, sides**count)
    assert lowest_mean((sides,) * count, "penetrating") == powers / series


@settings(deadline=None)
@given(st.dictionaries(st.integers(2, 9), st.integers(1, 2), min_size=1, max_size=3), st.booleans())
def test_unlike_dice_meet_as_often_as_the_first_terms_say(counts, penetrating):
    explode = "penetrating" if penetrating else "open"
    dice = tuple(sides for sides, count in counts.items() for _ in range(count))
    terms = 120
    head = Fraction(0)
    for t in range(1, terms + 1):
        term = Fraction(1)
        for sides, count in counts.items():
            term *= die_tail(sides, explode, t) ** count
        head += term
    # Beyond those terms the sum is at most that of one of the dice alone: its mean excess.
    sides = max(counts) if penetrating else min(counts)
    rest = die_mean(sides, explode) / sides ** (terms // later(sides, explode))
    assert 0 < lowest_mean(dice, explode) - head <= rest


def test_highest_is_1_only_by_critical_failure():
    for dice in product(range(1, 5), repeat=3):
        for faces in product(*(range(1, sides + 1) for sides in dice)):
            assert (max(faces) == 1) <= (faces.count(1) * 2 > len(faces))
    for count in range(1, 6):
        for sides in (2, 4, 6, 16):
            odds = distribution(Roll((sides,) * count, "highest", "open", critical_failure=True))
            assert 1 - odds.tail(2) == odds.critical_failure


@settings(deadline=None)
@given(rolls(4, 20))
def test_a_lowest_roll_knows_no_critical_failure(roll):
    plain, failing = (distribution(replace(roll, keep="lowest", critical_failure=cf)) for cf in (False, True))
    assert plain.mean == failing.mean
    assert plain.tails(30) == failing.tails(30)


@pytest.mark.finding("R17")
def test_mixed_pools_that_fall_in_too_many_ways_are_refused():
    with pytest.raises(GameError, match="these dice can fall in too many ways"):
        distribution(Roll((2, 3, 5, 7, 11, 999), "highest", "open"))
    with pytest.raises(GameError, match="too many ways"):
        distribution(Roll((4,) * 13 + (6,) * 13 + (8,) * 13 + (12,) * 13, "highest", "open", "all"))
    assert list(roll_problems(Roll((4, 6, 8, 10, 12, 20), "highest", "open"))) == []
    assert list(roll_problems(Roll((999,) * 39, "highest", "open"))) == []
