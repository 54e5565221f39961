import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import floor

import pytest
from deck_twins import column, error, every_cell
from hypothesis import given, settings, strategies as st

from deckgen.deck.cells import mean_denominator, total_tails
from deckgen.deck.solve.column import LENGTH, Rounding
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.solver import _sizes_beside, solve
from deckgen.errors import DeckError
from deckgen.odds import Roll, distribution

W, R = "without-replacement", "with-replacement"
THREE = Roll((6,) * 3, "highest", "open")
D8 = Roll((8,), "highest", "open", critical_failure=True)


def sides(number, dice=1):
    return Roll((number,) * dice, explode="open")


def rows_of(request, solution):
    """By row: its request with the open cards of the solution, and its cells, a deck each."""
    rows = request.row_requests(solution.open_cards, solution.open_sums)
    return [(row, [cells[i] for cells in solution.solutions]) for i, row in enumerate(rows)]


@cache
def checked(request, effort=0.25):
    """A solution, all of whose cells have the counts, the mean and the errors that the request and it say.

    Decks of a single cell that are exact may have other numbers of open cards; no others have.
    """
    solution = solve(request, Effort(effort))
    assert solution.open_cards in request.open_counts(solution.open_sums)
    assert request.suits(solution.open_sums)
    assert LENGTH % solution.length == 0
    for cells in solution.solutions:
        assert request.accepts(cells, solution.open_sums)
    mixed = set(solution.open_sums) == {None} and request.is_exact(solution.open_cards)
    for (row, cells), most in zip(rows_of(request, solution), solution.errors, strict=True):
        assert abs(max(error(cell, row) for cell in cells) * 1000 - most) <= 1
        for cell in cells:
            assert mixed or row.accepts(cell)
            assert mixed or cell.open_cards == solution.open_cards
            assert bool(cell.open_cards) == (row.dice.maximum is None)
            if not row.over_set:
                scale = mean_denominator(cell.open_cards, request.size, request.draw)
                target = row.dice.mean * scale
                assert cell.mean(request.draw) * scale == floor(target) + (row.round_up and target.denominator != 1)
    cost, bound = solution.proof
    assert 0 <= bound <= cost
    return solution


def set_error(row, cells):
    """The largest error of all these decks together, in cards."""
    length = len(row.tails)
    tails = [[*total_tails(cell, row.draw), *[Fraction(0)] * length][:length] for cell in cells]
    means = [sum(by_deck) / len(cells) for by_deck in zip(*tails, strict=True)]
    errors = [abs(a - b) * row.size for a, b in zip(means, row.tails, strict=True)]
    return max(errors[row.first_judged :])


def dominates(lower, upper):
    """Whether every card of a row prints as much as the one above it, plain and open ones by themselves."""

    def plain(cell):
        return sorted(Counter(dict(cell.plain) | ({1: cell.critical} if cell.critical else {})).elements())

    return all(a >= b for a, b in zip(plain(lower), plain(upper), strict=True)) and all(
        a >= b for a, b in zip(lower.open_values, upper.open_values, strict=True)
    )


@settings(max_examples=8)
@given(
    st.one_of(
        st.builds(Roll, st.integers(2, 12).map(lambda n: (n,)), explode=st.sampled_from(("none", "open"))),
        st.builds(Roll, st.integers(3, 8).map(lambda n: (n,)), explode=st.just("penetrating")),
        st.builds(
            Roll,
            st.tuples(st.integers(2, 6), st.integers(2, 3)).map(lambda pool: (pool[0],) * pool[1]),
            explode=st.sampled_from(("none", "open")),
        ),
    ),
    st.integers(12, 24),
    st.sampled_from((W, R)),
    st.booleans(),
)
def test_any_dice_on_any_deck(roll, size, draw, up):
    """The mean is the target where that can be, else rounded up or down; and the odds are those of the dice."""
    checked(column(roll, size=size, draw=draw, up=up))


MANY = {
    "highest": column(THREE, size=18),
    "critical failures": column(Roll((4,) * 2, "highest", "open", critical_failure=True), size=16),
    "sum": column(sides(4, 2), size=16),
    "column": column(sides(4), sides(4, 2), size=12),
}


@pytest.mark.parametrize("name", MANY)
def test_decks_are_within_their_limits(name):
    solution = checked(MANY[name])
    for row, cells in rows_of(MANY[name], solution):
        assert all(error(cell, row) <= row.tail_limit for cell in cells)


@pytest.mark.parametrize("name", ["highest", "sum"])
def test_eight_decks_are_at_most_half_as_far_from_pools_and_sums_as_one(name):
    """Any eight in turn, of decks that are many."""
    solution = checked(MANY[name])
    assert len(set(solution.solutions)) >= 12
    for row, cells in rows_of(MANY[name], solution):
        single = sum(error(cell, row) for cell in cells) / len(cells)
        for start in range(LENGTH):
            eight = [cells[(start + i) % len(cells)] for i in range(8)]
            assert set_error(row, eight) * 2 <= single
        assert set_error(row, cells) * 3 <= single


def test_any_solutions_of_two_rows_fit_on_the_same_cards():
    solution = checked(MANY["column"])
    for cells in solution.solutions:
        assert all(dominates(lower, upper) for upper, lower in pairwise(cells))


SMALL = [
    column(Roll((6,) * 3, "count", success_at=5), size=9, bar=Fraction(3, 4)),
    column(Roll((2, 2)), size=8, bar=Fraction(1, 2)),
    column(Roll((4,)), size=10, bar=Fraction(3, 4)),
    column(sides(2), size=8, open_cards=2, least=3),
    column(sides(3), size=7, open_cards=1),
]


@pytest.mark.parametrize("request_", SMALL)
def test_a_deck_meets_its_limit_where_one_exists(request_):
    """The twin: every deck."""
    solution = checked(request_)
    ((row, cells),) = rows_of(request_, solution)
    good = {
        cell
        for cell in every_cell(row, range(row.dice.minimum, min(row.dice.maximum or len(row.tails), 11) + 1))
        if error(cell, row) <= row.tail_limit
    }
    assert good
    assert {*cells} <= good


@pytest.mark.parametrize(
    ("roll", "size", "open_cards"),
    [(Roll((4,)), 7, 0), (sides(2), 6, 2), (sides(3), 6, 1), (Roll((3, 3)), 6, 0), (sides(2), 7, 2)],
)
def test_where_nothing_meets_the_limit_the_nearest_deck_is_found(roll, size, open_cards):
    """The twin: every deck. Its open numbers are those of a set of decks that is nearest, not of a single one."""
    request = column(roll, size=size, bar=Fraction(1, 50), open_cards=open_cards)
    solution = checked(request)
    ((row, cells),) = rows_of(request, solution)
    decks = [*every_cell(row, range(1, 12))]
    best = min(error(cell, row) for cell in decks)
    worst = max(error(cell, row) for cell in cells)
    assert best <= worst <= best + Fraction(1, 4)


def test_means_are_exact_in_each_deck_if_the_game_wants_that():
    """One open card, which is rare for a d6, and a low number on it allow the mean."""
    solution = checked(column(sides(6), size=20, exact="deck"))
    assert solution.open_sums == (None,)
    assert {cells[0].mean(W) for cells in solution.solutions} == {Fraction(21, 5)}


@pytest.mark.parametrize("draw", [W, R])
def test_means_are_exact_over_a_set_if_the_game_wants_that(draw):
    """Open numbers have one sum in all decks, plain ones one of two; the share of each makes the mean exact."""
    request = column(sides(6), size=20, draw=draw, exact="set")
    first = checked(request)
    (open_sum,) = first.open_sums
    assert open_sum is not None
    shares = request.all_roundings(0, first.open_cards, first.open_sums)
    means = {}
    for rounding in shares:
        asked = replace(request, roundings=(rounding,), open_cards=first.open_cards, open_sums=first.open_sums)
        cells = [cells[0] for cells in checked(asked).solutions]
        assert {cell.open_sum for cell in cells} == {open_sum}
        assert min(cell.open_values[0] for cell in cells) >= 5
        (means[rounding],) = {cell.mean(draw) for cell in cells}
    assert sum(share * means[rounding] for rounding, share in shares.items()) == Fraction(21, 5)
    assert max(means.values()) - min(means.values()) <= Fraction(1, 20 - first.open_cards)


def test_means_are_exact_in_each_deck_if_limits_allow_and_else_over_a_set():
    """A d8 on 17 cards: in each deck it is a card off."""
    lax, strict = (column(sides(8), size=20, bar=Fraction(*bar), exact="auto") for bar in ((4, 1), (3, 5)))
    assert checked(lax).open_sums == (None,)
    assert checked(strict).open_sums != (None,)
    assert checked(strict).errors < checked(lax).errors


@pytest.mark.parametrize(("number", "size"), [(10, 18), (14, 14), (5, 12)])
def test_dice_that_explode_have_at_least_one_open_card(number, size):
    solution = checked(column(sides(number), size=size, exact="auto"))
    assert all(cells[0].open_cards for cells in solution.solutions)


@pytest.mark.parametrize(("die", "exact", "size"), [(8, "deck", 54), (6, "set", 20)])
def test_open_cards_of_a_die_show_its_maximum_or_more_where_limits_allow(die, exact, size):
    solution = checked(column(sides(die), size=size, exact=exact))
    assert min(cells[0].open_values[0] for cells in solution.solutions) >= die


def test_open_cards_may_show_less_if_the_game_says_so():
    low, high = (column(sides(6), size=20, open_cards=4, least=least, bar=Fraction(1, 2)) for least in (2, 6))
    assert min(cells[0].open_values[0] for cells in checked(high).solutions) >= 6
    assert checked(low).errors < checked(high).errors  # the odds can be closer


@pytest.mark.parametrize("maxima", ["choose", "one", "all"])
def test_every_rounding_of_means_and_critical_failures(maxima):
    """The number of open cards that is chosen for the nearest one is good for the others."""
    request = column(Roll((4,) * 2, "highest", "open", maxima, critical_failure=True), size=18)
    first = checked(request)
    roundings = request.all_roundings(0, first.open_cards, first.open_sums)
    assert len({critical for _, critical in roundings}) == 2
    for rounding in roundings:
        solution = checked(replace(request, roundings=(rounding,), open_cards=first.open_cards))
        for (cell,) in solution.solutions:
            assert cell.critical == rounding.critical
            assert min(value for value, _ in (*cell.plain, *cell.open)) > 1
        assert solution.errors <= (1000,)


@pytest.mark.parametrize("critical", [1, 2, 4, 5])
def test_there_are_as_many_critical_failures_as_requested_whatever_the_dice_have(critical):
    request = replace(column(D8, size=16), roundings=(Rounding(False, critical),))
    assert {cells[0].critical for cells in checked(request).solutions} == {critical}


def test_successes_that_are_counted_may_be_none():
    roll = Roll((6,) * 3, "count", success_at=5)
    for (cell,) in checked(column(roll, size=54, bar=Fraction(1, 2))).solutions:
        assert cell.mean(W) == 1
        assert cell.plain[0][0] == 0


@pytest.mark.parametrize("roll", [Roll((6, 6)), Roll((6, 6, 6)), Roll((10,)), Roll((8, 8, 8), "lowest")])
@pytest.mark.parametrize("size", [20, 54])
def test_plain_dice_need_no_open_cards_and_are_exact_where_that_can_be(roll, size):
    mean = distribution(roll).mean
    for up in (False, True):
        for (cell,) in checked(column(roll, size=size, up=up)).solutions:
            assert cell.open == ()
            whole = (mean * size).denominator == 1
            assert cell.plain_sum == floor(mean * size) + (0 if whole else up)


def test_extremes_are_printed_on_as_many_cards_as_confirm_them():
    request = column(Roll((6,) * 3, extremes=True), size=54, bar=Fraction(3, 4))
    for (cell,) in checked(request).solutions:
        assert cell.at_least(4) == 54
        assert cell.at_least(18) == 0


def test_the_number_of_open_cards_can_be_fixed():
    assert checked(column(THREE, size=18, up=True, open_cards=3)).open_cards == 3


def test_a_single_exact_cell_has_decks_with_several_numbers_of_open_cards():
    request = column(sides(2), size=8)
    solution = checked(request)
    assert request.is_exact(solution.open_cards)
    counts = {cells[0].open_cards for cells in solution.solutions}
    assert counts <= {*request.open_counts(solution.open_sums)}
    fixed = checked(replace(request, open_cards=2))
    assert {cells[0].open_cards for cells in fixed.solutions} == {2}


def test_open_numbers_that_dice_hardly_ever_show_are_refused():
    request = replace(column(sides(6), size=54), open_least=(200,))
    with pytest.raises(DeckError, match="a larger deck, or lower numbers in open"):
        solve(request, Effort(1, hasty=True))


def test_the_nearest_size_is_tried_first_and_the_larger_of_two():
    assert [*_sizes_beside(3)][:4] == [4, 2, 5, 6]
    assert [*_sizes_beside(54)][:4] == [55, 53, 56, 52]


@pytest.mark.parametrize(
    ("sizes", "remedy"), [({6, 9}, "use 6 cards, or smaller"), (set(), "use smaller dice, fewer dice or a larger deck")]
)
def test_a_roll_that_no_deck_can_carry_is_refused_with_the_nearest_size_that_can(sizes, remedy, monkeypatch):
    """An open card of 20 or more is more than the mean of all four cards."""
    monkeypatch.setattr("deckgen.deck.solve.solver._is_solvable", lambda request: request.size in sizes)
    with pytest.raises(DeckError, match=f"no deck of 4 cards has its mean, 3, .*; {remedy}"):
        solve(column(sides(2), size=4, least=20), Effort(1))


@pytest.mark.parametrize(
    ("roll", "size", "message"),
    [
        (Roll((100,) * 10, explode="open"), 54, "10d100, open-ended: averages"),
        (Roll((6,) * 3, extremes=True), 60, "a deck of 60 cards cannot give"),
    ],
)
def test_a_roll_that_no_deck_can_carry_is_refused(roll, size, message):
    with pytest.raises(DeckError, match=message):
        solve(column(roll, size=size), Effort(1))


@pytest.mark.parametrize("name", ["highest", "column"])
def test_a_request_has_one_solution(name):
    assert solve(MANY[name], Effort(1)) == checked(MANY[name])


def test_progress_reports_a_bound_on_what_is_possible():
    lines = []
    solve(column(sides(4), size=12), Effort(1), lines.append)
    assert all("is proven" in line or "is possible" in line for line in lines)
    assert "a single deck is up to" in lines[-1]


def test_a_solver_that_is_not_installed_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(DeckError, match=r"ortools: .*not installed; install it"):
        solve(column(sides(4), size=12), Effort(1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 6, 8])
def test_all_rows_of_a_rising_column_of_a_whole_deck(number):
    request = column(*(sides(number, dice) for dice in range(1, 6)), size=54, exact="auto")
    solution = checked(request, 4)
    assert len(set(solution.solutions)) >= 16
    for cells in solution.solutions:
        assert all(dominates(lower, upper) for upper, lower in pairwise(cells))
    for row, cells in rows_of(request, solution):
        assert max(error(cell, row) for cell in cells) <= Fraction(3, 2)
        assert set_error(row, cells) <= Fraction(3, 4)
