from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import floor

import numpy as np
import pytest
from deck_twins import asked, cards, small_cells, totals
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.problem import CARD, SolverProblem, narrow_to_falling
from deckgen.deck.solve.request import Limit, Request
from deckgen.odds import Roll

D6 = Request(Roll((6,), explode="open"), 54, "without-replacement")
CF = Request(Roll((8,), "highest", "open", critical_failure=True), 54, "without-replacement", 5, 7)


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
    problem = SolverProblem(asked(cell, "without-replacement"))
    for t, units in enumerate(problem.continuations[value].tolist()):
        taken = (rest(t - 2 * value) - whole(t - 2 * value)) / (cell.size - 1)
        assert abs(Fraction(units, CARD) - rest(t - value) - taken) * CARD <= 2


@settings(max_examples=15, deadline=None)
@given(small_cells(6).filter(lambda cell: cell.open_cards > 1))
def test_what_an_open_card_adds_is_near_the_odds_of_a_deck_without_it(cell):
    """What is left out is at most the open cards of the rest that come before its plain ones."""
    whole, problem = odds(cell), SolverProblem(asked(cell, "without-replacement"))
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
    problem = SolverProblem(request)
    for value, _ in cell.open:
        for t, units in enumerate(problem.continuations[value].tolist()):
            assert 0 <= request.tails[max(t - value, 0)] * CARD - units < 2


def test_tails_are_rounded_down_to_units():
    exact = [t * 54 * CARD for t in D6.tails]
    assert SolverProblem(D6).card_tails.tolist() == list(map(floor, exact))
    assert any(units.denominator > 1 for units in exact)


def test_cards_that_may_print_a_number():
    problem = SolverProblem(CF)
    assert problem.fewest[:4].tolist() == [54, 54, 47, 0]
    assert problem.most[:4].tolist() == [54, 54, 47, 47]
    assert SolverProblem(D6).fewest[:3].tolist() == [54, 54, 0]
    assert set(SolverProblem(D6).most.tolist()) == {54}


def test_no_card_prints_what_only_a_failure_or_no_dice_can_give():
    """The highest of five d8, more than half of which are 1 where it fails: all others print 2 or more."""
    five = Request(Roll((8,) * 5, "highest", "open", critical_failure=True), 54, "without-replacement", 5, 1)
    assert five.dice.least_safe == 2
    assert SolverProblem(five).fewest[:4].tolist() == [54, 54, 53, 0]
    three = replace(five, roll=Roll((8,) * 3, critical_failure=True))  # a sum of 1 + 2 + 2 at least
    assert three.dice.least_safe == 5
    assert SolverProblem(three).fewest[:7].tolist() == [54, 54, 53, 53, 53, 53, 0]
    assert SolverProblem(three).judged[:7].tolist() == [False] * 6 + [True]


def test_what_the_rounding_of_critical_failures_explains():
    """6.75 of 54 fail: a card in four that is missing is 1/189 of all others' odds."""
    below, above = SolverProblem(CF).explained
    exact = [0, 0, 0, *(t * 54 * CARD / 189 for t in CF.tails[3:])]
    assert all(0 <= most + less < 1 for most, less in zip(exact, below.tolist(), strict=True))
    assert not above.any()
    more = SolverProblem(replace(CF, critical=6)).explained  # three in four: the other way round
    assert all(0 <= 3 * most - extra < 1 for most, extra in zip(exact, more[1].tolist(), strict=True))
    assert not more[0].any()
    assert not np.array(SolverProblem(D6).explained).any()


def test_extremes_limit_how_many_cards_print_a_number():
    extreme = Request(Roll((6,) * 3, extremes=True), 54, "without-replacement")
    problem = SolverProblem(extreme)
    assert extreme.limits
    for t, least, most in extreme.limits:
        assert problem.fewest[t] >= least
        assert problem.most[t] <= most


def test_rows_above_are_a_floor_for_plain_and_for_open_cards():
    length = len(D6.tails)
    above = Limit((50, 50, 30, 2, 1), (4, 4, 9))
    problem = SolverProblem(replace(D6, open_cards=3, above=above))
    assert problem.plain_floor.tolist() == [50, 50, 30, 2, 1, *[0] * (length - 5)]
    assert problem.open_floor.tolist() == [4, 4, 9]  # a d6 shows 4 at least: its mean is 4.2
    assert SolverProblem(replace(D6, open_cards=3)).open_floor.tolist() == [4, 4, 4]
    longer = replace(D6, above=Limit((54,) * (length + 3), ()))
    assert SolverProblem(longer).plain_floor.tolist() == [54] * length


def test_the_row_above_may_ask_for_a_number_that_is_rarer():
    top = SolverProblem(D6).top_open
    assert SolverProblem(replace(D6, open_cards=1, above=Limit((), (top + 5,)))).top_open == top + 5


def test_the_highest_open_card_is_no_rarer_than_a_quarter_of_a_card():
    top = SolverProblem(D6).top_open
    assert D6.tails[top] * 54 >= Fraction(1, 4) > D6.tails[top + 1] * 54


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6))
def test_falling_leaves_every_sequence_that_never_rises(pairs):
    low, high = np.array([sorted(pair) for pair in pairs]).T
    narrowed = narrow_to_falling(low, high)
    for place in range(len(low)):
        assert narrowed[0][place] == max(low[place:])
        assert narrowed[1][place] == min(high[: place + 1])


@pytest.mark.parametrize("draw", ["without-replacement", "with-replacement"])
def test_a_worked_example(draw):
    """Four cards 1, 1, 1 and an open 3. After the 3 a 1 is certain, or with replacement has chance 3/4."""
    problem = SolverProblem(asked(Multiset(0, ((1, 3),), ((3, 1),)), draw))
    added = problem.continuations[3][:6] / CARD
    if draw == "without-replacement":
        # by T: (4·D(T − 3) − D(T − 6))/3, D being 1, 1, 1/4, 1/4, 1/4, 0
        assert added == pytest.approx([1, 1, 1, 1, 1, 0], abs=1e-5)
    else:
        assert added == pytest.approx([1, 1, 1, 1, 1, 1 / 4], abs=1e-5)
