"""How independent a deck's cells are, and how evenly luck lies on its cards."""

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

    The bars are those for 54 cards; a deck of N cards is held to sqrt(54/N) times as much.
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
    """Each card's mean percentile over its rolled cells; and the cards that lack a high or a low cell.

    ``percentiles`` go by card, deck after deck; of decks that are not kept they are the lowest and the highest.
    """

    percentiles: tuple[float, ...]
    without_top: tuple[int, ...]
    without_bottom: tuple[int, ...]

    @property
    def lowest(self) -> float:
        return min(self.percentiles, default=0.5)

    @property
    def highest(self) -> float:
        return max(self.percentiles, default=0.5)

    @property
    def passed(self) -> bool:
        fair = _FAIR[0] <= self.lowest and self.highest <= _FAIR[1]
        return fair and not self.without_top and not self.without_bottom

    def joined(self, addition: Balance, cards: int, *, keep_all: bool = True) -> Balance:
        """With that of another deck, after so many cards; without ``kept`` only the extreme percentiles are."""
        percentiles = self.percentiles + addition.percentiles
        if not keep_all and percentiles:
            percentiles = min(percentiles), max(percentiles)
        top, bottom = (
            tuple(cards + i for i in cards_lacking)
            for cards_lacking in (addition.without_top, addition.without_bottom)
        )
        return Balance(percentiles, self.without_top + top, self.without_bottom + bottom)


@record
class Moments:
    """Of what so many cards print in a deck's rolled cells: the sums, and the sums of products, which are whole."""

    cards: int
    sums: FloatArray
    products: FloatArray

    def __add__(self, addend: Moments) -> Moments:
        return Moments(self.cards + addend.cards, self.sums + addend.sums, self.products + addend.products)


class SpreadAuditor:
    """Finds how independent the cells of a spec's decks are, and how evenly luck lies on their cards."""

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
        """What the rolled cells print, cells × cards."""
        rows = [[cell[0] for cell in cards] for section in self._rolled for cards in deck.cells(section)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), self.spec.size)

    def moments(self, values: FloatArray) -> Moments:
        """Of what cells print: what correlations of many cards are reckoned from."""
        return Moments(values.shape[1], values.sum(axis=1), values @ values.T)

    def correlations(self, moments: Moments) -> FloatArray:
        """|Correlation| of every pair of cells from different columns."""
        covariances = moments.cards * moments.products - np.outer(moments.sums, moments.sums)
        deviations = np.sqrt(covariances.diagonal())
        deviations[deviations == 0] = 1
        return np.asarray(np.abs(covariances / np.outer(deviations, deviations))[self.different_columns])

    def independence(self, moments: Moments) -> Independence:
        """Correlations over the cards of all decks together."""
        scale = (54 / self.spec.size) ** 0.5
        limits = _MAX_CORRELATION * scale, _MEAN_CORRELATION * scale
        correlations = self.correlations(moments)
        if not len(correlations):
            return Independence(0, 0.0, 0.0, ("", ""), *limits)
        first, second = np.argwhere(self.different_columns)[correlations.argmax()]
        largest_cells = self.cells[first], self.cells[second]
        first_name, second_name = (f"{cell.section} {cell.column}-{cell.row}" for cell in largest_cells)
        largest, mean = float(correlations.max()), float(correlations.mean())
        return Independence(
            len(correlations),
            largest,
            mean,
            (first_name, second_name),
            *limits,
            largest_cells,
            tuple(correlations.tolist()),
        )

    def balance(self, values: FloatArray) -> Balance:
        """Percentiles of each card among the cards of its deck, which print these values."""
        if not self.cells:
            return Balance((), (), ())
        ranks = _percentiles(values)
        no_top, no_bottom = (ranks < 1 - _QUARTER).all(axis=0), (ranks > _QUARTER).all(axis=0)
        lacking = (tuple(np.flatnonzero(cards & self.enough_cells).tolist()) for cards in (no_top, no_bottom))
        return Balance(tuple(ranks.mean(axis=0).tolist()), *lacking)


def independence(decks: Iterable[Deck], spec: DeckSpec) -> Independence:
    """Correlations over the cards of all the decks together."""
    auditor = SpreadAuditor(spec)
    first, *other_moments = (auditor.moments(auditor.read(deck)) for deck in decks)
    return auditor.independence(sum(other_moments, first))


def balance(decks: Iterable[Deck], spec: DeckSpec) -> Balance:
    """Percentiles of each card among the cards of its own deck."""
    auditor = SpreadAuditor(spec)
    total_balance = Balance((), (), ())
    for number, deck in enumerate(decks):
        total_balance = total_balance.joined(auditor.balance(auditor.read(deck)), number * spec.size)
    return total_balance


def _percentiles(values: FloatArray) -> FloatArray:
    """Each value's share of smaller ones in its row, ties counting half."""
    above = values[:, :, None] > values[:, None, :]
    return np.asarray((1 + (above.sum(axis=2) - above.sum(axis=1)) / values.shape[1]) / 2)
