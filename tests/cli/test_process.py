"""Standard streams that are closed or full; each in a process of its own."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli_fixtures import GAME

from deckgen import cli
from deckgen.cli.process import stoppable
from deckgen.cli.program import program

CLOSED = "stdout: is closed; choose another path, or make room\n"
FULL = "stdout: No space left on device; choose another path, or make room\n"
BUFFERED = {**os.environ, "PYTHONUNBUFFERED": ""}
DECK = f"generate {GAME} --seed 42 -q -o"


def shell(redirected, arguments):
    """The exit code and what stands on stderr of a call with its streams redirected by a shell."""
    script = f'"$0" -m deckgen {arguments} {redirected}'
    done = subprocess.run(["/bin/sh", "-c", script, sys.executable], capture_output=True, check=False)  # noqa: S603  our own script
    return done.returncode, done.stderr.decode()


@pytest.mark.finding("R19")
@pytest.mark.parametrize("arguments", ["--help", "layouts", f"{DECK} -"])
@pytest.mark.parametrize(
    ("redirected", "told"),
    [
        (">&-", CLOSED),
        pytest.param(
            ">/dev/full",
            FULL,
            marks=pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device"),  # noqa: PTH110
        ),
    ],
)
def test_what_is_lost_on_stdout_is_an_error(redirected, told, arguments):
    assert shell(redirected, arguments) == (1, told)


def test_what_nobody_hears_on_stderr_is_none(tmp_path):
    for number, redirected in enumerate(("2>/dev/full", "<&- >&- 2>&-")):
        place = tmp_path / f"{number}.json"
        assert shell(redirected, f"generate {GAME} --seed 42 -o {place}") == (0, "")
        assert place.stat().st_size > 10_000
    assert shell("2>/dev/full", "layouts --nonsense")[0] != 0


def test_what_is_held_back_until_the_end_may_be_lost_then():
    script = (
        "import sys; from deckgen.cli.process import flush_streams, open_streams; open_streams();"
        "sys.stdout.write('held back'); sys.exit(flush_streams({code}))"
    )
    for code, redirected, ended in ((0, ">/dev/full", 1), (2, ">/dev/full", 2), (0, ">/dev/null", 0)):
        call = f'"$0" -c "{script.format(code=code)}" {redirected}'
        done = subprocess.run(  # noqa: S603  our own script
            ["/bin/sh", "-c", call, sys.executable], env=BUFFERED, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr.decode()) == (ended, FULL if ended == 1 else "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_program_once_all_is_in_order(number, code, capsys):
    before, order = signal.getsignal(number), []

    def work():
        try:
            os.kill(os.getpid(), number)
            order.append("on")
        finally:
            os.kill(os.getpid(), number)  # once more, as who has no patience does
            order.append("tidied")

    with pytest.raises(SystemExit) as ended, stoppable(lambda: "3 of 4 are done"):
        work()
    assert (ended.value.code, order) == (code, ["tidied"])
    assert capsys.readouterr().err == f"stopped by {number.name}: 3 of 4 are done\n"
    assert signal.getsignal(number) == before


def test_work_that_can_hurry_is_ended_by_the_second_ctrl_c(capsys, monkeypatch):
    hurried, clock = [], [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])

    def work():
        for now in (0.0, 0.1, 0.4):  # the terminal's and the parent's are one
            clock[0] = now
            os.kill(os.getpid(), signal.SIGINT)
        assert hurried == [1]
        clock[0] = 0.6
        os.kill(os.getpid(), signal.SIGINT)
        hurried.append(2)

    with pytest.raises(SystemExit) as ended, stoppable(lambda: "nothing is written", lambda: hurried.append(1)):
        work()
    assert (ended.value.code, hurried) == (130, [1])
    assert capsys.readouterr().err == "stopped by SIGINT: nothing is written\n"


def test_work_that_can_hurry_is_ended_by_sigterm_at_once():
    with pytest.raises(SystemExit) as ended, stoppable(str, pytest.fail):
        os.kill(os.getpid(), signal.SIGTERM)
    assert ended.value.code == 143


def test_nothing_is_changed_without_one():
    before = signal.getsignal(signal.SIGTERM)
    with stoppable(str):
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before


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
    monkeypatch.setenv("DECKGEN_LIMITS", "none")  # or this process would be forked

    def call(work, *arguments):
        @click.command()
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
    found = re.fullmatch(rf"deckgen: internal error, please report: {said}; the trace is in (\S+)\n", told.err)
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
        "deckgen: internal error, please report: MemoryError; the trace is in the lines below",
    )
    assert trace[-1] == "MemoryError"


def test_a_shell_that_asks_for_completions_hears_nothing(called, monkeypatch, tmp_path):
    monkeypatch.setenv("_DECKGEN_COMPLETE", "nonsense")
    monkeypatch.setattr("click.shell_completion.shell_complete", thirsty)
    assert called(thirsty)[1] == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_what_ends_the_program_on_purpose_passes(called):
    def stop():
        raise KeyboardInterrupt

    code, told = called(stop)
    assert (code, told.err.strip()) == (1, "Aborted!")


def test_if_not_even_that_can_be_told_there_is_a_line(called, monkeypatch):
    monkeypatch.setattr("deckgen.cli.process.report_internal_error", lambda _: thirsty())
    said = []
    monkeypatch.setattr("os.write", lambda *call: said.append(call))
    assert called(thirsty)[0] == 70
    line = b"deckgen: internal error, please report: there was no memory left to describe it\n"
    assert said == [(2, line)]
