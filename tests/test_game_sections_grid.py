"""Grids: which dice their cells stand for, the cells of a card, and rules that do not fit together."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from deckgen.game.sections.base import Dealt
from deckgen.game.sections.grid import Column, GridSection
from deckgen.game.values import Cell, to_json
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


def test_a_grid_with_critical_failures_cannot_rise(fault):
    text = "kind: grid\ncolumns: dice\nrows: 3\ncritical_failure: more-than-half-ones\nrising: true"
    what = "a grid with critical failures, which count as 1 in every row, cannot rise from row to row"
    assert fault(text) == (8, ".rising", what)


GRID = "kind: grid\ncolumns: {A: d4, B: d6}\nrows: 2\ndice: {keep: highest, explode: open}\n"
GRID += "critical_failure: more-than-half-ones"


def test_cells_are_dealt_column_by_column(section):
    grid = section(GRID)
    cells = [Cell(n) for n in (1, 2, 3, 4)]
    (value,) = grid.on_cards(Dealt([[cell] for cell in cells], (), int))
    assert value == {"A": (Cell(1), Cell(2)), "B": (Cell(3), Cell(4))}
    assert grid.drawn(value) == cells
    assert [(c.column, c.row) for c in grid.cells()] == [("A", 1), ("A", 2), ("B", 1), ("B", 2)]


def test_critical_failures_are_counted_cell_by_cell(section):
    counted = section(GRID).counted(48)
    assert [draw.place for draw in counted] == ["A-1", "A-2", "B-1", "B-2"]
    assert [share.cards for draw in counted for share in draw.shares] == [12, 3, 8, Fraction(4, 3)]
    assert section(GRID.replace("more-than-half-ones", "none")).counted(48) == []


@given(st.integers(1, 9), st.booleans(), st.booleans())
def test_what_is_written_is_read(value, again, failure):
    grid = GridSection("it", "", "", (Column("A", 6),), 1, "sum", "open", "all", False, False, Fraction(1))
    shown = {"A": (Cell(value, again, failure),)}
    assert grid.read(to_json(shown)) == shown


@pytest.mark.parametrize(
    "cell",
    [
        1,
        {},
        {"value": 0},
        {"value": 10_000},
        {"value": True},
        {"value": 1, "again": False},
        {"value": 1, "x": 1},
    ],
)
def test_a_grid_of_another_shape_is_refused(cell):
    grid = GridSection("it", "", "", (Column("A", 6),), 1, "sum", "open", "all", False, False, Fraction(1))
    for wrong in ({"A": [cell]}, {"A": [{"value": 1}] * 2}, {"B": [{"value": 1}]}, None):
        with pytest.raises(ValueError, match="it"):
            grid.read(wrong)


def test_a_bonus_stands_on_what_ends_a_roll(section, fault):
    head = "kind: grid\ncolumns: {A: d4}\nrows: 2\n"
    grid = section(
        head + "dice: {keep: highest, explode: open, bonus: -2}\ncritical_failure: more-than-half-ones"
    )
    assert [cell.roll.bonus for cell in grid.cells()] == [-2, -2]
    cells = [Cell(1, critical_failure=True), Cell(4, again=True)]
    (value,) = grid.on_cards(Dealt([[cell] for cell in cells], (), int))
    assert value == {"A": (Cell(-1, critical_failure=True), Cell(4, again=True))}
    assert grid.drawn(grid.read(to_json(value))) == cells
    with pytest.raises(ValueError, match="it"):
        grid.read({"A": [{"value": -2}, {"value": 1}]})
    _, path, what = fault(head + "dice: {bonus: -5}")
    assert path == ".dice"
    assert "d4−5 is at most -1" in what
    assert section(head + "dice: {bonus: -4}").bonus == -4
    text = head + "reads: first-n\ndice: {keep: highest, bonus: 1}"
    what = "cells that are read together are one die each, and a bonus belongs to their pool"
    assert fault(text) == (7, ".reads", what)
