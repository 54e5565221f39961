"""The last swaps of a deal: for the luckiest cards, the most alike cells, and cards that lack a high or low number."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.deal.placement import BALANCE, UNIT, PileGroup, PlacedPile, Placement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_FAR = 11
"""How far a card's mean percentile may be from 50 before it is evened out."""
_ALIKE = 28
"""The correlation, in hundredths and for 54 cards, above which two cells are untangled."""
_TWIN = 12
"""How much that correlation counts against all the others."""
_ROUNDS = 5
"""How often cards are evened out and cells untangled, in turns."""

Swap = tuple[PlacedPile, int, int]


def deal(
    blocks: Sequence[PileGroup], size: int, jokers: Sequence[int], bits: RandomStream
) -> list[list[list[Any]]]:
    """Deal every block onto ``size`` cards; the result holds, by block and row, an item for each card."""
    table = Placement(size, jokers, bits)
    dealt = [table.place(block) for block in blocks]
    for rows in dealt:  # now that all is, once more
        table.improve(rows)
    polisher = _Polisher(table, dealt)
    if polisher.rows:
        polisher.polish()
    return [[[row.pile.items[i] for i in row.at.tolist()] for row in rows] for rows in dealt]


class _Polisher:
    """``rows`` are those that count when cards are compared."""

    def __init__(self, table: Placement, dealt: Sequence[list[PlacedPile]]) -> None:
        self.table, self.size = table, table.size
        self.rows = [row for rows in dealt for row in rows if row.pile.weighed]
        owner = np.array([i for i, rows in enumerate(dealt) for row in rows if row.pile.weighed])
        self.apart: Mask = owner[:, None] != owner[None, :]
        self.far = _FAR * 2 * self.size * len(self.rows) // 100
        self.tangled = _ALIKE * isqrt(54 * self.size) * UNIT * UNIT // 100

    def polish(self) -> None:
        """Swap until cards are even and varied and no two cells alike, as far as the rows allow."""
        for _ in range(_ROUNDS):
            if not self.even_out() + self.untangle():
                break
        self.even_out()
        self.vary()

    def even_out(self) -> bool:
        """Swaps for the luckiest and unluckiest cards, until none is far from the middle; whether any was."""
        luck = self.table.luck
        for swaps in range(2 * self.size):
            extremes = np.argsort(-np.abs(luck), kind="stable").tolist()
            uneven = [card for card in extremes if abs(int(luck[card])) > self.far]
            swap = next(filter(None, map(self._best, uneven)), None)
            if swap is None:
                return swaps > 0
            self.table.swap(*swap)
        return True

    def untangle(self) -> bool:
        """Swaps in the two most alike cells of different blocks, until none are; whether any were."""
        for swaps in range(self.size):
            scores = self._scores()
            products = np.where(self.apart, np.abs(scores @ scores.T), 0)
            if products.max() <= self.tangled:
                return swaps > 0
            one, other = divmod(int(products.argmax()), len(self.rows))
            found = [self._loosened(self.rows[a], scores[b]) for a, b in ((one, other), (other, one))]
            gain, swap = min(found, key=lambda f: f[0])
            if gain >= 0:
                return swaps > 0
            self.table.swap(*swap)
        return True

    def vary(self) -> None:
        """Swaps so that every card has a number of the highest quarter in some cell, and one of the lowest."""
        for sign in (1, -1):
            for _ in range(self.size):
                ranks = sign * np.array([row.rank for row in self.rows])
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

        ``fits[place, other]`` says what may be swapped, no card becoming uneven; without it, what makes the
        two cards more even.
        """
        luck = self.table.luck
        found: list[tuple[int, int, int]] = []
        for place, row in enumerate(self.rows):
            rank, z = row.rank, row.score
            change = rank - rank[card]
            fairer = change * (luck[card] - luck + change)
            if fits is None:
                fitting = fairer < 0
            else:
                farthest = np.maximum(np.abs(luck[card] + change), np.abs(luck - change))
                fitting = fits[place] & (farthest <= self.far)
            if fitting.any():  # if not, there is no need to ask
                fitting &= self.table.allowed(row)[card]
            others = np.flatnonzero(fitting)
            if not len(others):
                continue
            pull = self.table.alike @ z - z * int(z @ z)
            gain = (z - z[card]) * (pull[card] - pull) + BALANCE * fairer
            other = int(others[gain[others].argmin()])
            found.append((int(gain[other]), place, other))
        scores = self._scores()
        for _, place, other in sorted(found):
            z = scores[place].copy()
            z[[card, other]] = z[[other, card]]
            if np.abs(scores @ z)[self.apart[place]].max(initial=0) <= self.tangled:
                return self.rows[place], card, other
        return None

    def _loosened(self, row: PlacedPile, twin: Ints) -> tuple[int, Swap]:
        """The best swap in a row, its likeness to ``twin`` counting far more than all the rest."""
        z = row.score
        alike = self.table.alike - np.outer(z, z) + _TWIN * np.outer(twin, twin)
        own, pull = alike.diagonal(), alike @ z
        step = z[None, :] - z[:, None]
        apart = own[:, None] + own[None, :] - 2 * alike
        gain = step * (2 * (pull[:, None] - pull[None, :]) + step * apart)
        gain = np.where(self.table.allowed(row), gain, 0)
        a, b = divmod(int(gain.argmin()), self.size)
        return int(gain[a, b]), (row, a, b)

    def _scores(self) -> Ints:
        """The scores of every place's row, by card."""
        return np.array([row.score for row in self.rows])
