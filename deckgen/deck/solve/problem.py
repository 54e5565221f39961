"""What a cell must satisfy, in the whole numbers that the solver reckons in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.solve.cells import mean_denominator, open_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.game.model import DrawModel

    Ints = NDArray[np.int64]

SHIFT = 20
CARD = 1 << SHIFT
"""A card, in the units of the solver."""
SPREAD = 1 << 10
_ROOMIEST = 16
"""The most that a difference of the sum may be larger than one of the highest, where nearly all dice reach T."""


@dataclass(frozen=True)
class Problem:
    """What a cell must satisfy.

    ``tails[T]`` is the dice's P(total >= T), long enough that the last is far below a card;
    ``target`` the exact mean; ``minimum`` the smallest number that may be printed; ``critical`` the
    number of critical failure cards, or None where the roll has none; ``floor[T]`` the least number of
    cards that must show T or more (the row above, where columns rise); ``name`` is for messages.

    Where cells are read together, ``drift[T]`` is how many cards too many the rows above show T or more,
    and ``dice`` how many rows there are with this one: the sum of all rows is then brought close to the
    dice where it shows in their highest, and each row is held to ``bar`` cards.
    """

    size: int
    draw: DrawModel
    tails: tuple[Fraction, ...]
    target: Fraction
    minimum: int
    critical: int | None
    explodes: bool
    floor: tuple[int, ...] = ()
    name: str = "roll"
    drift: tuple[Fraction, ...] = ()
    bar: Fraction | None = None
    dice: int = 1

    def scaled_target(self, open_cards: int) -> Fraction:
        """The target over the mean's denominator; a mean can be exact where this is whole."""
        return self.target * mean_denominator(open_cards, self.size, self.draw)

    def open_counts(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of open cards worth trying, in groups, the ones to be preferred first."""
        return open_counts(self.target, self.size, self.draw, explodes=self.explodes)

    @cached_property
    def card_tails(self) -> Ints:
        """The tails in units of 1/2**20 card, rounded down."""
        return np.array([int(t * self.size * CARD) for t in self.tails], dtype=np.int64)

    @cached_property
    def drifted(self) -> Ints:
        """The drift in units of 1/2**20 card."""
        drift = np.zeros(len(self.tails), dtype=np.int64)
        drift[: len(self.drift)] = [int(d * CARD) for d in self.drift[: len(drift)]]
        return drift

    @cached_property
    def room(self) -> Ints:
        """By T, how much larger than a difference of the highest is one of the sum, in 1/1024.

        The highest of n dice depends on one of them where all the others show less than T.
        """
        apart = [(1 - t) ** (self.dice - 1) for t in self.tails]
        most = _ROOMIEST * SPREAD
        return np.array([min(most, int(SPREAD / a)) if a else most for a in apart], dtype=np.int64)

    @cached_property
    def slack(self) -> Ints:
        """By T, what dealing makes up for by what lies together: half the cards in common, in units."""
        shared = [self.dice * t - 1 + (1 - t) ** self.dice for t in self.tails]
        return np.array([int(s * self.size * CARD // 2) for s in shared], dtype=np.int64)

    @cached_property
    def lowest(self) -> Ints:
        """The least A(T) + O(T), cards showing T or more, that is allowed."""
        needed = np.zeros(len(self.tails), dtype=np.int64)
        needed[: self.minimum + 1] = self.size
        if self.critical is not None:
            needed[2] = self.size - self.critical
        if self.floor:
            row = np.array(self.floor, dtype=np.int64)[: len(needed)]
            needed[: len(row)] = np.maximum(needed[: len(row)], row)
        return needed

    @cached_property
    def highest(self) -> Ints:
        allowed = np.full(len(self.tails), self.size, dtype=np.int64)
        if self.critical is not None:
            allowed[2:] = self.size - self.critical
        return allowed

    @cached_property
    def continuations(self) -> Ints:
        """Row v: N·P(v plus the rest of the chain >= T) for one open card v, over N, by T.

        The rest of the chain is drawn from a deck that lacks this card, which the dice's own tail
        stands for, corrected for the missing card.
        """
        t = np.arange(len(self.tails))
        n = self.size
        rows = []
        for value in range(self.top_open + 1):
            once, twice = (self.card_tails[np.maximum(t - s, 0)] for s in (value, 2 * value))
            if self.draw == "with-replacement":
                rows.append(once // n)
            else:
                rows.append((n * once - twice) // (n * (n - 1)))
        return np.array(rows)

    @cached_property
    def top_open(self) -> int:
        """The highest value an open card may show: no rarer than a quarter of a card."""
        above = np.flatnonzero(self.card_tails >= CARD // 4)
        return min(int(above[-1]), len(self.tails) - 1)
