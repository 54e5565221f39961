"""Boxes, matrices, and basic shapes as segments of a Path."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from deckgen.draw.drawing import IDENTITY, Gradient, Item, Matrix, Path, Picture, Segment, Text, Use

KAPPA = 0.5522847498307936
"""Handle length of the cubic curve nearest to a quarter of a unit circle."""

Corners = Literal["round", "cut", "cut-two", "notch", "square"]
"""Corners of panels; ``cut-two`` cuts the upper right and the lower left one."""

_STEPS, _MAX_STEPS = 8, 200  # lines in place of a curve

NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSFORM = re.compile(r"\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)\s*,?")


class Box(NamedTuple):
    """A rectangle in mm: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def cx(self) -> float:
        return self.x + self.width / 2

    @property
    def cy(self) -> float:
        return self.y + self.height / 2

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """Return the box smaller by ``dx`` left and right, ``dy`` (default: ``dx``) above and below; larger if < 0."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def overlap(self, box: Box) -> Box:
        """Return what the two have in common; width or height are below 0 if they are that far apart."""
        x, y = max(self.x, box.x), max(self.y, box.y)
        return Box(x, y, min(self.right, box.right) - x, min(self.bottom, box.bottom) - y)


def fit_box(width: float, height: float, box: Box, align: tuple[float, float] = (0.5, 0.5), *, cover: bool) -> Box:
    """Return where content of these proportions is: all of it in ``box``, or so that it covers the box.

    ``align``: the share of what remains, or is too much, that is left of it and above it.
    """
    scale = (max if cover else min)(box.width / width, box.height / height)
    width, height = width * scale, height * scale
    return Box(box.x + (box.width - width) * align[0], box.y + (box.height - height) * align[1], width, height)


def union(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around one or more boxes."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def apply_matrix(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point to which ``matrix`` moves (x, y)."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def mean_scale(matrix: Matrix) -> float:
    """Return how much ``matrix`` lengthens lines, averaged over all directions."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def parse_numbers(text: str) -> list[float]:
    """Return all numbers in a text."""
    return [float(n) for n in NUMBER.findall(text)]


def parse_transform(text: str) -> Matrix:
    """Return the matrix of an SVG ``transform`` attribute. Raises ValueError if it is invalid."""
    result, position = IDENTITY, 0
    text = text.strip()
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if match is None:
            raise ValueError(f"transform {text!r} cannot be read")
        result = compose(result, _transform_matrix(match[1], parse_numbers(match[2])))
        position = match.end()
    return result


def _transform_matrix(name: str, n: list[float]) -> Matrix:
    """Return the matrix of one SVG transform function. Raises ValueError if it is unknown or has wrong numbers."""
    match name, n:
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case "translate", [x, *rest] if len(rest) < 2:
            return 1, 0, 0, 1, x, rest[0] if rest else 0
        case "scale", [x, *rest] if len(rest) < 2:
            return x, 0, 0, rest[0] if rest else x, 0, 0
        case "rotate", [angle, *center] if len(center) in (0, 2):
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y = center or (0.0, 0.0)
            return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
        case "skewX", [angle]:
            return 1, 0, math.tan(math.radians(angle)), 1, 0, 0
        case "skewY", [angle]:
            return 1, math.tan(math.radians(angle)), 0, 1, 0, 0
    raise ValueError(f"transform {name} has {len(n)} numbers")


def transform_outline(segments: tuple[Segment, ...], matrix: Matrix) -> tuple[Segment, ...]:
    """Return the outline transformed by ``matrix``."""
    if matrix == IDENTITY:
        return segments
    a, b, c, d, e, f = matrix
    return tuple([
        (
            s[0], a * s[1] + c * s[2] + e, b * s[1] + d * s[2] + f, a * s[3] + c * s[4] + e, b * s[3] + d * s[4] + f,
            a * s[5] + c * s[6] + e, b * s[5] + d * s[6] + f,
        )
        if len(s) == 7
        else (s[0], a * s[1] + c * s[2] + e, b * s[1] + d * s[2] + f)
        if len(s) == 3
        else s
        for s in segments
    ])  # fmt: skip


def transform_items(items: Iterable[Item], matrix: Matrix) -> Iterator[Item]:
    """Yield the items transformed by ``matrix``, which may move and turn but not scale."""
    angle = math.degrees(math.atan2(matrix[1], matrix[0]))
    for item in items:
        if isinstance(item, Text):  # made without dataclasses.replace, which is slow
            x, y = apply_matrix(matrix, item.x, item.y)
            typography = item.string, item.typeface, item.size, item.fill, item.spacing
            yield Text(x, y, *typography, item.angle + angle, item.slot, item.stretch)
        elif isinstance(item, Path):
            line = item.stroke, item.stroke_width, item.even_odd, item.dash, item.round, item.solid, item.opacity
            yield Path(transform_outline(item.segments, matrix), item.fill, *line)
        else:
            yield move_art(item, matrix)


def move_art(item: Use | Gradient | Picture, matrix: Matrix) -> Use | Gradient | Picture:
    """Return a placed symbol, gradient or picture, transformed by ``matrix``."""
    placed = compose(matrix, item.matrix)
    if isinstance(item, Gradient):
        return replace(item, segments=transform_outline(item.segments, matrix), matrix=placed)
    return replace(item, matrix=placed, clip=transform_outline(item.clip, matrix))


def item_outline(item: Path | Gradient | Picture) -> tuple[Segment, ...]:
    """Return an item's outline; of a picture what is visible, but for what ``clip`` leaves beyond its edges."""
    if isinstance(item, Picture):
        return item.clip or transform_outline(rectangle(0, 0, 1, 1), item.matrix)
    return item.segments


def bounding_box(segments: tuple[Segment, ...]) -> Box:
    """Return a box around all points and handles of an outline; an empty one at (0, 0) without any."""
    xs = [x for _, *points in segments for x in points[::2]]
    ys = [y for _, *points in segments for y in points[1::2]]
    if not xs:
        return Box(0, 0, 0, 0)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def outlines(segments: Iterable[Segment], tolerance: float = 0.0) -> Iterator[list[tuple[float, float]]]:
    """Yield the parts of an outline as points, a curve as 8 lines, or as many as are within ``tolerance`` of it.

    With ``tolerance`` the last point of a closed part is the first.
    """
    points: list[tuple[float, float]] = []
    for kind, *numbers in segments:
        if kind == "M" and points:
            yield points
            points = []
        if kind == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3), count = points[-1], numbers, _STEPS
            if tolerance:
                bend = max(
                    math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3)
                )
                count = min(_MAX_STEPS, max(1, math.ceil(math.sqrt(0.75 * bend / tolerance))))
            for t in (step / count for step in range(1, count + 1)):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        elif kind != "Z" or tolerance:
            points.append((numbers[0], numbers[1]) if numbers else points[0])
    if points:
        yield points


def rectangle(
    x: float, y: float, width: float, height: float, radius: float = 0, *, ry: float | None = None
) -> tuple[Segment, ...]:
    """Return a rectangle's outline, corners rounded by ``radius`` × ``ry`` (default: the same), at most half a side."""
    rx = min(radius, width / 2)
    ry = min(radius if ry is None else ry, height / 2)
    r, b = x + width, y + height
    if rx <= 0 or ry <= 0:
        return (("M", x, y), ("L", r, y), ("L", r, b), ("L", x, b), ("Z",))
    i, j = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("M", x + rx, y), ("L", r - rx, y), ("C", r - i, y, r, y + j, r, y + ry),
        ("L", r, b - ry), ("C", r, b - j, r - i, b, r - rx, b),
        ("L", x + rx, b), ("C", x + i, b, x, b - j, x, b - ry),
        ("L", x, y + ry), ("C", x, y + j, x + i, y, x + rx, y), ("Z",),
    )  # fmt: skip


def panel(x: float, y: float, width: float, height: float, size: float, corners: Corners) -> tuple[Segment, ...]:
    """Return the outline of a rectangle with special corners of ``size`` mm, or of half a side if that is less."""
    size = min(size, width / 2, height / 2)
    if corners == "round" or size <= 0:
        return rectangle(x, y, width, height, size)
    if corners == "square":
        return rectangle(x, y, width, height)
    right, bottom, points = x + width, y + height, list[float]()
    if corners != "notch":
        for i, (cx, cy) in enumerate(((x, y), (right, y), (right, bottom), (x, bottom))):
            if corners == "cut-two" and i % 2 == 0:
                points += [cx, cy]
                continue
            dx, dy = (size if cx == x else -size), (size if cy == y else -size)
            along, down = (cx + dx, cy), (cx, cy + dy)
            points += [*(down if i % 2 == 0 else along), *(along if i % 2 == 0 else down)]
        return polygon(points)
    k = size * KAPPA
    return (
        ("M", x + size, y), ("L", right - size, y),
        ("C", right - size, y + k, right - k, y + size, right, y + size),
        ("L", right, bottom - size), ("C", right - k, bottom - size, right - size, bottom - k, right - size, bottom),
        ("L", x + size, bottom), ("C", x + size, bottom - k, x + k, bottom - size, x, bottom - size),
        ("L", x, y + size), ("C", x + k, y + size, x + size, y + k, x + size, y), ("Z",),
    )  # fmt: skip


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> tuple[Segment, ...]:
    """Return an ellipse (a circle without ``ry``) about (cx, cy) as four curves."""
    ry = rx if ry is None else ry
    i, j = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + j, cx + i, cy + ry, cx, cy + ry),
        ("C", cx - i, cy + ry, cx - rx, cy + j, cx - rx, cy),
        ("C", cx - rx, cy - j, cx - i, cy - ry, cx, cy - ry),
        ("C", cx + i, cy - ry, cx + rx, cy - j, cx + rx, cy),
        ("Z",),
    )


def polygon(points: list[float], *, closed: bool = True) -> tuple[Segment, ...]:
    """Return straight lines through the points x, y, x, y ..., and back to the first unless it is not ``closed``."""
    vertices = list(zip(points[::2], points[1::2], strict=False))
    segments: list[Segment] = [("M" if i == 0 else "L", x, y) for i, (x, y) in enumerate(vertices)]
    return (*segments, ("Z",)) if closed else tuple(segments)


def rotation_and_scale(matrix: Matrix) -> tuple[float, float]:
    """Return a matrix's angle in degrees and its scale. Raises ValueError if it skews or mirrors."""
    a, b, c, d, _, _ = matrix
    if abs(a - d) + abs(b + c) > 1e-3 * (abs(a) + abs(b)) or a * d - b * c <= 0:
        raise ValueError("is text that is stretched, skewed or mirrored")
    return math.degrees(math.atan2(b, a)), math.hypot(a, b)
