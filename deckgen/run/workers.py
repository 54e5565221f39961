"""Work on the numbers of a run's decks, in this process, in several, or on a dask cluster.

A few small tasks are out at a time, so that memory stays flat, and their size follows how long a deck takes. What
is called must be a function of its module, or a ``partial`` of one, and what it is given plain data.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from math import ceil
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Protocol, Self, TypeVar

from deckgen.errors import DeckgenError, Fault

_T = TypeVar("_T")
Call = Callable[[Sequence[int]], Sequence[_T]]
"""Makes something of each of some numbers."""
_SECONDS = 0.5  # that a task should take: little is lost with one, and handing it out costs far less
_LARGEST = 64
_AHEAD = 2  # tasks that each worker has: one in hand, one waiting
_DEATHS = 3  # of workers, one after another, with nothing done between them
_PATIENCE = 30  # seconds that a cluster may be without a worker


class Crew(Protocol):
    """Workers: how many tasks to give them at once, how to, and what they have done, with the seconds it took them."""

    @property
    def room(self) -> int:
        """How many tasks may be out at once."""

    def give(self, task: Sequence[int]) -> None:
        """Hand out a task."""

    def done(self) -> Sequence[tuple[float, Sequence[Any]]]:
        """What has been done since, one task at least."""


def spread(
    call: Call[_T], numbers: Sequence[int], *, jobs: int = 1, scheduler: str | None = None
) -> Generator[_T]:
    """What comes of the numbers, as it comes: the order is any.

    Raises what ``call`` raises, and DeckgenError if workers cannot be had or die again and again.
    Whoever closes it ends all processes.
    """
    if scheduler is not None:
        crew: AbstractContextManager[Crew] = Cluster(call, scheduler)
    elif jobs == 1 or len(numbers) < 2:
        for number in numbers:
            yield from call((number,))
        return
    else:
        crew = Processes(call, min(jobs, len(numbers)))
    with crew as workers:
        yield from _all_done(workers, numbers)


def _all_done(crew: Crew, numbers: Sequence[int]) -> Iterator[Any]:
    given = out = 0
    size = 1
    while given < len(numbers) or out:
        while given < len(numbers) and out < crew.room:
            # towards the end tasks get smaller, so that all workers end at about the same time
            size = min(size, ceil((len(numbers) - given) / (2 * crew.room)))
            task = numbers[given : given + size]
            crew.give(task)
            given, out = given + len(task), out + 1
        for seconds, made in crew.done():
            out -= 1
            size = max(1, min(_LARGEST, 2 * len(made), int(_SECONDS * len(made) / max(seconds, 1e-6))))
            yield from made


def timed(call: Call[_T], task: Sequence[int]) -> tuple[float, Sequence[_T]]:
    """What comes of a task, and the seconds it took."""
    started = monotonic()
    made = call(task)
    return monotonic() - started, made


class _Worker:
    """A process that does one task after another, and the tasks that it was given."""

    def __init__(self, call: Call[Any]) -> None:
        context = get_context("spawn")  # the same on every system, and safe whatever threads there are
        self.tasks: deque[Sequence[int]] = deque()
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, call), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, task: Sequence[int]) -> None:
        self.tasks.append(task)
        with suppress(OSError):  # it has died, which is seen when it is asked what it has done
            self.connection.send(task)

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


class Processes:
    """Workers that are processes of this machine; one that dies, as for lack of memory, is replaced."""

    def __init__(self, call: Call[Any], jobs: int) -> None:
        self._call, self._jobs, self._deaths = call, jobs, 0
        self._workers: list[_Worker] = []

    @property
    def room(self) -> int:
        return _AHEAD * self._jobs

    def __enter__(self) -> Self:
        self._workers += (_Worker(self._call) for _ in range(self._jobs))
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:  # at once, before any is waited for
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def give(self, task: Sequence[int]) -> None:
        """Give a task to the worker that has the fewest."""
        min(self._workers, key=lambda worker: len(worker.tasks)).give(task)

    def done(self) -> Sequence[tuple[float, Sequence[Any]]]:
        """What some workers have done. Raises what one of them raised."""
        while True:
            asked = {worker.connection: worker for worker in self._workers}
            found = [self._received(asked[ready]) for ready in connection.wait(list(asked))]  # type: ignore[index]  # connections alone
            if made := [each for each in found if each is not None]:
                self._deaths = 0
                return made

    def _received(self, worker: _Worker) -> tuple[float, Sequence[Any]] | None:
        """What a worker sent; None if it has died and another does its tasks."""
        try:
            received: tuple[tuple[float, Sequence[Any]], BaseException | None] = worker.connection.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return None
        made, error = received
        if error is not None:
            raise error
        worker.tasks.popleft()
        return made

    def _replace(self, worker: _Worker) -> None:
        worker.end()
        self._deaths += 1
        if self._deaths > _DEATHS:
            what = f"a worker process ended again and again, with exit code {worker.process.exitcode}"
            raise DeckgenError(Fault("--jobs", None, "", what, "is there memory enough? use fewer --jobs"))
        other = _Worker(self._call)
        self._workers[self._workers.index(worker)] = other
        for task in worker.tasks:
            other.give(task)


def _work(own: Connection, call: Call[Any]) -> None:
    """Do tasks until no more come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which ends this process
    threading.Thread(target=end_with_parent, daemon=True).start()
    gc.set_threshold(100_000)  # as the command line has it
    frozen = False
    while True:
        try:
            task = own.recv()
        except EOFError:
            return
        try:
            sent: tuple[Any, BaseException | None] = timed(call, task), None
        except Exception as error:  # noqa: BLE001 (the parent raises it)
            sent = None, sendable(error)
        own.send(sent)
        if not frozen:
            settle()
            frozen = True


def sendable(error: Exception) -> Exception:
    """An error with its trace as a note; of a kind that cannot go to another process, one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
        sent = error
    except Exception:  # noqa: BLE001  anything may go wrong in there
        sent = RuntimeError(f"{type(error).__name__}: {error}")
    sent.add_note("".join(traceback.format_exception(error)))
    return sent


def settle() -> None:
    """Set apart what a process has made so far and will keep, such as a game: looking through it for waste takes long."""
    gc.collect()
    gc.freeze()


def end_with_parent() -> None:
    """End this process when its parent has ended, however: it could wait for ever for somebody to read its results."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


class Cluster:
    """The workers of a dask cluster. Tasks of one that dies are done by another."""

    def __init__(self, call: Call[Any], address: str) -> None:
        self._call, self._address = call, address
        self._out: set[Any] = set()
        self._ready: SimpleQueue[Any] = SimpleQueue()

    def __enter__(self) -> Self:
        try:
            from distributed import Client  # an extra
        except ImportError:
            remedy = "install it: pip install 'deckgen[cluster]', or use --jobs"
            raise DeckgenError(
                Fault("batch", None, "", "the package distributed is not there", remedy)
            ) from None
        try:
            self._client = Client(self._address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:  # a time-out is an OSError
            remedy = "start a dask scheduler, and give its address, such as tcp://head:8786"
            raise DeckgenError(
                Fault(self._address, None, "", f"no scheduler answers: {error}", remedy)
            ) from None
        return self

    def __exit__(self, *_: object) -> None:
        self._client.cancel(list(self._out), force=True)
        self._client.close(timeout=1)

    @property
    def room(self) -> int:
        """Two tasks a worker; they may come and go."""
        return _AHEAD * max(1, len(self._client.nthreads()))

    def give(self, task: Sequence[int]) -> None:
        """Hand a task to the scheduler."""
        future = self._client.submit(timed, self._call, task, pure=False)
        self._out.add(future)
        future.add_done_callback(self._ready.put)

    def done(self) -> Sequence[tuple[float, Sequence[Any]]]:
        """What a worker has done. Raises what it raised, DeckgenError if there are no workers or they die again and again."""
        from distributed.scheduler import KilledWorker

        future = self._next()
        self._out.remove(future)  # nothing holds it any more when its result is handed on, and all forget it
        try:
            return [future.result()]
        except KilledWorker as error:
            what = f"workers with the same task died one after another ({error})"
            raise DeckgenError(
                Fault(self._address, None, "", what, "is there memory enough on the workers?")
            ) from None

    def _next(self) -> Any:
        while True:
            try:
                return self._ready.get(timeout=_PATIENCE)
            except Empty:
                if not self._client.nthreads():
                    what = "the scheduler has no workers"
                    raise DeckgenError(
                        Fault(self._address, None, "", what, "start some: dask worker ADDRESS")
                    ) from None
