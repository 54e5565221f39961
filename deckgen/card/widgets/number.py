"""A single number, large, with its section's title small above or below: impulse, step, fragment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import DistributionSection, FixedSection, OrdinalSection, word


@dataclass(frozen=True)
class NumberOptions:
    """``suits`` shows the card's suit beside the number: the icon's name before the suit's.

    ``fill`` is a plate under the number, ``none`` the icon of a missing value (a joker's suit).
    """

    size: Points = 15.0
    face: FontFace = "bold"
    ink: Colour = "paper"
    title: bool = True
    title_below: bool = True
    title_size: Points = 5.5
    title_face: FontFace = "regular"
    title_ink: Colour = "pale"
    title_height: Length = 2.4
    fill: Colour = "none"
    edge: Colour = "none"
    edge_width: Length = 0.35
    radius: Length = 1.1
    suits: str = ""
    suit_size: Length = 2.8
    suit_ink: Colour = "pale"
    none: Icon = ""
    none_ink: Colour = "open"


def build(
    section: OrdinalSection | DistributionSection | FixedSection, box: Box, look: NumberOptions, pen: Pen
) -> Painter:
    """The title now, the number for each card."""
    room = box
    if look.title:
        at = box.bottom - look.title_height if look.title_below else box.y
        words = Box(box.x, at, box.width, look.title_height)
        pen.text(section.title, words, look.title_face, look.title_size, look.title_ink)
        top = box.y if look.title_below else words.bottom
        room = Box(box.x, top, box.width, box.height - look.title_height)
    # Beside a rank or an impulse the suit would say nothing.
    suited = bool(look.suits) and not (isinstance(section, OrdinalSection) and section.source != "suit")
    plate = room.inset(look.edge_width / 2)
    pen.panel(plate, look.radius, look.fill, look.edge, look.edge_width)

    def paint(pen: Pen, value: Any) -> None:
        if value is None:
            if look.none:
                pen.icon(look.none, room.cx, room.cy, min(room.height, room.width), look.none_ink)
            return
        shown = str(value) if isinstance(section, OrdinalSection) else word(section.outcomes, value)
        suit = pen.face.suit if pen.face and suited else None
        if suit is None:
            pen.text(shown, room.inset(look.edge_width, 0), look.face, look.size, look.ink)
            return
        beside = 0.6 + look.suit_size
        fit = pen.fit(shown, look.face, look.size, room.width - beside, room.height)
        left = room.cx - (fit.width + beside) / 2
        inner = Box(left, room.y, room.width - beside, room.height)
        pen.text(shown, inner, look.face, look.size, look.ink, 0.0)
        x = left + fit.width + beside - look.suit_size / 2
        pen.icon(look.suits + suit, x, room.cy, look.suit_size, look.suit_ink)

    return paint


WIDGET = Widget(NumberOptions, (OrdinalSection, DistributionSection, FixedSection), build)
