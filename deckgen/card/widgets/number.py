"""A single number, large, with its section's title small above or below: impulse, step, fragment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, SectionMarks, Widget
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
    section: OrdinalSection | DistributionSection | FixedSection, box: Box, options: NumberOptions, pen: Pen
) -> Painter:
    """The title now, the number for each card."""
    room = box
    if options.title:
        at = box.bottom - options.title_height if options.title_below else box.y
        words = Box(box.x, at, box.width, options.title_height)
        pen.text(section.title, words, options.title_face, options.title_size, options.title_ink)
        top = box.y if options.title_below else words.bottom
        room = Box(box.x, top, box.width, box.height - options.title_height)
    # Beside a rank or an impulse the suit would say nothing.
    suited = bool(options.suits) and not (isinstance(section, OrdinalSection) and section.source != "suit")
    plate = room.inset(options.edge_width / 2)
    pen.panel(plate, options.radius, options.fill, options.edge, options.edge_width)

    def paint(pen: Pen, value: Any) -> None:
        if value is None:
            if options.none:
                pen.icon(options.none, room.cx, room.cy, min(room.height, room.width), options.none_ink)
            return
        shown = str(value) if isinstance(section, OrdinalSection) else word(section.outcomes, value)
        suit = pen.face.suit if pen.face and suited else None
        if suit is None:
            pen.text(shown, room.inset(options.edge_width, 0), options.face, options.size, options.ink)
            return
        beside = 0.6 + options.suit_size
        fit = pen.fit(shown, options.face, options.size, room.width - beside, room.height)
        left = room.cx - (fit.width + beside) / 2
        inner = Box(left, room.y, room.width - beside, room.height)
        pen.text(shown, inner, options.face, options.size, options.ink, 0.0)
        x = left + fit.width + beside - options.suit_size / 2
        pen.icon(options.suits + suit, x, room.cy, options.suit_size, options.suit_ink)

    return paint


WIDGET = Widget("number", NumberOptions, build, lambda options: SectionMarks(suits=options.suits))
