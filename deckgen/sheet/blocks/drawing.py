"""A drawing of the theme, alone or with fields, marks, words and a portrait in its slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Annotated, NamedTuple

from deckgen.draw.blocks.table import ALIGN
from deckgen.draw.geometry import Box
from deckgen.errors import LayoutError, Problem, Problems, suggest
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, put_field, put_mark
from deckgen.sheet.blocks.parts import Entry
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.canvas import Canvas, CountdownMark, square
from deckgen.sheet.paper.theme import PREFIX, Art, ArtSlot, SheetTheme
from deckgen.sources import YamlValue

_BETWEEN = 0.6  # mm between marks in a row
_TAGS = {"title": "H1", "heading": "H2"}  # what words are for those who only hear the sheet


@record(kw_only=True)
class ArtOptions(opt.BlockOptions):
    """Options of a drawing alone."""

    art: opt.ArtName
    height: opt.Height = 8.0
    place: Annotated[str, opt.Option("Horizontal position of a drawing.", {"enum": list(ALIGN)})] = "center"


@record(kw_only=True)
class DrawingOptions(opt.BlockOptions):
    """Options of a drawing with slots; without a height it is as wide as its stack."""

    art: opt.ArtName
    height: opt.Height | None = None
    fields: Annotated[
        Mapping[str, str],
        opt.Option("The full name of the field in each slot of a drawing.", opt.mapping_schema(opt.TEXT)),
    ] = field(default_factory=dict)
    words: Annotated[
        Mapping[str, str],
        opt.Option("Texts printed in slots of a drawing.", opt.mapping_schema(opt.TEXT), printed=True),
    ] = field(default_factory=dict)
    labels: opt.Labels = True
    shape: opt.Shape = "box"
    shapes: opt.Shapes = field(default_factory=dict)
    start: opt.Start | None = None


def _check_fields(options: DrawingOptions, spot: YamlValue, spec: SheetSpec, problems: Problems) -> None:
    """Report slots whose field the sheet lacks."""
    for slot, name in options.fields.items():
        try:
            spec.find_field(name)
        except KeyError:
            field_names = [field_name for field_name, _ in spec.fields()]
            spot.at("fields", slot).report(problems, f'there is no field "{name}"', suggest(name, field_names))


def find_art(theme: SheetTheme, name: str) -> Art:
    """Return a drawing of a theme. Raises LayoutError if it has none of this name."""
    drawings, base = theme.art.drawings, theme.base
    if name not in drawings:
        remedy = suggest(name, drawings, otherwise=f"draw a symbol {PREFIX}{name} with a viewBox")
        message = f'the theme has no drawing "{name}"'
        raise LayoutError(Problem(str(base.icons or base.file), None, PREFIX + name, message, remedy))
    return drawings[name]


def find_slot(theme: SheetTheme, drawing: str, name: str) -> ArtSlot:
    """Return a slot of a drawing, or the first of its marks. Raises LayoutError if it has neither."""
    slots = find_art(theme, drawing).slots
    slot = slots.get(name) or slots.get(f"{name}-1")
    if slot is None:
        message = f'the drawing "{drawing}" has no slot "{name}"'
        remedy = suggest(name, slots, otherwise=f"add a rect {drawing}--{name}")
        raise LayoutError(Problem(str(theme.base.icons), None, PREFIX + drawing, message, remedy))
    return slot


class FilledSlot(NamedTuple):
    """A slot of a drawing, and its field; ``marks``: a track's boxes; ``counts``: it counts down from the start."""

    slot: ArtSlot
    entry: Entry
    marks: Sequence[Box]
    shape: str
    counts: bool


def filled_slots(spec: SheetSpec, theme: SheetTheme, options: DrawingOptions) -> Iterator[FilledSlot]:
    """Yield a drawing's slots that have fields, in units of the drawing. Raises LayoutError for unknown ones."""
    art = find_art(theme, options.art)
    for name, field_name in options.fields.items():
        slot, entry = find_slot(theme, options.art, name), Entry(*spec.find_field(field_name))
        mark_count = entry.column.most if entry.column.type == "track" else 0
        marks = [mark.box for mark in art.marks(name)[:mark_count]]
        shape = options.shapes.get(entry.key or entry.group.name, options.shape)
        counts = options.start is not None and counts_down(entry.column)
        yield FilledSlot(slot, entry, marks, shape, counts)


def counts_down(column: FieldColumn) -> bool:
    """Return whether a track in a drawing with a start counts down from it; tracks of levels do not."""
    return column.type == "track" and not column.highest


def _lay_out_art(canvas: Canvas, options: ArtOptions, width: float) -> LaidOut:
    """Return a drawing ``height`` mm high, or as wide as there is room, at its ``place`` across the width."""
    art = find_art(canvas.theme, options.art)
    drawn_width = min(width, options.height * art.width / art.height)

    def draw(box: Box) -> None:
        x = box.x + (box.width - drawn_width) * ALIGN[options.place]
        canvas.art(art, options.art, Box(x, box.y, drawn_width, box.height))

    return LaidOut(options.height, draw)


def _lay_out(canvas: Canvas, options: DrawingOptions, width: float) -> LaidOut:
    """Return a drawing with its words and fields in its slots, ``height`` mm high, None: as wide as its stack."""
    art = find_art(canvas.theme, options.art)
    height = width * art.height / art.width if options.height is None else options.height

    def draw(box: Box) -> None:
        art_box = canvas.art(art, options.art, box)
        scale, least = art_box.width / art.width, canvas.theme.base.minimum

        def scale_box(inner: Box) -> Box:
            x, y = art_box.x + inner.x * scale, art_box.y + inner.y * scale
            return Box(x, y, inner.width * scale, inner.height * scale)

        def scale_slot(
            slot: ArtSlot,
        ) -> ArtSlot:  # its letters become smaller with the drawing, but not too small
            size, label = (
                max(font_size * scale, least) if font_size else 0.0 for font_size in (slot.size, slot.label_size)
            )
            return replace(slot, box=scale_box(slot.box), size=size, label_size=label)

        for name, text in options.words.items():
            _print_words(canvas, scale_slot(find_slot(canvas.theme, options.art, name)), text)
        for filled in filled_slots(canvas.spec, canvas.theme, options):
            marks = [*map(scale_box, filled.marks)]
            _fill_slot(canvas, options, filled._replace(slot=scale_slot(filled.slot), marks=marks))

    return LaidOut(height, draw)


def _print_words(canvas: Canvas, slot: ArtSlot, text: str) -> None:
    """Print words in a slot, tagged by its role; only the first title of a page is its H1."""
    align = 0.5 if slot.align is None else slot.align
    with canvas.tagged("H2" if slot.role == "title" and canvas.titled else _TAGS.get(slot.role, "P")):
        canvas.words(text, slot.box, slot.role, align, slot.ink, slot.size)
    canvas.titled |= slot.role == "title"


def _fill_slot(canvas: Canvas, options: DrawingOptions, filled: FilledSlot) -> None:
    """Add a field to its slot: a portrait, marks or a value, with its label."""
    slot, entry, box = filled.slot, filled.entry, filled.slot.box
    column, label_at_left = entry.column, slot.label == "left"
    if column.type == "picture":
        canvas.picture(entry.name, box, entry.full_label, ellipse=slot.shape == "ellipse")
        return
    default_align = 0.5 if column.derived or column.type in ("number", "dice") else 0.0
    align = default_align if slot.align is None else slot.align
    if options.labels and slot.label != "none":
        label_height = max(LABEL, slot.label_size * 1.25)
        y = {"above": box.y - label_height, "below": box.bottom, "left": box.cy - label_height / 2}[slot.label]
        label_box = Box(box.x, y, box.width * (0.48 if label_at_left else 1), label_height)
        canvas.words(entry.label, label_box, slot.label_role, 0.0 if label_at_left else align, size=slot.label_size)
    if column.type == "track":
        _draw_marks(canvas, options, filled)
        return
    if label_at_left:
        box = Box(box.x + box.width * 0.5, box.y, box.width * 0.5, box.height)
    if column.derived and slot.tint:
        canvas.panel(box, canvas.style.tint, radius=min(canvas.style.radius, 0.8))
    put_field(canvas, entry, box, slot.size, align, role=slot.face, ink=slot.ink)


def _draw_marks(canvas: Canvas, options: DrawingOptions, filled: FilledSlot) -> None:
    """Add a track's marks, in their slots or a row in its only one, with their number if they show any."""
    entry, shape, start = filled.entry, filled.shape, options.start or ""
    for i, place in enumerate(filled.marks or _mark_row(filled.slot.box, entry.column.most), 1):
        put_mark(canvas, entry, i, place, shape)
        if filled.counts:
            canvas.counts.append(CountdownMark(entry.name, start, place, i, below=False, run=True, shape=shape))
        elif filled.slot.number:
            canvas.words(str(i), place, "note", 0.5)


def _mark_row(box: Box, count: int) -> list[Box]:
    """Return squares in a row along a box's longer side, as large as possible, centered."""
    along, across = max(box.width, box.height), min(box.width, box.height)
    size = min(across, (along - _BETWEEN * (count - 1)) / count)
    pitch = size + _BETWEEN
    first = -(count - 1) / 2 * pitch
    steps = [first + i * pitch for i in range(count)]
    upright = box.height > box.width
    return [square(box.cx + (0 if upright else at), box.cy + (at if upright else 0), size) for at in steps]


KINDS = (
    BlockKind("drawing", DrawingOptions, _lay_out, check=_check_fields),
    BlockKind("art", ArtOptions, _lay_out_art, heading=False),
)
