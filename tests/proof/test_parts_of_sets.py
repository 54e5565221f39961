"""Decks of a set that are dealt alone: a set is solved for them, which takes a while."""

from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.game import read_game
from deckgen.library.choices import DeckSelection
from deckgen.library.decks import deal


def test_a_part_of_a_set_is_that_of_the_whole(tmp_path):
    game = read_game(write(tmp_path, GAME, COLUMNS, DECK, SECTIONS))
    whole = [each.data for each in deal(game, game.deck(), DeckSelection("s", 3), print)]
    assert [(deck.number, deck.of) for deck in whole] == [(1, 3), (2, 3), (3, 3)]
    part = deal(game, game.deck(), DeckSelection("s", 3, (3, 1)), print)
    assert [each.data for each in part] == [whole[2], whole[0]]
