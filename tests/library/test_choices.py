"""The game of a deck's file: the one that is named, a shipped one, or one in a folder near the file."""

from __future__ import annotations

import pytest

from deckgen.errors import DeckError
from deckgen.library.choices import game_called

GAME = """
game: {id: mist, title: Mist, language: en}
sections:
  sky: {kind: distribution, title: Sky, outcomes: [{value: sun, weight: 1}, {value: fog, weight: 1}]}
decks:
  main: {title: Main, cards: {numbered: 20}}
"""


@pytest.fixture
def game(tmp_path, monkeypatch):
    """The folder of a game in a folder of its own."""
    folder = tmp_path / "all" / "mist"
    folder.mkdir(parents=True)
    (folder / "any.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return folder


@pytest.mark.parametrize("place", ["mist", "mist/runs/1", ".", "run-1", "out/run-1"])
def test_a_game_is_found_above_or_beside_its_files(game, place):
    assert game_called("mist", game.parent / place / "deck.json", None).folder == game


def test_a_game_is_found_in_the_current_folder(game, tmp_path, monkeypatch):
    monkeypatch.chdir(game)
    assert game_called("mist", tmp_path / "far" / "off" / "deck.json", None).id == "mist"


@pytest.mark.parametrize("header", ["game:\n  title: Mist\n  id: 'mist' # its id\n", "game: {title: Mist, id: mist}\n"])
def test_the_id_may_be_written_in_any_way(game, header):
    (game / "any.yaml").write_text(header + GAME.partition("en}")[2], encoding="utf-8")
    assert game_called("mist", game / "deck.json", None).id == "mist"


@pytest.mark.parametrize("name", ["mis", "misty", "../mist", "a\0b", "x" * 300])
def test_of_other_games_nothing_is_read_and_the_option_is_named(game, name):
    with pytest.raises(DeckError, match="give the game's folder with --game PATH"):
        game_called(name, game.parent / "deck.json", None)


def test_a_folder_that_moved_away_has_to_name_its_game(game, tmp_path):
    away = tmp_path / "elsewhere" / "deep" / "deeper" / "run"
    with pytest.raises(DeckError, match="not in a folder above or beside it"):
        game_called("mist", away / "deck.json", None)
    assert game_called("mist", away / "deck.json", str(game)).id == "mist"
