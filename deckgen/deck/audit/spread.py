"""How independent the cells of a deck are, and how evenly luck is spread over its cards.

Cards that are shuffled are neither quite independent nor quite even: the limits are what chance keeps within
three standard deviations (``DEVIATIONS``), given the number of cards and cells. Numbers are compared by what
they are worth: an open number by its total, the number and the cell's mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import pi, sqrt, tanh
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.cards import Deck
from deckgen.game.model import CellSpec, DeckSpec, GridSection
from deckgen.odds import distribution
from deckgen.records import record

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]

DEVIATIONS = 3
OPEN_UNIT = 16
"""A number of 1, in the whole numbers that cells are compared in."""
_MOST_DECKS = 1000
"""Limits on means of correlations shrink with the number of decks, up to so many.

The limit on luck itself lowers correlations, by up to 0.001 where there are few cells.
"""


def open_bonus(mean: Fraction) -> int:
    """Return what an open number is worth more than it prints, in ``OPEN_UNIT``, if its cell has this mean."""
    return round(OPEN_UNIT * mean)


def luck_limit(cells: Sequence[int]) -> float:
    """Return how far a card's mean percentile may be from 1/2: three standard deviations of chance, at most 1/2.

    ``cells`` are numbers of cells that hang together, such as the rows of a rising column. A percentile has the
    variance 1/12, and a mean over n cells at most n²/12 of the square of all cells for each n that hang together.
    """
    return min(0.5, DEVIATIONS * sqrt(sum(count**2 for count in cells) / 12) / sum(cells))


@record
class Independence:
    """Correlations of what two cells are worth, over all pairs from different columns, without the jokers.

    ``largest`` and ``mean`` are without signs, ``signed_mean`` is with them. ``correlations`` has every pair.
    """

    pairs: int
    largest: float
    mean: float
    signed_mean: float
    largest_limit: float
    mean_limit: float
    signed_limit: float
    largest_cells: tuple[CellSpec, ...] = ()
    correlations: tuple[float, ...] = ()

    @property
    def largest_pair(self) -> tuple[str, ...]:
        """The names of the two cells with the largest correlation; two empty ones without pairs."""
        return tuple(f"{cell.section} {cell.column}-{cell.row}" for cell in self.largest_cells) or ("", "")

    @property
    def passed(self) -> bool:
        means_passed = self.mean <= self.mean_limit and abs(self.signed_mean) <= self.signed_limit
        return self.largest <= self.largest_limit and means_passed


@record
class Balance:
    """Each card's mean percentile (0 to 1) over its rolled cells, and how far that may be from 1/2.

    ``percentiles`` are by card, deck after deck; if decks are not kept, the lowest and the highest.
    """

    percentiles: tuple[float, ...]
    limit: float

    @property
    def lowest(self) -> float:
        """The lowest mean percentile of a card; 0.5 without rolled cells."""
        return min(self.percentiles, default=0.5)

    @property
    def highest(self) -> float:
        """The highest mean percentile of a card; 0.5 without rolled cells."""
        return max(self.percentiles, default=0.5)

    @property
    def limits(self) -> tuple[float, float]:
        """The lowest and the highest mean percentile that a card may have."""
        return 0.5 - self.limit, 0.5 + self.limit

    @property
    def beyond(self) -> dict[int, int]:
        """The cards of one deck that are beyond the limits, by index: 1 is too lucky, -1 too unlucky."""
        low, high = self.limits
        return {
            card: (mean > high) - (mean < low) for card, mean in enumerate(self.percentiles) if not low <= mean <= high
        }

    @property
    def passed(self) -> bool:
        return self.limits[0] <= self.lowest and self.highest <= self.limits[1]

    def joined(self, addition: Balance, *, keep_all: bool = True) -> Balance:
        """Return the sum with another deck's; only extreme percentiles unless ``keep_all``."""
        percentiles = self.percentiles + addition.percentiles
        if not keep_all and percentiles:
            percentiles = min(percentiles), max(percentiles)
        return Balance(percentiles, self.limit)


@record
class Moments:
    """Sums, and sums of products, of what decks' rolled cells are worth over ``cards`` cards; all whole."""

    cards: int
    sums: FloatArray
    products: FloatArray

    def __add__(self, addend: Moments) -> Moments:
        return Moments(self.cards + addend.cards, self.sums + addend.sums, self.products + addend.products)


class SpreadAuditor:
    """Computes how independent the cells of a spec's decks are, and how evenly luck is spread."""

    def __init__(self, spec: DeckSpec) -> None:
        self.spec = spec
        self._rolled = [section for section in spec.sections if section.cells()]
        self.cells = [cell for section in self._rolled for cell in section.cells()]
        bonuses = [open_bonus(distribution(cell.roll.unmodified).mean) for cell in self.cells]
        self._bonuses: FloatArray = np.array(bonuses, dtype=np.float64).reshape(-1, 1)
        columns = [(cell.section, cell.column) for cell in self.cells]
        column_indexes = np.array([columns.index(column) for column in columns], dtype=np.int64)
        self.different_columns: Mask = np.triu(column_indexes[:, None] != column_indexes[None, :])
        rising = {section.name for section in self._rolled if isinstance(section, GridSection) and section.rising}
        groups = [
            columns.index(column) if column[0] in rising else index for index, column in enumerate(columns)
        ]  # fmt: skip
        members = np.equal.outer(sorted(set(groups)), groups).astype(np.int64)
        self.luck_limit = luck_limit(members.sum(axis=1).tolist()) if self.cells else 0.5
        # the correlations of two rising columns hang together
        self.effective_pairs = 0.0
        if self.different_columns.any():
            pairs = members @ self.different_columns @ members.T
            self.effective_pairs = float(pairs.sum() ** 2 / (pairs**2).sum())
        self.others = [card for card in range(spec.size) if card not in spec.jokers()]

    def read(self, deck: Deck) -> tuple[FloatArray, Mask]:
        """Return what the rolled cells are worth, in ``OPEN_UNIT``, and whether they are open: cells × cards."""
        cells = [cards for section in self._rolled for cards in deck.cells(section)]
        shape = len(cells), self.spec.size
        values = np.array([[cell.value for cell in cards] for cards in cells], dtype=np.float64).reshape(shape)
        again = np.array([[cell.again for cell in cards] for cards in cells], dtype=np.bool_).reshape(shape)
        return OPEN_UNIT * values + again * self._bonuses, again

    def moments(self, worth: FloatArray) -> Moments:
        """Return the moments of a deck's cells, without jokers, from which correlations of many decks are computed.

        Jokers do not count, because they are never open and all near the plain cards' mean: that alone is likeness.
        """
        numbers = worth[:, self.others]
        return Moments(numbers.shape[1], numbers.sum(axis=1), numbers @ numbers.T)

    def independence(self, moments: Moments) -> Independence:
        """Return the correlations of cells over all cards that the moments sum up; zeros without pairs.

        By chance a correlation over n cards of each deck has the variance 1/(n - 1), over several decks less.
        """
        covariances = moments.cards * moments.products - np.outer(moments.sums, moments.sums)
        deviations = np.sqrt(covariances.diagonal())
        deviations[deviations == 0] = 1
        correlations = (covariances / np.outer(deviations, deviations))[self.different_columns]
        decks = max(1, moments.cards // max(1, len(self.others)))
        limits = self._independence_limits(min(decks, _MOST_DECKS), len(correlations))
        if not len(correlations):
            return Independence(0, 0.0, 0.0, 0.0, *limits)
        sizes = np.abs(correlations)
        largest_cells = tuple(self.cells[index] for index in np.argwhere(self.different_columns)[sizes.argmax()])
        figures = float(sizes.max()), float(sizes.mean()), float(correlations.mean())
        return Independence(len(correlations), *figures, *limits, largest_cells, tuple(sizes.tolist()))

    def _independence_limits(self, decks: int, pairs: int) -> tuple[float, float, float]:
        """Return the limits of the largest, the mean, and the signed mean correlation.

        The largest of p is beyond its limit as rarely as one number is beyond three standard deviations: by
        Fisher's transform, for the p-th part of that chance. Means vary less the more pairs are independent.
        """
        if not pairs:
            return 1.0, 1.0, 1.0
        freedom = max(1, decks * (len(self.others) - 1))
        chance = NormalDist().cdf(-DEVIATIONS) / pairs
        largest = tanh(-NormalDist().inv_cdf(chance) / sqrt(max(1, freedom - 2)))
        deviation, spread = 1 / sqrt(freedom), DEVIATIONS / sqrt(self.effective_pairs)
        return largest, deviation * (sqrt(2 / pi) + spread * sqrt(1 - 2 / pi)), deviation * spread

    def balance(self, worth: FloatArray, again: Mask) -> Balance:
        """Return the balance of one deck, given what ``read`` returns; empty without rolled cells.

        A joker is compared with the plain cards, because it is never open.
        """
        if not self.cells:
            return Balance((), self.luck_limit)
        above = worth[:, :, None] > worth[:, None, :]
        percentiles = (1 + (above.sum(axis=2) - above.sum(axis=1)) / self.spec.size) / 2
        jokers, plain = list(self.spec.jokers()), ~again[:, None]
        signs = np.sign(worth[:, jokers, None] - worth[:, None]) * plain
        percentiles[:, jokers] = (1 + signs.sum(axis=2) / np.maximum(plain.sum(axis=2), 1)) / 2
        return Balance(tuple(percentiles.mean(axis=0).tolist()), self.luck_limit)
