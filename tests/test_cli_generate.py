import json
from pathlib import Path

import pytest
from cli_fixtures import GAME, contents, deck_bytes, refused, run
from game_files import COLUMNS, DECK, GAME as SMALL, SECTIONS, write

from deckgen.game import load


def test_a_deck_goes_to_stdout_and_nothing_else_does():
    result = run("generate", GAME, "--seed", "42", "-o", "-")
    assert result.stdout_bytes == deck_bytes()
    deck = json.loads(result.stdout)
    assert (deck["format"], deck["seed"], deck["number"], deck["of"]) == ("deckgen-deck/1", "42", 1, 1)
    assert len(deck["cards"]) == deck["size"]


def test_a_deck_goes_to_a_file_which_is_named_on_stderr(tmp_path):
    path = tmp_path / "new" / "deck.json"
    result = run("generate", GAME, "--seed", "42", "-o", path)
    assert (result.stdout, result.stderr) == ("", f"wrote {path}\n")
    assert path.read_bytes() == deck_bytes()


def test_quiet_says_nothing(tmp_path):
    assert run("generate", GAME, "--seed", "42", "-q", "-o", tmp_path / "d.json").output == ""


def test_a_set_of_decks_is_a_folder_with_predictable_names(tmp_path):
    run("generate", GAME, "--deck", "action", "--seed", "42", "--decks", "2", "-o", tmp_path)
    found = {name: json.loads(content) for name, content in contents(tmp_path).items()}
    assert {name: (deck["number"], deck["of"]) for name, deck in found.items()} == {
        f"{GAME}-action-42-1.json": (1, 2),
        f"{GAME}-action-42-2.json": (2, 2),
    }


def test_an_odd_seed_has_a_name_of_its_own(tmp_path):
    for seed in ("../x", "", "A b"):
        run("generate", GAME, "--seed", seed, "-o", tmp_path)
    assert sorted(json.loads(content)["seed"] for content in contents(tmp_path).values()) == [
        "",
        "../x",
        "A b",
    ]


def test_output_goes_into_the_folder_output_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("generate", GAME, "--seed", "42")
    assert list(contents(tmp_path)) == [str(Path("output", f"{GAME}-action-42-1.json"))]


@pytest.fixture
def small(tmp_path):
    """A game of 26 cards of a user's own."""
    return write(tmp_path / "small", SMALL, COLUMNS, DECK.replace("[sun, moon]", "[clubs, hearts]"), SECTIONS)


def test_a_game_of_a_users_own_is_used_like_a_shipped_one(small, tmp_path):
    deck = tmp_path / "deck.json"
    run("generate", small, "--seed", "1", "-o", deck)
    run("verify", deck, "--game", small)
    run("render", deck, "--game", small, "--format", "svg", "-q", "-o", tmp_path / "faces")
    assert len(contents(tmp_path / "faces")) == 26 + 1


def test_a_set_that_the_game_names_is_its_seed_and_its_decks(tmp_path):
    published = load(GAME).sets[0]
    second = run("generate", GAME, "--set", published.decks[1], "-q", "-o", "-").stdout_bytes
    facts = json.loads(second)
    assert (facts["seed"], facts["number"], facts["of"]) == (published.seed, 2, 2)
    run("generate", GAME, "--set", published.name, "-q", "-o", tmp_path)
    whole = contents(tmp_path)
    assert len(whole) == 2
    assert second in whole.values()
    assert "2 decks do not go into one file" in refused(
        "generate", GAME, "--set", published.name, "-o", "-", code=2
    )


def test_one_of_seed_and_set_is_needed_and_only_one():
    for other in ("--seed", "--decks"):
        assert f"{other} and --set both say" in refused(
            "generate", GAME, other, "1", "--set", "First set", "-o", "-", code=2
        )
    assert "Missing option '--seed'" in refused("generate", GAME, "-o", "-", code=2)


def test_a_game_that_names_no_sets_says_so(small):
    assert "no set is called 'x'; give a --seed" in refused("generate", small, "--set", "x", "-o", "-")


@pytest.mark.finding("R15")
@pytest.mark.parametrize("command", ["generate", "build", "batch", "map"])
def test_a_seed_that_is_too_long_is_told_in_words(command, tmp_path):
    more = ("--count", "1") if command == "batch" else ()
    assert "a seed may have 200 letters, and this has 201" in refused(
        command, GAME, "--seed", "s" * 201, "-o", str(tmp_path / "out"), *more, code=2
    )
