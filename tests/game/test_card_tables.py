"""Cards from a table: what its rows and columns become, and what is wrong with them."""

from __future__ import annotations

import shutil

import pytest
from card_files import DECK, HEAD, card_game
from table_files import ods, xlsx

from deckgen.deck.cards import read_deck
from deckgen.deck.deal.generator import generate
from deckgen.errors import GameError
from deckgen.game.card_tables import MOST_CARDS
from deckgen.game.model import FixedSection, PictureSection, ProseSection
from deckgen.game.reader import read_game, untranslated

ART = "sections:\n  art: {kind: picture, title: Picture}\n"
MOOD = "sections:\n  mood:\n    kind: distribution\n    title: Mood\n    outcomes: [{value: 1, weight: 1}, {value: wild, weight: 1, print: Wild!}, {value: null, weight: 1}]\n"


def told(folder, code=None):
    """The problems of a game, as file, line, place and what and remedy."""
    with pytest.raises(GameError) as caught:
        read_game(folder, code)
    return [(p.file.rpartition("/")[2], p.line, p.path, f"{p.message}; {p.remedy}") for p in caught.value.problems]


def test_a_row_is_a_card_with_its_copies_and_a_column_a_section(tmp_path):
    spec = read_game(card_game(tmp_path)).deck()
    assert [(face.name, face.rank, face.suit) for face in spec.playing_cards] == [
        ("Storm", "1", None), ("Storm", "1", None), ("Calm", "2", None),
    ]  # fmt: skip
    (text,) = spec.sections
    assert (type(text), text.name, text.title) == (ProseSection, "text", "Text")
    assert text.values == ("Lose **1**.", "Lose **1**.", "Rest.")
    assert text.dealt_variables(3) == text.audited_variables(3) == ()


def test_a_deck_of_it_holds_strings(tmp_path):
    game = read_game(card_game(tmp_path, ("name", "text", "more"), ("Storm", "*Run*", ""), ("Calm", "Rest", "5")))
    deck = generate(game, game.deck(), "1")
    assert [card.sections for card in deck.cards] == [{"text": "*Run*", "more": None}, {"text": "Rest", "more": "5"}]
    file = tmp_path / "deck.json"
    file.write_bytes(deck.to_json())
    assert read_deck(file).check_against(game.deck()) == deck


def test_ranks_suits_and_jokers(tmp_path):
    rows = (
        ("Name", "rank", "suit"),
        ("Sun", "A", "day"),
        ("Moon", "A", "night"),
        ("Fool", "joker", "day"),
        ("Star", "", ""),
    )
    spec = read_game(card_game(tmp_path, *rows)).deck()
    assert [(face.name, face.rank, face.suit) for face in spec.playing_cards] == [
        ("Sun", "A", "day"), ("Moon", "A", "night"), ("Fool", "joker", None), ("Star", "4", None),
    ]  # fmt: skip
    assert (spec.jokers(), spec.sections) == ((2,), ())


@pytest.mark.parametrize(("table", "make"), [("events.xlsx", xlsx), ("events.ods", ods)])
def test_spreadsheets_are_the_same(tmp_path, table, make):
    folder = card_game(tmp_path, deck=DECK.replace("events.csv", table))
    (folder / table).write_bytes(make(HEAD, ("Storm", 2, "Lose **1**."), ("Calm", "", "Rest.")))
    assert read_game(folder).deck().playing_cards == read_game(card_game(tmp_path / "csv")).deck().playing_cards


def test_pictures_are_files_of_the_game(tmp_path):
    folder = card_game(tmp_path, ("name", "art"), ("Storm", "art/fox.png"), ("Calm", ""), yaml=ART)
    (folder / "art").mkdir()
    (folder / "art" / "fox.png").touch()
    (art,) = read_game(folder).deck().sections
    assert (type(art), art.title, art.values) == (PictureSection, "Picture", ("art/fox.png", None))
    assert art.file_of("art/fox.png") == folder / "art" / "fox.png"
    moved = shutil.copytree(folder, tmp_path.with_name("moved"))
    assert read_game(moved).deck().sha256 == read_game(folder).deck().sha256


def test_values_of_a_distribution_are_its_outcomes(tmp_path):
    folder = card_game(tmp_path, ("name", "mood"), ("Storm", "wild"), ("Calm", "1"), ("Fog", ""), yaml=MOOD)
    (mood,) = read_game(folder).deck().sections
    assert (type(mood), mood.values) == (FixedSection, ("wild", 1, None))
    assert [(o.value, o.cards, o.printed) for o in mood.outcomes] == [
        (1, 1, None),
        ("wild", 1, "Wild!"),
        (None, 1, None),
    ]


def test_fixed_values_are_numbers_and_words(tmp_path):
    yaml = "sections:\n  cost: {kind: fixed, title: Cost}\n"
    (cost,) = (
        read_game(card_game(tmp_path, ("name", "cost"), ("Storm", "-3"), ("Calm", "free"), yaml=yaml)).deck().sections
    )
    assert cost.values == (-3, "free")


def test_dealt_sections_stand_beside_columns(tmp_path):
    yaml = "sections:\n  die: {kind: distribution, title: Die, outcomes: [{each: 1..6, weight: 1}]}\n"
    deck = DECK.replace("events.csv", "events.csv, sections: [die, text]")
    game = read_game(
        card_game(tmp_path, ("name", "count", "text"), ("Storm", "20", "A"), ("Calm", "10", "B"), yaml=yaml, deck=deck)
    )
    spec = game.deck()
    assert [section.name for section in spec.sections] == ["die", "text"]
    cards = generate(game, spec, "1").cards
    assert sorted(card.sections["die"] for card in cards) == [n for n in range(1, 7) for _ in range(5)]
    assert [card.sections["text"] for card in cards] == ["A"] * 20 + ["B"] * 10


def test_other_decks_of_the_game_have_no_sections_that_a_table_fills(tmp_path):
    yaml = MOOD.replace(", {value: null, weight: 1}", "") + "  art: {kind: picture, title: Picture}\n"
    deck = DECK + "  plain: {title: Plain, cards: {numbered: 20}}\n"
    game = read_game(card_game(tmp_path, ("name", "art"), ("Storm", ""), yaml=yaml, deck=deck))
    assert [section.name for section in game.deck("plain").sections] == ["mood"]
    assert [section.name for section in game.deck("events").sections] == ["art"]


TRANSLATED = (
    ("name", "name:de", "text", "text:de"),
    ("Storm", "Sturm", "Lose {icon-heart}.", "Verliere {icon-heart}."),
    ("Calm", "", "Rest.", ""),
)


def test_columns_hold_translations_and_missing_ones_are_told(tmp_path):
    folder = card_game(tmp_path, *TRANSLATED)
    game = read_game(folder, "de")
    assert game.languages == ("en", "de")
    spec = game.deck()
    assert [face.printed_name for face in spec.playing_cards] == ["Sturm", "Calm"]
    assert [outcome.printed for outcome in spec.sections[0].outcomes] == ["Verliere {icon-heart}.", None]
    assert spec.sha256 == read_game(folder).deck().sha256
    missing = [problem for problem in untranslated(folder, "de") if problem.file.endswith(".csv")]
    assert [(p.line, p.path, p.remedy) for p in missing] == [
        (3, 'row 3, column "name"', 'write it into a column "name:de" of the table'),
        (3, 'row 3, column "text"', 'write it into a column "text:de" of the table'),
    ]


def test_a_translation_keeps_what_is_in_braces(tmp_path):
    rows = TRANSLATED[0], ("Storm", "Sturm", "Lose {icon-heart}.", "Verliere {icon-herz}.")
    ((_, line, place, what),) = told(card_game(tmp_path, *rows), "de")
    assert (line, place) == (2, 'row 2, column "text:de"')
    assert what == "the text in braces differs from the original; keep these as they are: {icon-heart}"


LONG = "A" * 201
FILLED = 'row 2, column "{}"'


@pytest.mark.parametrize(
    ("rows", "line", "place", "what"),
    [
        ((HEAD,), None, "", "there is no card below the head; write one in each row"),
        ((("text",), ("A",)), 1, "", 'there is no column "name"; add it: every card has a name'),
        (((*HEAD, "Text"), ("A",)), 1, 'column "Text"', 'two columns are called "text"; rename one of them'),
        ((("name", "ärt"), ("A",)), 1, 'column "ärt"', "no section can have this name; begin with a letter"),
        ((("name", ""), ("A", "B")), 2, "column B", "the column has no head; write its name in the first row"),
        ((("name", "txt:de"), ("A",)), 1, 'column "txt:de"', 'there is no column "txt" whose texts'),
        ((HEAD, ("", "1", "A")), 2, FILLED.format("name"), "the card has no name; write one of at most 200 letters"),
        ((HEAD, (LONG, "1", "A")), 2, FILLED.format("name"), "the name is too long; write one of at most 200 letters"),
        ((HEAD, ("A",), ("A",)), 3, 'row 3, column "name"', 'row 2 is called "A", too; give each a different name'),
        ((HEAD, ("A", "0")), 2, FILLED.format("count"), '"0" is no number of copies; write a whole number from 1 to'),
        ((HEAD, ("A", "1000000")), 2, FILLED.format("count"), '"1000000" is no number of copies'),
        ((HEAD, ("A", "two")), 2, FILLED.format("count"), '"two" is no number of copies'),
        ((HEAD, ("A", "300"), ("B", "300")), None, "", f"the table has 600 cards; a deck has at most {MOST_CARDS}"),
        ((HEAD, ("A", "1", "x\x1b[31m")), 2, FILLED.format("text"), "the cell has the control character U+001B"),
        ((HEAD, ("A", "1", "x **y")), 2, FILLED.format("text"), "one ** has no partner; write **bold words**"),
        ((HEAD, ("A", "1", "x", "y")), 2, "row 2", "the row has more cells than the 3 of the head"),
        ((HEAD, *((f"A{i}", "", "x") for i in range(10_001))), None, "", "there are 10001 rows; the most is 10000"),
    ],
)  # fmt: skip
def test_wrong_tables(tmp_path, rows, line, place, what):
    ((file, at, path, said),) = told(card_game(tmp_path, *rows))
    assert (file, at, path) == ("events.csv", line, place)
    assert said.startswith(what)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("event.csv", 'there is no table "event.csv"; did you mean "events.csv"? or write a file that ends in .csv'),
        ("events.txt", '"events.txt" is no table; did you mean "events.csv"? or write a file that ends in .csv'),
        ("../events.csv", "../events.csv is outside the folder"),
        ("a\\0.csv", "no file can have this name; write a path relative to this file"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_read(tmp_path, name, what):
    folder = card_game(tmp_path / "game", deck=f'decks:\n  events: {{title: Events, cards: "{name}"}}\n')
    shutil.copy(folder / "events.csv", tmp_path)
    ((file, line, path, said),) = told(folder)
    assert (file, line, path) == ("game.yaml", 3, "decks.events.cards")
    assert said.startswith(what)


def test_a_formula_without_a_result_is_told(tmp_path):
    folder = card_game(tmp_path, deck=DECK.replace("events.csv", "events.xlsx"))
    (folder / "events.xlsx").write_bytes(xlsx(HEAD, ("Storm", ("", "<f>1+1</f><v></v>"), "Rain")))
    ((file, _, _, what),) = told(folder)
    assert file == "events.xlsx"
    assert what.startswith("the cell B2 has a formula without a result; open it in a spreadsheet program")


def test_a_section_that_no_column_fills(tmp_path):
    deck = DECK.replace("events.csv", "events.csv, sections: [art, other]")
    problems = told(card_game(tmp_path, yaml=ART, deck=deck))
    assert [(line, path) for _, line, path, _ in problems] == [(3, "sections.art"), (5, "decks.events.sections[1]")]
    assert problems[0][3] == "no table of the deck has a column of this name; choose from text"
    assert problems[1][3].startswith('there is no section "other"')


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("art/fux.png", 'there is no picture "art/fux.png"; did you mean "art/fox.png"? or write its path'),
        ("no/fox.png", 'there is no picture "no/fox.png"; there is none to choose from, or write its path'),
        ("../fox.png", "../fox.png is outside the folder"),
    ],
)
def test_a_picture_that_is_not_there(tmp_path, cell, what):
    folder = card_game(tmp_path, ("name", "art"), ("Storm", ""), ("Calm", cell), yaml=ART)
    (folder / "art").mkdir()
    (folder / "art" / "fox.png").touch()
    ((file, line, place, said),) = told(folder)
    assert (file, line, place) == ("events.csv", 3, 'row 3, column "art"')
    assert said.startswith(what)


def test_values_that_a_section_cannot_have(tmp_path):
    folder = card_game(tmp_path, ("name", "mood"), ("Storm", "wilt"), ("Calm", "wild"), yaml=MOOD)
    ((_, line, place, what),) = told(folder)
    assert (line, place, what) == (2, 'row 2, column "mood"', 'mood has no outcome "wilt"; did you mean "wild"?')


def test_a_grid_has_no_column(tmp_path):
    yaml = "sections:\n  roll: {kind: rolls, title: Roll, rolls: {act: 2d6}}\n"
    ((_, line, place, what),) = told(card_game(tmp_path, ("name", "roll"), ("Storm", "7"), yaml=yaml))
    assert (line, place) == (2, 'row 2, column "roll"')
    assert what.startswith("the section roll, which is a rolls, has no values that a table could hold")


def test_too_few_cards_to_deal_to(tmp_path):
    yaml = "sections:\n  die: {kind: distribution, title: Die, outcomes: [{each: 1..3, weight: 1}]}\n"
    ((_, _, path, what),) = told(
        card_game(tmp_path, yaml=yaml, deck=DECK.replace("events.csv", "events.csv, sections: [die]"))
    )
    assert (path, what) == (
        "decks.events.cards", "the table has 3 cards; a deck to which something is dealt has 20 to 200 cards",
    )  # fmt: skip
