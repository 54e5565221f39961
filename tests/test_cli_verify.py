import json
import shutil

import pytest
from cli_fixtures import GAME, deck_bytes, run

from deckgen.files import shipped


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


@pytest.fixture
def own_game(tmp_path):
    """The shipped game as a user's own, under an id that is not shipped."""
    folder = tmp_path / "mine"
    shutil.copytree(shipped("data") / GAME, folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace(f"id: {GAME}", "id: mine"), encoding="utf-8")
    return folder


def test_a_deck_is_verified(deck):
    result = run("verify", deck)
    assert (result.stdout, result.stderr) == ("", f"{deck}: the deck of seed '42', unchanged\n")


def test_decks_of_a_game_of_your_own_are_read_with_its_folder(own_game, tmp_path):
    deck = tmp_path / "deck.json"
    run("generate", own_game, "--seed", "7", "-o", deck)
    run("verify", deck, "--game", own_game)
    assert json.loads(run("audit", deck, "--game", own_game, "--format", "json").stdout)["passed"]
