"""How independent a deck's cells are, and how evenly luck lies on its cards."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.cards import Deck
from deckgen.game.model import CellSpec, DeckSpec
from deckgen.records import record

Whole = NDArray[np.float64]
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
    largest_bar: float
    mean_bar: float
    largest_cells: tuple[CellSpec, ...] = ()
    every: tuple[float, ...] = ()
    """|Correlation| of every pair."""

    @property
    def passed(self) -> bool:
        return self.largest <= self.largest_bar and self.mean <= self.mean_bar


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

    def joined(self, other: Balance, cards: int, *, kept: bool = True) -> Balance:
        """With that of another deck, after so many cards; without ``kept`` only the extreme percentiles are."""
        percentiles = self.percentiles + other.percentiles
        if not kept and percentiles:
            percentiles = min(percentiles), max(percentiles)
        top, bottom = (tuple(cards + i for i in each) for each in (other.without_top, other.without_bottom))
        return Balance(percentiles, self.without_top + top, self.without_bottom + bottom)


@record
class Moments:
    """Of what so many cards print in a deck's rolled cells: the sums, and the sums of products, which are whole."""

    cards: int
    sums: Whole
    products: Whole

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.cards + other.cards, self.sums + other.sums, self.products + other.products)


class SpreadAuditor:
    """Finds how independent the cells of a spec's decks are, and how evenly luck lies on their cards."""

    def __init__(self, spec: DeckSpec) -> None:
        self.spec = spec
        self._rolled = [section for section in spec.sections if section.cells()]
        self.cells = [cell for section in self._rolled for cell in section.cells()]
        columns = [(cell.section, cell.column) for cell in self.cells]
        which = np.array([columns.index(column) for column in columns])
        self.apart: Mask = np.triu(which[:, None] != which[None, :])
        # a few cells cannot hold both a high and a low one on every card
        self.many = len(columns) > min(12, 2 * len(set(columns)))

    def read(self, deck: Deck) -> Whole:
        """What the rolled cells print, cells × cards."""
        rows = [[cell[0] for cell in cards] for section in self._rolled for cards in deck.cells(section)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), self.spec.size)

    def moments(self, values: Whole) -> Moments:
        """Of what cells print: what correlations of many cards are reckoned from."""
        return Moments(values.shape[1], values.sum(axis=1), values @ values.T)

    def correlations(self, moments: Moments) -> Whole:
        """|Correlation| of every pair of cells from different columns."""
        together = moments.cards * moments.products - np.outer(moments.sums, moments.sums)
        norm = np.sqrt(together.diagonal())
        norm[norm == 0] = 1
        return np.asarray(np.abs(together / np.outer(norm, norm))[self.apart])

    def independence(self, moments: Moments) -> Independence:
        """Correlations over the cards of all decks together."""
        scale = (54 / self.spec.size) ** 0.5
        bars = _MAX_CORRELATION * scale, _MEAN_CORRELATION * scale
        counted = self.correlations(moments)
        if not len(counted):
            return Independence(0, 0.0, 0.0, ("", ""), *bars)
        first, second = np.argwhere(self.apart)[counted.argmax()]
        both = self.cells[first], self.cells[second]
        one, other = (f"{cell.section} {cell.column}-{cell.row}" for cell in both)
        largest, mean = float(counted.max()), float(counted.mean())
        return Independence(len(counted), largest, mean, (one, other), *bars, both, tuple(counted.tolist()))

    def balance(self, values: Whole) -> Balance:
        """Percentiles of each card among the cards of its deck, which print these values."""
        if not self.cells:
            return Balance((), (), ())
        ranks = _percentiles(values)
        no_top, no_bottom = (ranks < 1 - _QUARTER).all(axis=0), (ranks > _QUARTER).all(axis=0)
        lacking = (tuple(np.flatnonzero(cards & self.many).tolist()) for cards in (no_top, no_bottom))
        return Balance(tuple(ranks.mean(axis=0).tolist()), *lacking)


def independence(decks: Iterable[Deck], spec: DeckSpec) -> Independence:
    """Correlations over the cards of all the decks together."""
    auditor = SpreadAuditor(spec)
    first, *others = (auditor.moments(auditor.read(deck)) for deck in decks)
    return auditor.independence(sum(others, first))


def balance(decks: Iterable[Deck], spec: DeckSpec) -> Balance:
    """Percentiles of each card among the cards of its own deck."""
    auditor = SpreadAuditor(spec)
    found = Balance((), (), ())
    for number, deck in enumerate(decks):
        found = found.joined(auditor.balance(auditor.read(deck)), number * spec.size)
    return found


def _percentiles(values: Whole) -> Whole:
    """Each value's share of smaller ones in its row, ties counting half."""
    above = values[:, :, None] > values[:, None, :]
    return np.asarray((1 + (above.sum(axis=2) - above.sum(axis=1)) / values.shape[1]) / 2)
