"""A list as a table: headings, and rows to write in."""

from __future__ import annotations

from dataclasses import dataclass, field

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import (
    LABEL,
    BlockKind,
    LaidOut,
    alignment,
    box_below,
    cell,
    columns_of,
    shares,
    tip,
)
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import SheetSpec, full
from deckgen.sheet.options import Align, BlockOptions, Columns, Group, Pitch, RowCount

_HEAD = LABEL + 0.8


@dataclass(frozen=True, kw_only=True)
class ListOptions(BlockOptions):
    """Options of a list: all columns alike, and as many rows as the group has room for, if not said.

    ``pitch`` is the theme's, if none is given; ``first`` is the first row's number, for continuations.
    """

    of: Group
    columns: Columns = field(default_factory=dict)
    rows: RowCount | None = None
    align: Align = field(default_factory=dict)
    pitch: Pitch | None = None
    first: int = 1


def row_count(spec: SheetSpec, options: ListOptions) -> int:
    """How many entries of a list a block has room for."""
    return spec.groups[options.of].rows if options.rows is None else options.rows


def _lay_out(canvas: Canvas, options: ListOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.look
    columns = [column for column, _ in columns_of(options.columns, group)]
    places = shares([share for _, share in columns_of(options.columns, group)], width, 1.2)
    aligns = [alignment(options.align, column) for column in columns]
    count = row_count(canvas.spec, options)

    def draw(box: Box) -> None:
        for column, align, (x, part) in zip(columns, aligns, places, strict=True):
            indent = 0 if align else 0.6
            place = Box(box.x + x + indent, box.y, part - indent, LABEL)
            canvas.label(column.label, place, align=0.5 if align else 0.0)
        box = box_below(box, _HEAD)
        pitch = box.height / count
        canvas.line(box.x, box.y, box.right, box.y, 0.35, style.accent)
        for row in range(count):
            y, number = box.y + row * pitch, options.first + row
            for column, align, (x, part) in zip(columns, aligns, places, strict=True):
                field = Box(box.x + x, y + 0.5, part, pitch - 0.8)
                if column.derived:
                    canvas.panel(field, style.tint, radius=min(style.radius, 0.6))
                canvas.line(field.x, y + pitch, field.right, y + pitch, 0.2, style.line)
                hint = tip(f"{group.label} {number}", column.label)
                cell(canvas, full(group.name, f"{number:02}", column.name), column, field, hint, align)

    return LaidOut(_HEAD + (options.pitch or style.pitch) * count, draw)


KIND = BlockKind("list", ListOptions, _lay_out, ("rows",))
