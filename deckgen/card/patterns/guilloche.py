"""Guilloches: bands of lines that swing across each other, as on banknotes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from deckgen.card.patterns.curves import Room, Sample, curve, stroke, turned
from deckgen.card.patterns.stream import Stream
from deckgen.draw.drawing import Path, Segment
from deckgen.draw.geometry import transform_outline
from deckgen.draw.theme import Color, Counts, Length, bounded
from deckgen.records import record

_OVERLAP = 0.06  # how far bands reach into each other, as a share of the room for all


@record
class Guilloche:
    """Closed bands around the middle, each of lines that swing across each other, and rosettes in the corners.

    ``bands`` many, of ``waves`` around the outermost, whose swing swells and ebbs ``beats`` times, from ``reach`` of
    the room inward to ``hole``; ``square`` bends ellipses (0) into rounded rectangles (1).
    ``rosette`` is the radius of those in the corners, ``rosette_inset`` how far their middle is from the corner.
    """

    ink: Color = "edge"
    inner_ink: Color = "edge"
    rosette_ink: Color = "edge"
    width: Length = bounded(0.13, 0.09, 1)
    bands: Counts = bounded((3, 3), 1, 6)
    waves: Counts = bounded((26, 40), 2, 80)
    beats: Counts = bounded((4, 16), 2, 40)
    lines: Counts = bounded((5, 6), 2, 16)
    reach: float = bounded(1.0, 0.3, 2)
    hole: float = bounded(0.48, 0.1, 0.95)
    square: float = bounded(0.0, 0, 1)
    rosette: Length = bounded(0, 0, 20)
    rosette_inset: Length = bounded(10, 0, 40)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, *_ = room
        count = stream.whole(*self.bands)
        depth = self.reach - self.hole
        cuts = [self.reach]
        shares = [stream.number(0.7, 1.3) for _ in range(count)]
        for share in shares:
            cuts.append(cuts[-1] - depth * share / math.fsum(shares))
        waves, line_count = stream.even(self.waves), stream.whole(*self.lines)
        for index in range(count):
            outer, inner = cuts[index] + (depth * _OVERLAP if index else 0), cuts[index + 1]
            around = max(2, 2 * round(waves * outer / self.reach / 2 * stream.number(0.62, 1.0)))
            band = Band(
                half_width,
                half_height,
                inner,
                outer,
                around,
                stream.even(self.beats),
                stream.number(0.25, 0.8),
                line_count,
                stream.number(0, math.tau),
                2 + 4 * self.square,
            )
            ink = self.inner_ink if index == count - 1 and count > 1 else self.ink
            yield from stroke(band.segments(), ink, self.width)
        if self.rosette:
            x, y = half_width - self.rosette_inset, half_height - self.rosette_inset
            segments, line = rosette_segments(stream, self.rosette), (self.rosette_ink, self.width)
            for corner_x, corner_y in ((-x, -y), (x, -y)):
                moved = list(stroke(transform_outline(segments, (1, 0, 0, 1, corner_x, corner_y)), *line))
                yield from moved
                yield from turned(moved)


@record
class Band:
    """Closed lines about (0, 0) that swing between ``inner`` and ``outer``, shares of an ellipse's half axes.

    There are ``waves`` swings around, weaker by ``depth`` at ``beats`` places; each of ``line_count`` lines begins a
    little further on. ``power`` 2 is an ellipse, a greater one a rounded rectangle.
    """

    half_width: float
    half_height: float
    inner: float
    outer: float
    waves: int
    beats: int
    depth: float
    line_count: int
    phase: float = 0.0
    power: float = 2.0

    def segments(self) -> tuple[Segment, ...]:
        """Return all lines, two cubics a wave: from crest to trough and on."""
        step = math.pi / self.waves
        segments: list[Segment] = []
        for line in range(self.line_count):
            offset = line * math.tau / self.line_count / self.waves
            samples = [self._sample(offset + i * step, 1 - 2 * (i % 2)) for i in range(2 * self.waves)]
            segments += curve(samples, step, closed=True)
        return tuple(segments)

    def _sample(self, angle: float, swing: int) -> Sample:
        """Return point and derivative at a crest (``swing`` 1) or trough (-1)."""
        cos, sin = math.cos(angle), math.sin(angle)
        beat = self.beats * angle + self.phase
        half = (self.outer - self.inner) / 2
        radius = self.inner + half + swing * half * (1 - self.depth * (0.5 + 0.5 * math.cos(beat)))
        slope = swing * half * self.depth * 0.5 * self.beats * math.sin(beat)
        if self.power != 2:
            p, q = abs(cos), abs(sin)
            total = p**self.power + q**self.power
            bend = total ** (-1 / self.power)
            slope *= bend
            turn = (
                p ** (self.power - 1) * math.copysign(1, cos) * sin
                - q ** (self.power - 1) * math.copysign(1, sin) * cos
            )
            slope += radius * bend / total * turn
            radius *= bend
        return (
            self.half_width * radius * cos,
            self.half_height * radius * sin,
            self.half_width * (slope * cos - radius * sin),
            self.half_height * (slope * sin + radius * cos),
        )


def rosette_segments(stream: Stream, radius: float, rings: int = 2, lines: int = 3) -> tuple[Segment, ...]:
    """Return the lines of a round ornament about (0, 0)."""
    segments: tuple[Segment, ...] = ()
    for ring in range(rings):
        outer = 1 - ring * 0.4
        waves, beats = 2 * stream.whole(4, 7), 2 * stream.whole(2, 4)
        depth, phase = stream.number(0.2, 0.7), stream.number(0, math.tau)
        segments += Band(radius, radius, outer - 0.4, outer, waves, beats, depth, lines, phase).segments()
    return segments
