from collections import Counter

import numpy as np
import pytest

from deckgen.deck.deal import search as module
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.search import Search, deal_blocks
from deckgen.deck.deal.table import CellItems, ItemBlock, SeatTable

SIZE = 54
VALUES = tuple(sorted(range(1, 10)) * 6)


def piles(count, *, weighed=True):
    """Groups of one row each, whose cards carry the numbers 1 to 9 equally often."""
    values = tuple(sorted(VALUES))
    row = CellItems(tuple(range(SIZE)), values, (True,) * SIZE, None, weighed)
    return [ItemBlock((row,), rising=False) for _ in range(count)]


def one_way(count, alike):
    """A table on which the first ``alike`` rows give the first seats the lowest numbers."""
    table = SeatTable(piles(count), SIZE, 0, RandomStream("search"))
    for row in range(alike):
        table.move(slice(row, row + 1), table.items[row].argsort())
    return table


@pytest.mark.parametrize("alike", [2, 12])
def test_cards_that_were_all_good_or_all_bad_become_even(alike):
    table = one_way(12, alike)
    search = Search(table)
    assert np.abs(search.luck).max() > search.luck_limit
    search.run()
    assert 10 * np.abs(search.luck).max() <= 11 * search.luck_limit
    assert (search.luck == table.rank.sum(axis=0)).all()
    assert (search.seat_products == table.score.T @ table.score).all()
    assert (search.quarters == table.quarters.sum(axis=1)).all()


def test_cells_that_were_alike_are_untangled():
    table = one_way(12, 2)
    assert (table.values[0] == table.values[1]).all()
    Search(table).run()
    rows = np.corrcoef(table.values) - np.eye(12)
    assert np.abs(rows).max() <= module._LIKENESS_LIMIT / 100 + 0.01


def test_columns_that_were_alike_are_untangled_and_still_rise():
    items, plain = tuple(range(SIZE)), (True,) * SIZE
    rows = tuple(
        CellItems(items, tuple(value + row for value in VALUES), plain, counts_as_luck=True) for row in range(3)
    )
    table = SeatTable([ItemBlock(rows, rising=True)] * 2, SIZE, 2, RandomStream("columns"))
    for row in range(6):  # all in ascending order
        table.move(slice(row, row + 1), table.items[row].argsort())
    Search(table).run()
    found = np.abs(np.corrcoef(table.values))
    assert found[:3, 3:].max() <= module._LIKENESS_LIMIT / 100 + 0.01
    assert (np.diff(table.values[:3], axis=0) >= 0).all()
    assert (np.diff(table.values[3:], axis=0) >= 0).all()


def test_every_card_has_a_high_and_a_low_number_somewhere():
    table = one_way(13, 0)
    # seat 0 has nothing of the highest quarter
    for row in range(13):
        if 2 * table.rank[row, 0] >= SIZE:
            table.swap(slice(row, row + 1), 0, int(np.abs(table.rank[row]).argmin()))
    assert not (2 * table.rank[:, 0] >= SIZE).any()
    assert Search(table).run()
    found = 2 * table.rank
    assert (found >= SIZE).any(axis=0).all()
    assert (found <= -SIZE).any(axis=0).all()


def test_rows_that_do_not_count_move_among_cards_of_a_kind_alone():
    table = SeatTable(piles(3, weighed=False), SIZE, 2, RandomStream("search"))
    before = [sorted(row[:2]) for row in table.items.tolist()]
    assert Search(table).run()
    assert [sorted(row[:2]) for row in table.items.tolist()] == before
    assert not table.movable.any()


def units():
    """Units of a table of a shipped deck's kind: a row, a group, a row of a group, rows that do not count."""
    items, plain = tuple(range(SIZE)), (True,) * SIZE
    column = tuple(
        CellItems(items, tuple(value + row for value in VALUES), plain, counts_as_luck=True) for row in range(3)
    )
    groups = [*piles(11), ItemBlock(column, rising=True), *piles(2, weighed=False)]
    return Search(SeatTable(groups, SIZE, 2, RandomStream("units")))


@pytest.mark.parametrize("rows", [(0, 1), (11, 14), (12, 13), (15, 16)])
def test_what_a_swap_gains_is_what_its_order_costs_less(rows):
    unit = module._Unit(units(), slice(*rows))
    unit.allowed = np.ones((SIZE, SIZE), dtype=bool)
    gains, seats = unit.gains(), np.arange(SIZE)
    for a, b in [(0, 1), (3, 50), (20, 21), (9, 40)]:
        order = seats.copy()
        order[[a, b]] = b, a
        before, after = unit.costs(np.array([seats, order]))
        likeness = np.abs(unit.score @ unit.table.score.T) * unit.apart
        if (likeness > unit.search.likeness_limit).sum() < 2:  # of several, a gain knows the most alike alone
            assert gains[a, b] == gains[b, a] == after - before


def test_every_visit_of_a_unit_makes_the_whole_cost_less():
    search = units()
    for unit in search.table.groups * 3:
        before = search.seat_products.copy()
        if not search.swap_unit(unit):
            assert (search.seat_products == before).all()
        assert (search.seat_products == search.table.score.T @ search.table.score).all()


def test_dealing_gives_every_item_once_and_the_same_each_time():
    blocks = piles(5)
    found = deal_blocks(blocks, SIZE, [0, 1], RandomStream("a"))
    assert [[Counter(row) for row in rows] for rows in found] == [[Counter(range(SIZE))]] * 5
    assert found == deal_blocks(blocks, SIZE, [0, 1], RandomStream("a"))
    assert found != deal_blocks(blocks, SIZE, [0, 1], RandomStream("b"))
