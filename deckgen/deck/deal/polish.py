"""The last swaps of a deal: for the luckiest cards, the most alike cells, and cards that lack a high or low number."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.deal.placement import UNIT, PileGroup, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]
    Whole = NDArray[np.float64]

_FAR = 11
"""How far a card's mean percentile may be from 50 before it is evened out."""
_ALIKE = 28
"""The correlation, in hundredths and for 54 cards, above which two cells are untangled."""
_TWIN = 12
"""How much that correlation counts against all the others."""
_BALANCE = 6
"""How much a card's balance counts against correlations."""
_ROUNDS = 5
"""How often cards are evened out and cells untangled, in turns."""
_FEW = 12
"""So many cells cannot hold both a high and a low number on every card."""
_MOST_ALIKE = 33
"""The correlation, in hundredths and for 54 cards, above which all is dealt again."""
_DEALS = 4
"""How often is dealt at most; one deal in fifty is not enough, where jokers or nested rows cannot swap."""

Swap = tuple[slice, int, int]
"""A row, or all of a group, and the two seats that swap its items."""


def deal(
    groups: Sequence[PileGroup], size: int, jokers: Sequence[int], bits: RandomStream
) -> list[list[list[Any]]]:
    """Deal every group onto ``size`` cards; the result holds, by group and row, an item for each card."""
    if not groups:
        return []
    others = [card for card in range(size) if card not in jokers]
    for _ in range(_DEALS):
        table = Table(list(groups), size, len(jokers), bits)
        if Polisher(table).polish():
            break
    seats = np.argsort(bits.shuffled(jokers) + bits.shuffled(others))
    dealt = iter(table.items[:, seats].astype(np.int64).tolist())
    return [[[pile.items[i] for i in next(dealt)] for pile in group.rows] for group in groups]


class Polisher:
    """Swaps items within the rows that count when cards are compared, but those that are read as pools."""

    def __init__(self, table: Table) -> None:
        self.table, self.size = table, table.size
        counted = table.weighed[:, None] & table.weighed[None, :]
        self.apart: Mask = counted & (table.owner[:, None] != table.owner[None, :])
        self.far = _FAR * 2 * self.size * int(table.weighed.sum()) // 100
        self.tangled = _ALIKE * isqrt(54 * self.size) * UNIT * UNIT // 100

    def polish(self) -> bool:
        """Swap until cards are even and varied and no two cells alike, as far as the rows allow.

        Whether every card has a high and a low number, or there are too few cells for that; and no two cells are
        far too much alike.
        """
        for _ in range(_ROUNDS):
            if not self.even_out() + self.untangle():
                break
        self.even_out()
        self.vary()
        high = (2 * np.abs(self.table.rank) >= self.size) * np.sign(self.table.rank)
        varied = (high.max(axis=0) > 0) & (high.min(axis=0) < 0)
        return self.alike() <= self.tangled * _MOST_ALIKE // _ALIKE and bool(
            varied.all() or self.table.weighed.sum() <= _FEW
        )

    def alike(self) -> float:
        """The largest correlation of two cells of different groups, times a constant."""
        return float(self._products(slice(None)).max(initial=0))

    def even_out(self) -> bool:
        """Swaps for the luckiest and unluckiest cards, until none is far from the middle; whether any was."""
        luck = self.table.luck
        for swaps in range(2 * self.size):
            extremes = np.argsort(-np.abs(luck), kind="stable").tolist()
            uneven = [card for card in extremes if abs(luck[card]) > self.far]
            swap = next(filter(None, map(self._best, uneven)), None)
            if swap is None:
                return swaps > 0
            self.table.swap(*swap)
        return True

    def untangle(self) -> bool:
        """Swaps in the two most alike cells of different blocks, until none are; whether any were."""
        score = self.table.score
        products = self._products(slice(None))
        for swaps in range(self.size):
            if products.max(initial=0) <= self.tangled:
                return swaps > 0
            pair = divmod(int(products.argmax()), len(score))
            tried = {
                (each.start, each.stop): (each, twin)
                for row, twin in (pair, pair[::-1])
                for each in (slice(row, row + 1), self.table.blocks[row])
            }
            spread = _apart(self.table.alike)
            gain, swap = min(
                (self._loosened(rows, score[twin], spread) for rows, twin in tried.values()),
                key=lambda f: f[0],
            )
            if gain >= 0:
                return swaps > 0
            self.table.swap(*swap)
            products[swap[0]] = self._products(swap[0])
            products[:, swap[0]] = products[swap[0]].T
        return True

    def _products(self, rows: slice) -> Whole:
        """How much rows are like those of other groups, times a constant."""
        score = self.table.score
        return np.asarray(np.abs(score[rows] @ score.T) * self.apart[rows])

    def vary(self) -> None:
        """Swaps so that every card has a number of the highest quarter in some cell, and one of the lowest."""
        for sign in (1, -1):
            for _ in range(self.size):
                ranks = sign * self.table.rank
                # a rank of size/2 is the percentile 75, and -size/2 is 25
                top, bottom = 2 * ranks >= self.size, -2 * ranks >= self.size
                lacking = np.flatnonzero(~top.any(axis=0)).tolist()
                lent = top & (top.sum(axis=0) > 1)
                kept = bottom & (bottom.sum(axis=0) == 1)
                swaps = (self._best(card, lent & ~kept[:, [card]]) for card in lacking)
                swap = next(filter(None, swaps), None)
                if swap is None:
                    break
                self.table.swap(*swap)

    def _best(self, card: int, fits: Mask | None = None) -> Swap | None:
        """The best swap of one card's item that makes no two cells alike.

        ``fits[row, other]`` says what may be swapped, no card becoming uneven; without it, what makes the
        two cards more even.
        """
        luck, score, rank = self.table.luck, self.table.score, self.table.rank
        change = rank - rank[:, [card]]
        fairer = change * (luck[card] - luck + change)
        if fits is None:
            fits = fairer < 0
        else:
            fits = fits & (np.maximum(np.abs(luck[card] + change), np.abs(luck - change)) <= self.far)
        fits &= self.table.allowed_for(card)
        pull = score @ self.table.alike - score * (score * score).sum(axis=1, keepdims=True)
        gain = (score - score[:, [card]]) * (pull[:, [card]] - pull) + _BALANCE * fairer
        gain = np.where(fits, gain, np.inf)
        others = gain.argmin(axis=1)
        least = gain.min(axis=1)
        for row in least.argsort(kind="stable").tolist():
            if np.isinf(least[row]):
                break
            other = int(others[row])
            swapped = score[row].copy()
            swapped[[card, other]] = swapped[[other, card]]
            if np.abs(score @ swapped)[self.apart[row]].max(initial=0) <= self.tangled:
                return slice(row, row + 1), card, other
        return None

    def _loosened(self, rows: slice, twin: Whole, spread: Whole) -> tuple[float, Swap]:
        """The best swap in a row, or in all of a group, its likeness to ``twin`` counting far more than all the rest.

        ``spread`` is how far apart any two seats are in all rows, squared.
        """
        z = self.table.score[rows]
        # what rows are pulled by: all other groups' rows, and the twin many times
        pull = z @ self.table.alike - (z @ z.T) @ z + _TWIN * (z @ twin)[:, None] * twin
        step = z[:, :, None] - z[:, None, :]
        square = (step**2).sum(axis=0) if len(z) > 1 else step[0] ** 2
        # of steps from a to b, each times what it is pulled: 2 (z_b - z_a)(p_a - p_b) + (z_b - z_a)² (apart from b)
        gain = twin[:, None] - twin
        gain *= gain
        gain *= _TWIN
        gain += spread
        gain -= square
        gain *= square
        pull *= 2
        step *= pull[:, :, None] - pull[:, None, :]
        gain -= step.sum(axis=0) if len(z) > 1 else step[0]
        if rows == self.table.blocks[rows.start] and len(z) > 1:  # whole cards, but no jokers
            gain[: self.table.jokers] = gain[:, : self.table.jokers] = 0
        else:
            gain = np.where(self.table.allowed(rows.start), gain, 0)
        a, b = divmod(int(gain.argmin()), self.size)
        return float(gain[a, b]), (rows, a, b)


def _apart(products: Whole) -> Whole:
    """Squares of differences, from products."""
    own = products.diagonal()
    return np.asarray(np.add.outer(own, own) - 2 * products)
