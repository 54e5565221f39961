"""Reading a game's folder: what is merged, what is told, and where."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from shutil import copytree

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, one_section, write

from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import GameError
from deckgen.game import read_game, shipped_games
from deckgen.game.model import DistributionSection, GridSection
from deckgen.game.reader import sheet_words
from deckgen.sources import read_yaml

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def told(folder) -> list[str]:
    """All problems of a game, without the folder's name."""
    with pytest.raises(GameError) as caught:
        read_game(folder)
    assert all(problem.remedy for problem in caught.value.problems)
    return [str(problem).replace(f"{folder}/", "").replace(str(folder), "FOLDER") for problem in caught.value.problems]


def test_a_game_in_one_file_and_in_many_is_the_same(tmp_path):
    one = read_game(write(tmp_path / "one", GAME + COLUMNS + SECTIONS + DECK))
    many = read_game(write(tmp_path / "many", SECTIONS, DECK, COLUMNS, GAME))
    assert list(map(vars, one.decks)) == list(map(vars, many.decks))
    assert (one.id, one.title, one.decks[0].title, one.decks[0].layout) == ("small", "Small", "Main", "base/1")


def test_the_model_of_the_small_game(tmp_path):
    deck = read_game(str(write(tmp_path, GAME, COLUMNS, SECTIONS, DECK))).deck("main")
    coin, skill = deck.sections
    assert isinstance(coin, DistributionSection)
    assert [(o.value, o.cards, o.printed) for o in coin.outcomes] == [(True, 13, "Yes"), (False, 13, "No")]
    assert isinstance(skill, GridSection)
    assert skill.tail_bar == Fraction(3, 5)
    assert [(c.column, c.row, c.roll.dice) for c in skill.cells()] == [
        ("I", 1, (4,)),
        ("I", 2, (4, 4)),
        ("II", 1, (6,)),
        ("II", 2, (6, 6)),
    ]
    assert (deck.draw, deck.reshuffle, deck.size, deck.jokers()) == (
        "without-replacement",
        "jokers",
        26,
        (0, 25),
    )


def test_scopes_and_words(tmp_path):
    scopes = "scopes: {Pulp: {Easy: 3, Hard: 9}}\nwords: {critical_failure: CF}\n"
    game = read_game(write(tmp_path, GAME, scopes, "words: {again: no}\n"))
    assert game.scopes[0].difficulties == (("Easy", 3), ("Hard", 9))
    assert game.words == {"critical_failure": "CF", "again": "no"}


def test_a_deck_may_choose_its_sections_in_its_order(tmp_path):
    deck = DECK + "    sections: [skill]\n    layout: wide\n    draw: with-replacement\n    reshuffle: never\n"
    spec = read_game(write(tmp_path, GAME, COLUMNS, SECTIONS, deck)).deck()
    assert [section.name for section in spec.sections] == ["skill"]
    assert (spec.layout, spec.draw, spec.reshuffle) == ("wide", "with-replacement", "never")


def test_problems_of_two_files_are_told_at_once_with_their_lines(tmp_path):
    bad = SECTIONS.replace("rows: 2", "rows: two").replace("cards: rest", "cards: 12")
    assert told(write(tmp_path, GAME, COLUMNS.replace("d4", "d0"), bad, DECK)) == [
        '1.yaml:2: columns.dice.I: "d0" is not a die; write d and the number of its sides, 2 to 999, such as d6',
        '2.yaml:6: sections.skill.rows: "two" is not a whole number; write a whole number',
        (
            "2.yaml:13: sections.coin.outcomes: the shares add up to 25 cards, but the deck has 26; "
            "give 1 more, or write cards: rest once"
        ),
    ]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            ("kind: grid", "kind: gird"),
            '2.yaml:3: sections.skill.kind: "gird" is not one of the values known here',
        ),
        (("    title: Skill\n", ""), '2.yaml:2: sections.skill: the key "title" is missing'),
        (
            ("rows: 2", "row: 2"),
            '2.yaml:6: sections.skill.row: the key "row" is unknown here; did you mean "rows"?',
        ),
        (("rows: 2", "rows: 2.0"), "2.yaml:6: sections.skill.rows: 2.0 is not a whole number"),
        (("0.6", "0"), "2.yaml:9: sections.skill.tail_bar: 0 is given, but there must be more than 0"),
        (("columns: dice", "columns: dyce"), '2.yaml:5: sections.skill.columns: there are no columns "dyce"'),
        (("columns: dice", "columns: {I: x6}"), '2.yaml:5: sections.skill.columns.I: "x6" is not a die'),
        (
            ("rows: 2", "rows: 2\n    rising: true"),
            "2.yaml:7: sections.skill.rising: a grid that keeps the highest die",
        ),
        (("rows: 2", "rows: 2\n    rows: 3"), '2.yaml:7: sections.skill.rows: duplicate key "rows"'),
        (("coin:", "Coin:"), '2.yaml:10: sections.Coin: "Coin" is not a name'),
        (
            ("sections:", "sektions:"),
            '2.yaml:1: sektions: the key "sektions" is unknown here; did you mean "sections"?',
        ),
        ((SECTIONS, "- a list\n"), "2.yaml:1: this is a list, not a game file of deckgen"),
        ((SECTIONS, "sections: [1]\n"), "2.yaml:1: sections: this is a list, not keys with values"),
        ((SECTIONS, ""), "2.yaml:1: the file is empty"),
        (
            (SECTIONS, "a: !!python/name:os.system x\n"),
            "2.yaml:1: a: the tag !!python/name:os.system is not allowed",
        ),
    ],
)
def test_one_problem_in_a_section(tmp_path, change, problem):
    text = SECTIONS.replace(*change, 1)
    assert text != SECTIONS
    found = told(write(tmp_path, GAME, COLUMNS, text, DECK))
    assert any(line.startswith(problem) for line in found), found
    assert {line.split(":")[0] for line in found} == {"2.yaml"}


@pytest.mark.parametrize("what", ["section", "deck"])
def test_the_same_thing_in_two_files_names_both(tmp_path, what):
    text, name, line = (SECTIONS, "skill", 2) if what == "section" else (DECK, "main", 2)
    texts = [GAME, COLUMNS, SECTIONS, DECK, text]
    first = 2 if what == "section" else 3
    found = told(write(tmp_path, *texts))
    expected = f'4.yaml:{line}: {what}s.{name}: the {what} "{name}" is also in {first}.yaml:{line}; keep one of the two'
    assert expected in found


def test_two_files_that_name_the_game(tmp_path):
    assert told(write(tmp_path, GAME, GAME)) == ["1.yaml:1: game: it is also in 0.yaml:1; keep one of the two"]


def test_no_file_names_the_game(tmp_path):
    assert told(write(tmp_path, COLUMNS)) == ["FOLDER: game: the game has no name; add game: {id: ..., title: ...}"]


def test_a_broken_part_is_told_once_and_hides_nothing_else(tmp_path):
    deck = DECK + "    sections: [skill, coin, coyn]\n"
    found = told(write(tmp_path, GAME, COLUMNS.replace("d4", "4"), SECTIONS, deck))
    assert [line.split(" ")[0] for line in found] == ["1.yaml:2:", "3.yaml:9:"]
    assert 'there is no section "coyn"; did you mean "coin"?' in found[1]


def test_files_that_are_not_of_the_game(tmp_path):
    folder = write(tmp_path, GAME, **{".hidden": "a: ["})
    (folder / "notes.txt").write_text("words")
    write(folder / "sub", "a: [")
    assert read_game(folder).id == "small"


def test_a_yml_file_is_not_forgotten_in_silence(tmp_path):
    write(tmp_path, GAME)
    (tmp_path / "more.yml").write_text(SECTIONS)
    assert told(tmp_path) == ["more.yml: files ending in .yml are not read; rename it to end in .yaml"]


def test_an_unknown_name_gets_the_nearest_and_all(tmp_path):
    with pytest.raises(GameError, match=r'did you mean "future-imperfect"\?.*there are .*future-imperfect'):
        read_game("future-imperfct")
    with pytest.raises(GameError, match="there is no game in this folder"):
        read_game(tmp_path)
    file = write(tmp_path, GAME) / "0.yaml"
    with pytest.raises(GameError, match="name the folder"):
        read_game(file)


def test_a_deck_of_another_size_resolves_shares_anew(tmp_path):
    both = DECK + "  other:\n    title: Other\n    cards: {numbered: 40}\n"
    section = "kind: marks\ntitle: M\ncount: 2\nodds: 1/6"
    game = read_game(one_section(tmp_path, section, both))
    assert [deck.section("it").cards for deck in game.decks] == [Fraction(13, 3), Fraction(20, 3)]


def test_every_shipped_game_loads():
    assert "future-imperfect" in shipped_games()
    for name in shipped_games():
        game = read_game(name)
        assert game.id == name
        assert all(section.title and section.help for deck in game.decks for section in deck.sections)


def test_words_of_the_sheet_have_places_of_their_own(tmp_path):
    copytree(ROOT / "data" / "rough-magic", tmp_path / "game")
    (tmp_path / "game" / "polish.yaml").write_text(
        "translations: {pl: {sheet.title: Magia, game.title: Magia}}\n", encoding="utf-8"
    )
    spot = read_yaml(tmp_path / "game" / "sheet" / "sheet.yaml").at("title")
    words = sheet_words(tmp_path / "game", "pl")
    assert words.text(spot) == "Magia"
    assert words.originals == {"sheet.title": "Rough Magic"}
    assert read_game(tmp_path / "game", "pl").title == "Magia"  # which does not ask for those of the sheet
    assert sheet_words(tmp_path / "game").text(spot) == "Rough Magic"


def test_the_look_of_documents_is_a_shipped_one_or_a_file_of_the_game(tmp_path):
    assert read_game(write(tmp_path / "none", GAME, COLUMNS, SECTIONS, DECK)).look == "base/1"
    looking = GAME.rstrip().replace("game: {", "game: {look: look/mine.yaml, ")
    folder = write(tmp_path / "own", looking, COLUMNS, SECTIONS, DECK)

    assert told(folder)[0].startswith('0.yaml:1: game.look: there is no style sheet "look/mine.yaml"; choose from ')
    write(folder / "look").joinpath("mine.yaml").write_text("extends: plain\n", encoding="utf-8")
    game = read_game(folder)
    assert load_stylesheet(game.look).theme.file == folder / "look" / "mine.yaml"
    (folder / "0.yaml").write_text(looking.replace("look/mine.yaml", "plane"), encoding="utf-8")
    assert 'there is no style sheet "plane"; did you mean "plain"?' in told(folder)[0]
