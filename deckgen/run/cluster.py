"""The same work on the machines of a dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from deckgen.errors import DeckgenError, Fault

_Work = TypeVar("_Work")
_Result = TypeVar("_Result")


def on_cluster(make: Callable[[_Work], _Result], works: Sequence[_Work], address: str) -> Iterator[_Result]:
    """What ``make`` makes of each of the works, in their order, by the workers of a scheduler.

    Raises DeckgenError if dask or the scheduler is not there.
    """
    try:
        from distributed import Client  # an extra
    except ImportError:
        remedy = "install it: pip install 'deckgen[cluster]', or use --jobs"
        raise DeckgenError(Fault("batch", None, "", "the package distributed is not there", remedy)) from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        remedy = "start a dask scheduler, and give its address, such as tcp://head:8786"
        raise DeckgenError(Fault(address, None, "", f"no scheduler answers: {error}", remedy)) from None
    with client:
        for future in client.map(make, works, pure=False):
            yield future.result()
