"""The search for a cell's open cards: few and high numbers beside which plain cards can meet the request.

Let A(t) be the number of plain cards showing t or more. Given the open cards, N·P(total >= t) is A(t) plus
what the chains add, so the best plain cards follow directly: A(t) is the dice's tail less the chains' part,
rounded up or down to whole cards within some tolerance. The non-increasing integer sequences within a
tolerance form a lattice whose sums are all the integers between its lowest and highest member's, so it is
easy to see for which tolerance one with the required sum (that is, the required mean) exists, and to write it
down. So only the handful of open cards needs a search. Everything is integer arithmetic in 1/2**20 of a card,
so that a problem has the same solution on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.solve.cells import sum_weights
from deckgen.deck.solve.problem import CARD, SHIFT, SolverProblem, narrow_to_falling
from deckgen.deck.solve.request import Limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.problem import Ints

_IMPOSSIBLE = 64 * CARD
"""The tolerance and the cost of open cards with which no plain cards meet the request."""
_LARGEST = 32 * CARD
"""Largest tolerance that is tried."""
_FAR = 1 << 60
"""More than any number of units."""
_SPARE = CARD // 6
"""If the tail error is this far below its limit, the look of the open cards decides instead."""
_PARENTS = 12
_CHILDREN = 24
_POOL = 360
"""The search: sets of open cards at first, of parents in each generation, of children of each."""
_STEP = CARD // 512
"""Precision of tolerances."""
_LOOK_COST = CARD * 3 // 100
"""Cost, in tail error, of an open card that prints one less than its die's maximum."""
_UNEVEN_COST = CARD // 128
"""Cost of an open card that is off the mean of all by one, for several dice. Even numbers leave the rows below free."""


_BEYOND = 16
"""Extra weight of a tail error beyond its limit."""


class OpenCards(NamedTuple):
    """The numbers on the open cards, lowest first, and the smallest tolerance of plain cards."""

    values: tuple[int, ...]
    tolerance: int


class _Lattices(NamedTuple):
    """The plain cards A(t) that sets of open cards allow, one set per row, before any tolerance is known.

    A(t) lies between ``floor`` and ``ceiling``, and between ``over`` less and ``under`` plus a tolerance (in
    units); ``sums`` are the sums of all plain cards. All four are non-increasing in t, and so are the ends.
    """

    floor: Ints
    ceiling: Ints
    over: Ints
    under: Ints
    sums: Ints

    def ends(self, tolerance: Ints) -> tuple[Ints, Ints]:
        """Return the lowest and the highest A(t) within a tolerance for each row."""
        within = tolerance[:, None]
        least = np.maximum(self.floor, -((within - self.over) >> SHIFT))
        return least, np.minimum(self.ceiling, (self.under + within) >> SHIFT)

    def fit(self, tolerance: Ints) -> NDArray[np.bool_]:
        """Return for each row whether there are plain cards within its tolerance."""
        least, most = self.ends(tolerance)
        fits = (least <= most).all(axis=1)
        fits &= (least[:, 1:].sum(axis=1) <= self.sums) & (self.sums <= most[:, 1:].sum(axis=1))
        return np.asarray(fits)

    def select(self, rows: Ints) -> _Lattices:
        return _Lattices(*(array[rows] for array in self))


class OpenSearch:
    """The search for the open cards of one problem. ``open_sum`` is the sum of their numbers, or None for any."""

    def __init__(self, problem: SolverProblem, open_sum: int | None = None) -> None:
        request = problem.request
        self.problem, self.request, self.open_sum = problem, request, open_sum
        self.k = request.open_cards
        self.m = request.size - self.k
        self.total = request.weighted_sum
        self.random = RandomStream("open cards", self.k, self.total, request.size)
        self.plain_weight, self.open_weight = sum_weights(self.k, request.size, request.draw)
        self.least, self.top = problem.open_floor, problem.top_open
        self.good_tolerance = int(request.tail_limit * CARD) - _SPARE

    def best_sets(self, generations: int, most: int, pool_size: int = _POOL) -> list[OpenCards]:
        """Return up to ``most`` sets of open cards, best first, after so many generations; [] if none fits.

        At first about ``pool_size`` sets are random. If an error is good enough, its tolerance may be too high.
        """
        pool = self._first_pool(pool_size) if self.k else np.zeros((1, 0), dtype=np.int64)
        if not len(pool):
            return []
        kept_count = max(_PARENTS, most)
        tolerances = self._tolerances(pool, kept_count)
        for _ in range(generations if self.k else 0):
            best = np.argsort(self._costs(tolerances, self._look_costs(pool)), kind="stable")[:kept_count]
            children = self._mutate(pool[best[:_PARENTS]])
            pool = np.concatenate([pool[best], children])
            tolerances = np.concatenate([tolerances[best], self._tolerances(children, kept_count)])
            pool, unique_indexes = np.unique(pool, axis=0, return_index=True)
            tolerances = tolerances[unique_indexes]
        order = np.argsort(self._costs(tolerances, self._look_costs(pool)), kind="stable")[:most]
        return [OpenCards(tuple(pool[i].tolist()), int(tolerances[i])) for i in order if tolerances[i] < _IMPOSSIBLE]

    def limit(self, open_cards: OpenCards) -> Limit:
        """Return the least that the row prints with these open cards, within the tail limit."""
        least, _ = self.ends(open_cards, max(open_cards.tolerance, int(self.request.tail_limit * CARD)))
        return Limit(tuple(least.tolist()), open_cards.values)

    def ends(self, open_cards: OpenCards, tolerance: int) -> tuple[Ints, Ints]:
        """Return the lowest and the highest A(t) within a tolerance beside open cards, by t."""
        least, most = self._lattices(as_pool(open_cards)).ends(np.array([tolerance]))
        return least[0], most[0]

    def plain_sum(self, open_cards: OpenCards) -> int:
        """Return the required sum of the plain cards beside open ones."""
        return (self.total - self.open_weight * sum(open_cards.values)) // self.plain_weight

    def open_sums(self) -> list[int]:
        """Return the sums of open cards with which the mean can be met; ``open_sum`` alone, or [], if that is set."""
        least, top = int(self.least.sum()), self.k * self.top
        # open_weight = plain_weight − 1 or both are 1, so the sum must be ≡ −total (mod plain_weight)
        sums = range(least + (-self.total - least) % self.plain_weight, top + 1, self.plain_weight)
        return [total for total in sums if self.open_sum in (None, total)]

    def _first_pool(self, size: int = _POOL) -> Ints:
        """Return distinct random sets of open numbers, a sorted row each, of every allowed sum; or no rows."""
        sums = self.open_sums()
        if not sums:
            return np.zeros((0, self.k), dtype=np.int64)
        pool_sums = np.resize(sums, max(size if len(sums) > 1 else size // 3, len(sums)))
        pool = np.repeat(self.least[None, :], len(pool_sums), axis=0)
        remaining = pool_sums - self.least.sum()
        largest = 1 + self.random.integers(self.top, (len(pool),))
        while True:  # in random portions, large ones for uneven cards, small ones for even
            rows = np.flatnonzero(remaining)
            if not len(rows):
                return np.unique(np.sort(pool, axis=1), axis=0)
            columns, portions = self.random.integers(1 << 63, (2, len(pool)))[:, rows]
            columns %= self.k
            most = np.minimum(remaining[rows], self.top - pool[rows, columns])
            portion = np.minimum(1 + portions % (1 << 32) % largest[rows], most)
            pool[rows, columns] += portion
            remaining[rows] -= portion

    def _mutate(self, parents: Ints) -> Ints:
        """Return children, sets × cards, with the sums of their parents (or any, if all are allowed)."""
        children = np.repeat(parents, _CHILDREN, axis=0)
        rows = np.arange(len(children))
        for move in range(3):
            i, j = self.random.integers(self.k, (2, len(children)))
            step = 1 + self.random.integers(3, (len(children),))
            if move:  # one child in two makes a second move, one in four a third
                step *= self.random.integers(2, (len(children),))
            up, down = children[rows, i] + step, children[rows, j] - step
            fits = (i != j) & (up <= self.top) & (down >= self.least[0])
            children[rows[fits], i[fits]] = up[fits]
            children[rows[fits], j[fits]] = down[fits]
        if self.plain_weight == 1 and self.open_sum is None:  # any sum is allowed
            i = self.random.integers(self.k, (len(children),))
            step = self.random.integers(3, (len(children),)) - 1
            children[rows, i] = np.clip(children[rows, i] + step, self.least[0], self.top)
        children.sort(axis=1)
        return np.unique(children[(children >= self.least).all(axis=1)], axis=0)

    def _costs(self, tolerances: Ints, looks: Ints) -> Ints:
        """Return the cost of each set: its tail error where not good enough, and its look."""
        beyond = np.maximum(tolerances - self.good_tolerance - _SPARE, 0)
        return np.asarray(np.maximum(tolerances, self.good_tolerance) + _BEYOND * beyond + looks)

    def _look_costs(self, pool: Ints) -> Ints:
        """Return the cost of open cards whose numbers do not look exceptional.

        Those of a single die should be its maximum, those of several dice at least their mean.
        """
        request = self.request
        if not self.k or request.given_least == 1:  # any number is allowed
            return np.zeros(len(pool), dtype=np.int64)
        if len(request.roll.dice) == 1:
            most = max(request.roll.dice)
            return np.asarray(((pool - most) ** 2).sum(axis=1) * _LOOK_COST // most)
        mean = round(request.dice.mean)
        low = np.maximum(mean - pool, 0).sum(axis=1) * 2 * _LOOK_COST // mean
        uneven = np.abs(self.k * pool - pool.sum(axis=1, keepdims=True)).sum(axis=1) * _UNEVEN_COST // self.k
        return np.asarray(low + uneven)

    def residual(self, pool: Ints) -> Ints:
        """Return how many plain cards should show >= t if chains are the dice's, in units: sets of ``pool`` × t."""
        left = np.repeat(self.problem.card_tails[None, :], len(pool), axis=0)
        for column in pool.T:  # one after the other, to save memory
            left -= self.problem.continuations[column]
        return left

    def _tolerances(self, pool: Ints, k: int) -> Ints:
        """Return for each set the smallest tolerance, to 1/512 card, at which plain cards exist.

        It is found for the best ``k`` sets, as far as tolerances are not good enough; for the others the
        result is only an upper bound.
        """
        lattices = self._lattices(pool)
        low, high = np.zeros(len(pool), dtype=np.int64), np.full(len(pool), _IMPOSSIBLE)
        good_tolerance = min(max(self.good_tolerance & -_STEP, _STEP), _LARGEST)
        first = iter((good_tolerance, min(good_tolerance + CARD, _LARGEST), _LARGEST))
        looks = self._look_costs(pool)
        while True:
            least, most = self._costs(low + _STEP, looks), self._costs(high, looks)
            worst_kept = np.partition(most, k - 1)[k - 1] if len(pool) > k else _FAR
            rows = np.flatnonzero((least < most) & (least <= worst_kept) & (low < _LARGEST))
            if not len(rows):
                return high
            tried = np.minimum(next(first, _LARGEST), ((low + high) >> 1) & -_STEP)[rows]
            fits = lattices.select(rows).fit(tried)
            high[rows[fits]] = tried[fits]
            low[rows[~fits]] = tried[~fits]

    def _lattices(self, pool: Ints) -> _Lattices:
        """Return the plain cards that each set of open cards allows."""
        problem, judged = self.problem, self.problem.judged
        residual = self.residual(pool)
        t = np.arange(len(judged))
        open_at_least = np.zeros_like(residual)  # by t: how many open cards show t or more
        for column in pool.T:
            open_at_least += column[:, None] >= t
        floor = np.maximum(np.maximum(problem.fewest - open_at_least, problem.plain_floor), 0)
        ceiling = np.minimum(problem.most - open_at_least, self.m)
        before = ~judged  # no odds are compared there, but far-off sums are useless
        floor[:, before] = np.maximum(floor[:, before], -((_IMPOSSIBLE - residual[:, before]) >> SHIFT))
        ceiling[:, before] = np.minimum(ceiling[:, before], (residual[:, before] + _IMPOSSIBLE) >> SHIFT)
        below, above = problem.explained
        over = np.maximum.accumulate(np.where(judged, residual + below, -_FAR)[:, ::-1], axis=1)[:, ::-1]
        under = np.minimum.accumulate(np.where(judged, residual + above, _FAR), axis=1)
        sums = (self.total - self.open_weight * pool.sum(axis=1)) // self.plain_weight
        return _Lattices(*narrow_to_falling(floor, ceiling), over, under, sums)


def as_pool(open_cards: OpenCards) -> Ints:
    """Return one set of open cards as a pool, an array of sets × cards."""
    return np.array([open_cards.values], dtype=np.int64).reshape(1, -1)


def nearest_member(least: Ints, most: Ints, target: Ints, total: int) -> Ints:
    """Return A(t) from ``least`` to ``most``, with the sum ``total`` over t >= 1, nearest to ``target`` (in units)."""
    plain = least.copy()
    plain[0] = most[0]
    for _ in range(total - int(plain[1:].sum())):
        free = (plain < most) & (plain < np.concatenate([[np.iinfo(np.int64).max], plain[:-1]]))
        free[0] = False
        short = np.where(free, target - plain * CARD, np.iinfo(np.int64).min)
        plain[int(np.argmax(short))] += 1
    return plain
