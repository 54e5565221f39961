"""Pools read across a card: the highest of the first n cells of a column, as if they were n dice.

Each cell of such a column is one die of its own, exact by itself. Here they are dealt so that together they
behave like independent dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, count, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.deal.pool_odds import PoolOdds, ShownCell, column_odds, pooled_cell, read_shown
from deckgen.deck.deal.swaps import better_order
from deckgen.game.model import Cell
from deckgen.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Int32Array = NDArray[np.int32]
    Float32Array = NDArray[np.float32]
    FloatArray = NDArray[np.float64]

_SHIFT = 14
_CERTAIN = 1 << _SHIFT
_FINE = 6
_SPARSE = 2
"""Of the totals that only chains reach, one in so many is compared: their odds fall evenly."""
_SIXTEENTH = np.float32(1 / 16)
_LARGEST_DIFFERENCE = 12 * 256 / 16
_PASSES = 3
_STARTS = 8
"""From how many orders swaps start at most, until the exact odds of one outcome are within a card."""
CARD = 1000
"""Exact differences are in parts of a card: so many make one."""
_NEAR_ENOUGH = 256
"""Largest difference, in 1/256 card, for which the exact odds are computed."""

PoolCells = Sequence[Cell]


@record
class Pools:
    """The target odds of a column's pools: ``highest[n - 1][t]`` is P(>= t) of n dice.

    ``critical``: a pool of which more than half of the cells show a plain 1 counts 1.
    """

    highest: tuple[tuple[Fraction, ...], ...]
    critical: bool


def arrange(
    rows: Sequence[PoolCells], pools: Pools, start: list[Ints], fixed: Sequence[int], random: RandomStream
) -> list[Ints]:
    """Return item orders, by row, in which the highest of n cells has the odds of n dice.

    ``rows[i]`` are the cells to deal; ``start[i][c]`` is card c's first item, kept on the ``fixed`` cards.
    Swaps within rows bring the number of cards that reach each t, for every n, towards the dice's. Integers
    only, so that all machines agree.
    """
    free = np.array([card for card in range(len(start[0])) if card not in set(fixed)], dtype=np.int64)
    deal = _Arrangement(rows, pools, start, free)
    attempts: list[tuple[int, list[Ints]]] = []
    while len(attempts) < _STARTS:
        if attempts:  # start from another order
            deal.orders = [order.copy() for order in start]
            for order in deal.orders:
                order[free] = order[free[random.orderings(1, len(free))[0]]]
        attempts.append((deal.deal(), deal.orders))
        # chains of one card's cells share cards, which only the exact odds include
        near = attempts[-1][0] <= _NEAR_ENOUGH
        if near and largest_error(placed_odds(rows, pools, deal.orders), pools) <= CARD:
            return deal.orders
    return min(attempts, key=lambda outcome: outcome[0])[1]


def placed_odds(rows: Sequence[PoolCells], pools: Pools, orders: Sequence[Ints]) -> PoolOdds:
    """Return the odds of the pools if card c has cell ``orders[i][c]`` of ``rows[i]``."""
    placed = ([cells[item] for item in order.tolist()] for cells, order in zip(rows, orders, strict=True))
    return column_odds(list(zip(*placed, strict=True)), critical=pools.critical)


def largest_error(odds: PoolOdds, pools: Pools) -> int:
    """Return the largest difference of a pool of 2 or more from its dice's odds, in 1/1000 card, rounded up."""
    size, worst = len(odds.cards), 0
    for dice, dice_tails in enumerate(pools.highest[1:], 2):
        counts, orders = odds.counts(dice)
        for ways, tail in zip_longest(counts[: len(dice_tails)], dice_tails, fillvalue=0):
            numerator, denominator = tail.as_integer_ratio()
            error = abs(ways * denominator - numerator * orders) * size * CARD
            worst = max(worst, -(-error // (orders * denominator)))
    return worst


class _Arrangement:
    """The items of a column on the cards, and the errors of its pools; ``free`` cards may swap."""

    def __init__(self, rows: Sequence[PoolCells], pools: Pools, start: list[Ints], free: Ints) -> None:
        self.pools, self.free = pools, free
        # items that show the same are of one kind
        items_by_row = [[read_shown(c) for c in cells] for cells in rows]
        kinds = [sorted(set(items)) for items in items_by_row]
        self.kinds = [
            np.array([k.index(s) for s in items], dtype=np.int64) for k, items in zip(kinds, items_by_row, strict=True)
        ]
        highest = max(value for k in kinds for value, again in k if not again)
        length = len(pools.highest[0])
        totals = [t for t in range(2, length) if t <= highest + 1 or t % _SPARSE == 0]
        self.target_tails = [
            np.array([int(tails[t] * _CERTAIN) for t in totals], dtype=np.int64) for tails in pools.highest
        ]
        self.misses = [
            np.array(_miss_chances(items, k, length)[:, totals], dtype=np.int32, order="C")
            for items, k in zip(items_by_row, kinds, strict=True)
        ]
        self.plain_ones = [np.array([item == (1, False) for item in k], dtype=np.int64) for k in kinds]
        self.orders = [order.copy() for order in start]

    def deal(self) -> int:
        """Swap while that helps; return the largest remaining difference of any pool, in 1/256 card."""
        for _ in range(_PASSES):
            if not sum([self.swap_row(i) for i in range(len(self.orders))]):
                break
        surplus = self._surplus(0, self._reach_chances(0))  # the first row is in all pools
        return int(np.abs(surplus).max() * 16)

    def swap_row(self, i: int) -> int:
        """Swap items of row i while that brings its pools nearer to the dice; return the number of rounds."""
        reach, items = self._reach_chances(i), self.orders[i]
        for swap_count in count():
            kinds, seats = self.kinds[i][items[self.free]], np.arange(len(self.free), dtype=np.int64)
            lines = reach[self.free]
            unit = _PoolRow(lines - lines[seats, kinds][:, None], kinds, self._surplus(i, reach))
            order = better_order(unit)
            if order is None:
                return swap_count
            items[self.free] = items[self.free[order]]
        raise AssertionError  # the number of orders is finite

    def _other_rows(self, i: int) -> tuple[Int32Array, Ints]:
        """Return by card, of pools with row i: P(other cells stay < t), (pool, t) in one line; plain 1s by pool."""
        miss = np.full((len(self.orders[i]), len(self.target_tails[0])), _CERTAIN, dtype=np.int32)
        plain_ones = np.zeros(len(self.orders[i]), dtype=np.int64)
        misses_and_ones = []
        for n, order in enumerate(self.orders):
            if n != i:
                kinds = self.kinds[n][order]
                miss = miss * self.misses[n].take(kinds, axis=0)
                miss >>= _SHIFT
                plain_ones = plain_ones + self.plain_ones[n][kinds]
            if n >= i:
                misses_and_ones.append((miss, plain_ones))
        misses, ones_on_card = zip(*misses_and_ones, strict=True)
        return np.concatenate(misses, axis=1), np.stack(ones_on_card, axis=1)

    def _reach_chances(self, i: int) -> Float32Array:
        """Return P(pool >= t) in 1/16, by card, kind of item of row i, and (pool, t) in one line."""
        other_misses, plain_ones = self._other_rows(i)
        pools = len(self.orders) - i
        reach = other_misses[:, None] * np.tile(self.misses[i], pools)
        reach >>= _SHIFT
        np.subtract(_CERTAIN, reach, out=reach)
        reach >>= _FINE
        chances = reach.astype(np.float32)
        chances *= _SIXTEENTH
        if self.pools.critical:
            dice = np.arange(i + 1, len(self.orders) + 1, dtype=np.int64)
            failed = 2 * (plain_ones[:, None] + self.plain_ones[i][:, None]) > dice
            chances.reshape(*failed.shape, -1)[failed] = 0
        return chances

    def _surplus(self, i: int, reach: Float32Array) -> Float32Array:
        """Return how many cards too many reach t, by pool of row i and t in one line, in 1/16 card."""
        reaching_cards = reach[np.arange(len(reach), dtype=np.int64), self.kinds[i][self.orders[i]]].sum(axis=0)
        target_tails = np.concatenate(self.target_tails[i:]) * len(reach) >> _FINE
        return np.asarray(reaching_cards - target_tails * _SIXTEENTH, dtype=np.float32)


class _PoolRow(NamedTuple):
    """A row of pools to be swapped (a ``SwapUnit``). ``kinds``: the cards' kinds; ``surplus``: sums over cards.

    ``lines``: what those sums gain, by card and kind of item.
    """

    lines: Float32Array
    kinds: Ints
    surplus: Float32Array

    def gains(self) -> FloatArray:
        """Return the cost of each swap of two cards' items, less the present cost: cards × cards."""
        gains = np.zeros((len(self.kinds), len(self.kinds)))
        present_cost = _cost(self.surplus)
        for card, kind in enumerate(self.kinds.tolist()):
            later = slice(card + 1, None)
            after = self.lines[card].take(self.kinds[later], axis=0)
            after += self.lines[later, kind]
            after += self.surplus
            gains[card, later] = gains[later, card] = _cost(after) - present_cost
        return gains

    def costs(self, orders: Ints) -> FloatArray:
        """Return the cost of each order of the items."""
        sums = self.lines[np.arange(len(self.kinds), dtype=np.int64), self.kinds.take(orders)].sum(axis=1)
        return _cost(sums + self.surplus)


def _miss_chances(items: list[ShownCell], kinds: list[ShownCell], length: int) -> Ints:
    """Return P(the chain of a kind of cell is < t), in ``_CERTAIN``, kinds × ``length``; ``items`` are the deck's."""
    cell = pooled_cell(tuple(sorted(items)))
    misses = np.full((len(kinds), length), _CERTAIN, dtype=np.int64)
    for miss, (value, again) in zip(misses, kinds, strict=True):
        miss[: value + 1] = 0
        if again:
            totals, orders = cell.chain_rest((value,))
            at_least = list(accumulate(reversed(totals)))[::-1]
            rest_misses = [_CERTAIN - ways * _CERTAIN // orders for ways in at_least][: max(length - value, 0)]
            miss[value : value + len(rest_misses)] = rest_misses
    return misses


def _cost(surplus: Float32Array) -> FloatArray:
    """Return the sum of fourth powers per line, so that the worst differences count most; cut at 12 cards.

    All are whole 1/256 cards, given in 1/16 of that, and so small that floating point holds them, their
    squares, and the sums of these exactly.
    """
    square = np.abs(surplus)
    np.minimum(square, _LARGEST_DIFFERENCE, out=square)
    np.multiply(square, square, out=square)
    rounded_squares = np.floor(square, out=square).astype(np.float64)
    return np.asarray(np.vecdot(rounded_squares, rounded_squares))
