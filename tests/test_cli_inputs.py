import pytest

from deckgen.cli.inputs import spec_of
from deckgen.errors import GameError
from deckgen.game import load, shipped_games


@pytest.mark.parametrize("name", shipped_games())
def test_without_a_name_a_game_gives_its_first_deck(name):
    game = load(name)
    assert spec_of(game, None) is game.decks[0]
    for spec in game.decks:
        assert spec_of(game, spec.name) is spec


def test_an_unknown_deck_is_an_error_that_names_the_known():
    with pytest.raises(GameError, match="no deck is called 'magic'; it has: action"):
        spec_of(load("future-imperfect"), "magic")
