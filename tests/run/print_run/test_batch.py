import errno
import json
import os
import signal
from itertools import count

import pytest
from cli_fixtures import contents, process, refused, run
from game_files import GAME as SMALL, write
from run_folders import CALL, GAME, PRINTED, lay, whole

from deckgen.deck.audit import spread
from deckgen.deck.cards import canonical_json, read_deck
from deckgen.errors import DeckError
from deckgen.game import read_game
from deckgen.run.print_run.batch import Batch, _locked_journal, _read_journal
from deckgen.run.print_run.making import DeckMaker
from deckgen.run.print_run.manifest import read_manifest, sha256, write_manifest


def halve(folder, kept, **facts):
    """Leave of a finished run what one has that is not finished: its manifest with so many decks."""
    manifest = read_manifest(folder / "manifest.json")
    lines = [{**manifest.facts, **facts}, *manifest.entries[:kept]]
    (folder / "manifest.jsonl").write_bytes(b"".join(map(canonical_json, lines)))
    (folder / "manifest.json").unlink()
    return folder / "manifest.jsonl"


@pytest.fixture
def made(monkeypatch):
    """The numbers of the decks that are made in this process, but for those of the run that tests share."""
    whole()
    numbers, real = [], DeckMaker.make

    def noted(self, number):
        numbers.append(number)
        return real(self, number)

    monkeypatch.setattr(DeckMaker, "make", noted)
    return numbers


def test_the_decks_are_those_of_one_set(tmp_path):
    files = dict(whole())
    del files["manifest.json"]
    run("generate", GAME, "--seed", "run 1", "--decks", "5", "-q", "-o", tmp_path)
    assert contents(tmp_path) == files


def test_the_manifest_names_every_deck(tmp_path):
    folder = lay(tmp_path, whole())
    manifest = json.loads((folder / "manifest.json").read_bytes())
    facts = {key: manifest[key] for key in ("format", "game", "deck", "seed", "count")}
    assert facts == {"format": "deckgen-batch/1", "game": GAME, "deck": "action", "seed": "run 1", "count": 5}
    assert manifest["versions"].keys() == {"deckgen", "reportlab"}
    sha = read_game(GAME).decks[0].sha256
    for number, line in enumerate(manifest["decks"], 1):
        deck = read_deck(folder / line["file"])
        told = (line["seed"], line["number"], line["id"], line["generator"], line["spec_sha256"])
        assert told == ("run 1", number, deck.id, deck.generator, sha)
        assert line["audit_passed"] is line["audit"]["passed"] is True


def test_files_are_those_that_the_commands_for_one_deck_write(tmp_path):
    files, stem = whole(PRINTED), "rough-magic-action-p-2"
    folder = lay(tmp_path / "run", files)
    assert [name for name in files if name.startswith(stem)] == [
        f"{stem}{end}" for end in ("-audit.txt", "-press.pdf", ".json")
    ]
    run("audit", folder / f"{stem}.json", "-q", "-o", tmp_path / "audit.txt")
    run("render", folder / f"{stem}.json", "--target", "press", "-q", "-o", tmp_path / "press.pdf")
    assert files[f"{stem}-audit.txt"] == (tmp_path / "audit.txt").read_bytes()
    assert files[f"{stem}-press.pdf"] == (tmp_path / "press.pdf").read_bytes()
    line = read_manifest(folder / "manifest.json").entries[1]
    assert line["files"] == {name: sha256(files[name]) for name in files if name.startswith(stem)}


def test_any_number_of_processes_makes_the_same_files(tmp_path):
    done = process(*PRINTED, "--jobs", "2", "-o", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert contents(tmp_path) == whole(PRINTED)


def test_what_is_there_and_sound_is_kept(tmp_path, made):
    files = whole()
    names = [f"rough-magic-action-run-1-b945d8cb-{number}.json" for number in range(1, 6)]
    folder = lay(tmp_path, files)
    (folder / names[1]).unlink()
    (folder / names[2]).write_bytes(files[names[2]].replace(b'"impulse":3', b'"impulse":33', 1))
    (folder / names[4]).write_bytes(files[names[3]])
    run(*CALL, "-o", folder)
    assert (made, contents(folder)) == ([2, 3, 5], files)
    run(*CALL, "-o", folder)
    assert (made, contents(folder)) == ([2, 3, 5], files)


@pytest.mark.finding("R14")
@pytest.mark.parametrize("name", ["rough-magic-action-run-1-b945d8cb-2.json", "manifest.json", "manifest.jsonl"])
def test_a_link_in_the_run_s_folder_is_not_written_through(tmp_path, name):
    """Whoever sends a run may send it with a link to any file."""
    folder = lay(tmp_path / "run", whole())
    victim = tmp_path / "victim"
    victim.write_text("mine")
    path = folder / name
    path.unlink(missing_ok=True)
    path.symlink_to(victim)
    assert f"{path.name}: the link points outside its folder; copy it" in refused(*CALL, "-o", folder)
    assert victim.read_text() == "mine"


def test_what_is_no_deck_is_made_again_though_its_hash_fits(tmp_path, made):
    """Whoever edits a manifest can give it an id that fits."""
    files = whole()
    folder = lay(tmp_path, files)
    found = read_manifest(folder / "manifest.json")
    lines = [*found.entries]
    lines[1] = {**lines[1], "files": {**lines[1]["files"], lines[1]["file"]: sha256(b"{}")}}
    (folder / lines[1]["file"]).write_bytes(b"{}")
    write_manifest(folder / "manifest.json", {k: v for k, v in found.facts.items() if k != "id"}, lines)
    run(*CALL, "-o", folder)
    assert (made, contents(folder)) == ([2], files)


@pytest.mark.parametrize(
    ("left", "torn"), [(1, b'{"audit":{"ce'), (3, b"\xff\n{}\n"), (3, b"\n" * 9), (2, b'{"number":3}\n')]
)
def test_a_killed_run_is_gone_on_with(tmp_path, made, left, torn):
    """As a kill leaves it: a manifest whose last line is torn, a file without a line, one that is half written."""
    files = whole()
    folder = lay(tmp_path, files)
    with halve(folder, left).open("ab") as unfinished:
        unfinished.write(torn)
    (folder / ".deckgen-0123abcd").write_bytes(b"{")
    run(*CALL, "-o", folder)
    assert made == list(range(left + 1, 6))
    assert contents(folder) == files


def test_a_break_keeps_what_is_done(tmp_path, monkeypatch, made):
    real = DeckMaker.make

    def broken(self, number):
        if number == 3:
            raise OSError(errno.EIO, "Input/output error", "somewhere")
        return real(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(DeckMaker, "make", broken)
        assert "somewhere: Input/output error" in refused(*CALL, "-o", tmp_path)
    assert (tmp_path / "manifest.jsonl").exists()
    assert not (tmp_path / "manifest.json").exists()
    run(*CALL, "-o", tmp_path)
    assert made == [1, 2, 3, 4, 5]
    assert contents(tmp_path) == whole()


def test_a_full_disk_is_told_with_how_to_go_on(tmp_path, monkeypatch):
    real, written = os.fsync, count()

    def full(handle):
        if next(written) > 1:  # after a file and its folder
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(handle)

    monkeypatch.setattr("os.fsync", full)
    said = refused(*CALL, "-o", tmp_path).splitlines()
    monkeypatch.undo()
    assert said[0].endswith("No space left on device; free some space, or choose another path with -o")
    assert said[1] == f"{tmp_path}: 1 of 5 decks are done; run the same command to continue, with --seed 'run 1'"
    assert not list(tmp_path.glob(".*"))
    run(*CALL, "-o", tmp_path)
    assert contents(tmp_path) == whole()


def test_nothing_is_left_of_a_run_that_could_not_begin(tmp_path):
    said = refused(*CALL, "--target", "press", "--layout", "small", "--deck", "x", "-o", tmp_path / "a" / "b")
    assert "no deck is called 'x'" in said
    assert contents(tmp_path) == {}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            ("--count", "4"),
            "is of another batch: 5 decks rough-magic/action, seed run 1; choose another folder",
        ),
        (("--seed", "2"), "is of another batch"),
        (
            ("--target", "press"),
            "is of a run that was made otherwise: layout none, not magic; targets none, not press",
        ),
        (("--certificate", "json"), "is of a run that was made otherwise: certificate none, not json"),
    ],
)
def test_another_run_is_not_written_over(tmp_path, change, what):
    folder = lay(tmp_path, whole())
    said = refused(*CALL, *change, "-o", folder)
    assert what in said
    assert contents(folder) == whole()


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        (
            {"seed": "other"},
            "is of another batch: 5 decks rough-magic/action, seed other; choose another folder",
        ),
        ({"versions": {"deckgen": "0.1"}}, "is of a run that was made otherwise: deckgen 0.1, not "),
        ({"made": []}, "names no run: it is damaged"),
        ({"made": {"targets": [1, None]}}, "is of a run that was made otherwise"),
    ],
)
def test_another_run_that_is_not_finished_is_not_gone_on_with(tmp_path, facts, what):
    path = halve(lay(tmp_path, whole()), 2, **facts)
    before = contents(tmp_path)
    assert f"{path}: {what}" in refused(*CALL, "-o", tmp_path)
    assert contents(tmp_path) == before


def test_two_batches_in_one_folder_are_refused(tmp_path):
    with _locked_journal(tmp_path) as file:
        file.write(b"{}")
        said = refused(*CALL, "-o", tmp_path)
    assert said.startswith(f"{tmp_path}: another deckgen batch is at work in this folder; wait for it, or choose")
    assert contents(tmp_path) == {"manifest.jsonl": b"{}"}


@pytest.mark.finding("R14")
@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 6},
        {"number": 0},
        {"number": "1"},
        {"files": ["a"]},
        {"file": "b"},
        {"file": "../a", "files": {"../a": "sha"}},
        {"file": "", "files": {"": "sha"}},
        {"file": "a\0", "files": {"a\0": "sha"}},
        {"audit": "["},
    ],
)
def test_a_forged_line_and_what_follows_is_cut_off(tmp_path, wrong):
    folder = lay(tmp_path, whole())
    first, second = read_manifest(folder / "manifest.json").entries[:2]
    path = halve(folder, 1)
    before = path.read_bytes()
    forged = canonical_json({**second, **wrong}).replace(b'"["', b"[" * 2000 + b"]" * 2000)
    path.write_bytes(before + forged + canonical_json(second))
    with _locked_journal(folder) as file:
        assert _read_journal(file, json.loads(before.splitlines()[0])) == {1: first}
    assert path.read_bytes() == before


@pytest.mark.finding("R14")
def test_pipes_are_no_files_of_a_run(tmp_path):
    """Nobody reads what is written into one, or ever writes what is read."""
    for name in ("manifest.json", "manifest.jsonl", "rough-magic-action-run-1-b945d8cb-3.json"):
        folder = lay(tmp_path / name, whole())
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        assert f"{folder / name}: this is a pipe, not a file; take it away" in refused(*CALL, "-o", folder)


@pytest.mark.parametrize("left", [None, b"one line without an end", b""])
@pytest.mark.finding("R14")
def test_a_link_to_another_folder_is_no_manifest(tmp_path, left):
    """A last line without an end would be cut off, wherever it is."""
    other, folder = tmp_path / "other", tmp_path / "run"
    folder.mkdir()
    if left is not None:
        other.write_bytes(left)
    (folder / "manifest.jsonl").symlink_to(other)
    with (
        pytest.raises(DeckError, match="the link points outside its folder"),
        _locked_journal(folder),
    ):
        pass
    assert (other.read_bytes() if other.exists() else None) == left


def test_a_manifest_that_was_edited_is_not_gone_on_with(tmp_path):
    folder = lay(tmp_path, whole())
    path = folder / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"audit_passed":true', b'"audit_passed":false', 1))
    assert "manifest.json: id: was changed since it was written" in refused(*CALL, "-o", folder)


@pytest.mark.finding("R14")
@pytest.mark.parametrize(
    ("key", "what"),
    [("number", {}), ("number", 2), ("number", True), ("files", "all"), ("files", {"../x": ""}), ("file", 1)],
)
def test_a_manifest_that_was_edited_with_care_is_not_gone_on_with(tmp_path, key, what):
    """Its id is right again, and its facts are those of the run."""
    folder = lay(tmp_path, whole())
    path = folder / "manifest.json"
    said = json.loads(path.read_bytes())
    said["decks"][0][key] = what
    write_manifest(path, {name: said[name] for name in said if name not in {"decks", "id"}}, said["decks"])
    assert "manifest.json: decks[0]: is not an entry about a deck" in refused(*CALL, "-o", folder)


def test_equal_cards_are_told(tmp_path):
    coins = 'sections: {it: {kind: rolls, title: It, rolls: {"1": d2}, tail_bar: 200}}'
    deck = "decks: {main: {title: Main, cards: {numbered: 20}}}"
    game = write(tmp_path / "game", SMALL, coins, deck)
    said = refused("batch", game, "--count", "2", "--seed", "1", "-q", "-o", tmp_path / "out").splitlines()
    assert len([line for line in said if ": its card " in line]) == 20
    assert said[-1].endswith("; take another seed or fewer decks: a card of this game has few results for so many")
    assert len(contents(tmp_path / "out")) == 3


def test_an_audit_that_is_not_passed_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(spread, "DEVIATIONS", 0)  # no card is as even as that
    die = 'sections: {it: {kind: rolls, title: It, rolls: {"1": 2d7}, tail_bar: 0.01}}'
    other = "decks: {a: {title: A, cards: {numbered: 30}}, b: {title: B, cards: {numbered: 20}}}"
    game = write(tmp_path / "game", SMALL, die, other)
    out = tmp_path / "out"
    call = ("batch", game, "--deck", "b", "--count", "1", "--seed", "1", "-q", "-o", out)
    for _ in range(2):  # made, and then found there
        assert "small-b-1-1.json: the audit failed" in refused(*call)
    (line,) = json.loads((out / "manifest.json").read_bytes())["decks"]
    assert line["audit_passed"] is line["audit"]["passed"] is False


def test_a_cluster_makes_the_same_files_though_a_worker_dies(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed")
    alive, real = [], Batch._count_deck

    def killing(*arguments):
        if alive:
            os.kill(alive.pop(), signal.SIGKILL)
        real(*arguments)

    monkeypatch.setattr(Batch, "_count_deck", killing)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as cluster:
        alive.append(cluster.workers[0].process.pid)
        run(*CALL, "--scheduler", cluster.scheduler_address, "-o", tmp_path)
    assert alive == []
    assert contents(tmp_path) == whole()
