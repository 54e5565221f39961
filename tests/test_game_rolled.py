"""Grids and rolls: which dice their cells stand for, and rules that do not fit together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.odds import Roll


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_grid_of_penetrating_dice_with_columns_of_its_own(section):
    grid = section(
        "kind: grid\ncolumns: {D: d6, 20: d20}\nrows: 6\ndice: {explode: penetrating}\nrising: true"
    )
    assert [(column.label, column.sides) for column in grid.columns] == [("D", 6), ("20", 20)]
    assert grid.rising
    assert grid.tail_bar == 1
    assert list(grid.cells())[5].roll == Roll((6,) * 6, "sum", "penetrating")


def test_grid_that_keeps_the_lowest(section, fault):
    assert section("kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: lowest}").keep == "lowest"
    text = "kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: lowest}\nrising: true"
    assert fault(text) == (8, ".rising", "a grid that keeps the lowest die cannot rise from row to row")


def test_rolls(section):
    rolls = section(
        "kind: rolls\nrolls:\n  3: d3\n  attack: 3d6\n"
        "  odd: {dice: 2d8, keep: lowest}\n  hits: {dice: 5d6, keep: count, success_at: 5}\n  mixed: 2d6+d8\n"
        "tail_bar: 0.75"
    )
    assert dict(rolls.rolls) == {
        "3": Roll((3,)),
        "attack": Roll((6, 6, 6)),
        "odd": Roll((8, 8), "lowest"),
        "hits": Roll((6,) * 5, "count", success_at=5),
        "mixed": Roll((6, 6, 8)),
    }
    assert rolls.tail_bar == Fraction(3, 4)


@pytest.mark.parametrize(
    "rule", ["explode: open", "explode: penetrating", "critical_failure: more-than-half-ones"]
)
def test_rolls_are_bare_numbers(fault, rule):
    line, path, what = fault(f"kind: rolls\nrolls:\n  a: {{dice: 2d6, {rule}}}")
    assert (line, path) == (6, ".rolls.a")
    assert "bare number" in what


def test_dice_that_are_counted(section, fault):
    grid = section("kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: count, success_at: 4}\nrising: true")
    assert [cell.roll for cell in grid.cells()][2] == Roll((4, 4, 4), "count", success_at=4)
    head = "kind: grid\ncolumns: dice\nrows: 3\n"
    assert fault(head + "dice: {keep: count}") == (7, ".dice", "it is not said what a success is")
    text = head + "dice: {success_at: 4}"
    assert fault(text) == (7, ".dice", "success_at is only for dice that are counted")
    text = head + "dice: {keep: count, success_at: 4}\ncritical_failure: more-than-half-ones"
    assert fault(text) == (7, ".dice", "dice that are counted have no critical failure")


def test_cells_of_one_die_and_the_pools_read_across_them(section, fault):
    text = "kind: grid\ncolumns: dice\nrows: 3\nreads: first-n\ndice: {keep: highest, explode: open, maxima: all}"
    grid = section(text + "\ncritical_failure: more-than-half-ones")
    assert [(cell.column, cell.row, cell.roll) for cell in grid.cells()] == [
        (label, row, Roll((sides,), "sum", "open"))
        for label, sides in (("I", 4), ("II", 6))
        for row in (1, 2, 3)
    ]
    assert [(cell.column, cell.row, cell.roll) for cell in grid.pools()] == [
        (label, row, Roll((sides,) * row, "highest", "open", "all", critical_failure=True))
        for label, sides in (("I", 4), ("II", 6))
        for row in (1, 2, 3)
    ]
    assert not list(section("kind: grid\ncolumns: dice\nrows: 3").pools())
    assert (grid.pool_bar, section(text + "\npool_bar: 1.5").pool_bar) == (1, Fraction(3, 2))
    text = "kind: grid\ncolumns: dice\nrows: 3\nreads: first-n\nrising: true"
    assert fault(text) == (8, ".rising", "cells that are one die each cannot rise from row to row")


def test_cells_that_cannot_be_read_together(fault):
    head = "kind: grid\ncolumns: dice\nrows: 3\n"
    assert fault(head + "pool_bar: 2") == (7, ".pool_bar", "only cells that are read together make a pool")
    text = head + "reads: first-n\ndice: {explode: open}"
    what = "cells that are read together keep the highest, not the sum"
    assert fault(text) == (7, ".reads", what)
    text = head + "reads: first-n\ndice: {keep: highest, explode: open}"
    what = "every open cell that is read is drawn on, so all maxima are rolled on"
    assert fault(text) == (7, ".reads", what)


@pytest.mark.parametrize("dice", ["3x6", "0d6", "d1", "d0", "40d6", "d1000", "2d6+1", "2d6+", "6"])
def test_rolls_of_no_dice(fault, dice):
    line, path, _ = fault(f"kind: rolls\nrolls: {{a: {dice}}}")
    assert (line, path) == (5, ".rolls.a")


def test_a_grid_with_critical_failures_cannot_rise(fault):
    text = "kind: grid\ncolumns: dice\nrows: 3\ncritical_failure: more-than-half-ones\nrising: true"
    what = "a grid with critical failures, which count as 1 in every row, cannot rise from row to row"
    assert fault(text) == (8, ".rising", what)
