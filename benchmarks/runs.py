"""What a print run costs: decks a second, in one process, in two, on a dask cluster; memory; sizes of files.

``python benchmarks/runs.py`` takes about a minute; ``--decks 1000 --memory 10,100,1000,10000`` measures a run that is
worth the name. A rate is that of the last nine tenths of a run: how long a process takes to start is left out, and told in the
column of whole seconds.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PRESS = ("--target", "press")


@dataclass(frozen=True)
class Cost:
    """One run: wall-clock seconds, decks a second once it was under way, peak MB of its process and of the largest worker.

    ``cpu`` is in seconds a deck, start and all, without those of a cluster's workers.
    """

    seconds: float
    cpu: float
    rate: float
    parent: float
    worker: float


def peak(pid: int) -> float:
    """The most MB that a process has had; 0 if it has ended."""
    try:
        found = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def children(pid: int) -> list[int]:
    """The processes below one: that which the guard limits, and its workers."""
    try:
        below = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [each for child in below for each in (child, *children(child))]


def measured(arguments: Sequence[str], count: int, folder: Path, others: Sequence[int] = ()) -> Cost:
    """Make a run in a process of its own, and watch it; ``others`` are workers that it does not start itself."""
    command = [
        sys.executable,
        "-m",
        "deckgen",
        "batch",
        *arguments,
        "--count",
        str(count),
        "-q",
        "-o",
        str(folder),
    ]
    started = under_way = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    unfinished, seen, parent, worker = folder / "manifest.jsonl", 0, 0.0, 0.0
    with subprocess.Popen(command) as process:
        while process.poll() is None:
            time.sleep(0.02)
            if not seen and unfinished.exists():
                lines = unfinished.read_bytes().count(b"\n") - 1
                if lines >= max(1, count / 10):
                    seen, under_way = lines, time.monotonic()
            parent = max(parent, peak(process.pid))
            worker = max(worker, *map(peak, (*others, *children(process.pid))), 0.0)
    if process.returncode:
        sys.exit(f"failed: {' '.join(command)}")
    ended = time.monotonic()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(ended - started, cpu / count, (count - seen) / (ended - under_way), parent, worker)


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[int]]]:
    """The address of a dask cluster of so many processes on this machine, and their ids."""
    from distributed import LocalCluster  # noqa: PLC0415 (an extra)

    options = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options, silence_logs=50) as made:
        yield made.scheduler_address, [each.process.pid for each in made.workers.values()]


def told(label: str, count: int, cost: Cost) -> None:
    print(
        f"{label:34}{count:>7}{cost.seconds:>9.1f}{cost.rate:>9.2f}{cost.cpu:>9.3f}{cost.parent:>9.0f}{cost.worker:>9.0f}",
        flush=True,
    )


def has_dask() -> bool:
    try:
        import distributed  # noqa: F401, PLC0415 (an extra)
    except ImportError:
        print("dask: not measured, the package distributed is not installed")
        return False
    return True


def speeds(game: str, count: int, what: Sequence[str], place: Path) -> None:
    """One table: the same run with one process, two, and clusters of one worker and two."""
    kind = "json + press pdf" if what else "json"
    call = [game, "--seed", "run", *what]
    rates = {}
    for jobs in (1, 2):
        cost = measured([*call, "--jobs", str(jobs)], count, place / f"{kind}-{jobs}")
        told(f"{kind}, {jobs} process{'es' * (jobs > 1)}", count, cost)
    for workers in (1, 2) if has_dask() else ():
        with cluster(workers) as (address, pids):
            measured([*call, "--scheduler", address], 2 * workers + 1, place / f"warm-{kind}-{workers}")
            cost = measured([*call, "--scheduler", address], count, place / f"{kind}-dask-{workers}", pids)
        rates[workers] = cost.rate
        told(f"{kind}, dask, {workers} worker{'s' * (workers > 1)}", count, cost)
    if rates:
        print(f"{'':34}two dask workers are {rates[2] / rates[1]:.2f} times as fast as one")


def sizes(folder: Path) -> None:
    """What the files of a run take, by how their names end."""
    by_kind: dict[str, list[int]] = defaultdict(list)
    for path in folder.iterdir():
        kind = re.sub(r".*-\d+(?=[.-])", "*", path.name)
        by_kind[kind].append(path.stat().st_size)
    for kind, found in sorted(by_kind.items()):
        print(f"{kind:34}{len(found):>7} files{sum(found) / len(found) / 1000:>10.1f} kB each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="future-imperfect")
    parser.add_argument(
        "--decks", type=int, default=60, help="of each run with press files; four times as many without"
    )
    parser.add_argument("--memory", default="10,100", help="numbers of decks, JSON alone, two processes; or none")
    given = parser.parse_args()
    print(f"{'':34}{'decks':>7}{'seconds':>9}{'decks/s':>9}{'CPU s':>9}{'MB':>9}{'worker':>9}")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        speeds(given.game, 4 * given.decks, (), place)
        speeds(given.game, given.decks, PRESS, place)
        for count in map(int, filter(None, given.memory.split(","))):
            call = [given.game, "--seed", "memory", "--jobs", "2"]
            told("memory: json, 2 processes", count, measured(call, count, place / f"memory-{count}"))
        sizes(place / "json + press pdf-1")


if __name__ == "__main__":
    main()
