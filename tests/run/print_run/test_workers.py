import os
import signal
import socketserver
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from deckgen.errors import DeckgenError, Problem
from deckgen.run import processes
from deckgen.run.print_run import workers
from deckgen.run.print_run.workers import map_decks

WAITS = "import time, sys; sys.path.append({path!r})\nfrom test_workers import slow\nfrom deckgen.run.print_run.workers import map_decks\nfor pid in map_decks(slow, range(99), jobs=2):\n    print(pid, flush=True)\n"


def square(number):
    return number, number * number


def slow(_):
    time.sleep(0.05)
    return os.getpid()


def die_at_5(number):
    return os.kill(os.getpid(), signal.SIGKILL) if number == 5 else number


def refuse_3(number):
    if number == 3:
        raise DeckgenError(Problem("f", 3, "p", "what", "remedy"))
    return number


def test_all_items_are_worked_on_once_in_any_number_of_processes():
    for jobs in (1, 2):
        assert sorted(map_decks(square, range(1, 40), jobs=jobs)) == [(n, n * n) for n in range(1, 40)]
    for scheduler in (None, "tcp://127.0.0.1:1"):  # which is not asked
        assert list(map_decks(square, [], scheduler=scheduler)) == []


def test_a_worker_that_dies_is_told():
    with pytest.raises(DeckgenError, match=r"--jobs: a worker process died; is there memory"):
        list(map_decks(die_at_5, range(20), jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_problem_comes_whole_out_of_a_worker(jobs):
    with pytest.raises(DeckgenError) as caught:
        list(map_decks(refuse_3, range(9), jobs=jobs))
    assert caught.value.problems == (Problem("f", 3, "p", "what", "remedy"),)


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
    with closing(map_decks(slow, range(99), jobs=2)) as some:
        assert next(some) == os.getpid()
        pids = {next(some) for _ in range(9)}
    wait_for_all_gone(pids)


def test_workers_end_with_a_parent_that_is_killed():
    script = WAITS.format(path=str(Path(__file__).parent))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:  # noqa: S603
        pids = {int(parent.stdout.readline()) for _ in range(9)}
        parent.kill()
    wait_for_all_gone(pids)


def test_no_more_items_are_taken_than_workers_need_soon():
    items, taken = iter(range(99)), []

    class Noting:
        def __iter__(self):
            for item in items:
                taken.append(item)
                yield item

    with processes.process_pool(2) as pool:
        results = workers._results(pool, square, Noting(), lambda: 2)
        for count in range(1, 50):
            next(results)
            assert len(taken) <= count + 2 * workers._AHEAD
    assert len(taken) > 40


def test_without_dask_the_remedy_is_told_before_anything_is_done(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(DeckgenError, match=r"install it: pip install 'deckgen\[cluster\]', or use --jobs"):
        next(map_decks(square, range(3), scheduler="tcp://127.0.0.1:1"))


class Silent(socketserver.BaseRequestHandler):
    def handle(self):
        self.request.recv(9)
        while self.request.recv(9999):
            pass


class Web(socketserver.BaseRequestHandler):
    def handle(self):
        self.request.recv(9)
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n<html></html>")


@pytest.mark.parametrize("kind", ["tcp", "tls"])
@pytest.mark.parametrize("handler", [Silent, Web])
def test_an_address_at_which_there_is_no_scheduler_is_told_before_anything_is_done(kind, handler, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "_LIMIT", 1)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"{kind}://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(DeckgenError, match=f"{address}: no scheduler answers.*; start a dask scheduler"):
            next(map_decks(square, range(3), scheduler=address))
        server.shutdown()


def test_a_cluster_without_workers_is_told(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "_PATIENCE", 0.1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster,
        pytest.raises(DeckgenError, match="--scheduler: the scheduler has no workers; start some: dask worker"),
    ):
        list(map_decks(square, range(3), scheduler=cluster.scheduler_address))


def test_a_scheduler_that_ends_meanwhile_is_told():
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as cluster:
        some = map_decks(slow, range(500), scheduler=cluster.scheduler_address)
        assert [next(some), next(some) > 0] == [os.getpid(), True]
        cluster.close()
        with (
            closing(some),
            pytest.raises(DeckgenError, match="the scheduler does not answer any more; start"),
        ):
            list(some)
