"""A table of target numbers: a key, then a bold square for each column, parted into its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckgen.card.widgets.base import Painter, Widget, remembered
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import TableSection


@dataclass(frozen=True)
class QuadrantsOptions:
    """``key`` is the square with the rows' names, ``head`` the line above each square.

    Rows stand ``abreast`` in a square, read like a page. ``reverse`` puts the last column on top. ``head_fill`` makes one tab of head and square.
    """

    size: Points = 7.0
    face: FontFace = "semibold"
    ink: Colour = "ink"
    fill: Colour = "paper"
    edge: Colour = "accent"
    edge_width: Length = 0.45
    line: Colour = "tint"
    line_width: Length = 0.2
    radius: Length = 0.9
    key_height: Length = 6.5
    key_size: Points = 6.5
    key_face: FontFace = "bold"
    key_ink: Colour = "pale"
    head_height: Length = 3.4
    head_size: Points = 7.0
    head_face: FontFace = "bold"
    head_ink: Colour = "open"
    head_fill: Colour = "none"
    gap: Length = 0.8
    reverse: bool = False
    abreast: int = 2


def build(section: TableSection, box: Box, look: QuadrantsOptions, pen: Pen) -> Painter:
    """Key, heads and squares now, the numbers for each card."""
    key = Box(box.x, box.y, box.width, look.key_height)
    words = section.row_words()
    for name, place in zip(words, _places(key, len(words), look), strict=True):
        pen.text(name, place.inset(0.2), look.key_face, look.key_size, look.key_ink)
    _lines(pen, look, key, len(words), look.key_ink)
    top = key.bottom + look.gap
    pitch = (box.bottom + look.gap - top) / len(section.columns)
    squares: dict[str, list[Box]] = {}
    for i, label in enumerate(reversed(section.columns) if look.reverse else section.columns):
        head = Box(box.x, top + i * pitch, box.width, look.head_height)
        pen.panel(Box(*head[:3], pitch - look.gap), look.radius, look.head_fill)
        pen.text(label, head.inset(0.2), look.head_face, look.head_size, look.head_ink)
        square = Box(box.x, head.bottom, box.width, pitch - look.head_height - look.gap)
        squares[label] = _square(pen, look, square, len(words))
    known: dict[object, tuple[object, ...]] = {}

    def paint(pen: Pen, value: Mapping[str, list[int]]) -> None:
        for label, places in squares.items():
            remembered(pen, known, (label, *value[label]), lambda: _numbers(pen, look, places, value[label]))  # noqa: B023 (called at once)

    return paint


def _numbers(pen: Pen, look: QuadrantsOptions, places: list[Box], numbers: list[int]) -> None:
    for place, number in zip(places, numbers, strict=True):
        pen.text(str(number), place.inset(0.25), look.face, look.size, look.ink)


def _square(pen: Pen, look: QuadrantsOptions, box: Box, count: int) -> list[Box]:
    inner = box.inset(look.edge_width / 2)
    pen.panel(inner, look.radius, look.fill)
    _lines(pen, look, inner, count, look.line)
    pen.panel(inner, look.radius, None, look.edge, look.edge_width)
    return _places(inner, count, look)


def _lines(pen: Pen, look: QuadrantsOptions, box: Box, count: int, colour: str) -> None:
    """The lines between places."""
    rows = -(-count // look.abreast)
    for i in range(1, rows):
        y = box.y + i * box.height / rows
        pen.path(geometry.polygon([box.x, y, box.right, y], closed=False), None, colour, look.line_width)
    for i in range(1, look.abreast):
        x = box.x + i * box.width / look.abreast
        pen.path(geometry.polygon([x, box.y, x, box.bottom], closed=False), None, colour, look.line_width)


def _places(box: Box, count: int, look: QuadrantsOptions) -> list[Box]:
    columns, rows = look.abreast, -(-count // look.abreast)
    width, height = box.width / columns, box.height / rows
    return [
        Box(box.x + i % columns * width, box.y + i // columns * height, width, height) for i in range(count)
    ]


WIDGET = Widget(QuadrantsOptions, (TableSection,), build)
