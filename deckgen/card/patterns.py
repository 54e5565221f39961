"""Patterns for backs: each grows out of a few bytes and looks the same after half a turn.

A pattern is given the field it fills, the place of the plate on it and the bytes; it returns its parts as
(segments, colour, line): the colour is ``pattern``, ``glow`` or ``ground``; parts with a ``line`` width are not filled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from deckgen.draw import geometry
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box

Part = tuple[tuple[Segment, ...], Literal["pattern", "glow", "ground"], float]
Pattern = Callable[[Box, Box, float, bytes], list[Part]]
Shape = Callable[[float, float, float, float], tuple[Segment, ...]]

_STEPS = 18  # points of a curve for each of its petals; even, so that half a turn maps them on each other


def lozenge(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """A lozenge about (x, y) with half axes ``width`` and ``height``."""
    return geometry.polygon([x, y - height, x + width, y, x, y + height, x - width, y])


def lozenges(field: Box, keep: Box, pitch: float, seed: bytes) -> list[Part]:
    """Lozenges on a lattice; waves about the middle set their sizes."""
    return _lattice(field, keep, pitch, seed, lozenge)


def hexagons(field: Box, keep: Box, pitch: float, seed: bytes) -> list[Part]:
    """The same with hexagons that lie a little apart."""

    def hexagon(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
        w, h = width * 0.92, height * 0.92
        left, right = x - w / 2, x + w / 2
        return geometry.polygon([x - w, y, left, y - h, right, y - h, x + w, y, right, y + h, left, y + h])

    return _lattice(field, keep, pitch, seed, hexagon)


def _lattice(field: Box, keep: Box, pitch: float, seed: bytes, shape: Shape) -> list[Part]:
    rings = 0.34 + seed[0] / 255 * 0.3
    petals = 2 * (2 + seed[1] % 4)
    twist = (seed[2] / 255 - 0.5) * 0.16
    columns, rows = round(field.width / pitch), round(field.height / pitch)
    dx, dy = field.width / columns, field.height / rows
    plain: list[Segment] = []
    bright: list[Segment] = []
    for i in range(2 * columns + 1):
        for j in range(2 * rows + 1):
            if (i + j) % 2:
                continue
            u, v = (i - columns) * dx / 2, (j - rows) * dy / 2
            x, y = field.cx + u, field.cy + v
            if keep.x - 1 < x < keep.right + 1 and keep.y - 1 < y < keep.bottom + 1:
                continue
            radius = math.hypot(u, v)
            wave = math.cos(radius * rings) + math.cos(petals * (math.atan2(v, u) + twist * radius))
            share = round(0.16 + 0.84 * ((wave + 2) / 4) ** 1.4, 4)
            if x - dx * share / 2 < field.x - 0.6 or x + dx * share / 2 > field.right + 0.6:
                share *= 0.5
            plain.extend(shape(x, y, dx * share / 2, dy * share / 2))
            if share > 0.8:
                bright.extend(shape(x, y, dx * share / 5, dy * share / 5))
    return [(tuple(plain), "pattern", 0.0), (tuple(bright), "glow", 0.0)]


def engraving(field: Box, _: Box, pitch: float, seed: bytes) -> list[Part]:
    """Rosettes of fine waving lines, as on banknotes: a large one, and one in each corner."""
    petals = 2 * (4 + seed[0] % 5)
    depth = 0.07 + seed[1] / 255 * 0.06
    lines = round(field.width / pitch)
    parts: list[Part] = []
    for k in range(lines):
        size = 0.3 + 0.6 * k / (lines - 1)
        phase = math.pi * k / lines * (1 + seed[2] % 3)
        outer = (field.width / 2 * size, field.height / 2 * size)
        wave = _wave(field.cx, field.cy, outer, petals, depth, phase)
        parts.append((wave, "glow" if k % 4 == 3 else "pattern", 0.16))
    corner = field.width * 0.13
    around = 2 * (3 + seed[3] % 3)
    for i in range(9):
        radius = (corner * (1 - i * 0.1),) * 2
        for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            x = field.cx + dx * (field.width / 2 - corner * 1.15)
            y = field.cy + dy * (field.height / 2 - corner * 1.15)
            wave = _wave(x, y, radius, around, 0.12, math.pi * i / 5)
            if i == 0:
                parts.append((_wave(x, y, (corner * 1.08,) * 2, around, 0.12, 0), "ground", 0.0))
            parts.append((wave, "glow" if i == 0 else "pattern", 0.16))
    return parts


def _wave(
    x: float, y: float, radii: tuple[float, float], petals: int, depth: float, phase: float
) -> tuple[Segment, ...]:
    points: list[float] = []
    for i in range(_STEPS * petals):
        angle = 2 * math.pi * i / (_STEPS * petals)
        swell = 1 + depth * math.sin(petals * angle + phase)
        points += [x + radii[0] * swell * math.cos(angle), y + radii[1] * swell * math.sin(angle)]
    return geometry.polygon(points)


def rings(field: Box, _: Box, pitch: float, seed: bytes) -> list[Part]:
    """Rings of petals and dots about the middle, as far as the field goes."""
    plain: list[Segment] = []
    bright: list[Segment] = []
    circles: list[Segment] = []
    count = math.ceil(math.hypot(field.width, field.height) / 2 / pitch)
    for ring in range(2, count):
        radius = ring * pitch
        often = 1 + seed[ring % 8] % 2  # of two kinds in turn
        petals = 4 * max(2, round(math.pi * radius / pitch / 2 / often))
        turn = math.pi / petals * (seed[8 + ring % 8] % 2)
        for i in range(petals):
            angle = 2 * math.pi * i / petals + turn
            x, y = field.cx + radius * math.cos(angle), field.cy + radius * math.sin(angle)
            if not (field.x + 1 < x < field.right - 1 and field.y + 1 < y < field.bottom - 1):
                continue
            if (seed[16 + ring % 8] + i) % 2 and ring % 2:
                bright.extend(geometry.ellipse(x, y, pitch * 0.14))
            else:
                plain.extend(_petal(x, y, pitch * 0.42, angle))
        if 2 * radius < field.width - 1 and ring % 3 == 0:
            circles.extend(geometry.ellipse(field.cx, field.cy, radius + pitch / 2))
    return [(tuple(plain), "pattern", 0.0), (tuple(bright), "glow", 0.0), (tuple(circles), "glow", 0.15)]


def _petal(x: float, y: float, size: float, angle: float) -> tuple[Segment, ...]:
    """A lozenge that points outward."""
    dx, dy = math.cos(angle) * size, math.sin(angle) * size
    return geometry.polygon([x + dx, y + dy, x - dy / 2, y + dx / 2, x - dx, y - dy, x + dy / 2, y - dx / 2])


PATTERNS: Mapping[str, Pattern] = MappingProxyType({
    "lozenges": lozenges,
    "hexagons": hexagons,
    "engraving": engraving,
    "rings": rings,
})  # fmt: skip
