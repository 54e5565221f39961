"""A clock face with the card's hour marked by a hand and its number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import DistributionSection


@dataclass(frozen=True)
class ClockOptions:
    """``dot`` is the radius of the disc that holds the number."""

    face_fill: Colour = "paper"
    rim: Colour = "accent"
    rim_width: Length = 0.35
    tick: Colour = "accent"
    hand: Colour = "ink"
    dot: Length = 1.75
    dot_fill: Colour = "accent"
    size: Points = 7.0
    face: FontFace = "bold"
    ink: Colour = "paper"


def build(section: DistributionSection, box: Box, options: ClockOptions, pen: Pen) -> Painter:
    """Face and ticks now, hand and number for each card. Hours are the section's values, 12 at the top."""
    hours = max((o.value for o in section.outcomes if isinstance(o.value, int)), default=12)
    radius = min(box.width, box.height) / 2 - options.rim_width / 2
    pen.path(geometry.ellipse(box.cx, box.cy, radius), options.face_fill, options.rim, options.rim_width)
    for hour in range(hours):
        dx, dy = _direction(hour, hours)
        share, line = (0.74, 0.3) if hour * 4 % hours == 0 else (0.84, 0.2)
        inner = (box.cx + dx * (radius * share), box.cy + dy * (radius * share))
        outer = (box.cx + dx * radius * 0.93, box.cy + dy * radius * 0.93)
        pen.path(geometry.polygon([*inner, *outer], closed=False), None, options.tick, line)

    def paint(pen: Pen, value: Any) -> None:
        if value is None:
            return
        dx, dy = _direction(int(value), hours)
        reach = radius + options.rim_width / 2 - options.dot
        x, y = box.cx + dx * reach, box.cy + dy * reach
        # A hand that tapers from the middle to the disc.
        side = 0.5
        points = [box.cx - dy * side, box.cy + dx * side, x, y, box.cx + dy * side, box.cy - dx * side]
        pen.path(geometry.polygon(points), options.hand)
        pen.path(geometry.ellipse(box.cx, box.cy, 0.75), options.hand)
        pen.path(geometry.ellipse(x, y, options.dot), options.dot_fill)
        disc = Box(x - options.dot, y - options.dot, 2 * options.dot, 2 * options.dot)
        pen.text(str(value), disc.inset(0.3), options.face, options.size, options.ink)

    return paint


def _direction(hour: int, hours: int) -> tuple[float, float]:
    turn = 2 * math.pi * hour / hours
    return math.sin(turn), -math.cos(turn)


WIDGET = Widget("clock", ClockOptions, build)
