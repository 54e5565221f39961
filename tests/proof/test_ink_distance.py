"""What slots print stands apart on every card: on pictures of the decks of twenty seeds, in all shipped layouts."""

import pytest
from ink_distance import near_slots
from page_decks import shipped_game, shown

import deckgen
from deckgen.card.layout import load_layout

LEAST = 0.8  # mm
SEEDS = range(20)
DECKS = [(name, spec.name) for name, game in shown().items() for spec in shipped_game(game).decks]


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_ink_of_different_slots_is_apart(name, deck):
    game, layout = shipped_game(shown()[name]), load_layout(name, deck=deck)
    dealt = [deckgen.load_game(shown()[name]).deal(deck=deck, seed=str(seed)).data for seed in SEEDS]
    assert [str(near) for near in near_slots(layout, game, game.deck(deck), dealt, LEAST)] == []


def test_the_measure_finds_slots_that_touch():
    layout, game = load_layout("west"), shipped_game("west-that-wasnt")
    dealt = [deckgen.load_game("west-that-wasnt").deal(seed="1").data]
    found = {(near.first, near.second) for near in near_slots(layout, game, game.deck(), dealt, 6.0)}
    assert ("breakdown", "toggle") in found
    assert ("impulse", "toggle") not in found
