"""The odds of pools against every order of small decks."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import assume, given, settings, strategies as st

from deckgen.deck.cells import multiset, total_tails
from deckgen.deck.deal.pool_odds import PoolOdds, column_odds, pool_tails, read_shown
from deckgen.game.values import Cell


def by_hand(cards, *, critical):
    """The same odds, by drawing the deck in every order."""
    totals = Counter()
    for order in permutations(cards):
        ones = sum(cell == Cell(1) for cell in order[0])
        if critical and 2 * ones > len(order[0]):
            totals[1] += 1
        else:
            totals[max(chain([card[place] for card in order]) for place in range(len(order[0])))] += 1
    every = totals.total()
    return [Fraction(sum(n for total, n in totals.items() if total >= t), every) for t in range(max(totals) + 2)]


def chain(cells):
    total = 0
    for cell in cells:
        total += cell.value
        if not cell.again:
            return total
    raise AssertionError


CELLS = st.sampled_from([Cell(v) for v in (1, 1, 2, 4)] + [Cell(v, again=True) for v in (1, 2, 3)])


@st.composite
def decks(draw):
    size, places = draw(st.integers(2, 5)), draw(st.integers(1, 4))
    cards = draw(st.lists(st.lists(CELLS, min_size=places, max_size=places), min_size=size, max_size=size))
    assume(all(any(not card[p].again for card in cards) for p in range(places)))
    return cards


@settings(max_examples=150, deadline=None)
@given(decks(), st.booleans())
def test_pools_are_those_of_every_order_of_the_deck(cards, critical):
    assert pool_tails(cards, critical=critical) == by_hand(cards, critical=critical)


@settings(max_examples=40, deadline=None)
@given(decks())
def test_a_pool_of_one_cell_is_that_cell(cards):
    first = multiset(card[0] for card in cards)
    expected = total_tails(first, "without-replacement")
    found = column_odds(cards, critical=False).tails(1)
    longest = max(len(found), len(expected))
    assert found + [0] * (longest - len(found)) == expected + [0] * (longest - len(expected))


def test_cells_that_go_on_share_the_cards_that_are_added():
    cards = [[Cell(3, again=True)] * 2, [Cell(1), Cell(5)], [Cell(2), Cell(2)]]
    # alone: 3 + 1 or 3 + 2; together: 8 or 5, 5 or 2 at once
    assert pool_tails(cards, critical=False) == [
        1, 1, 1, Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), Fraction(1, 6), Fraction(1, 6), Fraction(1, 6), 0,
    ]  # fmt: skip


def test_more_than_half_plain_ones_count_one():
    one, open_one, four = Cell(1), Cell(1, again=True), Cell(4)
    cards = [[one, one, four], [one, open_one, four]]
    assert pool_tails(cards, critical=False)[4] == 1
    assert pool_tails(cards, critical=True)[2:5] == [Fraction(1, 2)] * 3


def test_odds_that_the_cache_remembers_are_not_computed_again(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path))
    cards = [tuple(map(read_shown, row)) for row in [(Cell(1), Cell(2)), (Cell(3, again=True), Cell(1))]]
    first = PoolOdds(cards, critical=False)
    first.load_or_cache()
    (path,) = (tmp_path / "pools").iterdir()
    monkeypatch.setattr(PoolOdds, "_below", None)
    again = PoolOdds(cards, critical=False)
    again.load_or_cache()
    assert again.tails(2) == first.tails(2)
    path.write_bytes(path.read_bytes().replace(b"[", b"[ "))
    with pytest.raises(TypeError):  # what was changed is computed again
        PoolOdds(cards, critical=False).load_or_cache()
