"""Stopping: what Ctrl-C and a kill do to a command that makes much."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from deckgen.cli.streams import say

_FIRST = 128  # of the exit codes of programs that a signal ends


class Stopped(BaseException):
    """A signal that ends the program, as an exception: what is under way is left in order."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def stoppable(standing: Callable[[], object]) -> Iterator[None]:
    """Within, SIGINT and SIGTERM end the program once all is in order: with the exit code 130 or 143, and a word on how it stands."""
    signals = (signal.SIGINT, signal.SIGTERM)

    def stop(number: int, _: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)  # a second one must not disturb the order
        raise Stopped(number)

    before = [signal.signal(each, stop) for each in signals]
    try:
        yield
    except Stopped as stopped:
        say(f"stopped by {signal.Signals(stopped.number).name}: {standing()}")
        sys.exit(_FIRST + stopped.number)
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
