"""A small game for tests, as text that tests change, and writing it into a folder."""

from __future__ import annotations

from pathlib import Path

GAME = "game: {id: small, title: Small}\n"
COLUMNS = "columns:\n  dice: {I: d4, II: d6}\n"
DECK = """\
decks:
  main:
    title: Main
    cards:
      low_jokers: [low]
      suits: [sun, moon]
      ranks: [{A: ace}, 2..12]
      high_jokers: [high]
"""
SECTIONS = """\
sections:
  skill:
    kind: grid
    title: Skill
    columns: dice
    rows: 2
    dice: {keep: highest, explode: open}
    critical_failure: more-than-half-ones
    tail_bar: 0.6
  coin:
    kind: distribution
    title: Coin
    outcomes:
      - {value: true, cards: 13, print: "Yes"}
      - {value: false, cards: rest, print: "No"}
"""
MORE_SECTIONS = """\
  roll: {kind: rolls, title: Roll, rolls: {act: 2d6, resist: 2d6}}
  pools:
    kind: grid
    title: Pools
    columns: {8: d8}
    rows: 3
    reads: first-n
    dice: {keep: highest}
  place:
    kind: stack
    title: Place
    height: 3
    standard_from_bottom: 2
    levels:
      - {place: leg, odds: 1/2}
      - [{place: left, odds: 1/8}, {place: right, odds: 1/4}]
      - {place: head, odds: 1/8}
  row: {kind: marks, title: Row, count: 3, odds: 1/6}
  joker: {kind: fixed, title: Joker, values: [{on: jokers, value: true}]}
  order: {kind: ordinal, title: Order, source: impulse}
"""
EXAMPLE_TABLE = "  steps: {kind: table, title: Steps, rows: [F, N], columns: {1: [3, 5], 2: [5, 7]}}\n"
EXAMPLE_SCOPES = "scopes:\n  Pulp: {Easy: 3, Very Hard: 9}\nmargins: {Well done: 4}\n"
EXAMPLE_LEVELS = (
    "levels:\n  wound: [{name: Light, penalty: −2, stun: 5}, {name: Heavy, penalty: −3, stun: 7}]\n  odd: [1, 2]\n"
)


def write(folder: Path, *texts: str, **named: str) -> Path:
    """Write ``texts`` as 0.yaml, 1.yaml ... and ``named`` under their names into ``folder``."""
    folder.mkdir(exist_ok=True)
    for name, text in {**{str(i): text for i, text in enumerate(texts)}, **named}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def one_section(folder: Path, section: str, deck: str = DECK) -> Path:
    """A game with one section ``it``, given as the lines below its name without indentation."""
    lines = "".join(f"    {line}\n" for line in section.strip().splitlines())
    return write(folder, GAME + COLUMNS, deck, it="sections:\n  it:\n" + lines)
