"""Reads TrueType files: how far letters advance, and their outlines.

Outlines let a picture show the very shapes that a PDF embeds, on a machine that has no such font.
"""

from __future__ import annotations

import struct
from functools import cache
from itertools import pairwise, repeat

from deckgen.draw.drawing import Matrix, Segment
from deckgen.draw.fonts import kerning, ttfont
from deckgen.draw.geometry import multiply

_MORE, _WORDS, _XY, _SCALE, _SCALE_XY, _SCALE_2X2 = 0x20, 0x01, 0x02, 0x08, 0x40, 0x80


class TrueType:
    """One face of a TrueType (``glyf``) file. Raises LayoutError if the file cannot be read."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._face = face = ttfont(path).face
        self._data: bytes = face.get_table("glyf")

    def advances(self, string: str) -> list[tuple[str, float]]:
        """The characters of a string, each with how far it moves the pen, in ems, kerned."""
        moves = kerning(self._path, string) or repeat(0.0)
        return [(c, self._face.getCharWidth(ord(c)) / 1000 + move) for c, move in zip(string, moves)]  # noqa: B905 (endless)

    @cache  # noqa: B019 (faces live as long as the process)
    def outline(self, character: str) -> tuple[Segment, ...]:
        """The character's shape in ems, y up, filled by the non-zero rule."""
        scale = 1 / self._face.unitsPerEm
        glyph = self._face.charToGlyph.get(ord(character), 0)
        return tuple(self._glyph(glyph, (scale, 0.0, 0.0, scale, 0.0, 0.0)))

    def _glyph(self, glyph: int, matrix: Matrix) -> list[Segment]:
        at, end = self._face.glyphPos[glyph : glyph + 2]
        if at == end:
            return []
        contours: int = struct.unpack_from(">h", self._data, at)[0]
        if contours < 0:
            return self._composite(at + 10, matrix)
        return self._simple(at + 10, contours, matrix)

    def _composite(self, at: int, matrix: Matrix) -> list[Segment]:
        data = self._data
        segments: list[Segment] = []
        flags = _MORE
        while flags & _MORE:
            flags, glyph = struct.unpack_from(">HH", data, at)
            dx, dy = struct.unpack_from(">hh" if flags & _WORDS else ">bb", data, at + 4)
            at += 8 if flags & _WORDS else 6
            if not flags & _XY:  # placed by matching points: rare; the component stays at the origin
                dx = dy = 0
            count = 1 if flags & _SCALE else 2 if flags & _SCALE_XY else 4 if flags & _SCALE_2X2 else 0
            scale = [value / 16384 for value in struct.unpack_from(f">{count}h", data, at)] or [1.0]
            at += 2 * count
            a, b, c, d = scale if count == 4 else (scale[0], 0.0, 0.0, scale[-1])
            segments += self._glyph(glyph, multiply(matrix, (a, b, c, d, dx, dy)))
        return segments

    def _simple(self, at: int, contours: int, matrix: Matrix) -> list[Segment]:
        data = self._data
        ends = struct.unpack_from(f">{contours}H", data, at)
        at += 2 * contours
        at += 2 + struct.unpack_from(">H", data, at)[0]
        flags: list[int] = []
        while len(flags) <= ends[-1]:
            repeats = data[at] & 8
            flags += [data[at]] * (1 + data[at + 1] if repeats else 1)
            at += 2 if repeats else 1
        xs, at = self._coordinates(at, flags, 2, 16)
        ys, at = self._coordinates(at, flags, 4, 32)
        a, b, c, d, e, f = matrix
        points = [
            (a * x + c * y + e, b * x + d * y + f, bool(flag & 1))
            for x, y, flag in zip(xs, ys, flags, strict=True)
        ]
        segments: list[Segment] = []
        for before, end in pairwise((-1, *ends)):
            segments += _contour(points[before + 1 : end + 1])
        return segments

    def _coordinates(self, at: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
        values, value = [], 0
        for flag in flags:
            if flag & short:
                value += self._data[at] if flag & same else -self._data[at]
                at += 1
            elif not flag & same:
                value += struct.unpack_from(">h", self._data, at)[0]
                at += 2
            values.append(value)
        return values, at


def _contour(points: list[tuple[float, float, bool]]) -> list[Segment]:
    """TrueType's quadratic points as cubic segments; between two control points lies a point of the curve."""
    if len(points) < 2:
        return []
    full: list[tuple[float, float, bool]] = []
    for (x0, y0, on0), (x1, y1, on1) in pairwise([*points, points[0]]):
        full += [(x0, y0, on0)] if on0 or on1 else [(x0, y0, on0), ((x0 + x1) / 2, (y0 + y1) / 2, True)]
    start = next(i for i, point in enumerate(full) if point[2])
    full = [*full[start:], *full[: start + 1]]
    x, y, _ = full[0]
    segments: list[Segment] = [("M", x, y)]
    control: tuple[float, float] | None = None
    for px, py, on in full[1:]:
        if not on:
            control = (px, py)
            continue
        if control is None:
            segments.append(("L", px, py))
        else:
            cx, cy = control
            first = (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
            second = (px + (cx - px) * 2 / 3, py + (cy - py) * 2 / 3)
            segments.append(("C", *first, *second, px, py))
        x, y, control = px, py, None
    return [*segments, ("Z",)]


@cache
def truetype(path: str) -> TrueType:
    """The face in a file, read once."""
    return TrueType(path)
