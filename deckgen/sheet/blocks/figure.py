"""The body figure: six places, each with its own fields beside it."""

from __future__ import annotations

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import (
    LABEL,
    Kind,
    alignment,
    cell,
    columns_of,
    full,
    group_of,
    heading,
    heading_height,
    shares,
    tip,
)
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import Block

WIDTH, HEIGHT = 78.0, 172.0
"""The figure's own units."""

_HALF: dict[str, tuple[float, ...]] = {
    # x, y of control points of closed smooth outlines, right half of the picture, from the middle line
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
}  # fmt: skip
_TORSO: tuple[float, ...] = (
    5, 29, 5, 32.5, 12, 34.4, 17.6, 36, 16.8, 40, 18, 44, 18.6, 50, 19.4, 60, 17.6, 68, 17.4, 75,
    17.4, 80, 18.2, 83, 18.4, 86, 13, 89, 6, 90, 0, 90,
)  # fmt: skip


def _smooth(points: tuple[float, ...], place: tuple[float, float, float], sign: float) -> tuple[Segment, ...]:
    """Triples of points as curves, mirrored by ``sign``, scaled and moved to ``place``."""
    x0, y0, scale = place
    moved = [x0 + sign * v * scale if i % 2 == 0 else y0 + v * scale for i, v in enumerate(points)]
    curves: list[Segment] = [("C", *moved[i : i + 6]) for i in range(2, len(moved) - 5, 6)]
    return (("M", moved[0], moved[1]), *curves, ("Z",))


def outline(part: str, place: tuple[float, float, float]) -> tuple[Segment, ...]:
    """The outline of a part; ``place`` is the middle of the top and the scale. Its right is our left."""
    x, y, scale = place
    if part == "head":
        return (
            ("M", x, y), ("C", x + 8.6 * scale, y, x + 10 * scale, y + 6 * scale, x + 9.4 * scale, y + 13 * scale),
            ("C", x + 8.8 * scale, y + 20 * scale, x + 5 * scale, y + 26 * scale, x, y + 26 * scale),
            ("C", x - 5 * scale, y + 26 * scale, x - 8.8 * scale, y + 20 * scale, x - 9.4 * scale, y + 13 * scale),
            ("C", x - 10 * scale, y + 6 * scale, x - 8.6 * scale, y, x, y), ("Z",),
        )  # fmt: skip
    if part == "torso":
        right = _smooth(_TORSO, place, 1)[:-1]
        left = _smooth(_TORSO, place, -1)[:-1]
        return (*right, *_backwards(left), ("Z",))
    side = -1.0 if part.startswith("right") else 1.0
    return _smooth(_HALF[part.split("_")[1]], place, side)


def _backwards(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """An open outline drawn from its end, without the first move."""
    points = [value for _, *values in segments for value in values]
    pairs = list(zip(points[::2], points[1::2], strict=True))[::-1]
    return tuple(("C", *pairs[i], *pairs[i + 1], *pairs[i + 2]) for i in range(1, len(pairs) - 2, 3))


_MIDDLE = {
    "head": (0, 14),
    "torso": (0, 58),
    "right_arm": (-28, 66),
    "left_arm": (28, 66),
    "right_leg": (-12.5, 120),
    "left_leg": (12.5, 120),
}


def _height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    return heading_height(canvas, block) + float(block.options.get("height", 60))


def _paint(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look = heading(canvas, block, box), canvas.look
    parts = {key: str(part) for key, part in block.options["parts"].items()}
    scale = min((inner.height - 2) / HEIGHT, 0.5)
    wide = WIDTH * scale
    place = (inner.cx, inner.y + (inner.height - HEIGHT * scale) / 2, scale)
    for part in dict.fromkeys(parts.values()):
        canvas.path(outline(part, place), look.tint, look.accent, 0.35)
    side_width = (inner.width - wide) / 2 - 1
    for side, keys in enumerate((block.options.get("left", []), block.options.get("right", []))):
        x = inner.x if side == 0 else inner.right - side_width
        pitch = inner.height / max(1, len(keys))
        for row, key in enumerate(keys):
            middle = _MIDDLE[parts[key]]
            card = Box(x, inner.y + row * pitch + (pitch - 13.4) / 2, side_width, 13.4)
            px, py = place[0] + middle[0] * scale, place[1] + middle[1] * scale
            _leader(canvas, card, px, py, side)
            _card(canvas, block, card, key)


def _leader(canvas: Canvas, card: Box, px: float, py: float, side: int) -> None:
    look = canvas.look
    edge = card.right if side == 0 else card.x
    y = card.y + LABEL + 0.8
    bend = edge + (1.6 if side == 0 else -1.6)
    canvas.line(edge, y, bend, y, 0.25, look.accent)
    canvas.line(bend, y, px, py, 0.25, look.accent)
    canvas.path(geometry.ellipse(px, py, 0.9), look.accent)


def _card(canvas: Canvas, block: Block, card: Box, key: str) -> None:
    look, group = canvas.look, group_of(canvas, block)
    canvas.words(
        group.keys[key], Box(card.x, card.y, card.width, 4), look.heading_face, look.text_size, look.accent
    )
    remark = block.options.get("notes", {}).get(key, "")
    if remark:
        canvas.words(remark, Box(card.x, card.y, card.width, 4), look.face, look.label_size, look.soft, 1.0)
    canvas.line(card.x, card.y + LABEL + 0.8, card.right, card.y + LABEL + 0.8, 0.25, look.accent)
    columns = columns_of(block, group)
    for (column, _), (x, width) in zip(
        columns, shares([share for _, share in columns], card.width, 1.2), strict=True
    ):
        field = Box(card.x + x, card.y + 4.2, width, 5.4)
        canvas.line(field.x, field.bottom, field.right, field.bottom, 0.2, look.line)
        cell(
            canvas,
            full(group.name, key, column.name),
            column,
            field,
            tip(group.label, group.keys[key], column.label if column.name else ""),
            alignment(block, column),
            look.text_size * 1.06,
        )
        if column.name:
            canvas.label(
                column.label,
                Box(field.x, field.bottom + 0.3, width, LABEL),
                align=0.5 if alignment(block, column) else 0.0,
            )


FIGURE = Kind(_height, _paint)
