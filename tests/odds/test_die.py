from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given, settings, strategies as st
from odds_twins import die_mean, die_mean_or, die_tail, later

from deckgen.odds import Roll, distribution
from deckgen.odds.choice import OpenDie

exploding = st.sampled_from(("open", "penetrating"))


@pytest.mark.parametrize(
    ("sides", "mean"),
    [(4, "10/3"), (6, "21/5"), (8, "36/7"), (10, "55/9"), (12, "78/11"), (14, "105/13"), (16, "136/15")],
)
def test_open_means(sides, mean):
    assert die_mean(sides, "open") == Fraction(mean)


def test_penetrating_mean_from_its_own_equation():
    assert die_mean(6, "penetrating") == 4
    for sides in range(2, 101):
        mean = die_mean(sides, "penetrating")
        plain = Fraction(sides + 1, 2)
        assert mean == plain + Fraction(1, sides) * (mean - 1)


@settings(deadline=None)
@given(st.integers(1, 100))
def test_plain_mean(sides):
    assert die_mean(sides, "none") == Fraction(sides + 1, 2)


@settings(deadline=None)
@given(st.integers(2, 20), st.sampled_from(("none", "open", "penetrating")), st.integers(0, 70))
def test_tails_follow_the_rule(sides, explode, limit):
    tails = distribution(Roll((sides,), explode=explode)).tails(limit)
    assert tails == tuple(die_tail(sides, explode, t) for t in range(limit + 1))


@settings(deadline=None)
@given(st.integers(2, 20), exploding, st.integers(0, 70))
def test_chain_tails_are_those_of_the_rolled_on_die(sides, explode, limit):
    step = later(sides, explode)
    tails = OpenDie(sides, step).chain_tails(limit)
    assert [Fraction(n, tails[0]) for n in tails] == [die_tail(sides, explode, t - step) for t in range(limit + 1)]


@settings(deadline=None)
@given(st.integers(2, 20), exploding, st.fractions(0, 100, max_denominator=50))
def test_chain_mean_or(sides, explode, least):
    step = later(sides, explode)
    assert OpenDie(sides, step).chain_mean_or(least) == step + die_mean_or(sides, explode, least - step)


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 16])
def test_icepool_agrees_below_its_truncation(sides):
    depth = 6
    opened = icepool.d(sides).explode(depth=depth)
    penetrating = icepool.d(sides).map(
        lambda face: sides - 1 + icepool.Again if face == sides else face, again_depth=depth
    )
    for oracle, explode, step in ((opened, "open", sides), (penetrating, "penetrating", sides - 1)):
        limit = step * (depth + 1)
        tails = distribution(Roll((sides,), explode=explode)).tails(limit)
        assert tails == tuple(oracle.probability(">=", t) for t in range(limit + 1))


def test_the_example_of_the_rules():
    """With 19 on one d8 that showed its maximum, the other beats it in less than 8 % (ch. 1)."""
    tails = OpenDie(8, 8).chain_tails(20)
    assert Fraction(tails[20], tails[0]) == Fraction(5, 64)
