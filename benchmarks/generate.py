"""What dealing a deck costs: CPU and wall-clock seconds and peak memory of whole processes.

Run it with ``python benchmarks/generate.py [GAME...]``. The lock file of a game is used if it has one; a
game without one is solved first, in its own line. Each is the least of a few runs.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

_GAMES = ("future-imperfect",)
_RUNS = 5
_COUNTS = (1, 10)


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


if __name__ == "__main__":
    main()
