from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from deck_games import game, shipped

from deckgen.deck.solve.cells import Multiset, total_tails
from deckgen.deck.solve.plan import _lower_limit, _nearest_critical, _surplus, lock, plans
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Store, open_store
from deckgen.game import load
from deckgen.odds import Roll

WITHOUT = "without-replacement"


@pytest.fixture(scope="module")
def planned():
    """The plans of the shipped game's deck, and their store."""
    store = open_store(shipped())
    return list(plans(shipped().deck(), store)), store


def test_rows_of_a_rising_column_fit_whatever_the_seed_rounds():
    """No row's lowest variant falls below the highest of the row above."""
    store = Store()
    rows = [[store.find(asked).at_least for asked in plan.variants()] for plan in plans(game().deck(), store)]
    for upper, lower in pairwise(rows):
        for above in upper:
            for below in lower:
                assert all(b >= a for a, b in zip(above, below, strict=False))
                assert len(below) >= len(above)


def test_a_rising_row_knows_the_rolls_above_it_and_a_new_column_none(planned):
    made, store = planned
    for section in {plan.cell.section for plan in made}:
        rising = getattr(shipped().deck().section(section), "rising", False)
        column: list = []
        for plan in (p for p in made if p.cell.section == section):
            column = [] if plan.cell.row == 1 else column
            assert plan.request.above == (tuple(p.cell.roll for p in column) if rising else ())
            above = (
                [store.find(asked).at_least for asked in column[-1].variants()] if column and rising else []
            )
            limit = plan.request.lower_limit
            assert limit == tuple(
                max(row[t] if t < len(row) else 0 for row in above)
                for t in range(max(map(len, above), default=0))
            )
            column.append(plan)


def test_rows_that_are_read_together_know_their_surplus_and_their_bar():
    west = load("west-that-wasnt")
    spec, store = west.deck(), open_store(west)
    made = list(plans(spec, store))
    pooled = [plan for plan in made if plan.request.pooled]
    assert pooled
    for before, plan in pairwise(pooled):
        assert plan.request.bar == spec.section(plan.cell.section).tail_bar
        if plan.cell.row == 1:
            assert plan.request.surplus == plan.request.above == ()
            continue
        assert plan.request.above == (*before.request.above, before.cell.roll)
        assert plan.request.surplus == _surplus(before.request, store.find(before.request))


def test_the_surplus_is_what_the_rows_have_beyond_the_dice():
    request = Request(Roll((2,), explode="open"), 6, WITHOUT)
    cell = Multiset(0, ((1, 4),), ((2, 2),))
    first = _surplus(request, cell)
    ours = [*total_tails(cell, WITHOUT), *[0] * len(request.tails)]
    assert first == tuple(6 * (a - b) for a, b in zip(ours, request.tails, strict=False))
    assert first[2] == 6 * (Fraction(2, 6) - Fraction(1, 2))
    assert _surplus(replace(request, surplus=first), cell) == tuple(2 * s for s in first)


def test_the_lower_limit_is_the_highest_of_all_rows_at_every_number():
    cells = [Multiset(0, ((1, 3), (2, 3)), ()), Multiset(0, ((1, 4), (3, 1)), ((5, 1),))]
    assert _lower_limit(cells) == (6, 6, 3, 2, 1, 1)


@pytest.mark.parametrize(("size", "nearest"), [(54, 7), (20, 3), (12, 2), (11, 1)])
def test_the_nearest_number_of_critical_failures(size, nearest):
    """One d8 fails with chance 1/8; half a card is rounded up."""
    assert _nearest_critical(Roll((8,), critical_failure=True), size) == nearest
    assert _nearest_critical(Roll((8,)), size) is None


def test_variants_are_what_any_deck_of_any_set_may_need(planned):
    made, _ = planned
    for plan in made:
        variants = list(plan.variants())
        share = plan.critical_cards
        criticals = {None} if share is None else {int(share), -int(-share // 1)}
        assert {v.round_up for v in variants} == ({False} if plan.exact else {False, True})
        assert {v.critical for v in variants} == criticals
        assert len(variants) == len({v.round_up for v in variants}) * len(criticals)
        assert plan.request in variants
        assert all(v.open_cards == plan.open_cards for v in variants if v != plan.request)
        assert plan.exact == ((plan.dice.mean * plan.scaled / plan.dice.mean).denominator == 1)
    assert {plan.exact for plan in made} == {True, False}


def test_a_lock_tells_what_it_is_doing(monkeypatch, tmp_path):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path))
    monkeypatch.setattr("deckgen.deck.solve.bounds.lower_bound", lambda *_, **__: Fraction(0))
    told: list = []
    lock(game(), told.append)
    assert told == ["Hit: solving", "hit X-1: proving", "hit X-2: proving"]
