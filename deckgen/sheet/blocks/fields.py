"""Fields to write in: single ones, ruled lines for texts, groups as records, lists or racks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import cycle
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks import base
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, PlacedColumn, below, beside, box_below
from deckgen.sheet.blocks.parts import Entry, Fields, Row, Table, list_table, single_field
from deckgen.sheet.model import FieldGroup, SheetSpec
from deckgen.sheet.paper.canvas import Canvas
from deckgen.sources import YamlValue

_APART = 2.0  # fields side by side
_TWELFTHS = {"type": "array", "minItems": 1, "items": {**opt.SHARE, "maximum": 12}}
_ACROSS = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 12}, _TWELFTHS]}


@record(kw_only=True)
class FieldsOptions(opt.BlockOptions):
    """Options of a block of fields; ``across`` is repeated if there are more fields than numbers."""

    of: opt.Groups
    across: Annotated[int | tuple[float, ...], opt.Option("Fields side by side; or the twelfths of each.", _ACROSS)] = 1
    pitch: opt.Pitch = 8.6


def _fields(spec: SheetSpec, options: FieldsOptions) -> Fields:
    """Return the fields in lines of 12 twelfths; the widths in ``across`` repeat."""
    across = options.across
    widths = (12 / across,) if isinstance(across, int) else across
    lines: list[list[tuple[Entry, str, float]]] = [[]]
    used = 0.0
    for name, width in zip(options.of, cycle(widths), strict=False):
        if used + width > 12.01:
            lines.append([])
            used = 0.0
        entry = single_field(spec, name)
        lines[-1].append((entry, entry.label, width))
        used += width
    return Fields(lines)


def _lay_out_fields(canvas: Canvas, options: FieldsOptions, width: float) -> LaidOut:
    """Return lines of fields, ``pitch`` mm high each, every field below its label."""
    lines = _fields(canvas.spec, options).lines
    twelfth = (width + _APART) / 12  # so that fields of all lines are aligned

    def draw(box: Box) -> None:
        for row, line in zip(base.divide_rows(box, len(lines)), lines, strict=True):
            used = 0.0
            for entry, label, share in line:
                place = beside(below(row, 0, row.height - 1), used * twelfth, share * twelfth - _APART)
                _draw_field(canvas, entry, label, place)
                used += share

    return LaidOut(options.pitch * len(lines), draw)


def _draw_field(canvas: Canvas, entry: Entry, label: str, place: Box) -> None:
    """Draw a field's label, and below it the field on a line, on a tint if it is derived."""
    style, column, box = canvas.style, entry.column, box_below(place, LABEL)
    if column.derived:
        canvas.panel(box, style.tint)
    canvas.words(label, below(place, 0, LABEL), "label")
    canvas.underline(place, 0.25, style.line if column.derived else style.ink)
    align = 0.5 if column.derived or column.type in ("number", "dice") else 0.0
    base.put_field(canvas, entry, box, align=align)


@record(kw_only=True)
class NotesOptions(opt.BlockOptions):
    """Options of notes; ``pitch`` is the least distance of lines, which fill the height."""

    of: opt.Group
    height: opt.Height = 20.0
    pitch: opt.Pitch = 5.4


def _lay_out_notes(canvas: Canvas, options: NotesOptions, width: float) -> LaidOut:  # noqa: ARG001 (all blocks have the same)
    """Return a long text's field over dotted lines that fill its height, at least ``pitch`` mm apart."""

    def draw(box: Box) -> None:
        lines = base.divide_rows(box, max(1, int(box.height / options.pitch + 0.01)))
        for row in lines:
            # Dotted: a viewer that sets the text again keeps its own distance of lines.
            canvas.underline(row, 0.25, dash=(0.25, 1.0))
        base.put_field(canvas, single_field(canvas.spec, options.of), box, pitch=lines[0].height)

    return LaidOut(options.height, draw)


# Groups: records with a row for each key, lists with rows to write in, racks with a plate for each row

_HEAD = LABEL + 0.8
_FRAMED = 0.9  # between a frame and the text that begins in it, besides what viewers leave


@record(kw_only=True)
class RecordsOptions(opt.ColumnOptions):
    """Options of records; without ``pitch`` the theme's is used."""

    label_width: opt.LabelWidth = 2.0
    notes: opt.Notes = field(default_factory=dict)
    pitch: opt.Pitch | None = None


def _records(spec: SheetSpec, options: RecordsOptions) -> Table:
    """Return a group's table: a row for each key, with its note; no head if it has a single unnamed column."""
    group = spec.groups[options.of]
    columns = [group.column(name) for name in options.columns or [group_column.name for group_column in group.columns]]
    head = [("", ""), *((column.label, "") for column in columns)] if group.columns[0].name else []
    rows = [
        Row(label, [Entry(group, key, column) for column in columns], options.notes.get(key, ""))
        for key, label in group.keys.items()
    ]
    return Table("records", rows, head)


def _lay_out_records(canvas: Canvas, options: RecordsOptions, width: float) -> LaidOut:
    """Return a row for each key of a group, label and note at the left, every second tinted, below the heads."""
    group, style = canvas.spec.groups[options.of], canvas.style
    places = base.place_columns(options, group, width, 1.0, options.label_width)
    table, size = _records(canvas.spec, options), style.text_size + 0.15
    head = _HEAD if table.head else 0.0

    def draw(box: Box) -> None:
        for placed in places if head else ():
            base.draw_column_label(canvas, placed, box)
        lines = base.divide_rows(box_below(box, head), len(group.keys))
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
                base.put_cell(canvas, group, key, placed, place)

    return LaidOut(head + (options.pitch or style.pitch) * len(group.keys), draw)


@record(kw_only=True)
class ListOptions(opt.ColumnOptions):
    """Options of a list; without ``rows`` and ``pitch`` it has the group's rows and the theme's pitch.

    ``first`` is the number of the first row, for continuations.
    """

    rows: opt.RowCount | None = None
    pitch: opt.Pitch | None = None
    first: int = 1


def row_count(spec: SheetSpec, options: ListOptions) -> int:
    """Return how many entries a block has room for."""
    return spec.groups[options.of].rows if options.rows is None else options.rows


def _list(spec: SheetSpec, options: opt.ColumnOptions) -> Table:
    return list_table(spec.groups[options.of], options.columns)


def _lay_out_list(canvas: Canvas, options: ListOptions, width: float) -> LaidOut:
    """Return rows to write in below the labels of columns; keys of fields begin with the number ``first``."""
    group, style = canvas.spec.groups[options.of], canvas.style
    places = base.place_columns(options, group, width, 1.2)
    count = row_count(canvas.spec, options)

    def draw(box: Box) -> None:
        for placed in places:
            base.draw_column_label(canvas, placed, box, 0.6)
        canvas.underline(below(box, 0, _HEAD), 0.35, style.accent)
        for number, row in enumerate(base.divide_rows(box_below(box, _HEAD), count), options.first):
            for placed in places:
                cut = beside(row, placed.x, placed.width)
                place = below(cut, 0.5, row.height - 0.8)
                if placed.column.derived:
                    canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
                canvas.underline(cut, 0.2)
                base.put_cell(canvas, group, f"{number:02}", placed, place)

    return LaidOut(_HEAD + (options.pitch or style.pitch) * count, draw)


_TAB = 4.4  # the number of an entry, at the left of its plate
_PLATES, _PAD = 1.2, 0.8  # between plates, and from a label to its value
_TALLEST = 6.2  # of a field, so that its text stays near its line
_CELLS = 1.4  # between the fields of a line
_LINES = {"type": "array", "minItems": 1, "items": {**opt.mapping_schema(opt.SHARE), "minProperties": 1}}


@record(kw_only=True)
class RackOptions(ListOptions):
    """Options of a rack: each mapping in ``lines`` is a line of a plate, ``pitch`` mm high."""

    lines: Annotated[
        tuple[Mapping[str, float], ...],
        opt.Option("The columns in each line of a plate with their widths in shares.", _LINES),
    ]


def _check_rack(options: RackOptions, spot: YamlValue, spec: SheetSpec, problems: Problems) -> None:
    column_names = [column.name for column in spec.groups[options.of].columns]
    for line in spot.at("lines").items():
        for name in line.value:
            base.check_name(line.at(name), name, column_names, "column", problems)


def _rack(spec: SheetSpec, options: RackOptions) -> Table:
    columns = {name: share for line in options.lines for name, share in line.items()}
    return list_table(spec.groups[options.of], columns, "list cards")


def _lay_out_rack(canvas: Canvas, options: RackOptions, width: float) -> LaidOut:
    """Return a plate for each row of a list, with its number on a tab and ``lines`` of labeled fields."""
    group, style = canvas.spec.groups[options.of], canvas.style
    count, pitch = row_count(canvas.spec, options), options.pitch or style.pitch
    room = width - _TAB - 1.6
    lines = [
        base.place_columns(ListOptions(of=options.of, columns=columns, align=options.align), group, room, _CELLS)
        for columns in options.lines
    ]

    def draw(box: Box) -> None:
        parts = base.stack_boxes(box, [len(lines) * pitch] * count, [1.0] * count, _PLATES)
        for number, plate in enumerate(parts, options.first):
            canvas.panel(plate, style.paper, style.line, style.edge * 0.8)
            tab = beside(plate, 0, _TAB)
            canvas.panel(tab, style.accent)
            canvas.words(str(number), tab, "level", 0.5, style.heading_ink, style.heading_size)
            inside = beside(plate, _TAB + 1.0, room)
            for row, line_columns in zip(base.divide_rows(inside.inset(0, 0.4), len(lines)), lines, strict=True):
                for placed_column in line_columns:
                    _draw_cell(canvas, group, f"{number:02}", placed_column, row)

    return LaidOut((len(lines) * pitch + _PLATES) * count - _PLATES, draw)


def _draw_cell(canvas: Canvas, group: FieldGroup, key: str, placed: PlacedColumn, row: Box) -> None:
    """Draw a column's label in ``row``, and beside it the field over a line."""
    style, cut = canvas.style, beside(row, placed.x, placed.width)
    label = placed.column.label
    wide = canvas.width(label, "label") + _PAD
    canvas.words(label, beside(cut, 0, wide), "label")
    high = min(row.height - 1.0, _TALLEST)
    place = below(beside(cut, wide, cut.width - wide), (row.height - high) / 2, high)
    if placed.column.derived:
        canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
    canvas.underline(place, 0.2, style.line)
    base.put_cell(canvas, group, key, placed._replace(x=0.0, width=place.width), place)


KINDS = (
    BlockKind("fields", FieldsOptions, _lay_out_fields, ("one",), part=_fields),
    BlockKind(
        "notes", NotesOptions, _lay_out_notes, ("one",), "long",
        part=lambda spec, options: Fields([[(single_field(spec, options.of), "", 0)]]),
    ),
    BlockKind("records", RecordsOptions, _lay_out_records, ("keys",), part=_records),
    BlockKind("list", ListOptions, _lay_out_list, ("rows",), part=_list),
    BlockKind("rack", RackOptions, _lay_out_rack, ("rows",), check=_check_rack, part=_rack),
)  # fmt: skip
