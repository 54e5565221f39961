import multiprocessing
import os
import signal
import time
from contextlib import closing
from functools import partial

import pytest

from deckgen.errors import DeckgenError, Problem
from deckgen.run import processes
from deckgen.run.processes import Task, run_tasks

PROBLEM = Problem("there", None, "", "it is odd", "look at it")


def write(name, seconds=0.0):
    time.sleep(seconds)
    yield name, f"in {name}".encode()
    yield PROBLEM


def fail(what, seconds=0.0):
    time.sleep(seconds)
    yield "half", b"half"
    raise DeckgenError(Problem(what, None, "", "it fails", "mend it"))


def die():
    yield "half", b"half"
    os.kill(os.getpid(), signal.SIGKILL)


def report_process():
    yield f"{os.getpid()}-{signal.getsignal(signal.SIGINT) is signal.SIG_IGN}", b""
    time.sleep(0.5)  # so that another process takes the next task


@pytest.fixture(params=["fork", "spawn"])
def _start(request, monkeypatch):
    """Processes are copies of this one, or new ones. The tasks here start no threads, so that a copy does no harm."""
    if request.param == "fork" and not hasattr(os, "fork"):
        pytest.skip("this system makes no copies of processes")
    monkeypatch.setattr(processes, "can_fork", lambda: request.param == "fork")


@pytest.mark.usefixtures("_start")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("jobs", [1, 2])
def test_outputs_and_messages_are_in_order_whatever_takes_longest(jobs, tmp_path):
    tasks = [Task(partial(write, name), seconds, name) for seconds, name in enumerate("abc")]
    messages = []
    outputs = list(run_tasks([*tasks, Task(partial(write, "d"), 9)], tmp_path, jobs, messages.append))
    assert outputs == [([name], [PROBLEM]) for name in "abcd"]
    assert messages == ["a", "b", "c"]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {x: f"in {x}" for x in "abcd"}


@pytest.mark.usefixtures("_start")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_task_that_fails_is_reported_even_if_another_fails_earlier(jobs, tmp_path):
    tasks = [
        Task(partial(write, "a"), 1),
        Task(partial(fail, "slow", 0.3), 1),
        Task(partial(fail, "fast"), 9),
    ]
    with pytest.raises(DeckgenError, match="slow: it fails; mend it"):
        list(run_tasks(tasks, tmp_path, jobs, lambda _: None))


@pytest.mark.usefixtures("_start")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_process_that_dies_is_reported(tmp_path):
    tasks = [Task(partial(write, "a"), 1), Task(die, 1), Task(partial(write, "b"), 1)]
    with pytest.raises(DeckgenError, match=r"--jobs: a worker process died; .* use fewer --jobs"):
        list(run_tasks(tasks, tmp_path, 2, lambda _: None))


@pytest.mark.usefixtures("_start")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_processes_leave_ctrl_c_to_their_parent_and_end_when_nobody_waits(tmp_path):
    tasks = [Task(report_process, 9), Task(report_process, 9), Task(partial(write, "late", 60), 1)]
    with closing(run_tasks(tasks, tmp_path, 2, lambda _: None)) as outputs:
        first, second = (next(outputs)[0][0].split("-") for _ in range(2))
        started = time.monotonic()
    assert time.monotonic() - started < 30
    assert first[1] == second[1] == "True"
    for pid in {first[0], second[0]}:
        assert int(pid) != os.getpid()
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_a_process_with_threads_makes_no_copies_of_itself_by_default(monkeypatch, tmp_path):
    monkeypatch.setattr(processes, "can_fork", lambda: False)
    ((names, _), _) = run_tasks([Task(report_process, 1)] * 2, tmp_path, None, lambda _: None)
    assert names[0].startswith(f"{os.getpid()}-")


def run_in(folder):
    return list(run_tasks([Task(partial(write, name), 1) for name in "ab"], folder, 2, lambda _: None))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_process_that_may_start_no_others_runs_the_tasks_itself(tmp_path):
    with multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn").Pool(1) as pool:
        assert pool.apply(run_in, [tmp_path]) == [([name], [PROBLEM]) for name in "ab"]
