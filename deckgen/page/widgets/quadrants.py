"""A table of target numbers: a key, then a bold square for each column, parted into its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckgen.game.model import Table
from deckgen.page import geometry
from deckgen.page.geometry import Box
from deckgen.page.pen import Pen
from deckgen.page.theme import Colour, FontFace, Length, Points
from deckgen.page.widgets.base import Painter, Widget, remembered


@dataclass(frozen=True)
class Look:
    """``key`` is the square with the rows' names, ``head`` the line above each square.

    ``reverse`` puts the last column on top.
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
    gap: Length = 0.8
    reverse: bool = False


def build(section: Table, box: Box, look: Look, pen: Pen) -> Painter:
    """Key, heads and squares now, the numbers for each card. Squares are two places wide."""
    key = Box(box.x, box.y, box.width, look.key_height)
    for name, place in zip(section.rows, _places(key, len(section.rows)), strict=True):
        pen.text(name, place.inset(0.2), look.key_face, look.key_size, look.key_ink)
    pen.path(
        geometry.polygon([key.x, key.cy, key.right, key.cy], closed=False),
        None,
        look.key_ink,
        look.line_width,
    )
    pen.path(
        geometry.polygon([key.cx, key.y, key.cx, key.bottom], closed=False),
        None,
        look.key_ink,
        look.line_width,
    )
    top = key.bottom + look.gap
    pitch = (box.bottom + look.gap - top) / len(section.columns)
    squares: dict[str, list[Box]] = {}
    for i, label in enumerate(reversed(section.columns) if look.reverse else section.columns):
        head = Box(box.x, top + i * pitch, box.width, look.head_height)
        pen.text(label, head.inset(0.2), look.head_face, look.head_size, look.head_ink)
        square = Box(box.x, head.bottom, box.width, pitch - look.head_height - look.gap)
        squares[label] = _square(pen, look, square, len(section.rows))
    known: dict[object, tuple[object, ...]] = {}

    def paint(pen: Pen, value: Mapping[str, list[int]]) -> None:
        for label, places in squares.items():
            remembered(pen, known, (label, *value[label]), lambda: _numbers(pen, look, places, value[label]))  # noqa: B023 (called at once)

    return paint


def _numbers(pen: Pen, look: Look, places: list[Box], numbers: list[int]) -> None:
    for place, number in zip(places, numbers, strict=True):
        pen.text(str(number), place.inset(0.25), look.face, look.size, look.ink)


def _square(pen: Pen, look: Look, box: Box, count: int) -> list[Box]:
    half = look.edge_width / 2
    inner = box.inset(half)
    pen.panel(inner, look.radius, look.fill)
    rows = (count + 1) // 2
    for i in range(1, rows):
        y = inner.y + i * inner.height / rows
        pen.path(
            geometry.polygon([inner.x, y, inner.right, y], closed=False), None, look.line, look.line_width
        )
    pen.path(
        geometry.polygon([inner.cx, inner.y, inner.cx, inner.bottom], closed=False),
        None,
        look.line,
        look.line_width,
    )
    pen.panel(inner, look.radius, None, look.edge, look.edge_width)
    return _places(inner, count)


def _places(box: Box, count: int) -> list[Box]:
    """Places two abreast, read like a page."""
    rows = (count + 1) // 2
    width, height = box.width / 2, box.height / rows
    return [Box(box.x + i % 2 * width, box.y + i // 2 * height, width, height) for i in range(count)]


WIDGET = Widget(Look, (Table,), build)
