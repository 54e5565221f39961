"""The language of sheets: every printed word has a place, numbers are the language's, files fit every language."""

from __future__ import annotations

import gettext
import re
from dataclasses import replace
from io import BytesIO

import pytest
import yaml
from pypdf import PdfReader
from sheet_fixtures import CHARACTERS, GAMES, PAPERS, character_file, dealt_cards, small, told

from deckgen.draw.drawing import Text
from deckgen.draw.paper import find_paper
from deckgen.game import read_game
from deckgen.game.reader import sheet_words
from deckgen.game.translation import Translation
from deckgen.language import Language, load_language
from deckgen.sheet.character import load_character
from deckgen.sheet.characters.files import starter_yaml, to_yaml
from deckgen.sheet.characters.filled_sheets import read_filled
from deckgen.sheet.lookups import CardCells
from deckgen.sheet.reader import load_sheet, printed_words, read_sheet
from deckgen.sheet.sheet import SIZES, blank_sheet, card_drawings

NAMES = ("missing: 0", "missing: 0\n    names: [Lifting]")
LIFT = ("1.5 * might.die", "1.5 * might.die + skill.lifting")
HERO = """\
game: small
name: Ada
age: 30
mood: Good
traits: {might: 2d6, wit: 1d4}
skills:
  - {skill: Lifting, level: 2}
"""


def _other(text):
    """A text without a letter of any language, as wide as the narrowest; formulas in braces stay."""
    return re.sub(r"(\{(?!rulings|mark)[^{}]*\})|[^\W\d_]", lambda match: match[1] or "ï", text)


class _Other(gettext.NullTranslations):
    def gettext(self, message):
        return "".join(part if "{" in part else _other(part) for part in _parts(message))


def _parts(message):
    return message.replace("{", "\0{").replace("}", "}\0").split("\0")


class _Anything(dict):
    """A translation of whatever is asked for."""

    def __init__(self, asked):
        super().__init__()
        self.asked = asked

    def get(self, place, _=None):
        return _other(self.asked[place])


def other_words():
    """A translation of every text of a sheet to one without letters that are used."""
    asked = {}
    return Translation(_Anything(asked), asked, prefix="sheet.")


def german(folder, texts):
    places = "".join(f'    {place}: "{text}"\n' for place, text in texts.items())
    (folder / "small").mkdir(exist_ok=True)
    (folder / "small" / "game.yaml").write_text("game: {id: small, title: Small}\n", encoding="utf-8")
    (folder / "small" / "german_sheet.yaml").write_text(f"translations:\n  de:\n{places}", encoding="utf-8")


@pytest.fixture
def translated(tmp_path):
    """A function that gives the small sheet in German, with these texts in German and the rest unchanged."""

    def made(texts, *changes):
        german(tmp_path, texts)
        return small(tmp_path, NAMES, LIFT, *changes, code="de")

    return made


@pytest.mark.parametrize("game", GAMES)
def test_every_word_on_a_sheet_can_be_translated(game):
    found = replace(read_game(game), language=Language("xx", _Other(), ","))
    spec = read_sheet(found, other_words())
    # The rules of the cards' grids are words of the game, not of its sheet.
    cells = {name: CardCells(each.cells, "") for name, each in spec.cells.items()}
    made = blank_sheet(replace(spec, cells=cells), find_paper("a4"))
    many = dict.fromkeys((name for name, group in spec.groups.items() if group.kind == "rows"), 60)
    pages = made.pages(replace(_nobody(tmp_spec=spec), rows=many))
    assert len(pages) > len(made.blank)
    said = [item.string for page in pages for item in page.drawing.items if isinstance(item, Text)]
    said += [text for page in pages for slot in page.slots for text in (slot.tip, *slot.options)]
    left = {text for text in said if any(char.isalpha() and char not in "ïÏ" for char in text)}
    assert left == set()


def _nobody(tmp_spec):
    from deckgen.sheet.character import Character  # noqa: PLC0415

    return Character("", tmp_spec.source.path, {}, {}, {}, {})


def test_words_are_printed_in_the_language(translated):
    texts = {
        "sheet.title": "Klein",
        "sheet.fields.age.label": "Alter",
        "sheet.fields.mood.of[0]": "Gut",
        "sheet.fields.traits.keys.might": "Kraft",
        "sheet.levels.wound[0].name": "Leicht",
        "sheet.pages[0].rows[0][0].blocks[3].title": "Fertigkeiten",
    }
    spec = translated(texts)
    assert spec.language.code == "de"
    drawn = [item.string for page in blank_sheet(spec, find_paper("a4")).blank for item in page.drawing.items if isinstance(item, Text)]  # fmt: skip
    said = {text.casefold() for text in drawn}
    assert {"klein", "alter", "kraft", "leicht", "fertigkeiten", "notes"} <= said
    assert not said & {"small", "age", "might", "light", "skills"}


def test_every_text_is_listed_once_and_no_number_or_sign(tmp_path):
    small(tmp_path, ("{name: Light}", '{name: Light, penalty: "−1", dn: 3, heal: "=lift"}'))
    texts = dict(sorted(printed_words(tmp_path / "small").originals.items()))
    assert texts["sheet.levels.wound[0].name"] == "Light"
    assert texts["sheet.fields.skills.columns.double.label"] == "Twice"
    assert not [place for place in texts if place.endswith((".penalty", ".dn", ".heal"))]
    assert all(place.startswith("sheet.") for place in texts)


def test_a_translation_of_nothing_is_told_with_its_line(tmp_path):
    german(tmp_path, {"sheet.title": "Klein", "sheet.fields.age.labl": "Alter"})
    ((line, path, words),) = told(small, tmp_path)
    assert (line, path) == (4, "translations.de.sheet.fields.age.labl")
    assert words == ('there is no printed text at "sheet.fields.age.labl"; did you mean "sheet.fields.age.label"?')
    assert load_sheet(tmp_path / "small", check_all=False).language.code == "en"


def test_a_language_that_the_game_lacks_is_told(tmp_path):
    german(tmp_path, {"sheet.title": "Klein"})
    small(tmp_path)
    ((_, _, words),) = told(lambda: load_sheet(tmp_path / "small", "fr"))
    assert words == 'the game is not translated to "fr"; choose from en, de'


def test_a_character_is_the_same_in_every_language(translated, tmp_path):
    texts = {
        "sheet.fields.mood.of[0]": "Gut",
        "sheet.fields.skills.names[0]": "Heben",
        "sheet.fields.lift.unit": "Kilo",
    }
    spec = translated(texts)
    person = load_character(character_file(tmp_path, HERO), spec)
    assert person.texts["mood"] == "Gut"
    assert person.texts["skills.01.skill"] == "Heben"
    assert person.texts["lift"] == "11 Kilo"
    # What is written in the language of the sheet is known, too.
    own = HERO.replace("Good", "Gut").replace("Lifting", "heben").replace("2d6", "2d4")
    assert load_character(character_file(tmp_path, own), spec).texts["lift"] == "8 Kilo"
    assert load_character(character_file(tmp_path, HERO), small(tmp_path, NAMES, LIFT)).texts["mood"] == "Good"


def test_a_default_is_a_word_of_the_language_and_kept_as_it_was_written(translated, tmp_path):
    race = ("  mood:", "  race: {label: Race, type: text, default: Human}\n  mood:")
    placed = ("of: [age, mood, lift]", "of: [age, mood, race]")
    spec = translated({"sheet.fields.race.default": "Mensch"}, race, placed)
    for given in ("", "race: Human\n", "race: Mensch\n"):
        person = load_character(character_file(tmp_path, HERO + given), spec)
        assert person.texts["race"] == "Mensch"
    file = tmp_path / "held.pdf"
    file.write_bytes(blank_sheet(spec, find_paper("a4")).pdf([person]))
    assert read_filled(file, spec)[0].data["race"] == "Human"


def test_numbers_are_those_of_the_language(translated, tmp_path):
    hero = HERO.replace("level: 2", "level: 0.25") + "overrides: {lift: 2.5}\n"
    spec = translated({"sheet.title": "Klein"})
    person = load_character(character_file(tmp_path, hero), spec)
    assert (person.texts["skills.01.level"], person.texts["skills.01.double"]) == ("0,25", "0,5")
    assert person.texts["lift"] == "2,5"


def test_a_filled_sheet_is_read_in_its_own_language(translated, tmp_path):
    spec = translated({"sheet.fields.mood.of[0]": "Gut", "sheet.fields.skills.names[0]": "Heben"})
    hero = HERO.replace("2d6", "1d4").replace("level: 2", "level: 0.25")
    person = load_character(character_file(tmp_path, hero), spec)
    file = tmp_path / "held.pdf"
    file.write_bytes(blank_sheet(spec, find_paper("a4")).pdf([person]))
    (source,) = read_filled(file, small(tmp_path, NAMES, LIFT))
    assert yaml.safe_load(to_yaml(source.data)) == {**yaml.safe_load(hero)}


@pytest.mark.parametrize("flat", [True, False])
def test_a_pdf_says_its_language(translated, flat):
    spec = translated({"sheet.title": "Klein"})
    content = blank_sheet(spec, find_paper("a4")).pdf(flat=flat)
    assert PdfReader(BytesIO(content)).root_object["/Lang"] == "de"


def test_what_formulas_ask_for_must_be_among_the_names(tmp_path):
    ((_, path, words),) = told(small, tmp_path, NAMES, ("1.5 * might.die", "skill.liftin"))
    assert path == "fields.lift.formula"
    assert words == "there is no 'skill.liftin' ('liftin' is unknown); did you mean \"lifting\"?"


def test_a_file_to_start_from_speaks_the_language(translated, tmp_path):
    spec = replace(
        translated({"sheet.fields.age.label": "Alter", "sheet.fields.skills.names[0]": "Heben"}),
        language=Language("de", _Other()),
    )
    text = starter_yaml(spec)
    assert "age: 0  # Alter: 0 ïï 99" in text
    assert ": Heben\n" in text
    english = starter_yaml(small(tmp_path, NAMES))
    assert "# Skills, a line each:" in english
    assert "used by the sheet: Lifting" in english


def test_shipped_sheets_in_other_languages_are_of_their_games():
    for game in GAMES:
        for code in read_game(game).languages:
            assert load_sheet(game, code).language == load_language(code)


OTHERS = [(game, code) for game in GAMES for code in read_game(game).languages[1:]]


@pytest.mark.parametrize(("game", "code"), OTHERS)
def test_translations_of_shipped_sheets_are_complete(game, code):
    assert not set(printed_words(game).originals) - set(sheet_words(game, code).translated)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "code"), OTHERS)
def test_shipped_sheets_fit_their_paper_in_every_language(game, code, paper):
    spec = load_sheet(game, code)
    made = blank_sheet(spec, find_paper(paper))
    people = [load_character(path, spec) for name, path in CHARACTERS if name == game]
    assert all(made.drawings(each) for each in (None, *people))
    assert all(card_drawings(made, dealt_cards(made, [None, *people], size), size) for size in SIZES)


@pytest.mark.parametrize(("game", "code"), OTHERS)
def test_formulas_find_the_same_in_every_language(game, code):
    spec, first = load_sheet(game, code), load_sheet(game)
    derived = [name for name, column in first.fields() if column.derived and not column.show]
    for path in (path for name, path in CHARACTERS if name == game):
        one, other = load_character(path, first).texts, load_character(path, spec).texts
        for name in derived:
            said = one.get(name, ""), other.get(name, "").replace(spec.language.decimal, ".")
            numbers = [re.findall(r"−?\d+(?:\.\d+)?", text) for text in said]
            assert numbers[0] == numbers[1], name
