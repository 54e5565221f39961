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
from operator import mul

from deckgen.deck.solve.cells import subset_sums
from deckgen.game.model import Cell

Shown = tuple[int, bool]
"""What a cell shows: its number, and whether it goes on."""
_ONE: Shown = (1, False)
"""What counts towards a critical failure: an open 1 is only the beginning of a number."""
_Places = tuple[int, ...]
_Gone = tuple[tuple[int, ...], ...]
_Going = dict[tuple[_Places, _Gone], Counter[int]]
"""By the places that go on and what the drawn cards show there: orders of the deck, by the highest so far."""
_ENDED: tuple[_Places, _Gone] = ((), ())
"""Where no place goes on."""


def pool_tails(cards: Sequence[Sequence[Cell]], *, critical: bool) -> list[Fraction]:
    """P(the highest total of a card's cells >= T) by T, exactly; the last entry is 0.

    ``cards[c]`` are card c's cells. ``critical``: where more than half of the first card's
    cells are plain 1s, the pool counts 1.
    """
    return PoolOdds(cards, critical=critical).tails(len(cards[0]))


def shown(cell: Cell) -> Shown:
    """What a cell shows."""
    return cell.value, cell.again


class PoolOdds:
    """The odds of every pool of one column; ``cards`` and ``critical`` as in ``pool_tails``."""

    def __init__(self, cards: Sequence[Sequence[Cell]], *, critical: bool) -> None:
        self.cards: list[tuple[Shown, ...]] = [tuple(map(shown, cells)) for cells in cards]
        self.critical = critical
        self.size = len(cards)
        self._shown: dict[_Places, Counter[tuple[Shown, ...]]] = {}
        self._places: dict[int, PooledCell] = {}

    def tails(self, dice: int) -> list[Fraction]:
        """P(the highest of the first ``dice`` cells >= T) by T; the last entry is 0."""
        ends: Counter[int] = Counter()
        alone: _Going = {}
        going = self._first(dice)
        while going:
            ends.update(going.pop(_ENDED, {}))
            after: _Going = {}
            for (places, gone), weights in going.items():
                if len(places) == 1:
                    alone[places, gone] = weights
                else:
                    self._next(places, gone, weights, after)
            going = after
        for (places, gone), weights in alone.items():
            self._finish(places[0], [value for (value,) in gone], weights, ends)
        orders = factorial(self.size)
        at_least = accumulate(ends[t] for t in range(max(ends), -1, -1))
        return [*(Fraction(ways, orders) for ways in reversed(list(at_least))), Fraction(0)]

    def _first(self, dice: int) -> _Going:
        """What follows the first card."""
        going: _Going = {_ENDED: Counter()}
        places = tuple(range(dice))
        weight = factorial(self.size - 1)
        for cells in self.cards:
            if self.critical and 2 * cells[:dice].count(_ONE) > dice:
                going[_ENDED][1] += weight
            else:
                _read(places, (), cells[:dice], Counter({0: weight}), going)
        return going

    def _next(self, places: _Places, gone: _Gone, weights: Counter[int], going: _Going) -> None:
        """Draw one more card for places that go on."""
        if places not in self._shown:
            self._shown[places] = Counter(tuple(cells[p] for p in places) for cells in self.cards)
        drawn = Counter(tuple((value, True) for value in values) for values in gone)
        left = self.size - len(gone)
        for cells, every in self._shown[places].items():
            cards = every - drawn[cells]
            if cards:
                share = Counter({high: weight // left * cards for high, weight in weights.items()})
                _read(places, gone, cells, share, going)

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


def _read(
    places: _Places, gone: _Gone, cells: tuple[Shown, ...], weights: Counter[int], going: _Going
) -> None:
    """Read a card in the places that go on; ``weights`` are orders by the highest total so far."""
    sums = [sum(values) for values in zip(*gone, strict=True)] or [0] * len(places)
    highest = max((s + v for s, (v, again) in zip(sums, cells, strict=True) if not again), default=0)
    kept = [i for i, (_, again) in enumerate(cells) if again]
    drawn = [*gone, tuple(value for value, _ in cells)]
    rest = tuple(sorted(tuple(values[i] for i in kept) for values in drawn)) if kept else ()
    found = going.setdefault((tuple(places[i] for i in kept), rest), Counter())
    for high, weight in weights.items():
        found[max(high, highest)] += weight


class PooledCell:
    """One cell's chains in decks that lack some of its open cards."""

    def __init__(self, cells: Sequence[Shown]) -> None:
        self.plain = Counter(value for value, again in cells if not again)
        self.open = [value for value, again in cells if again]
        self.ends = self.plain.total()
        self.sums = subset_sums(self.open, sum(self.open))
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
        orders = [factorial(j) * factorial(size - j - 1) // shared for j in range(len(sums))]
        chains = [sum(map(mul, orders, ways)) for ways in zip(*sums, strict=True)]
        totals = [0] * (len(chains) + max(self.plain))
        for s, ways in enumerate(chains):
            if ways:
                for value, cards in self.plain.items():
                    totals[s + value] += ways * cards
        return totals, factorial(size) // shared


def _without(sums: list[list[int]], value: int) -> list[list[int]]:
    """The subset sums without one of the values: the generating polynomial divided by 1 + y·x**value."""
    top = len(sums[0]) - value
    less = [sums[0][:top]]
    for row in sums[1:-1]:
        before = less[-1]
        less.append([row[s] - (before[s - value] if s >= value else 0) for s in range(top)])
    return less
