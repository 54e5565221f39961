"""The exact odds of pools that are read across a card: the highest of the first n cells of a column.

Cards are drawn without replacement. Where several cells of a card are open, one more card serves
them all, each in its own place, and so on while any is open. So the cards drawn so far are open in
every place that still goes on: what they show there, in any order, is all that the rest depends on.
Once a single place goes on, its chain has a closed form. Chances are counted in orders of the whole
deck, 1/N!, of which all of them are multiples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import factorial

from deckgen.game.model import Cell

Shown = tuple[int, bool]
"""What a cell shows: its number, and whether it goes on."""
_Gone = tuple[tuple[int, ...], ...]
_Going = dict[tuple[tuple[int, ...], _Gone], Counter[int]]
"""By the places that go on and what the drawn cards show there: orders of the deck, by the highest so far."""


def pool_tails(cards: Sequence[Sequence[Cell]], *, critical: bool) -> list[Fraction]:
    """P(the highest total of a card's cells >= T) by T, exactly; the last entry is 0.

    ``cards[c]`` are card c's cells. ``critical``: where more than half of the first card's
    cells are plain 1s, the pool counts 1.
    """
    return PoolOdds(cards, critical=critical).tails(len(cards[0]))


def shown(cell: Cell) -> Shown:
    """What a cell shows."""
    return cell.value, cell.again


def is_one(cell: Cell) -> bool:
    """Whether a cell counts towards a critical failure: an open 1 is only the beginning of a number."""
    return cell.value == 1 and not cell.again


class PoolOdds:
    """The odds of every pool of one column; ``cards`` and ``critical`` as in ``pool_tails``."""

    def __init__(self, cards: Sequence[Sequence[Cell]], *, critical: bool) -> None:
        self.cards: list[tuple[Shown, ...]] = [tuple(map(shown, cells)) for cells in cards]
        self.ones = [[is_one(c) for c in cells] for cells in cards]
        self.critical = critical
        self.size = len(cards)
        self._shown: dict[tuple[int, ...], Counter[tuple[Shown, ...]]] = {}
        self._places: dict[int, PooledCell] = {}

    def tails(self, dice: int) -> list[Fraction]:
        """P(the highest of the first ``dice`` cells >= T) by T; the last entry is 0."""
        ends: Counter[int] = Counter()
        alone: _Going = {}
        going = self._first(dice, ends)
        while going:
            after: _Going = {}
            for (places, gone), weights in going.items():
                if len(places) == 1:
                    alone[places, gone] = weights
                else:
                    self._next(places, gone, weights, ends, after)
            going = after
        for (places, gone), weights in alone.items():
            self._finish(places[0], [value for (value,) in gone], weights, ends)
        orders = factorial(self.size)
        at_least = accumulate(ends[t] for t in range(max(ends), -1, -1))
        return [*(Fraction(ways, orders) for ways in reversed(list(at_least))), Fraction(0)]

    def _first(self, dice: int, ends: Counter[int]) -> _Going:
        """What follows the first card; pools that end on it are added to ``ends``."""
        going: _Going = {}
        places = tuple(range(dice))
        weight = factorial(self.size - 1)
        for cells, ones in zip(self.cards, self.ones, strict=True):
            if self.critical and 2 * sum(ones[:dice]) > dice:
                ends[1] += weight
            else:
                self._read(places, (), cells[:dice], Counter({0: weight}), ends, going)
        return going

    def _next(
        self, places: tuple[int, ...], gone: _Gone, weights: Counter[int], ends: Counter[int], going: _Going
    ) -> None:
        """Draw one more card for places that go on."""
        if places not in self._shown:
            self._shown[places] = Counter(tuple(cells[p] for p in places) for cells in self.cards)
        drawn = Counter(tuple((value, True) for value in values) for values in gone)
        left = self.size - len(gone)
        for cells, every in self._shown[places].items():
            cards = every - drawn[cells]
            if cards:
                share = Counter({high: weight // left * cards for high, weight in weights.items()})
                self._read(places, gone, cells, share, ends, going)

    def _read(
        self,
        places: tuple[int, ...],
        gone: _Gone,
        cells: tuple[Shown, ...],
        weights: Counter[int],
        ends: Counter[int],
        going: _Going,
    ) -> None:
        """Read a card in the places that go on; ``weights`` are orders by the highest total so far."""
        sums = [sum(values) for values in zip(*gone, strict=True)] or [0] * len(places)
        highest = max((s + v for s, (v, again) in zip(sums, cells, strict=True) if not again), default=0)
        kept = [i for i, (_, again) in enumerate(cells) if again]
        found = ends
        if kept:
            drawn = [*gone, tuple(value for value, _ in cells)]
            rest = tuple(sorted(tuple(values[i] for i in kept) for values in drawn))
            found = going.setdefault((tuple(places[i] for i in kept), rest), Counter())
        for high, weight in weights.items():
            found[max(high, highest)] += weight

    def _finish(self, place: int, gone: list[int], weights: Counter[int], ends: Counter[int]) -> None:
        """End the pools in which a single place goes on, after open cards that show ``gone`` there."""
        if place not in self._places:
            self._places[place] = PooledCell([cells[place] for cells in self.cards])
        totals, orders = self._places[place].rest(tuple(gone))
        sum_gone = sum(gone)
        units = {high: weight // orders for high, weight in weights.items()}
        below = list(accumulate(units.get(high, 0) for high in range(max(units) + 1)))
        lower = list(accumulate(totals))
        # either the chain ends above what was the highest, or below it
        for rest, ways in enumerate(totals):
            if ways:
                total = rest + sum_gone
                ends[total] += ways * below[min(total, len(below) - 1)]
        for high, unit in units.items():
            if high > sum_gone:
                ends[high] += unit * lower[min(high - sum_gone, len(lower)) - 1]


class PooledCell:
    """One cell's chains in decks that lack some of its open cards."""

    def __init__(self, cells: Sequence[Shown]) -> None:
        self.plain = Counter(value for value, again in cells if not again)
        self.open = [value for value, again in cells if again]
        self.ends = self.plain.total()
        self.sums = _subset_sums(self.open)
        self._rests: dict[tuple[int, ...], tuple[list[int], int]] = {}

    def rest(self, gone: tuple[int, ...]) -> tuple[list[int], int]:
        """Orders in which the rest of a chain totals T, by T, and what they are out of."""
        if gone not in self._rests:
            sums = self.sums
            for value in gone:
                sums = _without(sums, value)
            self._rests[gone] = self._totals(sums)
        return self._rests[gone]

    def _totals(self, sums: list[list[int]]) -> tuple[list[int], int]:
        """``sums[j][s]`` counts the sets of j open cards that sum to s.

        They come first, in any order, with chance j!(n − j − 1)!/n! for each set and plain card after it.
        """
        if not self.ends:
            raise ZeroDivisionError  # a chain without an end: no deck has such a cell
        size = self.ends + len(sums) - 1
        shared = factorial(self.ends - 1)
        chains = [0] * len(sums[0])
        for j, row in enumerate(sums):
            each = factorial(j) * factorial(size - j - 1) // shared
            for s, ways in enumerate(row):
                chains[s] += ways * each
        totals = [0] * (len(chains) + max(self.plain))
        for s, ways in enumerate(chains):
            if ways:
                for value, cards in self.plain.items():
                    totals[s + value] += ways * cards
        return totals, factorial(size) // shared


def _subset_sums(values: Sequence[int]) -> list[list[int]]:
    """Entry [j][s]: the number of sets of j of the values that sum to s."""
    top = sum(values)
    sums = [[0] * (top + 1) for _ in range(len(values) + 1)]
    sums[0][0] = 1
    for used, value in enumerate(values, 1):
        for j in range(used, 0, -1):
            for s in range(top, value - 1, -1):
                sums[j][s] += sums[j - 1][s - value]
    return sums


def _without(sums: list[list[int]], value: int) -> list[list[int]]:
    """The subset sums without one of the values: the generating polynomial divided by 1 + y·x**value."""
    top = len(sums[0]) - value
    less = [sums[0][:top]]
    for row in sums[1:-1]:
        before = less[-1]
        less.append([row[s] - (before[s - value] if s >= value else 0) for s in range(top)])
    return less
