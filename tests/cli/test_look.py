import json

import pytest
from cli_fixtures import GAME, contents, deck_bytes, process, run, white_pictures

from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games
from deckgen.game.model import CardSet
from deckgen.press.target import load_target, target_names


def test_games_are_listed_with_their_decks():
    lines = run("games").stdout.splitlines()
    for name in shipped_games():
        game = read_game(name)
        assert f"{game.id}: {game.title}" in lines
        for spec in game.decks:
            assert f"  {spec.name}: {spec.title}, {spec.size} cards" in lines
        for each in game.sets:
            assert f"  set {each.name}: {', '.join(each.decks)}" in lines
        assert f"  languages: {', '.join(game.languages)}" in lines


def test_games_as_json():
    found = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in found] == list(shipped_games())
    assert found[0]["decks"][0] == {"name": "action", "title": "Action Deck", "size": 54}
    for game in found:
        read = read_game(game["name"])
        assert tuple(game["languages"]) == read.languages
        assert [CardSet(each["name"], each["seed"], tuple(each["decks"])) for each in game["sets"]] == [*read.sets]


def test_layouts_are_listed_by_kind():
    found = json.loads(run("layouts", "--json").stdout)
    assert {"kind": "card", "name": "poker", "trim": [63.5, 88.9], "shape": "rect"} in found
    for layout in found:
        assert (shipped_path("layouts") / layout["kind"] / f"{layout['name']}.yaml").is_file()
    lines = run("layouts").stdout.splitlines()
    assert [line.partition(",")[0] for line in lines] == [f"{each['kind']}: {each['name']}" for each in found]
    assert {"card: tarot, 70 × 120 mm", "document: plain"} <= {*lines}


TARGETS = [load_target(name) for name in target_names()]


def test_targets_are_listed_with_what_they_are_about_and_the_cards_they_take():
    lines = run("targets").stdout.splitlines()
    for target, line in zip(TARGETS, lines, strict=True):
        head = f"{target.name}: {target.about}"
        end = ", and others." if target.other_sizes else "."
        assert line == head + (f" Cards: {', '.join(map(str, target.sizes))}{end}" if target.sizes else "")


def test_programs_get_the_same_as_numbers():
    found = json.loads(run("targets", "--json").stdout)
    assert [(each["name"], each["title"], each["about"]) for each in found] == [
        (target.name, target.title, target.about) for target in TARGETS
    ]
    crafter = next(each for each in found if each["name"] == "thegamecrafter")
    assert crafter["sizes"][0] == {"name": "poker", "trim": [63.5, 88.9], "pixels": [825, 1125], "shape": "rect"}
    assert not crafter["other_sizes"]
    assert next(each for each in found if each["name"] == "press")["other_sizes"]


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


def test_a_preview_is_a_page_and_a_picture(deck, tmp_path):
    result = run("preview", deck, "-o", tmp_path / "look")
    assert result.stderr.splitlines()[-2:] == [
        f"wrote {tmp_path / 'look' / name}" for name in ("cards.html", "cards.png")
    ]
    made = contents(tmp_path / "look")
    assert made["cards.png"].startswith(b"\x89PNG")
    assert made["cards.html"].count(b'<svg role="img"') == 55 + len(
        read_game(GAME).reference_cards_for(read_game(GAME).deck())
    )


def test_a_preview_may_have_another_layout(deck, tmp_path, monkeypatch):
    white_pictures(monkeypatch)
    run("new-layout", "mine", "--from", "poker-light", "-q", "-o", tmp_path)
    run("preview", deck, "--layout", tmp_path / "mine.svg", "-q", "-o", tmp_path / "mine")
    run("preview", deck, "--layout", "poker-light", "-q", "-o", tmp_path / "ours")
    assert contents(tmp_path / "mine") == contents(tmp_path / "ours")


def test_without_libcairo_there_is_the_page_and_a_word_of_the_picture(deck, tmp_path, no_cairo):
    done = process("preview", deck, "-o", tmp_path / "look", **no_cairo)
    assert done.returncode == 0
    assert list(contents(tmp_path / "look")) == ["cards.html"]
    assert b"no cards.png: the cairo library is missing; install it (Debian" in done.stderr
