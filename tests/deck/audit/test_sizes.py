"""In decks of which sizes rolls can be exact."""

from __future__ import annotations

import pytest
from game_files import one_section
from hypothesis import given, settings, strategies as st
from odds_twins import rolls

from deckgen.deck.audit.means import LARGEST_DECK, exact_sizes, exactness, inexact_rolls
from deckgen.game import read_game
from deckgen.odds import Roll

DECK = "decks: {{main: {{title: Main, cards: {{numbered: {}}}}}}}\n"


def told(folder, cards, text):
    spec = read_game(one_section(folder, text, deck=DECK.format(cards))).deck()
    return [(each.roll, each.sizes) for each in inexact_rolls(spec)]


@settings(max_examples=40, deadline=None)
@given(rolls(3, 12), st.integers(20, 60), st.sampled_from(("without-replacement", "with-replacement")))
def test_sizes_are_those_of_which_an_audit_says_so(roll, size, draw):
    assert (size in exact_sizes(roll, draw)) == exactness(roll, size, draw).possible


@pytest.mark.parametrize(("cards", "near"), [(51, (50, 52)), (55, (54, 56)), (54, None)])
def test_a_plain_die_in_an_odd_number_of_cards(tmp_path, cards, near):
    found = told(tmp_path, cards, "title: T\nkind: rolls\nrolls: {a: d6, b: d6-2}")
    assert found == ([] if near is None else [(Roll((6,)), near)])


def test_the_sizes_serve_every_roll_that_can_be_served(tmp_path):
    found = dict(told(tmp_path, 51, "title: T\nkind: rolls\nrolls: {a: d6, b: {dice: d8, explode: open}}"))
    below, above = found[Roll((6,))]
    for size in range(2, LARGEST_DECK + 1):
        both = size in exact_sizes(Roll((6,)), "without-replacement") & exact_sizes(
            Roll((8,), explode="open"), "without-replacement"
        )
        assert not (both and below < size < above)
        assert both or size not in (below, above)


def test_pools_of_large_denominators_have_no_sizes(tmp_path):
    text = "title: T\nkind: grid\ncolumns: {X: d8}\nrows: 3\ndice: {keep: highest, explode: open}"
    found = told(tmp_path, 54, text)
    assert found
    assert all(sizes == () and len(roll.dice) > 1 for roll, sizes in found)


@pytest.mark.parametrize("explode", ["none", "open", "penetrating"])
@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20])
def test_what_the_readme_says_is_exact_in_which_sizes(sides, explode):
    """Dice and sums in every even number of cards from 40 on; in odd ones what is open-ended, and no plain even die."""
    for count in range(1, 6):
        roll = Roll((sides,) * count, explode=explode)
        sizes = exact_sizes(roll, "without-replacement")
        assert set(range(40, 121, 2)) <= sizes
        half = explode == "none" and sides % 2 == 0 and count % 2 == 1
        assert (set(range(41, 121, 2)) <= sizes) != half
