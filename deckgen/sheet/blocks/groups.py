"""Groups as tables: records with a row for each key, lists with rows to write in."""

from __future__ import annotations

from dataclasses import dataclass, field

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import (
    LABEL,
    BlockKind,
    LaidOut,
    box_below,
    cell,
    label_column,
    place_columns,
    tip,
)
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.options import ColumnOptions, LabelWidth, Notes, Pitch, RowCount

_HEAD = LABEL + 0.8


@dataclass(frozen=True, kw_only=True)
class RecordsOptions(ColumnOptions):
    """Options of records; ``pitch`` is the theme's, if none is given."""

    label_width: LabelWidth = 2.0
    notes: Notes = field(default_factory=dict)
    pitch: Pitch | None = None


def _lay_out_records(canvas: Canvas, options: RecordsOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.style
    places = place_columns(options, group, width, 1.0, options.label_width)
    head = _HEAD if group.columns[0].name else 0.0

    def draw(box: Box) -> None:
        for placed in places if head else ():
            label_column(canvas, placed, box.x, box.y)
        box = box_below(box, head)
        pitch = box.height / len(group.keys)
        for row, (key, label) in enumerate(group.keys.items()):
            y = box.y + row * pitch
            if row % 2 == 0:
                canvas.panel(Box(box.x, y, width, pitch), style.tint, radius=min(style.radius, 0.6))
            _draw_record_label(
                canvas, label, options.notes.get(key, ""), Box(box.x + 1.2, y, places[0].x - 2.2, pitch)
            )
            for placed in places:
                column = placed.column
                place = Box(box.x + placed.x, y + 0.6, placed.width, pitch - 1.2)
                if column.derived:
                    canvas.line(place.x + 1, place.bottom, place.right - 1, place.bottom, 0.2, style.line)
                else:
                    canvas.panel(place, style.paper, style.line, radius=min(style.radius, 0.8))
                hint = tip(group.label, label, column.label if column.name else "")
                cell(canvas, group, key, placed, place, hint)

    return LaidOut(head + (options.pitch or style.pitch) * len(group.keys), draw)


def _draw_record_label(canvas: Canvas, label: str, remark: str, room: Box) -> None:
    style = canvas.style
    size = style.text_size + 0.15
    canvas.words(label, room, style.strong, size)
    if remark:
        used = canvas.pen.width(label, style.strong, size) + 1.5
        rest = Box(room.x + used, room.y, room.width - used, room.height)
        canvas.words(remark, rest, style.face, style.label_size, style.soft, 1.0)


@dataclass(frozen=True, kw_only=True)
class ListOptions(ColumnOptions):
    """Options of a list: as many ``rows`` as the group has, and the theme's ``pitch``, if not said.

    ``first`` is the number of the first row, for continuations.
    """

    rows: RowCount | None = None
    pitch: Pitch | None = None
    first: int = 1


def row_count(spec: SheetSpec, options: ListOptions) -> int:
    """How many entries of a list a block has room for."""
    return spec.groups[options.of].rows if options.rows is None else options.rows


def _lay_out_list(canvas: Canvas, options: ListOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.style
    places = place_columns(options, group, width, 1.2)
    count = row_count(canvas.spec, options)

    def draw(box: Box) -> None:
        for placed in places:
            label_column(canvas, placed, box.x, box.y, 0.6)
        box = box_below(box, _HEAD)
        pitch = box.height / count
        canvas.line(box.x, box.y, box.right, box.y, 0.35, style.accent)
        for row in range(count):
            y, number = box.y + row * pitch, options.first + row
            for placed in places:
                place = Box(box.x + placed.x, y + 0.5, placed.width, pitch - 0.8)
                if placed.column.derived:
                    canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
                canvas.line(place.x, y + pitch, place.right, y + pitch, 0.2, style.line)
                hint = tip(f"{group.label} {number}", placed.column.label)
                cell(canvas, group, f"{number:02}", placed, place, hint)

    return LaidOut(_HEAD + (options.pitch or style.pitch) * count, draw)


KINDS = (
    BlockKind("records", RecordsOptions, _lay_out_records, ("keys",)),
    BlockKind("list", ListOptions, _lay_out_list, ("rows",)),
)
