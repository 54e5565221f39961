import hashlib
import json
import os
import shutil
import sys
from collections import Counter

import pytest
from deck_games import SHIPPED, SMALL, shipped
from deck_twins import column
from game_files import write

from deckgen.cache import write_cached
from deckgen.deck.audit.auditor import auditor_of
from deckgen.deck.cards import canonical_json
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution
from deckgen.deck.solve.plan import column_requests, mixtures, plan_columns, rounded_request, write_lock
from deckgen.deck.solve.store import LOCK, SolutionStore, open_store
from deckgen.files import shipped_path as shipped_folder
from deckgen.game import read_game
from deckgen.game.starter import FOLDER
from deckgen.odds import Roll

D6 = column(Roll((6,), explode="open"), size=20)
TWO_ROWS = column(Roll((2,)), Roll((3,)), size=6)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "solved"


def never(want):
    raise AssertionError(want)


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A folder with the small game, its lock file, and the cache from which that was made."""
    place = tmp_path_factory.mktemp("solved")
    folder = write(place / "small", SMALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKGEN_CACHE", str(place / "cache"))
        (folder / LOCK).write_bytes(write_lock(read_game(folder)))
    return place


@pytest.fixture
def small(solved, tmp_path):
    """The small game with its lock file, and a full cache."""
    shutil.copytree(solved, tmp_path, dirs_exist_ok=True)
    return tmp_path / "small"


@pytest.fixture(scope="module")
def true():
    """A store of what is solved here, for no one to change."""
    return SolutionStore()


def test_a_lock_holds_every_solution_of_every_deck_of_every_set(small, monkeypatch):
    made = read_game(small)
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    monkeypatch.setenv("DECKGEN_CACHE", str(small / "none"))
    for number in range(1, 6):
        generate(made, made.deck(), "any", number, 5)


@pytest.mark.parametrize("name", [folder.name for folder in sorted(shipped_folder("data").iterdir())])
def test_no_shipped_game_is_solved_when_it_is_dealt(name, monkeypatch):
    """Every key that its decks may ask for is in its lock, and no other."""
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    made = read_game(name)
    store = open_store(made)
    assert store.notes == []
    used, first = set(), set()
    for spec in made.decks:
        for plans in plan_columns(spec, store):
            first.add(plans[0].request.key)
            ways = [()]
            for plan in plans:
                ways = [(*way, variant) for way in ways for variant in plan.roundings]
            used |= {rounded_request(plans, way).key for way in ways}
    assert used == set(store.locked)
    assert first == set(store.mixtures)


@pytest.mark.parametrize("name", [SHIPPED, "west-that-wasnt", FOLDER])
def test_the_shipped_locks_are_true(name, monkeypatch):
    """Every solution of the cells that are solved first is exactly what is asked for."""
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    made = read_game(name)
    store = open_store(made)
    for spec in made.decks:
        for request, _ in column_requests(spec):
            assert all(request.accepts(cells) for cells in store.find(request).solutions)


def test_one_solution_or_bound_a_line_so_that_a_change_can_be_reviewed(small):
    body = json.loads((small / LOCK).read_bytes())
    lines = sum(max(len(body[part]), 1) for part in ("bounds", "mixtures", "solutions"))
    assert (small / LOCK).read_bytes().count(b"\n") == lines + 2
    assert set(body) == {"format", "sha256", "solutions", "mixtures", "bounds"}


def test_a_lock_is_the_same_from_an_empty_cache_and_from_a_full_one(small, cache):
    assert any(cache.iterdir())
    assert write_lock(read_game(small)) == (small / LOCK).read_bytes()


def test_a_lock_changed_by_hand_is_noticed_and_not_used(small):
    text = (small / LOCK).read_text(encoding="utf-8")
    (small / LOCK).write_text(text.replace('"critical":0', '"critical":1', 1), encoding="utf-8")
    store = open_store(read_game(small))
    assert store.locked == {}
    assert "changed by hand" in store.notes[0]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"solutions":[1]}', b"\xff", b'{"solutions":{}}'])
def test_what_is_no_lock_is_not_used(small, content):
    before = generate(read_game(small), read_game(small).deck(), "any")
    (small / LOCK).write_bytes(content)
    store = open_store(read_game(small))
    assert store.locked == {}
    assert "is not used" in store.notes[0]
    assert generate(read_game(small), read_game(small).deck(), "any") == before


def listed(cell, order=(0,)):
    return {"open_cards": 0, "order": [*order], "solutions": [[cell]]}


BAD = [
    None,
    {},
    listed({"critical": 0, "plain": [[1, 20]], "open": []}),  # another mean
    listed({"critical": 0, "plain": [[4, 10]], "open": []}),  # too few cards
    listed({"critical": 0, "plain": [[0, 20]], "open": []}),
    listed({"critical": 0, "plain": [], "open": [[4, 20]]}),
    listed({"critical": -1, "plain": [[4, 21]], "open": []}),
    listed({"critical": 0, "plain": [["4", 20]], "open": []}),
    listed({"critical": 0, "plain": [[4]], "open": []}),
    listed({"critical": True, "plain": [[4, 19]], "open": []}),
    listed(None),
    listed({"critical": 0, "plain": [[4, 20]], "open": []}, order=(1,)),
    {"open_cards": 9, "order": [0], "solutions": [[]]},
]


@pytest.mark.parametrize("stale", BAD)
def test_stale_entries_are_solved_again(stale, true):
    tampered = SolutionStore(locked={D6.key: canonical_json(stale)})
    for turn in (0, 5, 40):
        assert tampered.proved_cells(D6, turn) == true.proved_cells(D6, turn)


def test_rows_that_were_swapped_are_solved_again():
    true = SolutionStore()
    kept = json.loads(json.dumps(true.find(TWO_ROWS).to_json()))
    kept["solutions"] = [[lower, upper] for upper, lower in kept["solutions"]]
    assert SolutionStore(locked={TWO_ROWS.key: canonical_json(kept)}).proved_cells(TWO_ROWS, 3) == true.proved_cells(
        TWO_ROWS, 3
    )


def test_turns_go_round_the_cycle():
    store = SolutionStore()
    found = store.find(D6)
    assert [store.proved_cells(D6, turn) for turn in range(len(found.order) + 3)] == [
        found.solutions[place] for place in (*found.order, *found.order[:3])
    ]
    assert len({store.proved_cells(D6, turn) for turn in range(len(found.order))}) >= 16


@pytest.mark.parametrize("content", [b"", b"nonsense", canonical_json(BAD[2])])
def test_a_spoilt_cache_is_solved_again_and_mended(cache, content):
    true = SolutionStore(use_cache=True).proved_cells(D6, 1)
    kept = (cache / D6.key).read_bytes()
    (cache / D6.key).write_bytes(content)
    assert SolutionStore(use_cache=True).proved_cells(D6, 1) == true
    assert (cache / D6.key).read_bytes() == kept


def test_what_is_in_the_cache_is_not_solved(monkeypatch):
    true = SolutionStore(use_cache=True).proved_cells(D6, 2)
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    assert SolutionStore(use_cache=True).proved_cells(D6, 2) == true


def test_what_misses_its_bar_without_a_proof_is_not_solved_again_each_time(monkeypatch, warned):
    """The cache knows that the solver found no better."""
    true = SolutionStore(use_cache=True).proved_cells(D6, 2)
    monkeypatch.setattr("deckgen.deck.solve.bounds.is_near", lambda *_: False)
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    assert SolutionStore(use_cache=True).proved_cells(D6, 2) == true
    assert "no deck within the tail limit was found" in warned()


def test_a_cache_that_cannot_be_written_is_harmless(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "file" / "folder"))
    assert SolutionStore(use_cache=True).proved_cells(D6, 0) == SolutionStore().proved_cells(D6, 0)


def test_the_shipped_game_has_a_lock():
    assert open_store(shipped()).notes == []


def relocked(folder, change):
    """Change a lock's parts, and give it the digest that fits."""
    body = json.loads((folder / LOCK).read_bytes())
    parts = [body[name] for name in ("bounds", "mixtures", "solutions")]
    change(*parts)
    body["sha256"] = hashlib.sha256(canonical_json(parts)).hexdigest()
    lines = [
        f'"{name}":{{'
        + ",\n".join(f'"{key}":{canonical_json(each).decode().strip()}' for key, each in part.items())
        + "}"
        for name, part in zip(("bounds", "mixtures", "solutions"), parts, strict=True)
    ]
    head = f'{{"format":"{body["format"]}",\n"sha256":"{body["sha256"]}",\n'
    (folder / LOCK).write_text(head + ",\n".join(lines) + "}\n", encoding="utf-8")


@pytest.mark.finding("R7")
@pytest.mark.parametrize("bound", ["1/0", "1e999999999", "9" * 5000, 7, None])
def test_a_lock_with_a_bound_that_is_no_number_is_not_used(small, warned, bound):
    relocked(small, lambda bounds, *_: bounds.update({"0" * 64: bound}))
    assert open_store(read_game(small)).locked == {}
    assert "bounds: are not numbers" in warned()


@pytest.mark.finding("R7")
@pytest.mark.parametrize("rows", [7, None, "11", ["1"], [None], [1.5], [-1], [True], [10**90]])
def test_a_lock_with_errors_of_all_seeds_that_are_no_numbers_is_not_used(small, warned, rows):
    relocked(small, lambda _, errors, *__: errors.update(dict.fromkeys(errors, rows)))
    assert open_store(read_game(small)).locked == {}
    assert "mixtures: are not lists of errors" in warned()


@pytest.mark.finding("R7")
def test_errors_of_all_seeds_for_other_rows_than_there_are_are_not_told(small):
    relocked(small, lambda _, errors, *__: errors.update({key: [1, 2, 3] for key in errors}))
    made = read_game(small)
    assert mixtures(made.deck(), open_store(made)) == {}


@pytest.mark.finding("R7")
@pytest.mark.parametrize("cell", [
    {"critical": 0, "plain": [[10**9, 1], [10**9 + 1, 19]], "open": []},
    {"critical": 0, "plain": [[4, 10**9]], "open": []},
    {"critical": 0, "plain": [[4, 20]], "open": [[10**9, 1]]},
    {"critical": 10**9, "plain": [[4, 20]], "open": []},
])  # fmt: skip
def test_huge_numbers_of_a_lock_take_no_memory(true, cell):
    assert SolutionStore(locked={D6.key: canonical_json(listed(cell))}).proved_cells(D6, 0) == true.proved_cells(D6, 0)


@pytest.mark.finding("R7")
def test_json_that_lies_deep_is_no_solution(true):
    deep = b'{"open_cards":0,"order":[0],"solutions":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert SolutionStore(locked={D6.key: deep}).proved_cells(D6, 0) == true.proved_cells(D6, 0)


@pytest.mark.finding("R8")
@pytest.mark.parametrize("where", ["lock", "cache"])
def test_solutions_with_the_mean_and_other_odds_are_solved_again_and_told(true, tmp_path, warned, where):
    """Nothing but the odds tells them from others."""
    kept = json.loads(canonical_json(true.find(D6).to_json()))
    for (cell,) in kept["solutions"]:
        cell["plain"] = [[value, n] for value, n in sorted(spread(cell["plain"]).items()) if n]
    forged = canonical_json(kept)
    if where == "cache":
        write_cached("solved", D6.key, forged)
    store = (
        SolutionStore(use_cache=True)
        if where == "cache"
        else SolutionStore(locked={D6.key: forged}, path=tmp_path / LOCK)
    )
    asked = ColumnSolution.from_bytes(forged).solution_at(0)
    assert D6.accepts(asked)
    assert not D6.proves(asked)
    assert store.proved_cells(D6, 0) == true.proved_cells(D6, 0)
    assert ("is ignored" if where == "cache" else "is not used") in warned()


@pytest.fixture
def proofs(monkeypatch):
    """The requests whose cells are proved from here on, in order."""
    asked = []
    monkeypatch.setattr(ColumnRequest, "proves", lambda self, cells: asked.append(self) or PROVES(self, cells))
    return asked


PROVES = ColumnRequest.proves


def test_what_was_proved_is_proved_again_only_by_another_program(true, proofs, monkeypatch):
    locked = {D6.key: canonical_json(true.find(D6).to_json())}
    for times in (1, 1):
        assert SolutionStore(locked=locked, use_cache=True).proved_cells(D6, 0) == true.proved_cells(D6, 0)
        assert len(proofs) == times
    SolutionStore(locked=locked, use_cache=True).proved_cells(D6, 1)
    monkeypatch.setattr("deckgen.deck.solve.store.program_digest", lambda *_: b"another")
    SolutionStore(locked=locked, use_cache=True).proved_cells(D6, 0)
    assert len(proofs) == 3


def test_proofs_of_the_true_cells_excuse_no_forged_ones(true, proofs, tmp_path, warned):
    kept = json.loads(canonical_json(true.find(D6).to_json()))
    SolutionStore(locked={D6.key: canonical_json(kept)}, use_cache=True).proved_cells(D6, 0)
    for (cell,) in kept["solutions"]:
        cell["plain"] = [[value, n] for value, n in sorted(spread(cell["plain"]).items()) if n]
    forged = SolutionStore(locked={D6.key: canonical_json(kept)}, use_cache=True, path=tmp_path / LOCK)
    assert forged.proved_cells(D6, 0) == true.proved_cells(D6, 0)
    assert "is not used" in warned()
    assert len(proofs) == 2


def test_an_unusable_cache_remembers_no_proof(true, proofs, tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "file" / "folder"))
    for times in (1, 2):
        SolutionStore(locked={D6.key: canonical_json(true.find(D6).to_json())}, use_cache=True).proved_cells(D6, 0)
        assert len(proofs) == times


def spread(plain):
    """The plain cards drawn apart, to the ends and with the same sum."""
    values = sorted(value for value, n in plain for _ in range(n))
    for i in range(len(values) // 2):
        step = min(values[i] - 1, 2)
        values[i] -= step
        values[-1 - i] += step
    return Counter(values)


@pytest.mark.finding("R9")
def test_what_is_not_used_is_told_by_commands(small, warned):
    (small / LOCK).write_bytes(b"{}")
    made = read_game(small)
    generate(made, made.deck(), "any")
    auditor_of(made, made.deck())
    assert warned().count("it is not used") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such thing")
@pytest.mark.finding("R14")
def test_a_pipe_or_a_link_out_of_the_folder_is_no_lock(small, tmp_path, warned):
    content = (small / LOCK).read_bytes()
    (tmp_path / "other").write_bytes(content)
    for make in (os.mkfifo, lambda path: path.symlink_to(tmp_path / "other")):
        (small / LOCK).unlink()
        make(small / LOCK)
        assert open_store(read_game(small)).locked == {}
    said = warned()
    assert "is a pipe" in said
    assert "the link points outside its folder" in said
