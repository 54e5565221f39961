"""Pools read across a card: the highest of the first n cells of a column, as if they were n dice.

Each cell of such a column is one die of its own, exact by itself. Here they are dealt so that
together they behave like independent dice, and the odds of a dealt pool are computed exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.cells import Multiset, total_tails

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.bits import Bits

    Ints = NDArray[np.int64]

_SHIFT = 20
_ONE = 1 << _SHIFT
_FINE = 12
_PASSES = 8

PoolCells = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Pools:
    """The odds that a column's pools should have: ``die[T]`` is P(>= T) of one die, ``highest[n - 1][T]`` of n.

    ``critical``: a pool of which more than half of the cells show a plain 1 counts 1.
    """

    die: tuple[Fraction, ...]
    highest: tuple[tuple[Fraction, ...], ...]
    critical: bool


def arrange(
    rows: Sequence[PoolCells], pools: Pools, start: list[Ints], fixed: Sequence[int], bits: Bits
) -> list[Ints]:
    """Item orders, by row, in which the highest of the first n cells has the odds of n independent dice.

    ``rows[i]`` are the deck.json cells to deal; ``start[i][c]`` is card c's item to begin with, kept on
    the ``fixed`` cards. Swaps within rows bring the number of cards that reach each T, for every n,
    towards the dice's. Whole numbers only, so that all machines agree.
    """
    deal = _Arrangement(rows, pools, start)
    free = [card for card in range(len(start[0])) if card not in set(fixed)]
    for _ in range(_PASSES):
        if not sum(deal.settle(i, free, bits) for i in range(len(rows))):
            break
    return deal.orders


class _Arrangement:
    """The items of a column on the cards, and how far its pools are from the dice."""

    def __init__(self, rows: Sequence[PoolCells], pools: Pools, start: list[Ints]) -> None:
        die = _units(pools.die)
        self.pools = pools
        self.wanted = [_units(tails) for tails in pools.highest]
        self.misses = [_ONE - np.array([_reaches(c, die) for c in cells], dtype=np.int64) for cells in rows]
        self.ones = [np.array([_is_one(c) for c in cells], dtype=np.int64) for cells in rows]
        self.orders = [order.copy() for order in start]

    def settle(self, i: int, free: list[int], bits: Bits) -> int:
        """Swap items of row i while that brings the pools it is in nearer to the dice; the number of swaps."""
        at = self.orders[i]
        others, ones = self._others(i)
        where = np.array(free, dtype=np.int64)
        here = self._reach(i, others, ones, at)
        wanted = np.array(self.wanted[i:]) * len(at)
        short = here.sum(axis=1) - wanted >> _FINE
        swaps = 0
        for a in bits.shuffled(free):
            # what the sums over cards change by if card a and each other card swap
            theirs = self._reach(i, others[:, a, None], ones[:, a, None], at[where])
            mine = self._reach(i, others[:, where], ones[:, where], np.full(len(where), at[a]))
            change = theirs + mine - here[:, a, None] - here[:, where] >> _FINE
            cost = _cost(short[:, None] + change)
            best = int(cost.argmin())
            if cost[best] < _cost(short[:, None])[0]:
                b = int(where[best])
                short = short + change[:, best]
                here[:, a], here[:, b] = theirs[:, best], mine[:, best]
                at[[a, b]] = at[[b, a]]
                swaps += 1
        return swaps

    def _others(self, i: int) -> tuple[Ints, Ints]:
        """For each pool that row i is in: by card and T, the chance that its other cells miss; their 1s."""
        miss = np.full(self.misses[i].shape, _ONE, dtype=np.int64)[self.orders[i]]
        ones = np.zeros(len(self.orders[i]), dtype=np.int64)
        found = []
        for n, order in enumerate(self.orders):
            if n != i:
                miss = miss * self.misses[n][order] >> _SHIFT
                ones = ones + self.ones[n][order]
            if n >= i:
                found.append((miss, ones))
        return np.array([m for m, _ in found]), np.array([o for _, o in found])

    def _reach(self, i: int, others: Ints, ones: Ints, items: Ints) -> Ints:
        """By pool, card and T: the chance of T or more with these items of row i on these cards."""
        reach = _ONE - (others * self.misses[i][items] >> _SHIFT)
        if self.pools.critical:
            dice = np.arange(i + 1, len(self.orders) + 1)[:, None]
            failed = 2 * (ones + self.ones[i][items]) > dice
            reach[:, :, 2:] *= ~failed[:, :, None]
        return np.asarray(reach)


def _units(tails: Sequence[Fraction]) -> Ints:
    return np.array([int(t * _ONE) for t in tails], dtype=np.int64)


def _is_one(cell: Mapping[str, Any]) -> bool:
    """Whether a cell counts towards a critical failure: an open 1 is only the beginning of a number."""
    return bool(cell["value"] == 1 and not cell.get("again"))


def _reaches(cell: Mapping[str, Any], die: Ints) -> Ints:
    """The chance that this cell's total is T or more, by T, the dice standing for the rest of a chain."""
    t = np.arange(len(die))
    if not cell.get("again"):
        return np.where(t <= cell["value"], _ONE, 0)
    return np.asarray(die[np.maximum(t - cell["value"], 0)])


def _cost(short: Ints) -> Ints:
    """By the middle axis: fourth powers, so that the worst difference counts most."""
    square = short * short >> 4
    return np.asarray((square * square).sum(axis=(0, 2)))


def pool_tails(cards: Sequence[PoolCells], *, critical: bool) -> list[Fraction]:
    """P(the highest total of a card's cells >= T) by T, exactly; the last entry is 0.

    ``cards[c]`` are card c's cells. Cards are drawn without replacement: where several cells of a card
    are open, one more card serves them all, each in its own place, and so on while any is open.
    ``critical``: where more than half of the first card's cells are plain 1s, the pool counts 1.
    """
    return _Pool(cards, critical=critical).tails()


@dataclass(frozen=True)
class _End:
    """How a pool ends: its highest total so far, and the cell that still goes on, if one does.

    ``gone`` is what the drawn cards show in that cell's place, in one order: with ``total``, its sum so
    far, all that the rest of its chain depends on.
    """

    highest: int
    place: int = -1
    total: int = 0
    gone: tuple[tuple[int, bool], ...] = ()


class _Pool:
    """The enumeration of a pool's chains. Once a single cell is open, its chain has a closed form.

    Chances are counted in orders of the whole deck, 1/N!, which all of them are multiples of.
    """

    def __init__(self, cards: Sequence[PoolCells], *, critical: bool) -> None:
        self.cards = [[(c["value"], bool(c.get("again"))) for c in cells] for cells in cards]
        self.failed = [critical and 2 * sum(map(_is_one, cells)) > len(cells) for cells in cards]
        self.ends: Counter[_End] = Counter()

    def tails(self) -> list[Fraction]:
        size = len(self.cards)
        orders = factorial(size)
        for card, cells in enumerate(self.cards):
            if self.failed[card]:
                self.ends[_End(1)] += orders // size
                continue
            self._follow((card,), 0, dict.fromkeys(range(len(cells)), 0), orders // size)
        at_least: list[int] = []
        rests = {key: self._rest(*key) for key in {(e.place, e.gone) for e in self.ends if e.gone}}
        for end, weight in self.ends.items():
            rest = rests.get((end.place, end.gone), [])
            top = max(end.highest, end.total + len(rest) - 1)
            at_least += [0] * (top + 1 - len(at_least))
            for t in range(end.highest + 1):
                at_least[t] += weight
            for t in range(end.highest + 1, top + 1):
                chance = rest[max(t - end.total, 0)]
                at_least[t] += weight * chance.numerator // chance.denominator
        tails = [Fraction(ways, orders) for ways in at_least]
        return tails if tails[-1] == 0 else [*tails, Fraction(0)]

    def _follow(self, drawn: tuple[int, ...], highest: int, sums: dict[int, int], weight: int) -> None:
        """Read the last card drawn in the places of ``sums``, which say what those cells have so far."""
        going: dict[int, int] = {}
        for place, total in sums.items():
            value, again = self.cards[drawn[-1]][place]
            if again:
                going[place] = total + value
            else:
                highest = max(highest, total + value)
        if not going:
            self.ends[_End(highest)] += weight
        elif len(going) == 1:
            ((place, total),) = going.items()
            gone = tuple(sorted(self.cards[card][place] for card in drawn))
            self.ends[_End(highest, place, total, gone)] += weight
        else:
            left = len(self.cards) - len(drawn)
            for card in range(len(self.cards)):
                if card not in drawn:
                    self._follow((*drawn, card), highest, going, weight // left)

    def _rest(self, place: int, gone: tuple[tuple[int, bool], ...]) -> list[Fraction]:
        """The tails of one cell's chain in the deck without the cards that show ``gone`` in its place."""
        left = Counter(cells[place] for cells in self.cards)
        left.subtract(gone)
        plain = tuple(sorted((v, n) for (v, again), n in left.items() if n and not again))
        again = tuple(sorted((v, n) for (v, again), n in left.items() if n and again))
        return total_tails(Multiset(0, plain, again), "without-replacement")
