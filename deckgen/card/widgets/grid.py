"""A grid of results: columns of dice, rows of pool sizes, open cells and critical failures marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, Widget, remembered
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import Cell, GridSection


@dataclass(frozen=True)
class GridOptions:
    """``head`` is the band above, ``open`` a cell that goes on, ``failure`` a critical failure.

    ``die`` names the die below a column's label, ``row_die`` the first column's dice at each row; a ``row_width`` or ``head_height`` of 0
    leaves the row numbers or the heads out.
    """

    size: Points = 9.0
    face: FontFace = "semibold"
    ink: Colour = "ink"
    head_fill: Colour = "tint"
    head_ink: Colour = "ink"
    head_face: FontFace = "bold"
    head_size: Points = 8.0
    die_size: Points = 5.5
    die: bool = True
    row_die: bool = False
    row_size: Points = 6.5
    row_face: FontFace = "bold"
    row_ink: Colour = "accent"
    zebra: Colour = "zebra"
    open_fill: Colour = "open"
    open_ink: Colour = "ink"
    open_edge: Colour = "ink"
    open_face: FontFace = "bold-italic"
    failure_fill: Colour = "tint"
    failure_ink: Colour = "alarm"
    failure_edge: Colour = "none"
    failure_face: FontFace = "bold"
    failure_size: Points = 7.0
    head_height: Length = 5.0
    row_width: Length = 2.8
    gap: Length = 0.25
    radius: Length = 0.7
    edge: Length = 0.2


def build(section: GridSection, box: Box, look: GridOptions, pen: Pen) -> Painter:
    """Heads, row numbers and stripes now; the cells for each card."""
    width = (box.width - look.row_width) / len(section.columns)
    height = (box.height - look.head_height) / section.rows
    left, top = box.x + look.row_width, box.y + look.head_height
    if look.head_height:
        band = Box(left, box.y, box.right - left, look.head_height - look.gap)
        pen.panel(band, look.radius, look.head_fill)
    for row in range(section.rows):
        line = Box(left, top + row * height, box.right - left, height)
        if row % 2 == 1:
            pen.panel(line, look.radius, look.zebra)
        if look.row_width:
            mark = Box(box.x, line.y, look.row_width - look.gap, height)
            name = f"{row + 1}d{section.columns[0].sides}" if look.row_die else str(row + 1)
            pen.text(name, mark, look.row_face, look.row_size, look.row_ink)
    for i, column in enumerate(section.columns if look.head_height else ()):
        die = f"d{column.sides}" if look.die else column.label
        _head(pen, look, column.label, die, Box(left + i * width, box.y, width, look.head_height))
    boxes = {
        (column.label, row): Box(left + i * width, top + row * height, width, height).inset(look.gap)
        for i, column in enumerate(section.columns)
        for row in range(section.rows)
    }
    known: dict[Any, tuple[Any, ...]] = {}

    def paint(pen: Pen, value: Mapping[str, tuple[Cell, ...]]) -> None:
        for label, cells in value.items():
            for row, cell in enumerate(cells):
                key = (label, row, cell)
                remembered(pen, known, key, lambda: _cell(pen, look, cell, boxes[label, row]))  # noqa: B023 (called at once)

    return paint


def _head(pen: Pen, look: GridOptions, label: str, die: str, box: Box) -> None:
    """The column's label with its die below, or the die alone if that is the label."""
    if label == die:
        pen.text(label, box.inset(look.gap), look.head_face, look.head_size, look.head_ink)
        return
    split = box.height * 0.56
    upper = Box(box.x, box.y, box.width, split).inset(look.gap, 0)
    lower = Box(box.x, box.y + split, box.width, box.height - split - look.gap).inset(look.gap, 0)
    pen.text(label, upper, look.head_face, look.head_size, look.head_ink)
    pen.text(die, Box(*lower[:3], lower.height - 0.25), "regular", look.die_size, look.head_ink)


def _cell(pen: Pen, look: GridOptions, cell: Cell, box: Box) -> None:
    if cell.critical_failure:
        pen.panel(box, look.radius, look.failure_fill, look.failure_edge, look.edge)
        pen.text(
            pen.words.get("critical_failure", "CF"),
            box,
            look.failure_face,
            look.failure_size,
            look.failure_ink,
        )
    elif cell.again:
        pen.panel(box, look.radius, look.open_fill, look.open_edge, look.edge)
        pen.text(str(cell.value), box.inset(look.edge), look.open_face, look.size, look.open_ink)
    else:
        pen.text(str(cell.value), box, look.face, look.size, look.ink)


WIDGET = Widget(GridOptions, (GridSection,), build)
