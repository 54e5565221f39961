import pytest

from deckgen.errors import GameError
from deckgen.game import load, shipped_games
from deckgen.run.decks import seed_of_set, spec_named, specs_named


@pytest.mark.parametrize("name", shipped_games())
def test_without_a_name_a_game_gives_its_first_deck(name):
    game = load(name)
    assert spec_named(game, None) is game.decks[0]
    for spec in game.decks:
        assert spec_named(game, spec.name) is spec


def test_an_unknown_deck_is_an_error_that_names_the_known():
    with pytest.raises(GameError, match="no deck is called 'magic'; it has: action"):
        spec_named(load("future-imperfect"), "magic")


def test_decks_come_once_and_in_the_order_of_the_game():
    game = load("future-imperfect")
    assert specs_named(game, ()) == game.decks
    names = [spec.name for spec in specs_named(game, ("extras", "action", "extras"))]
    assert names == ["action", "extras"]


@pytest.mark.parametrize("language", [None, "de"])
def test_a_set_has_its_name_in_the_original_and_in_the_language_that_was_asked_for(language):
    game = load("future-imperfect", language)
    original = load("future-imperfect").sets
    assert [seed_of_set(game, name) for name, _ in (*original, *game.sets)] == [
        seed for _, seed in (*original, *game.sets)
    ]
