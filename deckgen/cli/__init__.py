"""The command line: the only room that knows click, and the one place where errors become messages."""

from __future__ import annotations

import codecs
import gc
import os
import sys


def main() -> None:
    """Run the program on the arguments it was called with; ends in SystemExit 0, 1 or 2."""
    # What is printed is UTF-8 whatever the locale says: the same command gives the same bytes.
    codecs.register_error("as-given", _as_given)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="as-given")
    # numpy's threads cost more to start than its small arrays here could ever gain
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # most of what a command makes lives to its end: looking for waste would cost more than it finds
    gc.set_threshold(100_000)
    from deckgen.cli.program import program

    if "_DECKGEN_COMPLETE" in os.environ:  # a shell asks
        from deckgen.cli.completion import register

        register()

    try:
        program(prog_name="deckgen")
    finally:
        gc.freeze()  # nor need it be looked through for waste at the end, which takes a fifth of a second after printing


def _as_given(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write bytes of the command line that the locale could not read as they came, half characters escaped."""
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)
