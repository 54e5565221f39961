"""A few labelled numbers, each in an icon beside its label: hits of a burst of 3, 5 or 10."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deckgen.card.widgets.base import MarkLook, Painter, Widget, remembering, within
from deckgen.card.widgets.cells import CellOptions, cell_looks, cell_marks, draw_cell
from deckgen.card.widgets.mark_words import icon_in_words
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import Cell, RollsSection, as_cell
from deckgen.game.values import VALUE
from deckgen.records import record

_SHAFT = 0.25
"""How thick arrows are, in mm."""


@record
class RollsOptions(CellOptions):
    """``icon`` holds the number; ``across`` sets the entries side by side.

    Labels stand to the left of their numbers or, in a band of ``label_height``, ``above`` them; without ``labels`` numbers have all the room.
    ``arrow`` draws an arrow in a band of ``arrow_width`` from each label to its number, which best has an ``align`` of 1.
    ``drop`` sets numbers lower by that share of their icon, such as on the chest of a figure.
    ``open`` is a number that goes on, ``failure`` a critical failure.
    """

    icon: Icon = ""
    drop: float = 0.0
    icon_fill: Colour = "accent"
    size: Points = 7.5
    face: FontFace = "bold"
    ink: Colour = "paper"
    label_size: Points = 8.0
    label_face: FontFace = "semibold"
    label_ink: Colour = "ink"
    label_width: Length = 4.0
    labels: bool = True
    gap: Length = 0.2
    across: bool = False
    above: bool = False
    label_height: Length = 2.6
    arrow: bool = False
    arrow_width: Length = 3.2
    arrow_ink: Colour = "ink"


def build(section: RollsSection, box: Box, options: RollsOptions, pen: Pen) -> Painter:
    """Labels and icons now, the numbers for each card."""
    count = len(section.rolls)
    if not options.labels:
        options = replace(options, label_width=0.0, label_height=0.0)
    places: dict[str, Box] = {}
    for i, (label, _) in enumerate(section.rolls):
        if options.across:
            part = Box(box.x + i * box.width / count, box.y, box.width / count, box.height)
        else:
            part = Box(box.x, box.y + i * box.height / count, box.width, box.height / count)
        places[label] = _place(pen, options, section.label(label) if options.labels else "", part)

    @remembering
    def draw(pen: Pen, label: str, cell: Cell) -> None:
        draw_cell(pen, options, cell, places[label])

    def paint(pen: Pen, value: Mapping[str, int | Cell]) -> None:
        for label in places:
            draw(pen, label, as_cell(value[label]))

    return paint


def _place(pen: Pen, options: RollsOptions, label: str, part: Box) -> Box:
    """The label of an entry, and where its number goes."""
    if options.above:
        _label(pen, options, label, Box(*part[:3], options.label_height), 0.5)
        below = Box(part.x, part.y + options.label_height, part.width, part.height - options.label_height)
        place = below.inset(options.gap)
        if options.icon:
            pen.icon(options.icon, place.cx, place.cy, min(place.width, place.height), options.icon_fill)
        return _lower(place.inset(options.gap), options)
    if options.arrow:
        return _after_arrow(pen, options, label, part)
    room, left = part.width - options.label_width, part.x
    side = min(part.height - 2 * options.gap, room)
    if options.icon:  # label and icon stand together in the middle
        left, room = part.cx - (side + options.label_width) / 2, side
    _label(pen, options, label, Box(left, part.y, options.label_width - 0.5, part.height), 1.0)
    place = Box(left + options.label_width, part.cy - side / 2, room, side)
    if options.icon:
        pen.icon(options.icon, place.cx, place.cy, side, options.icon_fill)
    return _lower(place.inset(place.width * 0.14, 0), options)


def _lower(place: Box, options: RollsOptions) -> Box:
    """Where the number stands that is ``drop`` lower, still within its place."""
    return place._replace(y=place.y + options.drop * place.height, height=place.height * (1 - options.drop))


def _label(pen: Pen, options: RollsOptions, label: str, box: Box, align: float) -> None:
    if label:
        pen.text(label, box, options.label_face, options.label_size, options.label_ink, align)


def _after_arrow(pen: Pen, options: RollsOptions, label: str, part: Box) -> Box:
    """Where the number goes that an arrow from its label shows."""
    words = part._replace(width=options.label_width)
    _label(pen, options, label, words, 1.0)
    gap, head = options.arrow_width * 0.16, options.label_size * 0.17
    tip = words.right + options.arrow_width - gap
    pen.path((("M", words.right + gap, part.cy), ("L", tip, part.cy)), None, options.arrow_ink, _SHAFT)
    point = [tip - head, part.cy - head, tip, part.cy, tip - head, part.cy + head]
    pen.path(geometry.polygon(point, closed=False), None, options.arrow_ink, _SHAFT)
    left = words.right + options.arrow_width
    place = Box(left, part.y, part.right - left, part.height).inset(0, options.gap)
    if options.icon:
        pen.icon(options.icon, place.cx, place.cy, min(place.width, place.height), options.icon_fill)
    return place


def looks(section: RollsSection, options: RollsOptions, pen: Pen) -> dict[str, MarkLook]:
    """Marked results, and the icon that holds each number."""
    found = cell_looks(section, options, pen)
    if options.icon:
        icon = icon_in_words(pen.language, options.icon)
        words = pen.language.phrase("{icon} with a number", icon=icon)
        alone = replace(options, label_width=0.0, above=False, arrow=False)

        def draw(pen: Pen, box: Box) -> None:
            fitting = within(alone, box.height, size=0.62)
            draw_cell(pen, fitting, Cell(2), _place(pen, fitting, "", box))

        found[VALUE] = MarkLook(words, draw)
    return found


WIDGET = Widget("rolls", RollsOptions, build, lambda options: cell_marks(options, options.icon), looks)
