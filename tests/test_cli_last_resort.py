import json
import re
import sys
from pathlib import Path

import pytest

from deckgen import cli
from deckgen.cli.command import command as a_command
from deckgen.cli.program import program


def deep(left=10**6):
    return deep(left - 1) + 1


def thirsty():
    raise MemoryError


def wrong():
    json.loads("{\x1b")


@pytest.fixture
def called(monkeypatch, capsys, tmp_path):
    """Call the program with a command that does this: the exit code and what it says."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def call(work, *arguments):
        @a_command()
        def fail():
            work()

        monkeypatch.setitem(program.commands, "fail", fail)
        monkeypatch.setattr(sys, "argv", ["deckgen", "fail", *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code, capsys.readouterr()

    return call


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (deep, r"RecursionError: maximum recursion depth exceeded[^\n]*"),
        (thirsty, "MemoryError"),
        (wrong, r"JSONDecodeError: [^\n]*"),
    ],
)
def test_an_error_of_the_program_is_one_line_and_its_trace_in_a_file(called, work, said):
    code, told = called(work)
    assert (code, told.out) == (70, "")
    found = re.fullmatch(
        rf"deckgen: internal error, please report: {said}; the trace is in (\S+)\n", told.err
    )
    assert found, told.err
    trace = Path(found[1]).read_text(encoding="utf-8")
    assert trace.startswith("deckgen ")
    assert "\ndeckgen fail\n" in trace
    assert f"in {work.__name__}\n" in trace


def test_without_a_place_for_the_trace_it_is_told(called, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    code, told = called(thirsty)
    first, *trace = told.err.strip().splitlines()
    assert (code, first) == (
        70,
        "deckgen: internal error, please report: MemoryError; the trace is in what follows",
    )
    assert trace[-1] == "MemoryError"


def test_a_shell_that_asks_for_completions_hears_nothing(called, monkeypatch, tmp_path):
    monkeypatch.setenv("_DECKGEN_COMPLETE", "nonsense")
    monkeypatch.setattr("deckgen.cli.completion.register", thirsty)
    assert called(thirsty)[1] == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_what_ends_the_program_on_purpose_passes(called):
    def stop():
        raise KeyboardInterrupt

    code, told = called(stop)
    assert (code, told.err.strip()) == (1, "Aborted!")


def test_if_not_even_that_can_be_told_there_is_a_line(called, monkeypatch):
    monkeypatch.setattr("deckgen.cli.last_resort.tell", lambda _: thirsty())
    said = []
    monkeypatch.setattr("os.write", lambda *call: said.append(call))
    assert called(thirsty)[0] == 70
    line = b"deckgen: internal error, please report: there was no memory left to tell it\n"
    assert said == [(2, line)]
