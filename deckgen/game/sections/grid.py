"""Sections ``grid``: columns of dice by rows of pool sizes; cells may be open or critical failures."""

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
    RolledSection,
    read_cell_rules,
)
from deckgen.game.sections.rolls import check_explosions, check_printable, failure_variables, read_roll
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
        "draw-again": gettext_noop("Beyond row {rows}, draw another card and add the row of the dice that are left."),
    }
)
"""The printed rule for rows beyond the last one."""


_MOST_DICE = 99
"""The most dice of a pool that a label may name."""


@record
class Column:
    """One column of a grid: its printed label and the sides of its die."""

    label: str
    sides: int


@record
class GridSection(RolledSection):
    """A grid of cells, columns of dice by rows of pool sizes, each cell dealt on its own.

    ``rising``: on every card no value is lower than the one in the row above.

    ``reads``: with ``cell``, row n is the result of n dice. With ``first-n`` each cell is one die, and a pool
    of n dice is the first n cells of its column on one card, combined by ``keep``, ``maxima`` and
    ``critical_failure``; an open cell that shows 1 is no natural 1, as its die goes on. ``pool_bar`` is the
    ``tail_bar`` of these pools.

    ``bonus`` is added to every roll, ``failing`` decides which rolls are critical failures.
    ``beyond`` decides how rows after the last one are read (see ``cells_for``), None if the game does not.
    """

    columns: tuple[Column, ...]
    rows: int
    keep: Keep
    explode: Explode
    maxima: Maxima
    critical_failure: bool
    rising: bool
    reads: Literal["cell", "first-n"] = "cell"
    success_at: int | None = None
    pool_bar: Fraction = Fraction(1)
    beyond: Beyond | None = None
    bonus: int = 0
    failing: Failing = "more-than-half-ones"

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the grid, its rule for rows beyond the last added to the help; None, with problems added, if wrong."""
        column_values = _read_columns(node.at("columns"), context)
        columns = tuple(Column(column.name, int(column.value[1:])) for column in column_values or ())
        rules = {**node.get("dice", {}), "critical_failure": node.get("critical_failure"), "dice": "d6"}
        dice = node.at("dice") if "dice" in node.value else node
        roll = read_roll(rules, dice, context)
        conflicts = [*_rising_conflicts(roll, node)]
        if roll and roll.keep == "middle":
            conflicts.append(("dice", "not every row of a grid has a middle die", "keep the highest or the lowest"))
        if roll and not conflicts:
            conflicts = [*_reading_conflicts(roll, node, context)]
        if roll and column_values and not conflicts:
            conflicts = [*_beyond_conflicts(roll, columns, node)]
        for key, message, remedy in conflicts:
            context.report(node.at(key), message, remedy)
        if conflicts or not column_values or not roll:
            return None
        if not check_explosions(roll, [column.sides for column in columns], dice, context):
            return None
        of_roll = ("keep", "explode", "maxima", "critical_failure", "success_at", "bonus", "failing")
        names = _cells_by_name(columns, node.value["rows"])
        grid = decode(
            cls,
            node,
            {"Fraction": lambda at: to_fraction(at.value)},
            **head,
            **{name: getattr(roll, name) for name in of_roll},
            columns=columns,
            rising=node.get("rising", False),
            **read_cell_rules(node, names, context, "there is no column or cell"),
            labels=context.words.key_texts(column_values),
        )
        if not all(check_printable(cell.roll, dice, context) for cell in grid.cells()):
            return None
        rule = grid.beyond_in_words(context.words.language.phrase(grid.beyond_rule)) if grid.beyond else ""
        return replace(grid, help=" ".join(filter(None, (grid.help, rule))))

    @property
    def beyond_rule(self) -> str:
        """The English rule for rows after the last one, with fields ``{rows}`` and ``{last}``; "" if none."""
        if self.beyond is None:
            return ""
        return _READ_ON if self.beyond == "draw-again" and self.reads == "first-n" else _BEYOND[self.beyond]

    def beyond_in_words(self, rule: str) -> str:
        """Return a rule, or its translation, with the number of rows and the last column inserted."""
        return rule.replace("{rows}", str(self.rows)).replace("{last}", self.columns[-1].label)

    def cells_for(self, column: str, row: int) -> Sequence[tuple[str, int]]:
        """Return the cells, as (column, row), to read for a row from 1 on, each on another card.

        ``beyond`` decides for rows after the last one; there are no cells if the game does not define it.
        Raises ValueError for an unknown column or row.
        """
        labels = [grid_column.label for grid_column in self.columns]
        index, rows_beyond = labels.index(column), row - self.rows
        if row < 1:
            raise ValueError(f"{row} is no row")
        if rows_beyond <= 0:
            return [(column, row)]
        match self.beyond:
            case "shift-right":
                return [(labels[min(index + rows_beyond, len(labels) - 1)], self.rows)]
            case "keep-last":
                return [(column, self.rows)]
            case "draw-again":
                full_cards, remaining_row = divmod(row - 1, self.rows)
                return [*[(column, self.rows)] * full_cards, (column, remaining_row + 1)]
        return []

    def parse_cell(self, label: str) -> tuple[str, str] | None:
        """Return (column, row), both as text, of a label such as III-3; None if no cell can be read for it."""
        column, _, row = label.rpartition("-")
        is_form_right = column in [grid_column.label for grid_column in self.columns] and re.fullmatch(
            "[0-9]{1,3}", row
        )
        if not is_form_right or not 1 <= int(row) <= _MOST_DICE or not self.cells_for(column, int(row)):
            return None
        return column, str(int(row))

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return AGAIN if dice explode, and TOWARDS (cells that are one die each) or FAILURE if a roll can fail."""
        failure = TOWARDS if self.reads == "first-n" else FAILURE
        return [AGAIN] * (self.explode != "none") + [failure] * self.critical_failure

    def counts_to_failure(self, cell: Cell) -> bool:
        """Return whether a cell is a natural 1 that counts towards the critical failure of a pool across cells."""
        pools = self.reads == "first-n" and self.critical_failure
        return pools and cell == Cell(1)

    def cell_name(self, cell: CellSpec) -> str:
        """Return a cell's name, column-row."""
        return f"{cell.column}-{cell.row}"

    def cells(self) -> Sequence[CellSpec]:
        """Return the cells: each one die if they are read together, else a whole roll."""
        if self.reads == "cell":
            return self._pools()
        roll_by_column = {column.label: Roll((column.sides,), explode=self.explode) for column in self.columns}
        return [replace(cell, roll=roll_by_column[cell.column]) for cell in self._pools()]

    def rolled_cells(self) -> Sequence[CellSpec]:
        return self.pools() or self.cells()

    def pools(self) -> Sequence[CellSpec]:
        """Return the pools read across cells, by column: row n rolls its first n cells. Empty if cells are rolls."""
        return self._pools() if self.reads == "first-n" else []

    def _pools(self) -> list[CellSpec]:
        """Return a roll of n dice for each column and row n, however cells are read."""
        rules = (self.keep, self.explode, self.maxima, self.critical_failure, self.success_at, self.failing)
        return [
            CellSpec(self.name, column.label, row, Roll((column.sides,) * row, *rules, self.bonus))
            for column in self.columns
            for row in range(1, self.rows + 1)
        ]

    def parse_value(self, data: Any) -> Mapping[str, tuple[Cell, ...]]:
        """Return the cells by column, row 1 first. Raises ValueError if one is missing or invalid."""
        least = MECHANICS[self.keep].least_total + min(self.bonus, 0)
        if has_keys(data, [column.label for column in self.columns]) and all(
            is_list(rows, self.rows) for rows in data.values()
        ):
            cells_by_column = {label: [read_cell(cell, least) for cell in rows] for label, rows in data.items()}
            if all(None not in rows for rows in cells_by_column.values()):
                return {label: tuple(filter(None, rows)) for label, rows in cells_by_column.items()}
        raise self.value_error()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return the critical failures of every cell; empty if the grid has none."""
        return failure_variables(self.cells(), size) if self.critical_failure else []

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, tuple[Cell, ...]]]:
        """Return each card's cells by column, row 1 first, with the bonus added."""
        starts = {column.label: i * self.rows for i, column in enumerate(self.columns)}
        rows, bonus = self.rows, self.bonus
        cards = dealt.results_by_card()
        if bonus:
            cards = (tuple(cell.with_bonus(bonus) for cell in card) for card in cards)
        return [{label: card[start : start + rows] for label, start in starts.items()} for card in cards]

    def results_of(self, value: Any) -> Sequence[Cell]:
        """Return a card's cells column by column, row 1 first, without the bonus."""
        cells = list(chain.from_iterable([value[column.label] for column in self.columns]))
        return [cell.with_bonus(-self.bonus) for cell in cells] if self.bonus else cells


def _cells_by_name(columns: Sequence[Column], rows: int) -> Mapping[str, Sequence[str]]:
    """Return what each name in ``open`` and ``exact`` stands for: all cells of a column, or one cell."""
    columns_and_cells = {column.label: [f"{column.label}-{row}" for row in range(1, rows + 1)] for column in columns}
    return columns_and_cells | {cell: [cell] for cells in columns_and_cells.values() for cell in cells}


Conflicts = Iterator[tuple[str, str, str]]
"""Keys of a grid that conflict with others, each with message and remedy."""


def _rising_conflicts(roll: Roll | None, node: YamlValue) -> Conflicts:
    """Yield what keeps cells from rising row by row, if they shall; ``roll`` is None if it is wrong."""
    if not node.get("rising", False):
        return
    if node.get("reads", "cell") == "first-n":
        message = "cells that are one die each cannot rise from row to row"
        yield "rising", message, "write rising: false, or reads: cell"
    elif roll is not None and not MECHANICS[roll.keep].can_rise:
        message = f"a grid that keeps the {roll.keep} die cannot rise from row to row"
        yield "rising", message, "write rising: false, or keep: sum"
    elif roll is not None and roll.critical_failure:
        message = "a grid with critical failures, which count as 1 in every row, cannot rise from row to row"
        yield "rising", message, "write rising: false, or critical_failure: none"


def _reading_conflicts(roll: Roll, node: YamlValue, context: DeckContext) -> Conflicts:
    """Yield what keeps cells from being read together, if they are, or a needless ``pool_bar``."""
    if node.get("reads", "cell") != "first-n":
        if "pool_bar" in node.value:
            message = "only cells that are read together make a pool"
            yield "pool_bar", message, "write reads: first-n, or delete pool_bar"
        return
    if roll.keep != "highest":
        message = f"cells that are read together keep the highest, not the {roll.keep}"
        yield "reads", message, "write keep: highest, or reads: cell"
    elif roll.explode != "none" and roll.maxima != "all":
        message = "every open cell that is read is drawn on, so all maxima are rolled on"
        yield "reads", message, "write maxima: all, or reads: cell"
    if roll.explode in ("once", "again"):
        message = f"cells that are read together explode without end, and explode is {roll.explode}"
        yield "reads", message, "write explode: open, or reads: cell"
    if roll.critical_failure and roll.failing != "more-than-half-ones":
        message = "cells that are read together fail where more than half of them show 1"
        yield "reads", message, "write critical_failure: more-than-half-ones or none, or reads: cell"
    if roll.bonus:
        message = "cells that are read together are one die each, and a bonus belongs to their pool"
        yield "reads", message, "delete bonus, or write reads: cell"
    if context.draw != "without-replacement":
        message = "cells are read together, but the added cards are drawn with replacement"
        yield "reads", message, "write reads: cell, or draw: without-replacement in the deck"


def _beyond_conflicts(roll: Roll, columns: Sequence[Column], node: YamlValue) -> Conflicts:
    """Yield what is wrong with ``beyond``, at most one conflict."""
    beyond, message, remedy = node.get("beyond"), "", "write beyond: keep-last"
    if beyond == "shift-right" and len(columns) == 1:
        message = "there is no column to the right"
    elif beyond == "shift-right" and any(a.sides >= b.sides for a, b in pairwise(columns)):
        message = "the column to the right is not always that of the next larger die"
        remedy = "order the columns by their dice, or write beyond: keep-last"
    elif beyond == "draw-again" and not MECHANICS[roll.keep].can_rise and node.get("reads", "cell") == "cell":
        message = f"cells that keep the {roll.keep} die cannot be added up"
        remedy = "write beyond: shift-right or keep-last"
    elif beyond == "draw-again" and roll.bonus:
        message = "the bonus would be added once for every card"
        remedy = "delete bonus, or write beyond: shift-right or keep-last"
    if message:
        yield "beyond", message, remedy


def _read_columns(node: YamlValue, context: DeckContext) -> list[YamlValue] | None:
    """Return the columns, named or written out; None if the name is unknown (a problem is added) or they are wrong."""
    if not isinstance(node.value, str):
        return node.items()
    node.check_name(context.columns, context.problems, "there are no columns")
    columns = context.columns.get(node.value)
    return None if columns is None else columns.items()
