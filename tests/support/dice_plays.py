"""A game whose procedures read dice: words, numbers and marks of one card."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from game_files import write

from deckgen.deck.cards import Deck
from deckgen.deck.deal.generator import generate
from deckgen.game import read_game
from deckgen.game.model import DeckSpec, Game

HEAD = """\
game: {id: dicey, title: Dicey}
decks: {main: {title: Main, cards: {numbered: 60}}}
"""
SECTIONS = """\
sections:
  tests:
    kind: dice
    title: Tests
    words: {match: Double trouble, full: A hit}
    rolls:
      move: 2d6 + 1 bands miss 7 partial 10 full
      aim: d100 reversed <= 45 tens doubles
      dare: d6 + 2 vs each 2d10 match
      pull: (d8 + d6) bands miss 7 partial 10 full
  signs:
    kind: dice
    title: Signs
    dice: {fate: [[star], [star, moon], [moon, moon], []]}
    rolls: {omen: "(2 fate) symbols cancel star moon"}
"""
PROCEDURES = """\
procedures:
  act:
    title: Act
    story: Somebody acts.
    asks:
      how: {label: How, cell: tests, default: move}
      bold: {label: Bold, number: 1, least: 0, most: 3}
    steps:
      - as: move
        text: Somebody moves
        read: {tests: move}
        results:
          full: {good: "A full {move.total}: {move}."}
          partial: {mixed: "Only {move.total}."}
          miss: {bad: "{move}"}
      - {as: more, read: {tests: move.total}, add: {boldness: bold, twice: move.total}, against: 9}
      - {as: aim, draw: true, text: Somebody aims, read: {tests: aim}, results: {success: "Hit by {aim.margin}", failure: Missed}}
      - as: place
        when: {aim: success}
        read: {tests: aim.reversed}
        results: {low: {info: "Low {place}", most: 20}, high: {info: High}}
      - as: dared
        draw: true
        read: {tests: dare}
        results:
          doubled: {has: match, bad: "{dared.match} of {dared}"}
          some: {has: {level: [one, both], match: false}, good: "{dared}, {dared.match}"}
          none: {bad: Nothing}
      - {as: matched, quiet: true, add: dared.match, against: 1, results: {success: A match, failure: None}}
      - {as: mark, read: {tests: dare.match}, results: {both: {is: true, info: "{mark}"}, single: {is: false, info: "{mark}"}}}
      - {as: star, read: {signs: omen}, add: bold, against: 2, results: {success: Lucky, failure: Unlucky}}
      - {as: moon, read: {signs: omen.moon}, against: star.moon}
  pick:
    title: Pick
    story: A move is picked.
    asks: {how: {label: How, cell: moves, default: move}}
    steps:
      - {as: way, read: {moves: how}, results: {full: {good: "{way.total}"}, partial: {mixed: "{way}"}, miss: {bad: Missed}}}
      - {as: far, read: {moves: how.total}, against: 8}
"""
MOVES = """\
  moves:
    kind: dice
    title: Moves
    rolls: {move: 2d6 bands miss 7 partial 10 full, pull: d8 + d6 bands miss 7 partial 10 full}
"""


@cache
def dice_game() -> tuple[Game, DeckSpec, Deck]:
    """The game, its deck and a dealt deck."""
    with TemporaryDirectory() as folder:
        game = read_game(write(Path(folder, "game"), HEAD, SECTIONS + MOVES, PROCEDURES))
    spec = game.deck()
    return game, spec, generate(game, spec, "1")
