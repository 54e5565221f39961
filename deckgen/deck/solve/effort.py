"""How long programs are tried."""

from __future__ import annotations

from concurrent.futures import Future, wait
from threading import Thread
from typing import Any

from deckgen import guard

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

        It works in a thread, as Python handles signals between two steps of the first one. The time of a command's step
        begins anew, because the effort limits the solver's.
        """
        stopped, status = self.stopped, Future[Any]()
        thread = Thread(target=_solve, args=(solver, model, status))
        try:
            thread.start()
            while not wait([status], _POLL).done:
                guard.step()
                if self.stopped and not stopped:
                    solver.stop_search()
        finally:
            while thread.is_alive():
                solver.stop_search()
                thread.join(_POLL)
        return status.result()


def _solve(solver: Any, model: Any, status: Future[Any]) -> None:
    try:
        status.set_result(solver.solve(model))
    except BaseException as error:  # noqa: BLE001  raised again where the result is wanted
        status.set_exception(error)
