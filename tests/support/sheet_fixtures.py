"""Sheets, characters and small games for tests of the sheet room."""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.draw.paper import find_paper
from deckgen.errors import DeckgenError, Problems
from deckgen.files import shipped_path
from deckgen.sheet.blocks import KINDS, lay_out
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.character import CharacterError, build_character, load_character
from deckgen.sheet.paper.canvas import Canvas
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.sheet import blank_sheet, write_cards
from deckgen.sources import parse_yaml_file

GAMES = shipped_sheets()
PAPERS = ("a4", "letter", "universal")
CHARACTERS = tuple((path.parent.parent.name, path) for path in sorted(shipped_path("data").glob("*/characters/*.yaml")))
EACH_CHARACTER = pytest.mark.parametrize(("game", "path"), CHARACTERS, ids=[p.stem for _, p in CHARACTERS])

SMALL = """\
format: deckgen-sheet/1
game: small
title: Small
name: Sheet
theme: sheet
tables:
  column: {4: I, 6: II}
levels:
  wound: [{name: Light}, {name: Bad}]
fields:
  name: {label: Name, type: text, most: 60, required: true}
  age: {label: Age, type: number, least: 0, most: 99}
  mood: {label: Mood, type: choice, of: [Good, Bad]}
  traits: {label: Traits, type: dice, dice: [d4, d6], most: 3, short: true, keys: {might: Might, wit: Wit}}
  skills:
    label: Skills
    rows: 3
    key: skill
    main: level
    missing: 0
    once: [skill]
    columns:
      skill: {label: Skill, type: text, most: 40, required: true}
      level: {label: Level, type: number, least: 0, most: 4}
      double: {label: Twice, formula: 2 * level}
  wounds: {label: Wounds, type: track, most: 2, highest: true, keys: {head: Head, body: Body}}
  luck: {label: Luck, type: track, most: 7}
  shock: {label: Shock, type: track, most: 10}
  lift: {label: Lift, formula: 1.5 * might.die, unit: kg}
  notes: {label: Notes, type: long, most: 400}
pages:
  - rows:
      - - width: 12
          blocks:
            - {block: banner, of: name}
            - {block: fields, of: [age, mood, lift], across: 3}
            - {block: records, of: traits, title: Traits}
            - {block: list, of: skills, title: Skills}
            - {block: wounds, of: wounds, title: Wounds, levels: wound}
            - {block: pips, of: luck, title: Luck}
            - {block: notes, of: notes, title: Notes, grow: 1}
            - {block: countdown, of: shock, start: age, title: Shock}
"""


@cache
def sheet(game, paper="a4"):
    """A shipped sheet, ready to fill in."""
    return blank_sheet(load_sheet(game), find_paper(paper))


@cache
def person(path, game):
    """A shipped character."""
    return load_character(path, sheet(game).spec)


def small(folder, *changes, code=None):
    """The spec of the small game in ``folder``, its text changed, in a language."""
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = Path(folder) / "small" / "sheet" / "sheet.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    folder = file.parent.parent
    if not list(folder.glob("*.yaml")):
        (folder / "game.yaml").write_text("game: {id: small, title: Small}\n", encoding="utf-8")
    return load_sheet(folder, code)


def small_sheet(folder, *changes):
    """The small game's sheet on A4."""
    return blank_sheet(small(folder, *changes), find_paper("a4"))


def laid_out(made, kind, width=120.0, **options):
    """A block of a sheet laid out with these options: the canvas it draws on, and what was laid out."""
    canvas = Canvas(made.spec, made.theme, Problems())
    return canvas, lay_out(canvas, kind, KINDS[kind].options(**options), width)


def drawn_block(made, kind, width=120.0, grown=0.0, **options):
    """The canvas with a block drawn at (10, 20), ``grown`` mm higher than it needs to be; and its box."""
    canvas, laid = laid_out(made, kind, width, **options)
    box = Box(10, 20, width, laid.height + grown)
    laid.draw(box)
    return canvas, box


def said(canvas):
    """The texts on a canvas, in order."""
    return [item.string for item in canvas.pen.items if isinstance(item, Text)]


def slot_named(canvas, name):
    """The slot of that name on a canvas."""
    (found,) = (slot for slot in canvas.slots if slot.name == name)
    return found


def character_file(folder, text):
    """A character file with this text."""
    file = Path(folder) / "hero.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def told(call, *arguments):
    """The problems that a call ends with, as (line, path, what and remedy)."""
    with pytest.raises(DeckgenError) as caught:
        call(*arguments)
    return [(problem.line, problem.path, f"{problem.message}; {problem.remedy}") for problem in caught.value.problems]


def from_text(text, path, spec):
    """The character in YAML that is in memory; ``path`` is told in messages."""
    return build_character(parse_yaml_file(path, text.encode(), CharacterError), spec)


def dealt_cards(made, people, size):
    """The small cards of people, for each None a blank one, where there are such."""
    present = [person for person in people if person]
    blank = len(people) - len(present) if size in ("large", "poker") else 0
    return [*(deal_cards(made.spec, present, size) if present else []), *deal_cards(made.spec, (), size, blank)]


def cards(made, people, size):
    """The PDF of small cards."""
    stream = BytesIO()
    write_cards(stream, made, dealt_cards(made, people, size), size)
    return stream.getvalue()
