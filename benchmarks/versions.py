"""Two checkouts of deckgen compared: the CPU of whole processes, run in turn, as ratios.

Run it with ``python benchmarks/versions.py OLDER [RUNS]`` in the newer checkout. Each command is run once in both
without being counted; then they take turns, so that both meet the same machine. Told is the median of the
ratios newer / older, with the least and the greatest, and the median CPU seconds of both.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median

COMMANDS = (
    "--help",
    "generate future-imperfect --seed 42 -q -o DECK",
    "render DECK --target press -q -o OUT",
)
_RUNS = 11


def cpu_seconds(arguments: list[str], checkout: Path, folder: Path) -> float:
    """User and system seconds of one process of a checkout, its start included; what it prints is dropped."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "DECKGEN_CACHE": str(folder / "cache")}
    program = (
        "import sys; from deckgen.cli import main; sys.exit(main())"  # not the package of the current folder
    )
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, "-P", "-c", program, *arguments]
    child = os.posix_spawn(sys.executable, command, environment, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"failed: {' '.join(arguments)}, {checkout}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    if len(sys.argv) < 2:
        print("to compare: python benchmarks/versions.py OLDER [RUNS]")
        return
    newer, older = Path.cwd(), Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else _RUNS
    print(f"{'':50}{'ratio':>7}{'least':>7}{'most':>7}{'newer':>8}{'older':>8}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for text in COMMANDS:
            files = {"DECK": str(folder / "deck.json"), "OUT": str(folder / "out.pdf")}
            arguments = [files.get(word, word) for word in text.split()]
            pairs = [
                (cpu_seconds(arguments, newer, folder), cpu_seconds(arguments, older, folder))
                for _ in range(runs + 1)
            ][1:]
            ratios = [new / old for new, old in pairs]
            told = f"{median(ratios):7.2f}{min(ratios):7.2f}{max(ratios):7.2f}"
            seconds = "".join(f"{median(column):8.3f}" for column in zip(*pairs, strict=True))
            print(f"{text:50}{told}{seconds}")


if __name__ == "__main__":
    main()
