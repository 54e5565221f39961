from itertools import combinations_with_replacement as choices, pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.open_cards import OpenSearch, as_pool, nearest_member
from deckgen.deck.solve.problem import CARD, SolverProblem
from deckgen.deck.solve.request import Limit, Request
from deckgen.odds import Roll

W, R = "without-replacement", "with-replacement"
D6 = Roll((6,), explode="open")
STEP = CARD // 512
REQUESTS = [
    Request(D6, 20, W, 2),
    Request(D6, 20, R, 3),
    Request(Roll((6, 6), explode="open"), 24, W, 3),
    Request(Roll((8,), "highest", "open", critical_failure=True), 24, W, 2, 3),
    Request(Roll((6, 6), explode="open"), 24, W, 2, above=Limit((22, 22, 16, 10, 5), (4, 7))),
    Request(D6, 20, W, 2, given_least=2),
]


def fits(search, values, tolerance):
    """Whether plain cards exist: number by number, A(T) as low and as high as may be."""
    problem, request = search.problem, search.request
    weighted = search.total - search.open_weight * sum(values)
    assert weighted % search.plain_weight == 0
    total, m = weighted // search.plain_weight, request.size - request.open_cards
    length = len(problem.card_tails)
    low, high = [], []
    for t in range(length):
        left = int(problem.card_tails[t]) - sum(int(problem.continuations[v][t]) for v in values)
        within = tolerance if problem.judged[t] else 64 * CARD
        shown = sum(v >= t for v in values)
        low.append(max(-((within - left) // CARD), int(problem.fewest[t]) - shown, int(problem.plain_floor[t]), 0))
        high.append(min((left + within) // CARD, int(problem.most[t]) - shown, m))
    low = [max(low[t:]) for t in range(length)]
    high = [min(high[: t + 1]) for t in range(length)]
    return all(a <= b for a, b in zip(low, high, strict=True)) and sum(low[1:]) <= total <= sum(high[1:])


@pytest.mark.parametrize("request_", REQUESTS)
def test_the_tolerance_is_the_smallest_to_a_512th_of_a_card(request_):
    search = OpenSearch(SolverProblem(request_))
    pool = search._first_pool()
    found = search._tolerances(pool, len(pool))
    assert (found < 32 * CARD).any()
    assert (found > search.good_tolerance).any()
    for values, tolerance in zip(pool.tolist()[::3], found.tolist()[::3], strict=True):
        if tolerance < 32 * CARD:
            assert fits(search, values, tolerance)
        if tolerance > search.good_tolerance:  # below, it is good enough
            assert not fits(search, values, min(tolerance, 32 * CARD) - STEP * (tolerance <= 32 * CARD))


@pytest.mark.parametrize("request_", REQUESTS)
@pytest.mark.parametrize("kept", [1, 5])
def test_tolerances_that_are_not_looked_for_are_of_what_costs_more(request_, kept):
    search = OpenSearch(SolverProblem(request_))
    pool = search._first_pool()
    looks = search._look_costs(pool)
    every = search._costs(search._tolerances(pool, len(pool)), looks)
    some = search._costs(search._tolerances(pool, kept), looks)
    best = np.argsort(every, kind="stable")[:kept]
    assert np.argsort(some, kind="stable")[:kept].tolist() == best.tolist()
    assert some[best].tolist() == every[best].tolist()
    assert (some >= every).all()


@pytest.mark.parametrize("request_", REQUESTS)
def test_the_best_open_cards_are_the_best_of_all(request_):
    search = OpenSearch(SolverProblem(request_))
    pool = np.array(
        [
            values
            for values in choices(range(request_.least_open, search.top + 1), request_.open_cards)
            if (search.total - search.open_weight * sum(values)) % search.plain_weight == 0
            and all(a >= b for a, b in zip(values, search.least.tolist(), strict=True))
        ]
    )
    costs = search._costs(search._tolerances(pool, len(pool)), search._look_costs(pool))
    found = search.best_sets(3, 4)
    own = np.array([each.values for each in found])
    assert search._costs(np.array([each.tolerance for each in found]), search._look_costs(own))[0] == costs.min()
    assert sorted({each.values for each in found}) == sorted(each.values for each in found)


@pytest.mark.parametrize("request_", REQUESTS)
def test_open_cards_at_first_have_every_sum_that_allows_the_mean(request_):
    search = OpenSearch(SolverProblem(request_))
    pool = search._first_pool()
    most = search.k * search.top
    sums = [
        s
        for s in range(int(search.least.sum()), most + 1)
        if (search.total - search.open_weight * s) % search.plain_weight == 0
    ]
    assert search.open_sums() == sums == sorted({*pool.sum(axis=1).tolist()})
    assert (pool >= search.least).all()
    assert (pool <= search.top).all()
    assert (np.diff(pool, axis=1) >= 0).all()
    only = OpenSearch(SolverProblem(request_), sums[-1])
    assert only.open_sums() == [sums[-1]]
    assert {*only._first_pool().sum(axis=1).tolist()} == {sums[-1]}
    assert {sum(each.values) for each in only.best_sets(2, 5)} <= {sums[-1]}
    assert OpenSearch(SolverProblem(request_), most + 1).best_sets(1, 1) == []


def test_cells_without_open_cards_have_one_way():
    search = OpenSearch(SolverProblem(Request(Roll((6, 6)), 18, W)))
    (only,) = search.best_sets(3, 5)
    assert only.values == ()
    assert search.open_sums() == [0]


@pytest.mark.parametrize("request_", REQUESTS)
def test_what_a_row_prints_at_least(request_):
    search = OpenSearch(SolverProblem(request_))
    chosen = search.best_sets(2, 1)[0]
    plain, again = search.limit(chosen)
    low, high = search.ends(chosen, int(request_.tail_limit * CARD))
    assert again == chosen.values
    assert plain == tuple(search.ends(chosen, max(chosen.tolerance, int(request_.tail_limit * CARD)))[0].tolist())
    assert all(a >= b for a, b in pairwise(plain))
    if chosen.tolerance <= request_.tail_limit * CARD:
        assert low[1:].sum() <= search.plain_sum(chosen) <= high[1:].sum()


def test_nothing_fits_where_the_row_above_prints_too_much():
    above = Limit((18,) * 12, (4, 4))
    assert OpenSearch(SolverProblem(Request(D6, 20, W, 2, above=above))).best_sets(1, 5) == []


def test_open_cards_that_are_even_and_high_cost_less():
    single = OpenSearch(SolverProblem(Request(D6, 20, W, 2)))
    assert single._look_costs(np.array([[6, 6], [5, 6], [4, 8]])).argsort().tolist() == [0, 1, 2]
    summed = OpenSearch(SolverProblem(Request(Roll((6, 6), explode="open"), 24, W, 2)))
    assert summed._look_costs(np.array([[8, 8], [7, 9], [4, 12]])).argsort(kind="stable").tolist() == [
        0,
        1,
        2,
    ]


def test_a_pool_of_one():
    search = OpenSearch(SolverProblem(REQUESTS[0]))
    assert as_pool(search.best_sets(0, 1)[0]).shape == (1, 2)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_lattice_member_has_the_sum_and_keeps_the_bounds(data):
    """Entry 0 is the number of plain cards; the others never rise."""
    length = data.draw(st.integers(2, 8))
    numbers = st.lists(st.integers(0, 12), min_size=length, max_size=length)
    least = np.array(sorted(data.draw(numbers), reverse=True))
    most = np.maximum(least, np.array(sorted(data.draw(numbers), reverse=True)))
    most[0] = max(most[0], least[0])
    total = data.draw(st.integers(int(least[1:].sum()), int(most[1:].sum())))
    wanted = np.array(data.draw(numbers)) << 20
    found = nearest_member(least, most, wanted, total)
    assert found[0] == most[0]
    assert found[1:].sum() == total
    assert (least[1:] <= found[1:]).all()
    assert (found <= most).all()
    assert all(a >= b for a, b in pairwise(found.tolist()))
