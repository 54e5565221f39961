from dataclasses import replace

import pytest
from deck_twins import Asked
from hypothesis import given, strategies as st

from deckgen.deck.solve.cells import mean_denominator
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Store
from deckgen.game.model import Roll

D6 = Request(Roll((6,), explode="open"), 54, "without-replacement")


def test_the_lower_limit_of_a_request_is_checked():
    cell = Store().find(D6)
    at_least = cell.at_least
    higher = (*at_least[:-1], at_least[-1] + 1)
    assert replace(D6, lower_limit=at_least).accepts(cell)
    assert not replace(D6, lower_limit=higher).accepts(cell)
    assert not replace(D6, open_cards=cell.open_cards + 1).accepts(cell)


@given(
    st.fractions(1, 60, max_denominator=400),
    st.integers(20, 200),
    st.sampled_from(("without-replacement", "with-replacement")),
)
def test_open_counts_are_the_exact_ones_where_there_are_any(mean, size, draw):
    counts = [k for group in Asked(D6.roll, size, draw, mean=mean).open_counts() for k in group]
    exact = {k for k in range(size // 3 + 1) if (mean * mean_denominator(k, size, draw)).denominator == 1}
    assert len(counts) == len(set(counts))
    assert set(counts) == (exact or set(range(1, size // 4 + 1)))


@pytest.mark.parametrize("roll", [Roll((6, 6)), Roll((8, 8, 8), "lowest")])
def test_plain_dice_have_no_open_cards(roll):
    assert Request(roll, 54, "without-replacement").open_counts() == ((0,),)
