import re

import pytest
import yaml
from cli_fixtures import GAME, contents, refused, run

from deckgen.game import load, shipped_games
from deckgen.game.parts import SCHEMA
from deckgen.game.starter import FOLDER, renamed, starter, valid_name
from deckgen.sheet.reader import load_sheet


def test_a_new_game_builds_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("new", "lantern-road").stderr.splitlines()
    assert said[-1] == "now: deckgen build lantern-road --seed 1"
    assert run("validate", "lantern-road").stderr.startswith("lantern-road: nothing wrong\n")
    run("build", "lantern-road", "--seed", "1", "-q", "-o", "print")
    game = load("lantern-road")
    assert (game.id, game.title) == ("lantern-road", "Lantern Road")
    assert (tmp_path / "print" / "lantern-road-action-1-1-cards-a4.pdf").read_bytes()[:5] == b"%PDF-"
    kinds = {type(section).__name__.removesuffix("Section") for section in game.decks[0].sections}
    assert kinds >= {"Grid", "Rolls", "Distribution", "Stack", "Ordinal", "Fixed"}


def test_the_files_that_are_written_are_named(tmp_path):
    said = run("new", "my-game", "-o", tmp_path / "g").stderr.splitlines()
    assert sorted(said[:-1]) == [f"wrote {tmp_path / 'g' / name}" for name in contents(tmp_path / "g")]


def test_every_key_of_the_small_game_has_a_remark():
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml"))
    remarked = {key for line in text.splitlines() if "# " in line for key in re.findall(r"(\w+):", line)}
    heads = re.findall(r"^# .*\n\n?(\w+):", text, re.MULTILINE)  # a remark above stands for its key

    def keys(node):
        if isinstance(node, dict):
            for key, value in node.items():
                yield key
                yield from keys(value)
        for each in node if isinstance(node, list) else ():
            yield from keys(each)

    known = set(re.findall(r'"(\w+)": [{t]', SCHEMA.read_text(encoding="utf-8")))
    used = {
        key
        for path in FOLDER.glob("*.yaml")
        for key in keys(yaml.safe_load(path.read_text(encoding="utf-8")))
    }
    assert (used & known) - remarked - set(heads) == set()
    assert len(used & known) > 35


def test_editors_find_the_schemas(tmp_path):
    run("new", "mine", "--like", "rough-magic", "-q", "-o", tmp_path / "mine")
    files = list((tmp_path / "mine").rglob("*.yaml"))
    assert len(files) > 4
    for path in files:
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8"))[1]
        assert (path.parent / named).is_file()
    assert (tmp_path / "mine" / "game.schema.json").read_bytes() == SCHEMA.read_bytes()


@pytest.mark.parametrize("like", shipped_games())
def test_a_copy_is_the_same_game_under_another_name(tmp_path, like):
    run("new", "other-one", "--like", like, "-q", "-o", tmp_path / "copy")
    copy, model = load(tmp_path / "copy"), load(like)
    assert (copy.id, copy.title) == ("other-one", "Other One")
    assert [deck.sha256 for deck in copy.decks] == [deck.sha256 for deck in model.decks]
    assert (copy.scopes, copy.words, copy.sets, copy.tokens) == (
        model.scopes,
        model.words,
        model.sets,
        model.tokens,
    )
    sheet, roster = load_sheet(tmp_path / "copy"), load_sheet(like).roster
    assert (sheet.game, sheet.roster) == ("other-one", roster)
    assert roster
    for language in model.languages:
        assert load(tmp_path / "copy", language).title == "Other One"
    remarks = [line for line in (model.folder / "deck.yaml").read_text().splitlines() if "#" in line][1:]
    assert (
        remarks
        == [line for line in (tmp_path / "copy" / "deck.yaml").read_text().splitlines() if "#" in line][1:]
    )


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    assert "mine: is there already; choose another name" in refused("new", "x", "-o", tmp_path / "mine")
    assert "this makes a folder" in refused("new", "x", "-o", tmp_path / "mine" / "notes.txt", code=2)
    assert contents(tmp_path) == {"mine/notes.txt": b"mine"}


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "mine").mkdir()
    run("new", "mine", "-q", "-o", tmp_path / "mine")
    assert load(tmp_path / "mine").id == "mine"


@pytest.mark.parametrize("name", ["My Game", "../x", "a/b", "", ".", "x--y", "-x", "ä", "a" * 61, "x\n"])
def test_what_is_no_folder_name_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert not valid_name(name)
    assert "Error: " in refused("new", "--", name, code=2)
    assert contents(tmp_path) == {}


def test_names_of_shipped_games_are_taken_and_others_cannot_be_copied(tmp_path):
    assert "a shipped game is called this" in refused("new", GAME, "-o", tmp_path / "x")
    said = refused("new", "x", "--like", "ruff-magic", "-o", tmp_path / "x")
    assert 'did you mean "rough-magic"?' in said
    assert "stdout" in refused("new", "x", "-o", "-", code=2)
    assert contents(tmp_path) == {}


def test_only_the_name_changes():
    text = "# a\ngame: {id: x, title: 'Öl: \"x\"', language: de} # b\nsets: {title: 1}\n"
    assert renamed(text, "new-one") == (
        '# a\ngame: {id: "new-one", title: "New One", language: de} # b\nsets: {title: 1}\n'
    )
    text = "translations:\n  de:\n    game.title: X # c\n    sections.a.title: X\n"
    assert renamed(text, "y") == text.replace("game.title: X", 'game.title: "Y"')
    assert renamed("# nothing\n", "y") == "# nothing\n"


def test_the_same_call_gives_the_same_files():
    assert starter(FOLDER, "x") == starter(FOLDER, "x")


@pytest.mark.parametrize(
    ("name", "like", "told"),
    [
        ("rough-magic", None, "a shipped game is called this"),
        ("mine", "rough-magik", 'did you mean "rough-magic"'),
        ("mine", None, "is there already"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(name, like, told, tmp_path):
    (tmp_path / "notes.txt").write_text("")
    copied = [] if like is None else ["--like", like]
    assert told in refused("new", name, *copied, "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_new_game_has_its_name_and_loads(tmp_path):
    run("new", "mine", "--like", "rough-magic", "-o", tmp_path / "mine")
    assert load(tmp_path / "mine").id == "mine"
