"""Calls of one function for many items, in this process, in several, or on a dask cluster."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from deckgen.errors import DeckgenError, Problem
from deckgen.run.processes import process_count, process_pool

if TYPE_CHECKING:
    from distributed import Client

_S = TypeVar("_S")
_T = TypeVar("_T")
_LIMIT = 10  # seconds in which a scheduler must answer
_PATIENCE = 30  # seconds that a cluster may be without a worker
_AHEAD = 2  # calls that each worker has, one in hand and one waiting: results take little memory


def map_decks(
    call: Callable[[_S], _T], items: Sequence[_S], *, jobs: int = 1, scheduler: str | None = None
) -> Generator[_T]:
    """Yield the results of a function for all items, in any order; the first is called here, to fail at once.

    The function, the items and the results are sent to other processes. Close the generator to end them. Raises
    the function's errors, and DeckgenError if there are no workers, or they die.
    """
    if scheduler is not None and items:
        with _cluster(scheduler) as client:
            yield from map(call, items[:1])
            executor = client.get_executor(pure=False)
            yield from _results(executor, call, items[1:], lambda: len(client.nthreads()))
        return
    yield from map(call, items[:1])
    gc.collect()
    gc.freeze()  # a game and a layout stay, and looking through them for waste takes long
    jobs = process_count(jobs, len(items) - 1)
    if jobs == 1:
        yield from map(call, items[1:])
    else:
        with process_pool(jobs) as pool:
            yield from _results(pool, call, items[1:], lambda: jobs)


def _results(
    executor: Executor, call: Callable[[_S], _T], items: Sequence[_S], workers: Callable[[], int]
) -> Iterator[_T]:
    """Yield results as they come, two calls sent ahead per worker. Raises DeckgenError after 30 s without workers."""
    left = iter(items)
    pending: set[Future[_T]] = set()
    while True:
        room = max(0, _AHEAD * max(1, workers()) - len(pending))
        pending |= {executor.submit(call, item) for item in islice(left, room)}
        if not pending:
            return
        finished, pending = wait(pending, _PATIENCE, FIRST_COMPLETED)
        if not finished and not workers():
            remedy = "start some: dask worker ADDRESS"
            raise DeckgenError(Problem("--scheduler", None, "", "the scheduler has no workers", remedy))
        for future in finished:
            yield future.result()


@contextmanager
def _cluster(address: str) -> Iterator[Client]:
    """Yield a connection to a dask scheduler. Raises DeckgenError if none answers, or if it stops working."""
    try:
        from distributed import Client  # an extra
        from distributed.scheduler import KilledWorker
    except ImportError:
        remedy = "install it: pip install 'deckgen[cluster]', or use --jobs"
        raise DeckgenError(
            Problem("--scheduler", None, "", "the package distributed is not installed", remedy)
        ) from None
    try:
        asyncio.run(asyncio.wait_for(_identify(address), _LIMIT))
        client = Client(address, timeout=_LIMIT, set_as_default=False)
    except Exception as error:  # whatever is at that address
        reason = "" if isinstance(error, MemoryError) else f"{error}"  # none of a server of another kind
        message = f"no scheduler answers{': ' * bool(reason)}{reason}"
        remedy = "start a dask scheduler, and give its address, such as tcp://head:8786"
        raise DeckgenError(Problem(address, None, "", message, remedy)) from error
    for name in ("distributed.client", "tornado.application"):  # they log what is reported here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield client
    except (CancelledError, OSError) as error:
        message, remedy = "the scheduler does not answer any more", "start it again"
        raise DeckgenError(Problem(address, None, "", message, remedy)) from error
    except KilledWorker as error:
        message = f"workers with the same task died one after another ({error})"
        raise DeckgenError(Problem(address, None, "", message, "is there memory enough on the workers?")) from error
    finally:
        client.close(timeout=1)


async def _identify(address: str) -> None:
    """Raise ValueError unless a dask scheduler is at an address; a client would wait forever for anything else."""
    from distributed import rpc

    async with rpc(address) as connection:
        identity = await connection.identity()
    if identity["type"] != "Scheduler":
        raise ValueError(f"this is a {identity['type']}")
