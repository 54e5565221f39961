"""The request for a column, and its solutions: of a single cell, or of all rows of a rising column."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import ceil, floor
from typing import Any, NamedTuple, TypeGuard

from deckgen.deck.cards import canonical_json
from deckgen.deck.solve.cells import Multiset, mean_denominator
from deckgen.deck.solve.request import Request, non_default_fields, open_counts
from deckgen.game.model import DrawModel
from deckgen.odds import Roll, distribution
from deckgen.records import record

_SOLVER = 2
"""Part of every key: raised when the solver finds other solutions, which changes decks."""


class Rounding(NamedTuple):
    """Which way a deck rounds its mean, and its number of critical failures (None if it has none)."""

    round_up: bool
    critical: int | None


@record
class ColumnRequest:
    """A request for the solutions of ``rolls``, row 1 first: of one cell, or of a rising column.

    ``tail_limits`` are the largest tail errors of the rows, in cards. ``roundings`` are those of the rows.
    ``open_least`` are the least numbers of the rows' open cards, if the game gives them. ``open_cards`` is
    their number, or None if any will do. ``together`` is the number of such cells of a card that are read as
    one pool of dice.
    """

    rolls: tuple[Roll, ...]
    size: int
    draw: DrawModel
    tail_limits: tuple[Fraction, ...]
    roundings: tuple[Rounding, ...]
    open_least: tuple[int | None, ...] = ()
    open_cards: int | None = None
    together: int = 1

    @cached_property
    def key(self) -> str:
        """SHA-256 that names the solution in lock files and caches."""
        facts = {
            "solver": _SOLVER,
            "rolls": [non_default_fields(roll) for roll in self.rolls],
            "size": self.size,
            "draw": self.draw,
            "bars": list(map(str, self.tail_limits)),
            "variants": self.roundings,
            "open_cards": self.open_cards,
            **({"together": self.together} if self.together > 1 else {}),
            **({"open_least": self.open_least} if any(self.open_least) else {}),
        }
        return hashlib.sha256(canonical_json(facts)).hexdigest()

    def open_counts(self) -> Sequence[int]:
        """Return the numbers of open cards to try: the requested one, or those that suit the rolls."""
        if self.open_cards is not None:
            return (self.open_cards,)
        return self._suiting

    @cached_property
    def _suiting(self) -> Sequence[int]:
        return open_counts([distribution(roll) for roll in self.rolls], self.size, self.draw)

    def is_exact(self, open_cards: int) -> bool:
        """Return whether so many open cards allow the exact mean in every row."""
        denominator = mean_denominator(open_cards, self.size, self.draw)
        return all((distribution(roll).mean * denominator).denominator == 1 for roll in self.rolls)

    def is_plausible(self, solution: ColumnSolution) -> bool:
        """Return whether solutions read from a file have an allowed number of open cards."""
        cells = solution.solution_at(0)
        any_open_count = len(self.rolls) == 1 and self.is_exact(solution.open_cards)
        return solution.open_cards in self.open_counts() and (
            any_open_count or (cells is not None and cells[0].open_cards == solution.open_cards)
        )

    def accepts(self, cells: tuple[Multiset, ...] | None) -> TypeGuard[tuple[Multiset, ...]]:
        """Return whether cells from a file fit the request: counts, means, rows that never fall; not tail errors."""
        if cells is None or len(cells) != len(self.rolls) or len({cell.open_cards for cell in cells}) > 1:
            return False
        above: Limit | None = None
        for row, cell in enumerate(cells):
            request = replace(self.row_request(row, cell.open_cards), above=above)
            if self.open_cards not in (None, cell.open_cards) or not request.accepts(cell):
                return False
            above = Limit(cell.plain_at_least, tuple(cell.open_values))
        return True

    def proves(self, cells: tuple[Multiset, ...] | None) -> TypeGuard[tuple[Multiset, ...]]:
        """Return whether cells fit the request and meet the tail limits, or nearly a proven minimum."""
        from deckgen.deck.solve.bounds import is_near  # noqa: PLC0415 (numpy)

        return self.accepts(cells) and all(
            cell.open_cards in self.open_counts() and is_near(cell, self.row_request(row, cell.open_cards))
            for row, cell in enumerate(cells)
        )

    def all_roundings(self, row: int, open_cards: int) -> dict[Rounding, Fraction]:
        """Return the roundings that decks of sets need in a row, each with its share of the decks."""
        dice = distribution(self.rolls[row])
        scaled = dice.mean * mean_denominator(open_cards, self.size, self.draw)
        mean_shares = {up > floor(scaled): share for up, share in _rounding_shares(scaled).items()}
        critical: list[tuple[int | None, Fraction]] = [(None, Fraction(1))]
        if self.rolls[row].critical_failure:
            critical = [*_rounding_shares(dice.critical_failure * self.size).items()]
        return {Rounding(up, n): a * b for (up, a), (n, b) in product(mean_shares.items(), critical)}

    def with_size(self, size: int) -> ColumnRequest:
        """Return the request for another deck size, with any open cards and the nearest critical failures."""
        roundings = tuple(Rounding(False, nearest_critical(roll, size)) for roll in self.rolls)
        return replace(self, size=size, roundings=roundings, open_cards=None)

    def row_request(self, row: int, open_cards: int) -> Request:
        """Return the request of one row (from 0), without the limit set by the row above."""
        round_up, critical = self.roundings[row]
        return Request(
            self.rolls[row], self.size, self.draw, open_cards, critical, round_up,
            self.tail_limits[row], given_least=self.open_least[row] if self.open_least else None,
        )  # fmt: skip


def _rounding_shares(target: Fraction) -> dict[int, Fraction]:
    """Return the integers next to a target, each with its share so that the mean is the target."""
    part = target - floor(target)
    return {floor(target): 1 - part, **({ceil(target): part} if part else {})}


def nearest_critical(roll: Roll, size: int) -> int | None:
    """Return the whole number nearest to the share of critical failures, in cards; None if the roll has none."""
    share = distribution(roll).critical_failure * size
    return floor(share + Fraction(1, 2)) if roll.critical_failure else None


@record
class ColumnSolution:
    """Solutions of a column, each a cell for every row, row 1 first, and the cycle in which decks use them.

    ``order`` is the cycle: indexes into ``json_solutions``, the solutions as JSON data, parsed when needed.
    """

    open_cards: int
    order: tuple[int, ...]
    json_solutions: Sequence[Any]

    def solution_at(self, cycle_index: int) -> tuple[Multiset, ...] | None:
        """Return the cells at an index of the cycle (modulo its length), or None if they are invalid."""
        return _cells(self.json_solutions[self.order[cycle_index % len(self.order)]])

    @property
    def solutions(self) -> list[tuple[Multiset, ...]]:
        """All solutions. Raises ValueError if some are invalid."""
        parsed = [_cells(item) for item in self.json_solutions]
        if None in parsed:
            raise ValueError("a solution has an invalid cell")
        return [cells for cells in parsed if cells is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the solutions as JSON data for lock files and caches."""
        return {"open_cards": self.open_cards, "order": self.order, "solutions": self.json_solutions}

    @staticmethod
    def from_cells(open_cards: int, order: Sequence[int], solutions: Sequence[tuple[Multiset, ...]]) -> ColumnSolution:
        """Return the solutions with these cells."""
        items = [[cell.to_json() for cell in cells] for cells in solutions]
        return ColumnSolution(open_cards, tuple(order), items)

    @staticmethod
    def from_bytes(content: bytes) -> ColumnSolution | None:
        """Return the solutions of a file's JSON, or None if it is invalid. The cells are not checked yet."""
        try:
            return ColumnSolution.from_json(json.loads(content))
        except (ValueError, RecursionError):
            return None

    @staticmethod
    def from_json(data: Any) -> ColumnSolution | None:
        """Return the solutions of JSON data, or None if it is invalid; the cells are not checked yet."""
        match data:
            case {"open_cards": int(open_cards), "order": [_, *_] as order, "solutions": list(items)} if all(
                type(index) is int and 0 <= index < len(items) for index in order
            ):
                return ColumnSolution(open_cards, tuple(order), items)
        return None


def _cells(item: Any) -> tuple[Multiset, ...] | None:
    """Return the cells of a solution in JSON, or None if one is invalid."""
    cells = [Multiset.from_json(cell) for cell in item] if isinstance(item, list) else [None]
    return tuple(cell for cell in cells if cell) if all(cells) else None
