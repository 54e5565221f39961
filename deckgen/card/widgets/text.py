"""Words on a plate: extra effects, and the two answers of a toggle, told apart by a filled or open plate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import DistributionSection, FixedSection, TextSection, word


@dataclass(frozen=True)
class TextOptions:
    """``other`` colours are for every value but the first, if ``toggle``.

    ``flag`` shows the section's title where the value is true, as a shuffle mark does.
    """

    size: Points = 8.0
    face: FontFace = "bold"
    ink: Colour = "ink"
    fill: Colour = "open"
    edge: Colour = "open"
    edge_width: Length = 0.35
    radius: Length = 1.1
    icon: Icon = ""
    icon_size: Length = 3.0
    toggle: bool = False
    other_ink: Colour = "paper"
    other_fill: Colour = "edge"
    other_edge: Colour = "pale"
    title: bool = False
    title_size: Points = 5.5
    title_face: FontFace = "regular"
    title_ink: Colour = "pale"
    title_height: Length = 2.4
    capitals: bool = False


def build(
    section: DistributionSection | FixedSection | TextSection, box: Box, look: TextOptions, pen: Pen
) -> Painter:
    """The title now, plate and words for each card that has any."""
    if look.title:
        words = Box(box.x, box.y, box.width, look.title_height)
        pen.text(section.title, words, look.title_face, look.title_size, look.title_ink)
        box = Box(box.x, words.bottom, box.width, box.height - look.title_height)
    plate = box.inset(look.edge_width / 2)
    first = section.outcomes[0].value

    def paint(pen: Pen, value: Any) -> None:
        string = _string(section, value)
        if not string:
            return
        other = look.toggle and value != first
        pen.panel(
            plate,
            look.radius,
            look.other_fill if other else look.fill,
            look.other_edge if other else look.edge,
            look.edge_width,
        )
        if look.capitals:
            string = string.upper()
        room = plate.inset(look.edge_width / 2 + 0.4, look.edge_width / 2)
        if look.icon:
            side = look.icon_size + 0.6
            fit = pen.fit(string, look.face, look.size, room.width - side, room.height)
            left = room.cx - (fit.width + side) / 2
            pen.icon(look.icon, left + look.icon_size / 2, room.cy, look.icon_size, look.ink)
            room = Box(left + side, room.y, fit.width + 0.01, room.height)
        pen.text(string, room, look.face, look.size, look.other_ink if other else look.ink)

    return paint


def _string(section: DistributionSection | FixedSection | TextSection, value: Any) -> str:
    """What the plate says: a bare ``true`` says the section's title, a bare ``false`` nothing."""
    printed = word(section.outcomes, value)
    if isinstance(value, bool) and printed == str(value):
        return section.title if value else ""
    return printed


WIDGET = Widget(TextOptions, (DistributionSection, FixedSection, TextSection), build)
