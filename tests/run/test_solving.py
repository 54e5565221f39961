"""What is said of solved games: cells whose audits will fail, cells that are exact over a set only, and proofs."""

import json
from fractions import Fraction

import pytest
from game_files import one_section

from deckgen.deck.solve.plan import column_requests, plan_columns, proofs, solved_cells, write_lock
from deckgen.deck.solve.store import SolutionStore, locked_store
from deckgen.errors import DeckError
from deckgen.game import read_game
from deckgen.run.solving import proof_notes, report_deck, report_lock

ROLLS = "kind: rolls\ntitle: T\nexact: deck\ntail_bar: 0.8\nrolls: {a: d6, b: 2d6, c: {dice: 2d6, keep: highest}}"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A game of 26 cards; no deck has the mean of c."""
    return read_game(one_section(tmp_path_factory.mktemp("game"), ROLLS))


@pytest.fixture(scope="module")
def lock(game):
    return write_lock(game)


def changed(game, lock, name, **facts):
    """A store in which the solutions of the column of that name have other facts."""
    store = locked_store(lock)
    requests = [request for request, cells in column_requests(game.deck()) if cells[0].column == name]
    for key, text in locked_store(lock).locked.items():
        if any(key == request.key for request in requests):
            store.locked[key] = json.dumps({**json.loads(text), **facts}).encode()
    return store


def test_what_meets_its_limit_is_no_warning_and_a_rounded_mean_is_a_note(game, lock):
    warnings, notes = report_lock(game, lock)
    assert warnings == []
    assert notes[0] == "3 columns: 3 proven optimal"
    assert notes[1].startswith("proven: no eight decks that share their open numbers are nearer")
    assert notes[2:] == ["means that are exact over a set of decks, not in each: it c"]
    assert report_deck(game, game.deck(), locked_store(lock)) == ([], notes[2:])


def test_nothing_is_said_of_what_is_not_solved(game, lock):
    assert report_deck(game, game.deck(), SolutionStore()) == ([], [])
    store = locked_store(lock)
    first, *_ = (request.key for request, _ in column_requests(game.deck()))
    del store.locked[first]
    assert [result.cell.column for result in solved_cells(game.deck(), store)] == ["b", "c"]


def test_a_cell_beyond_its_limit_is_a_warning_with_what_cures_it(game, lock):
    (warning,), _ = report_deck(game, game.deck(), changed(game, lock, "b", errors=[1234]))
    assert warning.path == "sections.it"
    assert (
        "b (2d6) is up to 1.24 cards off its dice in 26 cards, and its limit is 0.80: audits will fail"
        in warning.message
    )
    assert warning.remedy == "write exact: {b: set} or tail_bar: 1.24"


@pytest.mark.parametrize(("bound", "limit"), [("11/10", "1.20"), ("9/8", None), ("4/5", "0.80"), ("1/2", "0.80")])
def test_what_is_near_the_proven_minimum_passes(game, lock, bound, limit):
    store = changed(game, lock, "b", errors=[1225])
    (plan,) = next(column for column in plan_columns(game.deck(), store) if column[0].cell.column == "b")
    store.bounds = {plan.bound_request(rounding).key: Fraction(bound) for rounding in plan.roundings}
    warnings, _ = report_deck(game, game.deck(), store)
    assert [f"its limit is {limit}: " in warning.message for warning in warnings] == [True] * (limit is not None)


def test_without_a_stored_bound_it_is_proved(game, lock, monkeypatch):
    asked = []
    monkeypatch.setattr("deckgen.deck.solve.bounds.is_impossible_within", lambda *values: asked.append(values) or True)
    store = changed(game, lock, "b", errors=[1225])
    assert report_deck(game, game.deck(), store).warnings == []
    assert [tolerance for _, tolerance in asked] == [Fraction(1125, 1000)]


@pytest.mark.parametrize(
    ("proof", "lines"),
    [
        ([30, 20], ["3 columns: 3 proven optimal"]),
        ([31, 20], ["3 columns: 2 proven optimal, 1 within 0.1 card of the proven minimum"]),
        ([120, 20], ["3 columns: 2 proven optimal, 1 within 0.1 card of the proven minimum"]),
        (
            [1210, 20],
            [
                "3 columns: 2 proven optimal",
                "  it b: a set of decks is 1.21 card off the dice, and at least 0.02 is proven",
            ],
        ),
    ],
)
def test_columns_without_a_proof_are_named_with_both_figures(game, lock, proof, lines):
    store = changed(game, lock, "b", proof=proof)
    assert {name: (cost, bound) for _, name, cost, bound in proofs(game.deck(), store)}["it b"] == tuple(proof)
    assert proof_notes([*proofs(game.deck(), store)])[: len(lines)] == lines


def test_a_lock_that_was_changed_has_no_report(game, lock):
    with pytest.raises(DeckError, match="was changed by hand"):
        report_lock(game, lock.replace(b'"open_cards":0', b'"open_cards":1', 1))
