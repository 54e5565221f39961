from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
from deck_games import SHIPPED, dealt, shipped
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.spread import balance, independence
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.search import deal_blocks
from deckgen.deck.deal.table import CellItems, ItemBlock
from deckgen.odds import distribution

SIZE = 24


@st.composite
def rows(draw, count):
    """Sorted rows, each at or above the one before, so that they can rise on every card."""
    least = [1] * SIZE
    made = []
    for _ in range(count):
        least = sorted(v + draw(st.integers(0, 6)) for v in least)
        plain = tuple(value < least[-3] for value in least)
        target = Fraction(sum(least), SIZE) if draw(st.booleans()) else None
        made.append(CellItems(tuple(range(SIZE)), tuple(least), plain, target, counts_as_luck=draw(st.booleans())))
    return tuple(made)


BLOCKS = st.lists(
    st.tuples(st.integers(1, 4), st.booleans()).flatmap(
        lambda shape: st.builds(ItemBlock, rows(shape[0]), st.just(shape[1]))
    ),
    min_size=1,
    max_size=3,
)


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
    return ItemBlock(tuple(made), rising=True)


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
@given(nested_rows().filter(lambda group: group.nested_order is not None), st.integers())
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
        made.append(
            CellItems(tuple(items), tuple(v for v, _ in items), tuple(not a for _, a in items), counts_as_luck=True)
        )
    [found] = deal_blocks([ItemBlock(tuple(made), rising=True)], 54, [0, 53], RandomStream("same"))
    opened = [[card for card, (_, again) in enumerate(row) if again] for row in found]
    assert opened[0] == opened[1] == opened[2]
    assert len({tuple(value for value, _ in row) for row in found}) == 3


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=SIZE, max_size=SIZE).map(sorted), st.integers(1, 4), st.integers())
def test_jokers_are_plain_and_average_where_the_numbers_allow_it(values, jokers, seed):
    mean = Fraction(sum(values), SIZE)
    plain = tuple(i % 5 > 0 for i in range(SIZE))
    row = CellItems(tuple(range(SIZE)), tuple(values), plain, mean, counts_as_luck=True)
    [[items]] = deal_blocks([ItemBlock((row,), rising=False)], SIZE, list(range(jokers)), RandomStream(seed))
    near = [v for v, p in zip(values, plain, strict=True) if p and abs(v - mean) <= Fraction(1, 2)]
    if len(near) < jokers:
        return
    assert all(plain[i] for i in items[:jokers])
    assert abs(Fraction(sum(values[i] for i in items[:jokers]), jokers) - mean) <= Fraction(1, 2)


def test_shipped_decks_are_within_the_bars_by_far():
    spec = shipped().deck()
    for seed in ("1", "2", "7", "68"):
        deck = dealt(SHIPPED, seed)
        spread, luck = independence([deck], spec), balance([deck], spec)
        assert spread.largest <= 0.30
        assert spread.mean <= 0.06
        assert luck.lowest >= 0.38
        assert luck.highest <= 0.62
        assert luck.passed


def test_shipped_jokers_are_plain_and_average():
    spec = shipped().deck()
    for section in ("causes", "effects"):
        for cell in spec.section(section).cells():
            for seed in ("1", "2"):
                wild = [
                    dealt(SHIPPED, seed).cards[i].sections[section][cell.column][cell.row - 1] for i in spec.jokers()
                ]
                assert not any(printed.again for printed in wild)
                mean = Fraction(sum(printed.value for printed in wild), len(wild))
                assert abs(mean - distribution(cell.roll).mean) <= Fraction(1, 2)


def test_cells_that_all_cards_share_are_dealt():
    row = CellItems(("same",) * SIZE, (3,) * SIZE, (True,) * SIZE, Fraction(3), counts_as_luck=True)
    found = deal_blocks([ItemBlock((row,), rising=False)] * 2, SIZE, [0], RandomStream("same"))
    assert np.array(found).tolist() == [[["same"] * SIZE]] * 2


def test_cards_are_even_where_there_are_few_cells():
    values = tuple(sorted(a + b for a in range(1, 7) for b in range(1, 7)))
    row = CellItems(values, values, (True,) * 36, Fraction(7), counts_as_luck=True)
    for seed in range(5):
        found = deal_blocks([ItemBlock((row,), rising=False)] * 9, 36, [0, 35], RandomStream("few", seed))
        shown = np.array(found)[:, 0]
        below = (shown[:, :, None] > shown[:, None, :]).sum(axis=2)
        above = (shown[:, :, None] < shown[:, None, :]).sum(axis=2)
        percentiles = (36 + (below - above).mean(axis=0)) / 72
        assert percentiles.min() >= 0.38
        assert percentiles.max() <= 0.62


def test_every_card_is_as_likely_as_others_to_get_an_item():
    values = tuple(range(1, 9))
    row = CellItems(values, values, (True,) * 8, counts_as_luck=True)
    found = Counter()
    for seed in range(400):
        for [items] in deal_blocks([ItemBlock((row,))] * 3, 8, [], RandomStream("likely", seed)):
            found.update(enumerate(items))
    expected = 3 * 400 / 8
    chi_square = sum((found[card, item] - expected) ** 2 / expected for card in range(8) for item in values)
    assert chi_square < 85  # 49 degrees of freedom: one in a thousand


def test_jokers_get_the_items_that_are_settled_for_them():
    values = tuple(range(SIZE))
    row = CellItems(values, values, (True,) * SIZE, joker_items=(3, 20))
    for seed in range(5):
        [[items]] = deal_blocks([ItemBlock((row,))], SIZE, [0, 7], RandomStream("settled", seed))
        assert sorted([items[0], items[7]]) == [3, 20]
        assert sorted(items) == list(values)
