"""Dealing: every block is shuffled by itself, and luck beyond the limit of chance is repaired.

Cards are dealt as seats, the jokers' first. Which joker and which other card has which seat is chosen at
random at the end: so every card is equally likely to get an item. All numbers are whole, and small enough for
floating point to hold exactly: so every machine deals the same.

A shuffle makes all blocks independent of each other, and any other pressure would not: if cards were made
even, a good result would make others on the card worse. So as little as possible is swapped, and only if
some card is luckier or unluckier than the limit (``deckgen.deck.audit.spread``), which is one deck in eight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.audit.spread import luck_limit
from deckgen.deck.deal.table import RANK, ItemBlock, join_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]

_REPAIRS = 100
"""Most swaps that make a card's luck less extreme."""


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
    is_joker = np.arange(size) < jokers
    ranks = np.array([
        np.sum([
            np.where(is_joker, pile.ranks[1, row], pile.ranks[0, row])
            for pile, row in zip(block.rows, rows, strict=True)
        ], axis=0)
        for block, rows in blocks
    ])  # fmt: skip
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
