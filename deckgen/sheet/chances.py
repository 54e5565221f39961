"""What formulas of a sheet find of odds: the dice's chances of success at a game's usual numbers, as they are printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from deckgen.draw.text import whole_percent
from deckgen.errors import Faults, nearest
from deckgen.game.model import Check, DeckSpec, Game, GridSection
from deckgen.language import Language
from deckgen.odds import Roll, distribution
from deckgen.odds.chances import Tail
from deckgen.odds.distribution import tails as tails_of
from deckgen.sheet.formula import FormulaError, Value
from deckgen.sources import Spot

_MOST_DICE = 20  # exact odds of more take too long
_MOST_BONUS = 999
_LONGEST = 20  # digits of a number that formulas look up
_SETTLED = (">99", "100")
_Tails = Callable[[int], Tail]
"""P(total >= t) by the dice or the bonus."""


class ChancesBy(dict[str, Value]):
    """Chances at some numbers, ``62 · 38 %``, by a whole number from ``least`` to ``most``.

    They rise with it; so those after ``most`` are known only if no text can follow. ``end`` is the sign after them.
    """

    def __init__(
        self, numbers: Sequence[int], tails: _Tails, language: Language, least: int, most: int
    ) -> None:
        super().__init__()
        self.least, self.most = least, most
        self.end = re.sub(r"\s", " ", language.percent_sign)  # which viewers find in every font
        self._numbers, self._tails = numbers, tails
        self._known: dict[int, list[str]] = {}

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Value:
        """Raises FormulaError for what is no whole number."""
        digits = key.removeprefix("−")
        if not digits.isdecimal() or len(digits) > _LONGEST:
            raise FormulaError(f"{key} is not a whole number", "round it with floor or ceil")
        at = int(digits) * (1 if digits == key else -1)
        if at > self.most and all(text in _SETTLED for text in self._at(self.most)):
            at = self.most
        return " · ".join(self._at(at)) + self.end if self.least <= at <= self.most else None

    def _at(self, at: int) -> list[str]:
        if at not in self._known:
            tails = self._tails(at)
            self._known[at] = [whole_percent(tails(number)) for number in self._numbers]
        return self._known[at]

    def steps(self) -> list[list[int | str]]:
        """For each of the numbers, from where on what is printed: [least, text, next, text ...]."""
        found: list[list[int | str]] = []
        for i in range(len(self._numbers)):
            steps: list[int | str] = [self.least, _short(self._at(self.least)[i])]
            for at in self._changes(i, self.least, self.most):
                steps += [at, _short(self._at(at)[i])]
            found.append(steps)
        return found

    def _changes(self, i: int, low: int, high: int) -> Iterator[int]:
        """Where the text of a number changes after ``low``, up to ``high``: by halves, as chances only rise."""
        if self._at(low)[i] == self._at(high)[i]:
            return
        if high - low == 1:
            yield high
            return
        middle = (low + high) // 2
        yield from self._changes(i, low, middle)
        yield from self._changes(i, middle, high)


def _short(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def _pool(numbers: Sequence[int], roll: Roll, language: Language) -> ChancesBy:
    """By the number of dice, also more than the cards have rows for."""

    def tails(dice: int) -> Tail:
        # A single tail would be looked up in a longer table, which is slower to make. Scopes share one this long.
        limit = 1 << (max(numbers) - 1).bit_length()
        return tails_of(replace(roll, dice=roll.dice[:1] * dice), limit).__getitem__

    return ChancesBy(numbers, tails, language, 1, _MOST_DICE)


def _bonus(numbers: Sequence[int], roll: Roll, language: Language) -> ChancesBy:
    """By what is added to the roll."""

    def tails(bonus: int) -> Tail:
        return distribution(replace(roll, bonus=roll.bonus + bonus)).tail

    return ChancesBy(numbers, tails, language, -_MOST_BONUS, _MOST_BONUS)


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
        return {str(roll.dice[0]): _pool(numbers, roll, language) for roll in rolls}
    return _bonus(numbers, rolls[0], language)
