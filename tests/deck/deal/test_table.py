from collections import Counter
from itertools import pairwise, permutations

import numpy as np
from deck_games import SHIPPED, dealt, shipped
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.table import CellItems, ItemBlock, deal_blocks

SIZE = 24


@st.composite
def rows(draw, count):
    """Sorted rows, each at or above the one before, so that they can rise on every card."""
    least = [1] * SIZE
    made = []
    for _ in range(count):
        least = sorted(v + draw(st.integers(0, 6)) for v in least)
        plain = tuple(value < least[-3] for value in least)
        made.append(CellItems(tuple(range(SIZE)), tuple(least), plain, open_bonus=0))
    return tuple(made)


@st.composite
def rising_or_not(draw):
    """A block of up to four rows, with any sums for the jokers."""
    made = draw(st.integers(1, 4).flatmap(rows))
    sums = tuple(draw(st.integers(0, 60)) for _ in made)
    return ItemBlock(made, draw(st.booleans()), sums)


BLOCKS = st.lists(rising_or_not(), min_size=1, max_size=3)


@settings(max_examples=25, deadline=None)
@given(BLOCKS, st.sets(st.integers(0, SIZE - 1), max_size=4), st.integers())
def test_dealing_keeps_what_it_deals_and_rising_blocks_rise(blocks, jokers, seed):
    dealt_rows = deal_blocks(blocks, SIZE, sorted(jokers), RandomStream(seed))
    for block, found in zip(blocks, dealt_rows, strict=True):
        for row, items in zip(block.rows, found, strict=True):
            assert Counter(items) == Counter(row.items)
        if block.rising:
            for card in range(SIZE):
                values = [row.values[items[card]] for row, items in zip(block.rows, found, strict=True)]
                assert values == sorted(values)
    assert dealt_rows == deal_blocks(blocks, SIZE, sorted(jokers), RandomStream(seed))


FEW = 6


@st.composite
def nested_rows(draw):
    """Rows for a few cards, place by place no lower than the row above, nor plain where that is open."""
    places = [(draw(st.integers(0, 6)), False) for _ in range(FEW - 1)] + [(0, False)]
    made = []
    for _ in range(draw(st.integers(2, 4))):
        opened = draw(st.sets(st.integers(0, FEW - 2), max_size=2))
        places = [
            (value + draw(st.integers(0, 2)), again or place in opened) for place, (value, again) in enumerate(places)
        ]
        items = draw(st.permutations(places))
        made.append(CellItems(tuple(items), tuple(v for v, _ in items), tuple(not again for _, again in items)))
    return ItemBlock(tuple(made), rising=True, joker_sums=(0,) * len(made))


def nested(block):
    """Whether a block rises with plain items before open ones, both ascending."""
    ordered = [sorted((not p, v) for v, p in zip(row.values, row.plain, strict=True)) for row in block.rows]
    return all(a[0] <= b[0] and a[1] <= b[1] for up, low in pairwise(ordered) for a, b in zip(up, low, strict=True))


def total(row, cards):
    """What the cards, drawn one after the other, add up to in a row: as far as its chain goes."""
    added = 0
    for card in cards:
        value, again = row[card]
        added += value
        if not again:
            break
    return added


@settings(max_examples=60, deadline=None)
@given(nested_rows().filter(nested), st.integers())
def test_no_total_falls_from_row_to_row_whatever_is_drawn_next(group, seed):
    bits = RandomStream("nested", seed)
    [dealt_rows] = deal_blocks([group], FEW, [0], bits)
    for pile, row in zip(group.rows, dealt_rows, strict=True):
        assert Counter(row) == Counter(pile.items)
    for upper, lower in pairwise(dealt_rows):
        assert all(total(upper, cards) <= total(lower, cards) for cards in permutations(range(FEW)))


def test_open_cards_of_a_column_are_the_same_in_all_rows():
    plain, again = (1, 2, 3, 4, 5, 6) * 8, (4, 5, 6, 6, 6, 6)
    made = []
    for row in range(3):
        items = [(value + row, False) for value in plain] + [(value + row, True) for value in again]
        made.append(CellItems(tuple(items), tuple(v for v, _ in items), tuple(not a for _, a in items), open_bonus=0))
    [found] = deal_blocks(
        [ItemBlock(tuple(made), rising=True, joker_sums=(7, 9, 11))], 54, [0, 53], RandomStream("same")
    )
    opened = [[card for card, (_, again) in enumerate(row) if again] for row in found]
    assert opened[0] == opened[1] == opened[2]
    assert len({tuple(value for value, _ in row) for row in found}) == 3


def test_shipped_decks_are_within_the_limits():
    spec = shipped().deck()
    for seed in ("1", "2", "7", "68"):
        assert deal_auditor(spec).audit_deal(dealt(SHIPPED, seed)).passed


def test_cells_that_all_cards_share_are_dealt():
    row = CellItems(("same",) * SIZE, (3,) * SIZE, (True,) * SIZE, open_bonus=0)
    found = deal_blocks([ItemBlock((row,), joker_sums=(3,))] * 2, SIZE, [0], RandomStream("same"))
    assert np.array(found).tolist() == [[["same"] * SIZE]] * 2


def test_jokers_get_the_items_that_are_settled_for_them():
    values = tuple(range(SIZE))
    row = CellItems(values, values, (True,) * SIZE, joker_items=(3, 20))
    for seed in range(5):
        [[items]] = deal_blocks([ItemBlock((row,))], SIZE, [0, 7], RandomStream("settled", seed))
        assert sorted([items[0], items[7]]) == [3, 20]
        assert sorted(items) == list(values)
