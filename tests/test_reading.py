"""Files are read within limits, and nothing that is no regular file; JSON is read strictly."""

import os
import re
import socket
from pathlib import Path

import pytest

from deckgen import reading
from deckgen.errors import DeckError
from deckgen.reading import FileLimit, check_file, open_limited, parse_json, read_bytes

ROOT = Path(reading.__file__).parents[1]
SMALL = FileLimit("a small file", 10)


def problem(path, limit=SMALL):
    with pytest.raises(DeckError) as caught:
        read_bytes(path, DeckError, limit, "mend it")
    with pytest.raises(DeckError) as again:
        check_file(path, DeckError, limit, "mend it")
    assert again.value.problems == caught.value.problems
    (one,) = caught.value.problems
    assert one.file == str(path)
    return f"{one.message}; {one.remedy}"


def test_a_file_is_read_whole_up_to_its_limit(tmp_path):
    (tmp_path / "a").write_bytes(b"0123456789")
    assert read_bytes(tmp_path / "a", DeckError, SMALL) == b"0123456789"
    (tmp_path / "link").symlink_to("a")
    assert read_bytes(tmp_path / "link", DeckError, SMALL) == b"0123456789"
    (tmp_path / "a").write_bytes(b"0123456789x")
    said = "the file has 11 bytes; the limit for a small file is 10; make it smaller, or split it"
    assert problem(tmp_path / "a") == said


@pytest.mark.finding("R14")
def test_only_regular_files_are_read_and_nothing_waits(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert problem(tmp_path / "pipe") == "this is a pipe, not a file; mend it"
    assert problem(Path("/dev/zero")) == "this is a device, not a file; mend it"
    assert problem(tmp_path) == "this is a folder; mend it"
    (tmp_path / "zero").symlink_to("/dev/zero")
    assert problem(tmp_path / "zero").startswith("this is a device")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "s"))
        assert problem(tmp_path / "s").startswith("this is a socket")


@pytest.mark.finding("R14")
def test_what_changes_between_the_look_and_the_opening_is_not_read(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(reading, "check_file", lambda *_: None)
    with pytest.raises(DeckError, match="this is a pipe"):
        read_bytes(tmp_path / "pipe", DeckError, SMALL)


def test_a_file_is_read_in_pieces(tmp_path):
    (tmp_path / "a").write_bytes(b"0123456789")
    with open_limited(tmp_path / "a", DeckError, SMALL, "mend it") as file:
        assert [file.read(4), file.read()] == [b"0123", b"456789"]
    with (
        pytest.raises(DeckError, match="a: No space left on device; mend it"),
        open_limited(tmp_path / "a", DeckError, SMALL, "mend it"),
    ):
        raise OSError(28, "No space left on device")
    with (
        pytest.raises(DeckError, match="a folder; mend it"),
        open_limited(tmp_path, DeckError, SMALL, "mend it"),
    ):
        pass


@pytest.mark.finding("R11")
def test_names_that_no_file_can_have_are_told(tmp_path):
    assert problem(tmp_path / "a\0b") == "no file can have this name; mend it"
    assert problem(tmp_path / "a\ud8ff") == "no file can have this name; mend it"
    assert "name too long" in problem(tmp_path / ("n" * 300)).lower()
    assert problem(tmp_path / "none") == "No such file or directory; mend it"


def test_the_limits_are_published():
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE)
    published = {name: said.split(";")[0] for names, said in rows for name in names.split(", ")}
    limits = [each for each in vars(reading).values() if isinstance(each, FileLimit)]
    assert {each.name: published.get(each.name) for each in limits} == {
        each.name: f"{each.bytes // 10**6} MB".replace("1000 MB", "1 GB") for each in limits
    }


def json_problem(content):
    with pytest.raises(DeckError) as caught:
        parse_json(content, Path("x.json"), DeckError, "make it anew")
    return str(caught.value)


def test_json_is_read():
    assert parse_json(b'\xef\xbb\xbf{"a": [1, 2.5, "\\u00e4\\"[", null]}', Path("x"), DeckError, "") == {
        "a": [1, 2.5, 'ä"[', None]
    }
    deep = b"[" * 100 + b"]" * 100
    assert parse_json(deep, Path("x"), DeckError, "")
    assert parse_json(b'["%s"]' % (b"[" * 5000), Path("x"), DeckError, "") == ["[" * 5000]
    assert parse_json(b'["%s", 1e5]' % (b"7" * 5000), Path("x"), DeckError, "") == ["7" * 5000, 100_000.0]
    pair = b'"\\ud83d\\ude00"'
    assert parse_json(pair, Path("x"), DeckError, "") == "😀"


@pytest.mark.finding("R7")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"[" * 101 + b"]" * 101,
            "x.json: is JSON that deckgen does not accept (lists nested deeper than 100)",
        ),
        (b'{"a":' * 100_000, "deeper than 100"),
        (b'["\\"' + b'", [' * 5000, "deeper than 100"),
        (b'\n{"a": 1,\n"a": 2}', 'duplicate key "a"'),
        (b"[NaN]", "NaN is no number"),
        (b"[-Infinity]", "-Infinity is no number"),
        (b"[1e999]", "a number is too large or too long"),
        (b"[1%s]" % (b"0" * 100), "a number is too large or too long"),
        (b"[1%s.0]" % (b"0" * 400), "a number is too large or too long"),
        (b'["\\ud8ff"]', "contains half of a surrogate pair"),
        (b"\n\n[1,]", "x.json:3: is not JSON"),
        (b"\n\xff", "x.json:2: is not UTF-8 text; make it anew"),
        (b"", "x.json:1: is not JSON"),
    ],
)
def test_json_that_is_hostile_is_told(content, said):
    assert said in json_problem(content)
