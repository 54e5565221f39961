from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise
from math import floor

import pytest
from deck_twins import column, error, every_cell
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cells import mean_denominator, total_tails
from deckgen.deck.solve.solver import _allowed_excesses, _sizes_beside, solve
from deckgen.errors import DeckError
from deckgen.odds import Roll, distribution

W, R = "without-replacement", "with-replacement"


def sides(number, dice=1):
    return Roll((number,) * dice, explode="open")


def rows_of(request, found):
    """By row: its request with that many open cards, and its cells."""
    return [
        (request.row_request(row, found.open_cards), [cells[row] for cells in found.solutions])
        for row in range(len(request.rolls))
    ]


@cache
def checked(request):
    """A solution, all of whose cells are exactly what is asked for.

    Those of a single exact cell may have other numbers of open cards, of the same kind; no others have.
    """
    found = solve(request)
    assert found.open_cards in request.open_counts()
    free = len(request.rolls) == 1 and request.is_exact(found.open_cards)
    assert set(found.order) == set(range(len(found.solutions)))
    assert len(set(found.solutions)) == len(found.solutions)
    for asked, cells in rows_of(request, found):
        for cell in cells:
            assert cell.open_cards in (request.open_counts() if free else [found.open_cards])
            assert replace(asked, open_cards=cell.open_cards).accepts(cell)
            scale = mean_denominator(cell.open_cards, request.size, request.draw)
            off = cell.mean(request.draw) - asked.dice.mean
            assert abs(off) * scale < 1
            assert off == 0 or (asked.dice.mean * scale).denominator != 1
            assert all(value >= asked.least_open for value in cell.open_values)
    for cells in found.solutions:
        assert request.accepts(cells)
    return found


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
        st.builds(Roll, st.integers(2, 30).map(lambda n: (n,)), explode=st.sampled_from(("none", "open"))),
        st.builds(Roll, st.integers(3, 20).map(lambda n: (n,)), explode=st.just("penetrating")),
        st.builds(
            Roll,
            st.tuples(st.integers(2, 12), st.integers(2, 4)).map(lambda pool: (pool[0],) * pool[1]),
            explode=st.sampled_from(("none", "open")),
        ),
    ),
    st.integers(20, 40),
    st.sampled_from((W, R)),
    st.booleans(),
)
def test_any_dice_on_any_deck(roll, size, draw, up):
    """The mean is the target where that can be, else rounded as asked; and the odds are those of the dice."""
    request = column(roll, size=size, draw=draw, up=up)
    found = checked(request)
    for (cell,) in found.solutions:
        whole = mean_denominator(cell.open_cards, size, draw)
        scaled, target = cell.mean(draw) * whole, distribution(roll).mean * whole
        assert scaled - floor(target) == (up if target.denominator != 1 else 0)


MANY = [
    column(Roll((6,) * 3, "highest", "open"), size=18),
    column(Roll((6,) * 3, "highest", "open", critical_failure=True), size=54, bar=Fraction(3, 4)),
    column(sides(6, 2), size=54),
    column(sides(6), size=20, bar=Fraction(3, 4)),
    column(sides(4), sides(4, 2), size=20, draw=R),
    column(sides(6), sides(6, 2), size=30),
]


@pytest.mark.parametrize("request_", MANY)
def test_many_solutions_meet_the_bars_where_there_are_many(request_):
    found = checked(request_)
    assert len(found.solutions) >= 16
    assert max(map(found.order.count, found.order)) * 16 <= len(found.order)
    for asked, cells in rows_of(request_, found):
        assert all(error(cell, asked) <= asked.tail_limit for cell in cells)


@pytest.mark.parametrize("request_", [asked for asked in MANY if len(asked.rolls) > 1])
def test_any_solutions_of_two_rows_can_lie_on_the_same_cards(request_):
    found = checked(request_)
    for cells in found.solutions:
        assert all(dominates(lower, upper) for upper, lower in pairwise(cells))


FEW = [
    column(Roll((6,) * 3, "count", success_at=5), size=9, bar=Fraction(3, 4)),
    column(Roll((2, 2)), size=8, bar=Fraction(1, 2)),
    column(Roll((4,)), size=10, bar=Fraction(3, 4)),
    column(sides(2), size=8, bar=Fraction(1), open_cards=2),
    column(sides(3), size=7, bar=Fraction(1), open_cards=1),
]


@pytest.mark.parametrize("request_", FEW)
def test_where_few_solutions_meet_the_bar_most_of_them_are_found(request_):
    """The twin: every deck there is."""
    found = checked(request_)
    asked = request_.row_request(0, found.open_cards)
    top = asked.dice.maximum or len(asked.tails)
    good = {
        cell
        for cell in every_cell(asked, range(asked.dice.minimum, min(top, 11) + 1))
        if error(cell, asked) <= asked.tail_limit
    }
    own = {cells[0] for cells in found.solutions}
    assert good
    assert own <= good
    assert len(own) * 2 > min(len(good), 24)


@pytest.mark.parametrize(
    ("roll", "size", "open_cards"),
    [(Roll((4,)), 7, 0), (sides(2), 6, 2), (sides(3), 6, 1), (Roll((3, 3)), 6, 0), (sides(2), 7, 2)],
)
def test_where_nothing_meets_the_bar_the_best_there_is_is_dealt_nearly(roll, size, open_cards):
    request = column(roll, size=size, bar=Fraction(1, 50), open_cards=open_cards)
    asked = request.row_request(0, open_cards)
    best = min(error(cell, asked) for cell in every_cell(asked, range(asked.dice.minimum, 12)))
    for (cell,) in checked(request).solutions:
        assert error(cell, asked) <= max(best, asked.tail_limit) + Fraction(1, 4)


@pytest.mark.parametrize("maxima", ["choose", "one", "all"])
def test_the_highest_of_several_dice(maxima):
    roll = Roll((6,) * 3, "highest", "open", maxima, critical_failure=True)
    share = distribution(roll).critical_failure * 24
    request = column(roll, size=24, bar=Fraction(3, 4))
    for critical, up in ((floor(share), True), (floor(share) + 1, False)):
        variant = request.roundings[0]._replace(round_up=up, critical=critical)
        found = checked(replace(request, roundings=(variant,)))
        for (cell,) in found.solutions:
            assert cell.critical == critical
            assert min(value for value, _ in (*cell.plain, *cell.open)) > 1
            off = cell.mean(W) - distribution(roll).mean
            assert 0 <= (off if up else -off) < Fraction(1, cell.plain_cards * (cell.plain_cards + 1))


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


@pytest.mark.parametrize("request_", [MANY[0], MANY[2], MANY[5]])
def test_the_errors_of_neighbors_in_the_cycle_cancel(request_):
    """The mean error of any eight decks in turn is smaller than that of one deck."""
    found = checked(request_)
    for asked, cells in rows_of(request_, found):
        length = len(asked.tails)
        ours = [[*total_tails(cell, asked.draw), *[Fraction(0)] * length][:length] for cell in cells]
        first = asked.first_judged

        def off(places, ours=ours, asked=asked, first=first):
            means = [sum(tails) / len(places) for tails in zip(*(ours[i] for i in places), strict=True)]
            return max(abs(a - b) for a, b in list(zip(means, asked.tails, strict=True))[first:])

        singles = [off([i]) for i in found.order]
        windows = [off([*found.order, *found.order][start : start + 8]) for start in range(len(found.order))]
        if len(asked.roll.dice) == 1:  # a row that its column leaves no freedom
            assert off(found.order) <= max(singles)
            continue
        assert off(found.order) <= min(singles)
        assert max(windows) < sum(singles) / len(singles)


@pytest.mark.slow
def test_a_single_exact_cell_has_solutions_with_several_numbers_of_open_cards():
    request = MANY[2]
    assert request.is_exact(solve(request).open_cards)
    assert len({cell.open_cards for (cell,) in checked(request).solutions}) > 1
    fixed = replace(request, open_cards=12)
    assert {cell.open_cards for (cell,) in checked(fixed).solutions} == {12}


def test_the_number_of_open_cards_is_good_for_every_way_of_rounding():
    """What is chosen with the nearest number of critical failures carries the others within the bar."""
    request = column(Roll((8,) * 2, "highest", "open", critical_failure=True), size=30, bar=Fraction(1))
    open_cards = checked(request).open_cards
    others = request.all_roundings(0, open_cards)
    assert len(others) > 1
    for variant in others:
        asked = replace(request, roundings=(variant,), open_cards=open_cards)
        assert all(error(cell, asked.row_request(0, open_cards)) <= 1 for (cell,) in checked(asked).solutions)


@pytest.mark.slow
def test_cells_that_are_read_together_have_a_cycle_of_their_own():
    """Others are dealt, of twice as many that are found, for low totals seldom decide."""
    alone = column(sides(6), size=54, open_least=(1,), bar=Fraction(1))
    five = replace(alone, together=5)
    cells = [{cell for (cell,) in checked(request).solutions} for request in (alone, five)]
    assert cells[0] != cells[1]
    assert min(map(len, cells)) >= 16

    def off(request):
        """The largest error of the cycle, where four other numbers are lower."""
        found = solve(request)
        asked = request.row_request(0, found.open_cards)
        tails = [total_tails(found.solutions[i][0], W) for i in found.order]
        means = [
            sum((each[t] for each in tails if t < len(each)), Fraction(0)) / len(tails) for t in range(len(asked.tails))
        ]
        return max(abs(a - b) * (1 - b) ** 4 for a, b in zip(means, asked.tails, strict=True))

    assert off(five) < off(alone)


def test_one_row_is_raised_before_all_are():
    base, step = (Fraction(1, 3), Fraction(0)), Fraction(1, 16)
    up = (base[0] + step, base[1]), (base[0], base[1] + step)
    assert [*islice(_allowed_excesses(base), 5)] == [
        base, *up, (base[0] + step, step), (base[0] + 2 * step, 2 * step),
    ]  # fmt: skip
    assert [*islice(_allowed_excesses((Fraction(0),)), 3)] == [(0,), (step,), (2 * step,)]


def test_the_number_of_open_cards_can_be_fixed():
    request = column(Roll((6,) * 3, "highest", "open"), size=24, up=True, open_cards=5)
    assert checked(request).open_cards == 5


def test_open_cards_may_print_what_the_game_says():
    assert min(cell.open_values[0] for (cell,) in checked(column(sides(6), size=20)).solutions) >= 4
    low = column(sides(6), size=20, open_cards=4, open_least=(2,), bar=Fraction(1, 2))
    high = replace(low, open_least=(None,))
    worst = [
        max(error(cell, asked) for asked, cells in rows_of(each, checked(each)) for cell in cells)
        for each in (low, high)
    ]
    assert worst[0] < worst[1]  # the odds can be closer


def test_extremes_are_printed_on_as_many_cards_as_confirm_them():
    roll = Roll((6,) * 3, extremes=True)
    request = column(roll, size=54, bar=Fraction(3, 5))
    for (cell,) in checked(request).solutions:
        assert cell.at_least(4) == 54
        assert cell.at_least(18) == 0


@pytest.mark.parametrize("critical", [1, 2, 4, 5])
def test_there_are_as_many_critical_failures_as_asked_whatever_the_dice_have(critical):
    request = column(Roll((8,), "highest", "open", critical_failure=True), size=24)
    asked = replace(request, roundings=(request.roundings[0]._replace(critical=critical),))
    assert {cell.critical for (cell,) in checked(asked).solutions} == {critical}


def test_the_nearest_size_is_tried_first_and_the_larger_of_two():
    assert [*_sizes_beside(3)][:4] == [4, 2, 5, 6]
    assert [*_sizes_beside(54)][:4] == [55, 53, 56, 52]


def test_what_no_deck_can_carry_is_refused_with_a_remedy():
    with pytest.raises(DeckError, match="10d100, open-ended: averages"):
        solve(column(Roll((100,) * 10, explode="open"), size=54))
    with pytest.raises(DeckError, match="a deck of 60 cards cannot give"):
        solve(column(Roll((6,) * 3, extremes=True), size=60))


@pytest.mark.parametrize("request_", [MANY[0], MANY[5]])
def test_a_request_has_one_solution(request_):
    assert solve(request_).to_json() == checked(request_).to_json()


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 6, 8])
def test_all_rows_of_a_rising_column_of_a_whole_deck(number):
    request = column(*(sides(number, dice) for dice in range(1, 6)), size=54)
    found = checked(request)
    assert len(found.solutions) >= 16
    for cells in found.solutions:
        assert all(dominates(lower, upper) for upper, lower in pairwise(cells))
    for asked, cells in rows_of(request, found):
        assert max(error(cell, asked) for cell in cells) <= Fraction(3, 2)
