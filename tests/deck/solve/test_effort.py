"""An effort: its limits, and how a solver that runs is stopped."""

import signal
from threading import Event, Timer

import pytest

from deckgen.deck.solve.effort import Effort


class Slow:
    """A solver that solves nothing until it is stopped, or for a minute."""

    def __init__(self):
        self.begun, self.stop = Event(), Event()

    def solve(self, model):
        self.begun.set()
        return f"{model} {'stopped' if self.stop.wait(60) else 'late'}"

    def stop_search(self):
        self.stop.set()


def test_a_stopped_effort_is_short():
    effort = Effort(40)
    assert (effort.limit(1), effort.limit(0.2)) == (40, 8)
    effort.stopped = True
    assert effort.limit(1) == effort.limit(0.2) == 0.5
    assert effort.limit(0.001) == 0.04


def test_a_solver_ends_once_the_effort_is_stopped():
    solver, effort = Slow(), Effort(40)

    def stop():
        solver.begun.wait(60)
        effort.stopped = True

    Timer(0, stop).start()
    assert effort.run(solver, "model") == "model stopped"


def test_one_that_begins_later_is_not_stopped():
    solver, effort = Slow(), Effort(40)
    effort.stopped = True
    Timer(0.3, solver.stop.set).start()
    asked = []
    solver.stop_search = lambda: asked.append(1)
    assert effort.run(solver, "model") == "model stopped"
    assert asked == []


@pytest.fixture
def interruptible():
    """Ctrl-C is what it is in a program, whatever tests before this one did."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.usefixtures("interruptible")
def test_a_signal_that_ends_the_program_stops_the_solver_first():
    solver = Slow()

    def interrupt():
        solver.begun.wait(60)
        signal.raise_signal(signal.SIGINT)

    Timer(0, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        Effort(40).run(solver, "model")
    assert solver.stop.is_set()
