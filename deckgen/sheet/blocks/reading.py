"""Blocks to read: tables of texts, and remarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from deckgen.draw.geometry import Box
from deckgen.errors import Faults
from deckgen.sheet.blocks.base import BlockKind, LaidOut, shares
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.options import NO_ROWS, SHARE, TEXTS, Align, BlockOptions, Option, Rows, Says
from deckgen.sources import Spot

_LINE = 3.35  # a line of text
_GAP = 1.0  # more for each row
_PAD = 0.8  # before the text of a cell


@dataclass(frozen=True, kw_only=True)
class TableOptions(BlockOptions):
    """Options of a table: its columns are alike, if no ``widths`` are given."""

    head: Annotated[
        tuple[str, ...],
        Option("The headings of a table.", TEXTS),
    ] = ()
    widths: Annotated[
        tuple[float, ...] | None,
        Option("How wide the columns of a table are, in shares.", {"type": "array", "items": SHARE}),
    ] = None
    rows: Rows
    align: Align = field(default_factory=dict)


def _check_table(options: TableOptions, spot: Spot, _: SheetSpec, faults: Faults) -> None:
    if not options.rows:
        spot.at("rows").blame(faults, *NO_ROWS)
        return
    count = len(options.head or options.rows[0])
    if options.widths is not None and len(options.widths) != count:
        what = f"there are {len(options.widths)} widths for {count} columns"
        spot.at("widths").blame(faults, what, "give one for each column")
    for row in spot.at("rows").items():
        if len(row.value) != count:
            what = f"the row has {len(row.value)} cells, the table {count} columns"
            row.blame(faults, what, "give one for each column")


def _lay_out_table(canvas: Canvas, options: TableOptions, width: float) -> LaidOut:
    style, head = canvas.style, bool(options.head)
    rows = [options.head, *options.rows] if head else options.rows
    places = shares(list(options.widths or [1.0] * len(rows[0])), width, 1.5)
    aligns = [
        {"centre": 0.5, "right": 1.0}.get(options.align.get(str(i + 1), ""), 0.0) for i in range(len(places))
    ]
    size = style.text_size * 0.96
    wrapped = []
    for number, row in enumerate(rows):
        bold = head and number == 0
        faces = [style.strong if bold or i == 0 else style.face for i in range(len(row))]
        wrapped.append([
            canvas.wrap(text, face, style.label_size if bold else size, part - _PAD)
            for text, face, (_, part) in zip(row, faces, places, strict=True)
        ])  # fmt: skip
    heights = [max(map(len, row)) * _LINE + _GAP for row in wrapped]

    def draw(box: Box) -> None:
        spare = min(1.6, max(0.0, box.height - sum(heights)) / len(rows))
        y = box.y
        for number, (row, natural) in enumerate(zip(wrapped, heights, strict=True)):
            height, bold = natural + spare, head and number == 0
            if not bold and number % 2 == (1 if head else 0):
                ground = Box(box.x, y, box.width, height)
                canvas.panel(ground, style.tint, radius=min(style.radius, 0.5))
            for i, ((x, part), lines, align) in enumerate(zip(places, row, aligns, strict=True)):
                top = y + (height - len(lines) * _LINE) / 2
                for j, line in enumerate(lines):
                    place = Box(box.x + x + _PAD, top + j * _LINE, part - _PAD, _LINE)
                    if bold:
                        canvas.label(line, place, style.accent, align)
                    else:
                        face = style.strong if i == 0 else style.face
                        canvas.words(line, place, face, size, style.ink, align)
            y += height
            if bold:
                canvas.line(box.x, y, box.right, y, 0.3, style.accent)

    return LaidOut(sum(heights), draw)


_REMARK_LINE, _REMARK_GAP = 3.5, 0.9  # a line of a remark, and before a remark


@dataclass(frozen=True, kw_only=True)
class RemarksOptions(BlockOptions):
    """Options of a text."""

    text: Says


class _Line(NamedTuple):
    """A line: its bold start, the room that this takes, the rest, and whether a remark begins with it."""

    term: str
    indent: float
    rest: str
    begins: bool


def _lay_out_text(canvas: Canvas, options: RemarksOptions, width: float) -> LaidOut:
    style = canvas.style
    lines = [line for remark in options.text for line in _remark_lines(canvas, remark, width)]
    begun = sum(line.begins for line in lines)
    natural = _REMARK_LINE * len(lines) + _REMARK_GAP * begun

    def draw(box: Box) -> None:
        spare = max(0.0, box.height - natural)
        gap = _REMARK_GAP + min(1.5, spare / max(1, begun))
        y = box.y
        for number, (term, indent, rest, begins) in enumerate(lines):
            y += gap if begins and number else 0
            if term:
                canvas.words(
                    term, Box(box.x, y, width, _REMARK_LINE), style.strong, style.text_size, style.accent
                )
            if rest:
                canvas.words(rest, Box(box.x + indent, y, width - indent, _REMARK_LINE))
            y += _REMARK_LINE

    return LaidOut(natural, draw)


def _remark_lines(canvas: Canvas, remark: str, width: float) -> list[_Line]:
    """The lines of a remark: the first goes on after its term, the others begin at the left."""
    style = canvas.style
    term, _, rest = remark.partition(" | ") if " | " in remark else ("", "", remark)
    indent = canvas.pen.width(f"{term} ", style.strong, style.text_size) + 0.8 if term else 0.0
    words, first = rest.split(), ""
    while words:
        longer = f"{first} {words[0]}".strip()
        if canvas.pen.width(longer, style.face, style.text_size) > width - indent:
            break
        first = longer
        del words[0]
    others = canvas.wrap(" ".join(words), style.face, style.text_size, width)
    return [_Line(term, indent, first, True), *(_Line("", 0.0, line, False) for line in others if line)]


KINDS = (
    BlockKind("table", TableOptions, _lay_out_table, check=_check_table),
    BlockKind("text", RemarksOptions, _lay_out_text),
)
