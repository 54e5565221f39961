"""Small games to deal decks of, read once; and the shipped one."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from game_files import write

from deckgen.deck.cards import Deck
from deckgen.deck.deal.generator import generate
from deckgen.game import read_game
from deckgen.game.model import Game

SHIPPED = "future-imperfect"

SIXTY_FOLDER = Path(__file__).parents[1] / "games" / "sixty"
SIXTY = (SIXTY_FOLDER / "game.yaml").read_text(encoding="utf-8")

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
    """The game that a text describes, in a folder that is gone: nothing is kept beside it.

    That of sixty cards has a folder, since its solutions take long to find.
    """
    if text == SIXTY:
        return read_game(SIXTY_FOLDER)
    with tempfile.TemporaryDirectory() as folder:
        return read_game(write(Path(folder), text))


@cache
def shipped() -> Game:
    return read_game(SHIPPED)


@cache
def dealt(text: str, seed: str, number: int = 1, of: int = 1) -> Deck:
    """A deck of the game of that text; of the shipped game if it is its name."""
    made = shipped() if text == SHIPPED else game(text)
    return generate(made, made.deck(), seed, number, of)
