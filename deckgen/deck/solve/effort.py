"""How long programs are tried."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

_SHORT = 0.5
"""An effort that gives some solution of most programs."""
_POLL = 0.1
"""Seconds between two looks at ``stopped``."""


class Effort:
    """How long a program is tried at most, in CP-SAT's deterministic time; once ``stopped``, by Ctrl-C, it is short.

    A ``hasty`` effort is content with open numbers of which a set is near enough, and with a single set of decks.
    """

    def __init__(self, most: float, *, hasty: bool = False) -> None:
        self.most, self.hasty, self.stopped = most, hasty, False

    def limit(self, share: float) -> float:
        """Return the effort for a program that takes a share of it."""
        return min(self.most * share, _SHORT) if self.stopped else self.most * share

    def run(self, solver: Any, model: Any) -> Any:
        """Return the status of a solver, which ends early when this is ``stopped`` meanwhile or a signal ends the program.

        It works in a thread, as Python handles signals between two steps of the first one.
        """
        stopped = self.stopped
        with ThreadPoolExecutor(1) as thread:
            status = thread.submit(solver.solve, model)
            try:
                while not wait([status], _POLL).done:
                    if self.stopped and not stopped:
                        solver.stop_search()
            finally:
                while not wait([status], _POLL).done:
                    solver.stop_search()
        return status.result()
