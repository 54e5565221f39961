"""The back of a card, which looks the same after half a turn: the template's art, or a pattern that grows out of a title."""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace

from deckgen.card.template import Template
from deckgen.draw import geometry
from deckgen.draw.drawing import Segment, Text, Use
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.records import record

ART = "static-back"
"""The template's group of art: one half of it is enough."""
_NEAR = 0.05  # mm: an emblem in the middle stands there once
_MOST_PIPS = 9
_RADIUS = 2.2  # mm, of the corners of the pattern and the plate


@record
class BackOptions:
    """``pitch`` is the distance of the pattern's parts, ``plate`` carries the titles: both for a drawing without art.

    ``emblem``, the deck's, stands in the template's slot of that name, on fronts in ``front-emblem``.
    """

    ground: Colour = "edge"
    pattern: Colour = "accent"
    glow: Colour = "open"
    frame: Colour = "pale"
    pitch: Length = 2.9
    plate: Colour = "edge"
    title_face: FontFace = "bold"
    title_size: Points = 15.0
    title_ink: Colour = "paper"
    game_size: Points = 7.5
    game_ink: Colour = "pale"
    emblem: Icon = ""
    emblem_ink: Colour = "open"


def draw_back(pen: Pen, options: BackOptions, template: Template, titles: tuple[str, str], pips: int) -> None:
    """Draw the back: the template's art, twice, and the emblem; without art the (game, deck) ``titles`` and ``pips`` on a pattern."""
    page = Box(0, 0, template.width, template.height)
    pen.path(geometry.rectangle(*page.inset(-template.bleed)), options.ground)
    if template.groups.get(ART):
        pen.items += [Use(ART), Use(ART, (-1.0, 0.0, 0.0, -1.0, page.width, page.height))]
    else:
        _draw_titles(pen, options, page, titles, pips)
    place = template.boxes.get("emblem")
    if options.emblem and place is not None:
        side = min(place.width, place.height)
        pen.icon(options.emblem, place.cx, place.cy, side, options.emblem_ink)
        if options.emblem_ink and abs(place.cx - page.cx) + abs(place.cy - page.cy) > _NEAR:
            turned = (-side, 0.0, 0.0, -side, page.width - place.cx, page.height - place.cy)
            pen.items.append(Use(options.emblem, turned, options.emblem_ink))


def pips_of(template: Template, number: int, of: int) -> int:
    """How many lozenges tell on the back which deck of a set it is; 0 if the back has art of its own."""
    if template.groups.get(ART):
        return 0
    return number if of > 1 and number <= _MOST_PIPS else 1


def _draw_titles(pen: Pen, options: BackOptions, page: Box, titles: tuple[str, str], pips: int) -> None:
    """The pattern in its frame, around a plate with the titles, twice."""
    field = page.inset(4.2)
    plate = Box(page.cx, page.cy, 0, 0).inset(-page.width / 3, -page.height / 6)
    seed = hashlib.sha256("\n".join(titles).encode()).digest()
    plain, bright = lozenges(field.inset(1.2), plate.inset(-1.6), options.pitch, seed)
    pen.path(plain, options.pattern)
    pen.path(bright, options.glow)
    pen.panel(field, _RADIUS, None, options.frame, 0.35)
    pen.panel(field.inset(-0.9), _RADIUS + 0.9, None, options.pattern, 0.21)
    pen.panel(plate.inset(-0.8), _RADIUS + 0.8, None, options.pattern, 0.25)
    pen.panel(plate, _RADIUS, options.plate, options.glow, 0.55)
    start = len(pen.items)
    room = Box(plate.x + 3, plate.y + 1.6, plate.width - 6, plate.height / 2 - 3.6)
    upper = Box(*room[:3], room.height * 0.36)
    lower = Box(room.x, upper.bottom, room.width, room.height * 0.64)
    pen.text(titles[0], upper, "semibold", options.game_size, options.game_ink)
    pen.text(titles[1], lower, options.title_face, options.title_size, options.title_ink)
    pen.items += [
        replace(text, x=2 * page.cx - text.x, y=2 * page.cy - text.y, angle=text.angle + 180)
        for text in pen.items[start:]
        if isinstance(text, Text)  # the same after half a turn of the card
    ]
    _draw_pips(pen, options, plate, pips)


def _draw_pips(pen: Pen, options: BackOptions, plate: Box, count: int) -> None:
    """A lozenge for each deck of the set up to this one, on the line across the middle."""
    reach = plate.width / 2 - 5
    half = (count - 1) * 1.5 + 2.2
    for side in (-1, 1):
        ends = [plate.cx + side * half, plate.cy, plate.cx + side * reach, plate.cy]
        pen.path(geometry.polygon(ends, closed=False), None, options.pattern, 0.3)
    for i in range(count):
        x = plate.cx + (i - (count - 1) / 2) * 3
        pen.path(lozenge(x, plate.cy, 1.0, 1.0), options.glow)


def lozenge(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """A lozenge about (x, y) with half axes ``width`` and ``height``."""
    return geometry.polygon([x, y - height, x + width, y, x, y + height, x - width, y])


def lozenges(
    field: Box, keep: Box, pitch: float, seed: bytes
) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Lozenges on a lattice in ``field`` but ``keep``, and bright ones on the largest; waves about the middle set their sizes."""
    rings = 0.34 + seed[0] / 255 * 0.3
    petals = 2 * (2 + seed[1] % 4)
    twist = (seed[2] / 255 - 0.5) * 0.16
    columns, rows = max(1, round(field.width / pitch)), max(1, round(field.height / pitch))
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
            plain.extend(lozenge(x, y, dx * share / 2, dy * share / 2))
            if share > 0.8:
                bright.extend(lozenge(x, y, dx * share / 5, dy * share / 5))
    return tuple(plain), tuple(bright)
