"""Outlines of cards that are no plain rectangles: shapes by name, and what a die can cut."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import ellipse, outlines, rectangle

Point = tuple[float, float]
SHAPES = ("rect", "round", "hex")
"""The shapes that a theme can name; the outline that a drawing brings is of the shape ``path``."""
FLATNESS = 0.05
"""How far, in mm, straight pieces may be from the curve that they replace."""
_THINNEST = 3.0  # mm: narrower tongues and slits tear, and no die has them
_DETOUR = 8  # times the gap: the way along the edge between two sides of a tongue; a spike of 14 degrees has as much
_MAX_POINTS = 2000
_SAMPLES = 600  # points, at most, at which the gap between two sides is measured


def shape_outline(shape: str, width: float, height: float, corner: float = 0.0) -> tuple[Segment, ...]:
    """Return the outline in mm of a ``rect``, ``round`` or ``hex`` card of this size; () for a plain rectangle.

    A hexagon wider than high has a flat top, any other a pointed one. Raises ValueError if its corners, of radius
    ``corner``, have no room.
    """
    x, y = width / 2, height / 2
    if shape == "round":
        return ellipse(x, y, x, y)
    if shape == "rect":
        if corner > min(x, y):
            raise ValueError(f"corners of {corner:g} mm have no room")
        return rectangle(0, 0, width, height, corner) if corner else ()
    if width > height:
        points = [(0.0, y), (x / 2, 0.0), (1.5 * x, 0.0), (width, y), (1.5 * x, height), (x / 2, height)]
    else:
        points = [(x, 0.0), (width, y / 2), (width, 1.5 * y), (x, height), (0.0, 1.5 * y), (0.0, y / 2)]
    return tuple(_round_corners(points, corner))


def _round_corners(points: Sequence[Point], radius: float) -> Iterator[Segment]:
    """Yield the outline of a convex polygon with corners of that radius. Raises ValueError if they have no room."""
    count = len(points)
    for index, (x, y) in enumerate(points):
        sides = [(px - x, py - y) for px, py in (points[index - 1], points[(index + 1) % count])]
        lengths = [math.hypot(*side) for side in sides]
        (ax, ay), (bx, by) = ((dx / length, dy / length) for (dx, dy), length in zip(sides, lengths, strict=True))
        bend = math.pi - math.acos(max(-1.0, min(1.0, ax * bx + ay * by)))
        near = radius * math.tan(bend / 2)
        if near > min(lengths) / 2 + 1e-9:
            raise ValueError(f"corners of {radius:g} mm have no room")
        yield "M" if index == 0 else "L", x + ax * near, y + ay * near
        if radius:
            far = near - 4 / 3 * math.tan(bend / 4) * radius
            yield "C", x + ax * far, y + ay * far, x + bx * far, y + by * far, x + bx * near, y + by * near
    yield ("Z",)


def flatten(segments: Sequence[Segment], tolerance: float = FLATNESS) -> list[list[Point]]:
    """Return the points of each part of an outline, the last one equal to the first where the part is closed."""
    return [
        [p for i, p in enumerate(part) if i == 0 or math.dist(p, part[i - 1]) > 1e-6]
        for part in outlines(segments, tolerance)
    ]


def outline_flaw(segments: Sequence[Segment], width: float, height: float) -> tuple[str, str] | None:
    """Return what is wrong with the outline of a card of this size in mm, and the remedy; None if it can be cut."""
    points, *other_parts = flatten(segments[: _MAX_POINTS + 1])
    if other_parts:
        return f"has {1 + len(other_parts)} parts", "draw one closed path: a die cuts no holes"
    if max(len(segments), len(points)) > _MAX_POINTS:
        return f"has more than {_MAX_POINTS} points", "simplify the path"
    if len(points) < 4 or math.dist(points[0], points[-1]) > 1e-3:
        return "is open", "close the path"
    beyond = max(max(-x, x - width, -y, y - height) for x, y in points)
    if beyond > FLATNESS:
        return (
            f"reaches {beyond:.1f} mm beyond the card",
            f"keep it within {width:g} × {height:g} mm, or make the page larger",
        )
    if crossing := _crossing(points):
        return f"crosses itself near {crossing[0]:.1f}, {crossing[1]:.1f} mm", "draw its edge once around the card"
    gap, (x, y) = _thinnest_place(points)
    if gap < _THINNEST:
        return f"has sides {gap:.1f} mm apart near {x:.1f}, {y:.1f} mm", f"leave at least {_THINNEST:g} mm between them"
    return None


def _crossing(points: Sequence[Point]) -> Point | None:
    """Return a point near which two sides of a closed polygon meet that are no neighbors; None without one."""
    sides = sorted((min(a[0], b[0]), max(a[0], b[0]), index, a, b) for index, (a, b) in enumerate(pairwise(points)))
    last = len(sides) - 1
    for place, (_, right, index, a, b) in enumerate(sides):
        low, high = min(a[1], b[1]), max(a[1], b[1])
        for left, _, other, c, d in sides[place + 1 :]:
            if left > right:
                break
            if abs(index - other) in {0, 1, last} or max(c[1], d[1]) < low or min(c[1], d[1]) > high:
                continue
            if _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0:
                return c
    return None


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle, below 0 if its corners go the other way around."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _thinnest_place(points: Sequence[Point]) -> tuple[float, Point]:
    """Return (gap in mm, point) where two sides of a closed polygon are nearest to each other, far apart along it."""
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    step = max(0.5, length / _SAMPLES)
    samples, done = list[Point](), 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        side = math.hypot(bx - ax, by - ay)
        while (share := (len(samples) * step - done) / side) < 1:
            samples.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        done += side
    gaps = (
        (gap, p)
        for start, p in enumerate(samples)
        for way, q in enumerate(samples[start + 1 :], 1)
        if (gap := math.dist(p, q)) < _THINNEST and min(way, len(samples) - way) * step > max(_DETOUR * gap, _THINNEST)
    )
    return min(gaps, default=(length / 4, points[0]))


def covers(parts: Iterable[Sequence[Point]], x: float, y: float, *, even_odd: bool) -> bool:
    """Return whether the area of these polygons has (x, y) inside, by the winding number or the even-odd rule."""
    crossings = [
        1 if by > ay else -1
        for points in parts
        for (ax, ay), (bx, by) in pairwise([*points, points[0]])
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    ]
    return bool(len(crossings) % 2 if even_odd else sum(crossings))


def depth_inside(points: Sequence[Point], x: float, y: float) -> float:
    """Return how far inside a closed polygon (x, y) is, in mm; below 0 if it is outside."""
    inside, nearest = False, math.inf
    for (ax, ay), (bx, by) in pairwise(points):
        dx, dy = bx - ax, by - ay
        share = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        nearest = min(nearest, math.hypot(ax + share * dx - x, ay + share * dy - y))
        if (ay > y) != (by > y) and x < ax + (y - ay) / dy * dx:
            inside = not inside
    return nearest if inside else -nearest


def free_span(points: Sequence[Point], x: float, y: float) -> Point:
    """Return how far a closed polygon reaches left and right of (x, y), in mm; (0, 0) if that is outside."""
    sides = [side for side in pairwise(points) if (side[0][1] > y) != (side[1][1] > y)]
    crossings = [ax + (y - ay) / (by - ay) * (bx - ax) - x for (ax, ay), (bx, by) in sides]
    before, after = [-gap for gap in crossings if gap <= 0], [gap for gap in crossings if gap > 0]
    return (min(before), min(after)) if len(before) % 2 else (0.0, 0.0)
