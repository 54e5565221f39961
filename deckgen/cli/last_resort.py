"""The last resort: what nobody foresaw is told in one line; the trace is in a file, to be sent with a report."""

from __future__ import annotations

import os
import platform
import shlex
import sys
import tempfile
import traceback

from deckgen import __version__
from deckgen.cli.streams import say
from deckgen.errors import shown

CODE = 70
"""The exit code: EX_SOFTWARE of sysexits.h, an internal software error."""


def tell(error: BaseException) -> int:
    """Tell of an error of the program itself; the exit code. A shell that asks how to complete a word hears nothing."""
    if "_DECKGEN_COMPLETE" in os.environ:
        return CODE
    kind, said = type(error).__name__, shown(str(error))
    trace = _trace(error)
    try:
        handle, file = tempfile.mkstemp(prefix="deckgen-trace-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(trace)
    except OSError:
        file = "what follows"
    say(f"deckgen: internal error, please report: {kind}{said and ': '}{said}; the trace is in {file}")
    if file == "what follows":
        say(trace)
    return CODE


def _trace(error: BaseException) -> str:
    """What is to be known of an error: the program, its machine, the call, and where it happened."""
    machine = f"Python {platform.python_version()}, {platform.platform()}"
    call = shlex.join(["deckgen", *sys.argv[1:]])
    return f"deckgen {__version__}, {machine}\n{call}\n\n{''.join(traceback.format_exception(error))}"
