"""How independent the cells of a deck are, and how evenly luck is spread over its cards."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.cards import Deck
from deckgen.game.model import CellSpec, DeckSpec
from deckgen.records import record

FloatArray = NDArray[np.float64]
Mask = NDArray[np.bool_]

_MAX_CORRELATION = 0.35
_MEAN_CORRELATION = 0.10
_FAIR = (0.35, 0.65)
_QUARTER = 0.25


@record
class Independence:
    """|Correlation| of the printed values of two cells, over all pairs from different columns.

    The limits are those for 54 cards times sqrt(54/N) for a deck of N cards.
    """

    pairs: int
    largest: float
    mean: float
    largest_pair: tuple[str, str]
    largest_limit: float
    mean_limit: float
    largest_cells: tuple[CellSpec, ...] = ()
    correlations: tuple[float, ...] = ()
    """|Correlation| of every pair."""

    @property
    def passed(self) -> bool:
        return self.largest <= self.largest_limit and self.mean <= self.mean_limit


@record
class Balance:
    """Each card's mean percentile (0 to 1) over its rolled cells; the indexes of cards without a high or low cell.

    ``percentiles`` are by card, deck after deck; if decks are not kept, the lowest and the highest.
    """

    percentiles: tuple[float, ...]
    without_top: tuple[int, ...]
    without_bottom: tuple[int, ...]

    @property
    def lowest(self) -> float:
        """The lowest mean percentile of a card; 0.5 without rolled cells."""
        return min(self.percentiles, default=0.5)

    @property
    def highest(self) -> float:
        """The highest mean percentile of a card; 0.5 without rolled cells."""
        return max(self.percentiles, default=0.5)

    @property
    def passed(self) -> bool:
        fair = _FAIR[0] <= self.lowest and self.highest <= _FAIR[1]
        return fair and not self.without_top and not self.without_bottom

    def joined(self, addition: Balance, cards: int, *, keep_all: bool = True) -> Balance:
        """Return the sum with another deck's, from card ``cards`` on; only extreme percentiles unless ``keep_all``."""
        percentiles = self.percentiles + addition.percentiles
        if not keep_all and percentiles:
            percentiles = min(percentiles), max(percentiles)
        top, bottom = (tuple(cards + i for i in lacking) for lacking in (addition.without_top, addition.without_bottom))
        return Balance(percentiles, self.without_top + top, self.without_bottom + bottom)


@record
class Moments:
    """Sums, and sums of products, of the numbers in decks' rolled cells over ``cards`` cards; all whole."""

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
        columns = [(cell.section, cell.column) for cell in self.cells]
        column_indexes = np.array([columns.index(column) for column in columns])
        self.different_columns: Mask = np.triu(column_indexes[:, None] != column_indexes[None, :])
        # a few cells cannot hold both a high and a low one on every card
        self.enough_cells = len(columns) > min(12, 2 * len(set(columns)))

    def read(self, deck: Deck) -> FloatArray:
        """Return the numbers in the rolled cells, cells × cards."""
        rows = [[cell[0] for cell in cards] for section in self._rolled for cards in deck.cells(section)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), self.spec.size)

    def moments(self, values: FloatArray) -> Moments:
        """Return the moments of a deck's numbers, from which correlations over many decks are computed."""
        return Moments(values.shape[1], values.sum(axis=1), values @ values.T)

    def correlations(self, moments: Moments) -> FloatArray:
        """Return |correlation| of every pair of cells from different columns."""
        covariances = moments.cards * moments.products - np.outer(moments.sums, moments.sums)
        deviations = np.sqrt(covariances.diagonal())
        deviations[deviations == 0] = 1
        return np.asarray(np.abs(covariances / np.outer(deviations, deviations))[self.different_columns])

    def independence(self, moments: Moments) -> Independence:
        """Return the correlations of cells over all cards that the moments sum up; zeros without pairs."""
        scale = (54 / self.spec.size) ** 0.5
        limits = _MAX_CORRELATION * scale, _MEAN_CORRELATION * scale
        correlations = self.correlations(moments)
        if not len(correlations):
            return Independence(0, 0.0, 0.0, ("", ""), *limits)
        first, second = np.argwhere(self.different_columns)[correlations.argmax()]
        largest_cells = self.cells[first], self.cells[second]
        first_name, second_name = (f"{cell.section} {cell.column}-{cell.row}" for cell in largest_cells)
        largest, mean = float(correlations.max()), float(correlations.mean())
        names, values = (first_name, second_name), tuple(correlations.tolist())
        return Independence(len(correlations), largest, mean, names, *limits, largest_cells, values)

    def balance(self, values: FloatArray) -> Balance:
        """Return the balance of one deck, given the numbers in its rolled cells, cells × cards; empty without any."""
        if not self.cells:
            return Balance((), (), ())
        ranks = _percentiles(values)
        no_top, no_bottom = (ranks < 1 - _QUARTER).all(axis=0), (ranks > _QUARTER).all(axis=0)
        lacking = (tuple(np.flatnonzero(cards & self.enough_cells).tolist()) for cards in (no_top, no_bottom))
        return Balance(tuple(ranks.mean(axis=0).tolist()), *lacking)


def independence(decks: Iterable[Deck], spec: DeckSpec) -> Independence:
    """Return the correlations of cells over the cards of all the decks, at least one."""
    auditor = SpreadAuditor(spec)
    first, *other_moments = (auditor.moments(auditor.read(deck)) for deck in decks)
    return auditor.independence(sum(other_moments, first))


def balance(decks: Iterable[Deck], spec: DeckSpec) -> Balance:
    """Return each card's mean percentile among the cards of its deck, for all the decks."""
    auditor = SpreadAuditor(spec)
    total_balance = Balance((), (), ())
    for number, deck in enumerate(decks):
        total_balance = total_balance.joined(auditor.balance(auditor.read(deck)), number * spec.size)
    return total_balance


def _percentiles(values: FloatArray) -> FloatArray:
    """Return by row the share of smaller values for each value; equal ones count half."""
    above = values[:, :, None] > values[:, None, :]
    return np.asarray((1 + (above.sum(axis=2) - above.sum(axis=1)) / values.shape[1]) / 2)
