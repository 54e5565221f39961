"""Tables that formulas of a sheet look up in its game: cells of the cards, and chances of success.

Cells are those of a grid for a pool of dice; chances are at a check's difficulties.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from deckgen.draw.text import whole_percent
from deckgen.errors import Problems, suggest
from deckgen.game.model import Check, DeckSpec, DiceSection, Game, GridSection
from deckgen.language import Language
from deckgen.odds import Roll, distribution
from deckgen.odds.chances import Tail, chance_of, tail_from_list, tail_from_pmf
from deckgen.odds.distribution import tails as tails_of
from deckgen.records import record
from deckgen.sheet.formula import FormulaError, Value
from deckgen.sources import YamlValue

_MOST_DICE = 20  # exact odds of more take too long
_MOST_BONUS = 999
_FINAL_TEXTS = (">99", "100")
_Tails = Callable[[int], Tail]
"""Return P(total >= t) for a number of dice or a bonus."""


class PoolCells(dict[str, Value]):
    """Map from a number of dice, as text, to the cells of a column, printed by ``pattern``: V-5, 5d10 + 2d10."""

    def __init__(self, grid: GridSection, column: str, pattern: str) -> None:
        super().__init__()
        self._grid, self._column, self._pattern = grid, column, pattern

    def __contains__(self, key: object) -> bool:
        return True

    @property
    def beyond(self) -> str:
        """What follows ``list_cells``: ``again`` (another card for more dice), ``last`` cell, or ""."""
        if self._grid.beyond == "draw-again":
            return "again"
        return "last" if self._grid.beyond else ""

    def list_cells(self) -> list[str]:
        """Return the texts of 1, 2 ... dice: all rows of the grid, and beyond, if the last repeats, until it does."""
        after = len(self._grid.columns) if self.beyond == "last" else 0
        texts = [str(self[str(row)]) for row in range(1, self._grid.rows + after + 1)]
        while after and len(texts) > 1 and texts[-1] == texts[-2]:
            texts.pop()
        return texts

    def __missing__(self, key: str) -> Value:
        """Return the printed cells of a number of dice. Raises FormulaError if the game has none."""
        row = int(key) if key.isdecimal() and len(key) < 5 else 0
        cells = self._grid.cells_for(self._column, row) if row else ()
        if not cells:
            message = f"the game has no cells for {key} dice in column {self._column} of {self._grid.title}"
            raise FormulaError(message, f"use 1 to {self._grid.rows} dice, or add beyond: ... to the section")
        printed = (self._pattern.replace("{column}", c).replace("{row}", str(r)) for c, r in cells)
        return " + ".join(printed)


@record
class CardCells:
    """A grid of the game's cards: its cells by sides, then number of dice, both as text, and its rule in words.

    ``columns`` are the columns' labels of the ``grid`` by sides, ``pattern`` is how a cell is printed.
    """

    cells: Mapping[str, Value]
    rule: str
    columns: Mapping[str, str] = field(default_factory=dict)
    pattern: str = ""
    grid: str = ""

    @property
    def printed(self) -> str:
        """A regular expression, also in JavaScript, for a cell as it is printed: its column and row in their order."""
        labels = "|".join(map(re.escape, sorted(self.columns.values(), key=len, reverse=True)))
        escaped = re.sub(r"[^\w{}]", r"\\\g<0>", self.pattern)
        return escaped.replace("{column}", f"({labels})").replace("{row}", "([1-9][0-9]?)")

    def place(self, text: str) -> str | None:
        """Return the place, as in III-4, that a text names by dice or as a cell is printed; None if it names none."""
        dice = re.search(r"([1-9][0-9]?)?d([1-9][0-9]*)", text)
        if dice and dice[2] in self.columns:
            return f"{self.columns[dice[2]]}-{dice[1] or 1}"
        cell = re.search(self.printed, text)
        first = self.pattern.find("{row}") < self.pattern.find("{column}")
        return f"{cell[1 + first]}-{cell[2 - first]}" if cell else None


def read_card_cells(game: Game, spot: YamlValue, problems: Problems) -> dict[str, CardCells]:
    """Return grids of the game's first deck by the sheet's names; report missing ones. GameError without a deck."""
    deck = game.deck()
    grids = {section.name: section for section in deck.sections if isinstance(section, GridSection)}
    cells_by_name = {}
    for entry in spot.items():
        name, cells, rule = entry.value["grid"], {}, ""
        columns: dict[str, str] = {}
        if grid := grids.get(name):
            cells = {str(c.sides): PoolCells(grid, c.label, entry.value["print"]) for c in grid.columns[::-1]}
            columns = {str(c.sides): c.label for c in grid.columns[::-1]}
            if grid.beyond:
                rule = grid.beyond_in_words(game.language.phrase(grid.beyond_rule))
        else:
            entry.at("grid").report(problems, f'the cards have no grid "{name}"', suggest(name, grids))
        cells_by_name[str(entry.path[-1])] = CardCells(cells, rule, columns, entry.value["print"], name)
    return cells_by_name


class ChanceTable(dict[str, Value]):
    """Map from a whole number, as text, to the chances at some target numbers: ``62 · 38 %``.

    None outside ``least`` to ``most``, but above the last text if no chance can change. ``end``: the percent sign.
    """

    def __init__(self, numbers: Sequence[int], tails: _Tails, language: Language, least: int, most: int) -> None:
        super().__init__()
        self.least, self.most = least, most
        self.end = re.sub(r"\s", " ", language.percent_sign)  # which viewers find in every font
        self._numbers, self._tails = numbers, tails
        self._texts: dict[int, list[str]] = {}

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Value:
        """Return the chances at a number. Raises FormulaError for a key that is no whole number."""
        digits = key.removeprefix("−")
        if not digits.isdecimal():
            raise FormulaError(f"{key} is not a whole number", "round it with floor or ceil")
        value = int(digits) * (1 if digits == key else -1)
        if value > self.most and all(text in _FINAL_TEXTS for text in self._texts_at(self.most)):
            value = self.most
        return " · ".join(self._texts_at(value)) + self.end if self.least <= value <= self.most else None

    def _texts_at(self, value: int) -> list[str]:
        """Return each target number's percent, without sign, at a bonus or number of dice; each is computed once."""
        if value not in self._texts:
            tails = self._tails(value)
            self._texts[value] = [whole_percent(tails(number)) for number in self._numbers]
        return self._texts[value]

    def steps(self) -> list[list[int | str]]:
        """Return for each target number [n, percent, n, percent ...]: the n from which each applies; text for >99."""
        all_steps: list[list[int | str]] = []
        for i in range(len(self._numbers)):
            all_steps.append([])
            for value in (self.least, *self._find_changes(i, self.least, self.most)):
                text = self._texts_at(value)[i]
                all_steps[-1] += [value, int(text) if text.isdecimal() else text]
        return all_steps

    def _find_changes(self, i: int, low: int, high: int) -> Iterator[int]:
        """Yield each n in ``low`` < n <= ``high`` at which the text of the target number at index ``i`` changes."""
        if self._texts_at(low)[i] == self._texts_at(high)[i]:
            return
        if high - low == 1:
            yield high
            return
        middle = (low + high) // 2
        yield from self._find_changes(i, low, middle)
        yield from self._find_changes(i, middle, high)


def read_chances(game: Game, spot: YamlValue, problems: Problems) -> dict[str, Mapping[str, Value]]:
    """Return the chances that a sheet names: ``name[sides][dice]`` of a grid, ``name[bonus]`` of a roll.

    Each is of a check without opponent at some of its target numbers; if these have names, those come first. Reports
    errors, with an empty table for an unknown check. Raises GameError if the game has no deck.
    """
    deck = game.deck()
    sections = {section.name for section in deck.sections}
    checks = {check.name: check for check in game.checks if check.section in sections and not check.against}
    chances: dict[str, Mapping[str, Value]] = {}
    for entry in spot.items():
        name, at = entry.value["check"], entry.at("at")
        chances[str(entry.path[-1])] = {}
        if name not in checks:
            message = f'the game has no check "{name}" without an opponent'
            entry.at("check").report(problems, message, suggest(name, checks))
            continue
        check = checks[name]
        difficulty_numbers = sorted({number for scope in check.scopes for _, number in scope.difficulties})
        tables: dict[str, Mapping[str, Value]] = {}
        for numbers in at.items() if isinstance(at.value, dict) else [at]:
            for number in numbers.items():  # one of the game's, so that none is out of date
                if number.value not in difficulty_numbers:
                    message = f"no difficulty of {check.title} has the number {number.value}"
                    number.report(problems, message, f"write some of {', '.join(map(str, difficulty_numbers))}")
            tables[str(numbers.path[-1])] = _chance_table(check, deck, numbers.value, game.language)
        chances[str(entry.path[-1])] = tables if isinstance(at.value, dict) else tables["at"]
    return chances


def _chance_table(check: Check, deck: DeckSpec, numbers: Sequence[int], language: Language) -> Mapping[str, Value]:
    """Return {sides: table by number of dice}, beyond the grid's rows, too; of a roll a table by additional bonus."""
    section = deck.section(check.section)
    if isinstance(section, DiceSection):
        chances = dict(section.rolls)[check.rolls[0]].joint
        tail = tail_from_pmf(chances.numbers(chances.index(check.part)))
        return ChanceTable(numbers, _by_bonus(tail, check), language, -_MOST_BONUS, _MOST_BONUS)
    rolls = [cell.roll for cell in check.rolled_cells(section)]
    if isinstance(section, GridSection):
        # A single tail would be looked up in a longer table, which is slower to make. Scopes share one this long.
        limit = 1 << (max(numbers) - (not check.under)).bit_length()

        def by_dice(roll: Roll, dice: int) -> Tail:
            tails = tails_of(replace(roll, dice=roll.dice[:1] * dice), limit)
            return partial(chance_of, tail_from_list(tails), at_most=check.under)

        return {
            str(roll.dice[0]): ChanceTable(numbers, partial(by_dice, roll), language, 1, _MOST_DICE) for roll in rolls
        }

    return ChanceTable(numbers, _by_bonus(distribution(rolls[0]).tail, check), language, -_MOST_BONUS, _MOST_BONUS)


def _by_bonus(tail: Tail, check: Check) -> _Tails:
    """Return the chances of a check at each bonus, of which ``tail`` has those without one."""

    def by_bonus(bonus: int) -> Tail:
        added = bonus if check.under else -bonus
        return lambda number: chance_of(tail, number + added, at_most=check.under)

    return by_bonus
