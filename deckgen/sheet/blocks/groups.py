"""Groups as tables: records with a row for each key, lists with rows to write in."""

from __future__ import annotations

from dataclasses import dataclass, field

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks import base
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, beside, box_below, cell, label_column
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
    places = base.place_columns(options, group, width, 1.0, options.label_width)
    head = _HEAD if group.columns[0].name else 0.0

    def draw(box: Box) -> None:
        for placed in places if head else ():
            label_column(canvas, placed, box)
        lines = base.rows(box_below(box, head), len(group.keys))
        for number, ((key, label), row) in enumerate(zip(group.keys.items(), lines, strict=True)):
            if number % 2 == 0:
                canvas.panel(row, style.tint, radius=min(style.radius, 0.6))
            _draw_record_label(canvas, label, options.notes.get(key, ""), beside(row, 1.2, places[0].x - 2.2))
            for placed in places:
                place = beside(row, placed.x, placed.width).inset(0, 0.6)
                if placed.column.derived:
                    canvas.underline(place.inset(1, 0), 0.2)
                else:
                    canvas.panel(place, style.paper, style.line, radius=min(style.radius, 0.8))
                cell(canvas, group, key, placed, place)

    return LaidOut(head + (options.pitch or style.pitch) * len(group.keys), draw)


def _draw_record_label(canvas: Canvas, label: str, remark: str, room: Box) -> None:
    size = canvas.style.text_size + 0.15
    canvas.words(label, room, "strong", size=size)
    if remark:
        used = canvas.width(label, "strong", size) + 1.5
        canvas.words(remark, beside(room, used, room.width - used), "note", 1.0)


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
    places = base.place_columns(options, group, width, 1.2)
    count = row_count(canvas.spec, options)

    def draw(box: Box) -> None:
        for placed in places:
            label_column(canvas, placed, box, 0.6)
        canvas.underline(below(box, 0, _HEAD), 0.35, style.accent)
        for number, row in enumerate(base.rows(box_below(box, _HEAD), count), options.first):
            for placed in places:
                cut = beside(row, placed.x, placed.width)
                place = below(cut, 0.5, row.height - 0.8)
                if placed.column.derived:
                    canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
                canvas.underline(cut, 0.2)
                cell(canvas, group, f"{number:02}", placed, place)

    return LaidOut(_HEAD + (options.pitch or style.pitch) * count, draw)


KINDS = (
    BlockKind("records", RecordsOptions, _lay_out_records, ("keys",)),
    BlockKind("list", ListOptions, _lay_out_list, ("rows",)),
)
