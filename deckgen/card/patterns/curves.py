"""Lines of patterns as few cubic curves, about the pattern's center."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from deckgen.draw.drawing import Matrix, Path, Segment
from deckgen.draw.geometry import KAPPA, Box, transform_outline

Point = tuple[float, float]
Sample = tuple[float, float, float, float]
"""A point of a curve and its derivative by the curve's parameter: x, y, dx, dy."""


class Room(NamedTuple):
    """The room of a pattern about (0, 0): half its width and height in mm, and the color it lies on.

    ``covered``: boxes of what is drawn over it, where nothing single should be.
    """

    half_width: float
    half_height: float
    ground: str
    covered: tuple[Box, ...] = ()


HALF_TURN: Matrix = (-1.0, 0.0, 0.0, -1.0, 0.0, 0.0)
_DIGITS = 2  # of coordinates in mm, once they are on the page


def curve(samples: Sequence[Sample], step: float, *, closed: bool = False) -> tuple[Segment, ...]:
    """Return the curve through samples that are ``step`` apart in its parameter, one cubic between two of them."""
    third = step / 3
    x, y, dx, dy = samples[0]
    segments: list[Segment] = [("M", x, y)]
    for p, q, dp, dq in (*samples[1:], samples[0]) if closed else samples[1:]:
        segments.append(("C", x + dx * third, y + dy * third, p - dp * third, q - dq * third, p, q))
        x, y, dx, dy = p, q, dp, dq
    if closed:
        segments.append(("Z",))
    return tuple(segments)


def circle(x: float, y: float, radius: float, ratio: float = 1.0, angle: float = 0.0) -> tuple[Segment, ...]:
    """Return a circle about (x, y), or an ellipse ``ratio`` as high as wide and turned by ``angle`` (radians)."""
    cos, sin = math.cos(angle), math.sin(angle)
    samples = []
    for across, down, dx, dy in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
        p, q, dp, dq = radius * across, radius * ratio * down, radius * dx, radius * ratio * dy
        samples.append((x + cos * p - sin * q, y + sin * p + cos * q, cos * dp - sin * dq, sin * dp + cos * dq))
    return curve(samples, 3 * KAPPA, closed=True)


def arc(x: float, y: float, radius: float, start: float, end: float) -> tuple[Segment, ...]:
    """Return the arc of a circle about (x, y) from one angle to a greater one (radians), a cubic for 60° or less."""
    count = max(1, math.ceil((end - start) / (math.pi / 3) - 1e-9))
    angle = (end - start) / count
    samples = []
    for i in range(count + 1):
        cos, sin = radius * math.cos(start + i * angle), radius * math.sin(start + i * angle)
        samples.append((x + cos, y + sin, -sin, cos))
    return curve(samples, 4 * math.tan(angle / 4))


def through(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return a smooth curve through points that are about equally far apart."""
    last = len(points) - 1
    samples = []
    for i, (x, y) in enumerate(points):
        (p, q), (r, s) = points[max(0, i - 1)], points[min(last, i + 1)]
        share = 0.5 if 0 < i < last else 1.0
        samples.append((x, y, share * (r - p), share * (s - q)))
    return curve(samples, 1.0)


def lines(points: Iterable[Point], *, closed: bool = False) -> tuple[Segment, ...]:
    """Return straight lines through points."""
    segments: list[Segment] = [("L" if i else "M", x, y) for i, (x, y) in enumerate(points)]
    return (*segments, ("Z",)) if closed else tuple(segments)


def star(x: float, y: float, radius: float, points: int = 4, inner: float = 0.3) -> tuple[Segment, ...]:
    """Return a star of that many ``points``, its notches at ``inner`` of the radius; the first point is up."""
    corners = []
    for i in range(2 * points):
        reach, angle = radius * (inner if i % 2 else 1.0), math.pi * i / points
        corners.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return lines(corners, closed=True)


def stroke(segments: Iterable[Segment], ink: str, width: float, dash: tuple[float, ...] = ()) -> Iterator[Path]:
    """Yield a line, unless ``ink`` is empty."""
    outline = tuple(segments)
    if ink and outline:
        yield Path(outline, None, ink, width, dash=dash, round=True)


def area(segments: Iterable[Segment], ink: str) -> Iterator[Path]:
    """Yield a filled outline, unless ``ink`` is empty."""
    outline = tuple(segments)
    if ink and outline:
        yield Path(outline, ink)


def turned(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield all paths turned by 180° about the center."""
    for path in paths:
        segments = transform_outline(path.segments, HALF_TURN)
        yield Path(segments, path.fill, path.stroke, path.stroke_width, path.even_odd, path.dash, path.round)


def placed(paths: Iterable[Path], dx: float, dy: float) -> Iterator[Path]:
    """Yield the paths moved to (dx, dy), all coordinates rounded to 0.01 mm."""
    for path in paths:
        segments = tuple([_placed_segment(segment, dx, dy) for segment in path.segments])
        yield Path(segments, path.fill, path.stroke, path.stroke_width, path.even_odd, path.dash, path.round)


def _placed_segment(segment: Segment, dx: float, dy: float) -> Segment:
    match segment:
        case (command, x, y):
            return command, round(x + dx, _DIGITS), round(y + dy, _DIGITS)
        case (command, x, y, p, q, s, t):
            handles = round(x + dx, _DIGITS), round(y + dy, _DIGITS), round(p + dx, _DIGITS), round(q + dy, _DIGITS)
            return command, *handles, round(s + dx, _DIGITS), round(t + dy, _DIGITS)
    return segment
