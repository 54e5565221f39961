"""A line-up of numbered figures, some crossed out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from deckgen.card.widgets.base import MarkLook, Painter, SectionMarks, Widget, within
from deckgen.card.widgets.mark_words import icon_in_words
from deckgen.draw import geometry
from deckgen.draw.colour_names import colour_name
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import MarksSection
from deckgen.game.values import MARKED


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


def build(section: MarksSection, box: Box, options: MarksOptions, pen: Pen) -> Painter:
    """The line-up now, from top to bottom, the crosses for each card."""
    lines = -(-section.count // options.columns)
    width, height = box.width / options.columns, box.height / lines
    places: dict[int, Box] = {}
    for i in range(section.count):
        row = Box(box.x + i // lines * width, box.y + i % lines * height, width, height)
        number = Box(row.x, row.y, options.number_width, height)
        pen.text(str(i + 1), number, options.face, options.size, options.ink)
        place = places[i + 1] = Box(number.right, row.y, row.width - options.number_width, height)
        if options.icon:
            pen.icon(options.icon, place.cx, row.cy, _side(place, options), options.icon_fill)

    def paint(pen: Pen, value: Collection[int]) -> None:
        for number, place in places.items():
            if number in value:
                _draw_marked(pen, place, options)

    return paint


def _draw_marked(pen: Pen, place: Box, options: MarksOptions) -> None:
    """A crossed-out figure; without a figure, the cross alone."""
    side = _side(place, options)
    high = side + options.gap
    plate = Box(place.x, place.cy - high / 2, place.width, high)
    pen.panel(plate, options.plate_radius, options.plate)
    tall = (side - options.halo_width) / 2
    wide = min(place.width / 2 - options.halo_width / 2, tall * 0.62)
    down = [place.cx - wide, place.cy - tall, place.cx + wide, place.cy + tall]
    up = [place.cx - wide, place.cy + tall, place.cx + wide, place.cy - tall]
    both = geometry.polygon(down, closed=False) + geometry.polygon(up, closed=False)
    if options.icon:
        pen.icon(options.icon, place.cx, place.cy, side, options.marked_fill)
    pen.path(both, None, options.halo, options.halo_width)
    pen.path(both, None, options.cross, options.cross_width)


def looks(_: MarksSection, options: MarksOptions, pen: Pen) -> dict[str, MarkLook]:
    """The crossed-out figure."""
    colour = pen.language.phrase(colour_name(options.cross)) if options.cross else ""
    if not options.icon:
        words = pen.language.phrase("{colour} cross beside the number", colour=colour)
    else:
        icon = icon_in_words(pen.language, options.icon)
        words = pen.language.phrase("{icon}, crossed out in {colour}", icon=icon, colour=colour)

    def draw(pen: Pen, box: Box) -> None:
        _draw_marked(pen, box, within(options, box.height, gap=0.06, cross_width=0.14, halo_width=0.25))

    return {MARKED: MarkLook(words, draw, 0.75)}


def _side(place: Box, options: MarksOptions) -> float:
    """The height of a figure, which is taken to be at least half as wide."""
    return min(place.height - 2 * options.gap, 2 * place.width)


WIDGET = Widget("marks", MarksOptions, build, lambda options: SectionMarks(icon=options.icon), looks)
