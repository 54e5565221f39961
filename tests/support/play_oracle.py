"""Playing the cells of a deck by chance, cycle after cycle, thousands at once: a second opinion on exact long-run means.

A task reads one cell: the top card's, and while that is open the next card's too. Cells have chains of different
lengths, so no single pile of cards could serve a task that reads them all; each cell is played by itself, as if every
task read it, but all cells on the same shuffles.

Draws between two shuffles depend on each other. Shuffles do not, so the mean is a ratio of two sums over shuffles (all
totals over all tasks) and its standard error that of a ratio estimator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.cards import Deck
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game.model import DeckSpec

_BATCH = 8192  # cycles at once
_FALSE_ALARM = 0.001  # the chance that a true deck fails, over all its cells together

_Ints = NDArray[np.int64]


class Play:
    """Sums over cycles, by cell. A cycle is what lies between two shuffles; cycles are independent.

    ``values`` and ``again`` are cards × cells. A cycle is ``one_task`` where the deck is shuffled after each,
    the whole deck where it is ``played_to_end``, and else ends with the task in which a joker comes up.
    """

    def __init__(self, values: _Ints, again: NDArray[np.bool_], spec: DeckSpec, bits: RandomStream, draws: int) -> None:
        self.values, self.again, self.bits = values, again, bits
        self.jokers = list(spec.jokers())
        self.size, self.count = values.shape
        self.replaced = spec.draw == "with-replacement"
        # With replacement every draw is from the whole deck, whatever the rule for shuffling.
        self.one_task = self.replaced or spec.reshuffle == "every-draw"
        self.played_to_end = not self.one_task and (spec.reshuffle == "never" or not self.jokers)
        # The first of J jokers is, on average, the (N + 1)/(J + 1)th card.
        to_joker = (self.size + 1) / (len(self.jokers) + 1)
        length = 1 if self.one_task else self.size if self.played_to_end else to_joker
        self.cycles = max(2, ceil(draws / length))

    def results(self) -> Iterator[tuple[int, Fraction, float]]:
        """For every cell: tasks, mean, standard error."""
        n = self.cycles
        if self.played_to_end:
            # The deck is played to its end, a chain going on in the next: every cycle has the same
            # cards, whatever their order, so there is nothing that chance could change.
            for total, tasks in zip(self.values.sum(axis=0), (~self.again).sum(axis=0), strict=True):
                yield n * int(tasks), Fraction(int(total), int(tasks)), 0.0
            return
        sums = np.zeros((5, self.count), dtype=object)  # whole numbers without a limit
        for start in range(0, n, _BATCH):
            sums += self._batch(min(_BATCH, n - start)).astype(np.int64)
        for total, tasks, total2, both, tasks2 in sums.T.tolist():
            mean = Fraction(total, tasks)
            squares = total2 - 2 * mean * both + mean * mean * tasks2
            yield tasks, mean, sqrt(squares * n / (n - 1)) / tasks

    def _batch(self, cycles: int) -> NDArray[np.float64]:
        """Sums over some cycles of total, tasks, total², total × tasks, tasks²."""
        totals, tasks = self._of_one_task(cycles) if self.one_task else self._to_joker(cycles)
        # Whole numbers far below 2**53: floats hold them exactly, and are multiplied faster.
        products = ((totals, totals), (totals, tasks), (tasks, tasks))
        squares = (np.einsum("ij,ij->j", *pair) for pair in products)
        return np.array([totals.sum(axis=0), tasks.sum(axis=0), *squares])

    def _of_one_task(self, cycles: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Cycles of one task: totals and tasks, cycles × cells."""
        pile = _Pile(self.bits, cycles, self.size, replaced=self.replaced)
        first = pile.card(0)
        totals = self.values[first].astype(np.float64)
        self._go_on(totals, pile, self.again[first], np.ones(cycles, dtype=np.int64))
        return totals, np.ones_like(totals)

    def _to_joker(self, cycles: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Cycles that end with the task in which the first joker comes up."""
        keys = self.bits.raw(cycles * self.size).reshape(cycles, self.size)
        first = keys[:, self.jokers].min(axis=1)
        drawn = (keys <= first[:, None]).astype(np.float64)
        totals = drawn @ self.values.astype(np.float64)
        tasks = drawn @ (~self.again).astype(np.float64)
        joker = np.array(self.jokers)[keys[:, self.jokers].argmin(axis=1)]
        goes_on = self.again[joker]
        tasks += goes_on  # its last task, which a later card ends
        if goes_on.any():
            pile = _Pile(self.bits, cycles, self.size, order=keys.argsort(axis=1))
            self._go_on(totals, pile, goes_on, drawn.sum(axis=1).astype(np.int64))
        return totals, tasks

    def _go_on(self, totals: NDArray[np.float64], pile: _Pile, goes_on: NDArray[np.bool_], place: _Ints) -> None:
        """Add to the totals of open chains (cycles × cells) the cards from ``place`` on until a plain one.

        A chain that has used up the deck ends there.
        """
        row, cell = np.nonzero(goes_on)
        step = 0
        while len(row):
            at = place[row] + step
            if not self.replaced:
                left = at < self.size
                row, cell, at = row[left], cell[left], at[left]
            card = pile.cards_at(row, at)
            totals[row, cell] += self.values[card, cell]
            more = self.again[card, cell]
            row, cell = row[more], cell[more]
            step += 1


class _Pile:
    """The shuffled decks of some cycles, dealt only as far as they are looked at."""

    def __init__(
        self,
        bits: RandomStream,
        cycles: int,
        size: int,
        *,
        replaced: bool = False,
        order: _Ints | None = None,
    ) -> None:
        self._bits, self._cycles, self._size, self._replaced = bits, cycles, size, replaced
        self._dealt = 0 if order is None else size
        shape = (cycles, 0) if replaced else (cycles, size)
        self._cards = np.tile(np.arange(shape[1]), (cycles, 1)) if order is None else order

    def card(self, place: int) -> _Ints:
        """The card at a place of every pile."""
        while self._dealt <= place:
            self._deal()
        return self._cards[:, place]

    def cards_at(self, row: _Ints, place: _Ints) -> _Ints:
        """The card at a place of each of some piles."""
        if len(place):
            self.card(int(place.max()))
        return self._cards[row, place]

    def _deal(self) -> None:
        if self._replaced:
            column = self._bits.integers(self._size, (self._cycles, 1))
            self._cards = np.concatenate([self._cards, column], axis=1)
        else:  # one step of a Fisher-Yates shuffle in every pile
            here = np.arange(self._cycles)
            pick = self._dealt + self._bits.integers(self._size - self._dealt, (self._cycles,))
            kept = self._cards[:, self._dealt].copy()
            self._cards[:, self._dealt] = self._cards[here, pick]
            self._cards[here, pick] = kept
        self._dealt += 1


def long_run_means(deck: Deck, spec: DeckSpec) -> list[Fraction]:
    """The exact long-run means of all rolled cells, without bonuses."""
    rolled = [cards for section in spec.sections for cards in deck.cells(section) if section.cells()]
    return [long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) for cards in rolled]


def z_scores(
    deck: Deck, spec: DeckSpec, draws: int, seed: str, expected: Sequence[Fraction] | None = None
) -> list[float]:
    """By rolled cell: how many standard errors the played mean is from the expected one, by default the deck's own."""
    rolled = [cards for section in spec.sections for cards in deck.cells(section) if section.cells()]
    values = np.array([[cell.value for cell in cards] for cards in rolled], dtype=np.int64).T
    again = np.array([[cell.again for cell in cards] for cards in rolled]).T
    play = Play(values, again, spec, RandomStream("play", seed), draws)
    means = expected or long_run_means(deck, spec)
    off = ((mean - exact, error) for (_, mean, error), exact in zip(play.results(), means, strict=True))
    return [(float(miss) / error if error else inf) if miss else 0.0 for miss, error in off]


def bar(cells: int) -> float:
    """|z| that some cell of a true deck passes with a chance of 1 in 1000 at most, by Bonferroni's inequality."""
    return NormalDist().inv_cdf(1 - _FALSE_ALARM / (2 * cells))
