"""Two versions of deckgen, and Typst, compared: CPU, wall time and memory of whole processes, run in turn.

Run it with ``python benchmarks/versions.py --before OLDER`` in the newer checkout; OLDER is the folder of a checkout, or
the Python of an environment that has the older version. Each command runs once in both without being counted; then
they take turns, so that both meet the same machine. CPU is user and system time of a process and its children, memory the most
that one process held. All figures are medians; a ratio is newer / older, its median too. A run's decks a second are those of CPU,
start included. Typst (``python benchmarks/rivals.py --install``) prints the same 108 pages, from drawings made by deckgen.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import rivals

GAMES = ("west-that-wasnt", "action-and-combat", "rough-magic", "future-imperfect")
COMMANDS = (
    "--help",
    "games",
    "render DECK --target press -q -o OUT.pdf",
    *(f"generate {game} --seed 42 -q -o OUT.json" for game in GAMES),
    "build future-imperfect --deck action --seed 42 -q -o OUT",
    "sheet future-imperfect -q -o OUT.pdf",
)
RUNS_OF_DECKS = (
    "batch future-imperfect --count {} --seed run -q -o OUT",
    "batch future-imperfect --count {} --seed run --target press -q -o OUT",
    "batch west-that-wasnt --count {} --seed run -q -o OUT",
)
_HEAD = f"{'':66}{'CPU':>7}{'before':>8}{'ratio':>7}{'wall':>8}{'before':>8}{'ratio':>7}{'MB':>6}{'before':>8}"


@dataclass(frozen=True)
class Version:
    """A deckgen to measure: its Python, the checkout that it imports (None: what is installed), and a folder for its files."""

    python: str
    checkout: Path | None
    folder: Path

    def cost(self, command: str) -> rivals.Cost:
        """Measure one command; DECK is a dealt deck, and OUT is a place for what it makes."""
        out = tempfile.mkdtemp(dir=self.folder)
        text = command.replace("DECK", str(self.folder / "deck.json")).replace("OUT", f"{out}/out")
        program = "import sys; from deckgen.cli import main; sys.exit(main())"  # not that of the current folder
        dropped = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")  # both versions keep their bytecode
        environment = {name: value for name, value in os.environ.items() if name not in dropped}
        environment |= {name: str(self.folder / name) for name in ("DECKGEN_CACHE", "PYTHONPYCACHEPREFIX")}
        if self.checkout:
            environment["PYTHONPATH"] = str(self.checkout)
        cost = measure([self.python, "-P", "-c", program, *text.split()], environment)
        shutil.rmtree(out)
        return cost


def measure(command: Sequence[str], environment: dict[str, str]) -> rivals.Cost:
    """Return the cost of a process and its children, whose output is dropped. Exits if it fails."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    begin = time.perf_counter()
    child = os.posix_spawn(command[0], command, environment, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - begin
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return rivals.Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def version(before: Path | None, folder: Path) -> Version:
    """Return the version in a checkout or of a Python, or that of the current folder, with a deck for it to print."""
    folder.mkdir()
    if before and before.is_file():  # a link to the Python must stay one, or its environment is lost
        found = Version(str(before.absolute()), None, folder)
    else:
        found = Version(sys.executable, (before or Path.cwd()).resolve(), folder)
    found.cost(f"generate future-imperfect --seed 42 -q -o {folder / 'deck.json'}")
    return found


def compare(
    label: str, newer: Callable[[], rivals.Cost], older: Callable[[], rivals.Cost], runs: int, decks: int = 0
) -> None:
    """Measure two in turn and print a line; for a number of ``decks`` also one with decks a second."""
    pairs = [(newer(), older()) for _ in range(runs + 1)][1:]

    def columns(name: str) -> tuple[float, float, float]:
        new, old = ([getattr(cost, name) for cost in costs] for costs in zip(*pairs, strict=True))
        return median(new), median(old), median(a / b for a, b in zip(new, old, strict=True))

    cpu, wall, memory = columns("cpu"), columns("wall"), columns("memory")
    times = "".join(f"{new:{7 + i}.3f}{old:8.3f}{ratio:7.2f}" for i, (new, old, ratio) in enumerate((cpu, wall)))
    print(f"{label:66}{times}{memory[0]:6.0f}{memory[1]:8.0f}", flush=True)
    if decks:
        print(
            f"{'  decks a second':66}{decks / cpu[0]:7.1f}{decks / cpu[1]:8.1f}{cpu[1] / cpu[0]:7.2f}",
            flush=True,
        )


def compare_typst(newer: Version, python: Path, runs: int) -> None:
    """Print the line of deckgen's press file beside Typst's, of the same faces; without Typst, what is missing."""
    typst = next(printer for printer in rivals.printers(python) if printer.name == "Typst")
    if typst.command is None:
        print(f"Typst is missing: {typst.remark}")
        return
    cards, out = rivals.prepared(newer.folder), newer.folder / "typst.pdf"
    command = typst.command(cards, out)
    compare(
        f"render DECK --target press --reference none (before: Typst {typst.version})",
        lambda: newer.cost("render DECK --target press --reference none -q -o OUT.pdf"),
        lambda: measure(command, dict(os.environ)),
        runs,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", type=Path, help="the folder or the Python of the older version")
    parser.add_argument("--runs", type=int, default=9, help="of each command, besides one that is not counted")
    parser.add_argument("--decks", type=int, default=60, help="of a run of decks; 0 for no runs")
    parser.add_argument("--only", default="", help="only commands that have these words")
    parser.add_argument("--venv", type=Path, default=rivals.VENV, help="the environment of Typst")
    options = parser.parse_args()
    if not options.before:
        print("to compare: python benchmarks/versions.py --before OLDER")
        return
    print(_HEAD)
    with tempfile.TemporaryDirectory() as place:
        newer, older = version(None, Path(place, "newer")), version(options.before, Path(place, "older"))
        batches = [(text.format(options.decks), options.decks) for text in RUNS_OF_DECKS if options.decks]
        for command, decks in [*((text, 0) for text in COMMANDS), *batches]:
            if options.only in command:
                runs = min(options.runs, 3) if decks else options.runs
                compare(command, lambda: newer.cost(command), lambda: older.cost(command), runs, decks)  # noqa: B023 (called at once)
        if options.only in "typst":
            compare_typst(newer, options.venv / "bin" / "python", options.runs)


if __name__ == "__main__":
    main()
