"""A drawing of the theme, alone or with fields, marks, words and a portrait in its slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from deckgen.draw.blocks.table import ALIGN
from deckgen.draw.geometry import Box
from deckgen.errors import Fault, Faults, LayoutError, nearest
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, field_tip, tip
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sheet.paper.art import PREFIX, Art, ArtSlot
from deckgen.sheet.paper.canvas import Canvas, Count, square
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


def _found(canvas: Canvas, name: str) -> Art:
    """A drawing of the theme. Raises LayoutError."""
    drawings = canvas.theme.art.drawings
    if name not in drawings:
        what = f'the theme has no drawing "{name}"'
        file = canvas.theme.base.icons or canvas.theme.base.file
        otherwise = f"draw a symbol {PREFIX}{name} with a viewBox"
        remedy = nearest(name, drawings, otherwise=otherwise)
        raise LayoutError(Fault(str(file), None, canvas.pen.card, what, remedy))
    return drawings[name]


def _lay_out_art(canvas: Canvas, options: ArtOptions, width: float) -> LaidOut:
    art = _found(canvas, options.art)
    drawn = min(width, options.height * art.width / art.height)

    def draw(box: Box) -> None:
        x = box.x + (box.width - drawn) * ALIGN[options.place]
        canvas.art(art, options.art, Box(x, box.y, drawn, box.height))

    return LaidOut(options.height, draw)


def _lay_out(canvas: Canvas, options: DrawingOptions, width: float) -> LaidOut:
    art = _found(canvas, options.art)
    height = width * art.height / art.width if options.height is None else options.height

    def draw(box: Box) -> None:
        place = canvas.art(art, options.art, box)
        scale = place.width / art.width
        slots = _Slots(canvas, options, art, place, scale)
        for slot, text in options.words.items():
            slots.say(slot, text)
        for slot, name in options.fields.items():
            slots.fill(slot, name)

    return LaidOut(height, draw)


@record
class _Slots:
    """The slots of one drawing where it is ``place``d on a page."""

    canvas: Canvas
    options: DrawingOptions
    art: Art
    place: Box
    scale: float

    def _box(self, slot: ArtSlot) -> Box:
        x, y, scale = (
            self.place.x + slot.box.x * self.scale,
            self.place.y + slot.box.y * self.scale,
            self.scale,
        )
        return Box(x, y, slot.box.width * scale, slot.box.height * scale)

    def _size(self, size: float) -> float:
        """Letters become smaller with the drawing, but not too small; 0 is the usual size."""
        return max(size * self.scale, self.canvas.theme.base.minimum) if size else 0.0

    def _slot(self, name: str) -> ArtSlot:
        """A slot by name, or the first of its marks. Raises LayoutError."""
        found = self.art.slots.get(name) or self.art.slots.get(f"{name}-1")
        if found is None:
            what = f'the drawing "{self.options.art}" has no slot "{name}"'
            remedy = nearest(name, self.art.slots, otherwise=f"add a rect {self.options.art}--{name}")
            raise LayoutError(
                Fault(str(self.canvas.theme.base.icons), None, PREFIX + self.options.art, what, remedy)
            )
        return found

    def say(self, name: str, text: str) -> None:
        """Print words in a slot."""
        slot = self._slot(name)
        align, canvas = 0.5 if slot.align is None else slot.align, self.canvas
        with canvas.tagged("H2" if slot.role == "title" and canvas.titled else _TAGS.get(slot.role, "P")):
            canvas.words(text, self._box(slot), slot.role, align, slot.ink, self._size(slot.size))
        canvas.titled |= slot.role == "title"

    def fill(self, name: str, field_name: str) -> None:
        """Put a field in a slot: a portrait, marks or a value."""
        canvas, slot = self.canvas, self._slot(name)
        group, key, column = canvas.spec.find(field_name)
        entry = dict(group.entries()).get(key, "")
        said = tip(group.label, entry if key else "", column.label if column.name else "")
        box = self._box(slot)
        if column.type == "picture":
            canvas.picture(field_name, box, said, ellipse=slot.shape == "ellipse")
            return
        usual = 0.5 if column.derived or column.type in ("number", "dice") else 0.0
        align = usual if slot.align is None else slot.align
        self._label(slot, box, _label(group, key, column, entry), align)
        if column.type == "track":
            self._marks(name, field_name, group, key, said)
            return
        if slot.label == "left":
            box = Box(box.x + box.width * 0.5, box.y, box.width * 0.5, box.height)
        if column.derived and slot.tint:
            canvas.panel(box, canvas.style.tint, radius=min(canvas.style.radius, 0.8))
        canvas.entry(field_name, column, box, field_tip(group, key, column), self._size(slot.size), align)

    def _label(self, slot: ArtSlot, box: Box, label: str, align: float) -> None:
        if not self.options.labels or slot.label == "none":
            return
        size = self._size(slot.label_size)
        high = max(LABEL, size * 1.25)
        y = {"above": box.y - high, "below": box.bottom, "left": box.cy - high / 2}[slot.label]
        left = slot.label == "left"
        room = Box(box.x, y, box.width * (0.48 if left else 1), high)
        self.canvas.words(label, room, slot.label_role, 0.0 if left else align, size=size)

    def _marks(self, name: str, field_name: str, group: FieldGroup, key: str, said: str) -> None:
        """The marks of a track, each in a slot of its own or all in one, along its longer side."""
        canvas, options = self.canvas, self.options
        most = group.columns[0].most
        shape = options.shapes.get(key or group.name, options.shape)
        numbered = self._slot(name).number
        counted = not group.columns[0].highest  # a track of levels counts nothing down
        own = [self._box(slot) for slot in self.art.marks(name)]
        for i, place in enumerate(own[:most] or _row(self._box(self._slot(name)), most), 1):
            canvas.check(full(field_name, str(i)), place, shape, tip(said, str(i)))
            if counted and options.start is not None:
                canvas.counts.append(
                    Count(field_name, options.start, place, i, below=False, run=True, shape=shape)
                )
            elif numbered:
                canvas.words(str(i), place, "note", 0.5)


def _label(group: FieldGroup, key: str, column: FieldColumn, entry: str) -> str:
    """What stands with a value: the column's label if its group has several, else the entry's or the group's."""
    label = column.label if column.name else entry if key else group.label
    return f"{label} ({column.unit})" if column.unit and not column.derived else label


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
