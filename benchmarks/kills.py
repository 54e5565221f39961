"""A print run that is killed again and again, and finished: whether the same bytes come of it.

``python benchmarks/kills.py [--decks 200] [--kills 10] [options of deckgen batch]`` makes a run undisturbed, then another
that is killed at random, by SIGKILL and SIGTERM in turn. After each kill all its workers must be gone within two seconds, and every
file that can be seen must be one of the undisturbed run, whole. Exit code 1 if anything is otherwise.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from runs import children

_WITHIN = 2.0  # seconds
_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT)
_UNFINISHED = "manifest.jsonl"


def files(folder: Path) -> dict[str, bytes]:
    """All files that are no staging files, nor the manifest of what is not finished."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if not path.name.startswith(".") and path.name != _UNFINISHED
    }


def lines(folder: Path) -> int:
    unfinished = folder / _UNFINISHED
    return unfinished.read_bytes().count(b"\n") if unfinished.exists() else 0


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def killed(command: list[str], folder: Path, number: int, chance: random.Random) -> tuple[str, bool]:
    """Start the run, kill it at some moment after a few decks; a line about it, and whether all was in order."""
    more, wait = chance.randint(1, 12), chance.random() * 0.3
    by = _SIGNALS[number % len(_SIGNALS)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        begun = lines(folder)
        while process.poll() is None and lines(folder) < begun + more:
            time.sleep(0.01)
        time.sleep(wait)
        workers = [pid for pid in children(process.pid) if "resource_tracker" not in command_of(pid)]
        process.send_signal(by)
        at = time.monotonic()
        while any(map(alive, workers)) and time.monotonic() < at + 10 * _WITHIN:
            time.sleep(0.01)
        took = time.monotonic() - at
        said = process.communicate()[1]
    ended = time.monotonic() - at
    expected = -by if by == signal.SIGKILL else 128 + by
    fine = took <= _WITHIN and process.returncode == expected and not any(map(alive, workers))
    staged = sum(path.name.startswith(".") for path in folder.iterdir())
    return (
        f"{by.name}, {lines(folder) - 1} decks done, all {len(workers)} workers gone after {took:.2f} s, all after {ended:.2f} s, "
        f"exit code {process.returncode}, {staged} staging files left; {said.strip().splitlines()[-1:]}"
    ), fine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="rough-magic")
    parser.add_argument("--decks", default="200")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--random", type=int, default=1, help="which kills: a seed")
    given, options = parser.parse_known_args()
    chance, sound = random.Random(given.random), True  # noqa: S311
    with tempfile.TemporaryDirectory() as place:
        whole, folder = Path(place, "whole"), Path(place, "killed")
        folder.mkdir()
        call = [
            sys.executable,
            "-m",
            "deckgen",
            "batch",
            given.game,
            "--count",
            given.decks,
            "--seed",
            "kills",
        ]
        call += ["--jobs", "2", *options, "-o"]
        subprocess.run([*call, str(whole), "-q"], check=True)
        wanted = files(whole)
        for number in range(given.kills):
            said, fine = killed([*call, str(folder)], folder, number, chance)
            torn = [name for name, content in files(folder).items() if wanted.get(name) != content]
            sound = sound and fine and not torn
            print(f"{'ok   ' if fine and not torn else 'WRONG'} {said} {torn or ''}", flush=True)
        subprocess.run([*call, str(folder), "-q"], check=True)
        left = [path.name for path in folder.iterdir() if path.name not in wanted]
        same = files(folder) == wanted and not left
        print(f"finished: {'the same bytes' if same else f'OTHER BYTES {left}'}, {len(wanted)} files")
    sys.exit(0 if sound and same else 1)


if __name__ == "__main__":
    main()
