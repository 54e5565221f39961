import hashlib
import json
import os
import shutil
import sys

import pytest
from deck_games import SHIPPED, SMALL, shipped
from deck_twins import column
from game_files import one_section, write

from deckgen.deck.audit.auditor import auditor_of
from deckgen.deck.cards import canonical_json
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.column import ColumnRequest
from deckgen.deck.solve.plan import column_requests, mixtures, plan_columns, rounded_request, write_lock
from deckgen.deck.solve.store import LOCK, SolutionStore, open_store
from deckgen.errors import DeckError
from deckgen.files import shipped_path as shipped_folder
from deckgen.game import read_game
from deckgen.game.hero_decks import solved_specs
from deckgen.game.starter import FOLDER
from deckgen.odds import Roll

D6 = column(Roll((6,), explode="open"), size=20)
TWO_ROWS = column(Roll((2,)), Roll((3,)), size=6)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "solved"


def never(*_):
    raise AssertionError


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
    for spec in solved_specs(made):
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
    for spec in solved_specs(made):
        for request, _ in column_requests(spec):
            solution = store.find(request)
            assert all(request.accepts(cells, solution.open_sums) for cells in solution.solutions)


def test_one_solution_or_bound_a_line_so_that_a_change_can_be_reviewed(small):
    body = json.loads((small / LOCK).read_bytes())
    lines = sum(max(len(body[part]), 1) for part in ("bounds", "mixtures", "solutions"))
    assert (small / LOCK).read_bytes().count(b"\n") == lines + 2
    assert set(body) == {"format", "sha256", "solutions", "mixtures", "bounds"}


def test_a_lock_that_is_lost_is_made_the_same_again(small):
    content = (small / LOCK).read_bytes()
    (small / LOCK).unlink()
    assert write_lock(read_game(small)) == content


def test_a_lock_changed_by_hand_is_noticed_and_not_used(small):
    text = (small / LOCK).read_text(encoding="utf-8")
    (small / LOCK).write_text(text.replace('"critical":0', '"critical":1', 1), encoding="utf-8")
    store = open_store(read_game(small))
    assert store.locked == {}
    assert "changed by hand" in store.notes[0]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"solutions":[1]}', b"\xff", b'{"solutions":{}}'])
def test_what_is_no_lock_is_not_used(small, content):
    (small / LOCK).write_bytes(content)
    store = open_store(read_game(small))
    assert store.locked == {}
    assert "is not used" in store.notes[0]
    assert generate(read_game(small), read_game(small).deck(), "any").cards  # solved again, in haste


@pytest.fixture
def solved_again(true, monkeypatch):
    """The requests that are solved from here on; their solutions are those of the true store."""
    for request in (D6, TWO_ROWS):
        true.find(request)
    requests = []
    again = lambda request, *_: requests.append(request) or true.find(request)  # noqa: E731
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", again)
    return requests


def listed(cell, **more):
    return {"open_cards": 0, "open_sums": [None], "errors": [0], "proof": [0, 0], "solutions": [[cell]], **more}


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
    listed(None, solutions=[]),
    listed(None, open_sums=[4]),  # each deck is exact
    listed(None, open_sums=[]),
    listed(None, open_sums=[None, None]),
    listed(None, errors=[0, 0]),
    {"open_cards": 9, "solutions": [[]]},
]


@pytest.mark.parametrize("stale", BAD)
def test_stale_entries_are_solved_again(stale, true, solved_again):
    tampered = SolutionStore(locked={D6.key: canonical_json(stale)})
    for turn in (0, 5, 40):
        assert tampered.checked_cells(D6, turn) == true.checked_cells(D6, turn)
    assert solved_again == [D6]


def test_rows_that_were_swapped_are_solved_again(true, solved_again):
    swapped = json.loads(json.dumps(true.find(TWO_ROWS).to_json()))
    swapped["solutions"] = [[lower, upper] for upper, lower in swapped["solutions"]]
    store = SolutionStore(locked={TWO_ROWS.key: canonical_json(swapped)})
    assert store.checked_cells(TWO_ROWS, 3) == true.checked_cells(TWO_ROWS, 3)
    assert solved_again == [TWO_ROWS]


def test_decks_beyond_the_last_solution_repeat_the_first(true):
    solution = true.find(D6)
    assert [true.checked_cells(D6, index) for index in range(solution.length + 3)] == [
        *solution.solutions,
        *solution.solutions[:3],
    ]


@pytest.mark.parametrize("content", [b"", b"nonsense", canonical_json(BAD[2])])
def test_a_spoilt_cache_is_solved_again_and_mended(cache, content):
    true = SolutionStore(use_cache=True).checked_cells(D6, 1)
    kept = (cache / D6.key).read_bytes()
    (cache / D6.key).write_bytes(content)
    assert SolutionStore(use_cache=True).checked_cells(D6, 1) == true
    assert (cache / D6.key).read_bytes() == kept


def test_what_is_in_the_cache_is_not_solved(monkeypatch):
    true = SolutionStore(use_cache=True).checked_cells(D6, 2)
    monkeypatch.setattr("deckgen.deck.solve.solver.solve", never)
    assert SolutionStore(use_cache=True).checked_cells(D6, 2) == true


def test_a_cache_that_cannot_be_written_is_harmless(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "file" / "folder"))
    assert SolutionStore(use_cache=True).checked_cells(D6, 0) == SolutionStore().checked_cells(D6, 0)


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
@pytest.mark.usefixtures("solved_again")
def test_huge_numbers_of_a_lock_take_no_memory(true, cell):
    assert SolutionStore(locked={D6.key: canonical_json(listed(cell))}).checked_cells(D6, 0) == true.checked_cells(
        D6, 0
    )


@pytest.mark.finding("R7")
@pytest.mark.usefixtures("solved_again")
def test_json_that_lies_deep_is_no_solution(true):
    deep = (
        b'{"open_cards":0,"open_sums":[null],"errors":[0],"proof":[0,0],"solutions":'
        + b"[" * 100_000
        + b"]" * 100_000
        + b"}"
    )
    assert SolutionStore(locked={D6.key: deep}).checked_cells(D6, 0) == true.checked_cells(D6, 0)


def test_what_was_checked_is_not_checked_again(true, monkeypatch):
    store = SolutionStore(locked={D6.key: canonical_json(true.find(D6).to_json())})
    cells = store.checked_cells(D6, 0)
    monkeypatch.setattr(ColumnRequest, "accepts", never)
    assert store.checked_cells(D6, 0) == store.checked_cells(D6, true.find(D6).length) == cells


@pytest.fixture
def no_solver(monkeypatch):
    """The extra is not installed."""
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize("stale", BAD)
def test_stale_entries_are_refused_where_the_solver_is_not_installed(stale, tmp_path, warned):
    tampered = SolutionStore(locked={D6.key: canonical_json(stale)}, path=tmp_path / LOCK)
    with pytest.raises(DeckError, match=r"ortools: .*pip install"):
        tampered.checked_cells(D6, 0)
    assert "is not a valid solution and is not used" in warned()


@pytest.mark.usefixtures("no_solver")
def test_a_lock_needs_no_solver(small, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(small / "none"))
    made = read_game(small)
    assert generate(made, made.deck(), "any")


@pytest.mark.usefixtures("no_solver")
@pytest.mark.parametrize("change", ["missing", "version", "edited", "truncated", "of another game"])
def test_an_unusable_lock_is_reported_and_refused_where_the_solver_is_not_installed(small, monkeypatch, change):
    monkeypatch.setenv("DECKGEN_CACHE", str(small / "none"))
    content = (small / LOCK).read_bytes()
    lock = {
        "version": content.replace(b"deckgen-lock/3", b"deckgen-lock/2"),
        "edited": content.replace(b'"critical":0', b'"critical":1', 1),
        "truncated": content[:-100],
        "of another game": (shipped_folder("data") / FOLDER / LOCK).read_bytes(),
    }
    (small / LOCK).unlink()
    if change in lock:
        (small / LOCK).write_bytes(lock[change])
    made = read_game(small)
    assert len(open_store(made).notes) == (change in ("version", "edited", "truncated"))
    with pytest.raises(DeckError, match=r"ortools: .*pip install"):
        generate(made, made.deck(), "any")


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


@pytest.mark.parametrize("exact", ["deck", "set"])
def test_solutions_of_one_rounding_are_a_start_for_the_other_where_their_open_numbers_suit_it(exact):
    store = SolutionStore()
    down = column(Roll((4, 4, 4), "highest", "open"), size=54, exact=exact)
    first = store.find(down)
    up = column(
        *down.rolls, size=54, exact=exact, up=True, open_cards=first.open_cards, open_sums=first.open_sums
    )  # fmt: skip
    assert bool(store.starts(up)) == (exact == "set")
    assert all(up.accepts(cells, found.open_sums) for found in [store.find(up)] for cells in found.solutions)


def test_dice_that_no_deck_carries_are_told_with_their_cells(tmp_path):
    text = "kind: rolls\ntitle: T\nrolls: {small: d6, big: {dice: 8d100, keep: highest, explode: open}}\nexact: deck\nopen: {big: 900}"
    game = read_game(one_section(tmp_path, text, "decks: {main: {title: Main, cards: {numbered: 20}}}\n"))
    with pytest.raises(DeckError, match=r"^it big: highest of 8d100, open-ended: no deck of 20 cards has its mean"):
        list(plan_columns(game.deck(), SolutionStore()))
