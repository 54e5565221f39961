"""Patterns of a sky: an orrery, orbits about two suns, and the rings of a planet."""

from __future__ import annotations

import math
from collections.abc import Iterator

from deckgen.card.patterns.curves import Point, Room, arc, area, circle, curve, lines, star, stroke, turned
from deckgen.card.patterns.places import Places
from deckgen.card.patterns.stream import Stream
from deckgen.draw.drawing import Path, Segment
from deckgen.draw.theme import Color, Counts, Length, bounded
from deckgen.records import record

_TRIES = 12  # to find a place for a planet
_EDGE = 5.5  # mm, of planets and of stars of a figure from the edge of the bleed
_FRONT = 3  # segments of a ring that pass before its planet: half of it
_FIGURE = 5  # stars of a figure


@record
class Orrery:
    """Rings around the middle, one with ticks, with planets on arms and their moons, and constellations in the corners.

    The innermost ring has the radius ``hole``, a share of half the room's width; the outermost goes off the card.
    """

    ink: Color = "edge"
    ring_ink: Color = "edge"
    body_ink: Color = "edge"
    light: Color = "edge"
    width: Length = bounded(0.25, 0.09, 1)
    rings: Counts = bounded((6, 9), 2, 20)
    bodies: Counts = bounded((6, 10), 2, 24)
    ticks: Counts = bounded((24, 72), 2, 144)
    stars: Counts = bounded((20, 36), 0, 100)
    hole: float = bounded(0.32, 0.05, 0.9)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, _, covered = room
        inner = self.hole * half_width
        count = stream.whole(*self.rings)
        gaps = [stream.number(0.6, 1.6) for _ in range(count)]
        radii, far = [inner], 0.86 * half_height - inner
        for gap in gaps:
            radii.append(radii[-1] + far * gap / math.fsum(gaps))
        ticked = stream.whole(1, max(1, count // 2))
        for index, radius in enumerate(radii):
            ink = self.ink if index in (0, ticked) or stream.share() < 0.35 else self.ring_ink
            dotted = index not in (0, ticked) and stream.share() < 0.25
            period = math.pi * radius / round(math.pi * radius / 1.2)  # a whole number in half a ring
            dash = (0.1, period - 0.1) if dotted else ()
            yield from stroke(circle(0, 0, radius), ink, self.width * (1.4 if index in (0, ticked) else 1), dash)
        yield from stroke(self._ticks(stream.even(self.ticks), radii[ticked]), self.ink, self.width)
        places = Places(covered)
        arms, bodies = self._bodies(stream, radii, room, places)
        figures = list(self._constellations(stream, radii[1], room, places))
        for layer in (figures, arms, bodies):  # what covers others comes last, in both halves
            yield from layer
            yield from turned(layer)

    def _ticks(self, count: int, radius: float) -> Iterator[Segment]:
        for i in range(count):
            angle, long = math.tau * i / count, i % (count // 2) % 6 == 0
            cos, sin, reach = math.cos(angle), math.sin(angle), radius - (1.7 if long else 0.9)
            yield from lines([(cos * radius, sin * radius), (cos * reach, sin * reach)])

    def _bodies(self, stream: Stream, radii: list[float], room: Room, places: Places) -> tuple[list[Path], list[Path]]:
        """Return arms from the innermost ring, and at their ends planets, of the upper half, each on a ring."""
        count = stream.even(self.bodies) // 2
        half_width, half_height, ground, _ = room
        arms, bodies = list[Path](), list[Path]()
        for index in range(count):
            size = stream.number(0.9, 2.9)
            for _ in range(_TRIES):
                angle, radius = -math.pi * (index + stream.number(0.1, 0.9)) / count, stream.pick(radii[1:])
                x, y = math.cos(angle) * radius, math.sin(angle) * radius
                margin = _EDGE + 1.9 * size
                on_card = abs(x) < half_width - margin and abs(y) < half_height - margin
                if on_card and places.take(x, y, 2.1 * size + 0.6):
                    break
            else:
                continue
            start = radii[0] / radius
            arms += stroke(lines([(x * start, y * start), (x, y)]), self.ink, self.width)
            bodies += self._body(stream, x, y, size, ground)
        return arms, bodies

    def _body(self, stream: Stream, x: float, y: float, size: float, ground: str) -> Iterator[Path]:
        """Yield a planet: a disc with the crescent of its day, perhaps with a ring, or with moons on an orbit."""
        tilt, dressing = stream.number(-0.6, 0.6), stream.share()
        reach = size * (1.7 if size > 1.4 else 2.0)
        with_moons = dressing < 0.45
        ring = circle(x, y, size * 1.85, 0.3, tilt) if dressing > 0.7 else ()
        yield from area(circle(x, y, reach + 0.3 if with_moons else size + 0.45), ground)
        if with_moons:
            yield from stroke(circle(x, y, reach), self.ring_ink, self.width)
        yield from stroke(ring, self.ink, self.width * 1.4)
        yield from area(circle(x, y, size), self.body_ink)
        yield from area(_crescent(x, y, size, stream.number(0, math.tau), stream.number(0.2, 0.75)), self.light)
        if with_moons:
            for _ in range(stream.whole(1, 3)):
                angle = stream.number(0, math.tau)
                yield from area(circle(x + reach * math.cos(angle), y + reach * math.sin(angle), 0.42), self.ink)
        yield from stroke(ring[:_FRONT], self.ink, self.width * 1.4)

    def _constellations(self, stream: Stream, inner: float, room: Room, places: Places) -> Iterator[Path]:
        """Yield a figure of joined stars in both upper corners, and single stars outside of a radius."""
        half_width, half_height = room.half_width - _EDGE, room.half_height - _EDGE
        for side in (-1, 1):
            figure: list[Point] = []
            for _ in range(_TRIES * 8):
                if figure:
                    angle, step = stream.number(0, math.tau), stream.number(4.5, 9)
                    x, y = figure[-1][0] + step * math.cos(angle), figure[-1][1] + step * math.sin(angle)
                else:
                    x, y = side * stream.number(0.5, 0.9) * half_width, -stream.number(0.6, 0.95) * half_height
                on_card = 0.12 * half_width < side * x < half_width and -half_height < y < -0.45 * half_height
                if on_card and places.take(x, y, 2.0):
                    figure.append((x, y))
                if len(figure) == _FIGURE:
                    break
            yield from stroke(lines(figure) if len(figure) > 1 else (), self.ring_ink, self.width)
            for index, (x, y) in enumerate(figure):
                yield from area(star(x, y, 1.15 if index % 3 == 1 else 0.75), self.ink)
        for _ in range(stream.even(self.stars) // 2 if self.stars[1] else 0):
            x, y = stream.number(-1, 1) * half_width, -stream.share() * half_height
            if math.hypot(x, y) > inner and places.take(x, y, 0.7):
                yield from area(star(x, y, stream.pick((0.3, 0.3, 0.45, 0.7))), self.light)


def _crescent(x: float, y: float, radius: float, angle: float, phase: float) -> tuple[Segment, ...]:
    """Return the lit part of a disc: half of its rim, and an arc that is flatter the higher ``phase`` (0 to 1) is."""
    cos, sin = math.cos(angle), math.sin(angle)
    k = 4 / 3 * radius
    samples = [(0.0, -radius), (k, -radius), (k, radius), (0.0, radius), (k * phase, radius), (k * phase, -radius)]
    points = [(x + cos * p - sin * q, y + sin * p + cos * q) for p, q in samples]
    (a, b), (c, d), (e, f), (g, h), (i, j), (m, n) = points
    return ("M", a, b), ("C", c, d, e, f, g, h), ("C", i, j, m, n, a, b), ("Z",)


@record
class Orbits:
    """Orbits about two suns, above and below, that meet in the middle of the card, with planets and stars."""

    ink: Color = "edge"
    planet_ink: Color = "edge"
    light: Color = "edge"
    star_ink: Color = "edge"
    width: Length = bounded(0.25, 0.09, 1)
    orbits: Counts = bounded((12, 18), 2, 40)
    planets: Counts = bounded((8, 14), 2, 40)
    stars: Counts = bounded((30, 60), 0, 200)
    focus: float = bounded(0.62, 0, 1)
    hole: Length = bounded(7, 1, 40)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, ground, covered = room
        y, far = -self.focus * half_height, math.hypot(half_width, self.focus * half_height)
        count = stream.whole(*self.orbits)
        gaps = [stream.number(0.4, 1.0) * (1 + index / count) for index in range(count)]
        radii = [self.hole]
        for gap in gaps:
            radii.append(radii[-1] + (far - self.hole) * gap / math.fsum(gaps))
        half: list[Path] = []
        for radius in radii:
            bold, dashed = stream.share() < 0.2, stream.share() < 0.2
            dash = (1.2, 0.9) if dashed else ()
            half += stroke(_above_middle(y, radius), self.ink, self.width * (2 if bold else 1), dash)
        for _ in range(stream.even(self.stars) // 2 if self.stars[1] else 0):
            place = stream.number(-1, 1) * half_width, -stream.share() * half_height
            half += area(circle(*place, stream.pick((0.14, 0.14, 0.2, 0.28))), self.star_ink)
        yield from half
        yield from turned(half)
        places, planets = Places(covered), list[Path]()
        for _ in range(stream.even(self.planets) // 2):
            planets += self._planet(stream, y, radii, half_width, half_height, ground, places)
        yield from planets
        yield from turned(planets)

    def _planet(
        self,
        stream: Stream,
        sun: float,
        radii: list[float],
        half_width: float,
        half_height: float,
        ground: str,
        places: Places,
    ) -> Iterator[Path]:
        """Yield a planet on an orbit, in the upper half and off the edge."""
        size = stream.pick((0.55, 0.8, 1.1, 1.5, 2.0))
        for _ in range(_TRIES):
            radius, angle = stream.pick(radii[1:]), stream.number(0, math.tau)
            x, y = radius * math.cos(angle), sun + radius * math.sin(angle)
            margin = _EDGE + 1.8 * size
            on_card = abs(x) < half_width - margin and margin - half_height < y < 0
            if on_card and places.take(x, y, 1.8 * size + 0.5):
                break
        else:
            return
        yield from area(circle(x, y, size + 0.45), ground)
        ring = circle(x, y, size * 1.8, 0.28, stream.number(-0.6, 0.6)) if size > 1 and stream.share() < 0.5 else ()
        yield from stroke(ring, self.light, self.width * 1.3)
        yield from area(circle(x, y, size), stream.pick((self.planet_ink, self.light, self.ink)))
        yield from stroke(ring[:_FRONT], self.light, self.width * 1.3)


def _above_middle(y: float, radius: float) -> tuple[Segment, ...]:
    """Return the part above the middle of a circle about (0, ``y``), ``y`` being above it."""
    if radius <= -y:
        return circle(0, y, radius)
    angle = math.asin(-y / radius)
    return arc(0, y, radius, math.pi - angle, math.tau + angle)


@record
class Rings:
    """The rings of one planet, seen at a slant and far off the card, with their gaps; the planet has bands."""

    ink: Color = "edge"
    bold_ink: Color = "edge"
    star_ink: Color = "edge"
    width: Length = bounded(0.22, 0.09, 1)
    bold_width: Length = bounded(0.9, 0.09, 4)
    rings: Counts = bounded((30, 44), 4, 100)
    gaps: Counts = bounded((4, 6), 1, 12)
    stars: Counts = bounded((30, 60), 0, 200)
    hole: Length = bounded(11, 2, 40)

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the pattern's paths about (0, 0)."""
        half_width, half_height, ground, _ = room
        tilt = stream.sign() * stream.number(0.35, 0.75)
        ratio = stream.number(0.26, 0.4)
        stars: list[Path] = []
        for _ in range(stream.even(self.stars) // 2 if self.stars[1] else 0):
            place = stream.number(-1, 1) * half_width, -stream.share() * half_height
            stars += area(circle(*place, stream.pick((0.14, 0.2, 0.3))), self.star_ink)
        yield from stars
        yield from turned(stars)
        count, gap_count = stream.whole(*self.rings), stream.whole(*self.gaps)
        gap_indexes = {round(count * (index + stream.number(0.25, 0.75)) / gap_count) for index in range(gap_count)}
        far = (half_height + half_width * math.sin(abs(tilt))) / ratio * 0.94
        thin, radius = list[Segment](), self.hole * 1.25
        step = (far - radius) / (count + 3 * gap_count)
        for index in range(count):
            radius += step * (4 if index in gap_indexes else 1)
            outline = circle(0, 0, radius, ratio, tilt)
            if index in gap_indexes or index + 1 in gap_indexes:
                yield from stroke(outline, self.bold_ink, self.bold_width)
            else:
                thin += outline
        yield from stroke(thin, self.ink, self.width)
        yield from self._planet(stream, tilt, ground)

    def _planet(self, stream: Stream, tilt: float, ground: str) -> Iterator[Path]:
        """Yield the disc of the planet with bands along its tilt."""
        radius, cos, sin = self.hole, math.cos(tilt), math.sin(tilt)
        yield from area(circle(0, 0, radius + 0.9), ground)
        yield from stroke(circle(0, 0, radius), self.bold_ink, self.bold_width)
        segments: list[Segment] = []
        height = 0.0
        while (height := height + stream.number(0.5, 1.7)) < radius - 0.6:
            reach = math.sqrt(radius**2 - height**2)
            for y in (-height, height):
                ends = [(cos * x - sin * y, sin * x + cos * y) for x in (-reach, reach)]
                segments += curve([(x, y, 0.0, 0.0) for x, y in ends], 1)[:1] + lines(ends)[1:]
        yield from stroke(segments, self.ink, self.width)
