import sys
from types import SimpleNamespace

import pytest
from cli_fixtures import refused

from deckgen.errors import DeckgenError
from deckgen.run.cluster import on_cluster


def test_without_dask_the_remedy_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = refused(
        "batch",
        "rough-magic",
        "--count",
        "2",
        "--seed",
        "1",
        "--scheduler",
        "tcp://127.0.0.1:1",
        "-o",
        tmp_path,
    )
    assert said.strip().endswith("install it: pip install 'deckgen[cluster]', or use --jobs")


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    class Client:
        def __init__(self, *_args, **_options):
            raise OSError("timed out")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    with pytest.raises(DeckgenError, match="tcp://nowhere:1: no scheduler answers: timed out; start a dask"):
        list(on_cluster(str, [1], "tcp://nowhere:1"))


def test_results_come_in_the_order_of_the_works(monkeypatch):
    class Client:
        def __init__(self, *_args, **_options):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_error):
            pass

        def map(self, make, works, *, pure):
            assert pure is False
            return [SimpleNamespace(result=lambda work=work: make(work)) for work in works]

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    assert list(on_cluster(str, [3, 1, 2], "here")) == ["3", "1", "2"]
