"""A small game with a dice section, whose rolls are written as trees, and a deck of it dealt by shares."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from game_files import DECK, GAME, write
from page_decks import deck_of

from deckgen.deck.cards import Deck
from deckgen.game import read_game
from deckgen.game.model import DiceSection, Game
from deckgen.game.sections.dice import DiceRoll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Bands, Expression, Number, Test, Versus
from deckgen.odds.roll import Die, Roll

SKILL = Test(Roll((100,), tens=1), "<=", Number(45), ((1, 5), (1, 2)), (1, 1), (96, 100))
MOVE = Bands(Roll((6, 6), bonus=1), ("miss", "partial", "full"), (7, 10))
SYMBOLS = Die(
    "ability", ((), ("success",), ("success",), ("success", "success"), ("advantage",), ("success", "advantage"))
)
HARD = Die("difficulty", ((), ("failure",), ("failure", "failure"), ("threat",), ("threat",), ("failure", "threat")))
TASK = Roll((), "symbols", special=(SYMBOLS, SYMBOLS, HARD), cancel=(("success", "failure"), ("advantage", "threat")))
STRIKE = Versus(Roll((6,), bonus=2), Roll((10, 10)), singly=True, match=True)
DAMAGE = Roll((6, 6, 6))
ROLLS = {"skill": SKILL, "move": MOVE, "task": TASK, "strike": STRIKE, "damage": DAMAGE}
WRITTEN = {"move": "2d6 + 1 bands miss 7 partial 10 full"}
WORDS = {"full": "Full hit", "loses": "Loses"}


def dice_section(rolls: dict[str, Expression], name: str = "dice", title: str = "Dice", text: str = "") -> DiceSection:
    pairs = tuple(
        (label, DiceRoll(WRITTEN.get(label, label), expression, evaluate(expression)))
        for label, expression in rolls.items()
    )
    return DiceSection(name, title, text, rolls=pairs, printed=tuple(WORDS.items()))


@cache
def small_game() -> Game:
    coin = "sections: {coin: {kind: distribution, title: Coin, outcomes: [{value: true, cards: 13}, {value: false, cards: rest}]}}\n"
    return read_game(write(Path(mkdtemp()), GAME, coin, DECK))


def dice_game(**rolls: Expression) -> tuple[Deck, Game, DiceSection]:
    """A deck, its game, and its dice section, with all of ``ROLLS`` unless others are given."""
    game = small_game()
    section = dice_section(rolls or ROLLS, text="Read all parts.")
    spec = replace(game.decks[0], sections=(section,))
    plain = deck_of(replace(spec, sections=()))
    cards = tuple(
        replace(card, sections={"dice": {label: _result(roll, index, spec.size) for label, roll in section.rolls}})
        for index, card in enumerate(plain.cards)
    )
    return replace(plain, cards=cards), replace(game, decks=(spec,)), section


def _result(roll: DiceRoll, index: int, size: int) -> Any:
    """The result in which card ``index`` of ``size`` is, if all are side by side by their chances."""
    place = Fraction(2 * index + 1, 2 * size) * sum(roll.joint.weights.values())
    ends = accumulate(roll.joint.weights.values())
    return roll.result(next(outcome for outcome, end in zip(roll.joint.weights, ends, strict=True) if place < end))
