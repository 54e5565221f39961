"""What dealing a deck costs: CPU and wall-clock seconds and peak memory of whole processes.

Run it with ``python benchmarks/generate.py [GAME...]``. The lock file of a game is used if it has one; a
game without one is solved first, in its own line. Each is the least of a few runs. Then many decks of a set in
one process: the CPU milliseconds that each takes to be dealt, to be audited and to become JSON, when as many
decks have been dealt before that solutions have come round once.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from deckgen.deck.audit.auditor import audit
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.column import LENGTH
from deckgen.game import read_game

_GAMES = ("future-imperfect", "action-and-combat", "rough-magic", "west-that-wasnt")
_RUNS = 5
_COUNTS = (1, 10)
_DECKS = 32


def measure(arguments: list[str], cache: Path) -> tuple[float, float, float]:
    """CPU seconds, wall-clock seconds and peak MB of one process, its start included."""
    start = time.perf_counter()
    environment = {**os.environ, "DECKGEN_CACHE": str(cache)}
    command = [sys.executable, "-m", "deckgen", *arguments]
    child = os.posix_spawn(sys.executable, command, environment)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss / 1024


def each(name: str) -> Iterator[tuple[float, ...]]:
    """Of some decks of a game, one after another: CPU seconds of dealing, of the audit, and of JSON."""
    game = read_game(name)
    spec = game.deck()
    for number in range(1, LENGTH + _DECKS + 1):
        times = [time.process_time()]
        deck = generate(game, spec, "many", number, 1000)
        times.append(time.process_time())
        audit([deck], game)
        times.append(time.process_time())
        deck.to_json()
        times.append(time.process_time())
        if number > LENGTH:
            yield tuple(after - before for before, after in pairwise(times))


def many(game: str) -> None:
    """Print the means of many decks in one process, and how many there are in a second."""
    gc.set_threshold(100_000)  # as the command line and the workers of a run have it
    means = [sum(column) / _DECKS for column in zip(*each(game), strict=True)]
    told = ", ".join(
        f"{what} {1000 * mean:.1f}" for what, mean in zip(("dealt", "audited", "JSON"), means, strict=True)
    )
    print(f"{f'{game}, {_DECKS} of 1000 decks, ms CPU each':60}{told}; {1 / sum(means):.1f} decks a second")


def main() -> None:
    print(f"{'':44}{'CPU s':>8}{'wall s':>8}{'MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        out, cache = Path(folder, "decks"), Path(folder, "cache")
        for game in sys.argv[1:] or _GAMES:
            solving = measure(["solve", game, "-q", "-o", str(out / "lock.json")], Path(folder, "empty"))
            print(f"{f'solve {game}, nothing kept':44}" + "".join(f"{x:8.2f}" for x in solving))
            measure(["generate", game, "--seed", "0", "-q", "-o", str(out / "first.json")], cache)
            for count in _COUNTS:
                arguments = ["generate", game, "--decks", str(count), "-q", "-o", str(out), "--seed"]
                runs = [measure([*arguments, str(seed)], cache) for seed in range(_RUNS)]
                best = (min(column) for column in zip(*runs, strict=True))
                print(f"{f'generate {game} --decks {count}':44}" + "".join(f"{x:8.2f}" for x in best))
            many(game)


if __name__ == "__main__":
    main()
