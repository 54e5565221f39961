from fractions import Fraction
from itertools import accumulate
from math import ceil, floor

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.deal.apportionment import apportion, systematic
from deckgen.deck.deal.random_stream import RandomStream

TARGETS = st.fractions(0, 60, max_denominator=60)


class Chosen:
    """Bits that give one number."""

    def __init__(self, number):
        self.number = number

    def below(self, limit):
        assert 0 <= self.number < limit
        return self.number


@given(TARGETS, st.integers(1, 30))
def test_over_all_that_the_seed_can_choose_the_mean_is_the_target(target, number):
    steps = target.denominator
    found = [systematic(target, number, Chosen(step)) for step in range(steps)]
    assert sum(found) == steps * target
    assert set(found) <= {floor(target), ceil(target)}


@given(TARGETS, st.integers(), st.integers(1, 40))
def test_decks_of_a_set_are_never_together_a_whole_unit_off(target, seed, decks):
    found = [systematic(target, number, RandomStream(seed)) for number in range(1, decks + 1)]
    for number, total in enumerate(accumulate(found), start=1):
        assert abs(total - number * target) < 1


def test_a_whole_target_is_met_by_every_deck():
    assert {systematic(Fraction(9), number, RandomStream("any")) for number in range(1, 9)} == {9}


@st.composite
def shares(draw):
    weights = draw(st.lists(st.integers(0, 40), min_size=1, max_size=12).filter(any))
    size = draw(st.integers(1, 60))
    return [Fraction(size * weight, sum(weights)) for weight in weights]


@settings(max_examples=60, deadline=None)
@given(shares(), st.integers(), st.integers(1, 30))
def test_shares_become_whole_cards_and_decks_of_a_set_pay_what_they_owe(parts, seed, decks):
    given_so_far = [0] * len(parts)
    for number in range(1, decks + 1):
        counts = apportion(parts, number, RandomStream(seed))
        assert sum(counts) == sum(parts)
        assert all(floor(p) <= c <= ceil(p) for p, c in zip(parts, counts, strict=True))
        given_so_far = [g + c for g, c in zip(given_so_far, counts, strict=True)]
        assert all(abs(g - number * p) < 1 for g, p in zip(given_so_far, parts, strict=True))


# Sets on which giving the cards left over to whoever is owed most, deck after deck, comes closest to failing.
HARD = [
    [8, 12, 8, 8, 15, 10],
    [13, 11, 13, 3, 3],
    [1, 27, 100],
    [93, 26, 38, 60, 98, 9, 39, 1, 89, 100, 56, 75, 37],
    [44, 96, 78, 100, 33, 43, 42, 7, 21, 75, 93, 91],
]


@pytest.mark.parametrize("weights", HARD)
@pytest.mark.parametrize("size", [1, 2, 5, 20])
def test_uneven_shares_stay_within_a_card_over_many_decks(weights, size):
    parts = [Fraction(size * weight, sum(weights)) for weight in weights]
    given_so_far = [0] * len(parts)
    for number in range(1, 41):
        counts = apportion(parts, number, RandomStream("hard"))
        given_so_far = [g + c for g, c in zip(given_so_far, counts, strict=True)]
        assert all(abs(g - number * p) < 1 for g, p in zip(given_so_far, parts, strict=True))


@given(shares(), st.integers())
def test_the_first_deck_rounds_up_the_largest_fractions(parts, seed):
    counts = apportion(parts, 1, RandomStream(seed))
    up = [p - floor(p) for p, c in zip(parts, counts, strict=True) if c > p]
    down = [p - floor(p) for p, c in zip(parts, counts, strict=True) if c < p]
    assert not up or not down or min(up) >= max(down)


@given(st.fractions(0, 54, max_denominator=500), st.integers(1, 60))
def test_of_two_values_all_decks_so_far_have_the_nearest_count(share, number):
    parts = [share, 54 - share]
    first = sum(apportion(parts, deck, RandomStream("two"))[0] for deck in range(1, number + 1))
    assert abs(first - number * share) <= Fraction(1, 2)


def test_ties_fall_as_the_seed_says():
    parts = [Fraction(1, 2)] * 2
    assert {tuple(apportion(parts, 1, RandomStream(seed))) for seed in range(20)} == {(0, 1), (1, 0)}


def test_far_decks_of_a_set_cost_no_more_than_near_ones():
    parts = [Fraction(27, 10), Fraction(27, 5), Fraction(459, 10)]
    assert apportion(parts, 10**12 + 3, RandomStream("far")) == apportion(parts, 3, RandomStream("far"))


def test_shares_that_are_no_deck_are_refused():
    with pytest.raises(ValueError, match="whole number of cards"):
        apportion([Fraction(1, 2), Fraction(1, 3)], 1, RandomStream("none"))
