import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from deckgen.errors import DeckgenError, Fault
from deckgen.run import workers
from deckgen.run.workers import sendable, spread

WAITS = "import time, sys; sys.path.append({path!r})\nfrom test_run_workers import slow\nfrom deckgen.run.workers import spread\nfor each in spread(slow, range(99), jobs=2):\n    print(each, flush=True)\n"


class StrangeError(Exception):
    """One that cannot be sent: a function without a name is no data."""

    def __init__(self, what):
        super().__init__(what)
        self.remedy = lambda: what


def squares(numbers):
    return [(number, number * number) for number in numbers]


def slow(numbers):
    time.sleep(0.05)
    return [os.getpid() for _ in numbers]


def dies_once(marker, numbers):
    """Kills its own process at the number 5, the first time."""
    if 5 in numbers and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


def dies(numbers):
    return os.kill(os.getpid(), signal.SIGKILL) if 5 in numbers else numbers


def refuses(numbers):
    if 3 in numbers:
        raise DeckgenError(Fault("f", 3, "p", "what", "remedy"))
    return numbers


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (KeyError("a"), "'a'"),
        (StrangeError("is far away"), "StrangeError: is far away"),
        (RecursionError("too deep"), "too deep"),
    ],
)
def test_any_error_of_a_worker_reaches_its_parent_with_its_trace(error, text):
    sent = pickle.loads(pickle.dumps(sendable(error)))  # noqa: S301  our own bytes
    assert str(sent) == text
    assert type(error).__name__ in sent.__notes__[0]


def test_all_numbers_are_worked_on_once_in_any_number_of_processes():
    for jobs in (1, 2):
        assert sorted(spread(squares, range(1, 40), jobs=jobs)) == [(n, n * n) for n in range(1, 40)]


def test_a_worker_that_is_killed_is_replaced(tmp_path):
    call = partial(dies_once, tmp_path / "died")
    assert sorted(spread(call, range(20), jobs=2)) == list(range(20))
    assert (tmp_path / "died").exists()


def test_workers_that_die_again_and_again_are_told(monkeypatch):
    monkeypatch.setattr(workers, "_DEATHS", 0)
    with pytest.raises(
        DeckgenError, match=r"--jobs: a worker process ended .* exit code -9; is there memory"
    ):
        list(spread(dies, range(3, 20), jobs=2))


def test_a_fault_comes_whole_out_of_a_worker():
    with pytest.raises(DeckgenError) as caught:
        list(spread(refuses, range(9), jobs=2))
    assert caught.value.faults == (Fault("f", 3, "p", "what", "remedy"),)


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"


def wait_for_all_gone(pids):
    ending = time.monotonic() + 30  # where much else runs
    while not all(map(gone, pids)):
        assert time.monotonic() < ending
        time.sleep(0.02)


def test_workers_end_when_nobody_listens_any_more():
    some = spread(slow, range(99), jobs=2)
    pids = {next(some) for _ in range(9)}
    some.close()
    wait_for_all_gone(pids)


def test_workers_end_with_a_parent_that_is_killed():
    script = WAITS.format(path=str(Path(__file__).parent))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:  # noqa: S603
        pids = {int(parent.stdout.readline()) for _ in range(9)}
        parent.kill()
    wait_for_all_gone(pids)


class Told:
    """A crew that notes the sizes of its tasks; every number takes so many seconds."""

    room = 4

    def __init__(self, seconds):
        self.seconds, self.sizes, self.waiting = seconds, [], []
        self.most = 0

    def give(self, task):
        self.sizes.append(len(task))
        self.waiting.append(task)
        self.most = max(self.most, len(self.waiting))

    def done(self):
        task = self.waiting.pop(0)
        return [(self.seconds * len(task), list(task))]


@pytest.mark.parametrize(("seconds", "largest"), [(5, 1), (0.1, 5), (1e-6, 64)])
def test_the_size_of_tasks_follows_how_long_a_number_takes(seconds, largest):
    crew = Told(seconds)
    assert list(workers._all_done(crew, range(3000))) == list(range(3000))
    assert (max(crew.sizes), crew.sizes[-1], crew.most) == (largest, 1, 4)


def test_without_dask_the_remedy_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(DeckgenError, match=r"install it: pip install 'deckgen\[cluster\]', or use --jobs"):
        list(spread(squares, range(3), scheduler="tcp://127.0.0.1:1"))


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    class Client:
        def __init__(self, *_args, **_options):
            raise OSError("timed out")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    with pytest.raises(DeckgenError, match="tcp://nowhere:1: no scheduler answers: timed out; start a dask"):
        list(spread(squares, range(3), scheduler="tcp://nowhere:1"))
