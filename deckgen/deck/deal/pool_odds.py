"""The exact odds of pools that are read across a card: the highest of the first n cells of a column.

Cards are drawn without replacement. Where several cells of a card are open, one more card serves
them all, each in its own place, and so on while any is open. So the cards drawn so far are open in
every place that still goes on: what they show there, in any order, is all that the rest depends on.
What follows is found card by card, once for all pools; where a single place goes on, its chain has a
closed form. Chances are counted in orders of the cards
that are left.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import factorial
from typing import NamedTuple

from deckgen.cache import program_digest, read_cached, write_cached
from deckgen.deck.cards import canonical_json
from deckgen.deck.solve.cells import total_counts
from deckgen.game.model import Cell

_WORD = 64
"""Numbers of orders are this many bits long, or a multiple of that."""

_KIND = "pools"
"""What the cache calls the odds of a column's pools."""
Shown = tuple[int, bool]
"""What a cell shows: its number, and whether it goes on."""
_ONE: Shown = (1, False)
"""What counts towards a critical failure: an open 1 is only the beginning of a number."""
_Places = tuple[int, ...]
_Gone = tuple[tuple[int, ...], ...]


def pool_tails(cards: Sequence[Sequence[Cell]], *, critical: bool) -> list[Fraction]:
    """P(the highest total of a card's cells >= T) by T, exactly; the last entry is 0.

    ``cards[c]`` are card c's cells. ``critical``: where more than half of the first card's
    cells are plain 1s, the pool counts 1.
    """
    return PoolOdds([tuple(map(shown, cells)) for cells in cards], critical=critical).tails(len(cards[0]))


def shown(cell: Cell) -> Shown:
    """What a cell shows."""
    return cell.value, cell.again


def column_odds(cards: Sequence[Sequence[Cell]], *, critical: bool) -> PoolOdds:
    """The odds of every pool of one column, kept for all that ask for the same deck's, in whatever order its cards are."""
    return _kept_odds(tuple(sorted([tuple(map(shown, cells)) for cells in cards])), critical)


@lru_cache(maxsize=256)  # columns that are dealt from a library come again
def _kept_odds(cards: tuple[tuple[Shown, ...], ...], critical: bool) -> PoolOdds:
    return PoolOdds(cards, critical=critical)


class PoolOdds:
    """The odds of every pool of one column; ``critical`` as in ``pool_tails``, ``cards`` what its cells show.

    Numbers of orders by T are one large whole number, each in as many bits as the largest needs: adding two such,
    or taking one a few times, is a single step.
    """

    def __init__(self, cards: Sequence[tuple[Shown, ...]], *, critical: bool) -> None:
        self.cards = cards
        self.critical = critical
        self.cells = [pooled_cell(tuple(sorted(cells))) for cells in zip(*self.cards, strict=True)]
        self.length = 1 + max(cell.highest for cell in self.cells)
        # what all numbers of orders are multiples of: of those of the cards after the last plain card but one
        self._unit = factorial(min(cell.ends for cell in self.cells) - 1)
        self._bytes = -(-self._orders(0).bit_length() // _WORD) * _WORD // 8
        self._bits = 8 * self._bytes
        ones = ((1 << self._bits * self.length) - 1) // ((1 << self._bits) - 1)
        self._from = [ones >> self._bits * t << self._bits * t for t in range(self.length + 1)]
        """By T: 1 from there on."""
        self._kinds: dict[_Places, list[_Kind]] = {}
        self._found: dict[tuple[_Places, _Gone], int] = {}
        self._counts: dict[int, list[int]] = {}

    def remember(self) -> None:
        """Take the odds of all pools of two cells or more from the user's cache, or keep them there."""
        facts = canonical_json([self.cards, self.critical])
        name = hashlib.sha256(program_digest("deck/deal") + facts).hexdigest()
        content = read_cached(_KIND, name)
        if content is None:
            counts = [self.counts(dice)[0] for dice in range(2, len(self.cells) + 1)]
            write_cached(_KIND, name, canonical_json(counts))
        else:
            self._counts = dict(enumerate(json.loads(content), 2))

    def tails(self, dice: int) -> list[Fraction]:
        """P(the highest of the first ``dice`` cells >= T) by T; the last entry is 0."""
        counts, orders = self.counts(dice)
        return [Fraction(ways, orders) for ways in counts]

    def counts(self, dice: int) -> tuple[Sequence[int], int]:
        """The same as numbers of orders, and of how many."""
        orders = self._orders(0)
        if dice not in self._counts:
            below = self._below(tuple(range(dice)), ()).to_bytes(self.length * self._bytes, "little")
            each = (below[i : i + self._bytes] for i in range(0, len(below), self._bytes))
            above = [orders, *(orders - int.from_bytes(ways, "little") for ways in each)]
            self._counts[dice] = above[: above.index(0) + 1]
            if dice == len(self.cells):  # the largest pool is the last to be asked for
                self._found.clear()
        return self._counts[dice], orders

    def _orders(self, gone: int) -> int:
        """The orders of the cards that are left."""
        return factorial(len(self.cards) - gone) // self._unit

    def _below(self, places: _Places, gone: _Gone) -> int:
        """In how many orders of the cards left no total is above T, by T.

        All the ``places`` go on, after open cards that are ``gone`` and show these numbers there.
        """
        found = self._found.get((places, gone))
        if found is None:
            alone = len(places) == 1 and gone
            found = self._found[places, gone] = (self._alone if alone else self._next)(places, gone)
        return found

    def _alone(self, places: _Places, gone: _Gone) -> int:
        """The same for a single place, whose chain has a closed form."""
        values = tuple([value for (value,) in gone])
        totals, length, orders = self.cells[places[0]].packed(values, self._bytes)
        start = sum(values)
        found = (totals << self._bits * start) + orders * self._from[start + length]
        return found * (self._orders(len(gone)) // orders)

    def _next(self, places: _Places, gone: _Gone) -> int:
        """The same by the card that is drawn next."""
        if places not in self._kinds:
            every = Counter([tuple([cells[p] for p in places]) for cells in self.cards])
            self._kinds[places] = [_kind(cells, cards, self.critical) for cells, cards in every.items()]
        drawn = Counter(gone)
        ends: Counter[int] = Counter()
        sums = [sum(values) for values in zip(*gone, strict=True)] or [0] * len(places)
        found = 0
        for kind in self._kinds[places]:
            cards = kind.cards - (0 if kind.ended else drawn[kind.values])
            highest = max([sums[i] + kind.values[i] for i in kind.ended], default=0)
            if kind.failed and not gone:
                ends[1] += cards
            elif not kind.kept:
                ends[highest] += cards
            elif cards:
                rest = tuple(
                    sorted([tuple([values[i] for i in kind.kept]) for values in (*gone, kind.values)])
                )
                below = self._below(tuple([places[i] for i in kind.kept]), rest)
                low = self._bits * highest
                found += cards * (below >> low << low)
        whole = self._orders(len(gone) + 1)
        return found + sum(cards * whole * self._from[highest] for highest, cards in ends.items())


class _Kind(NamedTuple):
    """What a number of cards show in some places; in which of these they go on, and in which they end a chain."""

    values: tuple[int, ...]
    kept: tuple[int, ...]
    ended: tuple[int, ...]
    cards: int
    failed: bool


def _kind(cells: Sequence[Shown], cards: int, critical: bool) -> _Kind:
    """``failed``: read first, it is a critical failure."""
    kept = tuple(i for i, (_, again) in enumerate(cells) if again)
    ended = tuple(i for i, (_, again) in enumerate(cells) if not again)
    failed = critical and 2 * cells.count(_ONE) > len(cells)
    return _Kind(tuple(value for value, _ in cells), kept, ended, cards, failed)


class PooledCell:
    """One cell's chains in decks that lack some of its open cards."""

    def __init__(self, cells: Sequence[Shown]) -> None:
        self.plain = Counter(value for value, again in cells if not again)
        self.open = Counter(value for value, again in cells if again)
        self.ends = self.plain.total()
        if not self.ends:
            raise ZeroDivisionError  # a chain without an end: no deck has such a cell
        self.highest = max(self.plain) + sum(value * cards for value, cards in self.open.items())
        self._rests: dict[tuple[int, ...], tuple[list[int], int]] = {}
        self._packed: dict[tuple[tuple[int, ...], int], tuple[int, int, int]] = {}

    def packed(self, gone: tuple[int, ...], width: int) -> tuple[int, int, int]:
        """Orders in which the rest of a chain totals T or less, by T, in so many bytes each; how many T, and all orders."""
        key = gone, width
        if key not in self._packed:
            totals, orders = self.rest(gone)
            summed = b"".join([ways.to_bytes(width, "little") for ways in accumulate(totals)])
            self._packed[key] = int.from_bytes(summed, "little"), len(totals), orders
        return self._packed[key]

    def rest(self, gone: tuple[int, ...]) -> tuple[list[int], int]:
        """Orders in which the rest of a chain totals T, by T, and what they are out of."""
        if gone not in self._rests:
            left = self.open - Counter(gone)
            self._rests[gone] = total_counts(self.plain, tuple(left.items()), self.ends + left.total())
        return self._rests[gone]


@lru_cache(maxsize=4096)
def pooled_cell(cells: tuple[Shown, ...]) -> PooledCell:
    """The cell of a column that shows these on the cards, in ascending order; kept for other decks that have it."""
    return PooledCell(cells)
