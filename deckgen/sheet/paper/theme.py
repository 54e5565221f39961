"""The theme of a sheet: its colors, typefaces, sizes and shapes, and its drawings.

A symbol ``art-NAME`` in a theme's icons is a drawing. A rectangle in it with the id ``NAME--SLOT`` is not
drawn: it is a slot. Its attributes ``data-align``, ``data-size`` (points), ``data-label``,
``data-label-role``, ``data-label-size``, ``data-role``, ``data-face``, ``data-ink``, ``data-shape``, ``data-number`` and
``data-tint`` style its content.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

from deckgen.card.svg import parser, shapes
from deckgen.card.svg.compiler import view_box
from deckgen.card.svg.parser import Node
from deckgen.card.template import compile_icons
from deckgen.draw import theme as themes
from deckgen.draw.blocks.table import ALIGN
from deckgen.draw.drawing import Style, Symbol
from deckgen.draw.fonts import PT, Fonts
from deckgen.draw.geometry import Box
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points, Theme, fixed
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.files import shipped_path, shipped_themes
from deckgen.numbers import parse_float
from deckgen.reading import SVG, read_bytes
from deckgen.records import record
from deckgen.sheet.faces import People, load_people
from deckgen.sheet.model import SheetSpec

PREFIX = "art-"
_LARGEST = 1000  # points
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
"""The theme options with the typeface, size and color of each role of words."""
_ATTRIBUTE_VALUES: Mapping[str, Iterable[str]] = {
    "data-align": ALIGN,
    "data-label": ("above", "below", "left", "none"),
    "data-role": ROLES,
    "data-face": ROLES,
    "data-shape": ("rect", "ellipse"),
    "data-label-role": ROLES,
}
"""The allowed values of slots' attributes."""


@record
class SheetStyle:
    """Colors, typefaces, sizes and shapes.

    ``corner`` is square, round, cut or notch; ``heading`` bar, rule, center, plate, tab or spine (at the
    left, on the color ``spine``, ``spine_width`` mm wide, its letters as in other headings unless ``spine_size``, in mm, says
    more, a line around its block at ``spine_pad`` mm), with the icon ``heading_mark`` before its words;
    ``frame``, within a banner, none or double; ``ornament`` none, chevrons, diamonds or hatch; ``banner_art``
    is an icon at the right end of a banner. ``frame_rule`` is the color of a line around each page with a
    second line ``frame_gap`` mm inside it, ``frame_corner`` is an icon in its upper left corner, mirrored
    into the others, and ``frame_pad`` the room within. ``rail`` is the color of the heads of clip tracks,
    whose ``rail_shape`` is plates or ribbon. A small card has the color ``ground``, over its edge, and on it
    below its banner a ``panel``. ``below`` is the color of marks below zero.
    """

    ink: Color = fixed("ink")
    soft: Color = fixed("soft")
    accent: Color = fixed("accent")
    second: Color = fixed("second")
    tint: Color = "tint"
    line: Color = fixed("line")
    paper: Color = fixed("paper")
    banner: Color = "accent"
    banner_ink: Color = "paper"
    heading_ink: Color = "paper"
    face: FontFace = "regular"
    strong: FontFace = "semibold"
    heading_face: FontFace = "bold"
    title_face: FontFace = "black"
    value_face: FontFace = "semibold"
    title_size: Points = 22.0
    heading_size: Points = 9.0
    label_size: Points = 7.0
    text_size: Points = 8.0
    value_size: Points = 9.5
    corner: Literal["round", "square", "cut", "notch"] = "round"
    heading: Literal["bar", "rule", "center", "plate", "tab", "spine"] = "bar"
    frame: Literal["none", "double"] = "none"
    ornament: Literal["none", "chevrons", "diamonds", "hatch"] = "none"
    capitals: bool = True
    radius: Length = 1.0
    gap: Length = 3.0
    heading_height: Length = 5.2
    pitch: Length = 6.0
    ground: Color = "none"
    panel: Color = "none"
    below: Color = "tint"
    level_face: ClassVar[str] = "bold"
    rule: ClassVar[float] = 0.2
    edge: ClassVar[float] = 0.35
    heading_mark: Icon = ""
    banner_art: Icon = ""
    frame_rule: Color = "none"
    frame_width: Length = 0.5
    frame_gap: Length = 0.0
    frame_corner: Icon = ""
    frame_corner_size: Length = 14.0
    frame_pad: Length = 0.0
    spine: Color = "accent"
    spine_ink: Color = "paper"
    spine_face: FontFace = "bold"
    spine_width: Length = 4.6
    spine_pad: Length = 1.2
    spine_size: Length = 0.0
    rail: Color = "accent"
    rail_shape: Literal["plates", "ribbon"] = "plates"
    rail_ink: Color = "paper"
    rail_place: Color = "tint"


@record
class SheetTheme:
    """A sheet's theme: the common one, its style for sheets, the style of drawn items, its drawings, parts of faces."""

    base: Theme
    style: SheetStyle
    drawing: Style
    art: ArtFile
    people: People | None = None


def load_sheet_theme(spec: SheetSpec, *, small: bool = False) -> SheetTheme:
    """Return a sheet's theme, shipped or its game's .yaml; ``small``: its slot ``card`` wins. LayoutError."""
    problems, spot, game = Problems(), spec.source.at("theme"), spec.source.path.parent.parent
    theme_files = shipped_themes("sheet")
    file = theme_files.get(spec.theme)
    if spec.theme.endswith(".yaml"):
        file = spot.resolve_file(problems, within=game)
        problems.raise_as(LayoutError)
    if file is None or not file.is_file():
        message = f'there is no sheet theme "{spec.theme}"'
        spot.report(problems, message, suggest(spec.theme, theme_files, listed=True))
        raise LayoutError(problems)
    return read_sheet_theme(file, small=small, within=game)


def read_sheet_theme(file: Path, *, small: bool = False, within: Path | None = None) -> SheetTheme:
    """Return a file's theme; files it names must be in ``within``, or its folder. LayoutError with every problem."""
    problems = Problems()
    theme = themes.load(file, shipped_path("layouts") / "sheet", within=within)
    card_options = theme.slots.get("card", {}) if small else {}
    options = {**theme.slots.get("sheet", {}), **card_options}
    art = load_art(theme)
    key_path = "slots.card" if card_options else "slots.sheet"
    style = themes.read_options(SheetStyle, options, theme, art.symbols, problems, key_path)
    problems.raise_as(LayoutError)
    return SheetTheme(theme, style, theme.style(art.symbols), art, load_people(theme))


# Drawings


@record
class ArtSlot:
    """A slot of a drawing, in its units.

    ``size`` of letters is mm, 0 for the default; ``align`` None for the default. ``label`` is the position of
    the field's label: above, below, left or none; it has a role and size too. ``role`` is for words, ``face``
    the role in whose typeface a value is set, "": as all; ``ink`` is for both. ``shape`` is the outline of a picture: rect or ellipse. ``number``: marks show their numbers;
    ``tint``: a derived value has a tinted panel.
    """

    box: Box
    align: float | None
    size: float
    label: str
    role: str
    ink: str
    shape: str
    label_role: str
    label_size: float
    number: bool
    tint: bool
    face: str


@record
class Art:
    """A drawing: its size in its own units, and its slots by name."""

    width: float
    height: float
    slots: Mapping[str, ArtSlot]

    def marks(self, slot: str) -> list[ArtSlot]:
        """Return the slots ``slot-1``, ``slot-2`` ... of single marks up to the first that is missing, or []."""
        mark_slots: list[ArtSlot] = []
        while (mark_slot := self.slots.get(f"{slot}-{len(mark_slots) + 1}")) is not None:
            mark_slots.append(mark_slot)
        return mark_slots


@record
class ArtFile:
    """All drawings of a theme: compiled symbols, and drawings for pages by name."""

    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    drawings: Mapping[str, Art] = field(default_factory=dict)


def load_art(theme: Theme) -> ArtFile:
    """Return the drawings in a theme's file of icons, none without it. Raises LayoutError with every problem."""
    if theme.icons is None:
        return ArtFile()
    content = read_bytes(theme.icons, LayoutError, SVG)
    inks = tuple((name, ink.screen) for name, ink in theme.inks.items())
    return _read_art(content, theme.icons, inks, tuple(theme.fonts.files.items()))


@lru_cache(maxsize=4)  # a sheet, its cards and its roster are drawn with one file, on several papers
def _read_art(
    content: bytes, file: Path, inks: tuple[tuple[str, str], ...], fonts: tuple[tuple[str, str], ...]
) -> ArtFile:
    """Return the drawings in an SVG file, which may use these inks and fonts. LayoutError with every problem."""
    root, problems, screens = parser.parse_svg(content, file), Problems(), {screen for _, screen in inks}
    symbols = compile_icons(root, file, Fonts(dict(fonts)), lambda color: color if color in screens else None)

    def report(node: Node, message: str, remedy: str) -> None:
        problems.add(file, node.line, node.id, message, remedy)

    drawings = {}
    for node in root.walk():
        if node.tag == "symbol" and node.id.startswith(PREFIX):
            name, view = node.id.removeprefix(PREFIX), view_box(node)
            if view is None:
                report(node, "the drawing has no viewBox", 'add viewBox="0 0 WIDTH HEIGHT"')
                continue
            slots: dict[str, ArtSlot] = {}
            for inner in node.walk():
                if inner.id.startswith(f"{name}--"):
                    try:
                        slots[inner.id.removeprefix(f"{name}--")] = _read_slot(inner, view, dict(inks))
                    except ValueError as error:
                        report(inner, str(error), "compare it with the slots of shipped sheets")
            drawings[name] = Art(view.width, view.height, slots)
    problems.raise_as(LayoutError)
    return ArtFile(symbols, drawings)


def _read_slot(node: Node, view: Box, inks: Mapping[str, str]) -> ArtSlot:
    """Return the slot that a rectangle describes, its box relative to ``view``; ``inks`` by name. Raises ValueError."""
    attributes = node.attributes
    if node.tag != "rect" or "transform" in attributes:
        raise ValueError("a slot is a rectangle without a transform")
    x, y, width, height = (shapes.parse_length(attributes.get(key, "0")) for key in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        raise ValueError("the slot has no area")
    ink = attributes.get("data-ink", "")
    if ink and ink not in inks:
        raise ValueError(f"the palette has no color {ink!r}")
    for key, choices in _ATTRIBUTE_VALUES.items():
        if key in attributes and attributes[key] not in choices:
            raise ValueError(f"{key} is {attributes[key]!r}, not one of {', '.join(choices)}")
    points = {key: parse_float(attributes.get(key, "0")) for key in ("data-size", "data-label-size")}
    for key, size in points.items():
        if not 0 <= size <= _LARGEST:
            raise ValueError(f"{key} is {size:g}, not a size from 0 to {_LARGEST} points")
    return ArtSlot(
        Box(x - view.x, y - view.y, width, height),
        ALIGN.get(attributes.get("data-align", "")),
        points["data-size"] * PT,
        attributes.get("data-label", "above"),
        attributes.get("data-role", "strong"),
        inks.get(ink, ""),
        attributes.get("data-shape", "rect"),
        attributes.get("data-label-role", "label"),
        points["data-label-size"] * PT,
        attributes.get("data-number") != "none",
        attributes.get("data-tint") != "none",
        attributes.get("data-face", ""),
    )
