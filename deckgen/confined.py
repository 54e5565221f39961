"""Runs functions on strangers' data in a process of their own, which has little time and memory, and writes no files.

What a PDF makes its readers do then ends there. Where it is looked at, only JSON comes back, which is read within limits,
too. Time is that of the processor, and on systems without its timers that of a clock; memory is limited on Linux alone.
What is written is refused everywhere by Python, on Unix also by the system. What libraries say goes nowhere.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn, Self

from deckgen.errors import DeckgenError, Fault
from deckgen.reading import json_of

_PATIENCE = 60 if hasattr(signal, "setitimer") else 5
"""Seconds by the clock for each that a task may take: others may want the processor, too."""
_LARGEST = 64_000_000  # bytes of an answer
_MAIN = "from deckgen.confined import serve; serve()"
_STATUS = Path("/proc/self/status")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED = {
    *(
        f"os.{name}"
        for name in (
            "chmod", "chown", "exec", "fork", "forkpty", "kill", "link", "mkdir", "posix_spawn", "remove", "rename", "rmdir",
            "spawn", "startfile", "symlink", "system", "truncate", "utime",
        )
    ),
    "socket.__new__", "subprocess.Popen",
}  # fmt: skip

Steps = Generator[tuple[str, float], None, Any]
"""What a function may give that takes long: it says what is done next, and how many seconds more that may take."""


class StoppedError(Exception):
    """A function was stopped; the text says why, as what follows "looking at it"."""


class Confinement:
    """A process for functions, which starts with the first of them, and anew if one was stopped.

    Functions are those of modules, and what they are given is pickled; what they answer must be JSON.
    The DeckgenErrors they raise are raised here as ``kind``.
    """

    def __init__(self, kind: type[DeckgenError], tell: Callable[[str], None] = lambda _: None) -> None:
        self._kind, self._tell = kind, tell
        self._process: subprocess.Popen[bytes] | None = None
        self._late = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def run(self, function: Callable[..., Any], *arguments: Any, seconds: float, megabytes: int) -> Any:
        """What a function answers that may take so long, and so much more memory than the process begins with.

        Raises StoppedError if it needs more or its process dies, and ``kind`` for what the function raises as such.
        """
        process = self._begun()
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):  # it has died, which is told below
            process.stdin.write(pickle.dumps((function, arguments, seconds, megabytes)))
            process.stdin.flush()
        while True:
            told = self._line(process.stdout, seconds)
            if told is None:
                raise StoppedError(self._why(seconds, megabytes))
            match told:
                case {"step": str(step), "seconds": int() | float() as more}:
                    seconds = more
                    self._tell(step)
                case {"answer": answer}:
                    return answer
                case {"faults": list(faults)}:
                    raise self._kind([Fault(*fault) for fault in faults])
                case {"memory": _}:
                    raise StoppedError(_more(megabytes))
                case {"error": error}:
                    raise RuntimeError(error)

    def _begun(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self._process = subprocess.Popen(  # noqa: S603 (this program again)
                [sys.executable, "-B", "-P", "-c", _MAIN],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
            )
        return self._process

    def _line(self, stream: IO[bytes], seconds: float) -> Any:
        """What the process says next; None if it says nothing that makes sense, or not in time."""
        self._late = False
        clock = threading.Timer(_PATIENCE * (seconds + 1), self._stop)
        clock.start()
        try:
            line = stream.readline(_LARGEST)
        finally:
            clock.cancel()
        with suppress(DeckgenError):
            return json_of(line, Path("answer"), DeckgenError, "") if line.endswith(b"\n") else None
        return None

    def _stop(self) -> None:
        self._late = True
        if self._process is not None:
            self._process.kill()

    def _why(self, seconds: float, megabytes: int) -> str:
        """Why the process said nothing; it is ended."""
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)  # the system may not be done with it
        code = self._end()
        if self._late or code == -getattr(signal, "SIGPROF", 0):
            return f"took more than {seconds:.3g} s"
        return _more(megabytes) if code == -getattr(signal, "SIGABRT", 0) else "made its reader crash"

    def _end(self) -> int:
        """End the process, and tell how it ended."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.kill()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]  # both are pipes
        return process.wait()


def _more(megabytes: int) -> str:
    return f"took more than {megabytes} MB of memory"


def confined(
    function: Callable[..., Any],
    *arguments: Any,
    kind: type[DeckgenError],
    seconds: float,
    megabytes: int,
    tell: Callable[[str], None] = lambda _: None,
) -> Any:
    """What one function answers in a process of its own; see ``Confinement``."""
    with Confinement(kind, tell) as process:
        return process.run(function, *arguments, seconds=seconds, megabytes=megabytes)


def drive(steps: Steps, tell: Callable[[str], None] = lambda _: None) -> Any:
    """What a function answers that tells its steps, in this process and without limits."""
    while True:
        try:
            tell(next(steps)[0])
        except StopIteration as end:
            return end.value


# The process's side


def serve() -> None:
    """Do what stdin asks for, one thing after another, and answer on stdout, until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 (os.devnull is no path on Windows)
        os.dup2(nowhere.fileno(), 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is asked to stop ends this process, too
    _write_nothing()
    while True:
        try:
            function, arguments, seconds, megabytes = pickle.load(sys.stdin.buffer)  # noqa: S301 (the user's own process)
        except EOFError:
            return
        _limit_memory(megabytes)
        _allow(seconds)
        try:
            said: dict[str, Any] = {"answer": _answer(function(*arguments), answers)}
        except DeckgenError as error:
            faults = [[f.file, f.line, f.path, f.what, f.remedy] for f in error.faults]
            said = {"faults": faults}
        except MemoryError:
            said = {"memory": True}
        except Exception:  # noqa: BLE001 (what nobody foresaw is raised where it can be told)
            import traceback  # noqa: PLC0415 (only for what should not be)

            said = {"error": traceback.format_exc()}
        _say(answers, said)
        _allow(0)


def _answer(made: Any, answers: IO[bytes]) -> Any:
    """What a function made, or what its steps make in the end."""
    if not isinstance(made, Generator):
        return made
    steps: Steps = made
    while True:
        try:
            step, seconds = next(steps)
        except StopIteration as end:
            return end.value
        _allow(seconds)
        _say(answers, {"step": step, "seconds": seconds})


def _say(answers: IO[bytes], said: dict[str, Any]) -> None:
    text = json.dumps(said, ensure_ascii=False, allow_nan=False)
    answers.write(text.encode("utf-8", "replace") + b"\n")
    answers.flush()


def _allow(seconds: float) -> None:
    """End this process after so many seconds of the processor from now; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory(megabytes: int) -> None:
    """Let this process have so much more memory; what it holds between tasks is not counted."""
    try:
        import resource  # noqa: PLC0415 (not on Windows)

        said = dict(line.split(":", 1) for line in _STATUS.read_text().splitlines())
        held = int(said["VmData"].split()[0]) * 1024
        resource.setrlimit(
            resource.RLIMIT_DATA, (held + megabytes * 1_000_000, resource.getrlimit(resource.RLIMIT_DATA)[1])
        )
    except (ImportError, OSError, KeyError, ValueError):  # another system
        return


def _write_nothing() -> None:
    try:
        import resource  # noqa: PLC0415 (not on Windows)

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, OSError, ValueError):
        pass
    sys.addaudithook(_check)


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what writes, runs or connects."""
    if event == "open":
        path, mode, flags = arguments
        writes = flags & _WRITING if isinstance(flags, int) else set(mode or "") & set("wax+")
        if writes and path != os.devnull:
            _refuse(event)
    elif event in _REFUSED:
        _refuse(event)


def _refuse(event: str) -> NoReturn:
    raise PermissionError(f"{event} is refused here")
