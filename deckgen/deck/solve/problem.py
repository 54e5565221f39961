"""A request in the whole numbers that the solver reckons in: 1/2**20 of a card, by total T."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request

    Ints = NDArray[np.int64]

SHIFT = 20
CARD = 1 << SHIFT
"""A card, in units."""
ONCE = 1 << 10
"""A ``leverage`` of 1."""
_LARGEST_LEVERAGE = 16 * ONCE
"""Its cap, for totals that nearly all dice reach."""


@dataclass(frozen=True)
class Problem:
    """What the solver needs of a request, each an array with an entry for T = 0, 1, ... as in its tails."""

    request: Request

    @cached_property
    def card_tails(self) -> Ints:
        """The dice's N·P(total >= T), in units, rounded down."""
        return np.array([int(t * self.request.size * CARD) for t in self.request.tails], dtype=np.int64)

    @cached_property
    def surplus(self) -> Ints:
        """By how much the rows above, where rows are read together, exceed the dice; in units."""
        return self._filled([int(s * CARD) for s in self.request.surplus])

    @cached_property
    def leverage(self) -> Ints:
        """How much larger than an error of the highest of the rows is one of their sum, in 1/1024.

        The highest of n dice depends on one of them where all the others show less than T, so an error of
        a row's P(total >= T) counts (1 − P(total >= T))**(n − 1) times.
        """
        counts = [(1 - t) ** (self._together - 1) for t in self.request.tails]
        return np.array(
            [min(_LARGEST_LEVERAGE, int(ONCE / c)) if c else _LARGEST_LEVERAGE for c in counts],
            dtype=np.int64,
        )

    @cached_property
    def overlap(self) -> Ints:
        """The error of the sum of n rows that dealing makes up for, in units.

        On a card n·t rows show T or more on average, t being P(total >= T), and with chance 1 − (1 − t)**n
        any does. The difference is what lies together: dealing can change it, and half of it is counted on.
        """
        n, size = self._together, self.request.size
        shared = [n * t - 1 + (1 - t) ** n for t in self.request.tails]
        return np.array([int(s * size * CARD // 2) for s in shared], dtype=np.int64)

    @property
    def _together(self) -> int:
        """The number of rows that are read together, with this one."""
        return len(self.request.above) + 1 if self.request.pooled else 1

    @cached_property
    def fewest(self) -> Ints:
        """The least number of cards, plain or open, that may print T or more."""
        asked = self.request
        fewest = self._filled(asked.lower_limit)
        fewest[: asked.dice.minimum + 1] = asked.size
        if asked.critical is not None:
            safe = slice(2, asked.dice.least_safe + 1)  # no dice give a total between a failure and this
            fewest[safe] = np.maximum(fewest[safe], asked.size - asked.critical)
        for t, least, _ in asked.limits:
            fewest[t] = max(fewest[t], least)
        return fewest

    @cached_property
    def most(self) -> Ints:
        """The largest number of cards, plain or open, that may print T or more."""
        most = np.full(len(self.request.tails), self.request.size, dtype=np.int64)
        most[2:] -= self.request.critical or 0
        for t, _, limit in self.request.limits:
            most[t] = min(most[t], limit)
        return most

    @cached_property
    def continuations(self) -> Ints:
        """Row v: what one open card that shows v adds to N·P(total >= T), in units.

        That is R(T − v), the odds of the rest of the chain, which is drawn from the deck without this card;
        with replacement R(x) = D(x) = P(total >= x). Put the card back on top of the deck in one of N cases:
        N·D(x) = (N − 1)·R(x) + R(x − v). (Where it comes later, but before a plain card, it changes the total
        too: that is left out.) So R(x) is (N·D(x) − D(x − v))/(N − 1), nearly, D standing for the dice's odds.
        """
        t = np.arange(len(self.request.tails))
        n = self.request.size
        rows = []
        for value in range(self.top_open + 1):
            once, twice = (self.card_tails[np.maximum(t - s, 0)] for s in (value, 2 * value))
            if self.request.draw == "with-replacement":
                rows.append(once // n)
            else:
                rows.append((n * once - twice) // (n * (n - 1)))
        return np.array(rows)

    @cached_property
    def top_open(self) -> int:
        """The highest value an open card may show: no rarer than a quarter of a card."""
        return int(np.flatnonzero(self.card_tails >= CARD // 4)[-1])

    def _filled(self, numbers: Sequence[int]) -> Ints:
        """The numbers, cut or filled with zeros to one for each T."""
        length = len(self.request.tails)
        return np.array([*numbers, *[0] * length][:length], dtype=np.int64)


def falling(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """The intervals of sequences (along the last axis) that never rise: what the others leave of each."""
    low = np.maximum.accumulate(low[..., ::-1], axis=-1)[..., ::-1]
    return low, np.minimum.accumulate(high, axis=-1)
