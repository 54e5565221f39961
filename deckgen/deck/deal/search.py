"""Dealing: swaps on the table, until the cost of the deal is low.

Every swap lowers one sum of costs:
- correlated cells: the squares of the correlations of all rows of different blocks, and far more if two
  cells that are rolled are beyond the limit;
- seats with good or bad numbers throughout: how far their mean percentiles are beyond the limit, squared;
- seats without any high, or without any low number.

A unit is what swaps together: a block of rows, or a single row if it is movable. Blocks are swapped a few
times, one after the other, then the rows that rise together, one by one, and last the worst cases: the
two most correlated cells, and the rows that make one seat better or worse than all others. See
``deckgen.deck.deal.swaps``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.deal.swaps import better_order
from deckgen.deck.deal.table import UNIT, ItemBlock, SeatTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]

_LUCK_LIMIT = 10
"""How far a card's mean percentile may be from 50 before that costs."""
_LUCK_COST = 3
"""Weight of that cost, against correlations."""
_LIKENESS_LIMIT, _LARGEST_LIKENESS = 26, 33
"""Correlations, in percent for 54 cards: above the first two cells cost far more; above the second all is dealt again."""
_LIKENESS_COST = 30
"""Weight of the squared excess over the first of these, against all correlations."""
_SWEEPS = 2
"""How often blocks are swapped."""
_REPAIRS, _ROWS = 24, 2
"""Most repairs of the two most correlated cells, and rows repaired for a seat that is far off."""
_FEW_CELLS = 12
"""So many cells cannot hold both a high and a low number on every card."""
_DEALS = 4
"""How often is dealt at most. One deal in fifty is not enough if jokers or nested rows cannot swap."""


def deal_blocks(
    blocks: Sequence[ItemBlock], size: int, jokers: Sequence[int], random: RandomStream
) -> list[list[list[Any]]]:
    """Deal every block onto ``size`` cards; return items by block, row and card. ``jokers`` are card indexes."""
    if not blocks:
        return []
    other_cards = [card for card in range(size) if card not in jokers]
    for _ in range(_DEALS):
        table = SeatTable(list(blocks), size, len(jokers), random)
        if Search(table).run():
            break
    seats = np.argsort(random.shuffle(jokers) + random.shuffle(other_cards))
    dealt_items = iter(table.items[:, seats].astype(np.int64).tolist())
    return [[[pile.items[i] for i in next(dealt_items)] for pile in block.rows] for block in blocks]


class Search:
    """Swaps on a table.

    ``seat_products``: for any two seats, the sum over all rows of their scores multiplied; its squares sum up
    to those of all rows' correlations. ``luck``: the sum of a seat's ranks. ``quarters``: its counts of
    numbers in the highest and in the lowest quarter.
    """

    def __init__(self, table: SeatTable) -> None:
        self.table, size = table, table.size
        cells = int(table.weighed.sum())
        self.luck_limit = _LUCK_LIMIT * 2 * size * cells // 100
        self.likeness_limit = _LIKENESS_LIMIT * isqrt(54 * size) * UNIT * UNIT // 100
        compared = table.group[:, None] != table.group
        self.compared: Mask = compared & table.weighed & table.weighed[:, None]
        self.needs_variety = cells > _FEW_CELLS
        self.seat_products: FloatArray = table.score.T @ table.score
        self.luck: FloatArray = table.rank.sum(axis=0)
        self.quarters: FloatArray = table.quarters.sum(axis=1)

    def run(self) -> bool:
        """Swap until little helps; return whether no two cells are too much alike and every card is varied.

        A card is varied if it has a high and a low number; not required if there are too few cells for that.
        """
        table = self.table
        weighed = [rows for rows in table.groups if table.weighed[rows.start]]
        rows = np.flatnonzero(table.movable & ~table.alone).tolist()
        for units in (table.groups, *[weighed] * (_SWEEPS - 1), [slice(row, row + 1) for row in rows]):
            for unit in units:
                self.swap_unit(unit)
        for _ in range(_REPAIRS):
            if not sum([self.swap_unit(unit) for unit in (*self._alike_units(), *self._lucky_units())]):
                break
        likeness = self._likeness().max(initial=0)
        return bool(
            likeness * _LIKENESS_LIMIT <= self.likeness_limit * _LARGEST_LIKENESS
            and (not self.needs_variety or self.quarters.all())
        )

    def _likeness(self) -> FloatArray:
        """Return how much cells of different blocks are alike: their correlations, times a constant."""
        score = self.table.score
        return np.asarray(np.abs(score @ score.T) * self.compared)

    def _alike_units(self) -> list[slice]:
        """Return the blocks, and the movable rows, of the two most correlated cells; [] if within the limit."""
        table, likeness = self.table, self._likeness()
        if likeness.max(initial=0) <= self.likeness_limit:
            return []
        both = divmod(int(likeness.argmax()), len(likeness))
        rows = [slice(row, row + 1) for row in both if table.movable[row] and not table.alone[row]]
        return [table.groups[table.group[row]] for row in both] + rows

    def _lucky_units(self) -> list[slice]:
        """Return up to two rows, as units, that most make one seat best or worst; [] if within 1.1 times the limit."""
        uneven, table = np.abs(self.luck), self.table
        if 10 * uneven.max() <= 11 * self.luck_limit:
            return []
        ranks = np.abs(table.rank[:, int(uneven.argmax())]) * table.movable
        rows = np.argsort(-ranks, kind="stable")[:_ROWS].tolist()
        return [slice(row, row + 1) for row in rows if table.movable[row]]

    def swap_unit(self, rows: slice) -> bool:
        """Swap what seats have in these rows, if that costs less; return whether anything was swapped."""
        unit, table = _Unit(self, rows), self.table
        order = better_order(unit, table.jokers)
        if order is not None:
            table.move(rows, order)
            products = unit.products.take(order, axis=0).take(order, axis=1)
            self.seat_products = unit.other_products + unit.group_products + products
            self.luck = unit.luck + unit.rank.take(order)
            self.quarters = unit.other_quarters + unit.quarters.take(order, axis=1)
        return order is not None


class _Unit:
    """Rows that swap together (a ``SwapUnit``): the gains of their swaps and the costs of their orders."""

    def __init__(self, search: Search, rows: slice) -> None:
        table = search.table
        self.search, self.table = search, table
        self.score, self.rank = table.score[rows], table.rank[rows].sum(axis=0)
        self.products = self.score.T @ self.score
        group = table.groups[table.group[rows.start]]
        inner = self.products if rows == group else table.score[group].T @ table.score[group]
        # correlations within a block cost nothing
        self.other_products, self.group_products = search.seat_products - inner, inner - self.products
        self.luck, self.weighed = search.luck - self.rank, table.weighed[rows.start]
        self.apart = search.compared[rows]
        loose = rows.stop == rows.start + 1 and table.movable[rows.start]
        self.allowed = table.allowed(rows.start) if loose else table.alike_seats
        self.quarters = table.quarters[:, rows].sum(axis=1)
        self.other_quarters = search.quarters - self.quarters
        near = search.needs_variety and not self.other_quarters.all()
        self.sides = [*zip(self.quarters, self.other_quarters, strict=True)] if near else []

    def gains(self) -> FloatArray:
        """Return the change in cost if two seats swap, seats × seats; 0 if they may not."""
        change = 2 * (self.products @ self.other_products)  # by seat, with another seat's items
        if self.weighed:
            change += self._luck_costs(self.luck[:, None] + self.rank)
        for quarters, other_quarters in self.sides:
            change += self._lack_cost * (other_quarters[:, None] + quarters == 0)
        change -= change.diagonal()[:, None].copy()
        gains = _squared_differences(self.products)
        gains *= _squared_differences(self.other_products)
        gains += change
        gains += change.T
        if self.weighed:
            likeness = np.abs(self.score @ self.table.score.T) * self.apart
            row, twin = divmod(int(likeness.argmax()), likeness.shape[1])
            if likeness[row, twin] > self.search.likeness_limit:
                a, b = self.score[row], self.table.score[twin]
                excess = self._likeness_excess(a @ b - (a - a[:, None]) * (b - b[:, None]))
                excess *= excess
                gains += _LIKENESS_COST * (excess - excess[0, 0])
        return np.where(self.allowed, gains, 0)

    def costs(self, orders: Ints) -> FloatArray:
        """Return the part of each order's cost that depends on these rows."""
        score = self.score.take(orders, axis=1)
        costs = np.vecdot(score @ self.other_products, score).sum(axis=0)
        if self.weighed:
            excess = self._likeness_excess(score @ self.table.score.T) * self.apart[:, None]
            costs += _LIKENESS_COST * np.vecdot(excess, excess).sum(axis=0)
            costs += self._luck_costs(self.luck + self.rank.take(orders)).sum(axis=1)
        for quarters, other_quarters in self.sides:
            costs += self._lack_cost * (other_quarters + quarters.take(orders) == 0).sum(axis=1)
        return np.asarray(costs)

    @property
    def _lack_cost(self) -> int:
        """Cost of a seat without a high, or without a low number."""
        return (self.table.size * UNIT**2) ** 2 // 16

    def _likeness_excess(self, likeness: FloatArray) -> FloatArray:
        """Return how far correlations are beyond the limit in size, 0 within it."""
        excess = np.abs(likeness)
        excess -= self.search.likeness_limit
        return np.asarray(np.maximum(excess, 0, out=excess))

    def _luck_costs(self, luck: FloatArray) -> FloatArray:
        """Return the cost of the seats' sums of ranks, 0 within the limit."""
        luck_limit = self.search.luck_limit
        excess = luck - np.minimum(np.maximum(luck, -luck_limit), luck_limit)
        excess *= excess
        excess *= _LUCK_COST * UNIT**4 // self.table.size
        return np.asarray(excess)


def _squared_differences(products: FloatArray) -> FloatArray:
    """Return the squared difference of any two vectors, given the scalar products of all."""
    squares, apart = products.diagonal().copy(), -2 * products
    apart += squares
    apart += squares[:, None]
    return np.asarray(apart)
