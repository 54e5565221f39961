"""Standard output and error: what of the one is lost is an error; what nobody hears of the other is none."""

from __future__ import annotations

import codecs
import errno
import os
import sys

import click

from deckgen.errors import escaped, shown


def open_streams() -> None:
    """Let all that is printed be UTF-8, whatever the locale says, so that the same command gives the same bytes.

    In the place of a stream that was closed stands one that cannot be used either, so that no file gets its number.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115  # type: ignore[unreachable]  # a number
    codecs.register_error("as-given", _as_given)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="as-given")


def _as_given(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write bytes of the command line that the locale could not read as they came, half characters escaped."""
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def say(text: str) -> None:
    """Write a line, or several, to stderr. That it is full or closed is no reason to stop; that its reader has gone is one."""
    try:
        click.echo("\n".join(map(escaped, text.split("\n"))), err=True)
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise


def say_lost(error: OSError) -> None:
    """Say what the system says of something that could not be read or written."""
    what = error.strerror or str(error)
    if error.errno == errno.EBADF:
        what = "this is closed"
    say(f"{shown(str(error.filename or 'stdout'))}: {what}; choose another place or make room")


def flushed(code: int) -> int:
    """Write what stdout still holds back: the exit code, which is no longer 0 if that is lost."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it would be tried again at the end
        if code == 0 and error.errno != errno.EPIPE:  # the reader has gone, as in `deckgen games | head -1`
            say_lost(error)
        return code or 1
    return code
