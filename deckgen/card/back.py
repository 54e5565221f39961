"""The back of a card: a pattern that grows out of the deck's title and looks the same upside down."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from deckgen.card.patterns import PATTERNS, lozenge
from deckgen.draw import geometry
from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points

_MOST_PIPS = 9


@dataclass(frozen=True)
class BackOptions:
    """``style`` names the pattern, ``pitch`` is the distance of its parts; ``plate`` carries the titles."""

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


def draw_back(
    pen: Pen, options: BackOptions, page: Box, bleed: float, titles: tuple[str, str], numbers: tuple[int, int]
) -> None:
    """Draw the back for (game, deck) ``titles`` and (deck, of) ``numbers``."""
    pen.path(geometry.rectangle(*page.inset(-bleed)), options.ground)
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
