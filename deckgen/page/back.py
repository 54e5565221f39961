"""The back of a card: a pattern that grows out of the deck's title and looks the same upside down."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, replace

from deckgen.page import geometry
from deckgen.page.drawing import Path, Segment, Text
from deckgen.page.geometry import Box
from deckgen.page.pen import Pen
from deckgen.page.theme import Colour, FontFace, Length, Points

_MOST_PIPS = 9


@dataclass(frozen=True)
class Look:
    """``pitch`` is the distance between the pattern's lozenges, ``plate`` what carries the titles."""

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


def draw_back(
    pen: Pen, look: Look, page: Box, bleed: float, *, titles: tuple[str, str], numbers: tuple[int, int]
) -> None:
    """Draw the back for (game, deck) ``titles`` and (deck, of) ``numbers``."""
    pen.path(geometry.rectangle(*page.inset(-bleed)), look.ground)
    field = page.inset(look.inset)
    plate = Box(
        page.cx - look.plate_width / 2, page.cy - look.plate_height / 2, look.plate_width, look.plate_height
    )
    _pattern(pen, look, field.inset(1.2), plate.inset(-1.6), "\n".join(titles))
    pen.panel(field, look.radius, None, look.frame, look.frame_width)
    pen.panel(field.inset(-0.9), look.radius + 0.9, None, look.pattern, look.frame_width * 0.6)
    pen.panel(plate.inset(-0.8), look.radius + 0.8, None, look.pattern, 0.25)
    pen.panel(plate, look.radius, look.plate, look.plate_edge, 0.55)
    start = len(pen.items)
    room = Box(plate.x + 3, plate.y + 1.6, plate.width - 6, plate.height / 2 - 3.6)
    upper, lower = (
        Box(*room[:3], room.height * 0.36),
        Box(room.x, room.y + room.height * 0.36, room.width, room.height * 0.64),
    )
    pen.text(titles[0], upper, look.game_face, look.game_size, look.game_ink)
    pen.text(titles[1], lower, look.title_face, look.title_size, look.title_ink)
    pen.items += [_turned(item, page) for item in pen.items[start:] if isinstance(item, Text)]
    _pips(pen, look, plate, *numbers)


def _turned(text: Text, page: Box) -> Text:
    """The text after half a turn of the card."""
    return replace(text, x=2 * page.cx - text.x, y=2 * page.cy - text.y, angle=text.angle + 180)


def _pips(pen: Pen, look: Look, plate: Box, number: int, of: int) -> None:
    """A lozenge for each deck of the set up to this one, on the line across the middle."""
    count = number if of > 1 and number <= _MOST_PIPS else 1
    reach = plate.width / 2 - 5
    half = (count - 1) * 1.5 + 2.2
    for side in (-1, 1):
        ends = [plate.cx + side * half, plate.cy, plate.cx + side * reach, plate.cy]
        pen.path(geometry.polygon(ends, closed=False), None, look.pattern, 0.3)
    for i in range(count):
        x = plate.cx + (i - (count - 1) / 2) * 3
        pen.path(_lozenge(x, plate.cy, 1.0, 1.0), look.plate_edge)


def _lozenge(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    return geometry.polygon([x, y - height, x + width, y, x, y + height, x - width, y])


def _pattern(pen: Pen, look: Look, field: Box, keep: Box, seed: str) -> None:
    """Lozenges on a lattice; waves whose lengths come from the titles set their sizes."""
    digest = hashlib.sha256(seed.encode()).digest()
    rings = 0.34 + digest[0] / 255 * 0.3
    petals = 2 * (2 + digest[1] % 4)
    twist = (digest[2] / 255 - 0.5) * 0.16
    columns, rows = round(field.width / look.pitch), round(field.height / look.pitch)
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
            plain.extend(_lozenge(x, y, dx * share / 2, dy * share / 2))
            if share > 0.8:
                bright.extend(_lozenge(x, y, dx * share / 5, dy * share / 5))
    for segments, colour in ((plain, look.pattern), (bright, look.glow)):
        if segments:
            pen.items.append(Path(tuple(segments), colour))


__all__ = ["Look", "draw_back"]
