"""The card of an ordinary deck: rank and suit icon on a plate, a star for jokers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, SectionMarks, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import Face


@dataclass(frozen=True)
class PokerOptions:
    """``suits`` is the icons' name before the suit's; ``red`` the suits in that colour, by a space.

    A joker has the icon of its name, such as ``icon-red-joker``, else the icon ``joker``; if its name has
    a word of ``red`` it takes that colour too.
    """

    size: Points = 13.0
    face: FontFace = "bold"
    ink: Colour = "ink"
    red_ink: Colour = "alarm"
    red: str = "hearts diamonds"
    fill: Colour = "paper"
    radius: Length = 1.2
    suits: str = "icon-suit-"
    suit_size: Length = 4.0
    joker: Icon = ""
    joker_fill: Colour = "open"
    joker_ink: Colour = "ink"
    joker_size: float = 0.92


def build(_: Any, box: Box, options: PokerOptions, __: Pen) -> Painter:
    """Everything depends on the card."""
    red = frozenset(options.red.split())

    def paint(pen: Pen, face: Face) -> None:
        if face.joker:
            pen.panel(box, options.radius, options.joker_fill)
            own = "icon-" + face.name.replace(" ", "-")
            icon = own if pen.has(own) else options.joker
            ink = options.joker_ink if red.isdisjoint(face.name.split()) else options.red_ink
            if icon:
                pen.icon(icon, box.cx, box.cy, box.height * options.joker_size, ink)
            return
        pen.panel(box, options.radius, options.fill)
        colour = options.red_ink if face.suit in red else options.ink
        if face.suit is None:
            pen.text(face.rank, box.inset(0.5), options.face, options.size, colour)
            return
        room = box.width - options.suit_size - 1.8
        fit = pen.fit(face.rank, options.face, options.size, room, box.height)
        left = box.cx - (fit.width + 0.6 + options.suit_size) / 2
        pen.text(face.rank, Box(left, box.y, room, box.height), options.face, options.size, colour, 0.0)
        x = left + fit.width + 0.6 + options.suit_size / 2
        pen.icon(options.suits + face.suit, x, box.cy, options.suit_size, colour)

    return paint


WIDGET = Widget("poker", PokerOptions, build, lambda options: SectionMarks(suits=options.suits))
