"""A line-up of numbered figures, some crossed out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from deckgen.card.widgets.base import (
    MarkLook,
    MarkStyle,
    Painter,
    SectionMarks,
    Widget,
    remembering,
    within,
)
from deckgen.card.widgets.mark_words import colour_name, icon_in_words, look_in_words
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import MarksSection
from deckgen.game.values import MARKED
from deckgen.records import record


@record
class MarksOptions:
    """The line-up goes down ``columns`` in turn, or ``across`` in lines of so many.

    Each figure has its ``number`` at its left or below it. ``plate`` lies under a
    marked figure and its number, if that is below it; ``marked_fill`` is the figure's colour and ``marked_ink`` (none: as others) its number's.
    ``cross`` is drawn twice, first wider in ``halo``.
    """

    icon: Icon = ""
    icon_fill: Colour = "steel"
    marked_fill: Colour = "paper"
    size: Points = 6.0
    face: FontFace = "semibold"
    ink: Colour = "pale"
    marked_ink: Colour = "none"
    number: Literal["left", "below"] = "left"
    number_width: Length = 2.6
    number_height: Length = 2.6
    plate: Colour = "none"
    plate_radius: Length = 0.8
    cross: Colour = "open"
    cross_width: Length = 0.65
    halo: Colour = "edge"
    halo_width: Length = 1.35
    gap: Length = 0.5
    columns: int = 1
    across: bool = False


@record
class _Place:
    """One of the line-up: all its room, that of the figure, and that of its number."""

    whole: Box
    figure: Box
    number: Box


def build(section: MarksSection, box: Box, options: MarksOptions, pen: Pen) -> Painter:
    """The line-up now and what is marked of it for each card; all for each card if numbers are marked too."""
    lines = -(-section.count // options.columns)
    width, height = box.width / options.columns, box.height / lines
    places: dict[int, _Place] = {}
    for i in range(section.count):
        row, column = divmod(i, options.columns) if options.across else divmod(i, lines)[::-1]
        places[i + 1] = _place(Box(box.x + column * width, box.y + row * height, width, height), options)
    over = options.number == "left" and not options.marked_ink
    for number, place in places.items() if over else ():
        _draw_plain(pen, place, options, number)

    @remembering
    def draw(pen: Pen, number: int, marked: bool) -> None:
        if marked:
            _draw_marked(pen, places[number], options, 0 if over else number)
        elif not over:
            _draw_plain(pen, places[number], options, number)

    def paint(pen: Pen, value: Collection[int]) -> None:
        for number in places:
            draw(pen, number, number in value)

    return paint


def _place(whole: Box, options: MarksOptions) -> _Place:
    if options.number == "left":
        number = whole._replace(width=options.number_width)
        figure = Box(number.right, whole.y, whole.width - options.number_width, whole.height)
    else:
        figure = whole._replace(height=whole.height - options.number_height)
        number = Box(whole.x, figure.bottom, whole.width, options.number_height)
    return _Place(whole, figure, number)


def _draw_plain(pen: Pen, place: _Place, options: MarksOptions, number: int) -> None:
    if options.number == "left":
        pen.text(str(number), place.number, options.face, options.size, options.ink)
    if options.icon:
        figure = place.figure
        pen.icon(options.icon, figure.cx, figure.cy, _side(figure, options), options.icon_fill)
    if options.number != "left":
        pen.text(str(number), place.number, options.face, options.size, options.ink)


def _draw_marked(pen: Pen, place: _Place, options: MarksOptions, number: int = 0) -> None:
    """A figure marked by its colour, a plate or a cross, and its number if there is one; without a figure, the cross alone."""
    figure, side = place.figure, _side(place.figure, options)
    high = side + options.gap
    plate = Box(figure.x, figure.cy - high / 2, figure.width, high)
    if options.number == "below":
        plate = plate._replace(height=place.whole.bottom - plate.y)
    pen.panel(plate, options.plate_radius, options.plate)
    pen.icon(options.icon, figure.cx, figure.cy, side, options.marked_fill)
    if number:
        pen.text(str(number), place.number, options.face, options.size, options.marked_ink or options.ink)
    tall = (side - options.halo_width) / 2
    wide = min(figure.width / 2 - options.halo_width / 2, tall * 0.62)
    down = [figure.cx - wide, figure.cy - tall, figure.cx + wide, figure.cy + tall]
    up = [figure.cx - wide, figure.cy + tall, figure.cx + wide, figure.cy - tall]
    both = geometry.polygon(down, closed=False) + geometry.polygon(up, closed=False)
    if options.cross:
        pen.path(both, None, options.halo, options.halo_width)
        pen.path(both, None, options.cross, options.cross_width)


def looks(_: MarksSection, options: MarksOptions, pen: Pen) -> dict[str, MarkLook]:
    phrase = pen.language.phrase
    colour = phrase(colour_name(options.cross)) if options.cross else ""
    icon = icon_in_words(pen.language, options.icon) if options.icon else ""
    if icon:
        ink = "" if options.cross else options.marked_fill
        icon = look_in_words(pen.language, icon, MarkStyle("", ink, options.plate), MarkStyle("", ""))
    if not options.cross:
        words = icon or phrase("number on a plate")
    elif not icon:
        words = phrase("{colour} cross beside the number", colour=colour)
    else:
        words = phrase("{icon}, crossed out in {colour}", icon=icon, colour=colour)

    def draw(pen: Pen, box: Box) -> None:
        sizes = within(options, box.height, gap=0.06, cross_width=0.14, halo_width=0.25)
        if options.number == "below":
            sizes = within(sizes, box.height, size=0.36, number_height=0.36)
            _draw_marked(pen, _place(box, sizes), sizes, 1)
        else:
            _draw_marked(pen, _Place(box, box, box), replace(sizes, number="left"))

    return {MARKED: MarkLook(words, draw, 0.75)}


def _side(place: Box, options: MarksOptions) -> float:
    """The height of a figure, which is taken to be at least half as wide."""
    return min(place.height - 2 * options.gap, 2 * place.width)


WIDGET = Widget("marks", MarksOptions, build, lambda options: SectionMarks(icon=options.icon), looks)
