"""Contour lines of a country that no other deck has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from deckgen.card.patterns.curves import Point, Room, Sample, area, curve, lines, stroke, turned
from deckgen.card.patterns.stream import Stream
from deckgen.draw.drawing import Path, Segment
from deckgen.draw.theme import Color, Counts, Length, bounded
from deckgen.records import record

_CELL, _CELLS = 1.6, 60  # mm: side of the cells of the grid, which are larger if there would be more in a row
_EDGE = 3  # cells: no summit is nearer to an edge
_EVERY = 3  # of the points of a line one is kept
_INDEX = 5  # every fifth line is an index contour
_SADDLES = (5, 10)
_JOINED: tuple[tuple[tuple[int, int], ...], ...] = (
    (), ((0, 3),), ((0, 1),), ((1, 3),), ((1, 2),), ((0, 3), (1, 2)), ((0, 2),), ((2, 3),),
    ((2, 3),), ((0, 2),), ((0, 1), (2, 3)), ((1, 2),), ((1, 3),), ((0, 1),), ((0, 3),), (),
)  # fmt: skip
"""Which sides of a cell (above, right, below, left) a line joins, by its high corners: above left 1, right 2, below 4, 8."""
Edge = tuple[int, int, bool]
"""A side of the grid's cells: column and row of its upper left end, whether it runs down."""


@record
class Contours:
    """Contour lines of hills and hollows; every fifth is an index contour, and summits have triangles."""

    ink: Color = "edge"
    index_ink: Color = "edge"
    mark_ink: Color = "edge"
    width: Length = bounded(0.18, 0.09, 1)
    index_width: Length = bounded(0.36, 0.09, 2)
    hills: Counts = bounded((6, 10), 2, 20)
    levels: Counts = bounded((12, 16), 2, 40)
    mark: Length = bounded(1.3, 0, 5)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, *_ = room
        country = _Country(stream, stream.even(self.hills), half_width, half_height)
        thin: list[Path] = []
        for number, contours in enumerate(country.contours(stream.whole(*self.levels))):
            index = number % _INDEX == _INDEX // 2
            segments = [segment for line in contours for segment in line]
            ink, width = (self.index_ink, self.index_width) if index else (self.ink, self.width)
            thin += stroke(segments, ink, width)
        for x, y in country.summits if self.mark else ():
            r = self.mark
            triangle = lines([(x, y - 0.58 * r), (x + r / 2, y + 0.29 * r), (x - r / 2, y + 0.29 * r)], closed=True)
            thin += area(triangle, self.mark_ink)
        yield from thin
        yield from turned(thin)


class _Country:
    """Heights on a grid over the upper half of the room and one row beyond; the lower half is the same, turned."""

    def __init__(self, stream: Stream, hills: int, half_width: float, half_height: float) -> None:
        cell = max(_CELL, 2 * half_width / _CELLS)
        columns, rows = math.ceil(2 * half_width / cell), math.ceil(half_height / cell)
        self.dx, self.dy = 2 * half_width / columns, half_height / rows
        self.columns, self.rows = columns + 1, rows + 2
        self.xs = [(i - columns / 2) * self.dx for i in range(self.columns)]
        self.ys = [(j - rows) * self.dy for j in range(self.rows)]
        centers: list[tuple[float, float]] = []
        heights = [[0.0] * self.columns for _ in range(self.rows)]
        for hill in range(hills // 2):
            # one in each strip of the half, so that they keep their distance
            x = stream.number(-0.86, 0.86) * half_width
            y = -half_height * (hill + stream.number(0.1, 0.9)) / (hills // 2)
            top, width, height = stream.number(0.55, 1.0), stream.number(7, 13), stream.number(7, 15)
            if stream.share() < 0.3:
                top = -top
            else:
                centers.append((x, y))
            for sign in (-1, 1):
                across = [math.exp(-(((u - sign * x) / width) ** 2)) for u in self.xs]
                down = [top * math.exp(-(((v - sign * y) / height) ** 2)) for v in self.ys]
                for j, share in enumerate(down):
                    heights[j] = [height + share * other for height, other in zip(heights[j], across, strict=True)]
        for _ in range(3):
            across_share, down_share, share = (
                stream.number(-0.16, 0.16),
                stream.number(0.04, 0.16),
                stream.number(0.06, 0.16),
            )
            waves = [(math.cos(across_share * u), math.sin(across_share * u)) for u in self.xs]
            for j, v in enumerate(self.ys):
                cos, sin = share * math.cos(down_share * v), share * math.sin(down_share * v)
                heights[j] = [h + cos * c - sin * s for h, (c, s) in zip(heights[j], waves, strict=True)]
        self.heights = heights
        self.summits = self._summits(centers)

    def _summits(self, hills: Sequence[Point]) -> list[Point]:
        """Return the highest place of each hill that has one of its own, off the edges and the middle."""
        places: dict[tuple[int, int], Point] = {}
        for x, y in hills:
            i, j = round(x / self.dx + (self.columns - 1) / 2), round(y / self.dy + self.rows - 2)
            while _EDGE < i < self.columns - _EDGE - 1 and _EDGE < j < self.rows - _EDGE:
                around = [(self.heights[q][p], p, q) for p in (i - 1, i, i + 1) for q in (j - 1, j, j + 1)]
                _, p, q = max(around)
                if (p, q) == (i, j):
                    row, column = self.heights[j], [self.heights[j + n][i] for n in (-1, 0, 1)]
                    across, down = _peak(*row[i - 1 : i + 2]), _peak(*column)
                    places[i, j] = self.xs[i] + across * self.dx, self.ys[j] + down * self.dy
                    break
                i, j = p, q
        return list(places.values())

    def contours(self, count: int) -> Iterator[Iterator[tuple[Segment, ...]]]:
        """Yield the lines in the upper half of each of ``count`` levels, from the lowest; heights become levels."""
        low, high = min(map(min, self.heights)), max(map(max, self.heights))
        scale = count / (high - low)
        self.heights = [[(height - low) * scale - 0.5 for height in row] for row in self.heights]
        neighbors: list[dict[Edge, list[Edge]]] = [{} for _ in range(count)]
        for j, (upper, lower) in enumerate(pairwise(self.heights)):
            for i in range(self.columns - 1):
                corners = upper[i], upper[i + 1], lower[i + 1], lower[i]
                for level in range(math.ceil(min(corners)), math.ceil(max(corners))):
                    for one, other in self._sides(i, j, level):
                        neighbors[level].setdefault(one, []).append(other)
                        neighbors[level].setdefault(other, []).append(one)
        for level, neighbors_at_level in enumerate(neighbors):
            yield self._lines(neighbors_at_level, level)

    def _lines(self, neighbors: dict[Edge, list[Edge]], level: int) -> Iterator[tuple[Segment, ...]]:
        for chain in _chains(neighbors):
            yield from self._smooth([self._point(edge, level) for edge in chain])

    def _sides(self, i: int, j: int, level: int) -> Iterator[tuple[Edge, Edge]]:
        """Yield pairs of sides of a cell that a line of ``level`` joins: one pair, or two at a saddle."""
        upper, lower = self.heights[j], self.heights[j + 1]
        a, b, c, d = upper[i], upper[i + 1], lower[i + 1], lower[i]
        case = (a > level) + 2 * (b > level) + 4 * (c > level) + 8 * (d > level)
        if case in _SADDLES and (a + b + c + d) / 4 > level:
            case = 15 - case
        for side, other in _JOINED[case]:
            edges = (i, j, False), (i + 1, j, True), (i, j + 1, False), (i, j, True)
            yield edges[side], edges[other]

    def _point(self, edge: Edge, level: float) -> tuple[float, float]:
        i, j, down = edge
        start, end = self.heights[j][i], self.heights[j + 1][i] if down else self.heights[j][i + 1]
        share = (level - start) / (end - start)
        x, y = self.xs[i], self.ys[j]
        return (x, y + share * self.dy) if down else (x + share * self.dx, y)

    def _smooth(self, points: Sequence[tuple[float, float]]) -> Iterator[tuple[Segment, ...]]:
        """Yield a line's parts above the middle as curves through every third point, in their true directions."""
        closed = points[0] == points[-1] and len(points) > 2
        last = len(points) - 1
        part: list[Sample] = []
        for i, (x, y) in enumerate(points):
            before = points[i - 1] if i else points[-2 if closed else 0]
            after = points[i + 1] if i < last else points[1 if closed else last]
            length = math.hypot(after[0] - before[0], after[1] - before[1]) or 1.0
            if y <= 0:
                part.append((x, y, (after[0] - before[0]) / length, (after[1] - before[1]) / length))
            if part and (y >= 0 or i == last):
                if len(part) > 1:
                    yield _thinned(part)
                part = [part[-1]] if y == 0 and i < last else []


def _peak(before: float, top: float, after: float) -> float:
    """Return where the parabola through three heights is highest: -0.5 to 0.5 from the middle one."""
    bend = before - 2 * top + after
    return (before - after) / (2 * bend) if bend else 0.0


def _chains(neighbors: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    """Yield the lines: first those with ends, then rings, whose last edge is the first."""
    ends = [edge for edge, others in neighbors.items() if len(others) == 1]
    for start in (*ends, *neighbors):
        if not neighbors[start]:
            continue
        chain = [start]
        while neighbors[chain[-1]]:
            following = neighbors[chain[-1]].pop(0)
            neighbors[following].remove(chain[-1])
            chain.append(following)
        yield chain


def _thinned(part: Sequence[Sample]) -> tuple[Segment, ...]:
    """Return the curve through some samples of a line, whose derivatives are directions; both ends stay."""
    last = len(part) - 1
    count = max(1, round(last / _EVERY)) if last > _EVERY else max(1, min(2, last))
    kept = [part[round(i * last / count)] for i in range(count + 1)]
    segments: list[Segment] = []
    for one, other in pairwise(kept):
        chord = math.hypot(other[0] - one[0], other[1] - one[1])
        bend = one[2] * other[2] + one[3] * other[3]
        reach = 2 * chord / (1 + math.sqrt(max(0.0, (1 + bend) / 2)))  # as in the arc of a circle
        ends = [(x, y, reach * dx, reach * dy) for x, y, dx, dy in (one, other)]
        segments += curve(ends, 1)[1 if segments else 0 :]
    return tuple(segments)
