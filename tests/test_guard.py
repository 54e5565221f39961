"""The guard ends a command that takes too much, says so, and otherwise cannot be noticed; each in a process of its own."""

import os
import signal
import subprocess
import sys
import time

import pytest

from deckgen.guard import Limits, parse_limits, problem_of_exits, requested_limits

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked")

START = (
    "import os, re, signal, sys, time; from pathlib import Path; from deckgen import guard, staging\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # which who starts the tests may have ignored
)
SPENT = (
    "deckgen: this takes more than {}; allow more, such as --limits 2s,1GB, "
    "or use --no-limits if you trust what it reads\n"
)


def guarded(work, before=""):
    """A process that does this within a second and 500 MB."""
    script = f"{START}{before}\nguard.start(guard.Limits(1, 500 * 10**6), lambda folder: staging.sweep(Path(folder)))\n{work}"
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603


def ended(process):
    """Its exit code, stdout and stderr."""
    with process:
        out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


def test_it_cannot_be_noticed():
    assert ended(guarded("print('out'); print('err', file=sys.stderr); sys.exit(3)")) == (3, "out\n", "err\n")
    assert ended(guarded("bytearray(b'x') * (300 << 20)")) == (0, "", "")


@pytest.mark.parametrize("work", ["while True: pass", "re.match('(x+x+)+y', 40 * 'x')", "7 ** (7 ** 9)"])
def test_it_ends_what_takes_too_long_even_inside_a_library(work):
    assert ended(guarded(work)) == (1, "", SPENT.format("1 s"))


def test_the_time_is_that_of_a_step():
    step = "\nwhile time.process_time() < end: pass\n"
    work = "".join(f"end = {end}{step}guard.step()\n" for end in (0.7, 1.4, 2.1))
    assert ended(guarded(work)) == (0, "", "")


def test_the_message_names_the_step():
    said = SPENT.format("1 s").replace(": this", ": deck 3 of 4\\n: this")
    assert ended(guarded("guard.step('deck 3 of 4\\n')\nguard.step()\nwhile True: pass")) == (1, "", said)


def test_it_ends_what_takes_too_much_memory():
    script = (
        "import sys; from deckgen import cli; from deckgen.cli.program import program; import click\n"
        "program.commands['fail'] = click.Command('fail', callback=lambda: bytearray(600 << 20))\n"
        "sys.argv = ['deckgen', '--limits', '1s,500MB', 'fail']; cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (1, SPENT.format("500MB of memory"))


@pytest.mark.parametrize(
    ("work", "code", "said"),
    [
        ("os.abort()", 1, SPENT.format("500MB of memory")),
        ("os.kill(os.getpid(), signal.SIGSEGV)", 70, "deckgen: internal error, please report: a library crashed (SIGSEGV)\n"),
        ("x = bytearray(b'x') * (300 << 20); os.kill(os.getpid(), signal.SIGSEGV)", 1, SPENT.format("500MB of memory")),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, ""),
    ],
)  # fmt: skip
def test_it_says_why_it_ended(work, code, said):
    assert ended(guarded(f"import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); {work}")) == (
        code,
        "",
        said,
    )


def test_the_size_of_a_file_that_is_written_is_limited(tmp_path):
    place = tmp_path / "a"
    write = f"""
from deckgen.errors import DeckgenError
from deckgen.files import open_atomic
try:
    with open_atomic(Path({str(place)!r})) as file:
        file.truncate({{}} * 10**6)
except DeckgenError as error:
    print(error, end="")
"""
    assert ended(guarded(write.format(499))) == (0, "", "")
    remedy = "free some space, or choose another path with -o, or allow larger files with --limits"
    assert ended(guarded(write.format(501))) == (0, f"{place}: File too large; {remedy}", "")
    assert place.stat().st_size == 499 * 10**6


def test_what_it_had_begun_to_write_is_removed(tmp_path):
    work = f"with staging.stage_folder(Path({str(tmp_path)!r})) as stage:\n (stage / 'a').write_text('a')\n while True: pass"
    assert ended(guarded(work))[:2] == (1, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_reach_the_command_once(number):
    work = (
        "signal.signal(signal.SIGHUP, lambda *_: sys.exit(5))\n"
        "try:\n print('ready', flush=True); time.sleep(60)\n"
        "except KeyboardInterrupt:\n time.sleep(0.2); print('interrupted'); sys.exit(4)"
    )
    process = guarded(work, "os.setpgid(0, 0)")
    assert process.stdout.readline() == b"ready\n"
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    code, out, err = ended(process)
    wanted = {signal.SIGINT: (4, "interrupted\n"), signal.SIGTERM: (-number, ""), signal.SIGHUP: (5, "")}
    assert ((code, out), err) == (wanted[number], "")


def test_the_command_ends_when_its_parent_is_killed():
    process = guarded("print(os.getpid(), flush=True); time.sleep(60)")
    child = int(process.stdout.readline())
    process.kill()
    ended(process)
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("it goes on")


def test_where_nothing_can_be_forked_a_thread_watches_the_time():
    before = "del os.fork, signal.setitimer"
    assert ended(guarded("while True: pass", before)) == (1, "", SPENT.format("1 s"))
    step = "\nwhile time.process_time() < end: pass\n"
    work = "".join(f"end = {end}{step}guard.step()\n" for end in (0.7, 1.4, 2.1))
    assert ended(guarded(work, before)) == (0, "", "")


def test_limits_are_read():
    assert vars(parse_limits("90s,3GB")) == {"seconds": 90, "size": 3 * 10**9}
    assert vars(parse_limits("500MB")) == {"seconds": 60, "size": 500 * 10**6}
    assert vars(parse_limits("5s")) == {"seconds": 5, "size": 2 * 10**9}
    assert parse_limits("none") is None
    for wrong in ("5", "0s", "GB", "2GB,5s", "5m"):
        with pytest.raises(ValueError, match="write them as"):
            parse_limits(wrong)


def test_the_command_line_and_the_environment_choose():
    def seconds(line, **environment):
        limits = requested_limits(line.split(), environment)
        return limits and limits.seconds

    assert seconds("render deck.json") == 60
    assert seconds("--may-read a --limits 5s render deck.json", DECKGEN_LIMITS="7s") == 5
    assert seconds("--limits=5s --may-read=a render deck.json") == 5
    assert seconds("render deck.json", DECKGEN_LIMITS="7s") == 7
    for none in (
        "--no-limits render x",
        "--limits none render x",
        "games --json",
        "--version",
        "render --help",
        "",
    ):
        assert seconds(none) is None
    for wrong in ("--limits 5x render x", "--limits", "--nonsense render x"):
        assert seconds(wrong) is None
    assert seconds("render x", _DECKGEN_COMPLETE="bash_complete") is None


def test_other_processes_that_end_so_are_told(monkeypatch):
    assert problem_of_exits([-signal.SIGPROF]) is None
    monkeypatch.setattr("deckgen.guard._limits", Limits(1, 500 * 10**6))
    assert f"{problem_of_exits([0, None, -15, -signal.SIGPROF])}\n" == SPENT.format("1 s")
    assert f"{problem_of_exits([-15, -signal.SIGABRT])}\n" == SPENT.format("500MB of memory")
    assert problem_of_exits([-15, 1]) is None
