from collections import Counter

import numpy as np
import pytest

from deckgen.deck.deal import polish as module
from deckgen.deck.deal.placement import Pile, PileGroup, Placement
from deckgen.deck.deal.polish import deal
from deckgen.deck.deal.random_stream import RandomStream

SIZE = 54
VALUES = tuple(sorted(range(1, 10)) * 6)


def piles(count, *, weighed=True):
    """Blocks of one row each, whose cards carry the numbers 1 to 9 equally often."""
    values = tuple(sorted(VALUES))
    row = Pile(tuple(range(SIZE)), values, (True,) * SIZE, None, weighed)
    return [PileGroup((row,), rising=False) for _ in range(count)]


def one_way(count, alike):
    """A placement in which the first ``alike`` rows give the first cards the lowest numbers, and its rows."""
    blocks = piles(count)
    table = Placement(SIZE, [], RandomStream("polish"))
    dealt = [table.place(block) for block in blocks]
    for (row,) in dealt[:alike]:
        for card in range(SIZE):
            table.swap(row, card, row.at.tolist().index(card))
    return table, dealt


def ranks(dealt):
    return np.array([row.rank for (row,) in dealt])


@pytest.mark.parametrize("alike", [2, 12])
def test_cards_that_were_all_good_or_all_bad_become_even(alike):
    table, dealt = one_way(12, alike)
    far = module._FAR * 2 * SIZE * 12 // 100
    assert np.abs(table.luck).max() > far
    module._Polisher(table, dealt).polish()
    assert np.abs(table.luck).max() <= far
    assert (table.luck == ranks(dealt).sum(axis=0)).all()


def test_cells_that_were_alike_are_untangled():
    table, dealt = one_way(12, 2)
    one, other = (row.shown for row in (dealt[0][0], dealt[1][0]))
    assert (one == other).all()
    module._Polisher(table, dealt).polish()
    rows = np.corrcoef([row.shown for (row,) in dealt]) - np.eye(12)
    assert np.abs(rows).max() <= module._ALIKE / 100 + 0.01


def test_every_card_has_a_high_and_a_low_number_somewhere():
    table, dealt = one_way(12, 0)
    # card 0 has nothing of the highest quarter
    for (row,) in dealt:
        if 2 * row.rank[0] >= SIZE:
            table.swap(row, 0, int(np.abs(row.rank).argmin()))
    assert not (2 * ranks(dealt)[:, 0] >= SIZE).any()
    module._Polisher(table, dealt).polish()
    found = 2 * ranks(dealt)
    assert (found >= SIZE).any(axis=0).all()
    assert (found <= -SIZE).any(axis=0).all()


def test_rows_that_do_not_count_are_not_polished(monkeypatch):
    def never(polisher):
        raise AssertionError(polisher.rows)

    monkeypatch.setattr(module._Polisher, "polish", never)
    assert len(deal(piles(3, weighed=False), SIZE, [], RandomStream("polish"))) == 3
    with pytest.raises(AssertionError):
        deal(piles(3), SIZE, [], RandomStream("polish"))


def test_dealing_gives_every_item_once_and_the_same_each_time():
    blocks = piles(5)
    found = deal(blocks, SIZE, [0, 1], RandomStream("a"))
    assert [[Counter(row) for row in rows] for rows in found] == [[Counter(range(SIZE))]] * 5
    assert found == deal(blocks, SIZE, [0, 1], RandomStream("a"))
    assert found != deal(blocks, SIZE, [0, 1], RandomStream("b"))
