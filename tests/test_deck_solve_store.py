import json

import pytest
from deck_games import SHIPPED, SMALL, shipped
from game_files import write

from deckgen.deck.cards import canonical
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.bounds import lower_bound
from deckgen.deck.solve.plan import lock, plans
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import LOCK, Store, open_store
from deckgen.files import shipped as shipped_folder, write_whole
from deckgen.game import load
from deckgen.odds import Roll

D6 = Request(Roll((6,), explode="open"), 20, "without-replacement")


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
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    monkeypatch.setenv("DECKGEN_CACHE", str(small / "none"))
    for number in range(1, 6):
        generate(made, made.deck(), "any", number, 5)


def test_the_shipped_lock_is_true_and_whole(monkeypatch, cache):
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    store = open_store(shipped())
    assert store.notes == []
    used = {
        want.key for plan in plans(shipped().deck(), store) for want in plan.variants() if store.find(want)
    }
    assert used == set(store.locked)
    written = (shipped_folder("data") / SHIPPED / LOCK).read_bytes()
    for key, solution in store.locked.items():
        write_whole(cache / f"{key}.json", canonical(solution))
    kept = store.bounds
    # proving all of them takes half a minute: the others are taken as they are
    again = [key for key in sorted(kept) if key < "2"]
    assert len(again) > 3

    def proved(request, budget):
        return lower_bound(request, budget=budget) if request.key in again else kept[request.key]

    monkeypatch.setattr("deckgen.deck.solve.bounds.lower_bound", proved)
    assert lock(shipped()) == written
    # one solution or bound a line, so that a change can be reviewed
    assert written.count(b"\n") == len(used) + len(kept) + 2


@pytest.mark.parametrize("name", [folder.name for folder in sorted(shipped_folder("data").iterdir())])
def test_no_shipped_game_is_solved_when_it_is_dealt(name, monkeypatch):
    """Every key that its decks may ask for is in its lock, and no other."""
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    made = load(name)
    store = open_store(made)
    assert store.notes == []
    requests = [want for spec in made.decks for plan in plans(spec, store) for want in plan.variants()]
    assert {want.key for want in requests if store.find(want)} == set(store.locked)
    alone = {Request(want.roll, want.size, want.draw, want.critical).key for want in requests}
    assert alone == set(store.bounds)


def test_a_lock_is_the_same_from_an_empty_cache_and_from_a_full_one(small, cache):
    assert any(cache.iterdir())
    assert lock(load(small)) == (small / LOCK).read_bytes()


def test_a_lock_changed_by_hand_is_noticed_and_not_used(small):
    text = (small / LOCK).read_text(encoding="utf-8")
    (small / LOCK).write_text(text.replace('"critical":0', '"critical":1', 1), encoding="utf-8")
    store = open_store(load(small))
    assert store.locked == {}
    assert "changed by hand" in store.notes[0]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"solutions":[1]}', b"\xff", b'{"solutions":{}}'])
def test_what_is_no_lock_is_not_used(small, content):
    before = generate(load(small), load(small).deck(), "any")
    (small / LOCK).write_bytes(content)
    store = open_store(load(small))
    assert store.locked == {}
    assert "is not used" in store.notes[0]
    assert generate(load(small), load(small).deck(), "any") == before


BAD = [
    None,
    {"critical": 0, "plain": [[1, 20]], "open": []},  # another mean
    {"critical": 0, "plain": [[4, 10]], "open": []},  # too few cards
    {"critical": 0, "plain": [[0, 20]], "open": []},
    {"critical": 0, "plain": [], "open": [[4, 20]]},
    {"critical": 0, "plain": [], "open": []},
    {"critical": -1, "plain": [[4, 21]], "open": []},
    {"critical": 0, "plain": [["4", 20]], "open": []},
    {"critical": 0, "plain": [[4]], "open": []},
    {"critical": True, "plain": [[4, 19]], "open": []},
]


@pytest.mark.parametrize("stale", BAD)
def test_stale_entries_are_solved_again(stale):
    true = Store().find(D6)
    assert Store(locked={D6.key: stale}).find(D6) == true


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


def test_lock_is_json_with_a_digest(small):
    body = json.loads((small / LOCK).read_bytes())
    assert set(body) == {"format", "sha256", "solutions", "bounds"}
