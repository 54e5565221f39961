"""Limits on what a stranger's files can make a command use: time, memory, and size of written files.

``start`` forks: the child runs within limits of the operating system, which end it even inside a library, and
the parent reports why it ended. Time is processor time per step; code that reports progress calls ``step``.
Without fork a thread watches the time. Code that does not call ``start``, such as a test, has no limits.

The fork comes before anything large is imported, as copying memory later costs time: this module imports
little.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from mmap import mmap
    from pathlib import Path
    from types import FrameType
    from typing import NoReturn

    from deckgen.errors import Problem

DEFAULT = "60s,2GB"
LIMITS = "DECKGEN_LIMITS"
"""The environment variable with other limits."""
_HARMLESS = {"games", "layouts", "targets", "studio", "watch"}
"""Commands that read only what ships; the studio starts processes with limits for all else."""
_UNITS = {"MB": 10**6, "GB": 10**9}
_CRASHES = {"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"}


class Limits:
    """The ``seconds`` of a step, and ``size``: the bytes of memory and of each written file."""

    def __init__(self, seconds: int, size: int) -> None:
        self.seconds, self.size = seconds, size

    def time_problem(self) -> Problem:
        """Return the error of a step that takes too long."""
        return self._problem(f"takes more than {self.seconds} s")

    def memory_problem(self) -> Problem:
        """Return the error of a step that needs too much memory."""
        return self._problem(f"takes more than {_size_text(self.size)} of memory")

    def _problem(self, complaint: str) -> Problem:
        """Return the error "this COMPLAINT" at the current step; its remedy doubles the limits."""
        from deckgen.errors import Problem

        step = bytes(_shared[:_STEP]).rstrip(b"\0").decode(errors="ignore")
        larger = f"{2 * self.seconds}s,{_size_text(2 * self.size)}"
        remedy = f"allow more, such as --limits {larger}, or use --no-limits if you trust what it reads"
        return Problem("deckgen", None, step, f"this {complaint}", remedy)


def _size_text(size: int) -> str:
    return f"{size // 10**6}MB" if size % 10**9 else f"{size // 10**9}GB"


def parse_limits(text: str) -> Limits | None:
    """Return the limits written as ``120s,4GB``; a missing one is 60 s or 2 GB. None for "none". Raises ValueError."""
    import re

    if text == "none":
        return None
    match = re.fullmatch(r"(?:([1-9][0-9]{0,5})s)?,?(?:([1-9][0-9]{0,5})(MB|GB))?", text)
    if match is None:
        raise ValueError(f"{text!r} is not a time and a size; write them as 120s,4GB")
    return Limits(int(match[1] or 60), int(match[2] or 2) * _UNITS[match[3] or "GB"])


def requested_limits(arguments: Sequence[str], environment: Mapping[str, str]) -> Limits | None:
    """Return the limits of --limits, else of the environment; None if none are needed or wanted, or for wrong text."""
    text, words = environment.get(LIMITS) or DEFAULT, iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name in {"--limits", "--may-read"}:
            value = value if equals else next(words, "")
            text = value if name == "--limits" else text
        elif word[:1] == "-" or word in _HARMLESS:  # such as --no-limits, and --help
            return None
        else:
            break
    else:
        return None
    if {"-h", "--help"}.intersection(arguments) or "_DECKGEN_COMPLETE" in environment:
        return None
    with suppress(ValueError):
        return Limits(60, 2 * 10**9) if text == DEFAULT else parse_limits(text)
    return None


# The process that works

_STEP = 500  # bytes of the board that describe the step
_shared: bytearray | mmap = bytearray(_STEP)
"""Memory shared with the parent: the step, then the folders with hidden files, each ended by a NUL."""
_folders: dict[bytes, int] = {}  # and where each ends on the board
_limits: Limits | None = None
_interrupted = False
_began = 0.0  # when the step began, where a thread watches it


def current_limits() -> Limits | None:
    """Return the limits of this process, to pass them on to another process."""
    return _limits


def set_limits(requested: Limits | None) -> None:
    """Set the limits of this process, which also starts a step; None changes nothing."""
    global _limits
    if requested is None:
        return
    _limits = requested
    with suppress(ImportError, OSError, ValueError):  # not every system has them
        import resource

        for kind in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
            soft, hard = resource.getrlimit(kind)
            bounds = [size for size in (soft, hard, requested.size) if size != resource.RLIM_INFINITY]
            resource.setrlimit(kind, (min(bounds), hard))
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
    else:
        import threading

        with suppress(RuntimeError):  # a browser has no threads
            threading.Thread(target=_watch, daemon=True).start()
    step()


def step(description: str = "") -> None:
    """Restart the time limit for a new step, described in errors; without ``description`` the last one stays."""
    global _began
    if _limits is None:
        return
    if description:
        _shared[:_STEP] = description.encode(errors="replace")[:_STEP].ljust(_STEP, b"\0")
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, _limits.seconds)
    else:
        _began = time.process_time()


def _watch() -> None:
    """End this process once a step takes too long: run in a thread, where the system has no timers."""
    assert _limits is not None
    while time.process_time() - _began < _limits.seconds:
        time.sleep(0.2)
    _end(str(_limits.time_problem()), 1)


def note_folder(folder: Path) -> None:
    """Record a folder, if there is room, that the parent cleans up if this process is killed while writing there."""
    entry, start = os.fsencode(folder) + b"\0", max(_folders.values(), default=_STEP)
    if entry not in _folders and start + len(entry) <= len(_shared):
        _folders[entry] = start + len(entry)
        _shared[start : start + len(entry)] = entry


def problem_of_exits(codes: Iterable[int | None]) -> Problem | None:
    """Return the error for exit codes of other processes, below 0 for signals; None if no limit ended one."""
    names = {signal.Signals(-code).name for code in codes if code and code < 0}
    if _limits and "SIGPROF" in names:
        return _limits.time_problem()
    return _limits.memory_problem() if _limits and "SIGABRT" in names else None


def ignore_late_interrupts() -> None:
    """Ignore Ctrl-C if one was received: what the parent sends again must not change the exit code."""
    if _interrupted:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


# The process that waits


def start(requested: Limits, sweep: Callable[[str], None]) -> None:
    """Fork and return in the child, which has these limits; the parent exits as the child does.

    After a kill, the parent calls ``sweep`` for each folder in which the child may have left hidden files.
    Systems without fork only set the limits.
    """
    global _shared
    if not hasattr(os, "fork"):
        set_limits(requested)
        return
    from mmap import mmap

    _shared = mmap(-1, 1 << 16)
    read_end, write_end = os.pipe()
    parent, child, received = os.getpid(), 0, list[int]()

    def pass_on(signum: int, _frame: FrameType | None) -> None:
        """Record a signal, and send it to the child once there is one."""
        received.append(signum)
        if child:
            with suppress(ProcessLookupError):
                os.kill(child, signum)

    signums = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    handlers = {signum: signal.signal(signum, pass_on) for signum in signums if not _is_ignored(signum)}
    if child := os.fork():
        os.close(read_end)
        for signum in [*received]:
            pass_on(signum, None)
        _wait(child, requested, write_end, sweep)
    for signum, handler in handlers.items():
        signal.signal(signum, handler)
    os.close(write_end)
    _end_with_parent(read_end, parent)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    set_limits(requested)


def _is_ignored(signum: int) -> bool:
    return signal.getsignal(signum) is signal.SIG_IGN


def _end_with_parent(pipe: int, parent: int) -> None:
    """Let the system end this process by SIGIO when the parent, at the pipe's other end, is killed; exit if it was."""
    import fcntl

    with suppress(OSError):  # not every system does so for pipes
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if os.getppid() != parent:
        os._exit(1)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once, though Ctrl-C comes from the terminal and again from the parent."""
    if not _interrupted:
        note_interrupt()
        raise KeyboardInterrupt


def note_interrupt() -> None:
    """Record that Ctrl-C was received, so that further ones are ignored."""
    global _interrupted
    _interrupted = True


def _wait(child: int, limits: Limits, write_end: int, sweep: Callable[[str], None]) -> NoReturn:
    """Wait for the child; exit as it did, or report a limit (1) or crash (70) that ended it. After a kill, sweep."""
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        os._exit(code)
    _remove_leftovers(write_end, sweep)
    name = signal.Signals(-code).name
    if name == "SIGPROF":
        _end(str(limits.time_problem()), 1)
    if name == "SIGABRT" or (name in _CRASHES and usage.ru_maxrss * 1024 > limits.size / 2):
        _end(str(limits.memory_problem()), 1)
    if name in _CRASHES:
        _end(f"deckgen: internal error, please report: a library crashed ({name})", 70)
    with suppress(OSError):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
    os._exit(128 - code)


def _remove_leftovers(write_end: int, sweep: Callable[[str], None]) -> None:
    """Remove hidden files left by the child and its processes, once they have ended or a second is over."""
    with suppress(BrokenPipeError):  # as soon as all of them have ended
        for _ in range(100):
            os.write(write_end, b".")
            time.sleep(0.01)
    for folder in {*bytes(_shared[_STEP:]).split(b"\0")} - {b""}:
        sweep(os.fsdecode(folder))


def _end(message: str, code: int) -> NoReturn:
    """Print a message to stderr and exit at once."""
    with suppress(OSError):
        os.write(2, f"{message}\n".encode())
    os._exit(code)
