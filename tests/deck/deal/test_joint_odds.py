"""The odds of several rolls of one card against every order of small decks, and against what is known of one."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import assume, given, settings, strategies as st

from deckgen.deck.cells import multiset, total_tails
from deckgen.deck.deal.joint_odds import JointOdds, PoolReading
from deckgen.deck.deal.pool_odds import pool_tails
from deckgen.game.values import Cell

CELLS = st.sampled_from([Cell(v) for v in (0, 1, 1, 2, 4)] + [Cell(v, again=True) for v in (1, 2, 3)])
WITHOUT, WITH = "without-replacement", "with-replacement"


def total(cells):
    found = 0
    for cell in cells:
        found += cell.value
        if not cell.again:
            break
    return found


def by_hand(readings, size):
    """By first card, from every order of the deck."""
    met = [[0, 0] for _ in range(size)]
    for order in permutations(range(size)):
        every = True
        for reading in readings:
            first = reading.cells[order[0]]
            if reading.critical and 2 * first.count(Cell(1)) > len(first):
                best = 1
            else:
                best = max(total(reading.cells[c][i] for c in order) for i in range(len(first)))
            every = every and best >= reading.at_least
        met[order[0]][0] += every
        met[order[0]][1] += 1
    return [Fraction(ways, whole) for ways, whole in met]


@st.composite
def readings(draw, cells=CELLS):
    size = draw(st.integers(2, 6))
    made = []
    for _ in range(draw(st.integers(1, 3))):
        width = draw(st.integers(1, 2))
        rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=size, max_size=size))
        for place in range(width):  # every chain has an end
            assume(any(not row[place].again for row in rows))
        made.append(PoolReading(rows, draw(st.integers(0, 9)), draw(st.booleans())))
    return size, made


@settings(max_examples=150, deadline=None)
@given(readings())
def test_joint_odds_are_those_of_every_order_of_the_deck(case):
    size, made = case
    odds = JointOdds(made, WITHOUT)
    assert [odds.chance(card) for card in range(size)] == by_hand(made, size)


@settings(max_examples=80, deadline=None)
@given(readings(st.sampled_from([Cell(v) for v in (-2, 1, 3)] + [Cell(v, again=True) for v in (1, 2)])))
def test_a_total_may_fall_again_where_numbers_are_negative(case):
    size, made = case
    odds = JointOdds(made, WITHOUT)
    assert [odds.chance(card) for card in range(size)] == by_hand(made, size)


@pytest.mark.parametrize("draw", [WITHOUT, WITH])
@settings(max_examples=60, deadline=None)
@given(st.lists(CELLS, min_size=3, max_size=20), st.integers(1, 15))
def test_one_cell_has_the_tails_of_its_multiset(draw, cells, at_least):
    assume(any(not cell.again for cell in cells))
    odds = JointOdds([PoolReading([[cell] for cell in cells], at_least)], draw)
    mean = sum(map(odds.chance, range(len(cells)))) / len(cells)
    tails = total_tails(multiset(cells), draw)
    if at_least < len(tails) or draw == WITHOUT:
        assert mean == (tails[at_least] if at_least < len(tails) else 0)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=3, max_size=10), st.integers(1, 9), st.booleans())
def test_one_pool_has_the_tails_of_the_pool(cards, at_least, critical):
    for place in range(3):
        assume(any(not card[place].again for card in cards))
    odds = JointOdds([PoolReading(cards, at_least, critical)], WITHOUT)
    tails = pool_tails(cards, critical=critical)
    mean = sum(map(odds.chance, range(len(cards)))) / len(cards)
    assert mean == (tails[at_least] if at_least < len(tails) else 0)


def test_one_added_card_serves_all_that_is_open():
    """Two cells that are open on one card of four go on with the same card; where both are plain both end."""
    both = [[Cell(4, again=True)], [Cell(1)], [Cell(9)], [Cell(1)]]
    odds = JointOdds([PoolReading(both, 10), PoolReading(both, 10)], WITHOUT)
    assert odds.chance(0) == Fraction(1, 3)
    replaced = JointOdds([PoolReading(both, 10), PoolReading(both, 10)], WITH)
    # the first card again: 8 so far, and then once more
    assert replaced.chance(0) == Fraction(1, 4) + Fraction(1, 4) * (Fraction(1, 4) + Fraction(1, 4))


def test_zeros_that_go_on_for_ever_end_with_replacement():
    cells = [[Cell(0, again=True)], [Cell(1)], [Cell(3)]]
    odds = JointOdds([PoolReading(cells, 2), PoolReading(cells, 2)], WITH)
    assert odds.chance(0) == Fraction(1, 2)
