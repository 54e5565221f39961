"""A pile of neighbouring places, the standard one framed; an attribute is marked by a small shape."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from deckgen.card.widgets.base import MarkLook, MarkStyle, Painter, SectionMarks, Widget, wide, within
from deckgen.card.widgets.mark_words import icon_in_words, look_in_words
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import StackSection, StackValue
from deckgen.game.values import STANDARD


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


def build(section: StackSection, box: Box, options: StackOptions, pen: Pen) -> Painter:
    """The frame now, the names for each card."""
    height = box.height / section.height
    rows = [Box(box.x, box.y + i * height, box.width, height) for i in range(section.height)]
    frame = rows[section.standard].inset(options.edge / 2, options.gap)
    pen.panel(frame, options.radius, options.standard_fill, options.frame, options.edge)
    plain = options.face, options.size, options.ink
    standard = options.standard_face, options.standard_size, options.standard_ink
    marked = {place.name for place in section.places() if place.attributes}

    def paint(pen: Pen, value: StackValue) -> None:
        for i, name in enumerate(value.places):
            style = standard if i == value.standard else plain
            _draw_place(pen, rows[i], options, section.word(name), style, marked=name in marked)

    return paint


def _draw_place(
    pen: Pen, box: Box, options: StackOptions, name: str, style: tuple[str, float, str], *, marked: bool
) -> None:
    room = box.inset(options.edge + 0.2, options.gap)
    if marked and options.mark:
        x = room.x + options.mark_size / 2
        pen.icon(options.mark, x, room.cy, options.mark_size, options.mark_ink)
    side = options.mark_size + 0.4 if options.mark else 0.0
    words = Box(room.x + side, room.y, room.width - side, room.height)
    pen.text(name, words, *style, options.align)


def mark_styles(options: StackOptions) -> SectionMarks:
    """The standard place, and the icon of places that have an attribute."""
    standard = MarkStyle(options.standard_face, options.standard_ink, "", options.frame)
    return SectionMarks({"standard": standard}, mark=options.mark)


def looks(section: StackSection, options: StackOptions, pen: Pen) -> dict[str, MarkLook]:
    """The standard place, and the icon before places with attributes."""
    phrase, places = pen.language.phrase, section.places()
    plain = MarkStyle(options.face, options.ink)
    standard = MarkStyle(options.standard_face, options.standard_ink, "", options.frame)
    found = {}
    if standard != plain:
        name = section.word(places[-1].name)
        words = look_in_words(pen.language, phrase("place"), standard, plain)
        draw = partial(_draw_standard, options=options, name=name)
        found[STANDARD] = MarkLook(words, draw, wide(pen, name, options.standard_face) + 0.4)
    for place in sorted(places, key=lambda p: len(section.word(p.name))) if options.mark else ():
        name, icon = section.word(place.name), icon_in_words(pen.language, options.mark)
        look = MarkLook(
            phrase("{icon} before the place", icon=icon),
            partial(_draw_attribute, options=options, name=name),
            wide(pen, name, options.face) + 0.8,
        )
        found.update({attribute: look for attribute in place.attributes if attribute not in found})
    return found


def _draw_attribute(pen: Pen, box: Box, options: StackOptions, name: str) -> None:
    options = within(options, box.height, size=0.8, mark_size=0.4)
    _draw_place(pen, box, options, name, (options.face, options.size, options.ink), marked=True)


def _draw_standard(pen: Pen, box: Box, options: StackOptions, name: str) -> None:
    options = within(options, box.height, size=0.8, standard_size=0.8, mark_size=0.4)
    pen.panel(box.inset(options.edge / 2), options.radius, options.standard_fill, options.frame, options.edge)
    style = options.standard_face, options.standard_size, options.standard_ink
    pen.text(name, box.inset(options.edge + 0.2, options.gap), *style)


WIDGET = Widget("stack", StackOptions, build, mark_styles, looks)
