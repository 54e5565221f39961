from fractions import Fraction

import pytest
from deck_twins import session
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.long_run import long_run_mean
from deckgen.game.values import Cell

DECKS = st.lists(st.tuples(st.integers(1, 9), st.booleans()), min_size=2, max_size=6).filter(
    lambda deck: not all(again for _, again in deck)
)


def cells(deck):
    return [Cell(value, again) for value, again in deck]


@settings(max_examples=60, deadline=None)
@given(DECKS, st.data())
def test_jokers_shuffle_the_deck_after_their_task(deck, data):
    jokers = data.draw(st.sets(st.integers(0, len(deck) - 1), min_size=1))
    found = long_run_mean(cells(deck), sorted(jokers), "without-replacement", "jokers")
    assert found == session(deck, lambda task: bool(jokers & set(task)))


@settings(max_examples=30, deadline=None)
@given(DECKS)
def test_the_deck_is_shuffled_after_every_task(deck):
    found = long_run_mean(cells(deck), [0], "without-replacement", "every-draw")
    assert found == session(deck, lambda _: True)


@settings(max_examples=30, deadline=None)
@given(DECKS, st.sampled_from(("never", "jokers")))
def test_without_jokers_or_shuffles_the_deck_is_used_up(deck, reshuffle):
    jokers = [0] if reshuffle == "never" else []
    assert long_run_mean(cells(deck), jokers, "without-replacement", reshuffle) == session(deck, None)


@pytest.mark.parametrize("reshuffle", ["jokers", "every-draw", "never"])
def test_with_replacement_no_shuffle_matters(reshuffle):
    deck = [(1, False), (2, False), (6, True)]
    # a draw is 1, 2, or 6 and another draw
    found = long_run_mean(cells(deck), [1], "with-replacement", reshuffle)
    assert found == Fraction(1 + 2 + 6, 3) + found / 3
