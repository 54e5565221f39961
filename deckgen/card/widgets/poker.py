"""The card of an ordinary deck: rank and suit icon on a plate, a star for jokers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, Widget
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


def build(_: Any, box: Box, look: PokerOptions, __: Pen) -> Painter:
    """Everything depends on the card."""
    red = frozenset(look.red.split())

    def paint(pen: Pen, face: Face) -> None:
        if face.joker:
            pen.panel(box, look.radius, look.joker_fill)
            own = "icon-" + face.name.replace(" ", "-")
            icon = own if pen.has(own) else look.joker
            ink = look.joker_ink if red.isdisjoint(face.name.split()) else look.red_ink
            if icon:
                pen.icon(icon, box.cx, box.cy, box.height * look.joker_size, ink)
            return
        pen.panel(box, look.radius, look.fill)
        colour = look.red_ink if face.suit in red else look.ink
        if face.suit is None:
            pen.text(face.rank, box.inset(0.5), look.face, look.size, colour)
            return
        room = box.width - look.suit_size - 1.8
        fit = pen.fit(face.rank, look.face, look.size, room, box.height)
        left = box.cx - (fit.width + 0.6 + look.suit_size) / 2
        pen.text(face.rank, Box(left, box.y, room, box.height), look.face, look.size, colour, 0.0)
        pen.icon(
            look.suits + face.suit,
            left + fit.width + 0.6 + look.suit_size / 2,
            box.cy,
            look.suit_size,
            colour,
        )

    return paint


WIDGET = Widget(PokerOptions, (), build)
