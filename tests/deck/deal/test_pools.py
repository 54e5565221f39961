"""Arranging a column's cells so that the pools read across it are those of independent dice."""

from fractions import Fraction

import numpy as np
import pytest

from deckgen.deck.deal.pool_odds import pool_tails
from deckgen.deck.deal.pools import Pools, arrange
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game.values import Cell
from deckgen.odds import Roll, distribution

SIZE = 24
CELL = [Cell(v) for v in (1, 2, 3, 4, 5) for _ in range(4)] + [Cell(6, again=True)] * 4


def pools(rows, *, critical):
    dice = [
        distribution(Roll((6,) * n, "highest", "open", "all", critical_failure=critical)) for n in range(1, rows + 1)
    ]
    return Pools(tuple(d.tails(24) for d in dice), critical)


def shuffled(rows, *words):
    bits = RandomStream("start", *words)
    return [np.array(bits.shuffle(range(SIZE)), dtype=np.int64) for _ in range(rows)]


def largest(orders, aim):
    """The largest difference of any pool from the dice, in cards."""
    worst = Fraction(0)
    for n, wanted in enumerate(aim.highest, 1):
        cards = [[CELL[order[card]] for order in orders[:n]] for card in range(SIZE)]
        tails = pool_tails(cards, critical=aim.critical)
        for t, chance in enumerate(wanted):
            worst = max(worst, abs((tails[t] if t < len(tails) else 0) - chance))
    return worst * SIZE


@pytest.mark.parametrize("critical", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_pools_come_within_a_card_of_the_dice(seed, critical):
    aim, start = pools(3, critical=critical), shuffled(3, seed)
    orders = arrange([CELL] * 3, aim, start, [0, 23], RandomStream("arrange", seed))
    assert largest(orders, aim) < 1
    assert largest(orders, aim) < largest(start, aim)


def test_items_stay_in_their_rows_and_on_the_fixed_cards():
    aim, start = pools(3, critical=False), shuffled(3, "fixed")
    orders = arrange([CELL] * 3, aim, start, [2, 5], RandomStream("arrange"))
    for before, after in zip(start, orders, strict=True):
        assert sorted(after.tolist()) == list(range(SIZE))
        assert [after[2], after[5]] == [before[2], before[5]]


def test_the_same_bits_arrange_alike():
    aim = pools(2, critical=False)
    twice = [arrange([CELL] * 2, aim, shuffled(2, "same"), [], RandomStream("same")) for _ in range(2)]
    assert [o.tolist() for o in twice[0]] == [o.tolist() for o in twice[1]]
