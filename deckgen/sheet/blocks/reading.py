"""Blocks to read: tables of texts, and remarks."""

from __future__ import annotations

from dataclasses import field, replace
from math import fsum
from typing import Annotated, NamedTuple, Self

from deckgen.draw.blocks.table import ALIGN
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet.blocks.base import BlockKind, LaidOut, below, beside, check_name, divide_width
from deckgen.sheet.blocks.parts import Row, Table
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.options import SHARE, TEXTS, Align, BlockOptions, Fill, Option, Rows, Texts
from deckgen.sheet.paper.canvas import Canvas
from deckgen.sources import YamlValue

_LINE = 3.35  # a line of text
_GAP = 0.7  # more for each row
_PAD = 0.8  # before the text of a cell


@record(kw_only=True)
class TableOptions(BlockOptions):
    """Options of a table; without ``widths`` all columns are equally wide."""

    head: Annotated[tuple[str, ...], Option("The headings of a table.", TEXTS, printed=True)] = ()
    widths: Annotated[
        tuple[float, ...] | None,
        Option("Widths of a table's columns, in shares.", {"type": "array", "items": SHARE}),
    ] = None
    rows: Rows
    align: Align = field(default_factory=dict)


def _check_table(options: TableOptions, spot: YamlValue, _: SheetSpec, problems: Problems) -> None:
    """Report a number of widths, or of a row's cells, that differs from the number of columns."""
    count = len(options.head or options.rows[0])
    if options.widths is not None and len(options.widths) != count:
        message = f"there are {len(options.widths)} widths for {count} columns"
        spot.at("widths").report(problems, message, "give one for each column")
    for row in spot.at("rows").items():
        if len(row.value) != count:
            message = f"the row has {len(row.value)} cells, the table {count} columns"
            row.report(problems, message, "give one for each column")


def _table(_: SheetSpec, options: TableOptions) -> Table:
    rows = [Row(row[0], row[1:]) for row in options.rows]
    widths = options.widths or [1.0] * len(options.rows[0])
    return Table("reading", rows, [(text, "") for text in options.head], widths, options.align)


def _lay_out_table(canvas: Canvas, options: TableOptions, width: float) -> LaidOut:
    """Return a table of wrapped texts, first column strong, every second row tinted; spare height goes to rows."""
    style, head = canvas.style, bool(options.head)
    rows = [options.head, *options.rows] if head else options.rows
    places = divide_width(list(options.widths or [1.0] * len(rows[0])), width, 1.5)
    aligns = [ALIGN[options.align.get(str(i + 1), "left")] for i in range(len(places))]

    def role(number: int, column: int) -> tuple[str, float]:
        """Return the role of a cell's words, and their size in mm."""
        if head and number == 0:
            return "label", style.label_size
        return "text" if column else "strong", style.text_size * 0.96

    rooms = [part - _PAD for _, part in places]
    rooms[-1] -= _PAD  # to the edge of the row, too
    wrapped = [
        [canvas.wrap(text, rooms[i], *role(number, i)) for i, text in enumerate(row)] for number, row in enumerate(rows)
    ]
    heights = [max(map(len, row)) * _LINE + _GAP for row in wrapped]

    @canvas.tagged("Table")
    def draw(box: Box) -> None:
        spare = min(1.6, max(0.0, box.height - fsum(heights)) / len(rows))
        y = 0.0
        for number, (row, natural) in enumerate(zip(wrapped, heights, strict=True)):
            bold, place = head and number == 0, below(box, y, natural + spare)
            if not bold and number % 2 == (1 if head else 0):
                canvas.panel(place, style.tint, radius=min(style.radius, 0.5))
            with canvas.tagged("TR"):
                draw_row(number, row, place)
            y += place.height
            if bold:
                canvas.underline(place, 0.3, style.accent)

    def draw_row(number: int, row: list[list[str]], place: Box) -> None:
        bold = head and number == 0
        for i, ((x, part), lines, align) in enumerate(zip(places, row, aligns, strict=True)):
            room, (kind, size) = beside(place, x + _PAD, part - _PAD), role(number, i)
            top = (room.height - len(lines) * _LINE) / 2
            with canvas.tagged("TH" if bold else "TD"):
                for j, line in enumerate(lines):
                    words = below(room, top + j * _LINE, _LINE)
                    canvas.words(line, words, kind, align, style.accent if bold else "", size)

    return LaidOut(fsum(heights), draw)


_REMARK_LINE, _REMARK_GAP = 3.5, 0.9  # a line of a remark, and before a remark


@record(kw_only=True)
class RemarksOptions(BlockOptions):
    """Options of a text."""

    text: Texts

    def filled(self, fill: Fill) -> Self | None:
        text = tuple(filter(None, map(fill, self.text)))
        return replace(self, text=text) if text else None


class _Line(NamedTuple):
    """A line: its bold term, the width of the term in mm, the text, and whether it begins a remark."""

    term: str
    indent: float
    text: str
    begins: bool


def _check_text(options: RemarksOptions, spot: YamlValue, spec: SheetSpec, problems: Problems) -> None:
    """Report a remark ``=NAME`` that names no grid among the sheet's cells."""
    text = spot.at("text")
    spots = text.items() if isinstance(text.value, list) else [text]
    for place, remark in zip(spots, options.text, strict=True):
        definition = _split_remark(remark)[1]
        if definition.startswith("="):
            check_name(place, definition[1:], spec.cells, "grid among the cells", problems)


def _lay_out_text(canvas: Canvas, options: RemarksOptions, width: float) -> LaidOut:
    """Return remarks, each from a new line, begun by its strong term; spare height widens the gaps between them."""
    remarks = _remarks(canvas.spec, options).rows
    lines = [line for row in remarks for line in _remark_lines(canvas, row.label or "", str(row.cells[0]), width)]
    begun = sum(line.begins for line in lines)
    natural = _REMARK_LINE * len(lines) + _REMARK_GAP * begun

    def draw(box: Box) -> None:
        spare = max(0.0, box.height - natural)
        gap = _REMARK_GAP + min(1.5, spare / max(1, begun))
        y = 0.0
        for number, (term, indent, text, begins) in enumerate(lines):
            y += gap if begins and number else 0
            place = below(box, y, _REMARK_LINE)
            if term:
                canvas.words(term, beside(place, 0, width), "term")
            if text:
                room = beside(place, indent, width - indent)
                canvas.words(text, room, continues=bool(term) or not begins)
            y += _REMARK_LINE

    return LaidOut(natural, draw)


def _split_remark(remark: str) -> tuple[str, str]:
    """Return a remark's term ("" without one) and its text."""
    term, bar, text = remark.partition(" | ")
    return (term, text) if bar else ("", remark)


def _remarks(spec: SheetSpec, options: RemarksOptions) -> Table:
    """Return the remarks as a table, with the rules of the grids that they name."""
    split_remarks = map(_split_remark, options.text)
    rows = [Row(term, [spec.cells[text[1:]].rule if text.startswith("=") else text]) for term, text in split_remarks]
    return Table("remarks", rows)


def _remark_lines(canvas: Canvas, term: str, text: str, width: float) -> list[_Line]:
    """Return the lines of a remark: the first continues after its term, the others begin at the left."""
    indent = canvas.width(f"{term} ", "strong") + 0.8 if term else 0.0
    words, first = text.split(), ""
    while words:
        longer = f"{first} {words[0]}".strip()
        if canvas.width(longer) > width - indent:
            break
        first = longer
        del words[0]
    more_lines = canvas.wrap(" ".join(words), width)
    return [_Line(term, indent, first, True), *(_Line("", 0.0, line, False) for line in more_lines if line)]


KINDS = (
    BlockKind("table", TableOptions, _lay_out_table, check=_check_table, part=_table),
    BlockKind("text", RemarksOptions, _lay_out_text, check=_check_text, part=_remarks),
)
