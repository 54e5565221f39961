import os
import re
from pathlib import Path

import click
import pytest

from deckgen.cli.output import Output, Reporter


def test_put_writes_a_whole_file_and_names_it(tmp_path):
    path = Output(str(tmp_path / "new" / "a.bin"), quiet=True).put(b"data", "b.bin")
    assert path == tmp_path / "new" / "a.bin"
    assert path.read_bytes() == b"data"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("place", "folder"),
    [
        ("a.json", False),
        ("a.JSON", False),
        ("x.jpg", False),
        ("-", False),
        (os.devnull, False),
        ("a", True),
        ("a.json/", True),
        ("run-1.2", True),
        (".", True),
        ("..", True),
        (".hidden", True),
    ],
)
def test_what_a_folder_is(place, folder):
    assert Output(place, quiet=True).is_folder is folder


def test_without_a_suffix_it_is_a_file_of_commands_that_write_one(tmp_path):
    assert not Output("report", quiet=True, file=True).is_folder
    assert Output("report/", quiet=True, file=True).is_folder
    assert Output(str(tmp_path), quiet=True, file=True).is_folder
    assert Output("report", quiet=True, file=True).kind("text", "pdf") == "text"
    assert not Output(None, quiet=True, file=True).or_at(tmp_path / "a").is_folder


def test_what_is_there_is_what_it_is_whatever_its_name(tmp_path):
    (tmp_path / "a.json").mkdir()
    (tmp_path / "b").write_text("")
    assert Output(str(tmp_path / "a.json"), quiet=True).is_folder
    assert not Output(str(tmp_path / "b"), quiet=True).is_folder


def test_in_a_folder_a_file_has_the_name_that_it_is_given(tmp_path):
    assert Output(f"{tmp_path}/new.d/", quiet=True).put(b"data", "b.bin") == tmp_path / "new.d" / "b.bin"


@pytest.mark.parametrize(
    ("place", "asked", "kind"),
    [
        ("a.csv", None, "csv"),
        ("a.CSV", "csv", "csv"),
        ("a.txt", None, "text"),
        ("a.yml", None, "yaml"),
        ("a", None, "pdf"),
        ("a", "csv", "csv"),
        ("-", None, "pdf"),
        ("-", "yaml", "yaml"),
        (os.devnull, "text", "text"),
        ("x.jpg/", None, "pdf"),
    ],
)
def test_the_place_or_the_format_says_the_kind(place, asked, kind):
    assert Output(place, quiet=True).kind("pdf", "csv", "text", "yaml", requested=asked) == kind


@pytest.mark.parametrize(
    ("place", "asked", "told"),
    [
        (
            "x.jpg",
            None,
            "x.jpg: the output is a .pdf, .csv or .txt file; for a folder of that name, write x.jpg/",
        ),
        ("x.jpg", "csv", "the output is a .pdf, .csv or .txt file"),
        ("x.pdf", "csv", "x.pdf: --format csv does not go into a .pdf file; leave out one"),
    ],
)
def test_another_suffix_is_refused(place, asked, told):
    with pytest.raises(click.UsageError, match=re.escape(told)):
        Output(place, quiet=True).kind("pdf", "csv", "text", requested=asked)


def test_many_files_go_into_no_file_and_not_to_stdout():
    with pytest.raises(click.UsageError, match=re.escape("to name it so, write x.pdf/")):
        Output("x.pdf", quiet=True).folder()
    with pytest.raises(click.UsageError, match="stdout"):
        Output("-", quiet=True).folder()
    assert Output("x.pdf/", quiet=True).folder() == Path("x.pdf")


def test_progress_is_told_only_of_work_that_takes_a_second(monkeypatch, capsys):
    now = iter([0.0, 0.5, 1.1, 1.5, 2.2])
    monkeypatch.setattr("deckgen.cli.output.monotonic", lambda: next(now))
    reporter = Reporter(quiet=False)
    for what in ("one", "two", "three", "four"):
        reporter.progress(what)
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split()[2] for line in err.splitlines()] == ["two", "four"]


def test_a_quiet_reporter_says_nothing(monkeypatch, capsys):
    now = iter([0.0, 5.0])
    monkeypatch.setattr("deckgen.cli.output.monotonic", lambda: next(now))
    reporter = Reporter(quiet=True)
    reporter.note("a")
    reporter.wrote([])
    reporter.progress("b")
    assert capsys.readouterr() == ("", "")
