"""Independent tasks that write files, in several processes of this machine."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import connection
from pathlib import Path
from typing import NamedTuple

from deckgen import guard
from deckgen.errors import DeckgenError, Problem
from deckgen.reach import ALLOWED_FOLDERS


class Task(NamedTuple):
    """Makes files and errors; ``seconds`` is roughly how long it takes, ``message`` reports it."""

    make: Callable[[], Iterable[tuple[str, bytes] | Problem]]
    seconds: float
    message: str = ""

    def run(self, folder: Path) -> Output:
        """Write the files into a folder, each as soon as it is made; return their names, and the errors."""
        guard.step()
        names, problems = [], []
        for product in self.make():
            if isinstance(product, Problem):
                problems.append(product)
            else:
                name, content = product
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
                names.append(name)
        return names, problems


Output = tuple[Sequence[str], Sequence[Problem]]
"""The names of a task's files, and its errors."""


def can_fork() -> bool:
    """Return whether forking is safe and cheaper than a new process: on Linux, with a single thread."""
    threads = Path("/proc/self/task")
    return sys.platform == "linux" and threads.is_dir() and len(list(threads.iterdir())) == 1


def run_tasks(
    tasks: Sequence[Task], folder: Path, jobs: int | None, progress: Callable[[str], None]
) -> Generator[Output]:
    """Run tasks that write into a folder, the longest first; yield their outputs in order.

    ``jobs``: the number of processes, by default one per core if they can be forked, else 1. Close the generator
    to end them. Raises the error of the first task that fails, and DeckgenError if a process dies.
    """
    if jobs is None:
        jobs = len(os.sched_getaffinity(0)) if can_fork() else 1
    jobs = process_count(jobs, len(tasks))
    if jobs == 1:
        for task in tasks:
            _report(task, progress)
            yield task.run(folder)
        return
    with process_pool(jobs, partial(_share, tasks, folder)) as pool:
        longest_first = sorted(range(len(tasks)), key=lambda index: -tasks[index].seconds)
        futures = {index: pool.submit(_run_task, index) for index in longest_first}
        for index, task in enumerate(tasks):
            _report(task, progress)
            yield futures[index].result()


def process_count(jobs: int, tasks: int) -> int:
    """Return how many processes to start: ``jobs``, at most one per task. 1, as in a worker: this one does the work."""
    return 1 if multiprocessing.current_process().daemon else max(1, min(jobs, tasks))  # it may start no others


@contextmanager
def process_pool(jobs: int, start: Callable[[], None] | None = None) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of processes that call ``start`` first. An error or Ctrl-C ends them at once.

    They may send a few kB at most: one ended while it sends more would block. Raises DeckgenError if one dies.
    """
    context = multiprocessing.get_context("fork" if can_fork() else "spawn")
    earlier_children = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (guard.current_limits(), ALLOWED_FOLDERS.get(), start))
    try:
        yield pool
    except BaseException as error:
        codes = {process.exitcode for process in list((pool._processes or {}).values())}  # noqa: SLF001  the error has no reason
        for process in multiprocessing.active_children():
            if process not in earlier_children:
                process.kill()  # or Ctrl-C would wait for the tasks in hand
        if isinstance(error, BrokenProcessPool):
            message, remedy = "a worker process died", "is there memory enough? use fewer --jobs"
            raise DeckgenError(guard.problem_of_exits(codes) or Problem("--jobs", None, "", message, remedy)) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _report(task: Task, progress: Callable[[str], None]) -> None:
    if task.message:
        progress(task.message)


_TASKS: list[Task] = []
_FOLDER: list[Path] = []


def _start_worker(limits: guard.Limits | None, folders: tuple[str, ...], start: Callable[[], None] | None) -> None:
    """Set limits and readable folders of a new process, which ends with its parent, not by Ctrl-C; call ``start``."""
    ALLOWED_FOLDERS.set(folders)
    guard.set_limits(limits)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which ends this process
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.set_threshold(300_000)  # as the command line has it
    gc.freeze()
    if start is not None:
        start()


def _end_with_parent() -> None:
    """End this process when its parent ends: it could wait forever to send its results."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _share(tasks: Sequence[Task], folder: Path) -> None:
    """Store the tasks and their folder for ``_run_task``."""
    _TASKS[:] = tasks
    _FOLDER[:] = [folder]


def _run_task(index: int) -> Output:
    """Run the stored task with this index."""
    return _TASKS[index].run(_FOLDER[0])
