"""The program as a process: its standard streams, the signals that stop it, and errors that nobody foresaw."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import click

from deckgen import __version__, guard
from deckgen.errors import escape_hidden, shorten_for_message

INTERNAL_ERROR = 70
"""The exit code: EX_SOFTWARE of sysexits.h, an internal software error."""
_FIRST_SIGNAL = 128  # of the exit codes of programs that a signal ends
_ECHO = 0.5
"""Seconds within which two signals are one: Ctrl-C comes from the terminal and again from the parent process."""


def open_streams() -> None:
    """Print UTF-8 in every locale, so that the same command prints the same bytes."""
    if sys.stdout is None:
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115  # type: ignore[unreachable]  # a number
    codecs.register_error("as-given", _keep_bytes)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="as-given")


def _keep_bytes(error: UnicodeError) -> tuple[str | bytes, int]:
    """Handle an encoding error: keep command-line bytes that the locale could not read, escape half characters."""
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def report(text: str) -> None:
    """Print lines to stderr. If it is full or closed the work goes on; raises OSError if its reader is gone."""
    try:
        click.echo("\n".join(map(escape_hidden, text.split("\n"))), err=True)
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise


def report_os_error(error: OSError) -> None:
    """Report a file or stream that could not be read or written, in the system's words."""
    reason = "is closed" if error.errno == errno.EBADF else error.strerror or str(error)
    report(f"{shorten_for_message(str(error.filename or 'stdout'))}: {reason}; choose another path, or make room")


def flush_streams(code: int) -> int:
    """Write what stdout and stderr still hold back. Return the exit code, which is not 0 if stdout's is lost."""
    code = _flush_stdout(code)
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # it would be tried again at the end
    return code


def _flush_stdout(code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it would be tried again at the end
        if code == 0 and error.errno != errno.EPIPE:  # the reader is gone, as in `deckgen games | head -1`
            report_os_error(error)
        return code or 1
    return code


@contextmanager
def stoppable(describe_progress: Callable[[], object], hurry: Callable[[], object] | None = None) -> Iterator[None]:
    """Let SIGINT and SIGTERM end the program in order: with a line on how far it came and the exit code 130 or 143.

    With ``hurry`` the first SIGINT calls it instead, and only another one ends the program.
    """
    import signal
    from time import monotonic

    received, hurried = 0, -_ECHO  # monotonic() is never negative

    def stop(number: int, _: FrameType | None) -> None:
        nonlocal received, hurried
        if received or monotonic() - hurried < _ECHO:
            return  # a second one must not disturb the order
        if number == signal.SIGINT and hurry and hurried < 0:
            hurried = monotonic()
            hurry()
            return
        received = number
        guard.note_interrupt()
        raise SystemExit(_FIRST_SIGNAL + number)

    handlers = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        if received:
            report(f"stopped by {signal.Signals(received).name}: {describe_progress()}")
        for number, handler in handlers.items():
            signal.signal(number, handler)


def serve_until_stopped(serve: Callable[[], None]) -> None:
    """Call what serves a page, until Ctrl-C or SIGTERM ends it."""
    import signal

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what the caller does then is done, too
    with suppress(KeyboardInterrupt):
        serve()


def report_internal_error(error: BaseException) -> int:
    """Report a bug in one line, its trace in a file; nothing to a shell's completion. Return the exit code."""
    if "_DECKGEN_COMPLETE" in os.environ:
        return INTERNAL_ERROR
    import platform
    import shlex
    import tempfile
    import traceback

    machine = f"Python {platform.python_version()}, {platform.platform()}"
    call = shlex.join(["deckgen", *sys.argv[1:]])
    trace = f"deckgen {__version__}, {machine}\n{call}\n\n{''.join(traceback.format_exception(error))}"
    kind, message = type(error).__name__, shorten_for_message(str(error))
    try:
        handle, file = tempfile.mkstemp(prefix="deckgen-trace-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(trace)
    except OSError:
        file = "the lines below"
    report(f"deckgen: internal error, please report: {kind}{message and ': '}{message}; the trace is in {file}")
    if file == "the lines below":
        report(trace)
    return INTERNAL_ERROR
