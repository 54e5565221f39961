"""A pile of neighbouring places, the standard one framed; an attribute is marked by a small shape."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import StackSection, StackValue


@dataclass(frozen=True)
class StackOptions:
    """``mark`` is the icon of an entry that has any attribute; ``frame`` goes around the standard one."""

    size: Points = 6.5
    face: FontFace = "regular"
    ink: Colour = "ink"
    standard_size: Points = 6.5
    standard_face: FontFace = "bold"
    standard_ink: Colour = "alarm"
    standard_fill: Colour = "paper"
    frame: Colour = "alarm"
    edge: Length = 0.4
    radius: Length = 1.1
    gap: Length = 0.3
    align: float = 0.0
    mark: Icon = ""
    mark_size: Length = 1.2
    mark_ink: Colour = "ink"


def build(section: StackSection, box: Box, look: StackOptions, pen: Pen) -> Painter:
    """The frame now, the names for each card."""
    height = box.height / section.height
    rows = [Box(box.x, box.y + i * height, box.width, height) for i in range(section.height)]
    frame = rows[section.standard].inset(look.edge / 2, look.gap)
    pen.panel(frame, look.radius, look.standard_fill, look.frame, look.edge)
    marked = {place.name for place in section.places() if place.attributes}

    def paint(pen: Pen, value: StackValue) -> None:
        for i, name in enumerate(value.places):
            standard = i == value.standard
            room = rows[i].inset(look.edge + 0.2, look.gap)
            if name in marked and look.mark:
                pen.icon(look.mark, room.x + look.mark_size / 2, room.cy, look.mark_size, look.mark_ink)
            side = look.mark_size + 0.4 if look.mark else 0.0
            words = Box(room.x + side, room.y, room.width - side, room.height)
            face, size = (look.standard_face, look.standard_size) if standard else (look.face, look.size)
            pen.text(
                section.word(name), words, face, size, look.standard_ink if standard else look.ink, look.align
            )

    return paint


WIDGET = Widget(StackOptions, (StackSection,), build)
