"""A drawing of the theme, alone or with fields, marks, words and a portrait in its slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Annotated, NamedTuple

from deckgen.draw.geometry import Box
from deckgen.draw.table import ALIGN
from deckgen.errors import Fault, Faults, LayoutError, nearest
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, check, put
from deckgen.sheet.blocks.parts import Entry
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.art import PREFIX, Art, ArtSlot
from deckgen.sheet.paper.canvas import Canvas, Count, SheetTheme, square
from deckgen.sources import Spot

_BETWEEN = 0.6  # mm between marks in a row
_TAGS = {"title": "H1", "heading": "H2"}  # what words are for those who only hear the sheet


@record(kw_only=True)
class ArtOptions(opt.BlockOptions):
    """Options of a drawing alone."""

    art: opt.Drawn
    height: opt.Height = 8.0
    place: Annotated[str, opt.Option("Where a drawing stands across.", {"enum": list(ALIGN)})] = "centre"


@record(kw_only=True)
class DrawingOptions(opt.BlockOptions):
    """Options of a drawing with slots; without a height it is as wide as its place."""

    art: opt.Drawn
    height: opt.Height | None = None
    fields: Annotated[
        Mapping[str, str],
        opt.Option("The field that stands in each slot of a drawing, by its full name.", opt.names(opt.TEXT)),
    ] = field(default_factory=dict)
    words: Annotated[
        Mapping[str, str],
        opt.Option("What is printed in slots of a drawing.", opt.names(opt.TEXT), printed=True),
    ] = field(default_factory=dict)
    labels: opt.Labels = True
    shape: opt.Shape = "box"
    shapes: opt.Shapes = field(default_factory=dict)
    start: opt.Start | None = None


def _check(options: DrawingOptions, spot: Spot, spec: SheetSpec, faults: Faults) -> None:
    for slot, name in options.fields.items():
        try:
            spec.find(name)
        except KeyError:
            known = [each for each, _ in spec.fields()]
            spot.at("fields", slot).blame(faults, f'there is no field "{name}"', nearest(name, known))


def art_of(theme: SheetTheme, name: str) -> Art:
    """A drawing of a theme. Raises LayoutError."""
    drawings, base = theme.art.drawings, theme.base
    if name not in drawings:
        remedy = nearest(name, drawings, otherwise=f"draw a symbol {PREFIX}{name} with a viewBox")
        what = f'the theme has no drawing "{name}"'
        raise LayoutError(Fault(str(base.icons or base.file), None, PREFIX + name, what, remedy))
    return drawings[name]


def slot_of(theme: SheetTheme, drawing: str, name: str) -> ArtSlot:
    """A slot of a drawing, or the first of its marks. Raises LayoutError."""
    slots = art_of(theme, drawing).slots
    slot = slots.get(name) or slots.get(f"{name}-1")
    if slot is None:
        what = f'the drawing "{drawing}" has no slot "{name}"'
        remedy = nearest(name, slots, otherwise=f"add a rect {drawing}--{name}")
        raise LayoutError(Fault(str(theme.base.icons), None, PREFIX + drawing, what, remedy))
    return slot


class FilledSlot(NamedTuple):
    """A slot of a drawing with its field; of a track the boxes of its ``marks``, and whether it ``counts`` down from the start."""

    slot: ArtSlot
    entry: Entry
    marks: Sequence[Box]
    shape: str
    counts: bool


def filled_slots(spec: SheetSpec, theme: SheetTheme, options: DrawingOptions) -> Iterator[FilledSlot]:
    """The slots of a drawing that have fields, in its units. Raises LayoutError."""
    art = art_of(theme, options.art)
    for name, field_name in options.fields.items():
        slot, entry = slot_of(theme, options.art, name), Entry(*spec.find(field_name))
        most = entry.column.most if entry.column.type == "track" else 0
        marks = [each.box for each in art.marks(name)[:most]]
        shape = options.shapes.get(entry.key or entry.group.name, options.shape)
        counts = options.start is not None and counts_down(entry.column)
        yield FilledSlot(slot, entry, marks, shape, counts)


def counts_down(column: FieldColumn) -> bool:
    """Whether a track in a drawing with a start counts down from that; one of levels does not."""
    return column.type == "track" and not column.highest


def _lay_out_art(canvas: Canvas, options: ArtOptions, width: float) -> LaidOut:
    art = art_of(canvas.theme, options.art)
    drawn = min(width, options.height * art.width / art.height)

    def draw(box: Box) -> None:
        x = box.x + (box.width - drawn) * ALIGN[options.place]
        canvas.art(art, options.art, Box(x, box.y, drawn, box.height))

    return LaidOut(options.height, draw)


def _lay_out(canvas: Canvas, options: DrawingOptions, width: float) -> LaidOut:
    art = art_of(canvas.theme, options.art)
    height = width * art.height / art.width if options.height is None else options.height

    def draw(box: Box) -> None:
        place = canvas.art(art, options.art, box)
        slots = _Slots(canvas, options, place, place.width / art.width)
        for slot, text in options.words.items():
            slots.print(slot_of(canvas.theme, options.art, slot), text)
        for filled in filled_slots(canvas.spec, canvas.theme, options):
            slots.fill(filled)

    return LaidOut(height, draw)


@record
class _Slots:
    """The slots of one drawing where it is ``place``d on a page."""

    canvas: Canvas
    options: DrawingOptions
    place: Box
    scale: float

    def _box(self, box: Box) -> Box:
        scale = self.scale
        x, y = self.place.x + box.x * scale, self.place.y + box.y * scale
        return Box(x, y, box.width * scale, box.height * scale)

    def _size(self, size: float) -> float:
        """Letters become smaller with the drawing, but not too small; 0 is the usual size."""
        return max(size * self.scale, self.canvas.theme.base.minimum) if size else 0.0

    def print(self, slot: ArtSlot, text: str) -> None:
        """Print words in a slot."""
        align, canvas = 0.5 if slot.align is None else slot.align, self.canvas
        with canvas.tagged("H2" if slot.role == "title" and canvas.titled else _TAGS.get(slot.role, "P")):
            canvas.words(text, self._box(slot.box), slot.role, align, slot.ink, self._size(slot.size))
        canvas.titled |= slot.role == "title"

    def fill(self, filled: FilledSlot) -> None:
        """Put a field in a slot: a portrait, marks or a value."""
        canvas, slot, entry = self.canvas, filled.slot, filled.entry
        column, box = entry.column, self._box(slot.box)
        if column.type == "picture":
            canvas.picture(entry.name, box, entry.said, ellipse=slot.shape == "ellipse")
            return
        usual = 0.5 if column.derived or column.type in ("number", "dice") else 0.0
        align = usual if slot.align is None else slot.align
        self._label(slot, box, entry.label, align)
        if column.type == "track":
            self._marks(filled)
            return
        if slot.label == "left":
            box = Box(box.x + box.width * 0.5, box.y, box.width * 0.5, box.height)
        if column.derived and slot.tint:
            canvas.panel(box, canvas.style.tint, radius=min(canvas.style.radius, 0.8))
        put(canvas, entry, box, self._size(slot.size), align)

    def _label(self, slot: ArtSlot, box: Box, label: str, align: float) -> None:
        if not self.options.labels or slot.label == "none":
            return
        size = self._size(slot.label_size)
        high = max(LABEL, size * 1.25)
        y = {"above": box.y - high, "below": box.bottom, "left": box.cy - high / 2}[slot.label]
        left = slot.label == "left"
        room = Box(box.x, y, box.width * (0.48 if left else 1), high)
        self.canvas.words(label, room, slot.label_role, 0.0 if left else align, size=size)

    def _marks(self, filled: FilledSlot) -> None:
        """The marks of a track, each in a slot of its own or all in one, along its longer side."""
        canvas, entry, shape = self.canvas, filled.entry, filled.shape
        places = [*map(self._box, filled.marks)] or _row(self._box(filled.slot.box), entry.column.most)
        for i, place in enumerate(places, 1):
            check(canvas, entry, i, place, shape)
            if filled.counts:
                start = self.options.start or ""
                canvas.counts.append(Count(entry.name, start, place, i, below=False, run=True, shape=shape))
            elif filled.slot.number:
                canvas.words(str(i), place, "note", 0.5)


def _row(box: Box, count: int) -> list[Box]:
    """Squares in a row along the longer side of a box, as large as they go, in its middle."""
    along, across = max(box.width, box.height), min(box.width, box.height)
    size = min(across, (along - _BETWEEN * (count - 1)) / count)
    pitch = size + _BETWEEN
    first = -(count - 1) / 2 * pitch
    steps = [first + i * pitch for i in range(count)]
    upright = box.height > box.width
    return [square(box.cx + (0 if upright else at), box.cy + (at if upright else 0), size) for at in steps]


KINDS = (
    BlockKind("drawing", DrawingOptions, _lay_out, check=_check),
    BlockKind("art", ArtOptions, _lay_out_art, heading=False),
)
