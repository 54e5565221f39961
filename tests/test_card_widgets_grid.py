from __future__ import annotations

from fractions import Fraction

import pytest
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import grid
from deckgen.card.widgets.base import MarkStyle
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box, extent
from deckgen.game.model import Cell, Column, GridSection


def test_a_grid_names_columns_dice_and_rows_and_marks_cells():
    section = GridSection(
        *TITLES, (Column("I", 4), Column("d6", 6)), 2, "highest", "open", "choose", True, False, Fraction(1)
    )
    cells = {
        "I": (Cell(1, critical_failure=True), Cell(3)),
        "d6": (Cell(6, again=True), Cell(2)),
    }
    fixed, items = drawn(grid.WIDGET, section, cells)
    assert strings(fixed) == ["1", "2", "I", "d4", "d6"]
    texts = [item for item in items if isinstance(item, Text)]
    assert [(t.string, t.face) for t in texts] == [
        ("CF", "bold"),
        ("3", "semibold"),
        ("6", "bold-italic"),
        ("2", "semibold"),
    ]
    assert texts[0].x < texts[2].x
    assert texts[0].y < texts[1].y


def test_a_grid_may_do_without_heads_dice_and_row_numbers():
    section = GridSection(
        *TITLES, (Column("Damage", 6),), 2, "sum", "penetrating", "all", False, True, Fraction(1)
    )
    cells = {"Damage": (Cell(3), Cell(7))}
    assert strings(drawn(grid.WIDGET, section, cells)[0]) == ["1", "2", "Damage", "d6"]
    assert strings(drawn(grid.WIDGET, section, cells, die=False)[0]) == ["1", "2", "Damage"]
    assert strings(drawn(grid.WIDGET, section, cells, row_die=True, row_width=6.0, head_height=0.0)[0]) == [
        "1d6",
        "2d6",
    ]
    assert strings(drawn(grid.WIDGET, section, cells, row_width=0.0)[0]) == ["Damage", "d6"]


def test_open_cells_and_critical_failures_have_a_style_each():
    plates = grid.WIDGET.marks(
        options_of(grid.WIDGET, open=MarkStyle("bold", "green"), failure=MarkStyle("black", "red"))
    ).plates
    assert set(plates) == {"again", "critical_failure", "towards_failure", "confirm"}
    assert (plates["again"].ink, plates["critical_failure"].face) == ("green", "black")
    assert plates["towards_failure"] == plates["critical_failure"]


@pytest.mark.parametrize(
    ("reads", "failure", "face"),
    [("first-n", True, "bold"), ("first-n", False, "semibold"), ("cell", True, "semibold")],
)
def test_ones_that_count_towards_a_failure_look_like_one(reads, failure, face):
    section = GridSection(
        *TITLES, (Column("6", 6),), 3, "highest", "open", "all", failure, False, Fraction(1), reads
    )
    _, items = drawn(grid.WIDGET, section, {"6": (Cell(1), Cell(1, again=True), Cell(2))}, failure_size=5.0)
    texts = [item for item in items if isinstance(item, Text)]
    assert [(t.string, t.face) for t in texts] == [("1", face), ("1", "bold-italic"), ("2", "semibold")]
    assert texts[0].size == texts[2].size
    plates = len(items) - len(texts)
    assert plates == (2 if face == "bold" else 1)


def test_columns_may_be_striped_and_figures_kept_apart():
    section = GridSection(
        *TITLES, (Column("I", 4), Column("II", 6)), 2, "highest", "open", "choose", True, False, Fraction(1)
    )
    cells = {"I": (Cell(104), Cell(3)), "II": (Cell(6, again=True), Cell(2))}
    options = {
        "stripe": "grey",
        "head_fill": "",
        "zebra": "",
        "row_width": 0.0,
        "row_rule": "white",
        "head_rule": "black",
    }
    fixed, items = drawn(grid.WIDGET, section, cells, Box(0, 0, 12, 14), **options, plate=0.5)
    stripe, row_rule, head_rule = (item for item in fixed if not isinstance(item, Text))
    assert extent(stripe.segments) == Box(6, 0, 6, 14)
    assert (row_rule.stroke, head_rule.stroke) == ("white", "black")
    (plate,) = (item for item in items if not isinstance(item, Text))
    assert extent(plate.segments) == Box(6.5, 5.5, 5, 3.5)
    _, wide = drawn(grid.WIDGET, section, cells, Box(0, 0, 12, 14), **options, pad=1.5)
    assert wide[0].string == "104"
    assert wide[0].x >= 1.5 - 1e-6
    assert wide[0].size < items[0].size


def test_dice_below_heads_may_have_a_colour_of_their_own():
    section = GridSection(
        *TITLES, (Column("I", 4),), 1, "highest", "open", "choose", True, False, Fraction(1)
    )
    for ink, shown in (("", "black"), ("grey", "grey")):
        fixed, _ = drawn(grid.WIDGET, section, {"I": (Cell(1),)}, head_ink="black", die_ink=ink)
        assert {item.string: item.fill for item in fixed if isinstance(item, Text)}["d4"] == shown
