"""Sections ``grid``: columns of dice by rows of pool sizes; cells may go on, or fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any, Literal, Self

from deckgen.game.decode import decode
from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import (
    CellSpec,
    DealtResults,
    DealtVariable,
    DeckContext,
    Head,
    Section,
    default_tail_limit,
)
from deckgen.game.sections.rolls import check_printable, failure_variables, read_roll
from deckgen.game.values import AGAIN, FAILURE, TOWARDS, Cell, has_keys, is_list, read_cell
from deckgen.language import gettext_noop
from deckgen.odds import MECHANICS, Explode, Failing, Keep, Maxima, Roll
from deckgen.records import record
from deckgen.sources import YamlValue, to_fraction

Beyond = Literal["shift-right", "keep-last", "draw-again"]
_READ_ON = gettext_noop("Of more than {rows} dice, read the others off another card.")
_BEYOND: Mapping[Beyond, str] = MappingProxyType(
    {
        "shift-right": gettext_noop(
            "Beyond row {rows}, go a column to the right for each row too many, at most to column {last}."
        ),
        "keep-last": gettext_noop("Beyond row {rows}, read row {rows}."),
        "draw-again": gettext_noop(
            "Beyond row {rows}, draw another card and add the row of the dice that are left."
        ),
    }
)
"""What a grid says of the rows that it has not."""


_MOST_DICE = 99
"""The most dice of a pool that can be named."""
_LEAST_OPEN = 1
"""The least number of open cards that may print any."""


@record
class Column:
    """One column of a grid: its printed label and the sides of its die."""

    label: str
    sides: int


@record
class GridSection(Section):
    """Columns of dice × rows of pool sizes; every cell a number dealt on its own.

    ``rising``: on every card the printed values never fall from a row to the next lower one.
    ``tail_bar`` is the largest allowed difference between deck and dice in P(total >= T), in cards; None for what
    suits each roll.

    ``reads``: ``cell``, row n is the result of n dice; ``first-n``, every cell is one die and a pool of
    n dice is the first n cells of its column on one card, read as ``keep``, ``maxima`` and
    ``critical_failure`` say. (An open cell that prints 1 is no natural 1: its die has not come to its end.)
    ``pool_bar`` is the ``tail_bar`` of these pools. ``open_least`` are the least numbers of open cards by cell
    (column-row); in all others they look exceptional. ``bonus`` is that of every roll, ``failing``
    says which rolls are critical failures.

    ``beyond`` is what stands for rows after the last one, see ``cells_for``; None where the game does not say.
    """

    columns: tuple[Column, ...]
    rows: int
    keep: Keep
    explode: Explode
    maxima: Maxima
    critical_failure: bool
    rising: bool
    tail_bar: Fraction | None = None
    reads: Literal["cell", "first-n"] = "cell"
    success_at: int | None = None
    pool_bar: Fraction = Fraction(1)
    open_least: tuple[tuple[str, int], ...] = ()
    beyond: Beyond | None = None
    bonus: int = 0
    failing: Failing = "more-than-half-ones"

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        written = _read_columns(spot.at("columns"), deal)
        columns = tuple(Column(each.name, int(each.value[1:])) for each in written or ())
        rules = {**spot.get("dice", {}), "critical_failure": spot.get("critical_failure"), "dice": "d6"}
        dice = spot.at("dice") if "dice" in spot.value else spot
        roll = read_roll(rules, dice, deal)
        wrong = [*_rising_conflicts(roll, spot)]
        if roll and not wrong:
            wrong = [*_reading_conflicts(roll, spot, deal)]
        if roll and written and not wrong:
            wrong = [*_beyond_conflicts(roll, columns, spot)]
        for key, what, remedy in wrong:
            deal.report(spot.at(key), what, remedy)
        if wrong or not written or not roll:
            return None
        of_roll = ("keep", "explode", "maxima", "critical_failure", "success_at", "bonus", "failing")
        grid = decode(
            cls,
            spot,
            {"Fraction": lambda at: to_fraction(at.value)},
            **head,
            **{name: getattr(roll, name) for name in of_roll},
            columns=columns,
            rising=spot.get("rising", False),
            open_least=_open_least(spot, columns, deal),
            labels=deal.words.key_texts(written),
        )
        if not all(check_printable(cell.roll, dice, deal) for cell in grid.cells()):
            return None
        said = grid.beyond_in_words(deal.words.language.phrase(grid.beyond_rule)) if grid.beyond else ""
        return replace(grid, help=" ".join(filter(None, (grid.help, said))))

    @property
    def beyond_rule(self) -> str:
        """What is said of rows after the last one, with ``{rows}`` and ``{last}`` for their number and the last column."""
        if self.beyond is None:
            return ""
        return _READ_ON if self.beyond == "draw-again" and self.reads == "first-n" else _BEYOND[self.beyond]

    def beyond_in_words(self, rule: str) -> str:
        """The rule, or its translation, with this grid's numbers."""
        return rule.replace("{rows}", str(self.rows)).replace("{last}", self.columns[-1].label)

    def cells_for(self, column: str, row: int) -> Sequence[tuple[str, int]]:
        """The cells, as column and row, that stand for a row from 1 on, even after the last one; each is of another card.

        None after the last row where the game says nothing of it. Raises ValueError if there is no such column or row.
        """
        labels = [each.label for each in self.columns]
        at, more = labels.index(column), row - self.rows
        if row < 1:
            raise ValueError(f"{row} is no row")
        if more <= 0:
            return [(column, row)]
        match self.beyond:
            case "shift-right":
                return [(labels[min(at + more, len(labels) - 1)], self.rows)]
            case "keep-last":
                return [(column, self.rows)]
            case "draw-again":
                whole, left = divmod(row - 1, self.rows)
                return [*[(column, self.rows)] * whole, (column, left + 1)]
        return []

    def parse_cell(self, label: str) -> tuple[str, str] | None:
        """Column and row of a label such as III-3; None if there is neither that cell nor one that stands for it."""
        column, _, row = label.rpartition("-")
        known = column in [each.label for each in self.columns] and re.fullmatch("[0-9]{1,3}", row)
        if not known or not 1 <= int(row) <= _MOST_DICE or not self.cells_for(column, int(row)):
            return None
        return column, str(int(row))

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        failure = TOWARDS if self.reads == "first-n" else FAILURE
        return [AGAIN] * (self.explode != "none") + [failure] * self.critical_failure

    def counts_to_failure(self, cell: Cell) -> bool:
        """Whether a number counts towards the critical failure of a pool that is read across cells."""
        pools = self.reads == "first-n" and self.critical_failure
        return pools and cell == Cell(1)

    def least_open(self, cell: CellSpec) -> int | None:
        """The least number of a cell's open cards; None for one that looks exceptional."""
        return dict(self.open_least).get(f"{cell.column}-{cell.row}")

    def tail_limit(self, cell: CellSpec) -> Fraction:
        """The largest tail error of a cell, in cards."""
        return default_tail_limit(cell.roll) if self.tail_bar is None else self.tail_bar

    def cells(self) -> Sequence[CellSpec]:
        if self.reads == "cell":
            return self._pools()
        one = {column.label: Roll((column.sides,), explode=self.explode) for column in self.columns}
        return [replace(cell, roll=one[cell.column]) for cell in self._pools()]

    def rolled_cells(self) -> Sequence[CellSpec]:
        return self.pools() or self.cells()

    def pools(self) -> Sequence[CellSpec]:
        """The pools read across cells, column by column: row n is the roll of its column's first n cells.

        None where every cell is a result of its own.
        """
        return self._pools() if self.reads == "first-n" else []

    def _pools(self) -> list[CellSpec]:
        rules = (self.keep, self.explode, self.maxima, self.critical_failure, self.success_at, self.failing)
        return [
            CellSpec(self.name, column.label, row, Roll((column.sides,) * row, *rules, self.bonus))
            for column in self.columns
            for row in range(1, self.rows + 1)
        ]

    def parse_value(self, data: Any) -> Mapping[str, tuple[Cell, ...]]:
        least = MECHANICS[self.keep].least_total + min(self.bonus, 0)
        if has_keys(data, [column.label for column in self.columns]) and all(
            is_list(rows, self.rows) for rows in data.values()
        ):
            found = {label: [read_cell(cell, least) for cell in rows] for label, rows in data.items()}
            if all(None not in rows for rows in found.values()):
                return {label: tuple(filter(None, rows)) for label, rows in found.items()}
        raise self.value_error()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        return failure_variables(self.cells(), size) if self.critical_failure else []

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, tuple[Cell, ...]]]:
        starts = {column.label: i * self.rows for i, column in enumerate(self.columns)}
        rows, bonus = self.rows, self.bonus
        cards = dealt.results_by_card()
        if bonus:
            cards = (tuple(cell.with_bonus(bonus) for cell in card) for card in cards)
        return [{label: card[start : start + rows] for label, start in starts.items()} for card in cards]

    def results_of(self, value: Any) -> Sequence[Cell]:
        cells = list(chain.from_iterable([value[column.label] for column in self.columns]))
        return [cell.with_bonus(-self.bonus) for cell in cells] if self.bonus else cells


def _open_least(spot: YamlValue, columns: Sequence[Column], deal: DeckContext) -> tuple[tuple[str, int], ...]:
    """By cell, as column and row: the least number of its open cards, where the game says it.

    A cell that is not there is a problem.
    """
    cells = [f"{column.label}-{row}" for column in columns for row in range(1, spot.value["rows"] + 1)]
    given = spot.get("open", {})
    if given == "any":
        return tuple((cell, _LEAST_OPEN) for cell in cells)
    for each in spot.items("open"):
        each.check_name(cells, deal.problems, "there is no cell", each.name)
    return tuple(sorted(given.items()))


Conflicts = Iterator[tuple[str, str, str]]
"""Keys of a grid that do not fit its others, what is wrong, and the remedy."""


def _rising_conflicts(roll: Roll | None, spot: YamlValue) -> Conflicts:
    if not spot.get("rising", False):
        return
    if spot.get("reads", "cell") == "first-n":
        what = "cells that are one die each cannot rise from row to row"
        yield "rising", what, "write rising: false, or reads: cell"
    elif roll is not None and not MECHANICS[roll.keep].can_rise:
        what = f"a grid that keeps the {roll.keep} die cannot rise from row to row"
        yield "rising", what, "write rising: false, or keep: sum"
    elif roll is not None and roll.critical_failure:
        what = "a grid with critical failures, which count as 1 in every row, cannot rise from row to row"
        yield "rising", what, "write rising: false, or critical_failure: none"


def _reading_conflicts(roll: Roll, spot: YamlValue, deal: DeckContext) -> Conflicts:
    if spot.get("reads", "cell") != "first-n":
        if "pool_bar" in spot.value:
            what = "only cells that are read together make a pool"
            yield "pool_bar", what, "write reads: first-n, or delete pool_bar"
        return
    if roll.keep != "highest":
        what = f"cells that are read together keep the highest, not the {roll.keep}"
        yield "reads", what, "write keep: highest, or reads: cell"
    elif roll.explode != "none" and roll.maxima != "all":
        what = "every open cell that is read is drawn on, so all maxima are rolled on"
        yield "reads", what, "write maxima: all, or reads: cell"
    if roll.critical_failure and roll.failing != "more-than-half-ones":
        what = "cells that are read together fail where more than half of them show 1"
        yield "reads", what, "write critical_failure: more-than-half-ones or none, or reads: cell"
    if roll.bonus:
        what = "cells that are read together are one die each, and a bonus belongs to their pool"
        yield "reads", what, "delete bonus, or write reads: cell"
    if deal.draw != "without-replacement":
        what = "cells are read together, but the added cards are drawn with replacement"
        yield "reads", what, "write reads: cell, or draw: without-replacement in the deck"


def _beyond_conflicts(roll: Roll, columns: Sequence[Column], spot: YamlValue) -> Conflicts:
    beyond, what, remedy = spot.get("beyond"), "", "write beyond: keep-last"
    if beyond == "shift-right" and len(columns) == 1:
        what = "there is no column to the right"
    elif beyond == "shift-right" and any(a.sides >= b.sides for a, b in pairwise(columns)):
        what = "the column to the right is not always that of the next larger die"
        remedy = "order the columns by their dice, or write beyond: keep-last"
    elif beyond == "draw-again" and not MECHANICS[roll.keep].can_rise and spot.get("reads", "cell") == "cell":
        what = f"cells that keep the {roll.keep} die cannot be added up"
        remedy = "write beyond: shift-right or keep-last"
    elif beyond == "draw-again" and roll.bonus:
        what = "the bonus would be added once for every card"
        remedy = "delete bonus, or write beyond: shift-right or keep-last"
    if what:
        yield "beyond", what, remedy


def _read_columns(spot: YamlValue, deal: DeckContext) -> list[YamlValue] | None:
    """The columns that are named or written out; None, with a problem added, if there are none of that name."""
    if not isinstance(spot.value, str):
        return spot.items()
    spot.check_name(deal.columns, deal.problems, "there are no columns")
    named = deal.columns.get(spot.value)
    return None if named is None else named.items()
