"""What blocks draw on: a pen with the sheet's style, which also notes where the fields are."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.errors import Faults
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.style import SheetTheme

SPACE = 2.8
"""Between blocks that stand one below the other, in mm."""
PAD = 0.7
"""Between the edge of a field and its text, in mm: as much as viewers leave."""


@dataclass(frozen=True)
class Slot:
    """A place to fill in: ``kind`` is text, long, choice or check. ``size`` and ``pitch`` (of lines) are mm.

    ``align`` is 0 left, 0.5 middle, 1 right. A check of shape ``box`` gets a cross, others are filled.
    """

    name: str
    kind: str
    box: Box
    tip: str
    size: float = 0.0
    align: float = 0.0
    shape: str = "box"
    options: tuple[str, ...] = ()
    most: int = 0
    pitch: float = 0.0


@dataclass(frozen=True)
class Count:
    """A mark of a countdown, whose number depends on where the character starts."""

    name: str
    start: str
    box: Box
    number: int
    below: bool


class Canvas:
    """One page in the making."""

    def __init__(self, spec: SheetSpec, theme: SheetTheme, faults: Faults) -> None:
        self.spec, self.style, self.theme = spec, theme.style, theme
        self.pen = Pen(theme.base.fonts, theme.base.minimum, str(spec.source.path), faults)
        self.slots: list[Slot] = []
        self.counts: list[Count] = []
        self.space = SPACE

    # Lines and surfaces

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        width: float = 0.0,
        colour: str = "",
        dash: tuple[float, ...] = (),
    ) -> None:
        """A straight line; by default thin and in the theme's colour of lines."""
        self.pen.rule(x1, y1, x2, y2, colour or self.style.line, width or self.style.rule, dash)

    def panel(
        self,
        box: Box,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
        radius: float | None = None,
    ) -> None:
        """A rectangle with the theme's corners."""
        outline = corners(box, self.style.corner, self.style.radius if radius is None else radius)
        self.pen.path(outline, fill, stroke, width or self.style.rule, round=False)

    def path(
        self,
        segments: tuple[Segment, ...],
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
    ) -> None:
        """Any outline."""
        self.pen.path(segments, fill, stroke, width)

    # Words

    def words(
        self, string: str, box: Box, face: str = "", size: float = 0.0, colour: str = "", align: float = 0.0
    ) -> None:
        """A line of text, centred up and down in its box."""
        style = self.style
        self.pen.text(string, box, face or style.face, size or style.text_size, colour or style.ink, align)

    def label(self, string: str, box: Box, colour: str = "", align: float = 0.0, face: str = "") -> None:
        """A small label."""
        self.words(
            string, box, face or self.style.strong, self.style.label_size, colour or self.style.soft, align
        )

    def wrap(self, string: str, face: str, size: float, width: float) -> list[str]:
        """Lines of text no wider than ``width``."""
        return [line.string for line in wrap([(string, face)], size, width, self.pen.fonts)]

    # Fields

    def entry(
        self, name: str, column: FieldColumn, box: Box, tip: str, size: float = 0.0, align: float = 0.0
    ) -> None:
        """A place for one value."""
        kind = column.type if column.type in ("choice", "long") else "text"
        options = tuple(column.called(option) for option in column.options) if kind == "choice" else ()
        most = column.most if column.type in ("text", "long") else 0
        size = size or self.style.value_size
        self.slots.append(Slot(name, kind, box, tip, size, align, "", options, most))

    def long(self, name: str, box: Box, hint: str, most: int, pitch: float) -> None:
        """A place for several lines, ``pitch`` mm apart."""
        self.slots.append(Slot(name, "long", box, hint, self.style.value_size, most=most, pitch=pitch))

    def count(self, name: str, start: str, box: Box, number: int, *, below: bool) -> None:
        """A mark of a countdown: the ``number``-th above or below zero, counted from the field ``start``."""
        self.counts.append(Count(name, start, box, number, below))

    def check(
        self, name: str, cx: float, cy: float, size: float, shape: str, tip: str, fill: str | None = None
    ) -> None:
        """A mark to tick: its outline now, the tick when it is filled in."""
        style = self.style
        box = Box(cx - size / 2, cy - size / 2, size, size)
        self.path(mark(shape, box), fill or style.paper, style.accent, style.edge * 0.8)
        self.slots.append(Slot(name, "check", box, tip, shape=shape))


def corners(box: Box, kind: str, size: float) -> tuple[Segment, ...]:
    """A rectangle whose corners are square, round, cut at two opposite ends, or notched."""
    x, y, r, b = box.x, box.y, box.right, box.bottom
    if kind == "cut":
        s = min(size, box.width / 2, box.height / 2)
        return geometry.polygon([x + s, y, r, y, r, b - s, r - s, b, x, b, x, y + s])
    if kind == "notch":
        s = min(size, box.width / 3, box.height / 3)
        left, top, right, low = x + s, y + s, r - s, b - s
        return geometry.polygon([
            left, y, right, y, right, top, r, top, r, low, right, low,
            right, b, left, b, left, low, x, low, x, top, left, top,
        ])  # fmt: skip
    return geometry.rectangle(*box, size if kind == "round" else 0)


def mark(shape: str, box: Box) -> tuple[Segment, ...]:
    """The outline of a mark to tick."""
    cx, cy, r = box.cx, box.cy, box.width / 2
    match shape:
        case "circle":
            return geometry.ellipse(cx, cy, r)
        case "diamond":
            return geometry.polygon([cx, cy - r, cx + r, cy, cx, cy + r, cx - r, cy])
        case "shield":
            return (
                ("M", cx - 0.85 * r, cy - r), ("L", cx + 0.85 * r, cy - r), ("L", cx + 0.85 * r, cy + 0.1 * r),
                ("C", cx + 0.85 * r, cy + 0.6 * r, cx + 0.4 * r, cy + 0.85 * r, cx, cy + r),
                ("C", cx - 0.4 * r, cy + 0.85 * r, cx - 0.85 * r, cy + 0.6 * r, cx - 0.85 * r, cy + 0.1 * r), ("Z",),
            )  # fmt: skip
        case "star":
            return geometry.polygon([at * 1.12 * r + (cx, cy)[i % 2] for i, at in enumerate(_STAR)])
    return geometry.rectangle(*box, 0.4)


_STAR = (
    0.0, -1.0, 0.235, -0.324, 0.951, -0.309, 0.38, 0.124, 0.588, 0.809,
    0.0, 0.4, -0.588, 0.809, -0.38, 0.124, -0.951, -0.309, -0.235, -0.324,
)  # fmt: skip
