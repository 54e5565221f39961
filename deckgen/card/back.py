"""The back of a card: a pattern that grows out of the deck's title and looks the same after half a turn.

A pattern is given the field it fills, the place of the plate on it and a few bytes; it returns its parts as
(segments, colour, line): the colour is ``pattern``, ``glow`` or ``ground``; parts with a ``line`` width are not filled.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from deckgen.card.template import Template
from deckgen.draw import geometry
from deckgen.draw.drawing import Path, Segment, Text, Use
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points

Part = tuple[tuple[Segment, ...], Literal["pattern", "glow", "ground"], float]
Pattern = Callable[[Box, Box, float, bytes], list[Part]]
Shape = Callable[[float, float, float, float], tuple[Segment, ...]]

ART = "static-back"
"""The template's group of art: one half of it is enough."""
_NEAR = 0.05  # mm: an emblem in the middle stands there once
_STEPS = 18  # points of a curve for each of its petals; even, so that half a turn maps them on each other
_MOST_PIPS = 9


@dataclass(frozen=True)
class BackOptions:
    """``style`` names the pattern, ``pitch`` is the distance of its parts; ``plate`` carries the titles.

    ``emblem``, the deck's, stands in the template's slot of that name, on fronts in ``front-emblem``. Without ``title`` there is neither plate nor frame.
    """

    style: str = "lozenges"
    ground: Colour = "edge"
    pattern: Colour = "accent"
    glow: Colour = "open"
    frame: Colour = "pale"
    frame_width: Length = 0.35
    inset: Length = 4.2
    radius: Length = 2.2
    pitch: Length = 2.9
    plate: Colour = "edge"
    plate_edge: Colour = "open"
    plate_width: Length = 42.0
    plate_height: Length = 29.0
    title_face: FontFace = "bold"
    title_size: Points = 15.0
    title_ink: Colour = "paper"
    game_face: FontFace = "semibold"
    game_size: Points = 7.5
    game_ink: Colour = "pale"
    title: bool = True
    emblem: Icon = ""
    emblem_ink: Colour = "open"


def draw_back(
    pen: Pen,
    options: BackOptions,
    template: Template,
    titles: tuple[str, str],
    numbers: tuple[int, int],
) -> None:
    """Draw the back for (game, deck) ``titles`` and (deck, of) ``numbers``: pattern, then the template's art, twice."""
    page = Box(0, 0, template.width, template.height)
    pen.path(geometry.rectangle(*page.inset(-template.bleed)), options.ground)
    if options.title:
        _draw_titles(pen, options, page, titles, numbers)
    else:
        draw_pattern(pen, options, page.inset(options.inset), Box(page.cx, page.cy, 0, 0), "\n".join(titles))
    half_turn = (-1.0, 0.0, 0.0, -1.0, page.width, page.height)
    if template.groups.get(ART):
        pen.items += [Use(ART), Use(ART, half_turn)]
    place = template.boxes.get("emblem")
    if options.emblem and place is not None:
        side = min(place.width, place.height)
        pen.icon(options.emblem, place.cx, place.cy, side, options.emblem_ink)
        if abs(place.cx - page.cx) + abs(place.cy - page.cy) > _NEAR:
            turned = (-side, 0.0, 0.0, -side, page.width - place.cx, page.height - place.cy)
            pen.items.append(Use(options.emblem, turned, options.emblem_ink))


def _draw_titles(
    pen: Pen, options: BackOptions, page: Box, titles: tuple[str, str], numbers: tuple[int, int]
) -> None:
    """The pattern in its frame, around a plate with the titles, twice."""
    field = page.inset(options.inset)
    plate = Box(page.cx, page.cy, 0, 0).inset(-options.plate_width / 2, -options.plate_height / 2)
    draw_pattern(pen, options, field.inset(1.2), plate.inset(-1.6), "\n".join(titles))
    pen.panel(field, options.radius, None, options.frame, options.frame_width)
    pen.panel(field.inset(-0.9), options.radius + 0.9, None, options.pattern, options.frame_width * 0.6)
    pen.panel(plate.inset(-0.8), options.radius + 0.8, None, options.pattern, 0.25)
    pen.panel(plate, options.radius, options.plate, options.plate_edge, 0.55)
    start = len(pen.items)
    room = Box(plate.x + 3, plate.y + 1.6, plate.width - 6, plate.height / 2 - 3.6)
    upper = Box(*room[:3], room.height * 0.36)
    lower = Box(room.x, upper.bottom, room.width, room.height * 0.64)
    pen.text(titles[0], upper, options.game_face, options.game_size, options.game_ink)
    pen.text(titles[1], lower, options.title_face, options.title_size, options.title_ink)
    pen.items += [
        replace(text, x=2 * page.cx - text.x, y=2 * page.cy - text.y, angle=text.angle + 180)
        for text in pen.items[start:]
        if isinstance(text, Text)  # the same after half a turn of the card
    ]
    _pips(pen, options, plate, *numbers)


def _pips(pen: Pen, options: BackOptions, plate: Box, number: int, of: int) -> None:
    """A lozenge for each deck of the set up to this one, on the line across the middle."""
    count = number if of > 1 and number <= _MOST_PIPS else 1
    reach = plate.width / 2 - 5
    half = (count - 1) * 1.5 + 2.2
    for side in (-1, 1):
        ends = [plate.cx + side * half, plate.cy, plate.cx + side * reach, plate.cy]
        pen.path(geometry.polygon(ends, closed=False), None, options.pattern, 0.3)
    for i in range(count):
        x = plate.cx + (i - (count - 1) / 2) * 3
        pen.path(lozenge(x, plate.cy, 1.0, 1.0), options.plate_edge)


def draw_pattern(pen: Pen, options: BackOptions, field: Box, keep: Box, seed: str) -> None:
    """Fill ``field`` but ``keep`` with the back's pattern as it grows from a text."""
    digest = hashlib.sha256(seed.encode()).digest()
    colours = {"pattern": options.pattern, "glow": options.glow, "ground": options.ground}
    for segments, name, line in PATTERNS[options.style](field, keep, options.pitch, digest):
        colour = colours[name]
        if segments:
            pen.items.append(Path(segments, None, colour, line) if line else Path(segments, colour))


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
    "none": lambda *_: [],
})  # fmt: skip
