"""Runs a case: each of its commands in a process forked from one that has imported everything, and looks at what came of it.

What may not happen has a word of ``WORDS``: a problem is one of these, a key that is the same for problems of one cause,
and what is seen.
"""

from __future__ import annotations

import errno
import faulthandler
import gc
import importlib
import json
import os
import pkgutil
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree as ET
import zlib
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from case import Case

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS, ROOM = 5, 600
"""The guard's limits: CPU of a step, and MB beyond what this program has in memory, which is more than a command has."""
_OFTEN, _SEEN = 0.25, "Stack (most recent call first):"
"""Seconds of CPU after each of which it is looked where a command is, and what that begins with."""
KILLED = 12  # seconds of CPU after which it is ended: the guard should have done so, unless there are several steps
MEGABYTES = 1000  # beyond what this program has: code of libraries counts, too
WAITED = 40.0  # seconds by the clock, of a machine that does other work too
LARGEST = 300 << 20  # bytes of a file that it may write

_MEMORY = "/dev/shm"  # noqa: S108  only its speed is wanted: what is made there has a name of its own

WORDS = ("traceback", "hang", "memory", "partial", "outside", "content", "message")
"""Unforeseen exceptions; going on beyond the budget of time, or of memory; what a failed command leaves, or half of what it writes;
what is read that no data may name; files that hold no numbers or that validate passed and nothing draws; what is told badly."""
ENDED = "ended"
"""The word for what the guard ends with its message, which is no problem."""
_SPENT = re.compile(r"^deckgen: .*this takes more than .*; allow more", re.MULTILINE)
_ABORTED = re.compile(r"^terminate called .*\n  what\(\):  std::bad_alloc\n", re.MULTILINE)
"""What the library of C++ prints when there is no memory."""

REPORTS = {"audit", "verify", "preflight", "validate", "build", "batch", "ink"}
"""Commands whose exit code 1 also says that something is wrong with sound input; what they wrote is to be read then."""
_TAKES = {"os.rename": 1, "os.remove": 0}
"""What replaces or takes away a file, and which of its arguments names that."""
_SOLVES = "deckgen/deck/solve/"  # takes its time, and says so
_PROGRESS = re.compile(r" +\d+ s  \S")
_TOLD = re.compile(r"\S.*?: .+; .+")
_SAID = re.compile(r"^wrote |: no problems$|: the deck of seed ")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
_FRAME = re.compile(r'File "([^"]+)", line (\d+)(?:,)? in (\S+)')
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_NO_NUMBER = re.compile(rb"(?:^|[\s\[])-?(?:nan|inf|NaN|Infinity)(?:$|[\s\]])")
_NO_SVG_NUMBER = re.compile(r"(?:^|[\s,(-])(?:nan|inf)(?:$|[\s,)])")


@dataclass(frozen=True)
class Problem:
    word: str
    key: str
    seen: str


@dataclass(frozen=True)
class Ran:
    """A command that was run: its exit code (None if it had to be ended), what it took, what it said."""

    code: int | None
    seconds: float
    megabytes: float
    stdout: str
    stderr: str


def warm() -> None:
    """Import the whole program, once for all cases."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    import deckgen

    for module in pkgutil.walk_packages(deckgen.__path__, "deckgen."):
        if module.name not in {"deckgen.__main__", "deckgen.run.cluster"}:
            importlib.import_module(module.name)


@cache
def held() -> int:
    """How many MB of data this program has in memory."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmData:")) // 1000


def keep() -> None:
    """What is there now is not looked through for waste again, which would copy it in every process."""
    gc.collect()
    gc.freeze()


def run(case: Case, base: dict[str, bytes], cache: Path) -> tuple[list[Problem], list[int | None]]:
    """Run a case in a folder of its own, which is gone afterwards: what is wrong, and the exit codes."""
    place = Path(tempfile.mkdtemp(prefix="fuzz-", dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None))
    try:
        folder, log = place / "case", place / "log"
        for each in (folder, log, place / "tmp"):
            each.mkdir()
        case.write(folder, base)
        problems = []
        ran = []
        for command in case.commands:
            before = _listed(folder)
            ran.append(one := _command(command, case.environment, folder, log, cache))
            problems += _problems(command, one, folder, log, before, cache)
            for file in log.iterdir():
                file.unlink()
        return problems + _passed(case, ran), [one.code for one in ran]
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _command(command: tuple[str, ...], environment: dict[str, str], folder: Path, log: Path, cache: Path) -> Ran:
    """Run one command in a forked process."""
    began = time.monotonic()
    child = os.fork()
    if not child:
        try:
            _be(command, environment, folder, log, cache)
        finally:
            os._exit(98)
    code = None
    while True:
        found, status, used = os.wait4(child, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
            break
        if time.monotonic() - began > WAITED:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)
    try:
        os.killpg(child, signal.SIGKILL)
        (log / "left").touch()
    except ProcessLookupError:
        pass
    stdout, stderr = ((log / name).read_bytes().decode(errors="replace") for name in ("stdout", "stderr"))
    return Ran(
        code if code >= 0 else None,
        used.ru_utime + used.ru_stime,
        used.ru_maxrss / 1024,
        stdout[:100_000],
        stderr[:1_000_000],
    )


def _be(command: tuple[str, ...], environment: dict[str, str], folder: Path, log: Path, cache: Path) -> None:
    """What the forked process does; it ends in it."""
    os.setpgid(0, 0)
    os.chdir(folder)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if number:
            handle = os.open(log / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        else:
            handle = os.open(os.devnull, os.O_RDONLY)
        os.dup2(handle, number)
        os.close(handle)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  they end with the process
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    hung = (log / "hung").open("w")
    reads = (log / "reads").open("w", encoding="utf-8", errors="backslashreplace", buffering=1)
    os.environ.update(
        {
            "DECKGEN_CACHE": str(cache),
            "DECKGEN_CONFIG": str(folder / "config"),
            "HOME": str(folder / "home"),
            "TMPDIR": str(folder.parent / "tmp"),
            "DECKGEN_LIMITS": f"{SECONDS}s,{held() + ROOM}MB",
            **environment,
        }
    )
    tempfile.tempdir = None  # it is looked for again
    resource.setrlimit(resource.RLIMIT_CPU, (KILLED, KILLED + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
    faulthandler.register(signal.SIGVTALRM, file=hung, all_threads=False)
    watch = partial(signal.setitimer, signal.ITIMER_VIRTUAL, _OFTEN, _OFTEN)
    watch()
    os.register_at_fork(after_in_child=watch)  # such as of the guard, whose own timer is another

    own = [Path(os.path.realpath(each)) for each in (folder.parent, cache)]
    asked = [ROOT, Path(os.path.realpath(sys.prefix)), *_places((*command, *environment.values()))]

    def keep(event: str, path: object) -> None:
        """Let no file elsewhere be made, replaced or taken away, were it the root user who runs this.

        What ships (and byte code of it), and what the user names, is refused as the system would; all else is a problem.
        """
        if not isinstance(path, str | bytes | os.PathLike):
            return  # a number, of what was opened before
        place = Path(os.path.realpath(os.path.dirname(os.fsdecode(path))))  # noqa: PTH120  in a hook, the cheapest
        if any(place.is_relative_to(each) for each in own):
            return
        if any(place.is_relative_to(each) for each in asked):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        raise AssertionError(f"{event} {path!r}")

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes):
            mode, flags = arguments[1], arguments[2]
            if (mode is None and isinstance(flags, int) and not flags & (os.O_WRONLY | os.O_RDWR)) or (
                isinstance(mode, str) and "r" in mode
            ):
                try:
                    found = os.path.realpath(os.fsdecode(arguments[0]))
                except ValueError:
                    return
                if os.path.exists(found) and not os.path.isdir(found):  # noqa: PTH110, PTH112  in a hook, the cheapest
                    reads.write(json.dumps(found) + "\n")
            elif isinstance(flags, int) and flags & os.O_CREAT and not _is_device(arguments[0]):
                keep(event, arguments[0])
        elif event in _TAKES:
            keep(event, arguments[_TAKES[event]])
        elif event in {"socket.connect", "socket.getaddrinfo", "os.system"}:
            reads.write(json.dumps(f"{event} {arguments[1:]!r}") + "\n")

    sys.addaudithook(heard)
    sys.argv = ["deckgen", *command]
    code = 0
    try:
        from deckgen.cli import main

        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:  # noqa: BLE001  it is told, whatever it is
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        (log / "trace").write_text(traceback.format_exc()[-20_000:], encoding="utf-8", errors="backslashreplace")
        code = 99
    try:
        import atexit

        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _is_device(path: str | bytes) -> bool:
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113  in a hook, the cheapest


def _places(words: tuple[str, ...]) -> list[Path]:
    """The folders of files that a command line or the environment may name."""
    values = (each.partition("=")[2] if each.startswith("--") else each for each in words)
    return [Path(os.path.realpath(Path(each).parent)) for each in values if "/" in each and "\0" not in each]


def _listed(folder: Path) -> dict[str, tuple[int, int]]:
    """The files in a folder, with what changes when they are written."""
    found = {}
    for path in folder.rglob("*"):
        state = path.lstat()
        found[str(path.relative_to(folder))] = (state.st_mtime_ns, state.st_ino)
    return found


def _problems(
    command: tuple[str, ...],
    ran: Ran,
    folder: Path,
    log: Path,
    before: dict[str, tuple[int, int]],
    cache: Path,
) -> list[Problem]:
    name = next((word for word in command if word and word[0] != "-"), "")
    problems = []
    trace = (log / "trace").read_text(encoding="utf-8") if (log / "trace").exists() else ""
    if ran.code == 70:
        trace = _trace_of(ran.stderr, folder) or ran.stderr[-2000:]
    if trace:
        problems.append(Problem("traceback", _key(trace), trace[-1500:]))
    seen = (log / "hung").read_text(encoding="utf-8", errors="replace").split(_SEEN)[1:]
    others = [each for each in seen if _SOLVES not in each]
    solved = (len(seen) - len(others)) * _OFTEN
    hung = others[-1] if others else ""
    ended = ran.code == 1 and _SPENT.search(ran.stderr)
    if ended:
        problems.append(Problem(ENDED, f"{name} {ended[0].split(' this ')[1][:30]}", hung[-1500:]))
    if ran.seconds - solved > KILLED or (ran.code is None and not solved):
        problems.append(
            Problem(
                "hang",
                _key(hung, first=True) or f"{name} waits",
                f"{ran.seconds:.1f} s of CPU, {solved:.1f} s of them to solve\n{hung[-1500:]}",
            )
        )
    if ran.megabytes > held() + MEGABYTES:
        problems.append(Problem("memory", f"{name} {_key(hung, first=True)}", f"{ran.megabytes:.0f} MB"))
    problems += _read_outside(command, folder, log, cache)
    after = _listed(folder)
    written = sorted(each for each, state in after.items() if before.get(each) != state and (folder / each).is_file())
    written = [each for each in written if not each.startswith(("home/", "config/"))]
    if ran.code is not None:
        if ran.code and name not in REPORTS and not trace and written:
            problems.append(Problem("partial", f"{name} failed and left files", " ".join(written[:5])))
        for each in written:
            problems += _half(name, folder / each, each)
    if (log / "left").exists():
        problems.append(Problem("partial", f"{name} left a process", ""))
    if ran.code is not None and not trace:
        problems += _badly_told(command, name, ran)
    return problems


def _trace_of(stderr: str, folder: Path) -> str:
    """The trace of an internal error, in the file whose name the last line tells."""
    for word in reversed(re.findall(r"\S+", stderr[-3000:])):
        path = folder / word.strip("'\"().;,")
        try:
            if path.is_file():
                return path.read_text(encoding="utf-8", errors="replace")
        except (OSError, ValueError):
            continue
    return ""


def _key(trace: str, *, first: bool = False) -> str:
    """The last places of the program in a trace, and the kind of exception."""
    frames = [(file, name) for file, _, name in _FRAME.findall(trace)]
    ours = [f"{file.split('/deckgen/')[-1]}:{name}" for file, name in frames if "/deckgen/" in file]
    if first:
        ours.reverse()  # faulthandler tells the innermost first
    lines = [line for line in trace.strip().splitlines() if line and not line.startswith((" ", "+", "|"))]
    kind = "" if first else (lines[-1].split(":")[0] if lines else "")
    return " > ".join(ours[-2:]) + (f" {kind}" if kind else "")


def _read_outside(command: tuple[str, ...], folder: Path, log: Path, cache: Path) -> list[Problem]:
    """What was read that neither the command line names, nor lies beside it, nor ships."""
    named = [folder / word for word in command if len(word) < 1000 and "\0" not in word]
    roots = {folder / "out", folder / "output", folder / "config", folder / "home"}
    for path in named:
        try:
            if path.exists() and path != folder:
                roots |= (
                    {Path(os.path.realpath(path))} if path.is_dir() else {path.parent, Path(os.path.realpath(path))}
                )
        except OSError:
            continue
    roots |= {
        Path(os.path.realpath(path)) for path in (folder / "config").glob("*") if path.is_symlink()
    }  # the user's own
    roots -= {folder}
    known = [str(each) for each in roots]
    known += [
        str(folder.parent / "tmp"),
        str(ROOT),
        sys.prefix,
        sys.base_prefix,
        str(Path(sys.prefix).resolve()),
        str(cache),
        str(log),
    ]
    known += ["/dev/null", "/dev/urandom", "/usr/lib", "/usr/share", "/etc/mime.types", "/proc/self/"]
    known += [str(Path(each).resolve()) for each in sys.path if each]
    known += [f"/proc/{number}" for number in ("meminfo", "cpuinfo", "stat")]
    known += ["/sys/fs/cgroup"]  # like stat what dask asks of the machine
    found = []
    for line in (log / "reads").read_text(encoding="utf-8").splitlines():
        try:
            path = json.loads(line)
        except ValueError:
            continue
        if path == str(folder / "out") or any(
            path == each or path.startswith(each.rstrip("/") + "/") for each in known
        ):
            continue
        if path.startswith((f"{folder}/.", f"{tempfile.gettempdir()}/deckgen-")) or re.match(r"/proc/\d+/", path):
            continue
        shown = path.replace(str(folder), "CASE")
        found.append(Problem("outside", f"{command[0] if command else ''} {shown[:80]}", shown))
    return found[:3]


def _half(name: str, path: Path, shown: str) -> list[Problem]:
    """What is half written, or holds what is no number."""
    if path.name.startswith(".deckgen-"):
        return [Problem("partial", f"{name} left what it had begun", shown)]
    try:
        content = path.read_bytes()
    except OSError:
        return []
    whole, sound = True, True
    match path.suffix:
        case ".pdf":
            whole = content.startswith(b"%PDF-") and content.rstrip().endswith(b"%%EOF")
            sound = not any(_NO_NUMBER.search(stream) for stream in _streams(content)) and not _NO_NUMBER.search(
                _STREAM.sub(b"", content)
            )
        case ".svg":
            try:
                tree = ET.fromstring(content)  # noqa: S314  what the program has written
            except ET.ParseError:
                whole = False
            else:
                sound = not any(
                    _NO_SVG_NUMBER.search(text)
                    for each in tree.iter()
                    for key, text in each.attrib.items()
                    if key not in {"id", "class", "style", "font-family"}
                )
        case ".json":
            try:
                json.loads(content, parse_constant=lambda text: (_ for _ in ()).throw(KeyError(text)))
            except KeyError:
                sound = False
            except ValueError:
                whole = False
        case ".png":
            whole = content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82")
        case ".html":
            whole = content.rstrip().endswith(b"</html>")
    problems = [] if whole else [Problem("partial", f"{name} writes half a {path.suffix}", shown)]
    return problems + ([] if sound else [Problem("content", f"{name} writes no numbers into {path.suffix}", shown)])


def _streams(content: bytes):
    for raw in _STREAM.findall(content):
        try:
            stream = zlib.decompressobj().decompress(raw, 2_000_000)
        except zlib.error:
            continue
        if stream[:2000].isascii():
            yield stream


def _badly_told(command: tuple[str, ...], name: str, ran: Ran) -> list[Problem]:
    lines = [line for line in _ABORTED.sub("", ran.stderr).split("\n") if line and not _PROGRESS.match(line)]
    shown = lines[-1][:300] if lines else ""
    if ran.code not in {0, 1, 2}:
        return [Problem("message", f"{name} exit code {ran.code}", shown)]
    problems = []
    asked = "-" in command or ran.stdout.startswith("%PDF-")  # a file on stdout
    said = ran.stderr if asked else ran.stderr + ran.stdout
    if found := _CONTROL.search(said):
        around = said[max(0, found.start() - 60) : found.end() + 60]
        problems.append(Problem("message", f"{name} prints U+{ord(found[0]):04X}", repr(around)))
    if ran.code == 2 and not any(line.startswith(("Usage:", "Error:")) for line in lines):
        problems.append(Problem("message", f"{name} exit code 2 without usage", shown))
    if ran.code == 1:
        if not lines and not ran.stdout.strip():
            problems.append(Problem("message", f"{name} fails without a word", ""))
        odd = [line for line in lines if not _TOLD.fullmatch(line) and not _SAID.search(line)]
        if odd and name not in {"build", "batch"}:
            problems.append(
                Problem(
                    "message",
                    f"{name} tells otherwise: {re.sub(r'[0-9]+', '0', odd[0])[:50]}",
                    "\n".join(odd)[-3000:],
                )
            )
    if longest := max(map(len, lines), default=0) > 5000:
        problems.append(Problem("message", f"{name} tells {longest} letters", shown))
    return problems


def _passed(case: Case, ran: list[Ran]) -> list[Problem]:
    """What ``validate`` passes, the commands after it can draw."""
    if not case.commands or case.commands[0][0] != "validate" or ran[0].code != 0:
        return []
    failed = [
        (command[0], one.stderr.strip()[-300:])
        for command, one in zip(case.commands[1:], ran[1:], strict=True)
        if one.code == 1 and command[0] not in REPORTS and not _SPENT.search(one.stderr)
    ]
    return [
        Problem(
            "content",
            f"validate passes what {name} refuses: {re.sub(r'[^ ]*[/0-9][^ ]*', '', said)[:60]}",
            said,
        )
        for name, said in failed
    ]
