"""A small game whose heroes have decks of their own, with its sheet and heroes, for tests."""

from __future__ import annotations

from pathlib import Path

HEROES = """\
game: {id: heroes, title: Heroes}
decks:
  main: {title: Main, draw: with-replacement, cards: {numbered: 20}}
sections:
  skills:
    kind: rolls
    title: Skills
    rolls: {one: d4, two: 2d4, three: 3d4}
  side:
    kind: distribution
    title: Side
    outcomes: [{value: heads, odds: 1/3}, {value: tails, odds: 2/3}]
hero_deck:
  deck: main
  sections: [side]
  results:
    tests:
      title: Tests
      of: skills
      most: 9
      lines: [{each: skills, name: "{skill}", roll: dice}]
"""
SHEET = """\
format: deckgen-sheet/1
game: heroes
title: Heroes
name: Sheet
theme: sheet
fields:
  name: {label: Name, type: text, most: 60, required: true}
  face: {label: Face, type: text, most: 80}
  age: {label: Age, type: number, least: 0, most: 99}
  skills:
    label: Skills
    rows: 9
    key: skill
    columns:
      skill: {label: Skill, type: text, most: 40, required: true}
      dice: {label: Dice, type: text, most: 40}
pages:
  - rows: [[{width: 12, blocks: [{block: banner, of: name}, {block: list, of: skills, title: Skills, grow: 1}]}]]
"""


def write_heroes(folder: Path) -> Path:
    """Write the game and its sheet into a folder; return the folder."""
    (folder / "sheet").mkdir(parents=True)
    (folder / "heroes.yaml").write_text(HEROES, encoding="utf-8")
    (folder / "sheet" / "sheet.yaml").write_text(SHEET, encoding="utf-8")
    return folder


def write_hero(path: Path, name: str = "Ada", face: str = "", **dice: str) -> Path:
    """Write a hero whose skills have these dice, ``one`` to ``three``; return the path."""
    skills = "".join(f"  - {{skill: {skill}, dice: {pool}}}\n" for skill, pool in dice.items())
    path.write_text(f"game: heroes\nname: {name}\nface: '{face}'\nskills:\n{skills}", encoding="utf-8")
    return path
