from fractions import Fraction

import pytest
from deck_twins import cards, small_cells, totals
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset, open_counts, total_tails
from deckgen.game.values import Cell


@settings(max_examples=20, deadline=None)
@given(small_cells(7))
def test_without_replacement_the_mean_and_the_odds_are_those_of_every_order_of_the_deck(cell):
    chances = totals(cell)
    assert cell.mean("without-replacement") == sum(t * p for t, p in chances.items())
    tails = total_tails(cell, "without-replacement")
    assert tails == [sum(p for t, p in chances.items() if t >= at) for at in range(len(tails))]
    assert tails[-1] == 0
    assert max(chances) == len(tails) - 2


@given(small_cells())
def test_with_replacement_the_mean_and_the_odds_are_those_of_the_chain(cell):
    deck, mean = cards(cell), cell.mean("with-replacement")
    # a draw is a card, and where that is open another draw
    assert mean == sum(value + (mean if again else 0) for value, again in deck) / Fraction(len(deck))
    tails = total_tails(cell, "with-replacement")
    for at, tail in enumerate(tails):
        drawn = [Fraction(value >= at) if not again else tails[max(at - value, 0)] for value, again in deck]
        assert tail == sum(drawn) / len(deck)
    assert tails[-1] * 1000 * len(deck) < 1


@given(small_cells())
def test_the_values_of_a_cell_are_the_cell_again(cell):
    values = cell.values()
    assert multiset(reversed(values)) == cell
    assert [v.value for v in values] == sorted(v.value for v in values)
    assert len(values) == cell.plain_cards + cell.open_cards


@given(small_cells(), st.sampled_from(("without-replacement", "with-replacement")))
def test_every_mean_is_a_multiple_of_one_over_the_denominator(cell, draw):
    size = cell.plain_cards + cell.open_cards
    assert (cell.mean(draw) * mean_denominator(cell.open_cards, size, draw)).denominator == 1


def test_marks_stand_only_where_they_are_true():
    cell = Multiset(1, ((2, 1),), ((9, 1),))
    assert cell.values() == [
        Cell(1, critical_failure=True),
        Cell(2),
        Cell(9, again=True),
    ]


@given(
    st.fractions(1, 60, max_denominator=400),
    st.integers(20, 200),
    st.sampled_from(("without-replacement", "with-replacement")),
)
def test_open_counts_are_the_exact_ones_where_there_are_any(mean, size, draw):
    counts = [k for group in open_counts(mean, size, draw, explodes=True) for k in group]
    exact = {k for k in range(size // 3 + 1) if (mean * mean_denominator(k, size, draw)).denominator == 1}
    assert len(counts) == len(set(counts))
    assert set(counts) == (exact or set(range(1, size // 4 + 1)))


@pytest.mark.parametrize("mean", [Fraction(7), Fraction(7, 3)])
def test_plain_dice_have_no_open_cards(mean):
    assert open_counts(mean, 54, "without-replacement", explodes=False) == ((0,),)
