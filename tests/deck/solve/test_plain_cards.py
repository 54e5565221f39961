from fractions import Fraction

import numpy as np
import pytest
from deck_twins import asked, column, small_cells
from hypothesis import given, settings

from deckgen.deck.solve.cells import total_tails
from deckgen.deck.solve.open_cards import OpenCards, OpenSearch
from deckgen.deck.solve.plain_cards import PlainSearch
from deckgen.deck.solve.problem import SolverProblem
from deckgen.odds import Roll

W, R = "without-replacement", "with-replacement"
D6, TWO = Roll((6,), explode="open"), Roll((6, 6), explode="open")
D8 = Roll((8,), "highest", "open", critical_failure=True)
ASKED = [
    (column(D6, size=20), 1),
    (column(D6, size=20, draw=R), 2),
    (column(TWO, size=24), 3),
    (column(D8, size=24), 3),
    (column(Roll((6,) * 3), size=25, up=True), 0),
]


def searched(request, open_cards, bar=Fraction(1)):
    asked_for = request.row_request(0, open_cards)
    search = OpenSearch(SolverProblem(asked_for))
    return asked_for, PlainSearch(search, search.best_sets(3, 1)[0], bar)


def exact_errors(cell, request):
    """Deck less dice in cards, by T; 0 where T is not judged."""
    length = len(request.tails)
    ours = [*total_tails(cell, request.draw), *[Fraction(0)] * length][:length]
    off = [(a - b) * request.size for a, b in zip(ours, request.tails, strict=True)]
    return [*[Fraction(0)] * request.first_judged, *off[request.first_judged :]]


def none(request):
    return np.zeros(len(request.tails), dtype=np.int64)


@pytest.mark.parametrize(("wanted", "open_cards"), ASKED)
def test_every_candidate_is_a_cell_that_is_asked_for_and_its_errors_are_exact(wanted, open_cards):
    request, search = searched(wanted, open_cards)
    found = list(search.candidates(none(request), search.low, search.high))
    assert found
    for plain in found:
        cell = search.multiset(plain.cards)
        assert request.accepts(cell)
        off = [
            abs(Fraction(units, 1024) - exact)
            for units, exact in zip(plain.errors.tolist(), exact_errors(cell, request), strict=True)
        ]
        assert max(off) * 1024 < 4  # less than the margin that bars are kept by
        assert max(map(abs, exact_errors(cell, request))) <= 1
        assert (plain.cards >= search.low).all()
        assert (plain.cards <= search.high).all()
        assert (np.diff(plain.cards) <= 0).all()
    assert len({search.multiset(plain.cards) for plain in found}) == len(found)


@pytest.mark.parametrize(("wanted", "open_cards"), ASKED)
def test_candidates_keep_within_the_limits_that_rows_above_and_below_leave(wanted, open_cards):
    request, search = searched(wanted, open_cards)
    first = next(search.candidates(none(request), search.low, search.high))
    for plain in search.candidates(none(request), first.cards, search.high):
        assert (plain.cards >= first.cards).all()
    for plain in search.candidates(none(request), search.low, first.cards):
        assert (plain.cards <= first.cards).all()
    too_many = first.cards + 1
    assert list(search.candidates(none(request), too_many, too_many)) == []


@pytest.mark.parametrize(("wanted", "open_cards"), ASKED[:3] + ASKED[4:])
def test_the_next_solution_answers_the_errors_of_the_one_before(wanted, open_cards):
    request, search = searched(wanted, open_cards)
    first = next(search.candidates(none(request), search.low, search.high))
    second = next(search.candidates(first.errors, search.low, search.high))
    assert ((first.errors + second.errors) ** 2).sum() < ((2 * first.errors) ** 2).sum()


def test_moves_bring_plain_cards_nearer_to_the_dice():
    """No move of two cards, one up and one down, is better than the best candidate."""
    request, search = searched(column(D6, size=20), 1)
    best = next(search.candidates(none(request), search.low, search.high))
    for plain in list(search.candidates(none(request), search.low, search.high))[1:]:
        assert (plain.errors**2).sum() >= (best.errors**2).sum()


def test_a_bar_that_nothing_meets_gives_no_candidate():
    request, search = searched(column(D6, size=20), 1, Fraction(1, 4))
    assert list(search.candidates(none(request), search.low, search.high)) == []


@settings(max_examples=40, deadline=None)
@given(small_cells(6, critical=False).filter(lambda cell: min(v for v, _ in (*cell.plain, *cell.open)) > 0))
def test_errors_of_any_deck_beside_itself_are_nothing(cell):
    """What the chains add is reckoned as it is: no error is seen where there is none."""
    request = asked(cell, W)
    search = PlainSearch(OpenSearch(SolverProblem(request)), OpenCards(tuple(cell.open_values), 0), Fraction(1))
    length = len(request.tails)
    cards = np.array([*cell.plain_at_least, *[0] * length][:length])
    assert (abs(search._errors(cards)) <= 3).all()
