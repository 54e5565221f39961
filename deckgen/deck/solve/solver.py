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

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from math import comb, floor
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.solve.cells import Counts, Multiset
from deckgen.deck.solve.problem import CARD, SHIFT, SPREAD, Problem
from deckgen.errors import DeckError, Fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_WORST = 64 * CARD
_HALF = CARD // 2
_ROUNDS = 14
_PARENTS = 12
_CHILDREN = 24
_REFINED = 6
_POOL = 360
_TOGETHER = 5
"""How much longer is searched for rows that are read together."""
_LISTED = 8000
"""How many sets of open cards are listed in full, before random ones are tried, for such rows."""
_GOOD = 0.54
"""A cost in cards that more open cards are not tried to improve on."""
_PATIENCE = 4
"""How many more numbers of open cards are tried without finding a better one, where one is not poor."""
_POOR = 0.75
"""A tail error in cards at which even many open cards, or none, are tried."""
_LEEWAY = CARD // 12
"""How far beyond its bar a row may seem before its chains are counted as they are."""
_LOW_OPEN = CARD * 15 // 1000
"""What one low open card may cost, in tail error: shape comes first, then few and high open cards."""


@dataclass(frozen=True)
class Solution:
    """A multiset, and the largest tail error met while solving (in cards, a float for choosing only)."""

    cell: Multiset
    tail_error: float
    cost: float


def solve(problem: Problem, up: int = 0, open_cards: int | None = None) -> Solution:
    """The best solution found. ``up`` 1 takes the scaled target rounded up instead of down.

    ``open_cards`` fixes their number; else it is the best one for rounding either way, as the decks of a
    set need both. Raises DeckError if no deck of this size can carry the roll.
    """
    best: tuple[float, float, Solution] | None = None
    for group in problem.open_counts() if open_cards is None else ((open_cards,),):
        since = 0
        for k in group:
            found = _solved(problem, k, (up,) if open_cards is not None else (up, 1 - up))
            if found is None:
                continue
            cost, error = max(s.cost for s in found), max(s.tail_error for s in found)
            since += 1
            if best is None or cost < best[0]:
                best, since = (cost, error, found[0]), 0
            if best[0] <= _GOOD or (since >= _PATIENCE and best[1] <= _POOR):
                return best[2]
        if best and best[1] <= _POOR:
            return best[2]
    if best is None:
        what = f"no {problem.size} cards have its mean, {problem.target}, and odds near those of the dice"
        remedy = "use smaller dice, fewer dice or a larger deck"
        if problem.floor:
            what += ", and never fall from the row above"
            remedy += ", or write rising: false"
        raise DeckError(Fault(problem.name, None, "", what, remedy))
    return best[2]


def _solved(problem: Problem, open_cards: int, ups: tuple[int, ...]) -> list[Solution] | None:
    """A solution for each way of rounding, the exact one alone if there is one; None if any lacks one."""
    scaled = problem.scaled_target(open_cards)
    found = []
    for up in ups[:1] if scaled.denominator == 1 else ups:
        total = floor(scaled) + (up if scaled.denominator != 1 else 0)
        solution = _Search(problem, open_cards, total).run()
        if solution is None:
            return None
        found.append(solution)
    return found


class _Search:
    """The search for the open cards of one problem, their number and the scaled total being given."""

    def __init__(self, problem: Problem, open_cards: int, total: int) -> None:
        self.p = problem
        self.k = open_cards
        self.m = problem.size - open_cards
        self.total = total
        self.bits = RandomStream("solver", open_cards, total, problem.size)
        # total = plain_weight · (sum of plain cards) + open_weight · (sum of open cards)
        chained = problem.draw == "without-replacement" and open_cards > 0
        self.plain_weight, self.open_weight = (self.m + 1, self.m) if chained else (1, 1)
        self.least = max(problem.minimum, 2 if problem.critical is not None else 1)

    def run(self) -> Solution | None:
        if self.k == 0:
            plain = np.zeros((1, 0), dtype=np.int64)
            return self._refined(plain[0])
        pool = self._first_pool()
        if not len(pool):
            return None
        costs = self._costs(pool)
        effort = _TOGETHER if self.p.drift else 1
        for _ in range(_ROUNDS * effort):
            order = np.argsort(costs, kind="stable")[:_PARENTS]
            children = self._mutated(pool[order])
            pool = np.concatenate([pool[order], children])
            pool = np.unique(pool, axis=0)
            costs = self._costs(pool)
        best: Solution | None = None
        for i in np.argsort(costs, kind="stable")[: _REFINED * effort]:
            found = self._refined(pool[i]) if costs[i] < _WORST else None
            if found and (best is None or found.cost < best.cost):
                best = found
        return best

    def _first_pool(self) -> Ints:
        """Random open cards, an equal share for every sum of theirs that allows the total to be met."""
        least, top = self.k * self.least, self.k * self.p.top_open
        # open_weight = plain_weight − 1 or both are 1, so the sum must be ≡ −total (mod plain_weight)
        step = self.plain_weight
        sums = np.arange(least + (-self.total - least) % step, top + 1, step)
        if not len(sums):
            return np.zeros((0, self.k), dtype=np.int64)
        wanted = np.resize(sums, max(_POOL, len(sums)))
        pool = np.full((len(wanted), self.k), self.least, dtype=np.int64)
        left = wanted - least
        rows = np.arange(len(pool))
        largest = 1 + self.bits.integers(self.p.top_open, (len(pool),))
        while left.any():  # in random portions, large ones for uneven cards, small ones for even
            column = self.bits.integers(self.k, (len(pool),))
            most = np.minimum(left, self.p.top_open - pool[rows, column])
            portion = np.minimum(1 + self.bits.integers(1 << 32, (len(pool),)) % largest, most)
            pool[rows, column] += portion
            left -= portion
        if self.p.drift:
            pool = np.concatenate([pool, self._listed(sums.tolist())])
        return np.unique(np.sort(pool, axis=1), axis=0)

    def _listed(self, sums: list[int]) -> Ints:
        """The sets of open cards with the lowest sums, as many as are worth trying."""
        sets = (cards for total in sums for cards in _partitions(total, self.k, self.least, self.p.top_open))
        return np.array(list(islice(sets, _LISTED)), dtype=np.int64).reshape(-1, self.k)

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
            fits = (i != j) & (up <= self.p.top_open) & (down >= self.least)
            children[rows[fits], i[fits]] = up[fits]
            children[rows[fits], j[fits]] = down[fits]
        if self.plain_weight == 1:
            i = self.bits.integers(self.k, (len(children),))
            by = self.bits.integers(3, (len(children),)) - 1
            children[rows, i] = np.clip(children[rows, i] + by, self.least, self.p.top_open)
        children.sort(axis=1)
        return children

    def _costs(self, pool: Ints) -> Ints:
        residual = self._residual(pool)
        errors = self._tolerances(residual, pool)
        low = self.p.card_tails[pool].sum(axis=1) // self.p.size * _LOW_OPEN // CARD
        return np.asarray(np.maximum(errors, _HALF) + low)

    def _residual(self, pool: Ints) -> Ints:
        """What the plain cards have to be, by T, a row for each row of ``pool``; in units."""
        left = np.repeat(self.p.card_tails[None, :], len(pool), axis=0)
        for column in pool.T:  # one after the other, to save memory
            left -= self.p.continuations[column]
        return left

    def _tolerances(self, residual: Ints, pool: Ints) -> Ints:
        """The smallest tolerance, to 1/512 card, at which plain cards exist (``_WORST`` if none)."""
        low = np.zeros(len(pool), dtype=np.int64)
        high = np.full(len(pool), _WORST // 2, dtype=np.int64)
        sums, shown = self._plain_sums(pool), self._shown(pool)
        possible = self._bounds(residual, high, shown, sums)[0]
        for _ in range(14):
            middle = (low + high) >> 1
            fits = self._bounds(residual, middle, shown, sums)[0]
            high = np.where(fits, middle, high)
            low = np.where(fits, low, middle)
        return np.where(possible, high, _WORST)

    def _plain_sums(self, pool: Ints) -> Ints:
        return np.asarray((self.total - self.open_weight * pool.sum(axis=1)) // self.plain_weight)

    def _shown(self, pool: Ints) -> Ints:
        """The number of open cards showing T or more, a row for each row of ``pool``."""
        t = np.arange(len(self.p.tails))
        shown = np.zeros((len(pool), len(t)), dtype=np.int64)
        for column in pool.T:
            shown += column[:, None] >= t
        return shown

    def _bounds(
        self, residual: Ints, tolerance: Ints, shown: Ints, sums: Ints
    ) -> tuple[NDArray[np.bool_], Ints, Ints]:
        """Whether plain cards exist within the tolerance, and the lattice's lowest and highest member."""
        within = tolerance[:, None] * self.p.room // SPREAD + self.p.slack
        aim = residual - self.p.drifted
        least = np.maximum(-((within - aim) >> SHIFT), self.p.lowest - shown)
        most = np.minimum((aim + within) >> SHIFT, self.p.highest - shown)
        if self.p.bar is not None:
            bar = int(self.p.bar * CARD) + _LEEWAY
            least = np.maximum(least, -((bar - residual) >> SHIFT))
            most = np.minimum(most, (residual + bar) >> SHIFT)
        most = np.minimum(most, self.m)
        least = np.maximum.accumulate(np.maximum(least, 0)[:, ::-1], axis=1)[:, ::-1]
        most = np.minimum.accumulate(most, axis=1)
        fits = (least <= most).all(axis=1) & (most[:, -1] >= 0)
        fits &= (least[:, 1:].sum(axis=1) <= sums) & (sums <= most[:, 1:].sum(axis=1))
        return fits, least, most

    def _refined(self, open_cards: Ints) -> Solution | None:
        """Plain cards for these open cards, the chains counted as they are and no longer as the dice's."""
        pool = open_cards[None, :]
        residual = self._residual(pool)
        sums, shown = self._plain_sums(pool), self._shown(pool)
        kernel = self._kernel(open_cards)
        best: tuple[int, Ints] | None = None
        for _ in range(4):
            tolerance = self._tolerances(residual, pool)
            if tolerance[0] >= _WORST:
                break
            _, least, most = self._bounds(residual, tolerance, shown, sums)
            plain = _member(least[0], most[0], residual[0] - self.p.drifted, int(sums[0]))
            added = self._chains(kernel, plain)
            off = plain * CARD + added - self.p.card_tails
            beyond = np.maximum(np.abs(off + self.p.drifted) - self.p.slack, 0)
            error = int((beyond * SPREAD // self.p.room).max())
            if self.p.bar is not None and int(np.abs(off).max()) > self.p.bar * CARD:
                error += CARD
            if best is None or error < best[0]:
                best = (error, plain)
            residual = (self.p.card_tails - added)[None, :]
        if best is None:
            return None
        low = int(self.p.card_tails[open_cards].sum()) // self.p.size * _LOW_OPEN // CARD
        cost = (max(best[0], _HALF) + low) / CARD
        return Solution(self._multiset(best[1], open_cards), best[0] / CARD, cost)

    def _kernel(self, open_cards: Ints) -> list[Fraction]:
        """Entry s: N times the weight with which plain cards T − s count towards a total of T."""
        n, length = self.p.size, len(self.p.tails)
        kernel = [Fraction(0)] * length
        if self.p.draw == "with-replacement":
            counts = np.bincount(open_cards, minlength=length)
            chance = [Fraction(1)] + [Fraction(0)] * (length - 1)
            for s in range(1, length):
                chance[s] = (
                    sum((int(counts[v]) * chance[s - v] for v in range(1, s + 1) if counts[v]), Fraction(0))
                    / n
                )
            return [Fraction(0), *chance[1:]]
        ways = [[0] * length for _ in range(self.k + 1)]
        ways[0][0] = 1
        for used, value in enumerate(open_cards.tolist(), start=1):
            for j in range(used, 0, -1):
                for s in range(value, length):
                    ways[j][s] += ways[j - 1][s - value]
        drawn = Fraction(n)
        for j in range(1, self.k + 1):
            drawn *= Fraction(self.k - j + 1, n - j + 1)
            weight = drawn / (n - j) / comb(self.k, j)
            for s in range(length):
                if ways[j][s]:
                    kernel[s] += ways[j][s] * weight
        return kernel

    def _chains(self, kernel: list[Fraction], plain: Ints) -> Ints:
        """What chains add to N·P(total >= T), in units, for these plain cards."""
        weights = np.array([int(w * CARD) for w in kernel], dtype=np.int64)
        length = len(weights)
        within = np.convolve(weights, plain)[:length]
        over = np.concatenate([np.cumsum(weights[::-1])[::-1][1:], [0]])
        return np.asarray(within + self.m * over, dtype=np.int64)

    def _multiset(self, plain: Ints, open_cards: Ints) -> Multiset:
        at_least = [int(c) for c in plain] + [0]
        counts = [(v, a - b) for v, (a, b) in enumerate(pairwise(at_least)) if a > b]
        critical = 0
        if self.p.critical is not None:
            critical = self.p.critical
            counts = [(v, c) for v, c in counts if v != 1]
        return Multiset(critical, tuple(counts), _counts(open_cards))


def _partitions(total: int, parts: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to write ``total`` as that many numbers from ``least`` to ``most``, smallest first."""
    if parts == 1:
        if least <= total <= most:
            yield (total,)
        return
    for first in range(max(least, total - (parts - 1) * most), min(most, total // parts) + 1):
        for others in _partitions(total - first, parts - 1, first, most):
            yield (first, *others)


def _counts(values: Ints) -> Counts:
    found, cards = np.unique(values, return_counts=True)
    return tuple(zip(found.tolist(), cards.tolist(), strict=True))


def _member(least: Ints, most: Ints, wanted: Ints, total: int) -> Ints:
    """The member of the lattice with that sum, raised where it falls shortest of ``wanted``."""
    plain = least.copy()
    plain[0] = most[0]
    for _ in range(total - int(plain[1:].sum())):
        free = (plain < most) & (plain < np.concatenate([[np.iinfo(np.int64).max], plain[:-1]]))
        free[0] = False
        short = np.where(free, wanted - plain * CARD, np.iinfo(np.int64).min)
        plain[int(np.argmax(short))] += 1
    return plain
