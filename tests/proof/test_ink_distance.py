"""What slots print stands apart on every card: on pictures of the decks of many seeds, in all shipped layouts."""

import pytest
from ink_distance import near_slots
from page_decks import measured, shipped_game

import deckgen
from deckgen.card.layout import load_layout
from deckgen.library.games import Game

LEAST = 0.8  # mm
SEEDS = range(20)
HERO_SEEDS = range(5)  # of the decks of each shipped character, which are many
DECKS = [*measured()]


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_ink_of_different_slots_is_apart(name, deck):
    game, layout = measured()[name, deck], load_layout(name, deck=deck)
    dealt = [
        Game(game).deal(deck=deck, seed=str(seed)).data for seed in (HERO_SEEDS if name.endswith("-hero") else SEEDS)
    ]
    assert [str(near) for near in near_slots(layout, game, game.deck(deck), dealt, LEAST)] == []


def test_the_measure_finds_slots_that_touch():
    layout, game = load_layout("west"), shipped_game("west-that-wasnt")
    dealt = [deckgen.load_game("west-that-wasnt").deal(seed="1").data]
    found = {(near.first, near.second) for near in near_slots(layout, game, game.deck(), dealt, 6.0)}
    assert ("breakdown", "toggle") in found
    assert ("impulse", "toggle") not in found
