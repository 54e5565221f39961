from collections import Counter

import numpy as np
import pytest

from deckgen.deck.deal import polish as module
from deckgen.deck.deal.placement import Pile, PileGroup, Table
from deckgen.deck.deal.polish import deal
from deckgen.deck.deal.random_stream import RandomStream

SIZE = 54
VALUES = tuple(sorted(range(1, 10)) * 6)


def piles(count, *, weighed=True):
    """Groups of one row each, whose cards carry the numbers 1 to 9 equally often."""
    values = tuple(sorted(VALUES))
    row = Pile(tuple(range(SIZE)), values, (True,) * SIZE, None, weighed)
    return [PileGroup((row,), rising=False) for _ in range(count)]


def one_way(count, alike):
    """A table on which the first ``alike`` rows give the first seats the lowest numbers."""
    table = Table(piles(count), SIZE, 0, RandomStream("polish"))
    for row in range(alike):
        for seat in range(SIZE):
            table.swap(slice(row, row + 1), seat, table.items[row].tolist().index(seat))
    return table


@pytest.mark.parametrize("alike", [2, 12])
def test_cards_that_were_all_good_or_all_bad_become_even(alike):
    table = one_way(12, alike)
    far = module._FAR * 2 * SIZE * 12 // 100
    assert np.abs(table.luck).max() > far
    module.Polisher(table).polish()
    assert np.abs(table.luck).max() <= far
    assert (table.luck == table.rank.sum(axis=0)).all()
    assert (table.alike == table.score.T @ table.score).all()


def test_cells_that_were_alike_are_untangled():
    table = one_way(12, 2)
    assert (table.shown[0] == table.shown[1]).all()
    module.Polisher(table).polish()
    rows = np.corrcoef(table.shown) - np.eye(12)
    assert np.abs(rows).max() <= module._ALIKE / 100 + 0.01


def test_columns_that_were_alike_are_untangled_and_still_rise():
    items, plain = tuple(range(SIZE)), (True,) * SIZE
    rows = tuple(Pile(items, tuple(value + row for value in VALUES), plain, weighed=True) for row in range(3))
    table = Table([PileGroup(rows, rising=True)] * 2, SIZE, 2, RandomStream("columns"))
    for row in range(6):  # all in ascending order
        for seat in range(SIZE):
            table.swap(slice(row, row + 1), seat, table.items[row].tolist().index(seat))
    module.Polisher(table).polish()
    found = np.abs(np.corrcoef(table.shown))
    assert found[:3, 3:].max() <= module._ALIKE / 100 + 0.01
    assert (np.diff(table.shown[:3], axis=0) >= 0).all()
    assert (np.diff(table.shown[3:], axis=0) >= 0).all()


def test_every_card_has_a_high_and_a_low_number_somewhere():
    table = one_way(12, 0)
    # seat 0 has nothing of the highest quarter
    for row in range(12):
        if 2 * table.rank[row, 0] >= SIZE:
            table.swap(slice(row, row + 1), 0, int(np.abs(table.rank[row]).argmin()))
    assert not (2 * table.rank[:, 0] >= SIZE).any()
    module.Polisher(table).polish()
    found = 2 * table.rank
    assert (found >= SIZE).any(axis=0).all()
    assert (found <= -SIZE).any(axis=0).all()


def test_rows_that_do_not_count_are_not_polished():
    table = Table(piles(3, weighed=False), SIZE, 0, RandomStream("polish"))
    before = table.items.copy()
    module.Polisher(table).polish()
    assert (table.items == before).all()
    assert not table.allowed(0).any()


def test_dealing_gives_every_item_once_and_the_same_each_time():
    blocks = piles(5)
    found = deal(blocks, SIZE, [0, 1], RandomStream("a"))
    assert [[Counter(row) for row in rows] for rows in found] == [[Counter(range(SIZE))]] * 5
    assert found == deal(blocks, SIZE, [0, 1], RandomStream("a"))
    assert found != deal(blocks, SIZE, [0, 1], RandomStream("b"))
