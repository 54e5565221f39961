"""Games that extend others: what they take, what they replace, and circles."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import printed_texts, read_game
from deckgen.reach import MAY_READ

pytestmark = pytest.mark.usefixtures("neighbors")

SCOPES = "scopes: {Pulp: {Easy: 3}, Gritty: {Easy: 4}}\nwords: {again: again, end: end}\n"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def other(extends: str, more: str = "") -> str:
    return f"game: {{id: other, title: Other, extends: {extends}}}\n{more}"


@pytest.fixture
def base(tmp_path):
    german = "translations: {de: {sections.coin.title: Münze, sections.skill.title: Probe}}\n"
    return write(tmp_path / "small", GAME, COLUMNS, SECTIONS, DECK, SCOPES, german)


def told(folder) -> list[str]:
    with pytest.raises(GameError) as caught:
        read_game(folder)
    assert all(problem.remedy for problem in caught.value.problems)
    return [f"{problem.path}: {problem.message}" for problem in caught.value.problems]


def test_a_game_takes_all_of_another_but_its_name(base, tmp_path):
    game = read_game(write(tmp_path / "other", other("../small")))
    assert (game.id, game.title, game.folder) == ("other", "Other", tmp_path / "other")
    assert list(map(vars, game.decks)) == list(map(vars, read_game(base).decks))
    assert (game.scopes, game.words, game.languages) == (
        read_game(base).scopes,
        read_game(base).words,
        ("en", "de"),
    )


def test_own_things_replace_those_of_the_same_name(base, tmp_path):
    coin = (
        "sections: {coin: {kind: distribution, title: Toss, outcomes: [{value: 7, cards: rest}]}}\n"
        "columns: {dice: {X: d10}}\nscopes: {Pulp: {Hard: 9}}\nwords: {end: over}\n"
        "translations: {de: {sections.coin.title: Wurf}}\n"
    )
    folder = write(tmp_path / "other", other("../small", coin))
    game = read_game(folder)
    assert game.deck().section("coin").title == "Toss"
    assert [column.label for column in game.deck().section("skill").columns] == ["X"]
    assert {scope.name: scope.difficulties for scope in game.scopes} == {
        "Pulp": (("Hard", 9),),
        "Gritty": (("Easy", 4),),
    }
    assert game.words == {"again": "again", "end": "over"}
    assert [read_game(folder, "de").deck().section(name).title for name in ("coin", "skill")] == [
        "Wurf",
        "Probe",
    ]
    assert read_game(base).deck().section("coin").title == "Coin"


def test_translations_go_with_what_they_translate(base, tmp_path):
    german = """\
translations:
  de:
    game.title: Klein
    sections.coin.outcomes[1].print: Nein
    sections.skill.title: Probe
    scopes.Pulp.Easy: leicht
    words.end: Ende
"""
    write(base, german=german, **{"5": "words: {more: more}\n"})
    own = (
        "sections: {coin: {kind: distribution, title: Coin, outcomes: [{value: 7, cards: rest}]}}\n"
        "scopes: {Pulp: {Easy: 5}}\n"
        "decks: {main: {title: Few, cards: {numbered: 30}, sections: [coin]}}\n"
    )
    game = read_game(write(tmp_path / "other", other("../small", own)), "de")
    assert (game.title, game.deck().title, game.deck().section("coin").title) == ("Other", "Few", "Coin")
    assert {scope.name: scope.difficulties for scope in game.scopes} == {
        "Pulp": (("Easy", 5),),
        "Gritty": (("Easy", 4),),
    }
    assert game.words["end"] == "Ende"


def test_a_shipped_game_can_be_extended_and_so_can_that(tmp_path):
    write(tmp_path / "one", other("future-imperfect", "words: {critical_failure: XX}\n"))
    game = read_game(write(tmp_path / "two", other("../one")))
    assert game.words["critical_failure"] == "XX"
    assert [deck.sha256 for deck in game.decks] == [deck.sha256 for deck in read_game("future-imperfect").decks]
    assert printed_texts(tmp_path / "two")["words.critical_failure"] == "XX"


def test_problems_of_the_other_game_are_told_with_its_files(base, tmp_path):
    write(base, **{"0": GAME, "2": SECTIONS.replace("rows: 2", "rows: two")})
    folder = write(tmp_path / "other", other("../small"))
    with pytest.raises(GameError) as caught:
        read_game(folder)
    (problem,) = caught.value.problems
    assert problem.file.endswith("small/2.yaml")
    assert (problem.line, problem.path) == (6, "sections.skill.rows")


def test_a_broken_thing_that_is_replaced_is_told_but_does_no_more_harm(base, tmp_path):
    write(base, **{"1": COLUMNS.replace("d4", "d0")})
    folder = write(tmp_path / "other", other("../small", COLUMNS))
    assert told(folder) == ['columns.dice.I: "d0" is not a die']


@pytest.mark.parametrize("circle", [[0], [1, 0], [1, 2, 0]])
def test_circles_are_refused(tmp_path, circle):
    for i, to in enumerate(circle):
        write(tmp_path / str(i), other(f"../{to}"))
    problems = told(tmp_path / "0")
    assert len(problems) == 1
    assert problems[0].startswith(f'game.extends: extending "../{circle[-1]}" makes a circle')


def test_a_game_that_is_not_there(tmp_path):
    folder = write(tmp_path / "other", other("future-imperfct"))
    with pytest.raises(GameError, match='no game "future-imperfct" to extend; did you mean "future-imperfect"'):
        read_game(folder)


def test_the_theme_of_a_layout_beside_the_game_is_no_part_of_it(base):
    write(base, look="palette: {}\n")
    assert told(base) == ['palette: the key "palette" is unknown here']
    (base / "look.svg").write_text("<svg/>", encoding="utf-8")
    assert read_game(base).id == "small"


@pytest.mark.finding("R14")
def test_another_game_lies_within_or_is_allowed(base, tmp_path, monkeypatch):
    monkeypatch.delenv(MAY_READ)
    folder = write(tmp_path / "other", other("../small"))
    (problem,) = told(folder)
    assert problem == f"game.extends: ../small is outside the folder {folder}"
    base.rename(folder / "base")
    write(folder, other("base"))
    assert read_game(folder).id == "other"


@pytest.mark.finding("R14")
def test_a_link_to_another_folder_is_not_read(base, tmp_path, monkeypatch):
    monkeypatch.delenv(MAY_READ)
    (tmp_path / "words.yaml").write_text("words: {secret: word}\n")
    (base / "words.yaml").symlink_to("../words.yaml")
    with pytest.raises(GameError, match=r"words\.yaml: the link points outside its folder; copy it there"):
        read_game(base)


@pytest.mark.finding("R14")
@pytest.mark.parametrize(
    ("make", "what"),
    [
        (os.mkfifo, "this is a pipe, not a file"),
        (Path.mkdir, "this is a folder"),
        (lambda path: path.symlink_to("gone"), "No such file or directory"),
    ],
)
def test_a_yaml_file_that_is_none_is_not_passed_over(base, make, what):
    make(base / "more.yaml")
    with pytest.raises(GameError, match=rf"more\.yaml: {what}"):
        read_game(base)


@pytest.mark.parametrize("content", [b"", b"a: 1\na: 2\n", b"a: \0", "game: ß".encode("utf-16")])
def test_what_a_file_that_cannot_be_read_may_hold_is_not_missed(tmp_path, content):
    folder = write(tmp_path, GAME)
    (folder / "game.yaml").write_bytes(content)
    for path in sorted(folder.glob("[0-9]*.yaml"))[:1]:
        path.unlink()  # where the game says what it is called
    with pytest.raises(GameError) as caught:
        read_game(folder)
    assert {Path(problem.file).name for problem in caught.value.problems} == {"game.yaml"}


@pytest.mark.finding("R17")
def test_a_long_chain_of_games_is_told(tmp_path):
    for number in range(22):
        write(tmp_path / str(number), other(f"../{number + 1}"))
    (problem,) = told(tmp_path / "0")
    assert problem == "game.extends: more than 20 games extend each other"


@pytest.mark.finding("R11")
@pytest.mark.parametrize("key", ["extends", "look", "layout"])
def test_names_that_no_file_can_have_are_told(base, key):
    place = base / ("3.yaml" if key == "layout" else "0.yaml")
    text = place.read_text()
    named = f'{key}: "a\\0b.yaml"'
    place.write_text(
        text.replace("title: Main", f"title: Main\n    {named}")
        if key == "layout"
        else text.replace("}", f", {named}}}")
    )
    assert told(base)[0].endswith(f"{key}: no file can have this name")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: it\nname: Ana\ntraits: {nerve: 3}\n", "this looks like a character, not a part of the game"),
        ("format: deckgen-sheet/1\ngame: it\ntitle: It\n", "this looks like a sheet, not a part of the game"),
    ],
)
def test_a_character_in_the_folder_of_a_game_is_one_error(base, text, message):
    (base / "ana.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as error:
        read_game(base)
    assert [problem.message for problem in error.value.problems] == [message]
    assert "move it into the folder" in str(error.value)
