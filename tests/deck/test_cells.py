import json
from fractions import Fraction

import pytest
from deck_twins import cards, small_cells, totals
from hypothesis import given, settings, strategies as st

from deckgen.deck.cells import Multiset, chain_weights, mean_denominator, multiset, total_tails
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
    values = cell.cells()
    assert multiset(reversed(values)) == cell
    assert [v.value for v in values] == sorted(v.value for v in values)
    assert len(values) == cell.plain_cards + cell.open_cards


@given(small_cells(), st.sampled_from(("without-replacement", "with-replacement")))
def test_every_mean_is_a_multiple_of_one_over_the_denominator(cell, draw):
    size = cell.plain_cards + cell.open_cards
    assert (cell.mean(draw) * mean_denominator(cell.open_cards, size, draw)).denominator == 1


def test_marks_stand_only_where_they_are_true():
    cell = Multiset(1, ((2, 1),), ((9, 1),))
    assert cell.cells() == [
        Cell(1, critical_failure=True),
        Cell(2),
        Cell(9, again=True),
    ]


def test_at_least_counts_cards_that_print_a_number_or_more():
    cell = Multiset(1, ((3, 2),), ((5, 1),))
    assert [cell.at_least(number) for number in range(7)] == [4, 4, 3, 3, 1, 1, 0]
    assert cell.plain_at_least == (3, 3, 2, 2)
    assert cell.open_values == [5]


@settings(max_examples=20, deadline=None)
@given(small_cells(6))
def test_the_weights_of_chains_are_those_of_every_order_of_the_deck(cell):
    """With nothing on the plain cards, a total is what the open ones sum to."""
    blank = Multiset(0, ((0, cell.plain_cards),), cell.open)
    weights = chain_weights(cell.open, cell.size, "without-replacement", cell.open_sum + 2)
    for total, weight in enumerate(weights):
        assert weight * cell.plain_cards == totals(blank).get(total, 0) * cell.size
    assert chain_weights(cell.open, cell.size, "without-replacement", 2) == weights[:2]


@given(small_cells())
def test_with_replacement_a_chain_goes_on_with_an_open_card_or_ends(cell):
    weights = chain_weights(cell.open, cell.size, "with-replacement", 9)
    assert len(weights) == 9
    for total, weight in enumerate(weights):
        before = sum(n * weights[total - v] for v, n in cell.open if v <= total)
        assert weight == Fraction(before, cell.size) + (total == 0)


@given(small_cells())
def test_a_multiset_is_the_same_after_json(cell):
    assert Multiset.from_json(json.loads(json.dumps(cell.to_json()))) == cell


def test_counts_and_sums():
    cell = Multiset(2, ((3, 4), (5, 1)), ((6, 2), (7, 1)))
    assert (cell.plain_cards, cell.open_cards, cell.size) == (7, 3, 10)
    assert (cell.plain_sum, cell.open_sum) == (19, 19)
    assert cell.mean("without-replacement") == Fraction(19, 7) + Fraction(19, 8)
    assert cell.mean("with-replacement") == Fraction(38, 7)
    assert cell.weighted_sum("without-replacement") == 19 * 8 + 19 * 7
    assert mean_denominator(3, 10, "without-replacement") == 56
    assert mean_denominator(3, 10, "with-replacement") == mean_denominator(0, 7, "without-replacement") == 7


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"critical": 0, "plain": []},
        {"critical": -1, "plain": [], "open": []},
        {"critical": True, "plain": [], "open": []},
        {"critical": 0.0, "plain": [], "open": []},
        {"critical": 0, "plain": {}, "open": []},
        *({"critical": 0, "plain": [pair], "open": []} for pair in ([], [4], [4, 1, 1], [-1, 2], [4, 0], 4)),
        *({"critical": 0, "plain": [], "open": [pair]} for pair in (["4", 1], [4, 1.0], [True, 1], {"4": 1})),
    ],
)
def test_what_is_no_multiset_is_none(data):
    assert Multiset.from_json(data) is None


def test_a_number_may_be_nought_but_no_cards_are_no_count():
    assert Multiset.from_json({"critical": 0, "plain": [[0, 1]], "open": []}) == Multiset(0, ((0, 1),), ())


def test_a_chain_without_end_is_followed_to_below_a_thousandth_of_a_card():
    """One open card in ten, and all show 1: P(total >= T) falls to a tenth with every T."""
    tails = total_tails(Multiset(0, ((1, 9),), ((1, 1),)), "with-replacement")
    assert tails == [1, *(Fraction(1, 10**t) for t in range(6))]  # 1/10**4 is a thousandth of a card
