from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets.base import MarkStyle
from deckgen.card.widgets.tables import CHART, GRID, RuledTable, RulingOptions
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import Pen
from deckgen.game.model import Cell, Column, GridSection, TableSection


def test_a_grid_names_columns_dice_and_rows_and_marks_cells():
    section = GridSection(
        *TITLES, (Column("I", 4), Column("d6", 6)), 2, "highest", "open", "choose", True, False, tail_bar=Fraction(1)
    )
    cells = {
        "I": (Cell(1, critical_failure=True), Cell(3)),
        "d6": (Cell(6, again=True), Cell(2)),
    }
    fixed, items = drawn(GRID, section, cells)
    assert strings(fixed) == ["1", "2", "I", "d4", "d6"]
    texts = [item for item in items if isinstance(item, Text)]
    assert [(t.string, t.typeface) for t in texts] == [
        ("CF", "bold"),
        ("3", "semibold"),
        ("6", "bold-italic"),
        ("2", "semibold"),
    ]
    assert texts[0].x < texts[2].x
    assert texts[0].y < texts[1].y


def test_a_grid_may_do_without_heads_dice_and_row_numbers():
    section = GridSection(
        *TITLES, (Column("Damage", 6),), 2, "sum", "penetrating", "all", False, True, tail_bar=Fraction(1)
    )
    cells = {"Damage": (Cell(3), Cell(7))}
    assert strings(drawn(GRID, section, cells)[0]) == ["1", "2", "Damage", "d6"]
    assert strings(drawn(GRID, section, cells, die=False)[0]) == ["1", "2", "Damage"]
    assert strings(drawn(GRID, section, cells, row_die=True, row_width=6.0, head_height=0.0)[0]) == [
        "1d6",
        "2d6",
    ]
    assert strings(drawn(GRID, section, cells, row_width=0.0)[0]) == ["Damage", "d6"]


def test_open_cells_and_critical_failures_have_a_style_each():
    plates = GRID.marks(options_of(GRID, open=MarkStyle("bold", "green"), failure=MarkStyle("black", "red"))).plates
    assert set(plates) == {"again", "critical_failure", "towards_failure", "confirm"}
    assert (plates["again"].ink, plates["critical_failure"].face) == ("green", "black")
    assert plates["towards_failure"] == plates["critical_failure"]


@pytest.mark.parametrize(
    ("reads", "failure", "face"),
    [("first-n", True, "bold"), ("first-n", False, "semibold"), ("cell", True, "semibold")],
)
def test_ones_that_count_towards_a_failure_look_like_one(reads, failure, face):
    section = GridSection(
        *TITLES, (Column("6", 6),), 3, "highest", "open", "all", failure, False, reads, tail_bar=Fraction(1)
    )
    _, items = drawn(GRID, section, {"6": (Cell(1), Cell(1, again=True), Cell(2))}, failure_size=5.0)
    texts = [item for item in items if isinstance(item, Text)]
    assert [(t.string, t.typeface) for t in texts] == [("1", face), ("1", "bold-italic"), ("2", "semibold")]
    assert texts[0].size == texts[2].size
    plates = len(items) - len(texts)
    assert plates == (2 if face == "bold" else 1)


def test_columns_may_be_striped_and_figures_kept_apart():
    section = GridSection(
        *TITLES, (Column("I", 4), Column("II", 6)), 2, "highest", "open", "choose", True, False, tail_bar=Fraction(1)
    )
    cells = {"I": (Cell(104), Cell(3)), "II": (Cell(6, again=True), Cell(2))}
    options = {
        "stripe": "gray",
        "head_fill": "",
        "zebra": "",
        "row_width": 0.0,
        "row_rule": "white",
        "head_rule": "black",
    }
    fixed, items = drawn(GRID, section, cells, Box(0, 0, 12, 14), **options, plate=0.5)
    stripe, row_rule, head_rule = (item for item in fixed if not isinstance(item, Text))
    assert bounding_box(stripe.segments) == Box(6, 0, 6, 14)
    assert (row_rule.stroke, head_rule.stroke) == ("white", "black")
    (plate,) = (item for item in items if not isinstance(item, Text))
    assert bounding_box(plate.segments) == Box(6.5, 5.5, 5, 3.5)
    _, wide = drawn(GRID, section, cells, Box(0, 0, 12, 14), **options, pad=1.5)
    assert wide[0].string == "104"
    assert wide[0].x >= 1.5 - 1e-6
    assert wide[0].size < items[0].size


def test_dice_below_heads_may_have_a_color_of_their_own():
    section = GridSection(*TITLES, (Column("I", 4),), 1, "highest", "open", "choose", True, False, tail_bar=Fraction(1))
    for ink, shown in (("", "black"), ("gray", "gray")):
        fixed, _ = drawn(GRID, section, {"I": (Cell(1),)}, head_ink="black", die_ink=ink)
        assert {item.string: item.fill for item in fixed if isinstance(item, Text)}["d4"] == shown


def test_a_chart_reads_like_a_table_in_a_book():
    section = TableSection(*TITLES, ("Levels", "Loss"), ("0", "3"), ((1, 2), (3, 4)), ())
    fixed, items = drawn(CHART, section, {"Levels": [1, 2], "Loss": [3, 4]})
    assert strings(fixed) == ["Levels", "Loss", "0", "3"]
    assert strings(items) == ["1", "2", "3", "4"]
    one, two, three, _ = items
    assert one.x == two.x < three.x
    assert one.y < two.y


STEPS = TableSection(*TITLES, ("1", "2"), ("F", "N", "S"), ((3, 5, 7), (5, 7, 9)), ())
VALUE = {"1": [3, 5, 7], "2": [5, 7, 9]}


def test_the_last_column_of_a_chart_may_stand_first():
    fixed, items = drawn(CHART, STEPS, VALUE, reverse=True)
    assert strings(fixed) == ["2", "1", "F", "N", "S"]
    assert strings(items) == ["5", "7", "9", "3", "5", "7"]
    assert items[0].x == items[1].x < items[3].x
    assert items[0].y == items[3].y < items[1].y


def test_figures_of_a_chart_keep_apart():
    wide = {"1": [100, 100, 100], "2": [100, 100, 100]}
    _, items = drawn(CHART, STEPS, wide, Box(0, 0, 16, 12), pad=1.0, label_width=4.0)
    first = items[0]
    assert first.x >= 5 - 1e-6
    assert first.x + FONTS.width(first.string, first.typeface, first.size) <= 9 + 2 * 0.03 * first.size + 1e-6


def test_printed_words_stand_for_rows():
    table = TableSection(*TITLES, ("I",), ("F", "N"), ((9, 11),), (), ("schnell", "normal"))
    assert strings(drawn(CHART, table, {"I": [9, 11]})[0])[1:] == ["schnell", "normal"]


TABLE = RuledTable(Box(0, 0, 23, 16), 3, 4, 5, 3)
NOTHING = RulingOptions(stripe="", row_rule="", head_rule="")


def made(draw):
    pen = Pen(FONTS)
    draw(pen)
    return [bounding_box(item.segments) for item in pen.items]


@pytest.mark.parametrize(("heads", "top"), [(True, 0), (False, 4)])
def test_every_other_column_is_striped_down_to_the_foot(heads, top):
    options = RulingOptions(stripe="#eeeeee", row_rule="", head_rule="")
    assert made(lambda pen: TABLE.draw_stripes(pen, options, heads=heads)) == [
        Box(7, top, 4, 16 - top),
        Box(15, top, 4, 16 - top),
    ]


def test_lines_part_rows_from_each_other_and_from_heads():
    lines = made(lambda pen: TABLE.draw_rules(pen, RulingOptions(stripe="", row_rule="#ffffff", head_rule="")))
    assert [(line.x, line.y, line.width) for line in lines] == [(0, 8, 23), (0, 12, 23)]
    lines = made(lambda pen: TABLE.draw_rules(pen, RulingOptions(stripe="", row_rule="", head_rule="#000000")))
    assert [line.y for line in lines] == [4]
    assert TABLE.cell(1, 2) == Box(7, 12, 4, 4)


def test_a_table_without_heads_has_no_line_below_them():
    headless = RuledTable(Box(0, 0, 20, 12), 0, 0, 5, 3)
    assert made(lambda pen: headless.draw_rules(pen, RulingOptions(head_rule="#000000", row_rule=""))) == []


def test_nothing_is_drawn_unless_it_is_asked_for():
    assert made(lambda pen: TABLE.draw_rules(pen, NOTHING)) == []
    assert made(lambda pen: TABLE.draw_stripes(pen, NOTHING, heads=True)) == []


@pytest.mark.parametrize(("rows", "size"), [(2, 10.0), (5, 4.0)])
def test_figures_get_smaller_to_keep_the_leading_of_many_rows(rows, size):
    section = GridSection(
        *TITLES, (Column("I", 4),), rows, "highest", "open", "choose", True, False, tail_bar=Fraction(1)
    )
    options = {"size": 10.0, "leading": 1.25, "head_height": 5.0}
    _, items = drawn(GRID, section, {"I": tuple(Cell(3) for _ in range(rows))}, **options)
    assert [round(item.size, 6) for item in items if isinstance(item, Text)] == [size] * rows
