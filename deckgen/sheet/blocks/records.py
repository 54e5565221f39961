"""A group as a table with a row for each of its keys: the key's label, then its values."""

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
from deckgen.sheet.model import FieldColumn, full
from deckgen.sheet.options import Align, BlockOptions, Columns, Group, LabelWidth, Notes, Pitch


@dataclass(frozen=True, kw_only=True)
class RecordsOptions(BlockOptions):
    """Options of records: all columns alike, if none are given; ``pitch`` is the theme's, if none is given."""

    of: Group
    columns: Columns = field(default_factory=dict)
    label_width: LabelWidth = 2.0
    notes: Notes = field(default_factory=dict)
    align: Align = field(default_factory=dict)
    pitch: Pitch | None = None


def _lay_out(canvas: Canvas, options: RecordsOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.look
    columns = [column for column, _ in columns_of(options.columns, group)]
    parts = [share for _, share in columns_of(options.columns, group)]
    (_, label_room), *places = shares([options.label_width, *parts], width, 1.0)
    aligns = [alignment(options.align, column) for column in columns]
    head = LABEL + 0.8 if group.columns[0].name else 0.0

    def draw(box: Box) -> None:
        if head:
            for column, align, (x, part) in zip(columns, aligns, places, strict=True):
                canvas.label(column.label, Box(box.x + x, box.y, part, LABEL), align=0.5 if align else 0.0)
        box = box_below(box, head)
        pitch = box.height / len(group.keys)
        for row, (key, label) in enumerate(group.keys.items()):
            line = Box(box.x, box.y + row * pitch, box.width, pitch)
            if row % 2 == 0:
                canvas.panel(line, style.tint, radius=min(style.radius, 0.6))
            room = Box(line.x + 1.2, line.y, label_room - 1.2, pitch)
            _draw_label(canvas, label, options.notes.get(key, ""), room)
            for column, align, (x, part) in zip(columns, aligns, places, strict=True):
                field = Box(box.x + x, line.y + 0.6, part, pitch - 1.2)
                hint = tip(group.label, label, column.label if column.name else "")
                _draw_ground(canvas, column, field)
                cell(canvas, full(group.name, key, column.name), column, field, hint, align)

    return LaidOut(head + (options.pitch or style.pitch) * len(group.keys), draw)


def _draw_label(canvas: Canvas, label: str, remark: str, room: Box) -> None:
    style = canvas.look
    size = style.text_size + 0.15
    canvas.words(label, room, style.strong, size)
    if remark:
        used = canvas.pen.width(label, style.strong, size) + 1.5
        rest = Box(room.x + used, room.y, room.width - used, room.height)
        canvas.words(remark, rest, style.face, style.label_size, style.soft, 1.0)


def _draw_ground(canvas: Canvas, column: FieldColumn, field: Box) -> None:
    """What is behind a value: paper to write on, a line below one that is computed."""
    style, radius = canvas.look, min(canvas.look.radius, 0.8)
    if column.derived:
        canvas.panel(field, radius=radius)
        canvas.line(field.x + 1, field.bottom, field.right - 1, field.bottom, 0.2, style.line)
    else:
        canvas.panel(field, style.paper, style.line, radius=radius)


KIND = BlockKind("records", RecordsOptions, _lay_out, ("keys",))
