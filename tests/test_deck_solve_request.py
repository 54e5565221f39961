from dataclasses import replace
from fractions import Fraction

import pytest
from deck_twins import Asked
from hypothesis import given, strategies as st

from deckgen.deck.solve.cells import Multiset, mean_denominator
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Store
from deckgen.errors import DeckError
from deckgen.odds import Roll

W, R = "without-replacement", "with-replacement"
D6 = Request(Roll((6,), explode="open"), 54, W)


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
    assert Request(roll, 54, W).open_counts() == ((0,),)


OPEN_D6, OPEN_D4 = Roll((6,), explode="open"), Roll((4,), explode="open")
D8 = Roll((8,), "highest", "open", critical_failure=True)
KEYS = {
    "8e2ca5f4": Request(OPEN_D6, 20, W),
    "29eb2cad": Request(OPEN_D6, 20, R),
    "dc19cdfd": Request(D8, 24, W, 3),
    "470c3b74": Request(Roll((6,) * 3), 25, W, round_up=True),
    "b327f8b7": Request(Roll((6,), explode="penetrating"), 20, W),
    "52ab32b4": Request(Roll((4, 4), explode="open"), 24, W, above=(OPEN_D4,), lower_limit=(24, 24)),
    "6157ebac": Request(OPEN_D6, 20, W, pooled=True, bar=Fraction(3, 4)),
    "64bcead7": Request(OPEN_D6, 20, W, pooled=True, bar=Fraction(3, 4), above=(OPEN_D6,), surplus=(Fraction(1),)),
    "33591327": Request(OPEN_D6, 20, W, open_cards=4, round_up=True),
}  # fmt: skip


@pytest.mark.parametrize("start", KEYS)
def test_keys_are_those_of_the_solutions_that_are_kept(start):
    """Another key, and every shipped game is solved again: raise ``_SOLVER`` when solutions change."""
    assert KEYS[start].key.startswith(start)


def test_what_follows_from_the_rows_above_is_no_part_of_the_key():
    with_row = replace(D6, above=(OPEN_D6,))
    assert replace(with_row, lower_limit=(54,)).key == with_row.key != D6.key
    pooled = replace(with_row, pooled=True)
    assert replace(pooled, surplus=(Fraction(1),)).key == pooled.key != with_row.key


def test_tails_end_where_less_than_a_two_hundredth_of_a_card_is_left():
    assert D6.tails == D6.dice.tails(40)
    assert D6.tails[40] * 54 * 200 <= 1 < D6.tails[32] * 54 * 200


def test_a_roll_that_is_too_large_for_cards_is_refused_when_its_odds_are_asked_for():
    with pytest.raises(DeckError, match="10d100, open-ended: averages 510, too much"):
        _ = Request(Roll((100,) * 10, explode="open"), 54, W).tails
    assert len(Request(Roll((100,) * 10), 54, W).tails) > 800  # its dice end


def test_an_open_card_never_reads_as_a_critical_failure():
    assert D6.least_open == 1
    assert Request(D8, 54, W, 7).least_open == 2
    assert Request(Roll((6,) * 3, explode="open"), 54, W).least_open == 3


def test_a_mean_that_cannot_be_exact_is_rounded_as_asked():
    seven_thirds = Asked(OPEN_D6, 20, W, mean=Fraction(7, 3))
    assert seven_thirds.scaled_target(3) == 17 * 18 * Fraction(7, 3)
    assert [seven_thirds.weighted_sum(3, round_up=up) for up in (False, True)] == [714, 714]
    assert seven_thirds.scaled_target(0) == Fraction(140, 3)
    assert [seven_thirds.weighted_sum(0, round_up=up) for up in (False, True)] == [46, 47]


def test_groups_of_open_counts_are_preferred_in_turn():
    """Few open cards, then many, then none; a single one only where nothing is exact."""
    whole = Asked(OPEN_D6, 24, W, mean=Fraction(3))
    assert whole.open_counts() == (tuple(range(1, 7)), (7, 8), (0,))
    never = Asked(OPEN_D6, 24, W, mean=Fraction(1, 1009))
    assert never.open_counts() == ((2, 3, 4, 5, 6), (1,))
    beyond_a_quarter = Asked(OPEN_D6, 24, W, mean=Fraction(1, 17))
    assert beyond_a_quarter.open_counts() == ((7, 8),)
    assert replace(whole, open_cards=9).open_counts() == ((9,),)


TWELVE = Request(Roll((3,)), 12, W)  # a mean of 2 on twelve plain cards
EVEN = Multiset(0, ((1, 4), (2, 4), (3, 4)), ())


@pytest.mark.parametrize(
    ("cell", "accepted"),
    [
        (EVEN, True),
        (Multiset(0, ((2, 12),), ()), True),
        (Multiset(0, ((1, 4), (2, 4), (3, 5)), ()), False),  # thirteen cards
        (Multiset(0, ((1, 5), (2, 3), (3, 4)), ()), False),  # another mean
        (Multiset(0, ((0, 4), (3, 8)), ()), False),  # no die shows 0
        (Multiset(4, ((2, 4), (3, 4)), ()), False),  # no die fails
        (Multiset(0, (), ((2, 12),)), False),  # no chain would end
        (Multiset(0, ((0, 1), (2, 10)), ((3, 1),)), False),
    ],
)
def test_a_cell_is_accepted_by_its_counts_and_its_mean(cell, accepted):
    assert TWELVE.accepts(cell) is accepted


def test_critical_failures_are_counted_and_no_other_card_reads_as_one():
    failing = Request(Roll((4,), critical_failure=True), 12, W, 3)
    assert failing.accepts(Multiset(3, ((2, 3), (3, 3), (4, 3)), ()))
    assert not failing.accepts(Multiset(2, ((1, 1), (2, 3), (3, 3), (4, 3)), ()))
    assert not failing.accepts(Multiset(3, ((1, 1), (2, 1), (3, 4), (4, 3)), ()))


def test_the_rounding_of_a_cell_is_checked():
    thirteen = Request(Roll((4,)), 13, W)  # 32.5 in all
    low, high = Multiset(0, ((2, 7), (3, 6)), ()), Multiset(0, ((2, 6), (3, 7)), ())
    assert (thirteen.accepts(low), thirteen.accepts(high)) == (True, False)
    up = replace(thirteen, round_up=True)
    assert (up.accepts(low), up.accepts(high)) == (False, True)


def test_a_cell_shorter_than_its_lower_limit_is_refused():
    assert replace(TWELVE, lower_limit=(12, 12, 8, 4)).accepts(EVEN)
    assert not replace(TWELVE, lower_limit=(12, 12, 8, 4, 1)).accepts(EVEN)
    assert not replace(TWELVE, lower_limit=(12, 12, 9)).accepts(EVEN)
    assert replace(TWELVE, lower_limit=(12, 12, 8, 4, 0)).accepts(EVEN)
