"""A stack of hit locations, the standard one framed; an attribute is marked by an icon."""

from __future__ import annotations

from functools import partial

from deckgen.card.widgets.base import (
    MarkLook,
    MarkStyle,
    Painter,
    SectionMarks,
    Widget,
    draw_cached,
    icon_name,
    keep_leading,
    limit_sizes,
    sample_width,
)
from deckgen.card.widgets.mark_words import color_name, describe_icon, describe_look
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points
from deckgen.game.model import StackSection, StackValue
from deckgen.game.values import STANDARD
from deckgen.records import record

_EDGE = 0.4
"""Distance of the standard entry's ground from its line's left and right, added up, in mm."""


@record
class StackOptions:
    """``mark`` is the icon of an entry with an attribute, before its words or at the end of its line.

    The standard entry is on ``standard_fill``; with a ``bar``, that is larger than its line by this on all
    sides (smaller if negative). Words begin ``indent`` from the slot's edges, or inside that ground if it is
    negative. A ``standard_mark_ink`` of none is ``mark_ink``. ``icons`` is the prefix of icons of hit
    locations, such as ``icon-body-``: each is ``icon_size`` high in a band of ``icon_width`` in front, at the
    bottom of its line, and may be higher than the line. ``leading`` is the least pitch of lines, in sizes of the words.
    """

    size: Points = 6.5
    face: FontFace = "regular"
    ink: Color = "ink"
    standard_size: Points = 6.5
    standard_face: FontFace = "bold"
    standard_ink: Color = "alarm"
    standard_fill: Color = "paper"
    radius: Length = 1.1
    gap: Length = 0.3
    leading: float = 0.0
    bar: Length = 0.0
    indent: Length = -1.0
    align: float = 0.0
    mark: Icon = ""
    mark_size: Length = 1.2
    mark_ink: Color = "ink"
    standard_mark_ink: Color = "none"
    mark_end: bool = False
    icons: str = ""
    icon_size: Length = 8.0
    icon_width: Length = 8.0
    icon_ink: Color = "ink"


def build_stack(section: StackSection, box: Box, options: StackOptions, pen: Pen) -> Painter:
    """Draw the ground of the standard entry; return the painter of all entries, from the top."""
    height = box.height / section.height
    options = keep_leading(options, height, "size", "standard_size")
    rows = [Box(box.x, box.y + i * height, box.width, height) for i in range(section.height)]
    line = rows[section.standard]
    ground = line.inset(-options.bar) if options.bar else line.inset(_EDGE / 2, options.gap)
    pen.panel(ground, options.radius, options.standard_fill)
    marked = {location.name for location in section.locations() if location.attributes}

    @draw_cached
    def draw(pen: Pen, row: int, name: str, standard: bool) -> None:
        room = rows[row]
        if options.icons:
            x, y = room.x + options.icon_width / 2, room.bottom - options.icon_size / 2
            pen.icon(icon_name(options.icons, name), x, y, options.icon_size, options.icon_ink)
            room = Box(room.x + options.icon_width, room.y, room.width - options.icon_width, room.height)
        _draw_entry(pen, room, options, section.printed_word(name), standard=standard, marked=name in marked)

    def paint(pen: Pen, value: StackValue) -> None:
        for row, name in enumerate(value.places):
            draw(pen, row, name, row == value.standard)

    return paint


def _draw_entry(
    pen: Pen, box: Box, options: StackOptions, name: str, *, standard: bool = False, marked: bool = False
) -> None:
    """Draw an entry's words in ``box``, no ground, with the icon if ``marked``, in the ``standard`` style if so."""
    room = box.inset(_EDGE + 0.2 if options.indent < 0 else options.indent, options.gap)
    ink = options.standard_mark_ink if standard else ""
    if marked and options.mark:
        x = room.right - options.mark_size / 2 if options.mark_end else room.x + options.mark_size / 2
        pen.icon(options.mark, x, room.cy, options.mark_size, ink or options.mark_ink)
    side = options.mark_size + 0.4 if options.mark and (marked or not options.mark_end) else 0.0
    left = room.x if options.mark_end else room.x + side
    words = Box(left, room.y, room.width - side, room.height)
    style = options.face, options.size, options.ink
    if standard:
        style = options.standard_face, options.standard_size, options.standard_ink
    pen.text(name, words, *style, options.align)


def _standard_style(options: StackOptions) -> MarkStyle:
    """Return the standard entry's style: a bar if ``bar`` is set or its fill is not white."""
    fill = options.standard_fill
    if options.bar or (fill and color_name(fill) != "white"):
        return MarkStyle(options.standard_face, options.standard_ink, fill, shape="bar")
    return MarkStyle(options.standard_face, options.standard_ink)


def mark_styles(options: StackOptions) -> SectionMarks:
    """Return how a stack marks its standard entry, and entries with attributes."""
    return SectionMarks({STANDARD: _standard_style(options)}, mark=options.mark)


def stack_looks(section: StackSection, options: StackOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the looks of the standard entry, unless it looks like others, and of attributes, by mark."""
    phrase, locations = pen.language.phrase, section.locations()
    plain = MarkStyle(options.face, options.ink)
    standard = _standard_style(options)
    looks = {}
    if standard != plain:
        name = section.printed_word(locations[-1].name)
        words = describe_look(pen.language, phrase("place"), standard, plain)
        draw = partial(_draw_standard, options=options, name=name)
        looks[STANDARD] = MarkLook(words, draw, sample_width(pen, name, options.standard_face) + 0.4)
    for location in sorted(locations, key=lambda p: len(section.printed_word(p.name))) if options.mark else ():
        name, icon = section.printed_word(location.name), describe_icon(pen.language, options.mark)
        words = phrase("{icon} before the place", icon=icon)
        if options.mark_end:
            words = phrase("{icon} after the place", icon=icon)
        draw = partial(_draw_attribute, options=options, name=name)
        mark_look = MarkLook(words, draw, sample_width(pen, name, options.face) + 1.0, icon)
        looks.update({attribute: mark_look for attribute in location.attributes if attribute not in looks})
    return looks


def _draw_attribute(pen: Pen, box: Box, options: StackOptions, name: str) -> None:
    """Draw a sample of an entry with an attribute, for legends."""
    options = limit_sizes(options, box.height, size=0.8, mark_size=0.75)
    _draw_entry(pen, box, options, name, marked=True)


def _draw_standard(pen: Pen, box: Box, options: StackOptions, name: str) -> None:
    """Draw a sample of the standard entry, for legends."""
    options = limit_sizes(options, box.height, size=0.8, standard_size=0.8, mark_size=0.4)
    ground = box if options.bar else box.inset(_EDGE / 2)
    pen.panel(ground, options.radius, options.standard_fill)
    style = options.standard_face, options.standard_size, options.standard_ink
    pen.text(name, box.inset(_EDGE + 0.2, options.gap), *style, 0.5 if options.bar else 0.0)


WIDGET = Widget("stack", StackOptions, build_stack, mark_styles, stack_looks)
