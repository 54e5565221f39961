from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, lcm

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.deal.apportionment import Apportionment, round_systematically
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
    found = [round_systematically(target, number, Chosen(step)) for step in range(steps)]
    assert sum(found) == steps * target
    assert set(found) <= {floor(target), ceil(target)}


@given(TARGETS, st.integers(), st.integers(1, 40))
def test_decks_of_a_set_are_never_together_a_whole_unit_off(target, seed, decks):
    found = [round_systematically(target, number, RandomStream(seed)) for number in range(1, decks + 1)]
    for number, total in enumerate(accumulate(found), start=1):
        assert abs(total - number * target) < 1


def test_a_whole_target_is_met_by_every_deck():
    assert {round_systematically(Fraction(9), number, RandomStream("any")) for number in range(1, 9)} == {9}


@st.composite
def shares(draw):
    weights = draw(st.lists(st.integers(0, 40), min_size=1, max_size=12).filter(any))
    size = draw(st.integers(1, 60))
    return [Fraction(size * weight, sum(weights)) for weight in weights]


@settings(max_examples=150, deadline=None)
@given(shares(), st.integers(1, 12), st.data())
def test_over_all_starts_every_deck_is_unbiased_and_every_share_floor_or_ceiling(parts, of, data):
    number = data.draw(st.integers(1, of))
    found = [Apportionment(parts).counts(number, of, start) for start in starts(parts)]
    for counts in found:
        assert sum(counts) == sum(parts)
        assert all(c in (floor(p), ceil(p)) for p, c in zip(parts, counts, strict=True))
    assert [Fraction(sum(counts), len(found)) for counts in zip(*found, strict=True)] == parts


@settings(max_examples=150, deadline=None)
@given(shares(), st.integers(1, 40), st.data())
def test_a_whole_set_is_within_a_card_of_every_share_and_every_run_of_neighbors(parts, of, data):
    every = starts(parts)
    start = data.draw(st.sampled_from(every))
    counts = [Apportionment(parts).counts(number, of, start) for number in range(1, of + 1)]
    whole = [sum(each) for each in zip(*counts, strict=True)]
    for first in range(len(parts)):
        for last in range(first, len(parts)):
            wanted = sum(parts[first : last + 1])
            assert abs(sum(whole[first : last + 1]) - of * wanted) < 1
            for deck in counts:
                assert abs(sum(deck[first : last + 1]) - wanted) < 1


def starts(parts):
    """Streams that give each number that ``apportion`` may ask for."""
    uneven = [part % 1 for part in parts if part % 1]
    steps = uneven[0].denominator if len(uneven) == 2 else lcm(*(part.denominator for part in uneven))
    return [Chosen(step) for step in range(steps)]


@given(st.fractions(0, 54, max_denominator=50), st.integers(1, 30), st.integers())
def test_of_two_values_any_first_decks_are_within_a_card(share, number, seed):
    decks = range(1, number + 1)
    first = sum(Apportionment([share, 54 - share]).counts(deck, 1000, RandomStream(seed))[0] for deck in decks)
    assert abs(first - number * share) < 1


@pytest.mark.parametrize("of", range(2, 11))
def test_the_first_decks_of_a_set_are_spread_too(of):
    parts = [Fraction(27, 10)] * 10 + [Fraction(27, 5)] * 5
    for seed in range(20):
        given_so_far = [0] * len(parts)
        for number in range(1, of + 1):
            counts = Apportionment(parts).counts(number, of, RandomStream(seed))
            given_so_far = [g + c for g, c in zip(given_so_far, counts, strict=True)]
            assert all(abs(g - number * p) < 2 for g, p in zip(given_so_far, parts, strict=True))


def test_a_result_that_should_be_on_less_than_half_a_card_comes_up_in_as_many_decks():
    parts = [Fraction(23, 50), 54 - Fraction(23, 50)]
    assert sum(Apportionment(parts).counts(1, 1, start)[0] for start in starts(parts)) == 23


def test_far_decks_of_a_set_cost_no_more_than_near_ones():
    parts = [Fraction(27, 10), Fraction(27, 5), Fraction(459, 10)]
    assert sum(Apportionment(parts).counts(10**12 + 3, 10**12 + 7, RandomStream("far"))) == 54


def test_shares_that_are_no_deck_are_refused():
    with pytest.raises(ValueError, match="whole number of cards"):
        Apportionment([Fraction(1, 2), Fraction(1, 3)])
