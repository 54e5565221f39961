"""Luck of cards: shuffled, and changed only beyond the limit of chance."""

from collections import Counter

import numpy as np
import pytest

from deckgen.deck.audit.spread import luck_limit
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.table import RANK, CellItems, ItemBlock, deal_blocks, limit_luck

SIZE = 54
VALUES = tuple(sorted(range(1, 10)) * 6)
ROW = CellItems(tuple(range(SIZE)), tuple(sorted(VALUES)), (True,) * SIZE, open_bonus=0)


def blocks_in_order(count):
    """Blocks of one row, all with the lowest number on the first seat and the highest on the last."""
    return [(ItemBlock((ROW,)), np.arange(SIZE)[None].copy()) for _ in range(count)]


def luck(blocks):
    return sum(block.rows[0].ranks[0, rows[0]] for block, rows in blocks) / len(blocks) / (2 * RANK)


@pytest.mark.parametrize("count", [5, 12])
def test_cards_that_were_all_good_or_all_bad_come_within_the_limit_of_chance(count):
    blocks = blocks_in_order(count)
    limit = luck_limit((1,) * count)
    assert np.abs(luck(blocks)).max() > limit
    limit_luck(blocks, 0)
    assert np.abs(luck(blocks)).max() <= limit
    for _, rows in blocks:
        assert sorted(rows[0].tolist()) == list(range(SIZE))


def test_as_little_is_changed_as_the_limit_needs():
    blocks = blocks_in_order(3)  # three results cannot be beyond three deviations
    limit_luck(blocks, 0)
    assert all((rows == np.arange(SIZE)).all() for _, rows in blocks)
    random = RandomStream("even")
    shuffled = [(ItemBlock((ROW,)), random.orderings(1, SIZE)) for _ in range(20)]
    for _, rows in shuffled:  # all of the last seat's numbers are the highest
        best = int(rows[0].argmax())
        rows[0, [best, -1]] = rows[0, [-1, best]]
    before = [rows.copy() for _, rows in shuffled]
    limit_luck(shuffled, 0)
    changed = sum(int((old != rows).sum()) for old, (_, rows) in zip(before, shuffled, strict=True))
    assert 0 < changed <= 2 * 12
    assert abs(luck(shuffled)[-1]) > 0.9 * luck_limit((1,) * 20)


def test_jokers_swap_with_jokers_alone():
    blocks = blocks_in_order(12)
    before = [sorted(rows[0, :2].tolist()) for _, rows in blocks]
    limit_luck(blocks, 2)
    assert [sorted(rows[0, :2].tolist()) for _, rows in blocks] == before


def test_open_numbers_count_by_their_totals_and_jokers_among_plain_numbers():
    row = CellItems((0, 1, 2, 3), (1, 2, 3, 2), (True, True, True, False), open_bonus=16 * 3)
    assert row.ranks.tolist() == [[-3 * RANK // 4, -RANK // 4, RANK // 4, 3 * RANK // 4],
                                  [-2 * RANK // 3, 0, 2 * RANK // 3, RANK]]  # fmt: skip


def test_cells_are_as_independent_as_shuffled_ones():
    """The mean correlation, with its sign, over many deals: by chance its deviation is 0.137/√(pairs · deals)."""
    cells, deals = 7, 300
    correlations = []
    for seed in range(deals):
        found = deal_blocks([ItemBlock((ROW,), joker_sums=(10,))] * cells, SIZE, [0, 53], RandomStream("even", seed))
        values = np.array([[ROW.values[item] for item in row] for [row] in found])
        correlations.append(np.corrcoef(values)[np.triu_indices(cells, 1)].mean())
    deviation = np.std(correlations) / deals**0.5
    assert deviation == pytest.approx(0.137 / (21 * deals) ** 0.5, rel=0.15)
    assert abs(np.mean(correlations)) < 3 * deviation


def test_dealing_gives_every_item_once_and_the_same_each_time():
    blocks = [ItemBlock((ROW,), joker_sums=(10,))] * 5
    found = deal_blocks(blocks, SIZE, [0, 1], RandomStream("a"))
    assert [[Counter(row) for row in rows] for rows in found] == [[Counter(range(SIZE))]] * 5
    assert found == deal_blocks(blocks, SIZE, [0, 1], RandomStream("a"))
    assert found != deal_blocks(blocks, SIZE, [0, 1], RandomStream("b"))


def test_every_card_is_as_likely_as_others_to_get_an_item():
    values = tuple(range(1, 9))
    row = CellItems(values, values, (True,) * 8, open_bonus=0)
    found = Counter()
    for seed in range(400):
        for [items] in deal_blocks([ItemBlock((row,))] * 3, 8, [], RandomStream("likely", seed)):
            found.update(enumerate(items))
    expected = 3 * 400 / 8
    chi_square = sum((found[card, item] - expected) ** 2 / expected for card in range(8) for item in values)
    assert chi_square < 85  # 49 degrees of freedom: one in a thousand
