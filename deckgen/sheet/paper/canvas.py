"""The canvas that blocks draw on: a page with its fields and its tags, in the order of filling in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import NamedTuple

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment, Use
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.theme import PREFIX, ROLES, Art, SheetTheme

SPACE = 2.8
"""Gap between blocks below each other, in mm."""
BESIDE = 4.0
"""Gap between stacks side by side, in mm."""
PAD = 0.7
"""Gap between the edge of a field and its text, in mm, as in PDF viewers."""

CELLS = frozenset({"TH", "TD"})
"""Tags of parts that may be empty."""
TEXTS = frozenset({"H1", "H2", "P"}) | CELLS
"""Tags of parts that hold text; others hold parts."""
FIELD = "Form"
"""The tag of a field."""
PICTURE = "Figure"
"""The tag of a character's picture."""


class SlotRef(NamedTuple):
    """A reference to a field or picture of a page, by its index; ``tag`` is FIELD or PICTURE."""

    tag: str
    slot_index: int


@record(frozen=False)
class Part:
    """A tagged part of a page: its PDF tag and its content in reading order, texts as indexes of items."""

    tag: str
    inside: list[Part | SlotRef | int] = field(default_factory=list)


@record
class Slot:
    """A field to fill in: ``kind`` is text, long, choice or check.

    ``size`` and ``pitch`` of lines are mm, ``align`` is 0 to 1. A check of shape ``box`` gets a cross, others fill.
    ``typeface`` and ``ink`` are for its value; "": the theme's. A ``heading`` is one for screen readers where it is printed.
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
    typeface: str = ""
    ink: str = ""
    heading: bool = False


@record
class CountdownMark:
    """A mark of a countdown from the field ``start``: ``number``-th above or ``below`` zero; a ``run`` is unbroken."""

    name: str
    start: str
    box: Box
    number: int
    below: bool
    run: bool = False
    shape: str = "box"


@record
class PictureSlot:
    """A box for a picture, which is cropped to fill it, or the ellipse in it."""

    name: str
    box: Box
    tip: str
    ellipse: bool = False


class Canvas:
    """A page that is being drawn; messages call it ``label``."""

    def __init__(self, spec: SheetSpec, theme: SheetTheme, problems: Problems, label: str = "") -> None:
        self.spec, self.style, self.theme, self.problems = spec, theme.style, theme, problems
        self.pen = Pen(
            theme.base.fonts,
            theme.base.minimum,
            str(spec.source.path),
            problems,
            icons=theme.drawing.symbols,
        )
        self.pen.card, self.pen.language = label, spec.language
        self.slots: list[Slot] = []
        self.counts: list[CountdownMark] = []
        self.pictures: list[PictureSlot] = []
        self.part = Part("Sect")
        self.titled = False  # whether the page has its H1
        self.space, self.gap, self.beside = SPACE, theme.style.gap, BESIDE

    def report(self, message: str, remedy: str) -> None:
        self.spec.source.at("pages").report(self.problems, message, remedy)

    @contextmanager
    def tagged(self, tag: str) -> Iterator[None]:
        """Tag everything drawn inside as one part for screen readers, such as H2, or a P of several lines."""
        outer, self.part = self.part, Part(tag)
        yield
        if self.part.inside or tag in CELLS:
            outer.inside.append(self.part)
        self.part = outer

    def underline(self, box: Box, width: float, color: str = "", dash: tuple[float, ...] = ()) -> None:
        """Draw a line along the lower edge of a box, by default in the theme's color of lines."""
        self.pen.rule(box.x, box.bottom, box.right, box.bottom, color or self.style.line, width, dash)

    def panel(self, box: Box, fill: str, stroke: str = "", width: float = 0.0, radius: float | None = None) -> None:
        outline = panel_outline(box, self.style.corner, self.style.radius if radius is None else radius)
        self.pen.path(outline, fill, stroke, width or self.style.rule, round=False)

    def icon(self, name: str, box: Box, *, flip: tuple[int, int] = (1, 1)) -> None:
        """Draw a symbol centered on a box, as large as its longer side; ``flip``: (across, down), −1 mirrors it."""
        size = max(box.width, box.height)
        matrix = (size * flip[0], 0.0, 0.0, size * flip[1], box.cx, box.cy)
        if self.style.accent and size > 0:
            self.pen.items.append(Use(name, matrix, self.style.accent))

    def art(self, art: Art, name: str, box: Box) -> Box:
        """Draw a drawing of the theme centered and as large as fits in a box; return its box."""
        scale = min(box.width / art.width, box.height / art.height)
        width, height = art.width * scale, art.height * scale
        place = Box(box.cx - width / 2, box.cy - height / 2, width, height)
        self.icon(PREFIX + name, place)
        return place

    def words(
        self,
        text: str,
        box: Box,
        role: str = "text",
        align: float = 0,
        color: str = "",
        size: float = 0,
        *,
        continues: bool = False,
    ) -> None:
        """Draw a line, centered vertically; by default in its role's color and size; ``continues`` the text before."""
        typeface, default_size, ink = self._role_style(role)
        first_item = len(self.pen.items)
        self.pen.text(text, box, typeface, size or default_size, color or ink, align)
        self._tag_texts(first_item, continues=continues)

    def upward(self, text: str, box: Box, typeface: str, size: float, color: str) -> None:
        """Draw a line of text that runs upward, centered in its box; ``size`` of letters in mm."""
        first_item = len(self.pen.items)
        base = box.cx + self.pen.cap(typeface) * size / 2
        self.pen.line(text, base, box.cy, typeface, size, color, 0.5, upward=True)
        self._tag_texts(first_item)

    def _tag_texts(self, first_item: int, *, continues: bool = False) -> None:
        """Add the texts from item ``first_item`` on to the open part, or as a P; ``continues``: to the P before."""
        texts = range(first_item, len(self.pen.items))
        if self.part.tag in TEXTS:
            self.part.inside += texts
        elif texts:
            last = self.part.inside[-1] if continues else None
            if isinstance(last, Part) and last.tag == "P":
                last.inside += texts
            else:
                self.part.inside.append(Part("P", [*texts]))

    def wrap(self, string: str, width: float, role: str = "text", size: float = 0.0) -> list[str]:
        """Return text broken into lines no wider than ``width`` mm; letters are ``size`` mm, 0: as the role has."""
        typeface, default_size, _ = self._role_style(role)
        return [
            line.string
            for line in wrap(
                [(string, typeface)], size or default_size, width, self.pen.fonts, language=self.pen.language
            )
        ]

    def width(self, string: str, role: str = "text", size: float = 0.0) -> float:
        """Return the width of a line of text in mm."""
        typeface, default_size, _ = self._role_style(role)
        return self.pen.width(string, typeface, size or default_size)

    def _role_style(self, role: str) -> tuple[str, float, str]:
        """Return a role's typeface, size in mm and color."""
        typeface, size, color = (getattr(self.style, name) for name in ROLES[role])
        return typeface, size, color

    def field(
        self,
        name: str,
        column: FieldColumn,
        box: Box,
        tip: str,
        size: float = 0,
        align: float = 0,
        *,
        pitch: float = 0,
        role: str = "",
        ink: str = "",
        wraps: bool = False,
    ) -> None:
        """Add a field for one value; ``size`` of letters in mm, 0: the theme's; ``pitch``: of a long text's lines.

        ``role`` is that of words in the same typeface, "": values have their own; so has ``ink``. A title is the heading
        of a page. A text that ``wraps`` has as many lines as fit.
        """
        kind = "long" if wraps else column.type if column.type in ("choice", "long") else "text"
        options = tuple(column.label_of(option) for option in column.options) if kind == "choice" else ()
        most = column.most if column.type in ("text", "long") else 0
        size = size or self.style.value_size
        typeface = self._role_style(role)[0] if role else ""
        self._add_slot(
            Slot(name, kind, box, tip, size, align, "", options, most, pitch, typeface, ink, role == "title")
        )

    def picture(self, name: str, box: Box, tip: str, *, ellipse: bool = False) -> None:
        self.part.inside.append(SlotRef(PICTURE, len(self.pictures)))
        self.pictures.append(PictureSlot(name, box, tip, ellipse))

    def checkbox(self, name: str, box: Box, shape: str, tip: str, fill: str = "") -> None:
        """Draw the outline of a mark, and add the field to tick it."""
        style = self.style
        self.pen.path(mark_outline(shape, box), fill or style.paper, style.accent, style.edge * 0.8)
        self._add_slot(Slot(name, "check", box, tip, shape=shape))

    def _add_slot(self, slot: Slot) -> None:
        self.part.inside.append(SlotRef(FIELD, len(self.slots)))
        self.slots.append(slot)


def square(cx: float, cy: float, size: float) -> Box:
    return Box(cx - size / 2, cy - size / 2, size, size)


def panel_outline(box: Box, kind: str, size: float) -> tuple[Segment, ...]:
    """Return a rectangle, its corners ``size`` mm: square, round, cut at two opposite ones, or notched."""
    x, y, r, b = box.x, box.y, box.right, box.bottom
    if kind == "cut":
        s = min(size, box.width / 2, box.height / 2)
        return geometry.polygon([x, y, r - s, y, r, y + s, r, b, x + s, b, x, b - s])
    if kind == "notch":
        s = min(size, box.width / 3, box.height / 3)
        left, top, right, low = x + s, y + s, r - s, b - s
        upper = [left, y, right, y, right, top, r, top, r, low, right, low]
        return geometry.polygon([*upper, right, b, left, b, left, low, x, low, x, top, left, top])
    return geometry.rectangle(*box, size if kind == "round" else 0)


def mark_outline(shape: str, box: Box) -> tuple[Segment, ...]:
    """Return the outline of a mark: circle, diamond, shield or star as wide as its box, cartridge, or else a box."""
    cx, cy, r = box.cx, box.cy, box.width / 2
    match shape:
        case "circle":
            return geometry.ellipse(cx, cy, r)
        case "diamond":
            return geometry.polygon([cx, cy - r, cx + r, cy, cx, cy + r, cx - r, cy])
        case "shield":
            left, right, y = cx - 0.85 * r, cx + 0.85 * r, cy + 0.1 * r
            upper = geometry.polygon([left, cy - r, right, cy - r, right, y], closed=False)
            right_curve = ("C", right, cy + 0.6 * r, cx + 0.4 * r, cy + 0.85 * r, cx, cy + r)
            return (
                *upper,
                right_curve,
                ("C", cx - 0.4 * r, cy + 0.85 * r, left, cy + 0.6 * r, left, y),
                ("Z",),
            )
        case "cartridge":
            return _cartridge(box)
        case "star":
            return geometry.polygon([at * 1.12 * r + (cx, cy)[i % 2] for i, at in enumerate(_STAR)])
    return geometry.rectangle(*box, 0.4)


def cartridge_body(box: Box) -> Box:
    """Return the part of a cartridge below its bullet, where a number has room."""
    nose = box.height * 0.36
    return Box(box.x, box.y + nose, box.width, box.height * 0.57)


def _cartridge(box: Box) -> tuple[Segment, ...]:
    """Return the outline of a cartridge that fills its box, bullet up, with the line where the bullet begins."""
    x, y, r, b = *box[:2], box.right, box.bottom
    wall, rim, neck = box.width * 0.08, box.height * 0.07, cartridge_body(box).y
    left, right, nose = x + wall, r - wall, neck - y
    side = geometry.polygon([x, b, x, b - rim, left, b - rim, left, neck], closed=False)
    up = ("C", left, y + nose * 0.45, box.cx - box.width * 0.22, y, box.cx, y)
    down = ("C", box.cx + box.width * 0.22, y, right, y + nose * 0.45, right, neck)
    over = ("M", left, neck), ("L", right, neck)  # where the bullet begins
    return (*side, up, down, ("L", right, b - rim), ("L", r, b - rim), ("L", r, b), ("Z",), *over)


_STAR = (
    0.0, -1.0, 0.235, -0.324, 0.951, -0.309, 0.38, 0.124, 0.588, 0.809,
    0.0, 0.4, -0.588, 0.809, -0.38, 0.124, -0.951, -0.309, -0.235, -0.324,
)  # fmt: skip
