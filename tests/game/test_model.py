"""Decks and games as data."""

from dataclasses import replace

import pytest

from deckgen.game import read_game
from deckgen.game.model import PlayingCard


@pytest.fixture(scope="module")
def game():
    return read_game("future-imperfect")


def test_a_deck_knows_its_size_jokers_and_sections(game):
    deck = game.deck()
    assert deck.size == len(deck.playing_cards) == 54
    assert deck.jokers() == (0, 53)
    assert all(deck.section(section.name) is section for section in deck.sections)
    with pytest.raises(KeyError):
        deck.section("nothing")


def test_a_game_gives_its_first_deck_or_one_by_name(game):
    assert game.deck() is game.decks[0]
    assert game.deck(game.decks[-1].name) is game.decks[-1]
    with pytest.raises(KeyError):
        game.deck("nothing")
    with pytest.raises(KeyError):
        replace(game, decks=()).deck()


def test_faces_are_the_same_in_every_language():
    plain, printed = PlayingCard("2", "sun", "2 of sun"), PlayingCard("2", "sun", "2 of sun", "Sonne 2")
    assert plain == printed
    assert (plain.printed_name, printed.printed_name) == ("2 of sun", "Sonne 2")
    assert PlayingCard("joker", None, "fool").is_joker
    assert not plain.is_joker
