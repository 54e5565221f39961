"""Stripes and lines of tables of figures."""

from __future__ import annotations

import pytest
from page_svg import FONTS

from deckgen.card.widgets.ruling import Ruled, RulingOptions
from deckgen.draw.geometry import Box, extent
from deckgen.draw.pen import Pen

TABLE = Ruled(Box(0, 0, 23, 16), 3, 4, 5, 3)
NOTHING = RulingOptions(stripe="", row_rule="", head_rule="")


def made(draw):
    pen = Pen(FONTS)
    draw(pen)
    return [extent(item.segments) for item in pen.items]


@pytest.mark.parametrize(("heads", "top"), [(True, 0), (False, 4)])
def test_every_other_column_is_striped_down_to_the_foot(heads, top):
    options = RulingOptions(stripe="#eeeeee", row_rule="", head_rule="")
    assert made(lambda pen: TABLE.draw_stripes(pen, options, heads=heads)) == [
        Box(7, top, 4, 16 - top),
        Box(15, top, 4, 16 - top),
    ]


def test_lines_part_rows_from_each_other_and_from_heads():
    lines = made(
        lambda pen: TABLE.draw_rules(pen, RulingOptions(stripe="", row_rule="#ffffff", head_rule=""))
    )
    assert [(line.x, line.y, line.width) for line in lines] == [(0, 8, 23), (0, 12, 23)]
    lines = made(
        lambda pen: TABLE.draw_rules(pen, RulingOptions(stripe="", row_rule="", head_rule="#000000"))
    )
    assert [line.y for line in lines] == [4]
    assert TABLE.cell(1, 2) == Box(7, 12, 4, 4)


def test_a_table_without_heads_has_no_line_below_them():
    headless = Ruled(Box(0, 0, 20, 12), 0, 0, 5, 3)
    assert made(lambda pen: headless.draw_rules(pen, RulingOptions(head_rule="#000000", row_rule=""))) == []


def test_nothing_is_drawn_unless_it_is_asked_for():
    assert made(lambda pen: TABLE.draw_rules(pen, NOTHING)) == []
    assert made(lambda pen: TABLE.draw_stripes(pen, NOTHING, heads=True)) == []
