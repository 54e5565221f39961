"""How independent a deck's cells are, and how evenly luck lies on its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.cards import Deck
from deckgen.game.model import CellSpec, DeckSpec

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
    largest_cells: tuple[CellSpec, ...] = ()

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
    size, apart = _correlations(decks, spec)
    scale = (54 / spec.size) ** 0.5
    bars = _MAX_CORRELATION * scale, _MEAN_CORRELATION * scale
    if not apart.any():
        return Independence(0, 0.0, 0.0, ("", ""), *bars)
    first, second = divmod(int(np.where(apart, size, -1).argmax()), len(size))
    cells = _cells(spec)
    both = cells[first], cells[second]
    one, other = (f"{cell.section} {cell.column}-{cell.row}" for cell in both)
    counted = size[apart]
    largest, mean = float(counted.max()), float(counted.mean())
    return Independence(len(counted), largest, mean, (one, other), *bars, largest_cells=both)


def correlations(decks: Sequence[Deck], spec: DeckSpec) -> tuple[float, ...]:
    """|Correlation| of every pair of cells from different columns, over the cards of all the decks together."""
    size, apart = _correlations(decks, spec)
    return tuple(size[apart].tolist())


def _correlations(decks: Sequence[Deck], spec: DeckSpec) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """|Correlation| by cell and cell, and which pairs count, each once."""
    columns = [(cell.section, cell.column) for cell in _cells(spec)]
    if not columns:
        return np.zeros((0, 0)), np.zeros((0, 0), dtype=np.bool_)
    values = np.concatenate([_values(deck, spec) for deck in decks], axis=1)
    centred = values - values.mean(axis=1, keepdims=True)
    norm = np.sqrt((centred**2).sum(axis=1))
    norm[norm == 0] = 1
    unit = centred / norm[:, None]
    which = np.array([columns.index(column) for column in columns])
    apart = np.triu(which[:, None] != which[None, :])
    return np.abs(unit @ unit.T), apart


def balance(decks: Sequence[Deck], spec: DeckSpec) -> Balance:
    """Percentiles of each card among the cards of its own deck."""
    cells = _cells(spec)
    if not cells:
        return Balance((), (), ())
    ranks = np.concatenate([_percentiles(_values(deck, spec)) for deck in decks], axis=1)
    no_top, no_bottom = (ranks < 1 - _QUARTER).all(axis=0), (ranks > _QUARTER).all(axis=0)
    # a few cells cannot hold both a high and a low one on every card
    many = len(cells) > min(12, 2 * len({(cell.section, cell.column) for cell in cells}))
    lacking = (tuple(np.flatnonzero(cards & many).tolist()) for cards in (no_top, no_bottom))
    return Balance(tuple(ranks.mean(axis=0).tolist()), *lacking)


def _cells(spec: DeckSpec) -> list[CellSpec]:
    """The rolled cells of the deck."""
    return [cell for section in spec.sections for cell in section.cells()]


def _values(deck: Deck, spec: DeckSpec) -> NDArray[np.float64]:
    """What the rolled cells print, cells × cards."""
    rolled = (section for section in spec.sections if section.cells())
    rows = [[cell.value for cell in cards] for section in rolled for cards in deck.cells(section)]
    return np.array(rows, dtype=np.float64)


def _percentiles(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each value's share of smaller ones in its row, ties counting half."""
    above = values[:, :, None] > values[:, None, :]
    return np.asarray((1 + (above.sum(axis=2) - above.sum(axis=1)) / values.shape[1]) / 2)
