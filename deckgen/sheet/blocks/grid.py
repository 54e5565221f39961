"""A grid to read off at a glance, on cards that are filled in before they are drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import Annotated, Self

from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, beside, box_below, divide_rows, divide_width
from deckgen.sheet.model import PATTERN_CARDS, SheetSpec
from deckgen.sheet.paper.canvas import Canvas
from deckgen.sources import YamlValue

_NUMBERS = {"type": "array", "items": {"type": "integer"}}


@record(kw_only=True)
class FigureGridOptions(opt.BlockOptions):
    """Options of a grid: each row is a label and a text for each column, or one that is filled in for all of ``across``.

    Formulas have the number of a column as ``column``, and as ``row`` each number of ``down``, for which all rows are
    repeated. Rows and columns without any text are left out, and so is a grid whose head has none.
    """

    across: Annotated[tuple[int, ...], opt.Option("The numbers of columns.", _NUMBERS)] = ()
    down: Annotated[tuple[int, ...], opt.Option("The numbers for which rows are repeated.", _NUMBERS)] = (0,)
    head: Annotated[tuple[str, ...], opt.Option("The label and the texts of the head.", opt.TEXTS, printed=True)] = ()
    rows: opt.Rows
    boxes: Annotated[bool, opt.Option("Cells are boxes, tinted for more than a space.", {"type": "boolean"})] = False
    label_width: opt.LabelWidth = 7.0
    size: Annotated[float, opt.Option("The size of letters, in points.", opt.SHARE)] = 9.0
    pitch: Annotated[float, opt.Option("The height of a row, in mm.", {"type": "number", "minimum": 2.5})] = 4.4

    def filled(self, fill: opt.Fill) -> Self | None:
        columns = self.across or range(len(self.rows[0]) - 1)

        def cells(texts: tuple[str, ...], row: int = 0) -> list[str]:
            pairs = zip(columns, texts[1:] if len(texts) > 2 else texts[1:] * len(columns), strict=False)
            return [fill(texts[0], row=row), *(fill(text, row=row, column=column) for column, text in pairs)]

        head = cells(self.head) if self.head else []
        rows = [line for row in self.down for texts in self.rows if any((line := cells(texts, row))[1:])]
        if not rows or (head and not any(head[1:])):
            return None
        used = [not i or any(column) for i, column in enumerate(zip(*rows, strict=True))]
        shown = [tuple(compress(row, used)) for row in (head, *rows)]
        return replace(self, head=shown[0], rows=tuple(shown[1:]))


def _check_grid(options: FigureGridOptions, spot: YamlValue, _: SheetSpec, problems: Problems) -> None:
    """Report a grid that is not on a card that is filled in, and rows that do not fit its columns."""
    if spot.path[0] not in PATTERN_CARDS:
        spot.report(problems, "a grid is for cards that are filled in", f"move it to {' or '.join(PATTERN_CARDS)}")
    columns = len(options.across) or len(options.rows[0]) - 1
    for count in (len(row) - 1 for row in (options.head, *options.rows) if row):
        if count not in (1, columns):
            message = f"there are {count} texts after a label, and {columns} columns"
            spot.report(problems, message, f"write one text, or {columns}")


def _lay_out_grid(canvas: Canvas, options: FigureGridOptions, width: float) -> LaidOut:
    """Return rows of cells below the head, every second tinted; of one row every second cell.

    Labels are at the left, if there are any. Columns without numbers are as wide as their texts need.
    """
    style, head, rows, size = canvas.style, options.head, options.rows, options.size * PT
    left = options.label_width if any(row[0] for row in (head, *rows) if row) else 0.0
    columns = [*zip(head or [""] * len(rows[0]), *rows, strict=True)][1:]
    needs = [
        max(canvas.width(title, "label"), *(canvas.width(text, "level", size) for text in texts))
        for title, *texts in columns
    ]
    shares = [1.0] * len(needs) if options.across else [need + 1.6 for need in needs]
    places = [(0.0, left), *((left + x, part) for x, part in divide_width(shares, width - left))]

    @canvas.tagged("Table")
    def draw(box: Box) -> None:
        lines = divide_rows(box_below(box, LABEL) if head else box, len(rows))
        tinted = [beside(box, x, part) for x, part in places[2::2]] if len(rows) == 1 else lines[::2]
        for place in () if options.boxes else tinted:
            canvas.pen.box(*place, style.below)
        if head:
            draw_row(head, below(box, 0, LABEL), "label")
        for row, line in zip(rows, lines, strict=True):
            draw_row(row, line, "box" if options.boxes else "level")

    @canvas.tagged("TR")
    def draw_row(row: tuple[str, ...], line: Box, role: str) -> None:
        for number, ((x, part), text) in enumerate(zip(places, row, strict=True)):
            place, cell_role = beside(line, x, part).inset(0.2, 0.3), role if number else "label"
            with canvas.tagged("TD" if cell_role == role != "label" else "TH"):
                if cell_role == "box":
                    high = min(place.height, 4.4)
                    box = below(place, (place.height - high) / 2, high).inset(0.1, 0)
                    canvas.panel(box, style.below if text.strip() else style.paper, style.accent, style.edge * 0.7, 0.3)
                elif text:
                    canvas.words(text, place, cell_role, 0.5, size=size if cell_role == "level" else 0.0)

    return LaidOut(options.pitch * len(rows) + (LABEL if head else 0.0), draw)


KINDS = (BlockKind("grid", FigureGridOptions, _lay_out_grid, check=_check_grid),)
