"""Grids: which dice their cells stand for, the cells of a card, and rules that do not fit together."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from deckgen.game import read_game
from deckgen.game.sections.base import DealtResults
from deckgen.game.sections.grid import Column, GridSection
from deckgen.game.values import Cell, to_json
from deckgen.odds import Roll


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_grid_of_penetrating_dice_with_columns_of_its_own(section):
    grid = section("kind: grid\ncolumns: {D: d6, 20: d20}\nrows: 6\ndice: {explode: penetrating}\nrising: true")
    assert [(column.label, column.sides) for column in grid.columns] == [("D", 6), ("20", 20)]
    assert grid.rising
    assert grid.tail_bar is None
    assert [grid.tail_limit(cell) for cell in grid.cells()][:2] == [Fraction(4, 5), 1]
    assert list(grid.cells())[5].roll == Roll((6,) * 6, "sum", "penetrating")


def test_grid_that_keeps_the_lowest(section, problem):
    grid = section("kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: lowest}")
    assert (grid.keep, {grid.tail_limit(cell) for cell in grid.cells()}) == ("lowest", {Fraction(4, 5)})
    text = "kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: lowest}\nrising: true"
    assert problem(text) == (8, ".rising", "a grid that keeps the lowest die cannot rise from row to row")


def test_cells_of_one_die_and_the_pools_read_across_them(section, problem):
    text = "kind: grid\ncolumns: dice\nrows: 3\nreads: first-n\ndice: {keep: highest, explode: open, maxima: all}"
    grid = section(text + "\ncritical_failure: more-than-half-ones")
    assert [(cell.column, cell.row, cell.roll) for cell in grid.cells()] == [
        (label, row, Roll((sides,), "sum", "open")) for label, sides in (("I", 4), ("II", 6)) for row in (1, 2, 3)
    ]
    assert [(cell.column, cell.row, cell.roll) for cell in grid.pools()] == [
        (label, row, Roll((sides,) * row, "highest", "open", "all", critical_failure=True))
        for label, sides in (("I", 4), ("II", 6))
        for row in (1, 2, 3)
    ]
    assert not list(section("kind: grid\ncolumns: dice\nrows: 3").pools())
    assert (grid.pool_bar, section(text + "\npool_bar: 1.5").pool_bar) == (1, Fraction(3, 2))
    text = "kind: grid\ncolumns: dice\nrows: 3\nreads: first-n\nrising: true"
    assert problem(text) == (8, ".rising", "cells that are one die each cannot rise from row to row")


def test_cells_that_cannot_be_read_together(problem):
    head = "kind: grid\ncolumns: dice\nrows: 3\n"
    assert problem(head + "pool_bar: 2") == (7, ".pool_bar", "only cells that are read together make a pool")
    text = head + "reads: first-n\ndice: {explode: open}"
    what = "cells that are read together keep the highest, not the sum"
    assert problem(text) == (7, ".reads", what)
    text = head + "reads: first-n\ndice: {keep: highest, explode: open}"
    what = "every open cell that is read is drawn on, so all maxima are rolled on"
    assert problem(text) == (7, ".reads", what)


def test_a_grid_with_critical_failures_cannot_rise(problem):
    text = "kind: grid\ncolumns: dice\nrows: 3\ncritical_failure: more-than-half-ones\nrising: true"
    what = "a grid with critical failures, which count as 1 in every row, cannot rise from row to row"
    assert problem(text) == (8, ".rising", what)


def test_means_are_exact_in_each_deck_or_over_a_set_by_column_and_cell(section):
    head = "kind: grid\ncolumns: {V: d14, 12: d12}\nrows: 2\n"

    def exact(text):
        grid = section(head + text)
        return {grid.cell_name(cell): grid.exact_in(cell) for cell in grid.cells()}

    assert exact("") == dict.fromkeys(("V-1", "V-2", "12-1", "12-2"), "auto")
    assert exact("exact: deck") == dict.fromkeys(("V-1", "V-2", "12-1", "12-2"), "deck")
    assert exact("exact: {V-1: deck, 12: set}") == {"V-1": "deck", "V-2": "auto", "12-1": "set", "12-2": "set"}
    assert exact("exact: {12-1: auto, 12: set}") == {"V-1": "auto", "V-2": "auto", "12-1": "auto", "12-2": "set"}
    assert section(head + "exact: auto") == section(head)
    assert section(head + "exact: {V-1: auto}") == section(head)


def test_open_numbers_may_be_any_by_column_and_cell(section):
    head = "kind: grid\ncolumns: {V: d14, 12: d12}\nrows: 2\ndice: {explode: open}\n"
    for text, least in [
        ("", {}),
        ("open: any", {"V-1": 1, "V-2": 1, "12-1": 1, "12-2": 1}),
        ("open: {V-1: any}", {"V-1": 1}),
        ("open: {12-2: 3, 12: any}", {"12-1": 1, "12-2": 3}),
        ("open: {12: 4, V-2: any}", {"12-1": 4, "12-2": 4, "V-2": 1}),
    ]:
        grid = section(head + text)
        assert {grid.cell_name(cell): n for cell in grid.cells() if (n := grid.least_open(cell))} == least


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        ("exact: decks", ".exact", '"decks" is not one of the values known here'),
        ("exact: {V: sets}", ".exact.V", '"sets" is not one of the values known here'),
        ("exact: {V-3: set}", ".exact.V-3", 'there is no column or cell "V-3"'),
        ("exact: {IV: set}", ".exact.IV", 'there is no column or cell "IV"'),
        ("exact: {}", ".exact", "there are 0, but there must be at least 1"),
        ("open: {V-1: 1}", ".open.V-1", "1 is not any or a whole number from 2"),
        ("open: {V-1: all}", ".open.V-1", '"all" is not any or a whole number from 2'),
        ("open: {V-9: any}", ".open.V-9", 'there is no column or cell "V-9"'),
        ("open: 3", ".open", "3 is not any, or the least number by column, cell or roll"),
    ],
)
def test_exact_and_open_name_columns_cells_and_known_values(problem, text, path, words):
    assert problem("kind: grid\ncolumns: {V: d14}\nrows: 2\n" + text) == (7, path, words)


GRID = "kind: grid\ncolumns: {A: d4, B: d6}\nrows: 2\ndice: {keep: highest, explode: open}\n"
GRID += "critical_failure: more-than-half-ones"


def test_cells_are_dealt_column_by_column(section):
    grid = section(GRID)
    cells = [Cell(n) for n in (1, 2, 3, 4)]
    (value,) = grid.card_values(DealtResults([[cell] for cell in cells], (), int))
    assert value == {"A": (Cell(1), Cell(2)), "B": (Cell(3), Cell(4))}
    assert grid.results_of(value) == cells
    assert [(c.column, c.row) for c in grid.cells()] == [("A", 1), ("A", 2), ("B", 1), ("B", 2)]


def test_critical_failures_are_counted_cell_by_cell(section):
    counted = section(GRID).audited_variables(48)
    assert [draw.audit_label for draw in counted] == ["A-1", "A-2", "B-1", "B-2"]
    assert [share.cards for draw in counted for share in draw.shares] == [12, 3, 8, Fraction(4, 3)]
    assert section(GRID.replace("more-than-half-ones", "none")).audited_variables(48) == []


@given(st.integers(1, 9), st.booleans(), st.booleans())
def test_what_is_written_is_read(value, again, failure):
    grid = GridSection("it", "", "", (Column("A", 6),), 1, "sum", "open", "all", False, False, tail_bar=Fraction(1))
    shown = {"A": (Cell(value, again, failure),)}
    assert grid.parse_value(to_json(shown)) == shown


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
    grid = GridSection("it", "", "", (Column("A", 6),), 1, "sum", "open", "all", False, False, tail_bar=Fraction(1))
    for wrong in ({"A": [cell]}, {"A": [{"value": 1}] * 2}, {"B": [{"value": 1}]}, None):
        with pytest.raises(ValueError, match="it"):
            grid.parse_value(wrong)


DICE = (4, 6, 8, 10, 12, 14, 16)


@st.composite
def grids(draw, beyond):
    sides = draw(st.lists(st.sampled_from(DICE), min_size=1, max_size=7, unique=True).map(sorted))
    columns = tuple(Column(f"c{each}", each) for each in sides)
    rules = {"keep": "sum", "explode": "open", "maxima": "choose", "critical_failure": False, "rising": False}
    return GridSection("it", "It", "", columns, draw(st.integers(1, 8)), **rules, tail_bar=Fraction(1), beyond=beyond)


BEYOND = ("shift-right", "keep-last", "draw-again")


@given(st.sampled_from((*BEYOND, None)).flatmap(grids), st.data())
def test_a_row_within_the_grid_is_itself_and_every_cell_that_stands_for_another_exists(grid, data):
    label = data.draw(st.sampled_from(grid.columns)).label
    row = data.draw(st.integers(1, 60))
    found = grid.cells_for(label, row)
    if row <= grid.rows:
        assert list(found) == [(label, row)]
    assert bool(found) == (row <= grid.rows or grid.beyond is not None)
    assert {column for column, _ in found} <= {column.label for column in grid.columns}
    assert all(1 <= r <= grid.rows for _, r in found)


@given(grids("draw-again"), st.integers(1, 200))
def test_cards_that_are_drawn_again_have_as_many_dice(grid, row):
    found = grid.cells_for(grid.columns[0].label, row)
    assert sum(r for _, r in found) == row
    assert len(found) == -(-row // grid.rows)
    assert len({column for column, _ in found}) == 1


@given(grids("shift-right"), st.data())
def test_every_row_too_many_is_one_step_down_or_right_up_to_the_last_cell(grid, data):
    labels = [column.label for column in grid.columns]
    label = data.draw(st.sampled_from(labels))
    walked, place = [], (label, 1)
    for _ in range(20):
        walked.append(place)
        at, row = labels.index(place[0]), place[1]
        place = (place[0], row + 1) if row < grid.rows else (labels[min(at + 1, len(labels) - 1)], row)
    assert [grid.cells_for(label, row) for row in range(1, 21)] == [[each] for each in walked]


@given(grids("keep-last"), st.integers(1, 60))
def test_the_last_row_may_stand_for_all_larger_ones(grid, row):
    assert grid.cells_for(grid.columns[-1].label, row) == [(grid.columns[-1].label, min(row, grid.rows))]


def test_there_is_no_row_0_and_no_other_column(section):
    grid = section(GRID)
    for column, row in (("A", 0), ("C", 1)):
        with pytest.raises(ValueError, match="is"):
            grid.cells_for(column, row)


SUM = "kind: grid\ncolumns: {A: d4, B: d6}\nrows: 2\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SUM + "help: Read it.", "Read it."),
        (SUM + "beyond: keep-last", "Beyond row 2, read row 2."),
        (SUM + "help: Read it.\nbeyond: keep-last", "Read it. Beyond row 2, read row 2."),
        (SUM + "beyond: shift-right", "Beyond row 2, go a column to the right for each row too many, at most to column B."),
        (SUM + "beyond: draw-again", "Beyond row 2, draw another card and add the row of the dice that are left."),
        (SUM + "dice: {keep: highest}\nreads: first-n\nbeyond: draw-again", "Of more than 2 dice, read the others off another card."),
    ],
)  # fmt: skip
def test_help_says_what_stands_beyond_the_last_row(section, text, words):
    assert section(text).help == words


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("columns: {A: d6, B: d4}\nrows: 2\nbeyond: shift-right", 7, "the column to the right is not always that of the next larger die"),
        ("columns: {A: d6, B: d6}\nrows: 2\nbeyond: shift-right", 7, "the column to the right is not always that of the next larger die"),
        ("columns: {A: d6}\nrows: 2\nbeyond: shift-right", 7, "there is no column to the right"),
        ("columns: dice\nrows: 2\ndice: {keep: highest}\nbeyond: draw-again", 8, "cells that keep the highest die cannot be added up"),
        ("columns: dice\nrows: 2\ndice: {keep: lowest}\nbeyond: draw-again", 8, "cells that keep the lowest die cannot be added up"),
        ("columns: {A: d6}\nrows: 2\ndice: {bonus: 1}\nbeyond: draw-again", 8, "the bonus would be added once for every card"),
    ],
)  # fmt: skip
def test_what_stands_beyond_the_last_row_must_fit_the_grid(problem, text, line, words):
    assert problem("kind: grid\n" + text) == (line, ".beyond", words)


def test_only_a_1_that_is_read_with_others_counts_towards_a_failure(section):
    text = "kind: grid\ncolumns: dice\nrows: 3\nreads: first-n\ndice: {keep: highest, explode: open, maxima: all}"
    failing = section(text + "\ncritical_failure: more-than-half-ones")
    cells = (Cell(1), Cell(1, again=True), Cell(2), Cell(1, critical_failure=True))
    assert [failing.counts_to_failure(cell) for cell in cells] == [True, False, False, False]
    assert not section(text).counts_to_failure(Cell(1))
    assert not section(GRID).counts_to_failure(Cell(1))


def test_a_bonus_stands_on_what_ends_a_roll(section, problem):
    head = "kind: grid\ncolumns: {A: d4}\nrows: 2\n"
    grid = section(head + "dice: {keep: highest, explode: open, bonus: -2}\ncritical_failure: more-than-half-ones")
    assert [cell.roll.bonus for cell in grid.cells()] == [-2, -2]
    cells = [Cell(1, critical_failure=True), Cell(4, again=True)]
    (value,) = grid.card_values(DealtResults([[cell] for cell in cells], (), int))
    assert value == {"A": (Cell(-1, critical_failure=True), Cell(4, again=True))}
    assert grid.results_of(grid.parse_value(to_json(value))) == cells
    with pytest.raises(ValueError, match="it"):
        grid.parse_value({"A": [{"value": -2}, {"value": 1}]})
    _, path, what = problem(head + "dice: {bonus: -5}")
    assert path == ".dice"
    assert "d4−5 is at most -1" in what
    assert section(head + "dice: {bonus: -4}").bonus == -4
    text = head + "reads: first-n\ndice: {keep: highest, bonus: 1}"
    what = "cells that are read together are one die each, and a bonus belongs to their pool"
    assert problem(text) == (7, ".reads", what)


def test_cells_are_named_by_column_and_row():
    for name, label, named in [
        ("future-imperfect", "III-3", ("III", "3")),
        ("future-imperfect", "III-03", ("III", "3")),
        ("future-imperfect", "III-0", None),
        ("future-imperfect", "III-100", None),
        ("future-imperfect", "VIII-3", None),
        ("future-imperfect", "III", None),
        ("future-imperfect", "III-²", None),
        ("west-that-wasnt", "8-7", ("8", "7")),
    ]:
        assert read_game(name).deck().section("causes").parse_cell(label) == named


@pytest.mark.finding("R20")
@pytest.mark.parametrize("row", ["²", "٣", "9" * 5000, "", "-1"])
def test_rows_of_cells_are_short_plain_digits(section, row):
    found = section("kind: grid\ncolumns: {I: d6}\nrows: 2\n")
    assert found.parse_cell("I-2") == ("I", "2")
    assert found.parse_cell(f"I-{row}") is None
