"""What blocks draw on and with: the theme of a sheet, and a pen with its style that notes where the fields are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Literal

from deckgen.draw import geometry, theme as themes
from deckgen.draw.drawing import Segment, Style, Use
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points, Theme
from deckgen.errors import Faults, LayoutError, nearest
from deckgen.files import shipped
from deckgen.records import record
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.art import PREFIX, Art, ArtFile, load_art
from deckgen.sheet.paper.tags import CELLS, FIELD, PICTURE, TEXTS, Part, TagPlace

SPACE = 2.8
"""Between blocks that stand one below the other, in mm."""
BESIDE = 4.0
"""Between stacks side by side, in mm."""
PAD = 0.7
"""Between the edge of a field and its text, in mm: as much as viewers leave."""

ROLES = {
    "text": ("face", "text_size", "ink"),
    "strong": ("strong", "text_size", "ink"),
    "term": ("strong", "text_size", "accent"),
    "name": ("level_face", "text_size", "accent"),
    "label": ("strong", "label_size", "soft"),
    "note": ("face", "label_size", "soft"),
    "mark": ("level_face", "label_size", "soft"),
    "level": ("level_face", "value_size", "ink"),
    "heading": ("heading_face", "heading_size", "accent"),
    "title": ("title_face", "title_size", "banner_ink"),
}
"""What words are for: the options of a theme that say their face, size and colour."""


@record
class SheetStyle:
    """Colours, faces, sizes and shapes.

    ``corner`` is square, round, cut or notch; ``heading`` bar, rule, centre, plate, tab or spine
    (on end at the left, on the colour ``spine``, a line around its block), with the icon ``heading_mark`` before its words;
    ``frame`` none, line or double; ``ornament`` none, chevrons, diamonds, hatch or stars; ``banner_art`` is an icon
    at the right end of a banner. ``frame_rule`` is the colour of a line around each page, ``frame_gap`` mm inside it
    stands a second one, ``frame_corner`` is an icon in its upper left corner, mirrored into the others, and ``frame_pad``
    the room within. ``rail`` is the colour of the heads of clip tracks,
    whose ``rail_shape`` is plates or ribbon. ``level_face`` is of names and numbers of levels.
    """

    ink: Colour = "ink"
    soft: Colour = "soft"
    accent: Colour = "accent"
    second: Colour = "second"
    tint: Colour = "tint"
    line: Colour = "line"
    paper: Colour = "paper"
    value: Colour = "ink"
    banner: Colour = "accent"
    banner_ink: Colour = "paper"
    heading_ink: Colour = "paper"
    face: FontFace = "regular"
    strong: FontFace = "semibold"
    heading_face: FontFace = "bold"
    level_face: FontFace = "bold"
    title_face: FontFace = "black"
    value_face: FontFace = "semibold"
    title_size: Points = 22.0
    heading_size: Points = 9.0
    label_size: Points = 7.0
    text_size: Points = 8.0
    value_size: Points = 9.5
    corner: Literal["round", "square", "cut", "notch"] = "round"
    heading: Literal["bar", "rule", "centre", "plate", "tab", "spine"] = "bar"
    frame: Literal["none", "line", "double"] = "line"
    ornament: Literal["none", "chevrons", "diamonds", "hatch", "stars"] = "none"
    capitals: bool = True
    radius: Length = 1.0
    gap: Length = 3.0
    heading_height: Length = 5.2
    pitch: Length = 6.0
    rule: Length = 0.2
    edge: Length = 0.35
    heading_mark: Icon = ""
    banner_art: Icon = ""
    frame_rule: Colour = "none"
    frame_width: Length = 0.5
    frame_gap: Length = 0.0
    frame_corner: Icon = ""
    frame_corner_size: Length = 14.0
    frame_pad: Length = 0.0
    spine: Colour = "accent"
    spine_ink: Colour = "paper"
    spine_face: FontFace = "bold"
    rail: Colour = "accent"
    rail_shape: Literal["plates", "ribbon"] = "plates"
    rail_ink: Colour = "paper"
    rail_place: Colour = "tint"


@record
class SheetTheme:
    """A theme of sheets, ready to draw with."""

    base: Theme
    style: SheetStyle
    drawing: Style
    art: ArtFile = field(default_factory=ArtFile)


def load_sheet_theme(spec: SheetSpec, *, small: bool = False) -> SheetTheme:
    """The theme that a sheet names: shipped, or a .yaml file beside sheet.yaml. Raises LayoutError.

    ``small`` cards have the options of its slot ``card`` where they differ from those of ``sheet``.
    """
    faults, spot, game = Faults(), spec.source.spot("theme"), spec.source.path.parent.parent
    known = {path.stem: path for path in sorted((shipped("layouts") / "sheet").glob("*.yaml"))}
    file = known.get(spec.theme)
    if spec.theme.endswith(".yaml"):
        file = spot.file_named(faults, within=game)
        faults.raise_as(LayoutError)
    if file is None or not file.is_file():
        what = f'there is no theme of sheets "{spec.theme}"'
        spot.blame(faults, what, nearest(spec.theme, known, listed=True))
        raise LayoutError(faults)
    return read_sheet_theme(file, small=small, within=game)


def read_sheet_theme(file: Path, *, small: bool = False, within: Path | None = None) -> SheetTheme:
    """The theme in a file; what it names lies in the folder ``within``, or its own. Raises LayoutError with every fault found."""
    faults = Faults()
    theme = themes.load(file, shipped("layouts") / "sheet", within=within)
    own = theme.slots.get("card", {}) if small else {}
    options = {**theme.slots.get("sheet", {}), **own}
    art = load_art(theme)
    where = "slots.card" if own else "slots.sheet"
    style = themes.resolve(SheetStyle, options, theme, art.symbols, faults, where)
    faults.raise_as(LayoutError)
    return SheetTheme(theme, style, theme.style(art.symbols), art)


@record
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


@record
class Count:
    """A mark of a countdown, the ``number``-th above or below zero, counted from the field ``start``; or of one ``run`` past zero.

    ``shape`` is that of its mark.
    """

    name: str
    start: str
    box: Box
    number: int
    below: bool
    run: bool = False
    shape: str = "box"


@record
class PictureSlot:
    """A place for a picture, which is cropped to fill it; ``ellipse``: to its round."""

    name: str
    box: Box
    tip: str
    ellipse: bool = False


class Canvas:
    """One page in the making; what it is ``called`` stands in messages."""

    def __init__(self, spec: SheetSpec, theme: SheetTheme, faults: Faults, called: str = "") -> None:
        self.spec, self.style, self.theme = spec, theme.style, theme
        self.pen = Pen(
            theme.base.fonts,
            theme.base.minimum,
            str(spec.source.path),
            faults,
            icons=theme.drawing.symbols,
        )
        self.pen.card, self.pen.language = called, spec.language
        self.slots: list[Slot] = []
        self.counts: list[Count] = []
        self.pictures: list[PictureSlot] = []
        self.part = Part("Sect")
        self.titled = False  # whether the page has its H1
        self.space, self.gap, self.beside = SPACE, theme.style.gap, BESIDE

    @contextmanager
    def tagged(self, tag: str) -> Iterator[None]:
        """What is drawn inside is one part for readers that see nothing, such as H2, or a P of several lines."""
        outer, self.part = self.part, Part(tag)
        yield
        if self.part.inside or tag in CELLS:
            outer.inside.append(self.part)
        self.part = outer

    def underline(self, box: Box, width: float, colour: str = "", dash: tuple[float, ...] = ()) -> None:
        """A line along the lower edge of a box, by default in the theme's colour of lines."""
        self.pen.rule(box.x, box.bottom, box.right, box.bottom, colour or self.style.line, width, dash)

    def panel(
        self, box: Box, fill: str, stroke: str = "", width: float = 0.0, radius: float | None = None
    ) -> None:
        """A rectangle with the theme's corners."""
        outline = corners(box, self.style.corner, self.style.radius if radius is None else radius)
        self.pen.path(outline, fill, stroke, width or self.style.rule, round=False)

    def icon(self, name: str, box: Box, *, flip: tuple[int, int] = (1, 1)) -> None:
        """A symbol in the middle of a box, as large as the box's longer side; ``flip`` −1 mirrors it across or down."""
        size = max(box.width, box.height)
        matrix = (size * flip[0], 0.0, 0.0, size * flip[1], box.cx, box.cy)
        if self.style.accent and size > 0:
            self.pen.items.append(Use(name, matrix, self.style.accent))

    def art(self, art: Art, name: str, box: Box) -> Box:
        """Draw a drawing of the theme as large as it goes into a box, in its middle; returns where it is."""
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
        colour: str = "",
        size: float = 0,
        *,
        goes_on: bool = False,
    ) -> None:
        """A line of text, centred up and down in its box; its role is one of ROLES.

        ``goes_on``: it is read as one with the text before it.
        """
        face, usual, ink = self._role(role)
        place = len(self.pen.items)
        self.pen.text(text, box, face, size or usual, colour or ink, align)
        self._read(place, goes_on=goes_on)

    def upward(self, text: str, box: Box, face: str, size: float, colour: str) -> None:
        """A line of text on end in the middle of its box."""
        place = len(self.pen.items)
        base = box.cx + self.pen.cap(face) * size / 2
        self.pen.line(text, base, box.cy, face, size, colour, 0.5, upward=True)
        self._read(place)

    def _read(self, place: int, *, goes_on: bool = False) -> None:
        """Texts that are drawn from ``place`` on are read in the part that is open, or as one of their own."""
        texts = range(place, len(self.pen.items))
        if self.part.tag in TEXTS:
            self.part.inside += texts
        elif texts:
            last = self.part.inside[-1] if goes_on else None
            if isinstance(last, Part) and last.tag == "P":
                last.inside += texts
            else:
                self.part.inside.append(Part("P", [*texts]))

    def wrap(self, string: str, width: float, role: str = "text", size: float = 0.0) -> list[str]:
        """Lines of text no wider than ``width``."""
        face, usual, _ = self._role(role)
        return [
            line.string
            for line in wrap(
                [(string, face)], size or usual, width, self.pen.fonts, language=self.pen.language
            )
        ]

    def width(self, string: str, role: str = "text", size: float = 0.0) -> float:
        """How wide a line of text is, in mm."""
        face, usual, _ = self._role(role)
        return self.pen.width(string, face, size or usual)

    def _role(self, role: str) -> tuple[str, float, str]:
        face, size, colour = (getattr(self.style, name) for name in ROLES[role])
        return face, size, colour

    def entry(
        self,
        name: str,
        column: FieldColumn,
        box: Box,
        tip: str,
        size: float = 0,
        align: float = 0,
        *,
        pitch: float = 0,
    ) -> None:
        """A place for one value; lines of a long text are ``pitch`` mm apart."""
        kind = column.type if column.type in ("choice", "long") else "text"
        options = tuple(column.called(option) for option in column.options) if kind == "choice" else ()
        most = column.most if column.type in ("text", "long") else 0
        size = size or self.style.value_size
        self._put(Slot(name, kind, box, tip, size, align, "", options, most, pitch))

    def picture(self, name: str, box: Box, tip: str, *, ellipse: bool = False) -> None:
        """A place for a picture."""
        self.part.inside.append(TagPlace(PICTURE, len(self.pictures)))
        self.pictures.append(PictureSlot(name, box, tip, ellipse))

    def check(self, name: str, box: Box, shape: str, tip: str, fill: str = "") -> None:
        """A mark to tick: its outline now, the tick when it is filled in."""
        style = self.style
        self.pen.path(mark(shape, box), fill or style.paper, style.accent, style.edge * 0.8)
        self._put(Slot(name, "check", box, tip, shape=shape))

    def _put(self, slot: Slot) -> None:
        self.part.inside.append(TagPlace(FIELD, len(self.slots)))
        self.slots.append(slot)


def square(cx: float, cy: float, size: float) -> Box:
    """A square box about a point."""
    return Box(cx - size / 2, cy - size / 2, size, size)


def corners(box: Box, kind: str, size: float) -> tuple[Segment, ...]:
    """A rectangle whose corners are square, round, cut at two opposite ends, or notched."""
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


def mark(shape: str, box: Box) -> tuple[Segment, ...]:
    """The outline of a mark to tick."""
    cx, cy, r = box.cx, box.cy, box.width / 2
    match shape:
        case "circle":
            return geometry.ellipse(cx, cy, r)
        case "diamond":
            return geometry.polygon([cx, cy - r, cx + r, cy, cx, cy + r, cx - r, cy])
        case "shield":
            left, right, y = cx - 0.85 * r, cx + 0.85 * r, cy + 0.1 * r
            upper = geometry.polygon([left, cy - r, right, cy - r, right, y], closed=False)
            one = ("C", right, cy + 0.6 * r, cx + 0.4 * r, cy + 0.85 * r, cx, cy + r)
            return (*upper, one, ("C", cx - 0.4 * r, cy + 0.85 * r, left, cy + 0.6 * r, left, y), ("Z",))
        case "cartridge":
            return _cartridge(box)
        case "star":
            return geometry.polygon([at * 1.12 * r + (cx, cy)[i % 2] for i, at in enumerate(_STAR)])
    return geometry.rectangle(*box, 0.4)


def case(box: Box) -> Box:
    """The part of a cartridge below its bullet, where a number has room."""
    nose = box.height * 0.36
    return Box(box.x, box.y + nose, box.width, box.height * 0.57)


def _cartridge(box: Box) -> tuple[Segment, ...]:
    """A cartridge that stands on its rim and fills a box."""
    x, y, r, b = *box[:2], box.right, box.bottom
    wall, rim, neck = box.width * 0.08, box.height * 0.07, case(box).y
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
