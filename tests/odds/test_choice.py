from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings, strategies as st
from odds_twins import best_chain, die_mean_or, later, rolls, tail

from deckgen.odds import Roll, distribution
from deckgen.odds.choice import Hand, OpenDie, best_move

exploding = st.sampled_from(("open", "penetrating"))
some_maxima = st.sampled_from(("choose", "one"))


def test_two_d4_by_hand():
    # Neither shows 4: 22 in all over 9 ways. One does, 6 ways: 4 + 10/3. Both: keep 8 or more (3 in 4
    # fall short, and the other die has 22/3), so 3/4 x 22/3 + 1/4 x (8 + 10/3) = 25/3.
    expected = (22 + 6 * Fraction(22, 3) + Fraction(25, 3)) / 16
    assert distribution(Roll((4, 4), "highest", "open", "choose")).mean == expected
    expected = (22 + 7 * Fraction(22, 3)) / 16
    assert distribution(Roll((4, 4), "highest", "open", "one")).mean == expected


def test_a_tie_is_kept():
    # The last penetrating d4 has 3 + 3 = 6, so a 6 on the first is as good, and is kept.
    d4 = OpenDie(4, 3)
    move = best_move(Hand((d4, d4), 0), only_one=False)
    assert best_move(Hand((d4,), 0), only_one=False).mean == 6
    assert move.keep == 6


def test_a_higher_die_that_is_no_maximum_stays():
    odds = distribution(Roll((4, 12), "highest", "open"))
    hand = best_move(Hand((OpenDie(4, 4),), 9), only_one=False)
    # 9 unless the chain passes it: 10 and 11 (1/16 each), or 12 and another roll (1/16).
    assert hand.mean == 9 + Fraction(1 + 2, 16) + Fraction(1, 16) * (3 + Fraction(10, 3))
    assert odds.mean > distribution(Roll((12,), "highest", "open")).mean


@settings(max_examples=80, deadline=None)
@given(rolls(3, 7), exploding, some_maxima, st.integers(0, 40))
def test_tails_by_listing_every_roll(roll, explode, maxima, limit):
    roll = replace(roll, keep="highest", explode=explode, maxima=maxima)
    assert distribution(roll).tails(limit) == tuple(tail(roll, t) for t in range(limit + 1))


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 4), st.integers(4, 5), exploding, some_maxima, st.booleans())
def test_large_pools_of_small_dice(sides, count, explode, maxima, failure):
    roll = Roll((sides,) * count, "highest", explode, maxima, failure)
    assert distribution(roll).tails(30) == tuple(tail(roll, t) for t in range(31))


@settings(deadline=None)
@given(st.lists(st.integers(2, 9), min_size=1, max_size=4), st.integers(0, 12), exploding, some_maxima)
def test_best_against_every_order(sides, level, explode, maxima):
    dice = tuple(sorted(sides))
    move = best_move(Hand(tuple(OpenDie(s, later(s, explode)) for s in dice), level), only_one=maxima == "one")
    mean, die, *_ = best_chain(dice, level, explode, maxima)
    assert (move.mean, move.die.sides) == (mean, die)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(2, 9), st.integers(0, 40)), min_size=1, max_size=4),
    st.integers(0, 12),
    exploding,
)
def test_no_other_way_to_play_is_better(plan, level, explode):
    """Any order, keeping from any totals on: the mean is at most that of the best play."""

    def chance(sides, t):
        tails = OpenDie(sides, later(sides, explode)).chain_tails(t)
        return Fraction(tails[t], tails[0])

    value = Fraction(0)
    for place, (sides, keep) in enumerate(reversed(plan)):
        step = later(sides, explode)
        if place == 0:
            value = step + die_mean_or(sides, explode, Fraction(level - step))
            continue
        # What is kept: E[C; C >= floor] = E[max(C, floor)] - floor P(C < floor), and the level below.
        floor = max(keep, level)
        kept = step + die_mean_or(sides, explode, Fraction(floor - step))
        kept -= floor * (1 - chance(sides, floor))
        kept += level * (chance(sides, keep) - chance(sides, floor))
        value = kept + (1 - chance(sides, keep)) * value
    dice = tuple(sorted(OpenDie(sides, later(sides, explode)) for sides, _ in plan))
    assert value <= best_move(Hand(dice, level), only_one=False).mean


@settings(max_examples=60, deadline=None)
@given(rolls(4, 12), exploding)
def test_one_is_at_most_choose_and_choose_at_most_all(roll, explode):
    roll = replace(roll, keep="highest", explode=explode)
    one, choose, all_ = (distribution(replace(roll, maxima=maxima)).mean for maxima in ("one", "choose", "all"))
    assert one <= choose <= all_
    if len(roll.dice) > 1 and len(set(roll.dice)) == 1:
        assert one < choose < all_
