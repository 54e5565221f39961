import json
from itertools import pairwise

import pytest
from deck_games import SHIPPED, SMALL, game, shipped
from game_files import write

from deckgen.deck.cards import canonical
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.bounds import lower_bound
from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.solutions import LOCK, Store, Want, lock, open_store, plans, problem_of, shown
from deckgen.files import shipped as shipped_folder, write_whole
from deckgen.game import load
from deckgen.odds import Roll

D6 = Want(Roll((6,), explode="open"), 54, "without-replacement", (), 0, None, None)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "solutions"


def never(want):
    raise AssertionError(want)


@pytest.fixture
def small(tmp_path):
    """The small game with its lock file."""
    folder = write(tmp_path / "small", SMALL)
    (folder / LOCK).write_bytes(lock(load(folder)))
    return folder


def test_a_lock_holds_every_solution_of_every_deck_of_every_set(small, monkeypatch):
    made = load(small)
    monkeypatch.setattr("deckgen.deck.solve.solutions._solve", never)
    monkeypatch.setenv("DECKGEN_CACHE", str(small / "none"))
    for number in range(1, 6):
        generate(made, made.deck(), "any", number, 5)


def test_the_shipped_lock_is_true_and_whole(monkeypatch, cache):
    monkeypatch.setattr("deckgen.deck.solve.solutions._solve", never)
    store = open_store(shipped())
    assert store.notes == []
    used = {
        want.key for plan in plans(shipped().deck(), store) for want in plan.variants() if store.find(want)
    }
    assert used == set(store.kept)
    written = (shipped_folder("data") / SHIPPED / LOCK).read_bytes()
    for key, solution in store.kept.items():
        write_whole(cache / f"{key}.json", canonical(solution))
    kept = {key: bound.value for key, bound in store.bounds.items()}
    # proving all of them takes half a minute: the others are taken as they are
    again = [key for key in sorted(kept) if key < "2"]
    assert len(again) > 3

    def proved(problem, budget):
        (key,) = {k for k in kept if asked[k] == problem}
        return lower_bound(problem, budget=budget) if key in again else store.bounds[key]

    asked = {
        free.key: problem_of(free)
        for plan in plans(shipped().deck(), store)
        for want in plan.variants()
        for free in [Want(want.roll, want.size, want.draw, (), 0, want.critical, None)]
    }
    monkeypatch.setattr("deckgen.deck.solve.solutions.lower_bound", proved)
    assert lock(shipped()) == written
    # one solution or bound a line, so that a change can be reviewed
    assert written.count(b"\n") == len(used) + len(kept) + 2


def test_a_lock_is_the_same_from_an_empty_cache_and_from_a_full_one(small, cache):
    assert any(cache.iterdir())
    assert lock(load(small)) == (small / LOCK).read_bytes()


def test_a_lock_changed_by_hand_is_noticed_and_not_used(small):
    text = (small / LOCK).read_text(encoding="utf-8")
    (small / LOCK).write_text(text.replace('"critical":0', '"critical":1', 1), encoding="utf-8")
    store = open_store(load(small))
    assert store.kept == {}
    assert "changed by hand" in store.notes[0]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"solutions":[1]}', b"\xff", b'{"solutions":{}}'])
def test_what_is_no_lock_is_not_used(small, content):
    before = generate(load(small), load(small).deck(), "any")
    (small / LOCK).write_bytes(content)
    store = open_store(load(small))
    assert store.kept == {}
    assert "is not used" in store.notes[0]
    assert generate(load(small), load(small).deck(), "any") == before


BAD = [
    None,
    {"critical": 0, "plain": [[1, 54]], "open": []},  # another mean
    {"critical": 0, "plain": [[4, 10]], "open": []},  # too few cards
    {"critical": 0, "plain": [[0, 54]], "open": []},
    {"critical": 0, "plain": [], "open": [[4, 54]]},
    {"critical": 0, "plain": [], "open": []},
    {"critical": -1, "plain": [[4, 55]], "open": []},
    {"critical": 0, "plain": [["4", 54]], "open": []},
    {"critical": 0, "plain": [[4]], "open": []},
    {"critical": True, "plain": [[4, 53]], "open": []},
]


@pytest.mark.parametrize("stale", BAD)
def test_stale_entries_are_solved_again(stale):
    true = Store().find(D6)
    assert Store(kept={D6.key: stale}).find(D6) == true


@pytest.mark.parametrize("content", [b"", b"nonsense", canonical(BAD[1])])
def test_a_spoilt_cache_is_solved_again_and_mended(cache, content):
    true = Store(folder=cache).find(D6)
    kept = (cache / f"{D6.key}.json").read_bytes()
    (cache / f"{D6.key}.json").write_bytes(content)
    assert Store(folder=cache).find(D6) == true
    assert (cache / f"{D6.key}.json").read_bytes() == kept


def test_a_cache_that_cannot_be_written_is_harmless(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    store = Store(folder=tmp_path / "file" / "folder")
    assert store.find(D6) == Store().find(D6)
    assert store.folder is None


def test_the_floor_of_a_want_is_checked():
    cell = Store().find(D6)
    at_least = shown(cell)
    fitting = Want(D6.roll, 54, D6.draw, (), 0, None, None, at_least)
    higher = (*at_least[:-1], at_least[-1] + 1)
    assert fitting.accepts(cell)
    assert not Want(D6.roll, 54, D6.draw, (), 0, None, None, higher).accepts(cell)
    assert not Want(D6.roll, 54, D6.draw, (), 0, None, cell.open_cards + 1).accepts(cell)


def test_shown_counts_cards_that_print_a_number_or_more():
    assert shown(Multiset(1, ((3, 2),), ((5, 1),))) == (4, 4, 3, 3, 1, 1)


def test_rows_of_a_rising_column_fit_whatever_the_seed_rounds():
    """No row's lowest variant falls below the highest of the row above."""
    store = Store()
    rows = [[shown(store.find(want)) for want in plan.variants()] for plan in plans(game().deck(), store)]
    for upper, lower in pairwise(rows):
        for above in upper:
            for below in lower:
                assert all(b >= a for a, b in zip(above, below, strict=False))
                assert len(below) >= len(above)


def test_lock_is_json_with_a_digest(small):
    body = json.loads((small / LOCK).read_bytes())
    assert set(body) == {"format", "sha256", "solutions", "bounds"}
