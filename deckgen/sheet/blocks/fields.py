"""Fields to write in: single ones, lines for a long text, and groups as records or lists."""

from __future__ import annotations

from dataclasses import field
from itertools import cycle
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks import base
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, beside, box_below
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.canvas import Canvas

_APART = 2.0  # fields side by side
_TWELFTHS = {"type": "array", "minItems": 1, "items": {**opt.SHARE, "maximum": 12}}
_ACROSS = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 12}, _TWELFTHS]}


@record(kw_only=True)
class FieldsOptions(opt.BlockOptions):
    """Options of a block of fields; ``across`` begins anew where there are more fields than twelfths."""

    of: opt.Groups
    across: Annotated[
        int | tuple[float, ...], opt.Option("Fields side by side; or the twelfths of each.", _ACROSS)
    ] = 1
    pitch: opt.Pitch = 8.6


def _lay_out_fields(canvas: Canvas, options: FieldsOptions, width: float) -> LaidOut:
    lines = field_lines(options)
    twelfth = (width + _APART) / 12  # so that fields of all lines stand below each other

    def draw(box: Box) -> None:
        for row, line in zip(base.rows(box, len(lines)), lines, strict=True):
            for name, used, share in line:
                _field(
                    canvas,
                    name,
                    beside(below(row, 0, row.height - 1), used * twelfth, share * twelfth - _APART),
                )

    return LaidOut(options.pitch * len(lines), draw)


def field_lines(options: FieldsOptions) -> list[list[tuple[str, float, float]]]:
    """The fields of each line: the name, the twelfths on the left of it, and its own."""
    across = options.across
    widths = (12 / across,) if isinstance(across, int) else across
    lines: list[list[tuple[str, float, float]]] = [[]]
    used = 0.0
    for name, width in zip(options.of, cycle(widths), strict=False):
        if used + width > 12.01:
            lines.append([])
            used = 0.0
        lines[-1].append((name, used, width))
        used += width
    return lines


def _field(canvas: Canvas, name: str, place: Box) -> None:
    group, style = canvas.spec.groups[name], canvas.style
    column, field = group.columns[0], box_below(place, LABEL)
    if column.derived:
        canvas.panel(field, style.tint)
    label = f"{group.label} ({column.unit})" if column.unit and not column.derived else group.label
    canvas.words(label, below(place, 0, LABEL), "label")
    canvas.underline(place, 0.25, style.line if column.derived else style.ink)
    align = 0.5 if column.derived or column.type in ("number", "dice") else 0.0
    canvas.entry(name, column, field, column.tip or group.label, align=align)


@record(kw_only=True)
class NotesOptions(opt.BlockOptions):
    """Options of notes; ``pitch`` is the distance of lines, which grows until they fill the height."""

    of: opt.Group
    height: opt.Height = 20.0
    pitch: opt.Pitch = 5.4


def _lay_out_notes(canvas: Canvas, options: NotesOptions, width: float) -> LaidOut:  # noqa: ARG001 (all blocks have the same)
    def draw(box: Box) -> None:
        group = canvas.spec.groups[options.of]
        lines = base.rows(box, max(1, int(box.height / options.pitch + 0.01)))
        for row in lines:
            # Dotted: a viewer that sets the text anew keeps its own distance of lines.
            canvas.underline(row, 0.25, dash=(0.25, 1.0))
        column = group.columns[0]
        canvas.entry(options.of, column, box, column.tip or group.label, pitch=lines[0].height)

    return LaidOut(options.height, draw)


_HEAD = LABEL + 0.8
_FRAMED = 0.9  # between a frame and the text that begins in it, besides what viewers leave


# Groups: records with a row for each key, lists with rows to write in


@record(kw_only=True)
class RecordsOptions(opt.ColumnOptions):
    """Options of records; ``pitch`` is the theme's, if none is given."""

    label_width: opt.LabelWidth = 2.0
    notes: opt.Notes = field(default_factory=dict)
    pitch: opt.Pitch | None = None


def _lay_out_records(canvas: Canvas, options: RecordsOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.style
    places = base.place_columns(options, group, width, 1.0, options.label_width)
    head, size = _HEAD if group.columns[0].name else 0.0, style.text_size + 0.15

    def draw(box: Box) -> None:
        for placed in places if head else ():
            base.label_column(canvas, placed, box)
        lines = base.rows(box_below(box, head), len(group.keys))
        for number, ((key, label), row) in enumerate(zip(group.keys.items(), lines, strict=True)):
            if number % 2 == 0:
                canvas.panel(row, style.tint, radius=min(style.radius, 0.6))
            room = beside(row, 1.2, places[0].x - 2.2)
            canvas.words(label, room, "strong", size=size)
            if remark := options.notes.get(key, ""):
                used = canvas.width(label, "strong", size) + 1.5
                canvas.words(remark, beside(room, used, room.width - used), "note", 1.0)
            for placed in places:
                place = beside(row, placed.x, placed.width).inset(0, 0.6)
                if placed.column.derived:
                    canvas.underline(place.inset(1, 0), 0.2)
                else:
                    canvas.panel(place, style.paper, style.line, radius=min(style.radius, 0.8))
                    place = place.inset(0 if placed.align else _FRAMED, 0)
                base.cell(canvas, group, key, placed, place)

    return LaidOut(head + (options.pitch or style.pitch) * len(group.keys), draw)


@record(kw_only=True)
class ListOptions(opt.ColumnOptions):
    """Options of a list: as many ``rows`` as the group has, and the theme's ``pitch``, if not said.

    ``first`` is the number of the first row, for continuations.
    """

    rows: opt.RowCount | None = None
    pitch: opt.Pitch | None = None
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
            base.label_column(canvas, placed, box, 0.6)
        canvas.underline(below(box, 0, _HEAD), 0.35, style.accent)
        for number, row in enumerate(base.rows(box_below(box, _HEAD), count), options.first):
            for placed in places:
                cut = beside(row, placed.x, placed.width)
                place = below(cut, 0.5, row.height - 0.8)
                if placed.column.derived:
                    canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
                canvas.underline(cut, 0.2)
                base.cell(canvas, group, f"{number:02}", placed, place)

    return LaidOut(_HEAD + (options.pitch or style.pitch) * count, draw)


KINDS = (
    BlockKind("fields", FieldsOptions, _lay_out_fields, ("one",)),
    BlockKind("notes", NotesOptions, _lay_out_notes, ("one",), "long"),
    BlockKind("records", RecordsOptions, _lay_out_records, ("keys",)),
    BlockKind("list", ListOptions, _lay_out_list, ("rows",)),
)
