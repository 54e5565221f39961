"""The solver of a column: numbers for N cards with the means exact and the odds close to the dice.

In a rising column no card's total may fall from a row to the next, whatever is drawn next. So every row has
the same number of open cards (they will be the same cards), and every solution of a row prints at least as
much as any solution of the row above, on its plain cards and on its open ones, each in order of size: then
any solutions of two rows can lie on the same cards (``deckgen.deck.deal.table`` has the proof).
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
"""Generations of the search for open cards: for choosing their number, and then."""
_CANDIDATES = 4
"""How many numbers of open cards are solved, of those that promise most."""
_SETS, _RANDOM = 300, 3000
"""Sets of open cards that the solutions of a single cell are made from, at most, and those looked at for them."""
_BREADTHS = (3, 6), (8, 16)
"""Of a row's sets of open cards with one sum, and of the ways down a column, how many are followed; then more."""
_POOL = 200
"""So many solutions are looked for."""
_FRUITLESS = 2
"""After so many times in which a way gave nothing new, and once more, it is left."""
_LOOKED_AT = 8
"""Plain cards that are tried for one solution."""
_TRIES = 60
"""Cells that are tried for one solution of all rows."""
_LEEWAY = Fraction(1, 8)
"""How far beyond its bar a row may seem before its chains are counted as they are."""
_FARTHEST = 24
"""How many cards more or less are tried where a deck cannot carry a roll."""
_WIDEST = Fraction(2)
"""Odds that are farther off are not looked for, whatever the bar, as long as there are others."""
_STEP, _RAISES = Fraction(1, 16), 64
"""By how much bars are raised where nothing meets them, and how often."""


class _Step(NamedTuple):
    """A row on a way down a column: its open cards, the errors beyond the bar so far, what it prints at least."""

    open: OpenCards
    beyond: tuple[Fraction, ...]
    shown: Limit
    before: _Step | None

    @property
    def cost(self) -> tuple[Fraction, Fraction]:
        return sum(self.beyond, Fraction(0)), max(self.beyond)


def solve(request: ColumnRequest) -> ColumnSolution:
    """The best solutions found. Raises DeckError if no deck of this size can carry the rolls.

    The rows of a rising column have one number of open cards in all solutions, and so has a cell whose mean is
    rounded. Those of other cells have any number with which the bar is met, so that there are more of them.
    """
    request = replace(request, bars=tuple(min(bar, _WIDEST) for bar in request.tail_limits))
    best: tuple[Fraction, _Pool] | None = None
    single, pools = len(request.rolls) == 1, []
    promising = _promising(request)
    for breadth in _BREADTHS[: 1 if single else 2]:
        for beyond, open_cards in promising:
            if best and beyond + (0 if single else _LEEWAY) > best[0]:
                continue
            paths = _paths(request, open_cards, *breadth)
            if paths and (best is None or paths[0].cost[0] <= best[0]):
                found = _solved(request, open_cards, paths)
                pools += [found] if found else []
                if found and (best is None or found[0] < best[0]):
                    best = found
    if best is None:
        raise DeckError(_problem(request))
    more = single and request.is_exact(best[1].open_cards)
    others = [pool for beyond, pool in pools if more and beyond <= best[0] and pool.open_cards]
    return _cycled(request, [best[1], *(pool for pool in others if pool is not best[1])])


def _cycled(request: ColumnRequest, pools: Sequence[_Pool]) -> ColumnSolution:
    """The solutions of pools in a cycle; those that are not what was asked for in exact fractions are left out."""
    found = [(cells, errors, pool) for pool in pools for cells, errors in pool.found.items()]
    # The highest of n cells of a card depends on one of them where all others are lower. And dealing can make up for
    # errors at totals that several cells of a card reach, by what lies together, but not for those at high ones.
    weights = [
        np.array([int(1024 * (1 - tail) ** (request.together - 1)) for tail in asked.tails], dtype=np.int64)
        for asked in pools[0].asked
    ]
    while True:
        rows = zip(*(errors for _, errors, _ in found), strict=True)
        chosen = solution_order(
            [np.array(row) * counts >> 10 for row, counts in zip(rows, weights, strict=True)]
        )
        kept = sorted(set(chosen))
        wrong = {i for i in kept if not found[i][2].met(found[i][0])}
        if not wrong:
            order = [kept.index(i) for i in chosen]
            return ColumnSolution.from_cells(pools[0].open_cards, order, [found[i][0] for i in kept])
        found = [each for i, each in enumerate(found) if i not in wrong]


def _promising(request: ColumnRequest) -> list[tuple[Fraction, int]]:
    """By how much rows seem to be beyond their bars, and the number of open cards; what promises most first.

    Of those that seem to meet all bars the one with most sets of open cards is first, and none comes last.
    """
    ranked = sorted(_promise(request, open_cards) for open_cards in request.open_counts())[:_CANDIDATES]
    if request.open_cards is None and len(request.rolls) == 1:  # the decks of a set need them all
        ranked = sorted(
            max(_promise(replace(request, variants=(variant,)), open_cards) for variant in others)
            for *_, open_cards in ranked
            if (others := request.all_roundings(0, open_cards))
        )
    return [(beyond, open_cards) for beyond, *_, open_cards in ranked]


def _promise(request: ColumnRequest, open_cards: int) -> tuple[Fraction, bool, int, int]:
    """What so many open cards promise, the least the best: their number is last."""
    beyond, fewest = Fraction(0), _RANDOM
    for row, bar in enumerate(request.tail_limits):
        search = OpenSearch(SolverProblem(request.row_request(row, open_cards)))
        sets = (
            search.best_sets(0, _RANDOM, _RANDOM) if len(request.rolls) == 1 else search.best_sets(_QUICK, 3)
        )
        errors = [Fraction(each.tolerance, CARD) for each in sets]
        beyond += max(Fraction(0), min(errors, default=Fraction(64)) - bar)
        fewest = min(fewest, sum(error <= bar for error in errors))
    return beyond, not open_cards, -fewest, open_cards


def _paths(request: ColumnRequest, open_cards: int, abreast: int, beam: int) -> list[_Step]:
    """The most promising ways down a column: the last row of each, which knows those above it."""
    steps: list[_Step | None] = [None]
    single = len(request.rolls) == 1
    for row, bar in enumerate(request.tail_limits):
        after: list[_Step] = []
        for step in steps:
            asked = replace(request.row_request(row, open_cards), above=step.shown if step else None)
            ranked = [_alone(asked)] if single else [sets[:abreast] for sets in _by_sum(asked)]
            for chosen, shown in chain.from_iterable(ranked):
                error = max(Fraction(chosen.tolerance, CARD) - bar, Fraction(0))
                after.append(_Step(chosen, (*(step.beyond if step else ()), error), shown, step))
        after.sort(key=lambda step: step.cost)
        steps = [*after[: _SETS if single else beam]]
    return [step for step in steps if step]


def _alone(asked: Request) -> list[tuple[OpenCards, Limit]]:
    """The best sets of open cards of a cell by itself, and what the row prints at least with each."""
    search = OpenSearch(SolverProblem(asked))
    return [(chosen, search.limit(chosen)) for chosen in search.best_sets(_THOROUGH, _SETS, _RANDOM)]


@lru_cache(maxsize=64)
def _by_sum(asked: Request) -> list[list[tuple[OpenCards, Limit]]]:
    """The best few sets of a row in a rising column, for each sum of their numbers; kept, for ways meet again."""
    problem = SolverProblem(asked)
    searches = [OpenSearch(problem, open_sum) for open_sum in OpenSearch(problem).open_sums()]
    return [
        [(chosen, search.limit(chosen)) for chosen in search.best_sets(_QUICK, _BREADTHS[-1][0])]
        for search in searches
    ]


def _solved(request: ColumnRequest, open_cards: int, paths: Sequence[_Step]) -> tuple[Fraction, _Pool] | None:
    """Solutions with that many open cards, and by how much they are beyond the bars; None if none is found."""
    base = paths[0].beyond
    for allowed in _raised(base):
        bars = [bar + over for bar, over in zip(request.tail_limits, allowed, strict=True)]
        near = [p for p in paths if all(map(le, p.beyond, [over + _LEEWAY for over in allowed]))]
        pool = _Pool(request, open_cards, near, bars)
        if any(map(pool.met, pool.found)):
            return sum(allowed, Fraction(0)), pool
    return None


def _raised(base: Sequence[Fraction]) -> Iterator[tuple[Fraction, ...]]:
    """By how much rows may be beyond their bars: a single row first, then all more and more."""
    yield tuple(base)
    for row in range(len(base) if len(base) > 1 else 0):
        yield tuple(over + (_STEP if row == i else 0) for i, over in enumerate(base))
    for times in range(1, _RAISES):
        yield tuple(over + times * _STEP for over in base)


class _Pool:
    """Different solutions of a column within these bars."""

    def __init__(
        self, request: ColumnRequest, open_cards: int, paths: Sequence[_Step], bars: Sequence[Fraction]
    ) -> None:
        self.open_cards, self.bars = open_cards, bars
        self.most = _POOL if request.together == 1 else 2 * _POOL
        self.asked = [request.row_request(row, open_cards) for row in range(len(request.rolls))]
        self.searches: dict[tuple[int, tuple[int, ...]], PlainSearch] = {}
        self.ways = [way for path in paths for way in self._ways(path)]
        self.found: dict[tuple[Multiset, ...], list[Ints]] = {}
        self._fill()

    def _fill(self) -> None:
        """Look for solutions, each to answer the errors of those before it."""
        sums = [np.zeros(len(asked.tails), dtype=np.int64) for asked in self.asked]
        used = [Counter[Multiset]() for _ in self.asked]
        left = deque((way, 0) for way in self.ways)
        while left and len(self.found) < self.most:
            way, fruitless = left.popleft()
            made = self._made(way, sums, used)
            if made or fruitless < _FRUITLESS:
                left.append((way, 0 if made else fruitless + 1))
            if made:
                cells, added = made
                self.found[cells] = added
                # what is long past counts less, so that what no solution can do does not keep others from being found
                sums = [a // 2 + b for a, b in zip(sums, added, strict=True)]
                for count, cell in zip(used, cells, strict=True):
                    count[cell] += 1

    def met(self, cells: tuple[Multiset, ...]) -> bool:
        """Whether cells are what was asked for, in exact fractions."""
        rows = zip(cells, self.asked, self.bars, strict=True)
        return all(asked.accepts(cell) and tail_error([cell], asked) <= bar for cell, asked, bar in rows)

    def _ways(self, path: _Step) -> list[list[tuple[PlainSearch, Ints, Ints]]]:
        """By row: the search for plain cards, and limits that leave the rows above and below a solution.

        One way is free within them; where rows press on each other, in another no row asks more of the one
        below than that has at least.
        """
        steps: list[_Step] = []
        step: _Step | None = path
        while step:
            steps.insert(0, step)
            step = step.before
        searches = []
        for row, each in enumerate(steps):
            key = row, each.open.values
            if key not in self.searches:
                search = OpenSearch(SolverProblem(self.asked[row]))
                self.searches[key] = PlainSearch(search, each.open, self.bars[row])
            searches.append(self.searches[key])
        if len(searches) == 1:
            return [[(searches[0], searches[0].low, searches[0].high)]]
        lows, highs = [s.lowest for s in searches], [s.highest for s in searches]
        for row in range(1, len(steps)):
            lows[row] = np.maximum(lows[row], _fitted(lows[row - 1], len(lows[row])))
        for row in range(len(steps) - 2, -1, -1):
            highs[row] = np.minimum(highs[row], _fitted(highs[row + 1], len(highs[row])))
        shy = [
            np.minimum(high, _fitted(low, len(high))) for high, low in zip(highs[:-1], lows[1:], strict=True)
        ]
        return [[*zip(searches, lows, each, strict=True)] for each in (highs, [*shy, highs[-1]])]

    def _made(
        self,
        way: Sequence[tuple[PlainSearch, Ints, Ints]],
        sums: Sequence[Ints],
        used: Sequence[Counter[Multiset]],
    ) -> tuple[tuple[Multiset, ...], list[Ints]] | None:
        """A new solution whose errors answer those of the others, row by row; None if none is found."""
        self.tries = _TRIES
        made = self._below(way, 0, np.zeros(0, dtype=np.int64), sums, used)
        if made is None:
            return None
        solution = tuple(cell for cell, _ in made)
        return None if solution in self.found else (solution, [errors for _, errors in made])

    def _below(
        self,
        way: Sequence[tuple[PlainSearch, Ints, Ints]],
        row: int,
        above: Ints,
        sums: Sequence[Ints],
        used: Sequence[Counter[Multiset]],
    ) -> list[tuple[Multiset, Ints]] | None:
        """Cells and errors of the rows from ``row`` on, below plain cards; None if none is found."""
        if row == len(way):
            return []
        search, low, high = way[row]
        floor = np.maximum(low, _fitted(above, len(low)))
        tried: list[tuple[int, Multiset, PlainCards]] = []
        for found in islice(search.candidates(sums[row], floor, high), _LOOKED_AT):
            cell = search.multiset(found.cards)
            tried.append((used[row][cell], cell, found))
            if not used[row][cell] and row + 1 == len(way):
                break
        for _, cell, found in sorted(tried, key=lambda each: each[0]):
            if not self.tries:
                break
            self.tries -= 1
            rest = self._below(way, row + 1, found.cards, sums, used)
            if rest is not None:
                return [(cell, found.errors), *rest]
        return None


def _fitted(cards: Ints, length: int) -> Ints:
    """A(T) of another row, for as many T as this one has: no card shows more than all that are listed."""
    return np.concatenate([cards[:length], np.zeros(max(0, length - len(cards)), dtype=np.int64)])


def _problem(request: ColumnRequest) -> Problem:
    roll = request.rolls[-1]
    mean = distribution(roll).mean
    what = f"no {request.size} cards have its mean, {mean}, and odds near those of the dice"
    size = next((size for size in _sizes_beside(request.size) if _carries(request.with_size(size))), None)
    remedy = "use smaller dice, fewer dice or a larger deck"
    if size is not None:
        remedy = f"take {size} cards, or use smaller or fewer dice"
    if len(request.rolls) > 1:
        what += ", with open cards below all open cards of the rows above and totals that never fall"
        remedy += ", or write rising: false"
    return Problem(describe(roll), None, "", what, remedy)


def _sizes_beside(size: int) -> Iterator[int]:
    """The nearest sizes of decks, the larger one first."""
    for off in range(1, _FARTHEST + 1):
        yield from (n for n in (size + off, size - off) if n > 1)


def _carries(request: ColumnRequest) -> bool:
    """Whether a way down the column is found."""
    return any(_paths(request, open_cards, *_BREADTHS[0]) for _, open_cards in _promising(request))
