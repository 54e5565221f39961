"""What formulas of a sheet find of odds: the dice's chances of success at a game's usual numbers, as they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from deckgen.draw.text import whole_percent
from deckgen.errors import Faults, nearest
from deckgen.game.model import Check, DeckSpec, Game, GridSection
from deckgen.language import Language
from deckgen.odds import Roll, distribution
from deckgen.odds.chances import Tail
from deckgen.sheet.formula import FormulaError, Value
from deckgen.sources import Spot

_MOST_DICE = 198  # no sheet has more of a trait and a skill together


class ChancesBy(dict[str, Value]):
    """Chances at some numbers, ``62 · 38 %``, by a whole number; ``tail`` gives the odds for that one."""

    def __init__(self, numbers: Sequence[int], tail: Callable[[int], Tail], language: Language) -> None:
        super().__init__()
        self._numbers, self._tail, self._language = numbers, tail, language

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Value:
        """Raises FormulaError for what is no whole number, or for one that has no odds."""
        digits = key.removeprefix("−")
        if not digits.isdecimal():
            raise FormulaError(f"{key} is not a whole number", "round it with floor or ceil")
        tail = self._tail(int(digits) * (1 if digits == key else -1))
        said = " · ".join(whole_percent(tail(number)) for number in self._numbers)
        self[key] = said + self._language.percent_sign
        return self[key]


def _pool(roll: Roll) -> Callable[[int], Tail]:
    """By the number of dice, also more than the cards have rows for."""

    def tail(dice: int) -> Tail:
        if not 1 <= dice <= _MOST_DICE:
            raise FormulaError(f"there are no chances of {dice} dice", f"use 1 to {_MOST_DICE} dice")
        return distribution(replace(roll, dice=roll.dice[:1] * dice)).tail

    return tail


def _bonus(roll: Roll) -> Callable[[int], Tail]:
    """By what is added to the roll."""
    return lambda bonus: distribution(replace(roll, bonus=roll.bonus + bonus)).tail


def read_chances(game: Game, spot: Spot, faults: Faults) -> dict[str, Mapping[str, Value]]:
    """The chances that a sheet names, each of a check of the game and at numbers of its scopes.

    ``name[sides][dice]`` of a grid, ``name[bonus]`` of a roll; where numbers have names, these come first. What is
    wrong is a fault. Raises GameError if the game has no deck.
    """
    deck = game.deck()
    sections = {section.name for section in deck.sections}
    checks = {check.name: check for check in game.checks if check.section in sections and not check.against}
    found: dict[str, Mapping[str, Value]] = {}
    for each in spot.items():
        name, at = each.value["check"], each.at("at")
        found[str(each.path[-1])] = {}
        check = checks.get(name)
        if check is None:
            each.at("check").blame(
                faults, f'the game has no check "{name}" without an opponent', nearest(name, checks)
            )
            continue
        named = at.items() if isinstance(at.value, dict) else [at]
        for numbers in named:
            _refuse_unknown(check, numbers, faults)
        tables = {str(n.path[-1]): _table(check, deck, n.value, game.language) for n in named}
        found[str(each.path[-1])] = tables if isinstance(at.value, dict) else tables["at"]
    return found


def _refuse_unknown(check: Check, numbers: Spot, faults: Faults) -> None:
    """A number on a sheet is one of the game's, so that none is out of date."""
    known = sorted({number for scope in check.scopes for _, number in scope.difficulties})
    for number in numbers.items():
        if number.value not in known:
            what = f"no difficulty of {check.title} has the number {number.value}"
            number.blame(faults, what, f"write some of {', '.join(map(str, known))}")


def _table(check: Check, deck: DeckSpec, numbers: Sequence[int], language: Language) -> Mapping[str, Value]:
    section = deck.section(check.section)
    rolls = [cell.roll for cell in check.cells(section)]
    if isinstance(section, GridSection):
        return {str(roll.dice[0]): ChancesBy(numbers, _pool(roll), language) for roll in rolls}
    return ChancesBy(numbers, _bonus(rolls[0]), language)
