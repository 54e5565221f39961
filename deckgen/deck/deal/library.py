"""Libraries of arrangements: columns that are read as pools, arranged once and dealt many times.

An arrangement is made for each index of the cycle of a column's solutions. Which card of a deck gets which
card of the arrangement is chosen when the deck is dealt; the odds of pools do not depend on that.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, product
from math import floor
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.audit.spread import open_bonus
from deckgen.deck.cards import canonical_json
from deckgen.deck.deal.pools import CARD, Pools, largest_error, placed_odds
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.table import CellItems, ItemBlock, join_rows
from deckgen.deck.solve.column import Rounding
from deckgen.deck.solve.plan import Plan, plan_columns, rounded_request
from deckgen.deck.solve.store import SolutionStore
from deckgen.game.model import Game, GridSection
from deckgen.odds import distribution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.cells import Multiset
    from deckgen.deck.solve.column import ColumnRequest

    Ints = NDArray[np.int64]

_ARRANGER = 4
"""Part of every key: raised when other arrangements are made, which changes decks."""
_TRIES = 30
"""Most attempts to find an arrangement with all its pools within a card of the dice."""


TURNS = 8
"""Number of different decks of a column with the same roundings; the next ones repeat them."""


_STRIDE = 5
"""Indexes from turn to turn: none in common with the number of solutions, so that a row has many of them."""


def turn_index(turn: int, row: int) -> int:
    """Return the index of a row's solution at a turn: rows have consecutive ones, so that errors cancel on every card."""
    return turn % TURNS * _STRIDE + row


def row_part(row: int, rows: int) -> Fraction:
    """Return what is added to the start of a row's rounding: so that about as many rows of each card are rounded up."""
    return Fraction(row, rows)


def pooled_roundings(column: Sequence[Plan]) -> set[tuple[Rounding, ...]]:
    """Return the roundings of the rows that occur together: all rows have one roll, and their starts differ by row."""
    (plan, *_), rows = column, len(column)
    share = plan.steps - floor(plan.steps)
    critical = plan.request.roundings[0].critical
    starts = {(edge - row_part(row, rows)) % 1 for row in range(rows) for edge in (Fraction(0), share)}
    return {
        tuple(Rounding((start + row_part(row, rows)) % 1 < share, critical) for row in range(rows)) for start in starts
    }


class ArrangementLibrary:
    """The arrangements of a column that is read as ``pools``, for decks with so many ``jokers``."""

    def __init__(self, store: SolutionStore, pools: Pools, jokers: int) -> None:
        self._store, self._pools, self._jokers = store, pools, jokers
        self._proved_arrangements: dict[str, tuple[tuple[CellItems, ...], Ints | None]] = {}

    def arranged_block(self, rows: tuple[CellItems, ...], requests: Sequence[ColumnRequest], turn: int) -> ItemBlock:
        """Return the rows' block at a turn, arranged as in the lock file.

        Without an arrangement there it is not arranged; an invalid one is not used, with a warning.
        """
        key = self._key(requests, turn)
        if key not in self._proved_arrangements or self._proved_arrangements[key][0] != rows:
            content = self._store.arrangements.get(key)
            items = None if content is None else self._read(content, rows)
            if content is not None and items is None:
                self._store.warn_unused("arrangement", key)
            self._proved_arrangements[key] = rows, items
        return ItemBlock(rows, pools=self._pools, arranged_items=self._proved_arrangements[key][1])

    def make_arrangements(self, column: Sequence[Plan]) -> Iterator[tuple[str, list[Any]]]:
        """Yield (key, arrangement) as in lock files, for all roundings of the rows that occur, by turn.

        An arrangement is its items by row and card, the jokers' first, and its largest error, in 1/1000 card.
        """
        carried: defaultdict[tuple[int, Rounding], Fraction] = defaultdict(Fraction)
        for roundings, turn in product(sorted(pooled_roundings(column)), range(TURNS)):
            requests = [rounded_request([plan], (rounding,)) for plan, rounding in zip(column, roundings, strict=True)]
            key = self._key(requests, turn)
            rows = tuple(
                cell_items(plan, *self._store.checked_cells(request, turn_index(turn, row)))
                for row, (plan, request) in enumerate(zip(column, requests, strict=True))
            )
            sums = []
            for row, (pile, rounding) in enumerate(zip(rows, roundings, strict=True)):
                # carried on from turn to turn: so the jokers' sums are what they should be over all turns
                share, key_of_row = pile.joker_share(self._jokers), (row, rounding)
                up = 2 * (share.part + carried[key_of_row]) > 1
                sums.append(share.low + up * share.step)
                carried[key_of_row] += share.part - up
            block = ItemBlock(rows, joker_sums=tuple(sums), pools=self._pools)
            attempts: list[tuple[int, list[list[int]]]] = []
            while len(attempts) < _TRIES and (not attempts or attempts[-1][0] > CARD):
                items = join_rows(block, self._jokers, RandomStream("arrangement", key, len(attempts)))
                attempts.append((self._largest_error(rows, items), items.tolist()))
            error, orders = min(attempts, key=lambda attempt: attempt[0])
            yield key, [orders, error]

    def _largest_error(self, rows: Sequence[CellItems], items: Ints) -> int:
        """Return the largest error of the pools, in 1/1000 card, if each row's items are in this order."""
        odds = placed_odds([row.items for row in rows], self._pools, list(items))
        if self._store.use_cache:
            odds.load_or_cache()
        return largest_error(odds, self._pools)

    def _key(self, requests: Sequence[ColumnRequest], turn: int) -> str:
        rows = [request.key for request in requests]
        facts = {"arranger": _ARRANGER, "rows": rows, "jokers": self._jokers, "turn": turn % TURNS}
        return hashlib.sha256(canonical_json(facts)).hexdigest()

    def _read(self, content: bytes, rows: Sequence[CellItems]) -> Ints | None:
        """Return the items of an arrangement, or None if it does not fit the rows or the stated error."""
        all_items = list(range(len(rows[0].items)))
        try:
            match json.loads(content):
                case [list(orders), int(error)] if len(orders) == len(rows) and all(
                    isinstance(order, list) and {*map(type, order)} == {int} and sorted(order) == all_items
                    for order in orders
                ):
                    items = np.array(orders, dtype=np.int64)
                    jokers_plain = all(
                        row.plain[item]
                        for row, order in zip(rows, orders, strict=True)
                        for item in order[: self._jokers]
                    )
                    return items if jokers_plain and self._largest_error(rows, items) == error else None
        except (ValueError, RecursionError):
            pass
        return None


def arrangements(game: Game, store: SolutionStore) -> dict[str, list[Any]]:
    """Return the arrangements of all columns that are read as pools, by key."""
    by_key: dict[str, list[Any]] = {}
    for spec in game.decks:
        for section in spec.sections:
            if not isinstance(section, GridSection) or section.reads != "first-n":
                continue
            cells = [plan for plans in plan_columns(spec, store) for plan in plans if plan.cell.section == section.name]
            for label, column in groupby(cells, key=lambda plan: plan.cell.column):
                store.progress(f"{section.name} {label}: arranging")
                library = ArrangementLibrary(store, column_pools(section, label), len(spec.jokers()))
                by_key |= library.make_arrangements([*column])
    return by_key


def cell_items(plan: Plan, cell: Multiset) -> CellItems:
    """Return a solved cell as items to deal."""
    cells = cell.cells()
    values, plain = zip(*((cell_shown.value, not cell_shown.again) for cell_shown in cells), strict=True)
    return CellItems(tuple(cells), values, plain, open_bonus(plan.dice.mean))


def column_pools(grid: GridSection, column: str) -> Pools:
    """Return the dice's odds of the pools that are read from a column, up to a total with a chance of 1/500."""
    dice = [distribution(cell.roll) for cell in grid.pools() if cell.column == column]
    limit = 8
    while dice[-1].tail(limit) * 500 > 1:
        limit += 8
    return Pools(tuple(d.tails(limit) for d in dice), grid.critical_failure)
