import sys
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, zip_longest

import numpy as np
import pytest
from deck_twins import asked, cards, every_cell, small_cells, totals
from hypothesis import example, given, settings, strategies as st

from deckgen.deck.cells import Multiset, total_tails
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.programs import Chains, _continuations, choose_open_cards, nearest_average, next_deck
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError
from deckgen.odds import Roll

W, R = "without-replacement", "with-replacement"
D3, D6, TWO = (Roll(dice, explode="open") for dice in ((3,), (6,), (6, 6)))
D8 = Roll((8,), "highest", "open", critical_failure=True)
EFFORT = Effort(2)
NEAR = {W: 1e-9, R: 1e-3}
"""How far odds are from those of ``total_tails``, which end where a thousandth of a card is left."""
ANY = [10.0]
"""A limit that every average keeps."""


def nothing(rows):
    """No errors of earlier decks."""
    return [np.zeros(len(row.tails)) for row in rows]


def exact_errors(cell, request):
    """Deck less dice, in cards, by t; 0 where t is not judged."""
    length = len(request.tails)
    deck = [*total_tails(cell, request.draw), *[Fraction(0)] * length][:length]
    errors = [float((a - b) * request.size) for a, b in zip(deck, request.tails, strict=True)]
    return [*[0.0] * request.first_judged, *errors[request.first_judged :]]


def plain_numbers(chains, cell):
    """A(t) of the plain cards, t = 1, 2, ..., as far as the row is modeled."""
    return np.array([*cell.plain_at_least[1:], *[0] * chains.length][: chains.length - 1])


@settings(max_examples=40)
@given(small_cells(6).filter(lambda cell: max(v for v, _ in (*cell.plain, (0, 0))) > 1), st.sampled_from((W, R)))
@example(Multiset(0, ((1, 3), (4, 2)), ((6, 1),)), W)
def test_the_errors_of_chains_are_those_of_the_deck(cell, draw):
    request = Request(D6, cell.size, draw, cell.open_cards)
    chains = Chains(request, cell.open_values)
    errors = chains.errors(cell.plain_at_least[1:])
    assert errors.tolist() == pytest.approx(exact_errors(cell, request), abs=NEAR[draw])
    assert chains.unexplained(errors) == pytest.approx(float(tail_error([cell], request)), abs=NEAR[draw])


@pytest.mark.parametrize("critical", [2, 3, 4])
def test_errors_that_the_rounding_of_critical_failures_explains_do_not_count(critical):
    """3 of 24 cards would fail."""
    request = Request(D8, 24, W, 3, critical)
    cell = Multiset(critical, ((2, 3), (3, 6 - critical), (4, 3), (5, 3), (6, 3), (7, 3)), ((8, 3),))
    chains = Chains(request, [8, 8, 8])
    errors = chains.errors(cell.plain_at_least[1:])
    assert chains.unexplained(errors) == pytest.approx(float(tail_error([cell], request)), abs=1e-9)
    assert critical == 3 or chains.unexplained(errors) < np.abs(errors).max()


@given(small_cells(6, critical=False), st.sampled_from((W, R)))
def test_plain_cards_and_their_sum_are_those_of_the_cell(cell, draw):
    chains = Chains(asked(cell, draw), cell.open_values)
    assert chains.plain_sum == cell.plain_sum
    assert chains.cell(cell.plain_at_least[1:]) == cell


def test_cards_that_fail_critically_are_no_plain_ones():
    chains = Chains(Request(D8, 10, W, 2, 3), [8, 9])
    assert chains.cell([8, 5, 5, 2, 2]) == Multiset(3, ((3, 3), (5, 2)), ((8, 1), (9, 1)))


def test_bounds_of_plain_cards_leave_room_for_open_ones():
    chains = Chains(Request(D8, 10, W, 2, 3), [8, 9])
    assert chains.bounds[:4] == [(8, 8), (8, 8), (5, 5), (0, 5)]
    assert chains.bounds == chains.wide_bounds


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


def continuations(cell, draw):
    """What an open card adds, by its number and t; for totals above the least of dice, which no plain card can miss."""
    request = asked(cell, draw)
    return [*enumerate(_continuations(request, len(request.tails)))][1:], request.dice.minimum


@settings(max_examples=40)
@given(small_cells(6).filter(lambda cell: cell.open_cards == 1))
def test_odds_after_the_only_open_card_are_those_of_a_deck_without_it(cell):
    """N·D(x) = (N − 1)·R(x) + R(x − v) then holds; only the last R is taken for D."""
    ((value, _),) = cell.open
    whole, rest = odds(cell), odds(without(cell, value))
    rows, least = continuations(cell, W)
    for t, added in enumerate(dict(rows).get(value, ())):
        taken = (rest(t - 2 * value) - whole(t - 2 * value)) / (cell.size - 1)
        assert added == pytest.approx(float(rest(t - value) + taken)) or (added == 1 and t <= value + least)


@settings(max_examples=15)
@given(small_cells(6).filter(lambda cell: cell.open_cards > 1))
def test_odds_after_an_open_card_are_near_those_of_a_deck_without_it(cell):
    """What is left out is at most the open cards of the rest that come before its plain ones."""
    whole, (rows, least) = odds(cell), continuations(cell, W)
    for value, _ in cell.open:
        left = without(cell, value)
        rest, before = odds(left), open_before_plain(left)
        for t, added in enumerate(dict(rows).get(value, ())):
            taken = rest(t - 2 * value) - whole(t - 2 * value)
            off = (added - rest(t - value)) * (cell.size - 1)
            assert taken - 1e-9 <= off <= taken + before + 1e-9 or (added == 1 and t <= value + least)


@given(small_cells(6).filter(lambda cell: cell.open_cards))
def test_with_replacement_the_open_card_stays_in_the_deck(cell):
    tails = asked(cell, R).tails
    rows, least = continuations(cell, R)
    for value, added in rows:
        for t, chance in enumerate(added):
            assert chance == (1 if t <= value + least else float(tails[t - value]))


def choose(*rows, decks=1, most=4, earlier=None):
    return choose_open_cards(rows, decks, earlier or nothing(rows), EFFORT, most)


SMALL = [Request(D3, 8, W, 1), Request(D3, 8, W, 2), Request(D3, 7, R, 1), Request(D3, 7, W, 2, given_least=1)]


@pytest.mark.parametrize("request_", SMALL)
def test_no_small_deck_is_nearer_than_the_open_cards_that_are_chosen(request_):
    """The twin: every deck. Its chains have the odds of the dice after an open card."""
    choice = choose(request_)
    length = len(request_.tails)
    added = _continuations(request_, length)
    dice = np.array([float(tail * request_.size) for tail in request_.tails])

    def cost(cell):
        plain = np.array([*cell.plain_at_least, *[0] * length][:length])
        errors = plain + sum(added[value] for value in cell.open_values) - dice
        return np.abs(errors[request_.first_judged :]).max()

    costs = {cell: cost(cell) for cell in every_cell(request_, range(1, 9))}
    nearest = min(costs.values())
    assert choice.cost == pytest.approx(nearest, abs=0.01)
    assert choice.bound <= choice.cost
    assert choice.bound == pytest.approx(nearest, abs=0.01)
    (values,) = choice.rows
    assert min(n for cell, n in costs.items() if cell.open_values == values) == pytest.approx(nearest, abs=0.01)


@pytest.mark.parametrize("request_", [*SMALL, Request(D8, 24, W, 3, 3), Request(TWO, 24, W, 3)])
def test_a_set_of_decks_is_nearer_than_a_deck_and_its_bound_is_no_larger_than_its_cost(request_):
    one, eight = choose(request_), choose(request_, decks=8)
    assert eight.cost <= one.cost + 0.01
    for choice in (one, eight):
        assert 0 <= choice.bound <= choice.cost
        (values,) = choice.rows
        assert values == sorted(values)
        assert len(values) == request_.open_cards
        assert min(values) >= request_.least_open


def test_what_costs_more_than_the_limit_is_not_chosen():
    cost = choose(SMALL[0]).cost
    assert choose(SMALL[0], most=cost + 0.01).rows == choose(SMALL[0]).rows
    none = choose(SMALL[0], most=cost - 0.01)
    assert none.rows is None
    assert none.bound == cost - 0.01  # that is proven, too


def test_open_numbers_rise_from_row_to_row():
    """Alone, the second row would have lower ones."""
    first, second = Request(Roll((4,), explode="open"), 12, W, 2, given_least=8), Request(D6, 12, W, 2)
    above, below = choose(first, second).rows
    assert all(a <= b for a, b in zip(above, below, strict=True))
    assert not all(a <= b for a, b in zip(above, choose(second).rows[0], strict=True))


@pytest.mark.parametrize("open_sum", [0, 11, 13])
def test_open_numbers_have_the_sum_that_is_given(open_sum):
    (values,) = choose(Request(D6, 20, W, 2, over_set=True, open_sum=open_sum), decks=8).rows
    assert sum(values) == open_sum or not open_sum
    assert min(values) >= 5


def test_no_open_card():
    assert choose(Request(Roll((4,)), 8, W)).rows == [[]]
    assert choose(Request(Roll((4,)), 8, W)).cost == 0


def chains_of(*requests):
    """The rows, with the open numbers that are chosen for them."""
    rows = zip(requests, choose(*requests, decks=8).rows, strict=True)
    return [Chains(replace(row, open_sum=sum(values)) if row.over_set else row, values) for row, values in rows]


def test_open_cards_cancel_errors_of_earlier_decks():
    """Errors that decks with four open 7s would cancel, which are far from the best."""
    request = Request(D6, 20, R, 4)
    sevens = Chains(request, [7, 7, 7, 7])
    errors = -8 * sevens.errors(average_of([sevens]).plain[0][0])
    choice = choose(request, decks=8, earlier=[errors])
    assert choice.rows != choose(request, decks=8).rows
    assert choice.cost < np.abs(errors).max() / 16


CASES = {
    "a die": lambda: chains_of(Request(D6, 20, W, 1)),
    "with replacement": lambda: chains_of(Request(D6, 20, R, 5)),
    "critical failures": lambda: chains_of(Request(D8, 24, W, 3, 3)),
    "no open card": lambda: chains_of(Request(Roll((6,) * 3), 25, W, round_up=True)),
    "over a set": lambda: chains_of(Request(D6, 20, W, 3, over_set=True)),
    "two rows": lambda: chains_of(
        Request(Roll((4,), explode="open"), 12, W, 1), Request(Roll((4, 4), explode="open"), 12, W, 1)
    ),
}


@pytest.fixture(params=CASES)
def group(request):
    return CASES[request.param]()


def average_of(group):
    average = nearest_average([group], [ANY * len(group)])
    assert average is not None
    return average


def test_plain_cards_on_average_fall_rise_from_row_to_row_and_have_the_mean(group):
    average = average_of(group)
    assert average.shares == pytest.approx([1])
    (rows,) = average.plain
    for chains, mean, error in zip(group, rows, average.errors, strict=True):
        assert sum(mean) == pytest.approx(chains.plain_sum)
        assert all(a >= b - 1e-6 for a, b in pairwise(mean))
        for (fewest, most), x in zip(chains.bounds[1:], mean, strict=True):
            assert fewest - 1e-6 <= x <= most + 1e-6
        errors = np.where(np.arange(len(chains.weights)) < chains.length, chains.errors(mean), 0)
        assert chains.unexplained(errors) == pytest.approx(error, abs=1e-6)
    for above, below in pairwise(rows):
        assert all(a <= b + 1e-6 for a, b in zip_longest(above, below, fillvalue=0))
    assert average.cost == pytest.approx((max(average.errors) + sum(average.errors) / len(group)) / 2)


@pytest.mark.parametrize("request_", SMALL)
def test_no_deck_is_nearer_than_the_average(request_):
    """The twin: every deck with these open numbers."""
    (values,) = choose(request_).rows
    decks = [cell for cell in every_cell(request_, range(1, 9)) if cell.open_values == values]
    error = average_of([Chains(request_, values)]).errors[0]
    assert decks
    assert error <= min(float(tail_error([cell], request_)) for cell in decks) + 1e-6


def test_an_average_beyond_its_limits_is_none():
    group = CASES["with replacement"]()
    (error,) = average_of(group).errors
    assert nearest_average([group], [[error - 0.01]]) is None
    assert nearest_average([group], [[error + 0.01]]) is not None


def test_groups_of_decks_make_up_for_each_other_within_their_limits():
    """Open numbers one of which is too low, and the other too high."""
    request = Request(D6, 20, R, 3)
    groups = [[Chains(request, values)] for values in ([4, 4, 4], [8, 8, 8])]
    alone = [average_of(group).cost for group in groups]
    both = nearest_average(groups, [ANY, ANY])
    assert both is not None
    assert both.cost < min(alone)
    assert sum(both.shares) == pytest.approx(1)
    assert min(both.shares) > 0
    errors = [chains.errors(rows[0]) for (chains,), rows in zip(groups, both.plain, strict=True)]
    mixed = sum(share * error for share, error in zip(both.shares, errors, strict=True))
    assert np.abs(mixed).max() == pytest.approx(both.errors[0], abs=1e-6)
    limits = [[n + 0.01] for n in alone]
    near = nearest_average(groups, limits)
    assert near is not None
    assert both.cost <= near.cost <= min(alone) + 1e-6
    for (chains,), rows, (limit,), share in zip(groups, near.plain, limits, near.shares, strict=True):
        assert share < 1e-6 or np.abs(chains.errors(rows[0])).max() <= limit + 1e-6


def deck_of(group, due=None, number=0, *, wide=False, within=True):
    mean = average_of(group).plain[0]
    wanted = due or [chains.errors(plain) for chains, plain in zip(group, mean, strict=True)]
    return next_deck(group, mean, wanted, EFFORT, number, wide=wide, within=within)


@pytest.mark.parametrize("number", [0, 5])
def test_a_deck_within_its_limit(group, number):
    deck = deck_of(group, number=number)
    assert deck is not None
    assert deck.excess == 0
    for chains, cell, errors in zip(group, deck.cells, deck.errors, strict=True):
        assert chains.request.accepts(cell)
        assert cell.open_values == chains.values
        assert tail_error([cell], chains.request) <= chains.request.tail_limit
        assert errors.tolist() == pytest.approx(exact_errors(cell, chains.request), abs=NEAR[chains.request.draw])
    for upper, lower in pairwise(deck.cells):
        assert all(a <= b for a, b in zip_longest(upper.plain_at_least, lower.plain_at_least, fillvalue=0))


def test_a_deck_that_cannot_be_within_its_limit_is_near_it():
    """The twin: every deck with these open numbers."""
    request = replace(SMALL[0], tail_limit=Fraction(1, 50))
    group = [Chains(request, choose(request).rows[0])]
    assert deck_of(group) is None
    deck = deck_of(group, wide=True, within=False)
    assert deck is not None
    decks = [cell for cell in every_cell(request, range(1, 9)) if cell.open_values == group[0].values]
    error = tail_error(deck.cells, request)
    assert error == min(tail_error([cell], request) for cell in decks)
    assert deck.excess == pytest.approx(float(error) - 0.02, abs=1e-6)


@pytest.mark.parametrize("name", ["a die", "no open card", "two rows"])
def test_a_deck_cancels_the_errors_of_the_one_before(name):
    group = CASES[name]()
    first = deck_of(group, nothing([chains.request for chains in group]))
    second = deck_of(group, [-errors for errors in first.errors])
    for one, other in zip(first.errors, second.errors, strict=True):
        assert np.abs(one + other).max() < max(2 * np.abs(one).max(), 0.5)


def test_of_decks_that_are_near_enough_the_number_decides():
    group = chains_of(Request(Roll((6,) * 3), 54, W))
    assert len({deck_of(group, number=number).cells for number in range(6)}) > 1


def test_the_same_request_has_the_same_result_twice():
    request = Request(D8, 24, W, 3, 3)
    assert choose(request, decks=8) == choose(request, decks=8)
    group = [Chains(request, choose(request, decks=8).rows[0])]
    assert deck_of(group).cells == deck_of([Chains(request, group[0].values)]).cells


def test_a_solver_that_is_not_installed_is_reported_with_the_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(DeckError, match=r"ortools: .*not installed; install it: pip install \"deckgen\[solve\]\""):
        choose(SMALL[0])
