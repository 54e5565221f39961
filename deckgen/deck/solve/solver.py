"""The solver of a column: numbers for N cards with the means exact and the odds close to the dice.

In a rising column no card's total may fall from a row to the next, whatever is drawn next. So every row has
the same number of open cards (they will be the same cards), and every solution of a row prints at least as
much as any solution of the row above, on its plain cards and on its open ones, each in order of size: then
any solutions of two rows can be on the same cards (``deckgen.deck.deal.table`` has the proof).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from operator import le
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution
from deckgen.deck.solve.cycle import solution_order
from deckgen.deck.solve.open_cards import OpenCards, OpenSearch
from deckgen.deck.solve.plain_cards import PlainCards, PlainSearch
from deckgen.deck.solve.problem import CARD, SolverProblem
from deckgen.deck.solve.request import Limit, Request
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError, Problem
from deckgen.odds import describe, distribution

if TYPE_CHECKING:
    from deckgen.deck.solve.problem import Ints

_QUICK, _THOROUGH = 3, 8
"""Generations of the search for open cards: to choose their number, and afterwards."""
_CANDIDATES = 4
"""How many of the most promising numbers of open cards are solved."""
_SETS, _RANDOM = 300, 3000
"""Most sets of open cards for the solutions of a single cell, and how many are tried."""
_BREADTHS = (3, 6), (8, 16)
"""Numbers of sets of open cards per sum in a row, and of paths down a column; then more of both."""
_POOL = 200
"""Number of solutions that are searched for."""
_FRUITLESS = 2
"""A path is dropped when it gave nothing new more often than this."""
_CARDS_PER_SOLUTION = 8
"""Plain cards that are tried for one solution."""
_TRIES = 60
"""Cells that are tried for one solution of all rows."""
_LEEWAY = Fraction(1, 8)
"""How far beyond its limit a row may seem before its chains are computed exactly."""
_FARTHEST = 24
"""How far from its size other deck sizes are tried if a deck cannot carry a roll."""
_LARGEST_LIMIT = Fraction(2)
"""Larger tail errors are not searched for, whatever the limit, as long as there are others."""
_STEP, _RAISES = Fraction(1, 16), 64
"""By how much tail limits are raised if nothing meets them, and how often."""


class _Step(NamedTuple):
    """A row on a path down a column: open cards, excesses over the tail limits so far, and the least it prints."""

    open: OpenCards
    excesses: tuple[Fraction, ...]
    limit: Limit
    previous: _Step | None

    @property
    def cost(self) -> tuple[Fraction, Fraction]:
        return sum(self.excesses, Fraction(0)), max(self.excesses)


def solve(request: ColumnRequest) -> ColumnSolution:
    """Return the best solutions found. Raises DeckError if no deck of this size can carry the rolls.

    In a rising column, and in a cell whose mean is rounded, all solutions have the same number of open cards.
    Other cells may have any number with which the tail limit is met, so that there are more solutions.
    """
    request = replace(request, tail_limits=tuple(min(bar, _LARGEST_LIMIT) for bar in request.tail_limits))
    best: tuple[Fraction, _Pool] | None = None
    single, pools = len(request.rolls) == 1, []
    promising = _rank_open_counts(request)
    for breadth in _BREADTHS[: 1 if single else 2]:
        for excess, open_cards in promising:
            if best and excess + (0 if single else _LEEWAY) > best[0]:
                continue
            paths = _best_paths(request, open_cards, *breadth)
            if paths and (best is None or paths[0].cost[0] <= best[0]):
                candidate = _solve_with_open_cards(request, open_cards, paths)
                pools += [candidate] if candidate else []
                if candidate and (best is None or candidate[0] < best[0]):
                    best = candidate
    if best is None:
        raise DeckError(_problem(request))
    use_all = single and request.is_exact(best[1].open_cards)
    other_pools = [pool for excess, pool in pools if use_all and excess <= best[0] and pool.open_cards]
    return _order_solutions(request, [best[1], *(pool for pool in other_pools if pool is not best[1])])


def _order_solutions(request: ColumnRequest, pools: Sequence[_Pool]) -> ColumnSolution:
    """Return the solutions of pools in a cycle, without those that fail the exact check."""
    solutions = [(cells, errors, pool) for pool in pools for cells, errors in pool.errors_by_solution.items()]
    # The highest of n cells of a card depends on one of them if all others are lower. And dealing can make up for
    # errors at totals that several cells of a card reach, by combining cells, but not for those at high totals.
    weights = [
        np.array([int(1024 * (1 - tail) ** (request.together - 1)) for tail in row.tails], dtype=np.int64)
        for row in pools[0].row_requests
    ]
    while True:
        rows = zip(*(errors for _, errors, _ in solutions), strict=True)
        errors = [np.array(row) * counts >> 10 for row, counts in zip(rows, weights, strict=True)]
        cycle_indexes = solution_order(errors)
        used_indexes = sorted(set(cycle_indexes))
        wrong = {i for i in used_indexes if not solutions[i][2].meets_limits(solutions[i][0])}
        if not wrong:
            order = [used_indexes.index(i) for i in cycle_indexes]
            cells = [solutions[i][0] for i in used_indexes]
            return ColumnSolution.from_cells(pools[0].open_cards, order, cells)
        solutions = [solution for i, solution in enumerate(solutions) if i not in wrong]


def _rank_open_counts(request: ColumnRequest) -> list[tuple[Fraction, int]]:
    """Return (excess over the tail limits, number of open cards), most promising first.

    Of those that seem to meet all limits the one with most sets of open cards is first, and 0 comes last.
    """
    ranked = sorted(_rate_open_count(request, n) for n in request.open_counts())[:_CANDIDATES]
    if request.open_cards is None and len(request.rolls) == 1:  # decks of a set need all roundings
        ranked = sorted(
            max(_rate_open_count(replace(request, roundings=(rounding,)), open_cards) for rounding in roundings)
            for *_, open_cards in ranked
            if (roundings := request.all_roundings(0, open_cards))
        )
    return [(excess, open_cards) for excess, *_, open_cards in ranked]


def _rate_open_count(request: ColumnRequest, open_cards: int) -> tuple[Fraction, bool, int, int]:
    """Return a sort key, most promising first: it begins with the excess over the limits, ends with the number."""
    excess, fewest = Fraction(0), _RANDOM
    for row, tail_limit in enumerate(request.tail_limits):
        search = OpenSearch(SolverProblem(request.row_request(row, open_cards)))
        sets = search.best_sets(0, _RANDOM, _RANDOM) if len(request.rolls) == 1 else search.best_sets(_QUICK, 3)
        errors = [Fraction(open_set.tolerance, CARD) for open_set in sets]
        excess += max(Fraction(0), min(errors, default=Fraction(64)) - tail_limit)
        fewest = min(fewest, sum(error <= tail_limit for error in errors))
    return excess, not open_cards, -fewest, open_cards


def _best_paths(request: ColumnRequest, open_cards: int, abreast: int, beam: int) -> list[_Step]:
    """Return the last steps, linked upwards, of the best paths; [] if there are none.

    Kept are ``abreast`` sets per sum and row, and ``beam`` paths; of a single cell, up to 300 sets.
    """
    steps: list[_Step | None] = [None]
    single = len(request.rolls) == 1
    for row, tail_limit in enumerate(request.tail_limits):
        next_steps: list[_Step] = []
        for step in steps:
            row_request = replace(request.row_request(row, open_cards), above=step.limit if step else None)
            by_sum = [_open_sets(row_request)] if single else _open_sets_by_sum(row_request)
            ranked = by_sum if single else [sets[:abreast] for sets in by_sum]
            for open_set, limit in chain.from_iterable(ranked):
                error = max(Fraction(open_set.tolerance, CARD) - tail_limit, Fraction(0))
                next_steps.append(_Step(open_set, (*(step.excesses if step else ()), error), limit, step))
        next_steps.sort(key=lambda step: step.cost)
        steps = [*next_steps[: _SETS if single else beam]]
    return [step for step in steps if step]


def _open_sets(request: Request) -> list[tuple[OpenCards, Limit]]:
    """Return the best sets of open cards of a single cell, each with the least that the row prints."""
    search = OpenSearch(SolverProblem(request))
    return [(open_set, search.limit(open_set)) for open_set in search.best_sets(_THOROUGH, _SETS, _RANDOM)]


@lru_cache(maxsize=64)
def _open_sets_by_sum(request: Request) -> list[list[tuple[OpenCards, Limit]]]:
    """Return the best few sets of a row in a rising column, for each sum of their numbers; cached."""
    problem = SolverProblem(request)
    searches = [OpenSearch(problem, open_sum) for open_sum in OpenSearch(problem).open_sums()]
    return [
        [(open_set, search.limit(open_set)) for open_set in search.best_sets(_QUICK, _BREADTHS[-1][0])]
        for search in searches
    ]


def _solve_with_open_cards(
    request: ColumnRequest, open_cards: int, paths: Sequence[_Step]
) -> tuple[Fraction, _Pool] | None:
    """Return (excess over the limits, solutions) with that many open cards; None if no raised limits are met."""
    base = paths[0].excesses
    for excesses in _allowed_excesses(base):
        tail_limits = [limit + over for limit, over in zip(request.tail_limits, excesses, strict=True)]
        near = [p for p in paths if all(map(le, p.excesses, [excess + _LEEWAY for excess in excesses]))]
        pool = _Pool(request, open_cards, near, tail_limits)
        if any(map(pool.meets_limits, pool.errors_by_solution)):
            return sum(excesses, Fraction(0)), pool
    return None


def _allowed_excesses(base: Sequence[Fraction]) -> Iterator[tuple[Fraction, ...]]:
    """Yield by how much each row may exceed its limit: ``base``, then a single row more, then all more and more."""
    yield tuple(base)
    for row in range(len(base) if len(base) > 1 else 0):
        yield tuple(excess + (_STEP if row == i else 0) for i, excess in enumerate(base))
    for times in range(1, _RAISES):
        yield tuple(excess + times * _STEP for excess in base)


class _Pool:
    """Different solutions of a column within tail limits."""

    def __init__(
        self, request: ColumnRequest, open_cards: int, paths: Sequence[_Step], tail_limits: Sequence[Fraction]
    ) -> None:
        self.open_cards, self.tail_limits = open_cards, tail_limits
        self.max_solutions = _POOL if request.together == 1 else 2 * _POOL
        self.row_requests = [request.row_request(row, open_cards) for row in range(len(request.rolls))]
        self.searches: dict[tuple[int, tuple[int, ...]], PlainSearch] = {}
        self.ways = [way for path in paths for way in self._ways(path)]
        self.errors_by_solution: dict[tuple[Multiset, ...], list[Ints]] = {}
        self._fill()

    def _fill(self) -> None:
        """Search for solutions, each to cancel the errors of those before it."""
        sums = [np.zeros(len(row_request.tails), dtype=np.int64) for row_request in self.row_requests]
        used = [Counter[Multiset]() for _ in self.row_requests]
        queue = deque((way, 0) for way in self.ways)
        while queue and len(self.errors_by_solution) < self.max_solutions:
            way, fruitless = queue.popleft()
            solution = self._new_solution(way, sums, used)
            if solution or fruitless < _FRUITLESS:
                queue.append((way, 0 if solution else fruitless + 1))
            if solution:
                cells, added = solution
                self.errors_by_solution[cells] = added
                # old errors count less, so that an error no solution can cancel does not block the search
                sums = [a // 2 + b for a, b in zip(sums, added, strict=True)]
                for count, cell in zip(used, cells, strict=True):
                    count[cell] += 1

    def meets_limits(self, cells: tuple[Multiset, ...]) -> bool:
        """Return whether cells fit the request and the pool's tail limits, in exact fractions."""
        rows = zip(cells, self.row_requests, self.tail_limits, strict=True)
        return all(request.accepts(cell) and tail_error([cell], request) <= limit for cell, request, limit in rows)

    def _ways(self, path: _Step) -> list[list[tuple[PlainSearch, Ints, Ints]]]:
        """Return ways down a path on which rows rise: (search for plain cards, fewest, most that show >= t) by row.

        In the first, rows have all their room; in another, no row prints more than the least of the one below.
        """
        steps: list[_Step] = []
        step: _Step | None = path
        while step:
            steps.insert(0, step)
            step = step.previous
        searches = []
        for row, row_step in enumerate(steps):
            key = row, row_step.open.values
            if key not in self.searches:
                search = OpenSearch(SolverProblem(self.row_requests[row]))
                self.searches[key] = PlainSearch(search, row_step.open, self.tail_limits[row])
            searches.append(self.searches[key])
        if len(searches) == 1:
            return [[(searches[0], searches[0].low, searches[0].high)]]
        lows, highs = [s.lowest for s in searches], [s.highest for s in searches]
        for row in range(1, len(steps)):
            lows[row] = np.maximum(lows[row], _cut_or_pad(lows[row - 1], len(lows[row])))
        for row in range(len(steps) - 2, -1, -1):
            highs[row] = np.minimum(highs[row], _cut_or_pad(highs[row + 1], len(highs[row])))
        shy = [np.minimum(high, _cut_or_pad(low, len(high))) for high, low in zip(highs[:-1], lows[1:], strict=True)]
        return [[*zip(searches, lows, upper_limits, strict=True)] for upper_limits in (highs, [*shy, highs[-1]])]

    def _new_solution(
        self,
        way: Sequence[tuple[PlainSearch, Ints, Ints]],
        sums: Sequence[Ints],
        used: Sequence[Counter[Multiset]],
    ) -> tuple[tuple[Multiset, ...], list[Ints]] | None:
        """Return a new solution and its errors by row, to cancel the ``sums`` of earlier ones; None if none is new."""
        self.tries = _TRIES
        rows = self._solve_rows(way, 0, np.zeros(0, dtype=np.int64), sums, used)
        if rows is None:
            return None
        solution = tuple(cell for cell, _ in rows)
        return None if solution in self.errors_by_solution else (solution, [errors for _, errors in rows])

    def _solve_rows(
        self,
        way: Sequence[tuple[PlainSearch, Ints, Ints]],
        row: int,
        above: Ints,
        sums: Sequence[Ints],
        used: Sequence[Counter[Multiset]],
    ) -> list[tuple[Multiset, Ints]] | None:
        """Return (cell, errors) from ``row`` on, below ``above``, to cancel ``sums``, least ``used`` first; or None."""
        if row == len(way):
            return []
        search, low, high = way[row]
        floor = np.maximum(low, _cut_or_pad(above, len(low)))
        tried: list[tuple[int, Multiset, PlainCards]] = []
        for plain_cards in islice(search.candidates(sums[row], floor, high), _CARDS_PER_SOLUTION):
            cell = search.multiset(plain_cards.cards)
            tried.append((used[row][cell], cell, plain_cards))
            if not used[row][cell] and row + 1 == len(way):
                break
        for _, cell, plain_cards in sorted(tried, key=lambda candidate: candidate[0]):
            if not self.tries:
                break
            self.tries -= 1
            rows_below = self._solve_rows(way, row + 1, plain_cards.cards, sums, used)
            if rows_below is not None:
                return [(cell, plain_cards.errors), *rows_below]
        return None


def _cut_or_pad(cards: Ints, length: int) -> Ints:
    """Return A(t) of another row for ``length`` totals; beyond its end no card shows t or more."""
    return np.concatenate([cards[:length], np.zeros(max(0, length - len(cards)), dtype=np.int64)])


def _problem(request: ColumnRequest) -> Problem:
    """Return the problem that no deck carries the rolls; the remedy names the nearest deck size that can."""
    roll = request.rolls[-1]
    mean = distribution(roll).mean
    message = f"no deck of {request.size} cards has its mean, {mean}, and odds near those of the dice"
    size = next((size for size in _sizes_beside(request.size) if _is_solvable(request.with_size(size))), None)
    remedy = "use smaller dice, fewer dice or a larger deck"
    if size is not None:
        remedy = f"use {size} cards, or smaller or fewer dice"
    if len(request.rolls) > 1:
        message += " in a column whose totals never fall"
        remedy += ", or write rising: false"
    return Problem(describe(roll), None, "", message, remedy)


def _sizes_beside(size: int) -> Iterator[int]:
    """Yield the deck sizes up to 24 away, nearest first, the larger one before the smaller."""
    for off in range(1, _FARTHEST + 1):
        yield from (n for n in (size + off, size - off) if n > 1)


def _is_solvable(request: ColumnRequest) -> bool:
    """Return whether a quick search finds open cards for every row."""
    return any(_best_paths(request, open_cards, *_BREADTHS[0]) for _, open_cards in _rank_open_counts(request))
