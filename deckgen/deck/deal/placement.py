"""Dealing: which card gets which of a cell's numbers, so that cells are independent and no card is bad.

A seeded shuffle, then swaps that keep every multiset and bring the correlations between cells
towards zero and every card's mean percentile towards the middle. Whole numbers only, so that the
same swaps are made on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.deal.pools import Pools, arrange

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

UNIT = 128
"""A standard deviation, in the whole numbers that correlations are reckoned in."""
BALANCE = 1500
"""How much a card's balance counts against correlations."""
_SWAPS = 7
"""The most swaps in one row, or of whole cards of one block, at a time."""
_ENOUGH = 1000
"""A swap must gain this share of all there is to gain."""
_MIXING = 120
"""Random swaps in each row of a rising block, before it is improved."""


@dataclass(frozen=True)
class Pile:
    """What one cell shows, in ascending order, to be dealt: ``items[i]`` goes to one card.

    ``values`` are numbers to correlate; ``target`` is the cell's mean if jokers are to be average in it
    (then only items that are ``plain`` may lie on a joker); ``weighed`` says whether the cell counts
    when cards are compared as good or bad.
    """

    items: tuple[Any, ...]
    values: tuple[int, ...]
    plain: tuple[bool, ...]
    target: Fraction | None
    weighed: bool


@dataclass(frozen=True)
class PileGroup:
    """Rows that are dealt together; in a ``rising`` block no card's values fall from row to row.

    ``pools``: the rows are read together as pools of those odds; their items are cells.
    """

    rows: tuple[Pile, ...]
    rising: bool
    pools: Pools | None = None


class PlacedPile:
    """One row on the cards: ``at[c]`` is the item of card c."""

    def __init__(self, row: Pile, at: Ints, jokers: int) -> None:
        self.at = at
        self.items = row.items
        self.values = np.array(row.values, dtype=np.int64)
        self.plain = np.array(row.plain, dtype=np.bool_)
        self.score = _standard(self.values)
        self.rank = _ranks(self.values) if row.weighed else np.zeros(len(at), dtype=np.int64)
        # the jokers' sum, where their average is within 1/2 of the mean
        self.joker_sums: tuple[int, int] | None = None
        if row.target is not None and jokers:
            middle, half = jokers * row.target, Fraction(jokers, 2)
            self.joker_sums = ceil(middle - half), floor(middle + half)

    @property
    def shown(self) -> Ints:
        return np.asarray(self.values[self.at])

    def swap(self, a: int, b: int) -> None:
        """Swap two cards' items."""
        self.at[[a, b]] = self.at[[b, a]]


class Placement:
    """The cards dealt so far: how alike any two cards are, and how good each is."""

    def __init__(self, size: int, jokers: Sequence[int], bits: RandomStream) -> None:
        self.size = size
        self.jokers = list(jokers)
        self.bits = bits
        self.alike = np.zeros((size, size), dtype=np.int64)
        self.luck = np.zeros(size, dtype=np.int64)
        self.any: Mask = np.ones((size, size), dtype=np.bool_)
        # whole cards: jokers swap among themselves only, once they are average
        wild = np.zeros(size, dtype=np.bool_)
        wild[self.jokers] = True
        self.free: Mask = wild[:, None] == wild[None, :]

    def place(self, block: PileGroup) -> list[PlacedPile]:
        """Deal a block onto the cards, by chance and then with swaps that make the whole better; its rows."""
        order = self._shuffled()
        rows = []
        for each in block.rows:  # a rising block starts with all rows in one order
            at = order.copy() if block.rising else self._shuffled()
            rows.append(PlacedPile(each, at, len(self.jokers)))
        if block.rising:
            self._place_jokers(rows)
        for i in range(len(rows)):
            self._average_jokers(block, rows, i)
        if block.rising:
            self._mix(rows)
        if block.pools:
            start, cells = [row.at for row in rows], [row.items for row in rows]
            orders = arrange(cells, block.pools, start, self.jokers, self.bits)
            for row, order_of_row in zip(rows, orders, strict=True):
                row.at = order_of_row
        self._settle(block, rows)
        self._count(rows, 1)
        return rows

    def improve(self, block: PileGroup, rows: list[PlacedPile]) -> None:
        """Swap again in a block's rows, now that others lie beside them."""
        self._count(rows, -1)
        self._settle(block, rows)
        self._count(rows, 1)

    def swap(self, row: PlacedPile, a: int, b: int) -> None:
        """Swap two cards' items of a row."""
        self._count([row], -1)
        row.swap(a, b)
        self._count([row], 1)

    def _shuffled(self) -> Ints:
        return np.array(self.bits.shuffled(range(self.size)), dtype=np.int64)

    def _count(self, rows: list[PlacedPile], sign: int) -> None:
        for row in rows:
            z = row.score[row.at]
            self.alike += sign * np.outer(z, z)
            self.luck += sign * row.rank[row.at]

    def _settle(self, block: PileGroup, rows: list[PlacedPile]) -> None:
        """Swap while that makes the whole less correlated or fairer: whole cards of joined rows first."""
        if block.rising or block.pools:
            self._descend(block, rows, range(len(rows)), self.luck)
        if block.pools:
            return
        for i, row in enumerate(rows):
            others = self.luck.copy()
            for other in rows:
                if other is not row:
                    others += other.rank[other.at]
            self._descend(block, rows, [i], others)

    def _descend(self, block: PileGroup, rows: list[PlacedPile], which: Sequence[int], luck: Ints) -> None:
        """The best swap of two cards' items, in all rows of ``which`` at once, again and again."""
        moved = [rows[i] for i in which]
        own = self.alike.diagonal()
        apart = own[:, None] + own[None, :] - 2 * self.alike
        luckier = BALANCE * (luck[:, None] - luck[None, :])
        enough = -int(own.sum()) * UNIT * UNIT // _ENOUGH
        gain, change, step = np.empty((3, self.size, self.size), dtype=np.int64)
        for _ in range(_SWAPS):
            gain.fill(0)
            for row in moved:
                z, q = row.score[row.at], row.rank[row.at]
                pull = 2 * (self.alike @ z)
                np.subtract(z, z[:, None], out=step)  # [a, b]: what card a gains by taking b's item
                np.multiply(step, apart, out=change)
                change += np.subtract.outer(pull, pull)
                change *= step
                gain += change
                np.subtract(q, q[:, None], out=step)
                step *= luckier
                gain += step
            gain *= self.allowed(block, rows, which[0], settled=False) if len(which) == 1 else self.free
            best = int(gain.argmin())
            a, b = divmod(best, self.size)
            if gain[a, b] >= enough:
                break
            for row in moved:
                row.swap(a, b)

    def allowed(self, block: PileGroup, rows: list[PlacedPile], i: int, *, settled: bool = True) -> Mask:
        """[a, b]: whether cards a and b may swap their items of row i, once jokers are average.

        Until all is ``settled`` jokers swap among themselves only, which is quicker to tell.
        """
        if block.pools:  # only whole cards
            return ~self.any
        fits = self.any
        if rows[i].joker_sums is not None:
            fits = self._joker_swaps(rows[i]) if settled else self.free
        return fits & self._rising_swaps(rows, i) if block.rising else fits

    def _joker_swaps(self, row: PlacedPile) -> Mask:
        """[a, b]: whether cards a and b may swap items and leave the jokers plain and average."""
        assert row.joker_sums is not None
        shown, plain = row.shown, row.plain[row.at]
        total = int(shown[self.jokers].sum())
        if not plain[self.jokers].all() or _unfit(total, row.joker_sums, 0):
            return self.free
        fits = self.free.copy()
        for joker in self.jokers:
            fitting = plain & (_beyond(total - shown[joker] + shown, row.joker_sums) == 0)
            fitting[self.jokers] = True
            fits[joker] = fits[:, joker] = fitting
        return fits

    def _rising_swaps(self, rows: list[PlacedPile], i: int) -> Mask:
        """[a, b]: whether cards a and b may swap their items of row i and still rise."""
        shown = rows[i].shown
        fits = self.any
        if i > 0:
            fits = fits & (shown[None, :] >= rows[i - 1].shown[:, None])
        if i + 1 < len(rows):
            fits = fits & (shown[None, :] <= rows[i + 1].shown[:, None])
        return fits & fits.T

    def _place_jokers(self, rows: list[PlacedPile]) -> None:
        """Whole cards of a rising block swapped so that the jokers are as average as possible in all rows."""
        others = [card for card in self._shuffled().tolist() if card not in self.jokers]
        for weight in (0, 1000, 1000):  # first each as average as can be, then all together
            for joker in self.jokers:
                unfit = np.zeros(self.size, dtype=np.int64)
                for row in rows:
                    if row.joker_sums is not None:
                        shown = row.shown
                        total = int(shown[self.jokers].sum()) - int(shown[joker])
                        low, high = row.joker_sums
                        apart = np.abs(2 * len(self.jokers) * shown - low - high)
                        again = np.where(row.plain[row.at], 0, 100_000)
                        unfit += weight * _beyond(total + shown, row.joker_sums) + again + apart
                best = min(others, key=lambda card: int(unfit[card]))
                if unfit[best] < unfit[joker]:
                    for row in rows:
                        row.swap(joker, best)

    def _average_jokers(self, block: PileGroup, rows: list[PlacedPile], i: int) -> None:
        """Give the jokers plain items whose average is within 1/2 of the mean, as far as the row allows."""
        row = rows[i]
        if row.joker_sums is None:
            return
        order = [card for card in self._shuffled().tolist() if card not in self.jokers]
        for _ in range(6 * len(self.jokers)):
            shown, plain = row.shown.tolist(), row.plain[row.at].tolist()
            total = sum(shown[j] for j in self.jokers)
            again = sum(not plain[j] for j in self.jokers)
            best = _unfit(total, row.joker_sums, again)
            if best == 0:
                return
            fits = (self._rising_swaps(rows, i) if block.rising else self.any).tolist()
            swaps = [(j, c) for j in self.jokers for c in order if plain[c] and fits[j][c]]
            unfit = [
                _unfit(total - shown[j] + shown[c], row.joker_sums, again if plain[j] else again - 1)
                for j, c in swaps
            ]
            if swaps and min(unfit) < best:
                row.swap(*swaps[unfit.index(min(unfit))])
                continue
            # no one swap helps: bring the joker that is farthest off as near as can be, and go on
            low, high = row.joker_sums
            off = [abs(2 * len(self.jokers) * value - low - high) for value in shown]
            nearer = [(off[c] - off[j], j, c) for j, c in swaps if off[c] < off[j]]
            if not nearer:
                return
            row.swap(*min(nearer, key=lambda n: n[0])[1:])

    def _mix(self, rows: list[PlacedPile]) -> None:
        """Random swaps that keep every card rising, so that rows are not all in one order."""
        for i, row in enumerate(rows):
            low = rows[i - 1].shown.tolist() if i else None
            high = rows[i + 1].shown.tolist() if i + 1 < len(rows) else None
            shown, at = row.shown.tolist(), row.at.tolist()
            wild = set(self.jokers)
            for a, b in self.bits.integers(self.size, (_MIXING, 2)).tolist():
                if a in wild or b in wild:
                    continue
                if low is not None and (shown[b] < low[a] or shown[a] < low[b]):
                    continue
                if high is not None and (shown[b] > high[a] or shown[a] > high[b]):
                    continue
                shown[a], shown[b], at[a], at[b] = shown[b], shown[a], at[b], at[a]
            row.at = np.array(at, dtype=np.int64)


def _unfit(total: int, limits: tuple[int, int], again: int) -> int:
    """How far jokers with that sum, of which some are open, are from plain and average; an open one weighs most."""
    low, high = limits
    return 10_000 * again + max(0, low - total, total - high)


def _beyond(total: Any, limits: tuple[int, int]) -> Any:
    """How far a number (or each of an array) is outside the limits; 0 inside."""
    low, high = limits
    return np.maximum(0, np.maximum(low - total, total - high))


def _standard(values: Ints) -> Ints:
    """The values with mean 0 and standard deviation ``UNIT``, in whole numbers; 0 if all are alike."""
    n = len(values)
    centred = [n * v - int(values.sum()) for v in values.tolist()]
    square = sum(c * c for c in centred)
    if square == 0:
        return np.zeros(n, dtype=np.int64)
    return np.array([UNIT * c * 1024 // isqrt(square * 1024 * 1024 // n) for c in centred], dtype=np.int64)


def _ranks(values: Ints) -> Ints:
    """Mid-ranks, twice and centred, so that they are whole and sum to 0."""
    below = (values[None, :] < values[:, None]).sum(axis=1)
    above = (values[None, :] > values[:, None]).sum(axis=1)
    return np.asarray(below - above, dtype=np.int64)
