from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest
from deck_games import game, shipped
from deck_twins import column

from deckgen.deck.cells import Multiset, total_tails
from deckgen.deck.solve.column import ColumnSolution, Rounding
from deckgen.deck.solve.plan import (
    Plan,
    column_requests,
    mixture_error,
    mixtures,
    plan_columns,
    plans,
    rounded_request,
    write_lock,
)
from deckgen.deck.solve.store import SolutionStore
from deckgen.game import read_game
from deckgen.odds import Roll

W = "without-replacement"


@pytest.fixture(scope="module")
def small():
    """The plans of the small game's deck, column by column, and their store."""
    store = SolutionStore()
    return list(plan_columns(game().deck(), store)), store


def planned(roll, size, open_cards=0):
    """The plan of a cell that is taken from the small game, of another roll."""
    cell = next(iter(game().deck().section("hit").cells()))
    failing = 1 if roll.critical_failure else None
    return Plan(cell, replace(column(roll, size=size), roundings=(Rounding(False, failing),)), 0, open_cards, (None,))


def solution(*cells):
    """A solution without open cards, of a single cell: these, one after another."""
    return ColumnSolution(0, (None,), (0,), (0, 0), [[cell.to_json()] for cell in cells])


def test_rows_that_rise_are_solved_together_and_others_alone():
    for spec in shipped().decks:
        asked = list(column_requests(spec))
        for request, cells in asked:
            section = spec.section(cells[0].section)
            assert len({(cell.section, cell.column) for cell in cells}) == 1
            assert request.rolls == tuple(cell.roll.unmodified for cell in cells)
            assert request.tail_limits == tuple(section.tail_limit(cell) for cell in cells)
            assert request.exact == tuple(section.exact_in(cell) for cell in cells)
            assert request.open_least == tuple(section.least_open(cell) for cell in cells)
            assert (request.size, request.draw) == (spec.size, spec.draw)
            assert [cell.row for cell in cells] == list(range(1, section.rows + 1)) if len(cells) > 1 else True
            assert (len(cells) > 1) == getattr(section, "rising", False)
    assert {len(cells) for _, cells in asked} == {1, 5}


def test_every_row_has_its_plan(small):
    made, store = small
    ((first, second),) = made
    assert (first.row, second.row) == (0, 1)
    assert first.request == second.request
    found = store.find(first.request)
    assert first.open_cards == second.open_cards == found.open_cards
    assert first.open_sums == second.open_sums == found.open_sums
    assert first.row_request == first.request.row_requests(found.open_cards, found.open_sums)[0]
    assert [first.dice.roll, second.dice.roll] == list(first.request.rolls)
    assert [*plans(game().deck(), store)] == [first, second]


def test_rows_that_are_read_together_are_one_pool_with_one_request():
    west = read_game("west-that-wasnt")
    first_n = {
        section.name: section.rows for section in west.deck().sections if getattr(section, "reads", "") == "first-n"
    }
    assert first_n
    for request, cells in column_requests(west.deck()):
        assert request.together == first_n.get(cells[0].section, 1)
        assert Plan(cells[0], request, 0, 3, (None,) * len(cells)).pooled == request.together


@pytest.mark.parametrize(
    ("roll", "size", "open_cards"),
    [
        (Roll((6,)), 54, 0),
        (Roll((6,)), 55, 0),
        (Roll((8,), "highest", "open", critical_failure=True), 54, 6),
        (Roll((8,), "highest", "open", critical_failure=True), 56, 7),
        (Roll((6,) * 3, "highest", "open", critical_failure=True), 54, 4),
    ],
)
def test_variants_are_what_decks_of_sets_need_and_how_often(roll, size, open_cards):
    plan = planned(roll, size, open_cards)
    variants = plan.roundings
    assert sum(variants.values()) == 1
    assert plan.exact == (plan.steps.denominator == 1)
    assert {v.round_up for v in variants} == ({False} if plan.exact else {False, True})
    # on average, the mean and the number of failures are those of the dice
    assert sum(often * (floor(plan.steps) + v.round_up) for v, often in variants.items()) == plan.steps
    share = plan.critical_cards
    if share is None:
        assert {v.critical for v in variants} == {None}
    else:
        assert {v.critical for v in variants} == {floor(share), ceil(share)}
        assert sum(often * v.critical for v, often in variants.items()) == share


def test_single_exact_decks_may_have_other_open_cards_and_decks_of_a_set_have_as_many_with_their_sum():
    dice = Roll((8,), "highest", "open", critical_failure=True)
    for open_cards in range(1, 9):
        for open_sum in (None, 24):
            plan = replace(planned(dice, 54, open_cards), open_sums=(open_sum,))
            free = open_sum is None and plan.request.is_exact(open_cards)
            found = rounded_request([plan], (Rounding(True, 2),))
            assert (found.open_cards, found.open_sums) == (None if free else open_cards, (open_sum,))


def test_other_roundings_have_as_many_open_cards(small):
    ((first, second),) = small[0]
    assert rounded_request([first, second], first.request.roundings) is first.request
    other = (Rounding(True, None), Rounding(False, None))
    found = rounded_request([first, second], other)
    exact = first.request.is_exact(first.open_cards)
    assert (found.roundings, found.open_cards) == (other, None if exact else first.open_cards)
    assert (found.rolls, found.tail_limits) == (first.request.rolls, first.request.tail_limits)
    assert found.open_sums == first.open_sums


def test_the_mixture_of_all_seeds():
    """Half of all decks have too few 2s by half a card, and half too many: the mixture has no error."""
    plan = planned(Roll((2,)), 5)
    low, high = (Multiset(0, ((1, n), (2, 5 - n)), ()) for n in (3, 2))
    down, up = map(solution, (low, high))
    by_variant = {(Rounding(False, None),): down, (Rounding(True, None),): up}
    assert mixture_error(plan, by_variant) == 0
    assert mixture_error(plan, {(Rounding(False, None),): down, (Rounding(True, None),): down}) == 500
    worse = solution(low, low, low, Multiset(0, ((1, 5),), ()))
    assert mixture_error(plan, {(Rounding(False, None),): worse, (Rounding(True, None),): worse}) == 1000


def test_the_mixture_of_a_column_is_the_mean_of_its_decks(small):
    made, store = small
    ((*column,),) = made
    found = {
        variants: store.find(rounded_request(column, variants)) for variants in product(*(p.roundings for p in column))
    }
    for plan in column:
        length = 80
        mean = [Fraction(0)] * length
        for variants, solution in found.items():
            often = Fraction(1)
            for each, variant in zip(column, variants, strict=True):
                often *= each.roundings[variant]
            for turn in range(solution.length):
                tails = [*total_tails(solution.solution_at(turn)[plan.row], plan.request.draw), *[0] * length][:length]
                mean = [a + often * b / solution.length for a, b in zip(mean, tails, strict=True)]
        off = max(abs(a - b) for a, b in zip(mean, plan.dice.tails(length - 1), strict=True)) * 20
        assert abs(off * 1000 - mixture_error(plan, found)) <= 1


def test_mixtures_are_told_of_the_cells_that_the_lock_file_has(small):
    ((first, second),) = small[0]
    known = mixtures(game().deck(), SolutionStore(mixtures={first.request.key: [250, 41]}))
    assert known == {first.cell: Fraction(1, 4), second.cell: Fraction(41, 1000)}
    assert mixtures(game().deck(), SolutionStore()) == {}


def test_a_lock_tells_what_it_is_doing(monkeypatch, tmp_path):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path))
    monkeypatch.setattr("deckgen.deck.solve.bounds.lower_bound", lambda *_, **__: Fraction(0))
    told: list = []
    write_lock(game(), told.append)
    assert all(line.startswith("hit X: ") for line in told)
    assert "open card" in told[0]
