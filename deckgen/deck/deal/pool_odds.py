"""The exact odds of pools that are read across a card: the highest of the first n cells of a column.

Cards are drawn without replacement. If several cells of a card are open, one more card serves them all, each
in its own column row, and so on while any is open. So the cards drawn so far are open in every row that is
still open: what they show there, in any order, is all that the rest depends on. The odds are computed card by
card, once for all pools; if a single row is open, its chain has a closed form. Chances are counted in orders
of the cards that are left.
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
from deckgen.deck.cells import total_counts
from deckgen.game.model import Cell

_WORD = 64
"""Numbers of orders are this many bits long, or a multiple of that."""

_KIND = "pools"
"""Cache kind of the odds of a column's pools."""
ShownCell = tuple[int, bool]
"""The number of a cell, and whether it is open."""
_PLAIN_ONE: ShownCell = (1, False)
"""Counts towards a critical failure; an open 1 does not, because the number goes on."""
_Places = tuple[int, ...]
_Gone = tuple[tuple[int, ...], ...]


def pool_tails(cards: Sequence[Sequence[Cell]], *, critical: bool) -> list[Fraction]:
    """Return P(the highest total of a card's cells >= t), t = 0, 1, ..., exactly; the last entry is 0.

    ``cards[c]`` are card c's cells. ``critical``: if more than half of the first card's cells are plain 1s,
    the pool counts 1.
    """
    odds = PoolOdds([tuple(map(read_shown, cells)) for cells in cards], critical=critical)
    return odds.tails(len(cards[0]))


def read_shown(cell: Cell) -> ShownCell:
    """Return the number of a cell, and whether it is open, as a plain pair."""
    return cell.value, cell.again


def column_odds(cards: Sequence[Sequence[Cell]], *, critical: bool) -> PoolOdds:
    """Return the odds of every pool of one column. Cached for all decks with the same cards in any order."""
    return _cached_odds(tuple(sorted([tuple(map(read_shown, cells)) for cells in cards])), critical)


@lru_cache(maxsize=256)  # columns dealt from a library recur
def _cached_odds(cards: tuple[tuple[ShownCell, ...], ...], critical: bool) -> PoolOdds:
    return PoolOdds(cards, critical=critical)


class PoolOdds:
    """The odds of every pool of one column, given each card's shown cells.

    ``critical``: if more than half of a pool's cells on the first card are plain 1s, it counts 1. Numbers of
    orders by t are packed in one large integer, each in as many bits as the largest needs: so adding two
    rows, or multiplying one, is a single step.
    """

    def __init__(self, cards: Sequence[tuple[ShownCell, ...]], *, critical: bool) -> None:
        self.cards = cards
        self.critical = critical
        self.cells = [pooled_cell(tuple(sorted(cells))) for cells in zip(*self.cards, strict=True)]
        self.length = 1 + max(cell.highest for cell in self.cells)
        # common factor of all numbers of orders: the orders of the cards after the last plain card but one
        self._unit = factorial(min(cell.ends for cell in self.cells) - 1)
        self._bytes = -(-self._orders(0).bit_length() // _WORD) * _WORD // 8
        self._bits = 8 * self._bytes
        unit_words = ((1 << self._bits * self.length) - 1) // ((1 << self._bits) - 1)
        self._ones_from = [unit_words >> self._bits * t << self._bits * t for t in range(self.length + 1)]
        """Entry t: a packed row with 1 from t on."""
        self._kinds: dict[_Places, list[_CardKind]] = {}
        self._below_cache: dict[tuple[_Places, _Gone], int] = {}
        self._counts: dict[int, list[int]] = {}

    def load_or_cache(self) -> None:
        """Load the odds of all pools of two cells or more from the cache, or compute and cache them."""
        facts = canonical_json([self.cards, self.critical])
        name = hashlib.sha256(program_digest("deck/deal") + facts).hexdigest()
        content = read_cached(_KIND, name)
        if content is None:
            counts = [self.counts(dice)[0] for dice in range(2, len(self.cells) + 1)]
            write_cached(_KIND, name, canonical_json(counts))
        else:
            self._counts = dict(enumerate(json.loads(content), 2))

    def tails(self, dice: int) -> list[Fraction]:
        """Return P(highest of the first ``dice`` cells >= t), t = 0, 1, ...; the last entry is 0."""
        counts, orders = self.counts(dice)
        return [Fraction(ways, orders) for ways in counts]

    def counts(self, dice: int) -> tuple[Sequence[int], int]:
        """Return P(highest of the first ``dice`` cells >= t), t = 0 to the first 0: numerators, denominator."""
        orders = self._orders(0)
        if dice not in self._counts:
            below = self._below(tuple(range(dice)), ()).to_bytes(self.length * self._bytes, "little")
            packed_ways = (below[i : i + self._bytes] for i in range(0, len(below), self._bytes))
            above = [orders, *(orders - int.from_bytes(ways, "little") for ways in packed_ways)]
            self._counts[dice] = above[: above.index(0) + 1]
            if dice == len(self.cells):  # the largest pool comes last
                self._below_cache.clear()
        return self._counts[dice], orders

    def _orders(self, gone: int) -> int:
        """Return the number of orders of the cards left after ``gone`` cards, over a common factor."""
        return factorial(len(self.cards) - gone) // self._unit

    def _below(self, places: _Places, gone: _Gone) -> int:
        """Return in how many orders of the cards left no total is above t, by t, packed; cached.

        The ``places`` (rows of the column) are open after the cards ``gone``, which show these numbers there.
        """
        packed = self._below_cache.get((places, gone))
        if packed is None:
            is_single = len(places) == 1 and gone
            compute = self._below_single if is_single else self._below_next_card
            packed = self._below_cache[places, gone] = compute(places, gone)
        return packed

    def _below_single(self, places: _Places, gone: _Gone) -> int:
        """Return, by t, packed, the orders in which one row, open after showing ``gone``, totals at most t."""
        values = tuple([value for (value,) in gone])
        totals, length, orders = self.cells[places[0]].packed_rest(values, self._bytes)
        start = sum(values)
        packed = (totals << self._bits * start) + orders * self._ones_from[start + length]
        return packed * (self._orders(len(gone)) // orders)

    def _below_next_card(self, places: _Places, gone: _Gone) -> int:
        """Return in how many orders no total is above t, by t, packed, as a sum over the card that is drawn next."""
        if places not in self._kinds:
            card_counts = Counter([tuple([cells[p] for p in places]) for cells in self.cards])
            self._kinds[places] = [_classify(cells, n, self.critical) for cells, n in card_counts.items()]
        drawn = Counter(gone)
        ends: Counter[int] = Counter()
        sums = [sum(values) for values in zip(*gone, strict=True)] or [0] * len(places)
        packed = 0
        for kind in self._kinds[places]:
            cards = kind.cards - (0 if kind.ended_indexes else drawn[kind.values])
            highest = max([sums[i] + kind.values[i] for i in kind.ended_indexes], default=0)
            if kind.failed and not gone:
                ends[1] += cards
            elif not kind.open_indexes:
                ends[highest] += cards
            elif cards:
                open_cards = tuple(
                    sorted([tuple([values[i] for i in kind.open_indexes]) for values in (*gone, kind.values)])
                )
                below = self._below(tuple([places[i] for i in kind.open_indexes]), open_cards)
                low = self._bits * highest
                packed += cards * (below >> low << low)
        orders = self._orders(len(gone) + 1)
        return packed + sum(cards * orders * self._ones_from[highest] for highest, cards in ends.items())


class _CardKind(NamedTuple):
    """``cards`` cards with these numbers in some rows, open or ending there; ``failed``: a failure if read first."""

    values: tuple[int, ...]
    open_indexes: tuple[int, ...]
    ended_indexes: tuple[int, ...]
    cards: int
    failed: bool


def _classify(cells: Sequence[ShownCell], cards: int, critical: bool) -> _CardKind:
    """Return the kind of so many cards with these cells; failed if ``critical`` and most are plain 1s."""
    open_indexes = tuple(i for i, (_, again) in enumerate(cells) if again)
    ended_indexes = tuple(i for i, (_, again) in enumerate(cells) if not again)
    failed = critical and 2 * cells.count(_PLAIN_ONE) > len(cells)
    return _CardKind(tuple(value for value, _ in cells), open_indexes, ended_indexes, cards, failed)


class PooledCell:
    """One cell's chains in decks without some of its open cards. Raises ZeroDivisionError if all are open."""

    def __init__(self, cells: Sequence[ShownCell]) -> None:
        self.plain = Counter(value for value, again in cells if not again)
        self.open = Counter(value for value, again in cells if again)
        self.ends = self.plain.total()
        if not self.ends:
            raise ZeroDivisionError  # a chain without an end: no deck has such a cell
        self.highest = max(self.plain) + sum(value * cards for value, cards in self.open.items())
        self._rest_cache: dict[tuple[int, ...], tuple[list[int], int]] = {}
        self._packed_cache: dict[tuple[tuple[int, ...], int], tuple[int, int, int]] = {}

    def packed_rest(self, gone: tuple[int, ...], width: int) -> tuple[int, int, int]:
        """Return in how many orders a chain's rest totals <= t, packed; how many t there are; the number of orders."""
        key = gone, width
        if key not in self._packed_cache:
            totals, orders = self.chain_rest(gone)
            summed = b"".join([ways.to_bytes(width, "little") for ways in accumulate(totals)])
            self._packed_cache[key] = int.from_bytes(summed, "little"), len(totals), orders
        return self._packed_cache[key]

    def chain_rest(self, gone: tuple[int, ...]) -> tuple[list[int], int]:
        """Return in how many orders a chain's rest, after open cards ``gone``, totals t, by t; the number of orders."""
        if gone not in self._rest_cache:
            cards = self.open - Counter(gone)
            self._rest_cache[gone] = total_counts(self.plain, tuple(cards.items()), self.ends + cards.total())
        return self._rest_cache[gone]


@lru_cache(maxsize=4096)
def pooled_cell(cells: tuple[ShownCell, ...]) -> PooledCell:
    """Return the cached cell of a column with these cards, in ascending order."""
    return PooledCell(cells)
