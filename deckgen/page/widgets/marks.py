"""A line-up of numbered figures, some crossed out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from deckgen.game.model import Marks
from deckgen.page import geometry
from deckgen.page.geometry import Box
from deckgen.page.pen import Pen
from deckgen.page.theme import Colour, FontFace, Icon, Length, Points
from deckgen.page.widgets.base import Painter, Widget


@dataclass(frozen=True)
class Look:
    """``cross`` is drawn twice, first wider in ``halo``, so that it stands off its figure."""

    icon: Icon = ""
    icon_fill: Colour = "steel"
    marked_fill: Colour = "paper"
    size: Points = 6.0
    face: FontFace = "semibold"
    ink: Colour = "pale"
    number_width: Length = 2.6
    cross: Colour = "open"
    cross_width: Length = 0.65
    halo: Colour = "edge"
    halo_width: Length = 1.35
    gap: Length = 0.5


def build(section: Marks, box: Box, look: Look, pen: Pen) -> Painter:
    """The line-up now, from top to bottom, the crosses for each card."""
    height = box.height / section.count
    places: dict[int, Box] = {}
    for i in range(section.count):
        row = Box(box.x, box.y + i * height, box.width, height)
        pen.text(str(i + 1), Box(row.x, row.y, look.number_width, height), look.face, look.size, look.ink)
        places[i + 1] = Box(row.x + look.number_width, row.y, row.width - look.number_width, height)
        side = height - 2 * look.gap
        if look.icon:
            pen.icon(look.icon, places[i + 1].cx, row.cy, side, look.icon_fill)

    def paint(pen: Pen, value: Collection[int]) -> None:
        for number, place in places.items():
            if number not in value:
                continue
            tall = place.height / 2 - look.gap - look.cross_width / 2
            wide = min(place.width / 2 - look.cross_width / 2, tall * 0.66)
            down = [place.cx - wide, place.cy - tall, place.cx + wide, place.cy + tall]
            up = [place.cx - wide, place.cy + tall, place.cx + wide, place.cy - tall]
            both = geometry.polygon(down, closed=False) + geometry.polygon(up, closed=False)
            if look.icon:
                pen.icon(look.icon, place.cx, place.cy, place.height - 2 * look.gap, look.marked_fill)
            pen.path(both, None, look.halo, look.halo_width)
            pen.path(both, None, look.cross, look.cross_width)

    return paint


WIDGET = Widget(Look, (Marks,), build)
