"""Standard streams that are closed or full; each in a process of its own."""

import os
import subprocess
import sys

import pytest
from cli_fixtures import GAME

CLOSED = "stdout: this is closed; choose another place or make room\n"
FULL = "stdout: No space left on device; choose another place or make room\n"
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
        "import sys; from deckgen.cli.streams import flushed, open_streams; open_streams();"
        "sys.stdout.write('held back'); sys.exit(flushed({code}))"
    )
    for code, redirected, ended in ((0, ">/dev/full", 1), (2, ">/dev/full", 2), (0, ">/dev/null", 0)):
        call = f'"$0" -c "{script.format(code=code)}" {redirected}'
        done = subprocess.run(  # noqa: S603  our own script
            ["/bin/sh", "-c", call, sys.executable], env=BUFFERED, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr.decode()) == (ended, FULL if ended == 1 else "")
