"""A grid of results: columns of dice, rows of pool sizes, open cells and critical failures marked."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.card.widgets.base import Known, Painter, Widget, remembered
from deckgen.card.widgets.cells import CellOptions, cell_looks, cell_marks, draw_cell
from deckgen.card.widgets.ruling import Ruled, RulingOptions
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import Cell, GridSection
from deckgen.records import record


@record
class GridOptions(CellOptions, RulingOptions):
    """``head`` is the band above, ``open`` a cell that goes on, ``failure`` a critical failure, or a 1 that counts towards one.

    ``die`` names the die below a column's label, ``row_die`` the first column's dice at each row; a ``row_width`` or ``head_height`` of 0
    leaves the row numbers or the heads out. A ``die_ink`` of none is ``head_ink``.

    ``zebra`` lies under every other row. ``gap`` is left around cells, ``plate`` around plates, as much as ``gap`` if it is negative.
    """

    head_fill: Colour = "tint"
    head_ink: Colour = "ink"
    head_face: FontFace = "bold"
    head_size: Points = 8.0
    die_size: Points = 5.5
    die_face: FontFace = "regular"
    die_ink: Colour = "none"
    die: bool = True
    row_die: bool = False
    row_size: Points = 6.5
    row_face: FontFace = "bold"
    row_ink: Colour = "accent"
    zebra: Colour = "zebra"
    head_height: Length = 5.0
    row_width: Length = 2.8
    gap: Length = 0.25
    plate: Length = -1.0


def build(section: GridSection, box: Box, options: GridOptions, pen: Pen) -> Painter:
    """Heads, row numbers, stripes and lines now; the cells for each card."""
    left, top = box.x + options.row_width, box.y + options.head_height
    ruled = Ruled(box, left, top, len(section.columns), section.rows)
    ruled.draw_stripes(pen, options, heads=not options.head_fill)
    if options.head_height:
        band = Box(left, box.y, box.right - left, options.head_height - options.gap)
        pen.panel(band, options.radius, options.head_fill)
    _rows(pen, options, section, ruled)
    ruled.draw_rules(pen, options)
    for i, column in enumerate(section.columns if options.head_height else ()):
        label = section.label(column.label)
        die = f"d{column.sides}" if options.die else label
        _head(pen, options, label, die, Box(left + i * ruled.width, box.y, ruled.width, options.head_height))
    margin = options.gap if options.plate < 0 else options.plate
    places: dict[str, list[tuple[Known, Box, Box]]] = {}
    for i, column in enumerate(section.columns):
        wholes = [ruled.cell(i, row) for row in range(section.rows)]
        pad = max(options.gap, options.pad)
        places[column.label] = [({}, each.inset(pad, options.gap), each.inset(margin)) for each in wholes]

    def draw(pen: Pen, cell: Cell, room: Box, plate: Box) -> None:
        draw_cell(pen, options, cell, room, counts=section.towards_failure(cell), plate=plate)

    def paint(pen: Pen, value: Mapping[str, tuple[Cell, ...]]) -> None:
        for label, cells in value.items():
            for cell, (known, room, plate) in zip(cells, places[label], strict=True):
                remembered(pen, known, cell, draw, pen, cell, room, plate)

    return paint


def _rows(pen: Pen, options: GridOptions, section: GridSection, ruled: Ruled) -> None:
    """Every other row on its ground, and the rows' numbers."""
    for row in range(section.rows):
        line = Box(ruled.left, ruled.top + row * ruled.height, ruled.box.right - ruled.left, ruled.height)
        if row % 2 == 1:
            pen.panel(line, options.radius, options.zebra)
        if options.row_width:
            mark = Box(ruled.box.x, line.y, options.row_width - options.gap, line.height)
            name = f"{row + 1}d{section.columns[0].sides}" if options.row_die else str(row + 1)
            pen.text(name, mark, options.row_face, options.row_size, options.row_ink)


def _head(pen: Pen, options: GridOptions, label: str, die: str, box: Box) -> None:
    """The column's label with its die below, or the die alone if that is the label."""
    if label == die:
        pen.text(label, box.inset(options.gap), options.head_face, options.head_size, options.head_ink)
        return
    split = box.height * 0.56
    upper = Box(box.x, box.y, box.width, split).inset(options.gap, 0)
    lower = Box(box.x, box.y + split, box.width, box.height - split - options.gap).inset(options.gap, 0)
    pen.text(label, upper, options.head_face, options.head_size, options.head_ink)
    pen.text(
        die,
        Box(*lower[:3], lower.height - 0.25),
        options.die_face,
        options.die_size,
        options.die_ink or options.head_ink,
    )


WIDGET = Widget("grid", GridOptions, build, cell_marks, cell_looks)
