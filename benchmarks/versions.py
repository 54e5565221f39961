"""Two checkouts of deckgen compared: the CPU of whole processes, run in turn, as ratios.

Run it with ``python benchmarks/versions.py OLDER [RUNS]`` in the newer checkout. Each command is run once in both
without being counted; then they take turns, so that both meet the same machine. Told is the median of the
ratios newer / older, with the least and the greatest, and the median CPU seconds of both. Then the same for
dealing and for auditing one of many decks of each game in one process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

GAMES = ("west-that-wasnt", "action-and-combat", "rough-magic", "future-imperfect")
COMMANDS = (
    "--help",
    *(f"generate {game} --seed 42 -q -o DECK" for game in GAMES),
    "render DECK --target press -q -o OUT",
)
_RUNS = 11
_DECKS = 24
_IN_ONE_PROCESS = """
import sys
from time import process_time
from deckgen.deck.audit.auditor import audit
from deckgen.deck.deal.generator import generate
from deckgen.game.reader import load
game = load(sys.argv[1])
count = int(sys.argv[2])
started = process_time()
decks = [generate(game, game.deck(), str(seed)) for seed in range(count)]
dealt = process_time()
for deck in decks:
    audit([deck], game)
done = process_time()
print(*((b - a) / count for a, b in ((started, dealt), (dealt, done), (started, done))))
"""

Times = tuple[float, ...]


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


def a_deck(game: str, checkout: Path) -> Times:
    """CPU seconds for dealing, auditing and both, of one of many decks; the process's start is not counted."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-P", "-c", _IN_ONE_PROCESS, game, str(_DECKS)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return tuple(map(float, done.stdout.split()))


def compare(labels: Sequence[str], measure: Callable[[Path], Times], older: Path, runs: int) -> None:
    """Measure both checkouts in turn, and print a line for each of the times that are measured."""
    pairs = [(measure(Path.cwd()), measure(older)) for _ in range(runs + 1)][1:]
    for i, label in enumerate(labels):
        ratios = [new[i] / old[i] for new, old in pairs]
        told = f"{median(ratios):7.2f}{min(ratios):7.2f}{max(ratios):7.2f}"
        seconds = "".join(
            f"{median(times[i] for times in column):8.3f}" for column in zip(*pairs, strict=True)
        )
        print(f"{label:50}{told}{seconds}", flush=True)


def main() -> None:
    if len(sys.argv) < 2:
        print("to compare: python benchmarks/versions.py OLDER [RUNS]")
        return
    older = Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else _RUNS
    print(f"{'':50}{'ratio':>7}{'least':>7}{'most':>7}{'newer':>8}{'older':>8}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for text in COMMANDS:
            files = {"DECK": str(folder / "deck.json"), "OUT": str(folder / "out.pdf")}
            arguments = [files.get(word, word) for word in text.split()]

            def whole(checkout: Path, arguments: list[str] = arguments) -> Times:
                return (cpu_seconds(arguments, checkout, folder),)

            compare([text], whole, older, runs)
    for game in GAMES:
        labels = [f"{game}, a deck: {what}" for what in ("dealing", "auditing", "both")]
        compare(labels, partial(a_deck, game), older, min(runs, 3))


if __name__ == "__main__":
    main()
