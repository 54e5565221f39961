import errno
import os

import pytest

from deckgen.errors import DeckError, DeckgenError
from deckgen.run import journal as module
from deckgen.run.journal import Journal, write_journal

FACTS = {
    "count": 4,
    "game": "g",
    "deck": "d",
    "seed": "ß",
    "made": {"targets": ["press"], "spec_sha256": "a", "sources_sha256": None, "paper": "a4"},
    "versions": {"deckgen": "1"},
}


def line_of(number, file=None):
    file = file or f"ß{number}"
    told = {"seed": "ß", "id": "i", "generator": "d", "spec_sha256": "s", "audit_passed": True}
    return {**told, "number": number, "file": file, "files": {file: "sha"}}


LINES = {n: line_of(n) for n in (3, 1, 4)}


def opened(folder, told=None, **facts):
    return Journal(folder, FACTS | facts, (told if told is not None else []).append)


@pytest.fixture
def folder(tmp_path):
    with opened(tmp_path) as journal:
        for line in LINES.values():
            journal.add(line)
    return tmp_path


def test_what_was_added_is_there_the_next_time(folder):
    with opened(folder) as journal:
        assert list(journal.numbers) == [1, 3, 4]
        assert [journal.line(number) for number in (4, 1)] == [LINES[4], LINES[1]]
        journal.add(line_of(2, "two"))
        journal.add(line_of(1, "again"))
        journal.forget(3)
        assert len(journal) == 3
        ordered = [line_of(1, "again"), line_of(2, "two"), LINES[4]]
        assert list(journal.lines) == ordered
    with opened(folder) as journal:
        assert journal.line(1) == line_of(1, "again")


def test_it_can_be_written_of_what_was_made_before(folder):
    content = (folder / "manifest.jsonl").read_bytes()
    write_journal(folder, FACTS, LINES.values())
    assert (folder / "manifest.jsonl").read_bytes() == content


@pytest.mark.parametrize("kept", [1, 30, -1])
def test_the_torn_last_line_of_a_kill_is_dropped(folder, kept):
    path = folder / "manifest.jsonl"
    *lines, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines) + last[:kept])
    told = []
    with opened(folder, told) as journal:
        assert list(journal.numbers) == [1, 3]
        journal.add(LINES[4])
    assert told == []
    assert path.read_bytes() == b"".join([*lines, last])


def test_a_torn_first_line_is_no_journal_yet(folder):
    path = folder / "manifest.jsonl"
    path.write_bytes(path.read_bytes()[:20])
    with opened(folder, seed="other") as journal:
        assert len(journal) == 0


@pytest.mark.parametrize(("old", "new"), [(b'"number":1', b'"number":2'), (b'{"number":1}', b""), (b'"check":"', b'"check":"0')])  # fmt: skip
def test_a_damaged_line_is_told_and_its_deck_left_out(folder, old, new):
    path = folder / "manifest.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(old, new) if old in lines[2] else b"\xff\n"
    path.write_bytes(b"".join(lines))
    told = []
    with opened(folder, told) as journal:
        assert list(journal.numbers) == [3, 4]
    assert told == [f"warning: {path}:3: the line is damaged; its deck is made again"]


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        (
            {"seed": "other"},
            "is of another batch: 4 decks g/d, seed ß; choose another folder with -o, or empty",
        ),
        (
            {"made": FACTS["made"] | {"targets": []}},
            "is of a run that was made otherwise: targets press, not none",
        ),
        (
            {"made": FACTS["made"] | {"spec_sha256": "b"}},
            "is of a run whose game, layout or target has changed",
        ),
        ({"versions": {"deckgen": "2"}}, "is of a run that was made otherwise: deckgen 1, not 2"),
    ],
)
def test_another_run_is_not_gone_on_with(folder, facts, what):
    before = (folder / "manifest.jsonl").read_bytes()
    with pytest.raises(DeckError) as caught, opened(folder, **facts):
        pass
    assert what in str(caught.value)
    assert (folder / "manifest.jsonl").read_bytes() == before


@pytest.mark.finding("R14")
def test_a_journal_of_damaged_lines_has_an_end(folder):
    path = folder / "manifest.jsonl"
    path.write_bytes(path.read_bytes() + b"\n" * 1_000_000)
    told = []
    with (
        pytest.raises(DeckError, match="more than 20 lines are damaged; delete it and make the run again"),
        opened(folder, told),
    ):
        pass
    assert len(told) == 20


def test_a_damaged_first_line_is_told(folder):
    path = folder / "manifest.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seed"', b'"sead"', 1))
    with pytest.raises(DeckError, match="does not say which run it is of: it is damaged"), opened(folder):
        pass


def test_two_at_once_are_refused(folder):
    with (
        opened(folder),
        pytest.raises(DeckError, match="another deckgen batch is at work in this folder; wait"),
        opened(folder),
    ):
        pass


def test_a_full_disk_leaves_no_half_line(folder, monkeypatch):
    before = (folder / "manifest.jsonl").read_bytes()
    real = os.write

    def full(file, content):
        if len(content) < 40:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, content[: len(content) - 39])

    with opened(folder) as journal:
        monkeypatch.setattr(module.os, "write", full)
        with pytest.raises(DeckgenError, match="No space left on device; make room, or choose another place"):
            journal.add(line_of(2, "x" * 200))
        monkeypatch.undo()
        assert list(journal.numbers) == [1, 3, 4]
    assert (folder / "manifest.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 5},
        {"number": 0},
        {"number": "1"},
        {"files": ["a"]},
        {"file": "b"},
        {"file": "../a", "files": {"../a": "sha"}},
        {"file": "", "files": {"": "sha"}},
        {"file": "a\0", "files": {"a\0": "sha"}},
        {"audit": "[" * 2000},
    ],
)
def test_a_forged_line_is_a_damaged_one(tmp_path, wrong):
    """Whoever edits a journal can give its lines checks that fit."""
    content = b'"' + b"[" * 2000 + b'"'
    write_journal(tmp_path, FACTS, [{**LINES[1], **wrong}, LINES[3]])
    path = tmp_path / "manifest.jsonl"
    path.write_bytes(path.read_bytes().replace(content, b"[" * 2000 + b"]" * 2000))
    told = []
    with opened(tmp_path, told) as journal:
        assert list(journal.numbers) == [3]
    assert told == [f"warning: {path}:2: the line is damaged; its deck is made again"]


@pytest.mark.parametrize("facts", [{"made": []}, {"versions": None}, {"made": {"targets": [1, None]}}])
def test_forged_facts_are_told(tmp_path, facts):
    write_journal(tmp_path, FACTS | facts, [])
    with pytest.raises(DeckError, match=r"is damaged|was made otherwise|has changed"), opened(tmp_path):
        pass


@pytest.mark.finding("R14")
def test_a_pipe_is_no_journal(tmp_path):
    os.mkfifo(tmp_path / "manifest.jsonl")
    with (
        pytest.raises(DeckError, match="this is a pipe, not a file; choose another folder"),
        opened(tmp_path),
    ):
        pass


@pytest.mark.finding("R14")
@pytest.mark.parametrize("content", [b"one line without an end", b"", None])
def test_a_link_to_another_folder_is_no_journal(tmp_path, content):
    """A last line without an end would be cut off, wherever it is."""
    other, folder = tmp_path / "other", tmp_path / "run"
    folder.mkdir()
    if content is not None:
        other.write_bytes(content)
    (folder / "manifest.jsonl").symlink_to(other)
    with pytest.raises(DeckError, match="this is a link to a file in another folder"), opened(folder):
        pass
    assert (other.read_bytes() if other.exists() else None) == content
