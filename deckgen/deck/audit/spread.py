"""How independent a deck's cells are, and how evenly luck lies on its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.cards import Deck
from deckgen.game.model import DeckSpec

_MAX_CORRELATION = 0.35
_MEAN_CORRELATION = 0.10
_FAIR = (0.35, 0.65)
_QUARTER = 0.25


@dataclass(frozen=True)
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

    @property
    def passed(self) -> bool:
        return self.largest <= self.largest_bar and self.mean <= self.mean_bar


@dataclass(frozen=True)
class Balance:
    """Each card's mean percentile over its rolled cells; and the cards that lack a high or a low cell.

    ``percentiles`` go by card, deck after deck.
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


def independence(decks: Sequence[Deck], spec: DeckSpec) -> Independence:
    """Correlations over the cards of all the decks together."""
    names, size, apart = _correlations(decks, spec)
    scale = (54 / spec.size) ** 0.5
    bars = _MAX_CORRELATION * scale, _MEAN_CORRELATION * scale
    if not apart.any():
        return Independence(0, 0.0, 0.0, ("", ""), *bars)
    i, j = divmod(int(np.where(apart, size, -1).argmax()), len(names))
    return Independence(
        pairs=int(apart.sum()),
        largest=float(size[i, j]),
        mean=float(size[apart].mean()),
        largest_pair=(names[i], names[j]),
        largest_bar=bars[0],
        mean_bar=bars[1],
    )


def correlations(decks: Sequence[Deck], spec: DeckSpec) -> tuple[float, ...]:
    """|Correlation| of every pair of cells from different columns, over the cards of all the decks together."""
    _, size, apart = _correlations(decks, spec)
    return tuple(size[apart].tolist())


def _correlations(
    decks: Sequence[Deck], spec: DeckSpec
) -> tuple[list[str], NDArray[np.float64], NDArray[np.bool_]]:
    """The cells' names, |correlation| by cell and cell, and which pairs count, each once."""
    names, columns, values = _rolled(decks, spec)
    if not names:
        return names, np.zeros((0, 0)), np.zeros((0, 0), dtype=np.bool_)
    centred = values - values.mean(axis=1, keepdims=True)
    norm = np.sqrt((centred**2).sum(axis=1))
    norm[norm == 0] = 1
    unit = centred / norm[:, None]
    apart = np.array([[i < j and a != b for j, b in enumerate(columns)] for i, a in enumerate(columns)])
    return names, np.abs(unit @ unit.T), apart


def balance(decks: Sequence[Deck], spec: DeckSpec) -> Balance:
    """Percentiles of each card among the cards of its own deck."""
    percentiles: list[float] = []
    no_top: list[int] = []
    no_bottom: list[int] = []
    for d, deck in enumerate(decks):
        _, _, values = _rolled([deck], spec)
        if not len(values):
            continue
        ranks = _percentiles(values)
        percentiles += [float(p) for p in ranks.mean(axis=0)]
        first = d * spec.size
        no_top += [first + int(c) for c in np.flatnonzero((ranks < 1 - _QUARTER).all(axis=0))]
        no_bottom += [first + int(c) for c in np.flatnonzero((ranks > _QUARTER).all(axis=0))]
    many = len(_names(spec)) > 2 * len({column for _, column in _names(spec)}) or len(_names(spec)) > 12
    if not many:  # a few cells cannot hold both a high and a low one on every card
        no_top, no_bottom = [], []
    return Balance(tuple(percentiles), tuple(no_top), tuple(no_bottom))


def _names(spec: DeckSpec) -> list[tuple[str, str]]:
    """The name of every rolled cell, and of its column."""
    return [
        (f"{cell.section} {cell.column}-{cell.row}", f"{cell.section} {cell.column}")
        for section in spec.sections
        for cell in section.cells()
    ]


def _rolled(decks: Sequence[Deck], spec: DeckSpec) -> tuple[list[str], list[str], NDArray[np.float64]]:
    """The cells' names, their columns' names, and the printed values, cells × cards."""
    names = _names(spec)
    rolled = [section for section in spec.sections if section.cells()]
    shown = [[cell for section in rolled for cell in deck.cells(section)] for deck in decks]
    rows = [[cell.value for cards in each for cell in cards] for each in zip(*shown, strict=True)]
    return [name for name, _ in names], [column for _, column in names], np.array(rows, dtype=np.float64)


def _percentiles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each value's share of smaller ones in its row, ties counting half."""
    below = (values[:, :, None] > values[:, None, :]).mean(axis=2)
    same = (values[:, :, None] == values[:, None, :]).mean(axis=2)
    return np.asarray(below + same / 2)
