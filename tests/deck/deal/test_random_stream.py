from collections import Counter

import pytest
from hypothesis import given, strategies as st

from deckgen.deck.deal.random_stream import RandomStream


def test_the_stream_of_a_seed_never_changes():
    """Decks are dealt from this stream: if these numbers change, every seed gives another deck."""
    assert RandomStream("deck", 42).raw(3).tolist() == RAW
    bits = RandomStream("deck", 42)
    assert [bits.below(limit) for limit in (2, 6, 54, 1000, 10**30)] == BELOW
    assert RandomStream("l'été à 東京").shuffle(range(12)) == SHUFFLED
    assert RandomStream("search", 7).integers(100, (2, 3)).tolist() == INTEGERS


RAW = [2612979240856477844, 8105177243839357926, 10532082546168672696]
BELOW = [0, 3, 36, 346, 692009926946977813075613684159]
SHUFFLED = [2, 3, 9, 8, 10, 5, 6, 0, 11, 4, 1, 7]
INTEGERS = [[25, 33, 88], [13, 23, 81]]


def test_words_are_kept_apart():
    streams = [RandomStream(*words).raw(2).tolist() for words in (("a", "b"), ("ab",), ("b", "a"), ("a", "b", ""))]
    assert len({tuple(stream) for stream in streams}) == 4


def test_a_seed_may_hold_anything_that_text_can_hold():
    assert RandomStream("\ud800", "\x00").below(10) in range(10)


@given(st.integers(1, 10**40), st.text(max_size=5))
def test_below_stays_below(limit, seed):
    assert 0 <= RandomStream(seed).below(limit) < limit


@pytest.mark.parametrize("limit", [2, 3, 5, 6])
def test_below_is_even(limit):
    bits = RandomStream("even", limit)
    counts = Counter(bits.below(limit) for _ in range(6000))
    assert sorted(counts) == list(range(limit))
    # six standard deviations of a binomial count
    most = 6 * (6000 / limit * (1 - 1 / limit)) ** 0.5
    assert all(abs(count - 6000 / limit) < most for count in counts.values())


@given(st.lists(st.integers(), max_size=30), st.integers())
def test_a_shuffle_keeps_what_it_shuffles(items, seed):
    assert sorted(RandomStream(seed).shuffle(items)) == sorted(items)


def test_every_order_comes_up():
    bits = RandomStream("orders")
    counts = Counter(tuple(bits.shuffle("abc")) for _ in range(1200))
    assert len(counts) == 6
    assert min(counts.values()) > 120


def test_orders_are_orders_and_all_alike_likely():
    orders = RandomStream("orders").orderings(6000, 3).tolist()
    found = Counter(map(tuple, orders))
    assert all(sorted(order) == [0, 1, 2] for order in found)
    assert len(found) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in found.values()) < 20.5  # 5 degrees of freedom: one in a thousand
