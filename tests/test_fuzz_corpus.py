"""Everything that the campaign of ``tests/fuzz`` ever found, run again: it must not come back."""

import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "fuzz" / "run.py"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="cases run in forked processes")


def test_what_was_found_does_not_come_back():
    """The harness, too, is looked at: it sees a hang, a file that data may not name, a half-written one, and so on."""
    told = subprocess.run([sys.executable, RUN, "--corpus"], capture_output=True, text=True, check=False)  # noqa: S603  our own script
    assert told.returncode == 0, told.stdout + told.stderr
