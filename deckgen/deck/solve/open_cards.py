"""The search for a cell's open cards: few and high numbers beside which plain cards can meet the request.

Let A(T) be the number of plain cards showing T or more. Given the open cards, N·P(total >= T) is
A(T) plus what the chains add, so the best plain cards follow directly: A(T) is the dice's tail less
the chains' part, rounded to whole cards either way within some tolerance. The non-increasing
integer sequences within a tolerance form a lattice whose sums are all the whole numbers between
its lowest and highest member's, so it is easy to say for which tolerance one with the wanted sum
(that is, the wanted mean) exists, and to write it down. What is searched is only the handful of
open cards. Everything is integer arithmetic in 1/2**20 of a card, so that a problem has the same
solution on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.solve.cells import sum_weights
from deckgen.deck.solve.problem import CARD, SHIFT, Problem, falling

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.problem import Ints

_IMPOSSIBLE = 64 * CARD
"""The tolerance and the cost of open cards with which no plain cards meet the request."""
_SPARE = CARD // 6
"""How far below its bar a tail error is good enough to look at the open cards' numbers instead."""
_PARENTS = 12
_CHILDREN = 24
_POOL = 360
"""The search: sets of open cards at first, of parents in each generation, of children of each."""
_LOOKS = CARD * 3 // 100
"""What an open card may cost, in tail error, that prints one less than its die's maximum."""


_EVEN = CARD // 128
"""What it may cost that one is off the mean of all by one, for several dice: even numbers leave the rows below free."""


class OpenCards(NamedTuple):
    """The numbers on the open cards, lowest first, and the smallest tolerance of plain cards beside them."""

    values: tuple[int, ...]
    tolerance: int


class OpenSearch:
    """The search for the open cards of one problem."""

    def __init__(self, problem: Problem) -> None:
        request = problem.request
        self.problem, self.request = problem, request
        self.k = request.open_cards
        self.m = request.size - self.k
        self.total = request.weighted_sum
        self.bits = RandomStream("open cards", self.k, self.total, request.size)
        self.plain_weight, self.open_weight = sum_weights(self.k, request.size, request.draw)
        self.least, self.top = problem.open_floor, problem.top_open
        self.good = int(request.bar * CARD) - _SPARE

    def ranked(self, generations: int, most: int, pool_size: int = _POOL) -> list[OpenCards]:
        """The best sets of open cards that were found, the best first; none if plain cards fit none."""
        pool = self._first_pool(pool_size) if self.k else np.zeros((1, 0), dtype=np.int64)
        if not len(pool):
            return []
        tolerances = self._tolerances(pool)
        for _ in range(generations if self.k else 0):
            best = np.argsort(self._costs(pool, tolerances), kind="stable")[: max(_PARENTS, most)]
            children = self._mutated(pool[best[:_PARENTS]])
            pool = np.concatenate([pool[best], children])
            tolerances = np.concatenate([tolerances[best], self._tolerances(children)])
            pool, kept = np.unique(pool, axis=0, return_index=True)
            tolerances = tolerances[kept]
        order = np.argsort(self._costs(pool, tolerances), kind="stable")[:most]
        return [
            OpenCards(tuple(pool[i].tolist()), int(tolerances[i]))
            for i in order
            if tolerances[i] < _IMPOSSIBLE
        ]

    def least_plain(self, chosen: OpenCards) -> tuple[int, ...]:
        """A(T), by T, of the lowest plain cards that the bar allows beside the open ones."""
        tolerance = max(chosen.tolerance, int(self.request.bar * CARD))
        _, least, _ = self.lattice(np.array([chosen.values], dtype=np.int64), np.array([tolerance]))
        return tuple(least[0].tolist())

    def open_sums(self) -> list[int]:
        """What the open cards' numbers may sum to."""
        return sorted({int(total) for total in self._first_pool().sum(axis=1)})

    def lattice(self, pool: Ints, tolerance: Ints) -> tuple[NDArray[np.bool_], Ints, Ints]:
        """For sets of open cards, a row each: whether plain cards exist within the tolerance; the lattice's ends."""
        return self._lattice(self.residual(pool), tolerance, *self.shown(pool))

    def _first_pool(self, size: int = _POOL) -> Ints:
        """Random open cards, an equal share for every sum of theirs that allows the total to be met."""
        least, top = int(self.least.sum()), self.k * self.top
        # open_weight = plain_weight − 1 or both are 1, so the sum must be ≡ −total (mod plain_weight)
        step = self.plain_weight
        sums = np.arange(least + (-self.total - least) % step, top + 1, step)
        if self.request.open_sum is not None:
            sums = sums[sums == self.request.open_sum]
        if not len(sums):
            return np.zeros((0, self.k), dtype=np.int64)
        wanted = np.resize(sums, max(size if len(sums) > 1 else size // 3, len(sums)))
        pool = np.repeat(self.least[None, :], len(wanted), axis=0)
        left = wanted - least
        rows = np.arange(len(pool))
        largest = 1 + self.bits.integers(self.top, (len(pool),))
        while left.any():  # in random portions, large ones for uneven cards, small ones for even
            column = self.bits.integers(self.k, (len(pool),))
            most = np.minimum(left, self.top - pool[rows, column])
            portion = np.minimum(1 + self.bits.integers(1 << 32, (len(pool),)) % largest, most)
            pool[rows, column] += portion
            left -= portion
        return np.unique(np.sort(pool, axis=1), axis=0)

    def _mutated(self, parents: Ints) -> Ints:
        """Children whose sums are those of their parents: one value up, another down."""
        children = np.repeat(parents, _CHILDREN, axis=0)
        rows = np.arange(len(children))
        for move in range(3):
            i, j = self.bits.integers(self.k, (2, len(children)))
            by = 1 + self.bits.integers(3, (len(children),))
            if move:  # one child in two makes a second move, one in four a third
                by *= self.bits.integers(2, (len(children),))
            up, down = children[rows, i] + by, children[rows, j] - by
            fits = (i != j) & (up <= self.top) & (down >= self.least[0])
            children[rows[fits], i[fits]] = up[fits]
            children[rows[fits], j[fits]] = down[fits]
        if self.plain_weight == 1 and self.request.open_sum is None:  # any sum will do
            i = self.bits.integers(self.k, (len(children),))
            by = self.bits.integers(3, (len(children),)) - 1
            children[rows, i] = np.clip(children[rows, i] + by, self.least[0], self.top)
        children.sort(axis=1)
        return np.unique(children[(children >= self.least).all(axis=1)], axis=0)

    def _costs(self, pool: Ints, tolerances: Ints) -> Ints:
        """A tail error beyond what is good enough; then numbers that do not look exceptional.

        Those of a single die are to be its maximum, those of several dice at least their mean.
        """
        request = self.request
        if not self.k:
            return tolerances
        if len(request.roll.dice) == 1:
            most = max(request.roll.dice)
            off = ((pool - most) ** 2).sum(axis=1) * _LOOKS // most
        else:
            mean = round(request.dice.mean)
            off = np.maximum(mean - pool, 0).sum(axis=1) * 2 * _LOOKS // mean
            off += np.abs(self.k * pool - pool.sum(axis=1, keepdims=True)).sum(axis=1) * _EVEN // self.k
        return np.asarray(np.maximum(tolerances, self.good) + off)

    def residual(self, pool: Ints) -> Ints:
        """By T: how many plain cards should show T or more, with the chains as the dice's; in units."""
        left = np.repeat(self.problem.card_tails[None, :], len(pool), axis=0)
        for column in pool.T:  # one after the other, to save memory
            left -= self.problem.continuations[column]
        return left

    def _tolerances(self, pool: Ints) -> Ints:
        """The smallest tolerance, to 1/512 card, at which plain cards exist."""
        residual = self.residual(pool)
        low = np.zeros(len(pool), dtype=np.int64)
        high = np.full(len(pool), _IMPOSSIBLE // 2, dtype=np.int64)
        shown, sums = self.shown(pool)
        possible = self._lattice(residual, high, shown, sums)[0]
        for _ in range(14):
            middle = (low + high) >> 1
            fits = self._lattice(residual, middle, shown, sums)[0]
            high = np.where(fits, middle, high)
            low = np.where(fits, low, middle)
        return np.where(possible, high, _IMPOSSIBLE)

    def shown(self, pool: Ints) -> tuple[Ints, Ints]:
        """By T: how many open cards show T or more. And what the plain cards must sum to."""
        t = np.arange(len(self.request.tails))
        shown = np.zeros((len(pool), len(t)), dtype=np.int64)
        for column in pool.T:
            shown += column[:, None] >= t
        return shown, (self.total - self.open_weight * pool.sum(axis=1)) // self.plain_weight

    def _lattice(
        self, residual: Ints, tolerance: Ints, shown: Ints, sums: Ints
    ) -> tuple[NDArray[np.bool_], Ints, Ints]:
        problem = self.problem
        within = np.where(problem.judged, tolerance[:, None], _IMPOSSIBLE)
        least = np.maximum(-((within - residual) >> SHIFT), problem.fewest - shown)
        most = np.minimum((residual + within) >> SHIFT, problem.most - shown)
        least = np.maximum(least, problem.plain_floor)
        least, most = falling(np.maximum(least, 0), np.minimum(most, self.m))
        fits = (least <= most).all(axis=1)
        fits &= (least[:, 1:].sum(axis=1) <= sums) & (sums <= most[:, 1:].sum(axis=1))
        return fits, least, most


def member(least: Ints, most: Ints, wanted: Ints, total: int) -> Ints:
    """The member of the lattice with that sum, raised where it falls shortest of ``wanted`` (in units)."""
    plain = least.copy()
    plain[0] = most[0]
    for _ in range(total - int(plain[1:].sum())):
        free = (plain < most) & (plain < np.concatenate([[np.iinfo(np.int64).max], plain[:-1]]))
        free[0] = False
        short = np.where(free, wanted - plain * CARD, np.iinfo(np.int64).min)
        plain[int(np.argmax(short))] += 1
    return plain
