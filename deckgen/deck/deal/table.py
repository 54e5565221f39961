"""Dealing: the items of every cell, in blocks of rows, which are shuffled onto the cards each by itself.

Cards are dealt as seats, the jokers' first. Which joker and which other card has which seat is chosen at
random at the end: so every card is equally likely to get an item. All numbers are whole, and small enough for
floating point to hold exactly: so every machine deals the same.

A shuffle makes blocks independent of each other, and any other pressure would not: if cards were made even, a
good result would make others on the card worse. So as little as possible is swapped, and only if some card is
luckier or unluckier than the limit of chance (``deckgen.deck.audit.spread``): in one deck of ten or fewer.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.audit.spread import OPEN_UNIT, luck_limit
from deckgen.deck.deal.jokers import JokerRow, JokerShare, count_failures, joker_share, pick_joker_items
from deckgen.deck.deal.pools import Pools, arrange
from deckgen.game.model import Cell
from deckgen.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_REPAIRS = 100
"""Most swaps that make a card's luck less extreme."""

RANK = 1 << 10
"""The distance between the highest and the lowest rank, in the integers that luck is computed in, is twice that."""


@record
class CellItems:
    """What one cell shows, in ascending order, to be dealt: ``items[i]`` goes to one card.

    ``values`` are its numbers, ``plain`` says which are not open. ``open_bonus`` is what an open number is worth
    more, the cell's mean, if the cell counts when cards are compared as good or bad; None if it does not.
    ``joker_items`` are the indexes of the jokers' items, if given, one for each.
    """

    items: tuple[Any, ...]
    values: tuple[int, ...]
    plain: tuple[bool, ...]
    open_bonus: int | None = None
    joker_items: tuple[int, ...] | None = None

    def joker_share(self, jokers: int) -> JokerShare:
        """Return what the numbers of so many jokers sum to."""
        return joker_share(self.joker_row.kinds, jokers)

    @cached_property
    def joker_row(self) -> JokerRow:
        """The row for picking the jokers' items, in the order of items, without the jokers' sum."""
        critical = [isinstance(item, Cell) and item.critical_failure for item in self.items]
        return JokerRow.of(
            np.array(self.values, dtype=np.int64),
            np.array(self.plain, dtype=np.bool_),
            np.array(critical, dtype=np.bool_),
        )

    @cached_property
    def ranks(self) -> Ints:
        """By item: its rank among all items, and among plain ones, which a joker's is compared with; see ``_ranks``."""
        return _ranks(self.values, self.plain, self.open_bonus or 0)


@record
class ItemBlock:
    """Rows that are dealt together; in a ``rising`` block no card's total falls from row to row.

    For that, on every card values rise and below an open item there are only open ones. Then no total falls
    from a row to the next, whatever is drawn on. By induction over the cards that are left: a card that is
    plain in the upper row totals its number, and the lower row prints at least as much, whatever is added to
    it (numbers on cards are not negative). A card that is open in the upper row is open in the lower one too;
    there it prints at least as much, and the next card, which both draw on, adds at least as much.

    ``joker_sums`` are the sums of the jokers' numbers by row. ``pools``: the rows are read together as pools of
    those odds; their items are cells. ``arranged_items`` are such rows' items from a library, by row and card,
    the jokers' first.
    """

    rows: tuple[CellItems, ...]
    rising: bool = False
    joker_sums: tuple[int, ...] = ()
    pools: Pools | None = None
    arranged_items: Ints | None = None

    @property
    def counts_as_luck(self) -> bool:
        """Whether cards are compared by this block."""
        return self.rows[0].open_bonus is not None

    @property
    def independent_cells(self) -> tuple[int, ...]:
        """How many cells hang together: the rows of a rising block, else each row by itself."""
        return (len(self.rows),) if self.rising else (1,) * len(self.rows)


def deal_blocks(
    blocks: Sequence[ItemBlock], size: int, jokers: Sequence[int], random: RandomStream
) -> list[list[list[Any]]]:
    """Deal every block onto ``size`` cards; return items by block, row and card. ``jokers`` are card indexes."""
    if not blocks:
        return []
    count, other_cards = len(jokers), [card for card in range(size) if card not in jokers]
    joker_orders = random.orderings(len(blocks), count)
    orders = np.append(joker_orders, random.orderings(len(blocks), size - count) + count, axis=1)
    items = [join_rows(block, count, random)[:, order] for block, order in zip(blocks, orders, strict=True)]
    limit_luck([pair for pair in zip(blocks, items, strict=True) if pair[0].counts_as_luck], count)
    seats = np.argsort(random.shuffle(jokers) + random.shuffle(other_cards))
    return [
        [[pile.items[item] for item in row] for pile, row in zip(block.rows, rows[:, seats].tolist(), strict=True)]
        for block, rows in zip(blocks, items, strict=True)
    ]


def limit_luck(blocks: Sequence[tuple[ItemBlock, Ints]], jokers: int) -> None:
    """Swap what two seats have of a block, until no seat's mean rank is beyond the limit of chance.

    Blocks come with their items by row and seat, which are swapped in place. Jokers swap with jokers alone.
    The swap of the seat that is farthest off that makes the least difference is taken: the more a swap
    changes, the more it presses on what else is on the card.
    """
    if not blocks:
        return
    cells = [cells for block, _ in blocks for cells in block.independent_cells]
    size = blocks[0][1].shape[1]
    is_joker = np.arange(size, dtype=np.int64) < jokers
    ranks = np.array([
        np.sum([
            np.where(is_joker, pile.ranks[1, row], pile.ranks[0, row])
            for pile, row in zip(block.rows, rows, strict=True)
        ], axis=0)
        for block, rows in blocks
    ], dtype=np.int64)  # fmt: skip
    limit = int(luck_limit(cells) * 2 * RANK * sum(cells))
    for _ in range(_REPAIRS):
        luck = ranks.sum(axis=0)
        worst = int(np.abs(luck).argmax())
        if abs(luck[worst]) <= limit:
            break
        change = ranks - ranks[:, [worst]]  # of the worst seat's luck, by block and the seat that it swaps with
        farthest = np.maximum(np.maximum(np.abs(luck[worst] + change), np.abs(luck - change)), limit)
        costs = np.where(is_joker == is_joker[worst], farthest * (4 * RANK * sum(cells)) + np.abs(change), np.inf)
        index, seat = divmod(int(costs.argmin()), size)
        if farthest[index, seat] >= abs(luck[worst]):
            break
        ranks[index, [worst, seat]] = ranks[index, [seat, worst]]
        blocks[index][1][:, [worst, seat]] = blocks[index][1][:, [seat, worst]]


def join_rows(block: ItemBlock, jokers: int, random: RandomStream) -> Ints:
    """Return the indexes of a block's items by row and seat, the jokers' seats first, in no random order.

    Rows that rise are swapped as far as they still rise. Pools are arranged as in the library, or here.
    """
    if block.arranged_items is not None:
        return block.arranged_items
    if block.rising:
        return _join_rising(block, jokers, random)
    rows: list[Ints] = []
    for i, pile in enumerate(block.rows):
        if pile.joker_items is not None:
            first = random.shuffle(pile.joker_items)
        else:
            row = pile.joker_row._replace(joker_sum=block.joker_sums[i] if block.joker_sums else 0)
            if block.joker_sums and row.critical.any():
                row = row._replace(failures=count_failures(row, pile.joker_share(jokers), jokers, random))
            [first] = pick_joker_items([row], jokers, random)
        rows.append(_move_to_front(first, len(pile.items)))
    if block.pools:
        for order in rows:
            order[jokers:] = order[jokers:][random.orderings(1, len(order) - jokers)[0]]
        rows = arrange([pile.items for pile in block.rows], block.pools, rows, range(jokers), random)
    return np.array(rows, dtype=np.int64)


def _join_rising(block: ItemBlock, jokers: int, random: RandomStream) -> Ints:
    """Return ``join_rows`` of a rising block: nested, if it rises then, which is plain before open, both ascending.

    It does not if a row has fewer open items than the row above, or lower numbers on them. Then items ascend.
    """
    rows = [pile.joker_row for pile in block.rows]
    values, plain = np.stack([row.values for row in rows]), np.stack([row.plain for row in rows])
    orders = np.lexsort((values, ~plain))
    shown, again = np.take_along_axis(values, orders, axis=1), np.take_along_axis(~plain, orders, axis=1)
    nested = bool((np.diff(shown, axis=0) >= 0).all() and (again[:-1] <= again[1:]).all())
    if not nested:
        orders = np.arange(values.shape[1], dtype=np.int64)[None].repeat(len(values), axis=0)
    joker_rows = [
        JokerRow.of(row.values[order], row.plain[order], row.critical[order])._replace(joker_sum=joker_sum)
        for row, order, joker_sum in zip(rows, orders, block.joker_sums or (0,) * len(rows), strict=True)
    ]
    places = [_move_to_front(first, values.shape[1]) for first in pick_joker_items(joker_rows, jokers, random)]
    items = np.take_along_axis(orders, np.array(places, dtype=np.int64), axis=1)
    _mix(items, values, plain if nested else plain | True, jokers, random)
    return items


def _mix(items: Ints, values: Ints, plain: Mask, jokers: int, random: RandomStream) -> None:
    """Swap rising rows' items between pairs of seats that are no jokers', row by row, where rows still rise.

    ``values`` and ``plain`` are by row and item. An open item is swapped for an open one, if any are not plain.
    """
    shown, is_plain = np.take_along_axis(values, items, axis=1), np.take_along_axis(plain, items, axis=1)
    rows, size = items.shape
    half, seats = (size - jokers) // 2, np.arange(size, dtype=np.int64)
    for row, order in enumerate(random.orderings(rows, size - jokers) + jokers):
        pairs = seats.copy()
        pairs[order[: 2 * half]] = np.append(order[half : 2 * half], order[:half])
        fits = is_plain[row] == is_plain[row][pairs]
        for neighbor, sign in ((row - 1, 1), (row + 1, -1)):
            if 0 <= neighbor < rows:
                fits &= sign * shown[row][pairs] >= sign * shown[neighbor]
        swapped = np.where(fits & fits[pairs], pairs, seats)
        for facts in (items, shown, is_plain):
            facts[row] = facts[row][swapped]


def _move_to_front(leading: Sequence[int], size: int) -> Ints:
    """Return 0 ... ``size`` - 1, the leading ones first."""
    return np.append(leading, np.delete(np.arange(size, dtype=np.int64), leading)).astype(np.int64)


@lru_cache(maxsize=8192)
def _ranks(values: tuple[int, ...], plain: tuple[bool, ...], open_bonus: int) -> Ints:
    """Return by item its mid-rank from -``RANK`` to ``RANK`` among all items, and that among plain items."""
    is_plain = np.array(plain, dtype=np.bool_)
    worth = OPEN_UNIT * np.array(values, dtype=np.int64) + np.where(is_plain, 0, open_bonus)
    signs = np.sign(worth[:, None] - worth)
    return np.array(
        [RANK * signs[:, among].sum(axis=1) // max(int(among.sum()), 1) for among in (is_plain | True, is_plain)],
        dtype=np.int64,
    )
