"""``kill -9`` and full disks: whether files are torn, or anything left behind.

``python benchmarks/disasters.py [--kills 300] [--disks 40] [--random 1]`` lets commands write over files of another form of
the same names. A third of the kills come at any moment, the others before some change of the file system that the command
makes where it writes: the opening, moving or removing of a file or folder. After each kill every file that can be
seen must be whole, an old or a new one; and after the next command that writes there, nothing else is there: of a run that
is gone on with, all are new ones then. On a full disk, or where no file may be larger, a command must say so, with exit code 1, and leave what
was there. Prints a table; exit code 1 if anything is otherwise. ``kills.py`` beside it kills runs with workers.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from deckgen import cli, staging

Files = dict[str, bytes]
_UNFINISHED = "manifest.jsonl"
_LARGE = 1 << 30


@dataclass(frozen=True)
class Subject:
    """A command as it is called for the old files, and for the new ones of the same names; its share of the kills.

    ``file``: it writes one file of this name. ``resumes``: it keeps what is done when it is killed, and goes on from there.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    share: float
    file: str = ""
    resumes: bool = False

    def call(self, arguments: tuple[str, ...], folder: Path) -> list[str]:
        return [*arguments, "-q", "-o", f"{folder}/{self.file}"]


def subjects(deck: Path) -> dict[str, Subject]:
    svg, pdf = ("render", str(deck), "--format", "svg"), ("render", str(deck))
    sheet = ("sheet", "rough-magic", "data/rough-magic/characters/*.yaml")
    people = sorted(map(str, Path(__file__).parent.parent.glob(sheet[2])))
    batch = (
        "batch",
        "rough-magic",
        "--deck",
        "action",
        "--count",
        "4",
        "--seed",
        "s",
        "--certificate",
        "json",
    )
    build = ("build", "rough-magic", "--deck", "action", "--seed", "s")
    return {
        "build": Subject((*build, "--language", "de"), build, 0.15),
        "render, a folder": Subject((*svg, "--language", "de"), svg, 0.2),
        "render, a file": Subject((*pdf, "--language", "de"), pdf, 0.15, "cards.pdf"),
        "batch": Subject((), batch, 0.25, resumes=True),
        "sheet": Subject((*sheet[:2], *people, "--flat"), (*sheet[:2], *people), 0.25),
    }  # fmt: skip


def forked(work: Callable[[], object], said: Path) -> int:
    """The number of a process that does this, and writes there what it says."""
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    code = 1
    try:
        os.setpgid(0, 0)
        handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        work()
    except SystemExit as ended:
        code = int(ended.code or 0)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run(arguments: list[str]) -> None:
    """The command, as in a process of its own."""
    staging.sweep_once.cache_clear()
    sys.argv = ["deckgen", *arguments]
    cli.main()


def ended(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def counting(folder: Path, act: Callable[[int], object]) -> None:
    """Call ``act`` before each change that this process makes below a folder, with its number from 1 on."""
    seen = 0

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        changes = event in {"os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "os.chmod"}
        if event == "open" and isinstance(arguments[2], int):
            changes = bool(arguments[2] & (os.O_CREAT | os.O_WRONLY | os.O_RDWR))
        if changes and str(arguments[0]).startswith(str(folder)):
            seen += 1
            act(seen)

    sys.addaudithook(hook)


def files(folder: Path, *, hidden: bool = False) -> Files:
    """All files below a folder, without what is hidden, or with that and the names of folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if hidden or (path.is_file() and ".deckgen-" not in str(path) and path.name != _UNFINISHED)
    }


def lay(folder: Path, content: Files) -> None:
    """Let a folder hold these files and nothing else."""
    subprocess.run(["rm", "-rf", *folder.iterdir()], check=True)
    for name, each in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(each)


class Trials:
    """What is tried on one subject in a folder, and how it ended."""

    def __init__(self, name: str, subject: Subject, folder: Path, chance: random.Random) -> None:
        self.name, self.subject, self.chance = name, subject, chance
        self.out, self.said = folder / "out", folder / "said.txt"
        self.out.mkdir(parents=True)
        self.ends: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.old, self.new = (self._made(call) for call in (subject.old, subject.new))
        lay(self.out, self.old)
        said = folder / "changes"
        self._finish(forked(lambda: (counting(self.out, lambda n: said.write_text(str(n))), self._run()), self.said))
        self.changes = int(said.read_text())
        begun = time.monotonic()
        self._finish(forked(self._run, self.said))
        self.seconds = time.monotonic() - begun

    def _made(self, arguments: tuple[str, ...]) -> Files:
        """In this process, so that those forked from it have all that is slow to make."""
        if not arguments:
            return {}
        lay(self.out, {})
        os.environ["DECKGEN_LIMITS"] = "none"  # the guard would fork
        try:
            run(self.subject.call(arguments, self.out))
        except SystemExit as done:
            if done.code:
                self.wrong.append(f"exit code {done.code}: {arguments}")
        del os.environ["DECKGEN_LIMITS"]
        return files(self.out, hidden=True)

    def _run(self) -> None:
        run(self.subject.call(self.subject.new, self.out))

    def _run_until(self, change: int) -> None:
        """Run the command, and kill it before this change, even if one of its workers makes it."""
        main = os.getpid()
        counting(self.out, lambda n: n == change and os.kill(main, signal.SIGKILL))
        self._run()

    def _finish(self, pid: int) -> None:
        if code := ended(pid):
            self.wrong.append(f"exit code {code}: {self.said.read_text()}")

    def kill(self, number: int) -> None:
        """Kill the command at a moment, and look."""
        lay(self.out, self.old)
        at = self.chance.randint(1, self.changes)
        if number % 3 == 0:
            pid = forked(self._run, self.said)
            time.sleep(self.chance.random() * self.seconds)
            os.kill(pid, signal.SIGKILL)
        else:
            pid = forked(lambda: self._run_until(at), self.said)
        code = ended(pid)
        with suppress(ProcessLookupError):  # workers of a dead process end by themselves
            for _ in range(200):
                os.killpg(pid, 0)
                time.sleep(0.01)
        if code not in (0, -signal.SIGKILL):
            self.wrong.append(f"exit code {code}: {self.said.read_text()}")
        left = sum(path.name.startswith(".deckgen-") for path in self.out.iterdir())
        if torn := self._torn(files(self.out)):
            self.wrong.append(f"torn: {torn}")
        self._next()
        found = files(self.out, hidden=True)
        end = "all old" if found == self.old else "all new" if found == self.new else "some new"
        self.ends[f"{end}{', staging swept' if left else ''}"] += 1
        if (wrong := self._torn(found)) or (self.subject.resumes and end != "all new"):
            self.wrong.append(f"torn, left or not gone on with: {wrong}")
        if missing := [name for name in self.old if name not in found]:
            self.wrong.append(f"lost: {missing}")

    def _torn(self, found: Files) -> list[str]:
        """Files that are neither whole old ones nor whole new ones."""
        return [name for name, each in found.items() if each not in (self.old.get(name), self.new.get(name))]

    def _next(self) -> None:
        """The next command that writes there: a run is gone on with, others are left to a small one."""
        if self.subject.resumes:
            self._finish(forked(self._run, self.said))
            return
        extra = self.out / "next.json"
        self._finish(forked(lambda: run(["generate", "rough-magic", "--seed", "1", "-q", "-o", str(extra)]), self.said))
        extra.unlink()

    def fill(self, disk: Path | None) -> None:
        """Run the command where there is not room enough, and then where there is."""
        sizes = [len(each) for each in self.new.values()]
        part = self.chance.uniform(0.05, 0.9)
        place = self.out
        if disk:
            place = disk
            subprocess.run(["mount", "-o", f"remount,size={_LARGE}", place], check=True)
        lay(place, self.old)
        if disk:
            used = int(
                subprocess.run(["du", "-sk", place], capture_output=True, text=True, check=True).stdout.split()[0]
            )
            room = used * 1024 + int(sum(sizes) * part) // 4096 * 4096
            subprocess.run(["mount", "-o", f"remount,size={room}", place], check=True)
        most = int(max(sizes) * part)

        def limited() -> None:
            if not disk:
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
            run(self.subject.call(self.subject.new, place))

        code = ended(forked(limited, self.said))
        said = self.said.read_text(errors="replace")
        found = {name: each for name, each in files(place, hidden=True).items() if name != _UNFINISHED}
        kept = found == self.old or (self.subject.resumes and found.items() <= self.new.items())
        told = code == 1 and "free some space" in said and "Traceback" not in said
        self.ends["full disk" if disk else "file too large"] += 1
        if not (kept and told):
            changed = [name for name in found if found[name] != self.old.get(name)]
            self.wrong.append(f"no room: exit code {code}, {changed} {sorted(found.keys() ^ self.old.keys())}, {said}")
        if disk:
            subprocess.run(["mount", "-o", f"remount,size={_LARGE}", place], check=True)
        self._finish(forked(lambda: run(self.subject.call(self.subject.new, place)), self.said))
        if files(place, hidden=True) != self.new:
            self.wrong.append("not finished when there was room")

    def told(self) -> str:
        ends = ", ".join(f"{end}: {count}" for end, count in sorted(self.ends.items()))
        return f"| {self.name} | {len(self.new)} | {self.changes} | {ends} | {len(self.wrong)} |"


@contextmanager
def small_disk(place: Path) -> Iterator[Path | None]:
    """A disk in memory, whose size can be set; None where this user cannot have one."""
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={_LARGE}", "deckgen", place], capture_output=True, check=False
    )
    if done.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--disks", type=int, default=40, help="trials without room, half of them on a small disk")
    parser.add_argument("--random", type=int, default=1, help="which moments: a seed")
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as name, small_disk(Path(name, "disk")) as disk:
        place = Path(name)
        tempfile.tempdir = os.environ["TMPDIR"] = str(place / "tmp")
        Path(tempfile.tempdir).mkdir()
        deck = place / "deck.json"
        ended(forked(lambda: run(["generate", "rough-magic", "--seed", "s", "-q", "-o", str(deck)]), place / "said"))
        print(
            "| command | files | changes | after a kill and the next command, or without room | wrong |\n|:--|--:|--:|:--|--:|"
        )
        for number, (title, subject) in enumerate(subjects(deck).items()):
            trials = Trials(title, subject, place / str(number), random.Random(f"{given.random} {title}"))  # noqa: S311
            for kill in range(round(given.kills * subject.share)):
                trials.kill(kill)
            for fill in range(round(given.disks * subject.share)):
                trials.fill(disk if fill % 2 else None)
            print(trials.told(), flush=True)
            for each in trials.wrong:
                print(f"    {each}", flush=True)
            wrong += len(trials.wrong)
        if left := [path.name for path in Path(tempfile.tempdir).iterdir()]:
            print(f"left among temporary files: {left}")
    sys.exit(1 if wrong or left else 0)


if __name__ == "__main__":
    main()
