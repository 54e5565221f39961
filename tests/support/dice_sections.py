"""Sections of dice made by hand, and decks that have them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game_files import write

from deckgen.game import read_game
from deckgen.game.decks import fingerprint
from deckgen.game.model import DeckSpec, DiceSection, Game
from deckgen.game.sections.dice import DiceRoll
from deckgen.odds.expression import Number
from deckgen.odds.joint import Joint, Part, joint

GLITCH = Part("glitch", "word", ("critical glitch", "glitch", ""))
TWO_DICE = joint(  # how many of two d6 show 5 or 6, and whether both show 1
    [Part("successes"), GLITCH],
    {(0, "critical glitch"): 1, (0, ""): 15, (1, ""): 16, (2, ""): 4},
    36,
)
LEVELS = joint([Part("level", "word", ("failure", "success"))], {("failure",): 25, ("success",): 29}, 54)
SYMBOLS = joint([Part("success", "symbol"), Part("threat", "symbol")], {(0, 0): 2, (0, 1): 1, (1, 0): 3, (2, 1): 2}, 8)
OPEN = joint(  # a d4 that explodes: a number, and whether it is odd
    [Part("total"), Part("odd", "mark")], {(1, True): 4, (2, False): 4, (3, True): 4, (5, True): 1}, 16
)

GAME = """\
game: {id: small, title: Small}
decks:
  main: {title: Main, cards: {numbered: 20}}
  jokers: {title: Jokers, cards: {suits: [a, b], ranks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], high_jokers: [red joker, black joker]}}
sections:
  side:
    kind: distribution
    title: Side
    outcomes: [{value: heads, odds: 1/3}, {value: tails, odds: 2/3}]
"""


def section(**joints: Joint) -> DiceSection:
    """A section with a roll for each of these chances."""
    rolls = tuple((label, DiceRoll(label, Number(i), chances)) for i, (label, chances) in enumerate(joints.items()))
    return DiceSection("it", "It", "", rolls)


def with_section(folder: Path, dice: DiceSection, deck: str = "main") -> tuple[Game, DeckSpec]:
    """A game, and one of its decks, which has the section of dice too."""
    game = read_game(write(folder, GAME))
    spec = game.deck(deck)
    sections = (*spec.sections, dice)
    digest = fingerprint(spec.playing_cards, spec.draw, spec.reshuffle, sections, (), ())
    spec = replace(spec, sections=sections, sha256=digest)
    return replace(game, decks=(spec,)), spec
