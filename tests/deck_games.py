"""Small games to deal decks of, read once; and the shipped one."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from game_files import write

from deckgen.deck.cards import Deck
from deckgen.deck.deal.generator import generate
from deckgen.game import load
from deckgen.game.model import Game

SHIPPED = "future-imperfect"

SIXTY = """\
game: {id: sixty, title: Sixty}
columns:
  odd: {A: d5, B: d7, C: d9}
decks:
  main:
    title: Main
    cards:
      low_jokers: [fool]
      suits: [sun, moon, star]
      ranks: [1..19]
      high_jokers: [knight, king]
sections:
  skill:
    kind: grid
    title: Skill
    columns: odd
    rows: 2
    dice: {keep: highest, explode: open}
    critical_failure: more-than-half-ones
    tail_bar: 0.75
  force:
    kind: grid
    title: Force
    columns: odd
    rows: 2
    dice: {keep: sum, explode: open}
    rising: true
    open: any
    tail_bar: 1.1
  spread:
    kind: rolls
    title: Spread
    rolls: {2: 2d6, 3: 3d6}
    tail_bar: 0.75
  place:
    kind: stack
    title: Place
    height: 3
    standard_from_bottom: 2
    levels:
      - [{place: left, odds: 1/7}, {place: right, odds: 1/7}]
      - {place: middle, odds: 3/7}
      - {place: top, odds: 2/7}
  marks: {kind: marks, title: Marks, count: 3, odds: 1/7}
  coin:
    kind: distribution
    title: Coin
    outcomes:
      - {value: true, odds: 1/2}
      - {value: false, cards: rest}
  words:
    kind: text
    title: Words
    texts:
      - {text: Fate, odds: 1/11}
  steps:
    kind: table
    title: Steps
    rows: [F, S]
    columns:
      1: [3, 5]
    variation:
      - {value: -1, odds: 1/7}
      - {value: 0, cards: rest}
      - {value: 1, odds: 1/7}
  shuffle:
    kind: fixed
    title: Shuffle
    values:
      - {on: jokers, value: true}
      - {on: rest, value: false}
  order: {kind: ordinal, title: Order, source: impulse}
  suit: {kind: ordinal, title: Suit, source: suit}
  rank: {kind: ordinal, title: Rank, source: rank}
"""

SMALL = """\
game: {id: small, title: Small}
decks:
  main: {title: Main, draw: with-replacement, cards: {numbered: 20}}
sections:
  hit:
    kind: grid
    title: Hit
    columns: {X: d4}
    rows: 2
    dice: {keep: sum, explode: open}
    rising: true
  side:
    kind: distribution
    title: Side
    outcomes:
      - {value: heads, odds: 1/3}
      - {value: tails, odds: 2/3}
"""


@cache
def game(text: str = SMALL) -> Game:
    """The game that a text describes, in a folder that is gone: nothing is kept beside it."""
    with tempfile.TemporaryDirectory() as folder:
        return load(write(Path(folder), text))


@cache
def shipped() -> Game:
    return load(SHIPPED)


@cache
def dealt(text: str, seed: str, number: int = 1, of: int = 1) -> Deck:
    """A deck of the game of that text; of the shipped game if it is its name."""
    made = shipped() if text == SHIPPED else game(text)
    return generate(made, made.deck(), seed, number, of)
