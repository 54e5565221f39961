"""A drawing as PDF operators, in the drawing's own mm with y downwards.

The page that places it brings the matrix; so a face is written once, wherever it lies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from deckgen.draw.drawing import IDENTITY, Ink, Item, Path, Segment, Style, Text, Use
from deckgen.draw.fonts import ttfont
from deckgen.draw.geometry import apply
from deckgen.press.numbers import number, numbers

_ADD_INK = "add it to the theme's palette with its CMYK, or use a colour that is there"
_MITER = 10  # the PDF default: how far a sharp corner may reach, in line widths, both sides together
_OPERATORS = {"M": " m", "L": " l", "C": " c", "Z": "h"}


class Resources(Protocol):
    """What a PDF file keeps for all its pages, by the names that operators use."""

    def miss(self, where: str, what: str, remedy: str) -> None:
        """Note what cannot be printed, once; it is reported when all pages are written."""

    def encode(self, path: str, string: str) -> list[tuple[str, str]]:
        """Split a string into runs of (name of a font of the file ``path``, the operator that shows them, kerned)."""

    def symbol(self, name: str, style: Style) -> str:
        """The name of the form that holds a symbol: one a file, whoever places it."""

    def inherits(self, name: str, style: Style) -> bool:
        """Whether a symbol takes a colour from where it is placed."""

    def colour(self, ink: Ink, where: str, *, stroke: bool) -> str:
        """The operator that sets the colour of lines or fills to an ink.

        An ink that is more than the printing condition bears is noted; registration is meant to be all of it.
        """

    def spaces(self) -> str:
        """What the resources of all that paints say of colours, as an entry; empty if nothing."""

    def overprints(self, ink: Ink, size: float | None) -> str | None:
        """The graphics state for an ink, for text of ``size`` mm or for shapes; None if it is always the same."""


def operators(items: Iterable[Item], style: Style, resources: Resources, where: str) -> str:
    """The operators that draw items, in one string whose characters are bytes.

    ``where`` names the drawing in messages. A screen colour without an ink is missed in ``resources``.
    """
    items = tuple(items)
    writer = _Writer(style, resources, where)
    writer.inherits = inherits(items, style, resources)
    for item in items:
        writer.draw(item)
    writer.end_text()
    return "\n".join(writer.lines)


def tagged_operators(
    runs: Iterable[tuple[Item, ...]], first: int, style: Style, resources: Resources, where: str
) -> str:
    """The operators that draw runs of items, each a marked-content sequence; they are numbered from ``first`` on."""
    writer = _Writer(style, resources, where)
    for run, inside in enumerate(runs, first):
        writer.lines.append(f"/P<</MCID {run}>>BDC")
        for item in inside:
            writer.draw(item)
        writer.end_text()
        writer.lines.append("EMC")
    return "\n".join(writer.lines)


def inherits(items: Iterable[Item], style: Style, resources: Resources) -> bool:
    """Whether any of the items takes its colour from the Use that places them."""
    return any(_inherits(item, style, resources) for item in items)


def _inherits(item: Item, style: Style, resources: Resources) -> bool:
    if isinstance(item, Use):
        return item.fill is None and resources.inherits(item.symbol, style)
    return item.fill == "inherit" or (isinstance(item, Path) and item.stroke == "inherit")


@lru_cache(maxsize=1 << 12)  # the cards of a deck have most shapes in common
def outline(segments: tuple[Segment, ...]) -> str:
    """The operators of an outline, which is not painted yet."""
    return "\n".join([numbers(points, 4) + _OPERATORS[kind] for kind, *points in segments])


class _Writer:
    """Tracks the graphics state, so that no operator repeats what is set already."""

    def __init__(self, style: Style, resources: Resources, where: str) -> None:
        self.lines: list[str] = []
        self._style, self._resources, self._where = style, resources, where
        self.inherits = False
        self._known = {"stretch": "100 Tz"}
        self._colours: dict[tuple[str, bool], str] = {}
        self._states: dict[tuple[str, float | None], str | None] = {}
        self._in_text = False
        self._upright = False
        self._pen = (0.0, 0.0)

    def draw(self, item: Item) -> None:
        if not self.inherits or _inherits(item, self._style, self._resources):
            self._draw(item)
            return
        # A colour of its own must not reach the items after it that inherit theirs.
        self.end_text()
        known = dict(self._known)
        self.lines.append("q")
        self._draw(item)
        self.end_text()
        self.lines.append("Q")
        self._known = known

    def _draw(self, item: Item) -> None:
        if isinstance(item, Text):
            self._text(item)
            return
        self.end_text()
        if isinstance(item, Use):
            self._use(item)
        else:
            self._path(item)

    def end_text(self) -> None:
        if self._in_text:
            self.lines.append("ET")
            self._in_text = False

    def _say(self, key: str, operator: str) -> None:
        """Set a state, unless it is set so already."""
        if self._known.get(key) != operator:
            self._known[key] = operator
            self.lines.append(operator)

    def _colour(self, colour: str, *, stroke: bool) -> str:
        known = self._colours.get((colour, stroke))
        if known is None:
            known = self._colours[colour, stroke] = self._ink(colour, stroke=stroke)
        return known

    def _ink(self, colour: str, *, stroke: bool) -> str:
        ink = self._style.inks.get(colour)
        if ink is None:
            self._resources.miss(self._where, f"the colour {colour} has no ink", _ADD_INK)
            return ""
        return self._resources.colour(ink, self._where, stroke=stroke)

    def _overprint(self, colour: str, size: float | None = None) -> None:
        """Set whether a colour prints over its ground. What inherits its colour keeps what its Use has set."""
        key = (colour, size)
        if key not in self._states:
            ink = self._style.inks.get(colour)
            self._states[key] = None if ink is None else self._resources.overprints(ink, size)
        if name := self._states[key]:
            self._say("overprint", f"/{name} gs")

    def _text(self, text: Text) -> None:
        if not self._in_text:
            self.lines.append("BT")
            self._in_text, self._upright = True, False
        if text.fill != "inherit":
            self._overprint(text.fill, text.size)
            self._say("fill", self._colour(text.fill, stroke=False))
        self._say("spacing", f"{number(text.spacing)} Tc")
        self._say("stretch", f"{number(100 * text.stretch)} Tz")
        x, y = round(text.x, 3), round(text.y, 3)
        if text.angle:
            turn = math.radians(text.angle)
            cos, sin = math.cos(turn), math.sin(turn)
            self.lines.append(f"{numbers((cos, sin, sin, -cos), 5)} {numbers((x, y))} Tm")
            self._upright = False
        elif self._upright:
            self.lines.append(f"{number(x - self._pen[0])} {number(self._pen[1] - y)} Td")
        else:
            self.lines.append(f"1 0 0 -1 {number(x)} {number(y)} Tm")
            self._upright = True
        self._pen = (x, y)
        for font, shown in self._resources.encode(self._style.fonts[text.face], text.string):
            self._say("font", f"/{font} {number(text.size)} Tf")
            self.lines.append(shown)

    def _use(self, use: Use) -> None:
        name = self._resources.symbol(use.symbol, self._style)
        self._say("stretch", "100 Tz")  # the symbol's own text begins with it
        matrix = "" if use.matrix == IDENTITY else f"{numbers(use.matrix, 5)} cm "
        if use.fill is not None:
            self._overprint(use.fill)
            self._say("fill", self._colour(use.fill, stroke=False))
            self._say("stroke", self._colour(use.fill, stroke=True))
        self.lines.append(f"q {matrix}/{name} Do Q")

    def _path(self, path: Path) -> None:
        filled, stroked = path.fill is not None, path.stroke is not None
        if not (filled or stroked):
            return
        for colour in (path.fill, path.stroke):  # the stroke's counts where both are painted
            if colour not in {None, "inherit"}:
                self._overprint(colour or "")
        if path.fill not in {None, "inherit"}:
            self._say("fill", self._colour(path.fill or "", stroke=False))
        if stroked:
            self._stroke(path)
        if path.segments:
            self.lines.append(outline(path.segments))
        paint = ("B" if stroked else "f") if filled else "S"
        self.lines.append(paint + ("*" if filled and path.even_odd else ""))

    def _stroke(self, path: Path) -> None:
        if path.stroke != "inherit":
            self._say("stroke", self._colour(path.stroke or "", stroke=True))
        self._say("width", f"{number(path.stroke_width, 4)} w")
        self._say("dash", f"[{numbers(path.dash)}] 0 d")
        self._say("round", "1 J 1 j" if path.round else "0 J 0 j")


def extent_of(items: Iterable[Item], style: Style) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a box that holds all items; of control points, so it may be a bit large."""
    points = [point for item in items for point in _corners(item, style)]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _corners(item: Item, style: Style) -> list[tuple[float, float]]:
    if isinstance(item, Path):
        return _path(item)
    if isinstance(item, Text):
        return _text(item, style)
    left, top, right, bottom = extent_of(style.symbols[item.symbol].items, style)
    return [apply(item.matrix, x, y) for x in (left, right) for y in (top, bottom)]


def _path(path: Path) -> list[tuple[float, float]]:
    reach = 0.0 if path.stroke is None else path.stroke_width * (1 if path.round else _MITER) / 2
    xs = [x for _, *values in path.segments for x in values[::2]]
    ys = [y for _, *values in path.segments for y in values[1::2]]
    return [(min(xs) - reach, min(ys) - reach), (max(xs) + reach, max(ys) + reach)] if xs else []


def _text(text: Text, style: Style) -> list[tuple[float, float]]:
    face = ttfont(style.fonts[text.face]).face
    width = sum(face.getCharWidth(ord(c)) for c in text.string) / 1000 * text.size
    width = (width + text.spacing * len(text.string)) * text.stretch
    turn = math.radians(text.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    em = text.size  # letters may lean and hang out of their advance, by less than an em
    corners = [(x, y) for x in (-em, width + em) for y in (-1.5 * em, em)]
    return [(text.x + cos * x - sin * y, text.y + sin * x + cos * y) for x, y in corners]
