"""The solver of one cell: numbers for N cards with the mean exact and the odds close to the dice.

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

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.solve.cells import Multiset, chain_weights, sum_weights
from deckgen.deck.solve.problem import CARD, ONCE, SHIFT, Problem, falling
from deckgen.deck.solve.request import Request
from deckgen.errors import DeckError, Fault
from deckgen.odds import describe

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.problem import Ints

_IMPOSSIBLE = 64 * CARD
"""The tolerance and the cost of open cards with which no plain cards meet the request."""
_HALF = CARD // 2
"""About the best tail error that rounding to whole cards allows: a smaller one is no better."""
_GENERATIONS = 14
_PARENTS = 12
_CHILDREN = 24
_REFINED = 6
_POOL = 360
"""The search: sets of open cards at first, of parents in each generation, of children of each, refined at last."""
_POOLED_EFFORT = 5
"""How many times as long is searched for rows that are read together."""
_LISTED = 8000
"""How many sets of open cards with the lowest sums are listed for such rows, beside the random ones."""
_GOOD = CARD * 54 // 100
"""A cost that more open cards are not tried to improve on."""
_PATIENCE = 4
"""How many more numbers of open cards are tried without finding a better one, where one is not poor."""
_POOR = CARD * 3 // 4
"""A tail error at which even many open cards, or none, are tried."""
_LEEWAY = CARD // 12
"""How far beyond its bar a row may seem before its chains are counted as they are."""
_LOW_OPEN = CARD * 15 // 1000
"""What one low open card may cost, in tail error: shape comes first, then few and high open cards."""


class _Solution(NamedTuple):
    """A cell, the largest tail error met while solving, and the cost that is minimised; both in units."""

    cell: Multiset
    tail_error: int
    cost: int


def solve(request: Request) -> Multiset:
    """The best numbers found. Raises DeckError if no deck of this size can carry the roll.

    Where the number of open cards is not fixed, it is the best one for rounding either way, as the decks
    of a set need both.
    """
    problem = Problem(request)
    best: _Solution | None = None
    for group in request.open_counts():
        since = 0
        for k in group:
            found = _solved(problem, k)
            if found is None:
                continue
            since += 1
            if best is None or found.cost < best.cost:
                best, since = found, 0
            if best.cost <= _GOOD or (since >= _PATIENCE and best.tail_error <= _POOR):
                return best.cell
        if best and best.tail_error <= _POOR:
            return best.cell
    if best is None:
        what = f"no {request.size} cards have its mean, {request.dice.mean}, and odds near those of the dice"
        remedy = "use smaller dice, fewer dice or a larger deck"
        if request.lower_limit:
            what += ", and never fall from the row above"
            remedy += ", or write rising: false"
        raise DeckError(Fault(describe(request.roll), None, "", what, remedy))
    return best.cell


def _solved(problem: Problem, open_cards: int) -> _Solution | None:
    """The cell, rounded as the request says; where either rounding is needed, with the worse one's figures.

    None if either lacks a solution.
    """
    request = problem.request
    roundings = (request.round_up, not request.round_up)[: 2 if request.open_cards is None else 1]
    found: list[_Solution] = []
    for total in dict.fromkeys(request.weighted_sum(open_cards, round_up=up) for up in roundings):
        solution = _Search(problem, open_cards, total).run()
        if solution is None:
            return None
        found.append(solution)
    return _Solution(found[0].cell, max(s.tail_error for s in found), max(s.cost for s in found))


class _Search:
    """The search for the open cards of one problem, their number and the mean's weighted sum being given."""

    def __init__(self, problem: Problem, open_cards: int, total: int) -> None:
        request = problem.request
        self.problem, self.request = problem, request
        self.size = request.size
        self.k = open_cards
        self.m = self.size - open_cards
        self.total = total
        self.bits = RandomStream("solver", open_cards, total, self.size)
        self.plain_weight, self.open_weight = sum_weights(open_cards, self.size, request.draw)
        self.least, self.top = request.least_open, problem.top_open
        self.effort = _POOLED_EFFORT if request.surplus else 1

    def run(self) -> _Solution | None:
        """The best solution found, or None."""
        if self.k == 0:
            return self._refined(np.zeros((1, 0), dtype=np.int64))
        pool = self._first_pool()
        if not len(pool):
            return None
        costs = self._pool_costs(pool)
        for _ in range(_GENERATIONS * self.effort):
            parents = pool[np.argsort(costs, kind="stable")[:_PARENTS]]
            pool = np.unique(np.concatenate([parents, self._mutated(parents)]), axis=0)
            costs = self._pool_costs(pool)
        order = np.argsort(costs, kind="stable")[: _REFINED * self.effort]
        refined = (self._refined(pool[i : i + 1]) for i in order if costs[i] < _IMPOSSIBLE)
        return min(filter(None, refined), key=lambda solution: solution.cost, default=None)

    def _first_pool(self) -> Ints:
        """Random open cards, an equal share for every sum of theirs that allows the total to be met."""
        least, top = self.k * self.least, self.k * self.top
        # open_weight = plain_weight − 1 or both are 1, so the sum must be ≡ −total (mod plain_weight)
        step = self.plain_weight
        sums = np.arange(least + (-self.total - least) % step, top + 1, step)
        if not len(sums):
            return np.zeros((0, self.k), dtype=np.int64)
        wanted = np.resize(sums, max(_POOL, len(sums)))
        pool = np.full((len(wanted), self.k), self.least, dtype=np.int64)
        left = wanted - least
        rows = np.arange(len(pool))
        largest = 1 + self.bits.integers(self.top, (len(pool),))
        while left.any():  # in random portions, large ones for uneven cards, small ones for even
            column = self.bits.integers(self.k, (len(pool),))
            most = np.minimum(left, self.top - pool[rows, column])
            portion = np.minimum(1 + self.bits.integers(1 << 32, (len(pool),)) % largest, most)
            pool[rows, column] += portion
            left -= portion
        if self.request.surplus:
            listed = (s for total in sums.tolist() for s in _partitions(total, self.k, self.least, self.top))
            pool = np.concatenate([pool, np.array([*islice(listed, _LISTED)], np.int64).reshape(-1, self.k)])
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
            fits = (i != j) & (up <= self.top) & (down >= self.least)
            children[rows[fits], i[fits]] = up[fits]
            children[rows[fits], j[fits]] = down[fits]
        if self.plain_weight == 1:  # any sum will do
            i = self.bits.integers(self.k, (len(children),))
            by = self.bits.integers(3, (len(children),)) - 1
            children[rows, i] = np.clip(children[rows, i] + by, self.least, self.top)
        children.sort(axis=1)
        return children

    def _costs(self, errors: Ints, pool: Ints) -> Ints:
        """What open cards cost, a row each: their tail error, and something for each that is low."""
        low = self.problem.card_tails[pool].sum(axis=1) // self.size * _LOW_OPEN // CARD
        return np.asarray(np.maximum(errors, _HALF) + low)

    def _pool_costs(self, pool: Ints) -> Ints:
        return self._costs(self._tolerances(self._residual(pool), pool), pool)

    def _residual(self, pool: Ints) -> Ints:
        """By T: how many plain cards should show T or more, with the chains as the dice's; in units."""
        left = np.repeat(self.problem.card_tails[None, :], len(pool), axis=0)
        for column in pool.T:  # one after the other, to save memory
            left -= self.problem.continuations[column]
        return left

    def _tolerances(self, residual: Ints, pool: Ints) -> Ints:
        """The smallest tolerance, to 1/512 card, at which plain cards exist."""
        low = np.zeros(len(pool), dtype=np.int64)
        high = np.full(len(pool), _IMPOSSIBLE // 2, dtype=np.int64)
        shown, sums = self._open_cards(pool)
        possible = self._lattice(residual, high, shown, sums)[0]
        for _ in range(14):
            middle = (low + high) >> 1
            fits = self._lattice(residual, middle, shown, sums)[0]
            high = np.where(fits, middle, high)
            low = np.where(fits, low, middle)
        return np.where(possible, high, _IMPOSSIBLE)

    def _open_cards(self, pool: Ints) -> tuple[Ints, Ints]:
        """By T: how many open cards show T or more. And what the plain cards must sum to."""
        t = np.arange(len(self.request.tails))
        shown = np.zeros((len(pool), len(t)), dtype=np.int64)
        for column in pool.T:
            shown += column[:, None] >= t
        return shown, (self.total - self.open_weight * pool.sum(axis=1)) // self.plain_weight

    def _lattice(
        self, residual: Ints, tolerance: Ints, shown: Ints, sums: Ints
    ) -> tuple[NDArray[np.bool_], Ints, Ints]:
        """Whether plain cards exist within the tolerance, and the lattice's lowest and highest member."""
        problem, bar = self.problem, self.request.bar
        within = tolerance[:, None] * problem.leverage // ONCE + problem.overlap
        aim = residual - problem.surplus
        least = np.maximum(-((within - aim) >> SHIFT), problem.fewest - shown)
        most = np.minimum((aim + within) >> SHIFT, problem.most - shown)
        if bar is not None:
            row = int(bar * CARD) + _LEEWAY
            least = np.maximum(least, -((row - residual) >> SHIFT))
            most = np.minimum(most, (residual + row) >> SHIFT)
        least, most = falling(np.maximum(least, 0), np.minimum(most, self.m))
        fits = (least <= most).all(axis=1)
        fits &= (least[:, 1:].sum(axis=1) <= sums) & (sums <= most[:, 1:].sum(axis=1))
        return fits, least, most

    def _refined(self, pool: Ints) -> _Solution | None:
        """Plain cards for the open cards of a pool of one, the chains counted as they are, not as the dice's.

        The chains depend on the plain cards and these on the chains, so they are found in turn.
        """
        problem, bar = self.problem, self.request.bar
        again = tuple(sorted(Counter(pool[0].tolist()).items()))
        residual = self._residual(pool)
        shown, sums = self._open_cards(pool)
        # entry s: how much plain cards T − s count towards N·P(total >= T) in a chain, in units
        chains = chain_weights(again, self.size, self.request.draw, len(self.request.tails))
        weights = np.array([0, *(int(w * CARD) for w in chains[1:])], dtype=np.int64)
        best: tuple[int, Ints] | None = None
        for _ in range(4):
            tolerance = self._tolerances(residual, pool)
            if tolerance[0] >= _IMPOSSIBLE:
                break
            _, least, most = self._lattice(residual, tolerance, shown, sums)
            plain = _member(least[0], most[0], residual[0] - problem.surplus, int(sums[0]))
            added = self._added(weights, plain)
            off = plain * CARD + added - problem.card_tails
            beyond = np.maximum(np.abs(off + problem.surplus) - problem.overlap, 0)
            error = int((beyond * ONCE // problem.leverage).max())
            if bar is not None and int(np.abs(off).max()) > bar * CARD:
                error += CARD
            if best is None or error < best[0]:
                best = (error, plain)
            residual = (problem.card_tails - added)[None, :]
        if best is None:
            return None
        error, plain = best
        cost = int(self._costs(np.array([error]), pool)[0])
        critical = self.request.critical
        cards = [(v, a - b) for v, (a, b) in enumerate(pairwise([*plain.tolist(), 0])) if a > b]
        counts = tuple((v, n) for v, n in cards if critical is None or v != 1)
        return _Solution(Multiset(critical or 0, counts, again), error, cost)

    def _added(self, weights: Ints, plain: Ints) -> Ints:
        """What chains add to N·P(total >= T), in units, for these plain cards."""
        within = np.convolve(weights, plain)[: len(weights)]
        over = np.concatenate([np.cumsum(weights[::-1])[::-1][1:], [0]])
        return np.asarray(within + self.m * over, dtype=np.int64)


def _partitions(total: int, parts: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to write ``total`` as that many numbers from ``least`` to ``most``, smallest first."""
    if parts == 1:
        if least <= total <= most:
            yield (total,)
        return
    for first in range(max(least, total - (parts - 1) * most), min(most, total // parts) + 1):
        for others in _partitions(total - first, parts - 1, first, most):
            yield (first, *others)


def _member(least: Ints, most: Ints, wanted: Ints, total: int) -> Ints:
    """The member of the lattice with that sum, raised where it falls shortest of ``wanted`` (in units)."""
    plain = least.copy()
    plain[0] = most[0]
    for _ in range(total - int(plain[1:].sum())):
        free = (plain < most) & (plain < np.concatenate([[np.iinfo(np.int64).max], plain[:-1]]))
        free[0] = False
        short = np.where(free, wanted - plain * CARD, np.iinfo(np.int64).min)
        plain[int(np.argmax(short))] += 1
    return plain
