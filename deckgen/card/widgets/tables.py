"""Tables of figures: grids of dice results, and charts as in a book, with stripes, rules and heads."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.card.widgets.base import Painter, SectionMarks, Widget, draw_cached, keep_leading
from deckgen.card.widgets.cells import CellOptions, cell_looks, cell_marks, draw_cell
from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace, Length, Points
from deckgen.game.model import Cell, GridSection, TableSection
from deckgen.records import record

_HEAD_RULE = 0.3  # mm


@record
class RulingOptions:
    """``stripe`` is below every other column, ``row_rule`` between rows, ``head_rule`` below heads.

    ``pad`` is the least room left and right of figures; they get closer and smaller to keep it. ``leading`` is the
    least pitch of rows, in sizes of the figures: in more rows, or in less room, figures get smaller.
    """

    stripe: Color = "none"
    row_rule: Color = "none"
    row_rule_width: Length = 0.25
    head_rule: Color = "none"
    pad: Length = 0.0
    leading: float = 0.0


@record
class RuledTable:
    """A table in ``box`` whose first column of figures begins at ``left``, its first row at ``top``."""

    box: Box
    left: float
    top: float
    columns: int
    rows: int

    @property
    def width(self) -> float:
        """The width of a column of figures."""
        return (self.box.right - self.left) / self.columns

    @property
    def height(self) -> float:
        """The height of a row of figures."""
        return (self.box.bottom - self.top) / self.rows

    def cell(self, column: int, row: int) -> Box:
        return Box(self.left + column * self.width, self.top + row * self.height, self.width, self.height)

    def draw_stripes(self, pen: Pen, options: RulingOptions, *, heads: bool) -> None:
        """Draw a stripe below every other column, including the ``heads`` or only the rows."""
        above = self.box.y if heads else self.top
        for column in range(1, self.columns, 2):
            x = self.left + column * self.width
            pen.path(rectangle(x, above, self.width, self.box.bottom - above), options.stripe)

    def draw_rules(self, pen: Pen, options: RulingOptions) -> None:
        """Draw the lines between rows, and that below the heads."""
        for row in range(1, self.rows):
            self._rule(pen, self.top + row * self.height, options.row_rule, options.row_rule_width)
        if self.top > self.box.y:
            self._rule(pen, self.top, options.head_rule, _HEAD_RULE)

    def _rule(self, pen: Pen, y: float, ink: str, width: float) -> None:
        pen.rule(self.box.x, y, self.box.right, y, ink, width)


@record
class GridOptions(CellOptions, RulingOptions):
    """``head`` is the band above.

    ``open`` is a cell that goes on, ``failure`` a critical failure, or a 1 that counts towards one. ``die``
    shows the die below a column's label, ``row_die`` the first column's dice at each row; a ``row_width`` or
    ``head_height`` of 0 hides the row numbers or the heads. A ``die_ink`` of none is ``head_ink``.

    ``zebra`` is below every other row. ``gap`` is the space around cells, ``plate`` around plates, like
    ``gap`` if negative.
    """

    head_fill: Color = "tint"
    head_ink: Color = "ink"
    head_size: Points = 8.0
    die_size: Points = 5.5
    die_face: FontFace = "regular"
    die_ink: Color = "none"
    die: bool = True
    row_die: bool = False
    row_size: Points = 6.5
    row_face: FontFace = "bold"
    row_ink: Color = "accent"
    zebra: Color = "zebra"
    head_height: Length = 5.0
    row_width: Length = 2.8
    gap: Length = 0.25
    plate: Length = -1.0


def build_grid(section: GridSection, box: Box, options: GridOptions, pen: Pen) -> Painter:
    """Draw heads, row numbers and lines; return the painter of {column: its cells from row 1 on}."""
    left, top = box.x + options.row_width, box.y + options.head_height
    ruled = RuledTable(box, left, top, len(section.columns), section.rows)
    options = keep_leading(options, ruled.height, "size")
    ruled.draw_stripes(pen, options, heads=not options.head_fill)
    if options.head_height:
        band = Box(left, box.y, box.right - left, options.head_height - options.gap)
        pen.panel(band, options.radius, options.head_fill)
    _draw_rows(pen, options, section, ruled)
    ruled.draw_rules(pen, options)
    for i, column in enumerate(section.columns if options.head_height else ()):
        label = section.printed_label(column.label)
        die = f"d{column.sides}" if options.die else label
        _draw_head(pen, options, label, die, Box(left + i * ruled.width, box.y, ruled.width, options.head_height))
    margin = options.gap if options.plate < 0 else options.plate
    columns = {column.label: i for i, column in enumerate(section.columns)}

    @draw_cached
    def draw(pen: Pen, label: str, row: int, cell: Cell) -> None:
        cell_box = ruled.cell(columns[label], row)
        room = cell_box.inset(max(options.gap, options.pad), options.gap)
        counts = section.counts_to_failure(cell)
        draw_cell(pen, options, cell, room, counts_as_failure=counts, plate=cell_box.inset(margin))

    def paint(pen: Pen, value: Mapping[str, tuple[Cell, ...]]) -> None:
        for label, cells in value.items():
            for row, cell in enumerate(cells):
                draw(pen, label, row, cell)

    return paint


def _draw_rows(pen: Pen, options: GridOptions, section: GridSection, ruled: RuledTable) -> None:
    """Draw the ground of every other row, and row numbers."""
    for row in range(section.rows):
        line = Box(ruled.left, ruled.top + row * ruled.height, ruled.box.right - ruled.left, ruled.height)
        if row % 2 == 1:
            pen.panel(line, options.radius, options.zebra)
        if options.row_width:
            mark = Box(ruled.box.x, line.y, options.row_width - options.gap, line.height)
            name = f"{row + 1}d{section.columns[0].sides}" if options.row_die else str(row + 1)
            pen.text(name, mark, options.row_face, options.row_size, options.row_ink)


def _draw_head(pen: Pen, options: GridOptions, label: str, die: str, box: Box) -> None:
    """Draw the column's label with its die below, or the die alone if it is the label."""
    if label == die:
        pen.text(label, box.inset(options.gap), "bold", options.head_size, options.head_ink)
        return
    split = box.height * 0.56
    upper = Box(box.x, box.y, box.width, split).inset(options.gap, 0)
    lower = Box(box.x, box.y + split, box.width, box.height - split - options.gap).inset(options.gap, 0)
    pen.text(label, upper, "bold", options.head_size, options.head_ink)
    style = options.die_face, options.die_size, options.die_ink or options.head_ink
    pen.text(die, Box(*lower[:3], lower.height - 0.25), *style)


GRID = Widget("grid", GridOptions, build_grid, cell_marks, cell_looks)


@record
class ChartOptions(RulingOptions):
    """``head`` is the line of names above, ``label`` the name of each row at its left.

    ``reverse`` puts the last column first. A ``head_height`` of 0 makes all lines equally high.
    """

    size: Points = 9.0
    face: FontFace = "bold"
    ink: Color = "ink"
    head_size: Points = 8.0
    head_face: FontFace = "semibold"
    head_ink: Color = "ink"
    head_height: Length = 0.0
    label_size: Points = 6.5
    label_face: FontFace = "regular"
    label_ink: Color = "ink"
    label_width: Length = 8.0
    label_align: float = 0.0
    reverse: bool = False


def build_chart(section: TableSection, box: Box, options: ChartOptions, pen: Pen) -> Painter:
    """Draw heads, row names and lines; return the painter of {column: numbers}."""
    order = section.columns[::-1] if options.reverse else section.columns
    labels = list(section.printed_rows())
    head = options.head_height or box.height / (1 + len(labels))
    ruled = RuledTable(box, box.x + options.label_width, box.y + head, len(order), len(labels))
    options = keep_leading(options, ruled.height, "size", "label_size")
    ruled.draw_stripes(pen, options, heads=True)
    for column, name in enumerate(order):
        head_box = ruled.cell(column, 0)._replace(y=box.y, height=head)
        pen.text(section.printed_label(name), head_box, options.head_face, options.head_size, options.head_ink)
    style = options.label_face, options.label_size, options.label_ink, options.label_align
    for row, label in enumerate(labels):
        pen.text(label, ruled.cell(0, row)._replace(x=box.x, width=options.label_width), *style)
    ruled.draw_rules(pen, options)

    @draw_cached
    def draw(pen: Pen, column: int, row: int, number: int) -> None:
        room = ruled.cell(column, row).inset(options.pad, 0)
        pen.text(str(number), room, options.face, options.size, options.ink)

    def paint(pen: Pen, value: Mapping[str, list[int]]) -> None:
        for column, label in enumerate(order):
            for row, number in enumerate(value[label]):
                draw(pen, column, row, number)

    return paint


CHART = Widget("chart", ChartOptions, build_chart, lambda options: SectionMarks(backwards=options.reverse))
