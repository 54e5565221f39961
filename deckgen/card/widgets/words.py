"""Words on a plate: extra effects, and the two answers of a toggle, told apart by a filled or open plate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, SectionMarks, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import DistributionSection, FixedSection, TextSection, word


@dataclass(frozen=True)
class WordsOptions:
    """``other`` colours are for every value but the first, if ``toggle``.

    A value that is true, without words of its own, shows the section's title, as a shuffle mark does.
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
    section: DistributionSection | FixedSection | TextSection, box: Box, options: WordsOptions, pen: Pen
) -> Painter:
    """The title now, plate and words for each card that has any."""
    if options.title:
        words = Box(box.x, box.y, box.width, options.title_height)
        pen.text(section.title, words, options.title_face, options.title_size, options.title_ink)
        box = Box(box.x, words.bottom, box.width, box.height - options.title_height)
    plate = box.inset(options.edge_width / 2)
    first = section.outcomes[0].value
    other_colours = (options.other_fill, options.other_edge, options.other_ink)
    colours = {False: (options.fill, options.edge, options.ink), True: other_colours}

    def paint(pen: Pen, value: Any) -> None:
        string = _string(section, value)
        if not string:
            return
        other = options.toggle and value != first
        fill, edge, ink = colours[other]
        pen.panel(plate, options.radius, fill, edge, options.edge_width)
        if options.capitals:
            string = string.upper()
        room = plate.inset(options.edge_width / 2 + 0.4, options.edge_width / 2)
        if options.icon:
            side = options.icon_size + 0.6
            fit = pen.fit(string, options.face, options.size, room.width - side, room.height)
            left = room.cx - (fit.width + side) / 2
            pen.icon(options.icon, left + options.icon_size / 2, room.cy, options.icon_size, options.ink)
            room = Box(left + side, room.y, fit.width + 0.01, room.height)
        pen.text(string, room, options.face, options.size, ink)

    return paint


def _string(section: DistributionSection | FixedSection | TextSection, value: Any) -> str:
    """What the plate says: a bare ``true`` says the section's title, a bare ``false`` nothing."""
    printed = word(section.outcomes, value)
    if isinstance(value, bool) and printed == str(value):
        return section.title if value else ""
    return printed


WIDGET = Widget("words", WordsOptions, build, lambda options: SectionMarks(icon=options.icon))
