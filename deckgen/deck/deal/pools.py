"""Pools read across a card: the highest of the first n cells of a column, as if they were n dice.

Each cell of such a column is one die of its own, exact by itself. Here they are dealt so that
together they behave like independent dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.deal.pool_odds import PoolOdds, Shown, pooled_cell, shown
from deckgen.game.model import Cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Coarse = NDArray[np.int32]

_SHIFT = 14
_ONE = 1 << _SHIFT
_FINE = 6
_SPARSE = 2
"""Of the totals that only chains reach, one in so many is compared: their odds fall evenly."""
_FARTHEST = 12 * 12 << 8
_PASSES = 3
_STARTS = 8
"""From how many orders swaps are made at most, until the exact odds of one outcome are within a card."""
_CLOSE = 256
"""A largest difference, in 1/256 card, that is worth finding the exact odds."""

PoolCells = Sequence[Cell]


@dataclass(frozen=True)
class Pools:
    """The odds that a column's pools should have: ``highest[n - 1][T]`` is P(>= T) of n dice.

    ``critical``: a pool of which more than half of the cells show a plain 1 counts 1.
    """

    highest: tuple[tuple[Fraction, ...], ...]
    critical: bool


def arrange(
    rows: Sequence[PoolCells], pools: Pools, start: list[Ints], fixed: Sequence[int], bits: RandomStream
) -> list[Ints]:
    """Item orders, by row, in which the highest of the first n cells has the odds of n independent dice.

    ``rows[i]`` are the cells to deal; ``start[i][c]`` is card c's item to begin with, kept on
    the ``fixed`` cards. Swaps within rows bring the number of cards that reach each T, for every n,
    towards the dice's. Whole numbers only, so that all machines agree.
    """
    free = [card for card in range(len(start[0])) if card not in set(fixed)]
    deal = _Arrangement(rows, pools, start)
    found: list[tuple[int, list[Ints]]] = []
    while len(found) < _STARTS:
        if found:  # begin with another order
            deal.orders = [order.copy() for order in start]
            for order in deal.orders:
                order[free] = order[bits.shuffled(free)]
        found.append((deal.deal(free, bits), deal.orders))
        # chains of one card's cells share cards, which only the exact odds know
        if found[-1][0] <= _CLOSE and _within_a_card(rows, pools, deal.orders):
            return deal.orders
    return min(found, key=lambda outcome: outcome[0])[1]


def _within_a_card(rows: Sequence[PoolCells], pools: Pools, orders: list[Ints]) -> bool:
    size = len(orders[0])
    cards = [[cells[order[c]] for cells, order in zip(rows, orders, strict=True)] for c in range(size)]
    odds = PoolOdds(cards, critical=pools.critical)
    for dice, wanted in enumerate(pools.highest[1:], 2):
        tails = odds.tails(dice) + [Fraction(0)] * len(wanted)
        if any(abs(a - b) * size > 1 for a, b in zip(tails, wanted, strict=False)):
            return False
    return True


class _Arrangement:
    """The items of a column on the cards, and how far its pools are from the dice."""

    def __init__(self, rows: Sequence[PoolCells], pools: Pools, start: list[Ints]) -> None:
        self.pools = pools
        # items that show the same are of one kind
        shows = [[shown(c) for c in cells] for cells in rows]
        each = [sorted(set(items)) for items in shows]
        self.kinds = [np.array([k.index(s) for s in items]) for k, items in zip(each, shows, strict=True)]
        highest = max(value for k in each for value, again in k if not again)
        length = len(pools.highest[0])
        totals = [t for t in range(2, length) if t <= highest + 1 or t % _SPARSE == 0]
        self.wanted = [np.array([int(tails[t] * _ONE) for t in totals]) for tails in pools.highest]
        self.misses = [
            _misses(items, k, length)[:, totals].astype(np.int32)
            for items, k in zip(shows, each, strict=True)
        ]
        self.ones = [np.array([item == (1, False) for item in k], dtype=np.int64) for k in each]
        self.orders = [order.copy() for order in start]

    def deal(self, free: list[int], bits: RandomStream) -> int:
        """Swap while that helps; the largest difference of any pool that is left."""
        for _ in range(_PASSES):
            if not sum(self.settle(i, free, bits) for i in range(len(self.orders))):
                break
        return int(np.abs(self._short(0, self._reach(0))).max())  # the first row is in all pools

    def settle(self, i: int, free: list[int], bits: RandomStream) -> int:
        """Swap items of row i while that brings the pools it is in nearer to the dice; the number of swaps."""
        at, kinds = self.orders[i], self.kinds[i]
        reach = self._reach(i)
        kind = kinds[at]
        here = reach[np.arange(len(at)), kind]
        short = self._short(i, reach)
        where = np.array(free, dtype=np.int64)
        swaps = 0
        for a in bits.shuffled(free):
            # what the sums over cards change by if card a and each other card swap
            change = reach[a, kind[where]] + reach[where, kind[a]] - here[a] - here[where]
            cost = _cost(short + change)
            best = int(cost.argmin())
            if cost[best] < _cost(short[None])[0]:
                b = int(where[best])
                short += change[best]
                at[[a, b]], kind[[a, b]] = at[[b, a]], kind[[b, a]]
                here[[a, b]] = reach[[a, b], kind[[a, b]]]
                swaps += 1
        return swaps

    def _others(self, i: int) -> tuple[Coarse, Ints]:
        """For each pool that row i is in: by card and T, the chance that its other cells miss; their 1s."""
        miss = np.full((len(self.orders[i]), len(self.wanted[0])), _ONE, dtype=np.int32)
        ones = np.zeros(len(self.orders[i]), dtype=np.int64)
        found = []
        for n, order in enumerate(self.orders):
            if n != i:
                miss = miss * self.misses[n][self.kinds[n][order]] >> _SHIFT
                ones = ones + self.ones[n][self.kinds[n][order]]
            if n >= i:
                found.append((miss, ones))
        return np.array([m for m, _ in found]), np.array([o for _, o in found])

    def _reach(self, i: int) -> Coarse:
        """By card and kind of item of row i: the chance of T or more, by pool and T in one line, in 1/256."""
        others, ones = self._others(i)
        reach = _ONE - (others[:, :, None] * self.misses[i] >> _SHIFT)
        if self.pools.critical:
            dice = np.arange(i + 1, len(self.orders) + 1)[:, None, None]
            failed = 2 * (ones[:, :, None] + self.ones[i]) > dice
            reach *= ~failed[..., None]
        lines = (reach >> _FINE).transpose(1, 2, 0, 3)
        return np.ascontiguousarray(lines.reshape(*lines.shape[:2], -1), dtype=np.int32)

    def _short(self, i: int, reach: Coarse) -> Coarse:
        """By pool that row i is in and T, in one line: cards too many that reach T, in 1/256."""
        here = reach[np.arange(len(reach)), self.kinds[i][self.orders[i]]].sum(axis=0)
        wanted = np.concatenate(self.wanted[i:]) * len(reach) >> _FINE
        return np.asarray(here - wanted, dtype=np.int32)


def _misses(items: list[Shown], kinds: list[Shown], length: int) -> Ints:
    """By kind and T: the chance that its total stays below T, its chain drawn from the rest of the deck."""
    place = pooled_cell(tuple(sorted(items)))
    misses = np.full((len(kinds), length), _ONE, dtype=np.int64)
    for miss, (value, again) in zip(misses, kinds, strict=True):
        miss[: value + 1] = 0
        if again:
            totals, orders = place.rest((value,))
            at_least = list(accumulate(reversed(totals)))[::-1]
            rest = [_ONE - ways * _ONE // orders for ways in at_least][: max(length - value, 0)]
            miss[value : value + len(rest)] = rest
    return misses


def _cost(short: Coarse) -> Ints:
    """By line: fourth powers, so that the worst difference counts most; beyond 12 cards all are alike."""
    square = np.minimum(short * short >> 8, _FARTHEST)
    return np.asarray((square * square).sum(axis=1, dtype=np.int64))
