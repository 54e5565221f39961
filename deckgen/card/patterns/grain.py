"""Patterns of fine lines side by side: the irises of eyes, and raked sand."""

from __future__ import annotations

import math
from collections.abc import Iterator

from deckgen.card.patterns.curves import Room, Sample, circle, curve, stroke, through, turned
from deckgen.card.patterns.places import Places
from deckgen.card.patterns.stream import Stream
from deckgen.draw.drawing import Path, Segment
from deckgen.draw.theme import Color, Counts, Length, bounded
from deckgen.records import record

_TRIES = 24  # to find a place for a stone


@record
class Irises:
    """A great eye in the middle: the fibers of its iris in rings, and lids around it, off the card."""

    ink: Color = "edge"
    bold_ink: Color = "edge"
    width: Length = bounded(0.18, 0.09, 1)
    bold_width: Length = bounded(0.6, 0.09, 3)
    fibers: Counts = bounded((112, 160), 12, 240)
    rings: Counts = bounded((2, 3), 1, 6)
    lids: Counts = bounded((12, 18), 1, 30)
    hole: Length = bounded(8, 1, 40)
    reach: float = bounded(0.74, 0.3, 1.2)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, *_ = room
        outer = self.reach * half_width
        yield from self._lids(stream, outer, half_width, half_height)
        count = stream.whole(*self.rings)
        shares = [stream.number(0.6, 1.4) for _ in range(count)]
        radius, fibers = self.hole, stream.even(self.fibers)
        for share in shares:
            start, radius = radius, radius + (outer - self.hole) * share / math.fsum(shares)
            number = max(12, 4 * round(fibers * radius / outer / 4))  # every second one is short, in both halves
            yield from stroke(self._fibers(stream, number, start, radius), self.ink, self.width)
            yield from stroke(self._collar(stream, radius), self.bold_ink, self.bold_width)
        yield from stroke(circle(0, 0, self.hole), self.bold_ink, self.bold_width * 1.6)

    def _fibers(self, stream: Stream, count: int, start: float, end: float) -> Iterator[Segment]:
        """Yield the fibers of a ring: bent to one side, longer and shorter by a beat, the same on both sides."""
        bend, sway = stream.number(-0.012, 0.012) * (end - start), stream.number(0.0005, 0.0025) * (end - start)
        beats, phase = 2 * stream.whole(2, 6), stream.number(0, math.tau)
        depth = stream.number(0.1, 0.5)
        for i in range(count):
            angle = math.tau * i / count
            short = depth * (0.5 + 0.5 * math.cos(beats * angle + phase)) * (i % 2)
            low, high = start + (end - start) * 0.04, end - (end - start) * (0.04 + short)
            turn = sway * math.sin(beats * 2 * angle + phase)
            points = []
            for share in (0.0, 0.5, 1.0):
                radius, at = low + (high - low) * share, angle + bend * share + turn * math.sin(math.pi * share)
                points.append((radius * math.cos(at), radius * math.sin(at)))
            yield from through(points)

    def _collar(self, stream: Stream, radius: float) -> tuple[Segment, ...]:
        """Return a closed line that waves a little about a circle."""
        waves, depth, phase = 2 * stream.whole(4, 12), stream.number(0.004, 0.02), stream.number(0, math.tau)
        step = math.pi / waves / 2
        samples: list[Sample] = []
        for i in range(4 * waves):
            angle = i * step
            reach = radius * (1 + depth * math.cos(waves * angle + phase))
            slope = -radius * depth * waves * math.sin(waves * angle + phase)
            cos, sin = math.cos(angle), math.sin(angle)
            samples.append((reach * cos, reach * sin, slope * cos - reach * sin, slope * sin + reach * cos))
        return curve(samples, step, closed=True)

    def _lids(self, stream: Stream, eye: float, half_width: float, half_height: float) -> Iterator[Path]:
        """Yield almonds about the eye, each of two arcs from corner to corner above and below it."""
        count, growth = stream.whole(*self.lids), stream.number(0.85, 1.25)
        thin: list[Segment] = []
        fill = max(0.0, min(1.0, (eye / half_width - 0.8) / 0.4))  # about an eye that fills the card
        for i in range(count):
            share = (i / count) ** growth
            wide = 1.16 * eye + (2.1 * half_width - eye) * share
            tall = (1.5 - 0.36 * fill) * eye + (2.4 * half_height - eye) * share
            k = (0.279 + 0.6 * fill) * tall
            right = ("C", wide * 1.33, -k, wide * 1.33, k, 0, tall)
            left = ("C", -wide * 1.33, k, -wide * 1.33, -k, 0, -tall)
            almond: tuple[Segment, ...] = (("M", 0, -tall), right, left, ("Z",))
            if i == 0 or stream.share() < 0.2:
                yield from stroke(almond, self.bold_ink, self.bold_width)
            else:
                thin += almond
        yield from stroke(thin, self.ink, self.width)


@record
class Sand:
    """Raked sand: ripples from side to side, bent by the wind and around stones, which have rings of their own."""

    ink: Color = "edge"
    stone_ink: Color = "edge"
    width: Length = bounded(0.22, 0.09, 1)
    ripples: Counts = bounded((44, 60), 6, 120)
    stones: Counts = bounded((2, 4), 0, 10)
    rings: Counts = bounded((3, 6), 1, 12)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, ground, _ = room
        waves = [
            (
                stream.number(0.8, 3.2) / (index + 1),
                stream.sign() * stream.number(0.04, 0.1) * (index + 1),
                stream.number(-0.06, 0.1),
            )
            for index in range(3)
        ]
        count = stream.even(self.ripples) // 2
        spacing = half_height / count
        stones = self._stones(stream, room)
        both = [*stones, *((-x, -y, radius) for x, y, radius in stones)]
        columns = math.ceil(2 * half_width / 4)
        segments: list[Segment] = []
        for row in range(-2, count + 2):
            base = -half_height + (row + 0.5) * spacing
            if base > 0:
                break
            points = []
            for column in range(columns + 1):
                x = -half_width + column * 2 * half_width / columns
                y = base + math.fsum(height * math.sin(k * x + l * base) for height, k, l in waves)  # noqa: E741
                for stone_x, stone_y, radius in both:
                    dx, dy = x - stone_x, y - stone_y
                    near = math.exp(-(dx * dx + dy * dy) / (2.2 * radius * radius))
                    y += near * radius * 0.9 * math.tanh(2 * dy / radius)
                points.append((x, y))
            segments += through(points)
        half = list(stroke(segments, self.ink, self.width))
        for x, y, radius in stones:
            half += self._stone(stream, x, y, radius, ground)
        yield from half
        yield from turned(half)

    def _stones(self, stream: Stream, room: Room) -> list[tuple[float, float, float]]:
        """Return places and sizes of the stones of the upper half."""
        number = stream.even(self.stones) // 2 if self.stones[1] else 0
        places, stones = Places(room.covered), []
        for _ in range(number):
            size = stream.number(0.6, 1.0) * min(7, 16 / number)
            for _ in range(_TRIES):
                x, y = stream.number(-0.75, 0.75) * room.half_width, -stream.number(0.1, 0.9) * room.half_height
                if places.take(x, y, 1.1 * size):
                    stones.append((x, y, size))
                    break
        return stones

    def _stone(self, stream: Stream, x: float, y: float, radius: float, ground: str) -> Iterator[Path]:
        """Yield a stone, and the rings raked around it on the bare ``ground``."""
        tilt, ratio = stream.number(-0.5, 0.5), stream.number(0.72, 1.0)
        count = stream.whole(*self.rings)
        yield Path(circle(x, y, radius, ratio, tilt), ground)
        for ring in range(1, count + 1):
            share = 0.34 + 0.66 * ring / count
            yield from stroke(circle(x, y, radius * share, ratio, tilt), self.ink, self.width)
        yield Path(circle(x, y, radius * 0.3, ratio, tilt), self.stone_ink)
