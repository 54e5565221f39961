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
      strike: d20 natural + 2
      pool: 5d10 >= 8 again 10 botch
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
  fight:
    title: Fight
    story: Somebody fights.
    steps:
      - {as: strike, read: {tests: strike}, against: 12, results: {highest: Through the heart, lowest: Into the foot, success: "{strike}", failure: "{strike}"}}
      - as: pool
        read: {tests: pool}
        results:
          botched: {has: botch, bad: Botched}
          many: {least: 3, good: "{pool}"}
          few: {mixed: "{pool}"}
      - {when: {pool: [many, few]}, read: {tests: pool.botch}, results: {never: {is: true, bad: Never}, as_told: {is: false, info: "{strike.natural}"}}}
  pick:
    title: Pick
    story: A move is picked.
    asks: {how: {label: How, cell: moves, default: move}}
    steps:
      - {as: way, read: {moves: how}, results: {full: {good: "{way.total}"}, partial: {mixed: "{way}"}, miss: {bad: Missed}}}
      - {as: far, read: {moves: how.total}, against: 8}
"""
MECHANICS = """\
  all:
    kind: dice
    title: All
    dice:
      ability: [[], [hit], [hit], [hit, hit], [boon], [boon], [hit, boon], [boon, boon]]
      trouble: [[], [miss], [miss, miss], [bane], [bane], [bane], [bane, bane], [miss, bane]]
    rolls:
      a: d20 adv natural
      b: 2d6 + 1 bands miss 7 partial 10 full
      c: 4dF + 2
      d: 6d6 >= 6 push ones
      e: 5d10 >= 8 again 10 botch
      f: (d8 + d6) open highest
      g: 3d6 total <= 12 critical 3-4 fumble 17-18
      h: d100 bonus 1 <= 45 bands 1/5 1/2 critical 1 fumble 96-100
      i: 3d6 highest criticals bands bad 4 partial 6 full
      j: (3 ability + 2 trouble) symbols cancel hit miss cancel boon bane
      k: d6 + 2 vs each 2d10 match
      l: (d10 + d8 + d6 + d6) highest 2 effect hitches
      m: (d8 + d6) open
      n: 8d6 >= 5 glitch
      o: 5d10 open highest 3
      p: 8d10 sets
      q: 2d6 + 1 - 8
      r: d00 < 35 doubles
      s: d20 natural + 2 >= 12
      t: d100 reversed <= 45 tens doubles
      u: 4d6 drop lowest
"""
"""A roll of each of the mechanics of 21 well-known games."""
MOVES = """\
  moves:
    kind: dice
    title: Moves
    rolls: {move: 2d6 bands miss 7 partial 10 full, pull: d8 + d6 bands miss 7 partial 10 full}
"""


@cache
def dice_game(*texts: str) -> tuple[Game, DeckSpec, Deck]:
    """A game of these files, else the one above, its deck and a dealt deck."""
    with TemporaryDirectory() as folder:
        game = read_game(write(Path(folder, "game"), HEAD, *(texts or (SECTIONS + MOVES, PROCEDURES))))
    spec = game.deck()
    return game, spec, generate(game, spec, "1")
