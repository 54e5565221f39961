"""A line-up of numbered figures, some crossed out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import MarksSection


@dataclass(frozen=True)
class MarksOptions:
    """The line-up goes down ``columns`` in turn. ``plate`` lies under a marked figure; ``cross`` is drawn twice, first wider in ``halo``."""

    icon: Icon = ""
    icon_fill: Colour = "steel"
    marked_fill: Colour = "paper"
    size: Points = 6.0
    face: FontFace = "semibold"
    ink: Colour = "pale"
    number_width: Length = 2.6
    plate: Colour = "none"
    plate_radius: Length = 0.8
    cross: Colour = "open"
    cross_width: Length = 0.65
    halo: Colour = "edge"
    halo_width: Length = 1.35
    gap: Length = 0.5
    columns: int = 1


def build(section: MarksSection, box: Box, look: MarksOptions, pen: Pen) -> Painter:
    """The line-up now, from top to bottom, the crosses for each card."""
    lines = -(-section.count // look.columns)
    width, height = box.width / look.columns, box.height / lines
    places: dict[int, Box] = {}
    for i in range(section.count):
        row = Box(box.x + i // lines * width, box.y + i % lines * height, width, height)
        pen.text(str(i + 1), Box(row.x, row.y, look.number_width, height), look.face, look.size, look.ink)
        places[i + 1] = Box(row.x + look.number_width, row.y, row.width - look.number_width, height)
        side = _side(places[i + 1], look)
        if look.icon:
            pen.icon(look.icon, places[i + 1].cx, row.cy, side, look.icon_fill)

    def paint(pen: Pen, value: Collection[int]) -> None:
        for number, place in places.items():
            if number not in value:
                continue
            pen.panel(_plate(place, look), look.plate_radius, look.plate)
            tall = (_side(place, look) - look.halo_width) / 2
            wide = min(place.width / 2 - look.halo_width / 2, tall * 0.62)
            down = [place.cx - wide, place.cy - tall, place.cx + wide, place.cy + tall]
            up = [place.cx - wide, place.cy + tall, place.cx + wide, place.cy - tall]
            both = geometry.polygon(down, closed=False) + geometry.polygon(up, closed=False)
            if look.icon:
                pen.icon(look.icon, place.cx, place.cy, _side(place, look), look.marked_fill)
            pen.path(both, None, look.halo, look.halo_width)
            pen.path(both, None, look.cross, look.cross_width)

    return paint


def _side(place: Box, look: MarksOptions) -> float:
    """The height of a figure, which is taken to be at least half as wide."""
    return min(place.height - 2 * look.gap, 2 * place.width)


def _plate(place: Box, look: MarksOptions) -> Box:
    height = _side(place, look) + look.gap
    return Box(place.x, place.cy - height / 2, place.width, height)


WIDGET = Widget(MarksOptions, (MarksSection,), build)
