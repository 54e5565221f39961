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


def test_the_shipped_game_is_valid():
    result = run("validate", GAME)
    assert (result.stdout, result.stderr) == ("", f"{GAME}: nothing wrong\n")


def test_an_audit_is_text_on_stdout(deck):
    result = run("audit", deck)
    assert result.stderr == ""
    for section in ("causes", "effects"):
        assert section in result.stdout


def test_an_audit_as_json_names_the_deck_and_its_cells(deck):
    audit = json.loads(run("audit", deck, "--format", "json").stdout)
    assert audit["decks"] == [json.loads(deck_bytes())["id"]]
    assert audit["passed"] is True
    assert len(audit["cells"]) >= 60


def test_an_audit_goes_to_a_file(deck, tmp_path):
    result = run("audit", deck, "-o", tmp_path / "audit.txt")
    assert (result.stdout, result.stderr) == ("", f"wrote {tmp_path / 'audit.txt'}\n")
    assert (tmp_path / "audit.txt").read_text(encoding="utf-8") == run("audit", deck).stdout


def test_an_audit_that_is_not_passed_is_written_all_the_same_and_ends_with_1(deck, monkeypatch):
    class Failed:
        passed = False

    monkeypatch.setattr("deckgen.deck.audit.auditor.audit", lambda _decks, _game, _paths: Failed())
    monkeypatch.setattr("deckgen.deck.audit.report.text", lambda _: "causes: a bar is missed\n")
    result = run("audit", deck, code=1)
    assert result.stdout == "causes: a bar is missed\n"
    assert result.stderr.startswith(f"{deck}: the audit is not passed; ")


def test_a_deck_is_verified(deck):
    result = run("verify", deck)
    assert (result.stdout, result.stderr) == ("", f"{deck}: the deck of seed '42', unchanged\n")


def test_decks_of_a_game_of_your_own_are_read_with_its_folder(own_game, tmp_path):
    deck = tmp_path / "deck.json"
    run("generate", own_game, "--seed", "7", "-o", deck)
    run("verify", deck, "--game", own_game)
    assert json.loads(run("audit", deck, "--game", own_game, "--format", "json").stdout)["passed"]


def test_the_words_of_a_language_are_validated():
    assert run("validate", GAME, "--language", "de").stderr == f"{GAME}: nothing wrong\n"
    assert (
        'not translated to "fr"; choose from en, de'
        in run("validate", GAME, "--language", "fr", code=1).stderr
    )
