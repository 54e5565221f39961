"""The table that dealing works on: the items of every cell by row and seat, and which seats may swap.

Cells that belong together on cards (a column whose rows rise, or are read as pools) are a block: they are
joined once, and then swapped as a whole, or row by row as far as they still rise.

Cards are dealt as seats, the jokers' first. Which joker and which other card has which seat is chosen at
random at the end, and dealing treats all seats but the jokers' alike: so every card is equally likely to get
an item. All numbers are whole, and small enough for floating point to hold exactly: so every machine deals
the same, in any order of addition.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.deal.pools import Pools, arrange
from deckgen.game.model import Cell
from deckgen.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]
    FloatArray = NDArray[np.float64]

UNIT = 32
"""A standard deviation, in the integers that correlations are computed in."""
_TRIES = 24
"""How often items are picked for the jokers at most, until the jokers are average in all rows."""
_UNBOUNDED = 1 << 40
"""More than any sum of numbers on cards."""


@record
class CellItems:
    """What one cell shows, in ascending order, to be dealt: ``items[i]`` goes to one card.

    ``values`` are numbers to correlate; ``target`` is the cell's mean if jokers should be average in it (then
    only items that are ``plain`` may be on a joker), or None; ``counts_as_luck``: the cell counts when cards
    are compared as good or bad. ``joker_items`` are the indexes of the jokers' items, if given, one for each.
    """

    items: tuple[Any, ...]
    values: tuple[int, ...]
    plain: tuple[bool, ...]
    target: Fraction | None = None
    counts_as_luck: bool = False
    joker_items: tuple[int, ...] | None = None

    @cached_property
    def facts(self) -> FloatArray:
        """By item: its value, 1 if open, its score, its rank, 1 if high, 1 if low (see ``SeatTable``)."""
        return _item_facts(self.values, self.plain, self.counts_as_luck)

    @cached_property
    def is_critical(self) -> Ints:
        """By item: 1 if it is a critical failure."""
        return np.array([isinstance(item, Cell) and item.critical_failure for item in self.items], dtype=np.int64)


@record
class ItemBlock:
    """Rows that are dealt together; in a ``rising`` block no card's total falls from row to row.

    For that, on every card values rise and below an open item there are only open ones. Then no total falls
    from a row to the next, whatever is drawn on. By induction over the cards that are left: a card that is
    plain in the upper row totals its number, and the lower row prints at least as much, whatever is added to
    it (numbers on cards are not negative). A card that is open in the upper row is open in the lower one too;
    there it prints at least as much, and the next card, which both draw on, adds at least as much.

    ``pools``: the rows are read together as pools of those odds; their items are cells. ``arranged_items``
    are such rows' items from a library, by row and card, the jokers' first.
    """

    rows: tuple[CellItems, ...]
    rising: bool = False
    pools: Pools | None = None
    arranged_items: Ints | None = None

    @cached_property
    def nested_order(self) -> Ints | None:
        """Items by row, plain ones first and both ascending; None if rows need not rise, or do not in this order.

        They do not if they have fewer open items than rows above, or lower numbers on them.
        """
        if not self.rising:
            return None
        values, again = np.array([pile.facts[:2] for pile in self.rows]).transpose(1, 0, 2)
        orders = np.lexsort((values, again))
        steps = (np.diff(np.take_along_axis(fact, orders, axis=1), axis=0) for fact in (values, again))
        return orders if all((step >= 0).all() for step in steps) else None


class SeatTable:
    """The rows of all blocks on the cards, in arrays by row and seat, in a random order.

    ``items`` are indexes of items, ``values`` their values, ``again`` is whether they are open; ``score``
    is the values with mean 0 and the standard deviation ``UNIT``, ``rank`` their mid-ranks, 0 in rows that do
    not count as luck; ``quarters`` mark the highest quarter, and the lowest. The first seats are those of the
    ``jokers``. ``groups`` are the rows of each block; ``group`` is the index of a row's block, ``alone``
    whether the row is all of it. ``movable`` rows may be swapped by themselves, jokers' items too.
    """

    def __init__(self, groups: list[ItemBlock], size: int, jokers: int, random: RandomStream) -> None:
        self.size, self.jokers, self.seats = size, jokers, np.arange(size)
        piles = [pile for group in groups for pile in group.rows]
        lengths = [len(group.rows) for group in groups]
        self.groups = [slice(*rows) for rows in pairwise(np.cumsum([0, *lengths]).tolist())]
        self.group: Ints = np.repeat(np.arange(len(groups)), lengths)
        self.alone: Mask = np.array(lengths)[self.group] == 1
        self.weighed: Mask = np.array([pile.counts_as_luck for pile in piles], dtype=np.bool_)
        self.movable = self.weighed & np.array([group.pools is None for group in groups])[self.group]
        self.nested: Mask = np.array([group.nested_order is not None for group in groups])[self.group]
        sum_ranges = [_joker_sum_range(pile.target, jokers) for pile in piles]
        self.joker_sum_range: Ints = np.array(sum_ranges, dtype=np.int64)
        self.alike_seats: Mask = (self.seats < jokers) == (self.seats < jokers)[:, None]
        facts = np.array([pile.facts for pile in piles]).transpose(1, 0, 2)
        orders = random.orderings(len(groups), size - jokers) + jokers
        items = np.concatenate([
            join_rows(group, jokers, random)[:, np.append(self.seats[:jokers], order)]
            for group, order in zip(groups, orders, strict=True)
        ])  # fmt: skip
        # two more rows, next to which every row rises
        rows = np.arange(len(piles))
        self._facts_by_row: FloatArray = np.zeros((len(facts) + 1, len(piles) + 2, size))
        self._facts_by_row[0, :-2] = items
        self._facts_by_row[1:, :-2] = facts[:, rows[:, None], items]
        self._facts_by_row[1, -2:] = [[-_UNBOUNDED], [_UNBOUNDED]]
        self.items, self.values, self.again, self.score, self.rank = self._facts_by_row[:5, :-2]
        self.quarters = self._facts_by_row[5:, :-2]
        rising = np.array([group.rising for group in groups])[self.group]
        inner = rising[1:] & (np.diff(self.group) == 0)
        self.above = np.where(np.insert(inner, 0, False), rows - 1, len(piles))
        self.below = np.where(np.append(inner, False), rows + 1, len(piles) + 1)
        rows = np.flatnonzero(rising)
        for row, order in zip(rows.tolist(), random.orderings(len(rows), size - jokers) + jokers, strict=True):
            self._mix(row, order)
        for row in np.flatnonzero(self._jokers_off() & self.movable).tolist():
            fits = self.allowed(row)[:jokers, jokers:]
            if fits.any():
                joker, seat = divmod(int(fits.argmax()), fits.shape[1])
                self.swap(slice(row, row + 1), joker, jokers + seat)

    def move(self, rows: slice, order: Ints) -> None:
        """Give every seat the items of these rows that seat ``order[seat]`` has."""
        self._facts_by_row[:, rows] = self._facts_by_row[:, rows].take(order, axis=2)

    def swap(self, rows: slice, a: int, b: int) -> None:
        """Swap two seats' items of these rows."""
        order = self.seats.copy()
        order[[a, b]] = b, a
        self.move(rows, order)

    def allowed(self, row: int) -> Mask:
        """Return which seats may swap their items of a row, seats × seats.

        Rows still rise, open items stay nested, and jokers plain and average. Rows read as a pool stay.
        """
        values, again, jokers = self.values[row], self.again[row], self.jokers
        fits = self.alike_seats.copy()
        if not self.alone[row]:
            low, high = self._facts_by_row[1, self.above[row]], self._facts_by_row[1, self.below[row]]
            rises = (values >= low[:, None]) & (values <= high[:, None])
            fits = rises & rises.T
        if self.nested[row]:
            fits &= again == again[:, None]
        sums = values[:jokers].sum() + values[jokers:] - values[:jokers, None]
        sums_fit = (sums >= self.joker_sum_range[row, 0]) & (sums <= self.joker_sum_range[row, 1])
        sums_fit &= again[:jokers, None] + again[jokers:] == 0
        if self.alone[row]:
            fits[:jokers, jokers:] = sums_fit
            fits[jokers:, :jokers] = sums_fit.T
        else:
            fits[:jokers, jokers:] &= sums_fit
            fits[jokers:, :jokers] &= sums_fit.T
        return np.asarray(fits if self.movable[row] else fits & False)

    def _jokers_off(self) -> Mask:
        """Return by row whether the jokers' average is farther from the mean than it should be."""
        sums = self.values[:, : self.jokers].sum(axis=1)
        return np.asarray((sums < self.joker_sum_range[:, 0]) | (sums > self.joker_sum_range[:, 1]))

    def _mix(self, row: int, order: Ints) -> None:
        """Swap items of a rising row between seats half the ``order`` (of non-jokers) apart, where it still rises."""
        half = (self.size - self.jokers) // 2
        pairs = self.seats.copy()
        pairs[order[: 2 * half]] = np.append(order[half : 2 * half], order[:half])
        values, again = self.values[row].take(pairs), self.again[row]
        low, high = self._facts_by_row[1, self.above[row]], self._facts_by_row[1, self.below[row]]
        fits = (low <= values) & (values <= high)
        if self.nested[row]:
            fits &= again == again.take(pairs)
        self.move(slice(row, row + 1), np.where(fits & fits.take(pairs), pairs, self.seats))


def join_rows(block: ItemBlock, jokers: int, random: RandomStream) -> Ints:
    """Return the indexes of a block's items by row and seat, the jokers' seats first.

    After them: nested if rows can be, as arranged for pools (in the library or here), else ascending.
    """
    values, again = np.array([pile.facts[:2] for pile in block.rows]).transpose(1, 0, 2).astype(np.int64)
    sum_ranges = np.array([_joker_sum_range(pile.target, jokers) for pile in block.rows], dtype=np.int64)
    ascending = np.arange(values.shape[1])
    if block.rising or block.arranged_items is not None:
        items = block.arranged_items if block.nested_order is None else block.nested_order
        if items is None:
            items = ascending[None].repeat(len(values), axis=0)
        shown_values, plain = (np.take_along_axis(fact, items, axis=1) for fact in (values, 1 - again))
        first = _pick_joker_items(shown_values, np.flatnonzero(plain.all(axis=0)), sum_ranges, jokers, random)
        sums = shown_values[:, first].sum(axis=1)
        if block.arranged_items is not None and ((sums < sum_ranges[:, 0]) | (sums > sum_ranges[:, 1])).any():
            first = ascending[:jokers]
        return np.asarray(items[:, _move_to_front(first, ascending)])
    rows = []
    for row, pile in enumerate(block.rows):
        if pile.joker_items is None:
            plain = np.flatnonzero(again[row] == 0)
            first = _pick_joker_items(values[[row]], plain, sum_ranges[[row]], jokers, random, pile.is_critical)
        else:
            first = np.array(random.shuffle(pile.joker_items), dtype=np.int64)
        rows.append(_move_to_front(first, ascending))
    if block.pools:
        for order in rows:
            order[jokers:] = order[jokers:][random.orderings(1, len(order) - jokers)[0]]
        rows = arrange([pile.items for pile in block.rows], block.pools, rows, range(jokers), random)
    return np.array(rows)


def _move_to_front(leading: Ints, numbers: Ints) -> Ints:
    """Return all numbers, the leading ones first."""
    is_other = np.ones(len(numbers), dtype=np.bool_)
    is_other[leading] = False
    return np.append(leading, numbers[is_other])


def _pick_joker_items(
    shown_values: Ints,
    plain: Ints,
    sum_ranges: Ints,
    jokers: int,
    random: RandomStream,
    failing: Ints | None = None,
) -> Ints:
    """Return ``plain`` item indexes for the jokers, with sums in the ranges or near them.

    ``shown_values`` are values by row and item. All jokers but the last get any item, and the last the best.
    The number of critical failures (``failing`` is 1) is at most the jokers' share, rounded up: so it stays
    within half a card in the long run. If too few items are plain, all are used.
    """
    if len(plain) < jokers:
        plain = np.arange(shown_values.shape[1])
    if not jokers:
        return plain[:0]
    attempts: list[tuple[int, Ints]] = []
    while len(attempts) < _TRIES and not (attempts and attempts[-1][0] == 0):
        order = plain[random.orderings(1, len(plain))[0]]
        first, candidates = order[: jokers - 1], order[jokers - 1 :]
        sums = shown_values[:, candidates] + shown_values[:, first].sum(axis=1, keepdims=True)
        misses = np.maximum(0, np.maximum(sum_ranges[:, :1] - sums, sums - sum_ranges[:, 1:])).sum(axis=0)
        if failing is not None:
            share = -(-jokers * int(failing.sum()) // len(failing))
            misses = misses + _UNBOUNDED * (failing[candidates] + failing[first].sum() > share)
        last = int(misses.argmin())
        attempts.append((int(misses[last]), np.append(first, candidates[last])))
    return min(attempts, key=lambda attempt: attempt[0])[1]


@lru_cache(maxsize=8192)
def _item_facts(values: tuple[int, ...], plain: tuple[bool, ...], weighed: bool) -> FloatArray:
    """Return the facts of a cell's items (see ``CellItems.facts``), fact × item; ranks and quarters if ``weighed``."""
    row = np.array([values], dtype=np.int64)
    ranks = _ranks(row) if weighed else 0 * row
    again = [[not is_plain for is_plain in plain]]
    quarters = 2 * ranks >= len(values), -2 * ranks >= len(values)
    facts = np.concatenate([row, again, _standardize(row), ranks, *quarters], dtype=np.float64)
    facts.flags.writeable = False  # shared by many decks
    return facts


@lru_cache(maxsize=8192)
def _joker_sum_range(target: Fraction | None, jokers: int) -> tuple[int, int]:
    """Return (least, most) sum of the jokers' values with a mean within 1/2 of the target; any sum if it is None."""
    if target is None:
        return -_UNBOUNDED, _UNBOUNDED
    middle, half = jokers * target, Fraction(jokers, 2)
    return ceil(middle - half), floor(middle + half)


def _standardize(values: Ints) -> FloatArray:
    """Return rows with mean 0 and standard deviation ``UNIT``, in integers; 0 if all are equal."""
    size = values.shape[1]
    centered = size * values - values.sum(axis=1, keepdims=True)
    scale = [isqrt(int(squares) * 1024 * 1024 // size) or 1 for squares in (centered**2).sum(axis=1)]
    return np.asarray(UNIT * 1024 * centered // np.array(scale)[:, None], dtype=np.float64)


def _ranks(values: Ints) -> FloatArray:
    """Return mid-ranks of values within their row, doubled and centered, so that they are whole and sum to 0."""
    below = values[:, None, :] < values[:, :, None]
    return np.asarray(below.sum(axis=2) - below.sum(axis=1), dtype=np.float64)
