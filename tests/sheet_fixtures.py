"""Sheets, characters and small games for tests of the sheet room."""

from functools import cache
from pathlib import Path

import pytest

from deckgen.errors import DeckgenError
from deckgen.files import shipped
from deckgen.press.page_files import paper_named
from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.sheet import blank_sheet

GAMES = shipped_sheets()
PAPERS = ("a4", "letter", "universal")
CHARACTERS = tuple(
    (path.parent.parent.name, path) for path in sorted(shipped("data").glob("*/characters/*.yaml"))
)
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
"""


@cache
def sheet(game, paper="a4"):
    """A shipped sheet, ready to fill in."""
    return blank_sheet(load_sheet(game), paper_named(paper))


@cache
def person(path, game):
    """A shipped character."""
    return load_character(path, sheet(game).spec)


def small(folder, *changes):
    """The spec of the small game in ``folder``, its text changed."""
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = Path(folder) / "small" / "sheet" / "sheet.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return load_sheet(file.parent.parent)


def small_sheet(folder, *changes):
    """The small game's sheet on A4."""
    return blank_sheet(small(folder, *changes), paper_named("a4"))


def character_file(folder, text):
    """A character file with this text."""
    file = Path(folder) / "hero.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def told(call, *arguments):
    """The faults that a call ends with, as (line, path, what and remedy)."""
    with pytest.raises(DeckgenError) as caught:
        call(*arguments)
    return [(fault.line, fault.path, f"{fault.what}; {fault.remedy}") for fault in caught.value.faults]
