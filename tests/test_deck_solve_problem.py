from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import floor

import numpy as np
import pytest
from deck_twins import asked, cards, small_cells, totals
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.problem import CARD, ONCE, Problem, falling
from deckgen.deck.solve.request import Request
from deckgen.odds import Roll

D6 = Request(Roll((6,), explode="open"), 54, "without-replacement")
CF = Request(Roll((8,), "highest", "open", critical_failure=True), 54, "without-replacement", 7)
POOLED = replace(D6, pooled=True, above=(D6.roll, D6.roll))


def odds(cell):
    """P(total >= x) by every order of the deck, for any x."""
    chances = totals(cell)
    return lambda x: sum(p for total, p in chances.items() if total >= x)


def without(cell, value):
    """The deck without one of its open cards that show ``value``."""
    left = tuple((v, n - (v == value)) for v, n in cell.open)
    return Multiset(cell.critical, cell.plain, tuple((v, n) for v, n in left if n))


def open_before_plain(cell):
    """The mean number of open cards before the first plain one."""
    orders = [[again for _, again in order] for order in permutations(cards(cell))]
    return Fraction(sum(order.index(False) for order in orders), len(orders))


@settings(max_examples=40, deadline=None)
@given(small_cells(6).filter(lambda cell: cell.open_cards == 1))
def test_what_the_only_open_card_adds_is_drawn_from_a_deck_without_it(cell):
    """N·D(x) = (N − 1)·R(x) + R(x − v) then holds; only the last R is taken for D."""
    ((value, _),) = cell.open
    whole, rest = odds(cell), odds(without(cell, value))
    problem = Problem(asked(cell, "without-replacement"))
    for t, units in enumerate(problem.continuations[value].tolist()):
        taken = (rest(t - 2 * value) - whole(t - 2 * value)) / (cell.size - 1)
        assert abs(Fraction(units, CARD) - rest(t - value) - taken) * CARD <= 2


@settings(max_examples=15, deadline=None)
@given(small_cells(6).filter(lambda cell: cell.open_cards > 1))
def test_what_an_open_card_adds_is_near_the_odds_of_a_deck_without_it(cell):
    """What is left out is at most the open cards of the rest that come before its plain ones."""
    whole, problem = odds(cell), Problem(asked(cell, "without-replacement"))
    for value, _ in cell.open:
        left = without(cell, value)
        rest, before = odds(left), open_before_plain(left)
        for t, units in enumerate(problem.continuations[value].tolist()):
            taken = rest(t - 2 * value) - whole(t - 2 * value)
            off = (Fraction(units, CARD) - rest(t - value)) * (cell.size - 1)
            assert taken - Fraction(2 * cell.size, CARD) <= off <= taken + before


@given(small_cells(6).filter(lambda cell: cell.open_cards))
def test_with_replacement_the_open_card_stays_in_the_deck(cell):
    request = asked(cell, "with-replacement")
    problem = Problem(request)
    for value, _ in cell.open:
        for t, units in enumerate(problem.continuations[value].tolist()):
            assert 0 <= request.tails[max(t - value, 0)] * CARD - units < 2


def test_tails_are_rounded_down_to_units():
    exact = [t * 54 * CARD for t in D6.tails]
    assert Problem(D6).card_tails.tolist() == list(map(floor, exact))
    assert any(units.denominator > 1 for units in exact)


def test_cards_that_may_print_a_number():
    problem = Problem(CF)
    assert problem.fewest[:4].tolist() == [54, 54, 47, 0]
    assert problem.most[:4].tolist() == [54, 54, 47, 47]
    assert Problem(D6).fewest[:3].tolist() == [54, 54, 0]
    assert set(Problem(D6).most.tolist()) == {54}
    summed = Request(Roll((6, 6)), 54, "without-replacement", lower_limit=(54, 54, 50, 20, 1))
    assert Problem(summed).fewest.tolist() == [54, 54, 54, 20, 1, *[0] * (len(summed.tails) - 5)]


def test_a_row_above_longer_than_the_tails_is_cut():
    length = len(D6.tails)
    assert Problem(replace(D6, lower_limit=(54,) * (length + 3))).fewest.tolist() == [54] * length


def test_the_highest_open_card_is_no_rarer_than_a_quarter_of_a_card():
    top = Problem(D6).top_open
    assert D6.tails[top] * 54 >= Fraction(1, 4) > D6.tails[top + 1] * 54


def test_the_surplus_is_in_units_and_as_long_as_the_tails():
    surplus = (Fraction(0), Fraction(1, 2), Fraction(-1, 4))
    units = Problem(replace(POOLED, surplus=surplus)).surplus
    assert units.tolist() == [0, CARD // 2, -CARD // 4, *[0] * (len(D6.tails) - 3)]


def test_an_error_of_the_sum_counts_less_where_few_dice_decide():
    """Three dice: the highest of them hangs on one where the other two show less."""
    leverage = Problem(POOLED).leverage.tolist()
    assert leverage[0] == leverage[1] == leverage[2] == 16 * ONCE  # (6/1)**2 would be more
    assert leverage[4] == ONCE * 4  # half the dice show less than 4
    assert leverage[6] == int(ONCE * Fraction(36, 25))
    assert set(Problem(D6).leverage.tolist()) == {ONCE}


def test_dealing_makes_up_for_half_of_what_lies_together():
    overlap = Problem(POOLED).overlap
    t = Fraction(1, 2)  # P(d6 >= 4); by three dice at once: 3t − 1 + (1 − t)**3
    assert overlap[4] == int((3 * t - 1 + (1 - t) ** 3) * 54 * CARD / 2)
    assert not Problem(D6).overlap.any()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6))
def test_falling_leaves_every_sequence_that_never_rises(pairs):
    low, high = np.array([sorted(pair) for pair in pairs]).T
    narrowed = falling(low, high)
    for place in range(len(low)):
        assert narrowed[0][place] == max(low[place:])
        assert narrowed[1][place] == min(high[: place + 1])


@pytest.mark.parametrize("draw", ["without-replacement", "with-replacement"])
def test_a_worked_example(draw):
    """Four cards 1, 1, 1 and an open 3. After the 3 a 1 is certain, or with replacement has chance 3/4."""
    problem = Problem(asked(Multiset(0, ((1, 3),), ((3, 1),)), draw))
    added = problem.continuations[3][:6] / CARD
    if draw == "without-replacement":
        # by T: (4·D(T − 3) − D(T − 6))/3, D being 1, 1, 1/4, 1/4, 1/4, 0
        assert added == pytest.approx([1, 1, 1, 1, 1, 0], abs=1e-5)
    else:
        assert added == pytest.approx([1, 1, 1, 1, 1, 1 / 4], abs=1e-5)
