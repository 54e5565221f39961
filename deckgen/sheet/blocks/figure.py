"""The body figure: six places, each with its own fields beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box
from deckgen.errors import Faults
from deckgen.sheet.blocks import base
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, beside, cell, label_column, name_known
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.options import TEXTS, ColumnOptions, Height, Notes, Option, names
from deckgen.sources import Spot

WIDTH, HEIGHT = 78.0, 172.0
"""The figure's own units."""

_HALF: dict[str, tuple[float, ...]] = {
    # x, y of the first point and of triples of control points, right half of the picture, from the middle line
    "arm": (
        20.5, 36.5, 27, 37.5, 31, 42, 32, 52, 33, 62, 33.5, 70, 35, 80, 36.4, 88, 38, 95, 38, 101,
        38, 105, 35.4, 107.5, 33, 106, 30.4, 104, 30.2, 100, 29.6, 96, 28, 88, 26, 80, 24.6, 70,
        23.2, 60, 22, 52, 20.5, 46, 19.6, 42, 18.6, 38, 20.5, 36.5,
    ),
    "leg": (
        1.2, 92, 7, 92, 15, 90, 18.4, 88, 20, 98, 20, 112, 18.6, 124, 18, 134, 17.6, 146, 16.4, 158,
        16.4, 161, 20.5, 163.5, 22.4, 166, 23.6, 169, 20, 170.5, 16, 170.5, 11, 170.5, 8, 170, 8, 166,
        8, 154, 6.4, 140, 5.4, 128, 4.4, 116, 2.4, 104, 1.2, 92,
    ),
    # The halves of these are one outline.
    "head": (0, 0, 8.6, 0, 10, 6, 9.4, 13, 8.8, 20, 5, 26, 0, 26),
    "torso": (
        5, 29, 5, 32.5, 12, 34.4, 17.6, 36, 16.8, 40, 18, 44, 18.6, 50, 19.4, 60, 17.6, 68, 17.4, 75,
        17.4, 80, 18.2, 83, 18.4, 86, 13, 89, 6, 90, 0, 90,
    ),
}  # fmt: skip


def outline(part: str, place: tuple[float, float, float]) -> tuple[Segment, ...]:
    """The outline of a part; ``place`` is the middle of the top and the scale. Its right is our left."""
    x0, y0, scale = place
    points = _HALF[part.rsplit("_", maxsplit=1)[-1]]
    pairs = list(zip(points[::2], points[1::2], strict=True))
    right, left = ([(x0 + sign * x * scale, y0 + y * scale) for x, y in pairs] for sign in (1, -1))
    if part in _HALF:  # down on the right, and up again on the left
        right += left[-2::-1]
    line = left if part.startswith("right") else right
    curves = [("C", *line[i], *line[i + 1], *line[i + 2]) for i in range(1, len(line) - 2, 3)]
    return (("M", *line[0]), *curves, ("Z",))


MIDDLE: dict[str, tuple[float, float]] = {
    "head": (0, 14), "torso": (0, 58), "right_arm": (-28, 66), "left_arm": (28, 66),
    "right_leg": (-12.5, 120), "left_leg": (12.5, 120),
}  # fmt: skip
"""The parts of the figure, and where their middles are."""
_PARTS = names({"enum": list(MIDDLE)})
_CARD = 13.4  # mm: the height of a place's fields


@dataclass(frozen=True, kw_only=True)
class FigureOptions(ColumnOptions):
    """Options of a figure; entries that stand on neither side are not shown."""

    notes: Notes = field(default_factory=dict)
    left: Annotated[tuple[str, ...], Option("Entries that stand on the left of a figure.", TEXTS)] = ()
    right: Annotated[tuple[str, ...], Option("Entries that stand on the right of a figure.", TEXTS)] = ()
    parts: Annotated[Mapping[str, str], Option("Key of a place → part of the figure.", _PARTS)]
    height: Height = 60.0


def _check(options: FigureOptions, spot: Spot, spec: SheetSpec, faults: Faults) -> None:
    group = spec.groups.get(options.of)
    if group is None or group.kind != "keys":  # which is told already
        return
    keys = [key for key in group.keys if key in options.parts]
    for side in ("left", "right"):
        for named in spot.at(side).items() if side in spot.value else []:
            name_known(named, named.value, keys, "part for", faults)


def _lay_out(canvas: Canvas, options: FigureOptions, width: float) -> LaidOut:
    style = canvas.style

    def draw(box: Box) -> None:
        scale = min((box.height - 2) / HEIGHT, 0.5)
        x0, y0 = box.cx, box.y + (box.height - HEIGHT * scale) / 2
        for part in dict.fromkeys(options.parts.values()):
            canvas.pen.path(outline(part, (x0, y0, scale)), style.tint, style.accent, 0.35)
        room = (width - WIDTH * scale) / 2 - 1
        sides = ((options.left, box.x, room, 1.6), (options.right, box.right - room, 0.0, -1.6))
        for keys, x, inner, bend in sides:
            for key, row in zip(keys, base.rows(box, max(1, len(keys))), strict=False):
                card = Box(x, row.y + (row.height - _CARD) / 2, room, _CARD)
                middle = MIDDLE[options.parts[key]]
                # From the heading of the fields over a bend to the middle of the part.
                y, px, py = card.y + LABEL + 0.8, x0 + middle[0] * scale, y0 + middle[1] * scale
                canvas.pen.rule(x + inner, y, x + inner + bend, y, style.accent, 0.25)
                canvas.pen.rule(x + inner + bend, y, px, py, style.accent, 0.25)
                canvas.pen.path(geometry.ellipse(px, py, 0.9), style.accent)
                _draw_card(canvas, options, card, key)

    return LaidOut(options.height, draw)


def _draw_card(canvas: Canvas, options: FigureOptions, card: Box, key: str) -> None:
    style, group = canvas.style, canvas.spec.groups[options.of]
    head = below(card, 0, 4)
    canvas.words(group.keys[key], head, "name")
    if remark := options.notes.get(key, ""):
        canvas.words(remark, head, "note", 1.0)
    canvas.underline(below(card, 0, LABEL + 0.8), 0.25, style.accent)
    for placed in base.place_columns(options, group, card.width, 1.2):
        place = below(beside(card, placed.x, placed.width), 4.2, 5.4)
        canvas.underline(place, 0.2)
        cell(canvas, group, key, placed, place, style.text_size * 1.06)
        if placed.column.name:
            label_column(canvas, placed, Box(card.x, place.bottom + 0.3, 0, 0))


KINDS = (BlockKind("figure", FigureOptions, _lay_out, ("keys",), check=_check),)
