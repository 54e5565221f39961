"""Rolls in YAML."""

from __future__ import annotations

import pytest

from deckgen.odds import Roll


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_dice_that_are_counted(section, fault):
    grid = section("kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: count, success_at: 4}\nrising: true")
    assert [cell.roll for cell in grid.cells()][2] == Roll((4, 4, 4), "count", success_at=4)
    head = "kind: grid\ncolumns: dice\nrows: 3\n"
    assert fault(head + "dice: {keep: count}") == (7, ".dice", "it is not said what a success is")
    text = head + "dice: {success_at: 4}"
    assert fault(text) == (7, ".dice", "success_at is only for dice that are counted")
    text = head + "dice: {keep: count, success_at: 4}\ncritical_failure: more-than-half-ones"
    assert fault(text) == (7, ".dice", "dice that are counted have no critical failure")
