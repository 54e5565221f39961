"""How far items reach, in their own mm: the box a PDF form must give."""

from __future__ import annotations

import math
from collections.abc import Iterable

from deckgen.draw.drawing import Item, Path, Style, Text
from deckgen.draw.fonts import ttfont
from deckgen.draw.geometry import apply

_MITER = 10  # the PDF default: how far a sharp corner may reach, in line widths, both sides together


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
    points = [point for _, *values in path.segments for point in zip(values[::2], values[1::2], strict=True)]
    return [(x + dx, y + dy) for x, y in points for dx, dy in ((-reach, -reach), (reach, reach))]


def _text(text: Text, style: Style) -> list[tuple[float, float]]:
    face = ttfont(style.fonts[text.face]).face
    width = sum(face.getCharWidth(ord(c)) for c in text.string) / 1000 * text.size
    width += text.spacing * len(text.string)
    turn = math.radians(text.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    em = text.size  # letters may lean and hang out of their advance, by less than an em
    corners = [(x, y) for x in (-em, width + em) for y in (-1.5 * em, em)]
    return [(text.x + cos * x - sin * y, text.y + sin * x + cos * y) for x, y in corners]
