from collections import Counter
from fractions import Fraction

import numpy as np
from deck_games import SHIPPED, dealt, shipped
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.spread import balance, independence
from deckgen.deck.deal.placement import Pile, PileGroup
from deckgen.deck.deal.polish import deal
from deckgen.deck.deal.random_stream import RandomStream
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
        made.append(Pile(tuple(range(SIZE)), tuple(least), plain, target, weighed=draw(st.booleans())))
    return tuple(made)


BLOCKS = st.lists(
    st.tuples(st.integers(1, 4), st.booleans()).flatmap(
        lambda shape: st.builds(PileGroup, rows(shape[0]), st.just(shape[1]))
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=25, deadline=None)
@given(BLOCKS, st.sets(st.integers(0, SIZE - 1), max_size=4), st.integers())
def test_dealing_keeps_what_it_deals_and_rising_blocks_rise(blocks, jokers, seed):
    dealt_rows = deal(blocks, SIZE, sorted(jokers), RandomStream(seed))
    for block, found in zip(blocks, dealt_rows, strict=True):
        for row, items in zip(block.rows, found, strict=True):
            assert Counter(items) == Counter(row.items)
        if block.rising:
            for card in range(SIZE):
                values = [row.values[items[card]] for row, items in zip(block.rows, found, strict=True)]
                assert values == sorted(values)
    assert dealt_rows == deal(blocks, SIZE, sorted(jokers), RandomStream(seed))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(1, 12), min_size=SIZE, max_size=SIZE).map(sorted), st.integers(1, 4), st.integers()
)
def test_jokers_are_plain_and_average_where_the_numbers_allow_it(values, jokers, seed):
    mean = Fraction(sum(values), SIZE)
    plain = tuple(i % 5 > 0 for i in range(SIZE))
    row = Pile(tuple(range(SIZE)), tuple(values), plain, mean, weighed=True)
    [[items]] = deal([PileGroup((row,), rising=False)], SIZE, list(range(jokers)), RandomStream(seed))
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
                    dealt(SHIPPED, seed).cards[i].sections[section][cell.column][cell.row - 1]
                    for i in spec.jokers()
                ]
                assert not any(printed.again for printed in wild)
                mean = Fraction(sum(printed.value for printed in wild), len(wild))
                assert abs(mean - distribution(cell.roll).mean) <= Fraction(1, 2)


def test_cells_that_all_cards_share_are_dealt():
    row = Pile(("same",) * SIZE, (3,) * SIZE, (True,) * SIZE, Fraction(3), weighed=True)
    found = deal([PileGroup((row,), rising=False)] * 2, SIZE, [0], RandomStream("same"))
    assert np.array(found).tolist() == [[["same"] * SIZE]] * 2


def test_cards_are_even_where_there_are_few_cells():
    values = tuple(sorted(a + b for a in range(1, 7) for b in range(1, 7)))
    row = Pile(values, values, (True,) * 36, Fraction(7), weighed=True)
    for seed in range(5):
        found = deal([PileGroup((row,), rising=False)] * 9, 36, [0, 35], RandomStream("few", seed))
        shown = np.array(found)[:, 0]
        below = (shown[:, :, None] > shown[:, None, :]).sum(axis=2)
        above = (shown[:, :, None] < shown[:, None, :]).sum(axis=2)
        percentiles = (36 + (below - above).mean(axis=0)) / 72
        assert percentiles.min() >= 0.38
        assert percentiles.max() <= 0.62
