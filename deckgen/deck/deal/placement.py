"""Dealing: which card gets which of a cell's numbers, so that cells are independent and no card is bad.

A seeded shuffle, then swaps that keep every multiset and bring the correlations between cells
towards zero and every card's mean percentile towards the middle. Whole numbers only, so that the
same swaps are made on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
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
_OPEN_JOKER = 10_000
"""How much worse an open joker is than jokers whose sum is one off."""
_MIXING = 120
"""Random swaps in each row of a rising block, before it is improved."""


@dataclass(frozen=True)
class Pile:
    """What one cell shows, in ascending order, to be dealt: ``items[i]`` goes to one card.

    ``values`` are numbers to correlate; ``target`` is the cell's mean if jokers are to be average in it
    (then only items that are ``plain`` may lie on a joker); ``weighed`` says whether the cell counts
    when cards are compared as good or bad. ``on_jokers`` are the items that lie on the jokers, where that
    is settled beforehand: one for each.
    """

    items: tuple[Any, ...]
    values: tuple[int, ...]
    plain: tuple[bool, ...]
    target: Fraction | None = None
    weighed: bool = False
    on_jokers: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PileGroup:
    """Rows that are dealt together; in a ``rising`` block no card's values fall from row to row.

    ``pools``: the rows are read together as pools of those odds; their items are cells.
    """

    rows: tuple[Pile, ...]
    rising: bool = False
    pools: Pools | None = None


class PlacedPile:
    """One row of a block on the cards; by card: its item, that one's value, score and rank, 1 where it is open.

    ``above`` and ``below`` are the rows beside it in a rising block.
    """

    def __init__(self, pile: Pile, block: PileGroup, order: Sequence[int], jokers: list[int]) -> None:
        self.pile, self.block, self.jokers = pile, block, jokers
        values = np.array(pile.values, dtype=np.int64)
        places = np.arange(len(values))
        rank = _ranks(values) if pile.weighed else 0 * places
        facts = [places, values, _standard(values), rank, 1 - np.array(pile.plain, dtype=np.int64)]
        self._facts: Ints = np.array(facts)[:, order]
        self.at, self.shown, self.score, self.rank, self.open = self._facts
        self.above: PlacedPile | None = None
        self.below: PlacedPile | None = None
        # the jokers' sum, where their average is within 1/2 of the mean
        self.joker_sums: tuple[int, int] | None = None
        if pile.target is not None and jokers:
            middle, half = len(jokers) * pile.target, Fraction(len(jokers), 2)
            self.joker_sums = ceil(middle - half), floor(middle + half)

    def swap(self, a: int, b: int) -> None:
        """Swap two cards' items."""
        held = self._facts[:, a].copy()
        self._facts[:, a] = self._facts[:, b]
        self._facts[:, b] = held

    def reorder(self, order: Sequence[int]) -> None:
        """Give each card c what is on card ``order[c]``."""
        self._facts[:] = self._facts[:, order]

    def misses(self) -> Ints:
        """[i, c]: how far the jokers' sum would be from average if joker i had the item of card c."""
        assert self.joker_sums is not None
        low, high = self.joker_sums
        own = self.shown[self.jokers]
        sums = own.sum() - own[:, None] + self.shown
        return np.asarray(np.maximum(0, np.maximum(low - sums, sums - high)))

    def off(self) -> Ints:
        """By card: how far its value is from average for a joker."""
        assert self.joker_sums is not None
        return np.asarray(np.abs(2 * len(self.jokers) * self.shown - sum(self.joker_sums)))


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
        # a rising block starts with all rows in one order
        rows = self._rows(block, [order if block.rising else self._order(pile) for pile in block.rows])
        if block.rising:
            for upper, lower in pairwise(rows):
                upper.below, lower.above = lower, upper
            self._place_jokers(rows)
        for row in rows:
            self._average_jokers(row)
        if block.rising:
            self._mix(rows)
        if block.pools:
            start, cells = [row.at for row in rows], [pile.items for pile in block.rows]
            orders = arrange(cells, block.pools, start, self.jokers, self.bits)
            rows = self._rows(block, [at.tolist() for at in orders])
        self._settle(rows)
        self._count(rows, 1)
        return rows

    def _rows(self, block: PileGroup, orders: list[list[int]]) -> list[PlacedPile]:
        return [PlacedPile(pile, block, at, self.jokers) for pile, at in zip(block.rows, orders, strict=True)]

    def improve(self, rows: list[PlacedPile]) -> None:
        """Swap again in a block's rows, now that others lie beside them."""
        self._count(rows, -1)
        self._settle(rows)
        self._count(rows, 1)

    def swap(self, row: PlacedPile, a: int, b: int) -> None:
        """Swap two cards' items of a row."""
        self._count([row], -1)
        row.swap(a, b)
        self._count([row], 1)

    def _shuffled(self) -> list[int]:
        return self.bits.shuffled(range(self.size))

    def _order(self, pile: Pile) -> list[int]:
        """By card, the item to begin with."""
        if pile.on_jokers is None:
            return self._shuffled()
        order = self.bits.shuffled([i for i in range(self.size) if i not in pile.on_jokers])
        for joker, item in zip(self.jokers, self.bits.shuffled(pile.on_jokers), strict=True):
            order.insert(joker, item)
        return order

    def _count(self, rows: list[PlacedPile], sign: int) -> None:
        for row in rows:
            self.alike += sign * np.outer(row.score, row.score)
            self.luck += sign * row.rank

    def _settle(self, rows: list[PlacedPile]) -> None:
        """Swap while that makes the whole less correlated or fairer: whole cards of joined rows first."""
        block = rows[0].block
        if block.rising or block.pools:
            self._descend(rows, self.luck)
        if not block.pools:
            for row in rows:
                self._descend([row], self.luck + sum(each.rank for each in rows if each is not row))

    def _descend(self, moved: list[PlacedPile], luck: Ints) -> None:
        """The best swap of two cards' items, in all rows that are ``moved`` at once, again and again."""
        own = self.alike.diagonal()
        apart = own[:, None] + own[None, :] - 2 * self.alike
        luckier = BALANCE * (luck[:, None] - luck[None, :])
        enough = -int(own.sum()) * UNIT * UNIT // _ENOUGH
        gain, change, step = np.empty((3, self.size, self.size), dtype=np.int64)
        for _ in range(_SWAPS):
            gain.fill(0)
            for row in moved:
                z, q = row.score, row.rank
                pull = 2 * (self.alike @ z)
                np.subtract(z, z[:, None], out=step)  # [a, b]: what card a gains by taking b's item
                np.multiply(step, apart, out=change)
                change += pull[:, None]
                change -= pull
                change *= step
                gain += change
                np.subtract(q, q[:, None], out=step)
                step *= luckier
                gain += step
            barred = ~(self.allowed(moved[0], settled=False) if len(moved) == 1 else self.free)
            np.copyto(gain, 0, where=barred)
            best = int(gain.argmin())
            a, b = divmod(best, self.size)
            if gain[a, b] >= enough:
                break
            for row in moved:
                row.swap(a, b)

    def allowed(self, row: PlacedPile, *, settled: bool = True) -> Mask:
        """[a, b]: whether cards a and b may swap their items of a row, once jokers are average.

        Until all is ``settled`` jokers swap among themselves only, which is quicker to tell.
        """
        if row.block.pools:  # only whole cards
            return ~self.any
        if row.pile.on_jokers is not None:
            return self.free
        fits = self._rising_swaps(row)
        return fits if row.joker_sums is None else fits & (self._joker_swaps(row) if settled else self.free)

    def _joker_swaps(self, row: PlacedPile) -> Mask:
        """[a, b]: whether cards a and b may swap items and leave the jokers plain and average."""
        misses, wild = row.misses(), self.jokers
        if row.open[wild].any() or misses[0, wild[0]]:
            return self.free
        fits = self.free.copy()
        fits[wild] |= (misses == 0) & (row.open == 0)
        fits[:, wild] = fits[wild].T
        return fits

    def _rising_swaps(self, row: PlacedPile) -> Mask:
        """[a, b]: whether cards a and b may swap their items of a row and still rise."""
        if not row.block.rising:
            return self.any
        fits = self.any
        if row.above:
            fits = fits & (row.shown >= row.above.shown[:, None])
        if row.below:
            fits = fits & (row.shown <= row.below.shown[:, None])
        return fits & fits.T

    def _place_jokers(self, rows: list[PlacedPile]) -> None:
        """Whole cards of a rising block swapped so that the jokers are as average as possible in all rows."""
        others = self._ordinary()
        aimed = [row for row in rows if row.joker_sums is not None]
        for weight in (0, 1000, 1000) if aimed else ():  # first each as average as can be, then all together
            for i, joker in enumerate(self.jokers):
                faults = [weight * row.misses()[i] + 100_000 * row.open + row.off() for row in aimed]
                unfit = np.sum(faults, axis=0)
                best = others[int(unfit[others].argmin())]
                if unfit[best] < unfit[joker]:
                    for row in rows:
                        row.swap(joker, best)

    def _average_jokers(self, row: PlacedPile) -> None:
        """Give the jokers plain items whose average is within 1/2 of the mean, as far as the row allows."""
        wild = self.jokers
        if row.joker_sums is None:
            return
        others = self._ordinary()
        for _ in range(6 * len(wild)):
            misses, again = row.misses(), row.open[wild]
            now = _OPEN_JOKER * again.sum() + misses[0, wild[0]]
            may = (self._rising_swaps(row) & (row.open == 0))[np.ix_(wild, others)]
            if now == 0 or not may.any():
                return
            unfit = _OPEN_JOKER * (again.sum() - again)[:, None] + misses[:, others]
            gain = np.where(may, unfit - now, 0)
            if gain.min() == 0:  # no one swap helps: bring the joker that is farthest off as near as can be
                off = row.off()
                gain = np.where(may, off[others] - off[wild][:, None], 0)
                if gain.min() == 0:
                    return
            joker, other = divmod(int(gain.argmin()), len(others))
            row.swap(wild[joker], others[other])

    def _ordinary(self) -> list[int]:
        """The cards that are no jokers, in a random order."""
        return [card for card in self._shuffled() if card not in self.jokers]

    def _mix(self, rows: list[PlacedPile]) -> None:
        """Random swaps that keep every card rising, so that rows are not all in one order."""
        wild = set(self.jokers)
        for row in rows:
            low = row.above.shown.tolist() if row.above else None
            high = row.below.shown.tolist() if row.below else None
            shown, order = row.shown.tolist(), list(range(self.size))
            for a, b in self.bits.integers(self.size, (_MIXING, 2)).tolist():
                if a in wild or b in wild:
                    continue
                if low is not None and (shown[b] < low[a] or shown[a] < low[b]):
                    continue
                if high is not None and (shown[b] > high[a] or shown[a] > high[b]):
                    continue
                shown[a], shown[b], order[a], order[b] = shown[b], shown[a], order[b], order[a]
            row.reorder(order)


def _standard(values: Ints) -> Ints:
    """The values with mean 0 and standard deviation ``UNIT``, in whole numbers; 0 if all are alike."""
    n, total = len(values), int(values.sum())
    centred = [n * v - total for v in values.tolist()]
    deviation = isqrt(sum(c * c for c in centred) * 1024 * 1024 // n) or 1
    return np.array([UNIT * c * 1024 // deviation for c in centred], dtype=np.int64)


def _ranks(values: Ints) -> Ints:
    """Mid-ranks, twice and centred, so that they are whole and sum to 0."""
    below = (values[None, :] < values[:, None]).sum(axis=1)
    above = (values[None, :] > values[:, None]).sum(axis=1)
    return np.asarray(below - above, dtype=np.int64)
