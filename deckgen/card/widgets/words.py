"""Words on a plate: extra effects, and the two answers of a toggle, on a filled or open plate."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from deckgen.card.widgets.base import (
    MarkLook,
    MarkStyle,
    Painter,
    SectionMarks,
    Widget,
    draw_cached,
    limit_sizes,
    sample_width,
)
from deckgen.card.widgets.mark_words import describe_look
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points
from deckgen.game.model import printed_word
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.values import VALUE
from deckgen.records import record

_EDGE = 0.35
"""The width of the line around a plate, in mm."""


@record
class WordsOptions:
    """``other`` colors are for every value but the first, if ``toggle``.

    A true value without words shows the section's title, as a shuffle mark does. The ``title`` of a slot is
    above the plate or ``title_below`` it.
    """

    size: Points = 8.0
    face: FontFace = "bold"
    ink: Color = "ink"
    fill: Color = "open"
    edge: Color = "open"
    radius: Length = 1.1
    icon: Icon = ""
    icon_size: Length = 3.0
    toggle: bool = False
    other_ink: Color = "paper"
    other_fill: Color = "edge"
    other_edge: Color = "pale"
    title: bool = False
    title_size: Points = 5.5
    title_face: FontFace = "regular"
    title_ink: Color = "pale"
    title_height: Length = 2.4
    title_align: float = 0.5
    title_below: bool = False
    capitals: bool = False


def build_words(section: WordedSection, box: Box, options: WordsOptions, pen: Pen) -> Painter:
    """Draw the title; return the painter of the words on a plate, which draws nothing without words."""
    if options.title:
        title_y = box.bottom - options.title_height if options.title_below else box.y
        words = Box(box.x, title_y, box.width, options.title_height)
        style = options.title_face, options.title_size, options.title_ink, options.title_align
        pen.text(section.title, words, *style)
        top = box.y if options.title_below else words.bottom
        box = Box(box.x, top, box.width, box.height - options.title_height)
    plate = box.inset(_EDGE / 2)
    first = section.outcomes[0].value
    other_colors = (options.other_fill, options.other_edge, options.other_ink)
    colors = {False: (options.fill, options.edge, options.ink), True: other_colors}

    def paint(pen: Pen, value: Any) -> None:
        string = _plate_text(section, value)
        if not string:
            return
        is_other = options.toggle and value != first
        fill, edge, ink = colors[is_other]
        pen.panel(plate, options.radius, fill, edge, _EDGE)
        if options.capitals:
            string = string.upper()
        room = plate.inset(_EDGE / 2 + 0.4, _EDGE / 2)
        if options.icon:
            side = options.icon_size + 0.6
            fit = pen.fit(string, options.face, options.size, room.width - side, room.height)
            width = min(fit.width, room.width - side)  # what does not fit is reported below
            left = room.cx - (width + side) / 2
            pen.icon(options.icon, left + options.icon_size / 2, room.cy, options.icon_size, options.ink)
            room = Box(left + side, room.y, width + 0.01, room.height)
        pen.text(string, room, options.face, options.size, ink)

    return draw_cached(paint)


def _plate_text(section: WordedSection, value: Any) -> str:
    """Return the words on the plate, "" if there are none; for ``true`` without words, the section's title."""
    printed = printed_word(section.outcomes, value)
    if isinstance(value, bool) and printed == str(value):
        return section.title if value else ""
    return printed


def words_looks(section: WordedSection, options: WordsOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the look of VALUE, its words on a plate (for a toggle two); empty if no outcome shows words."""
    values = {_plate_text(section, o.value): o.value for o in section.outcomes if _plate_text(section, o.value)}
    if not values:
        return {}
    phrase, strings = pen.language.phrase, [s.upper() if options.capitals else s for s in values]
    sample_values = list(values.values())[: 2 if options.toggle else 1]
    if len(strings) == 1:
        noun = phrase("“{words}”", words=strings[0])
    elif len(strings) == 2:
        noun = phrase("“{words}” or “{others}”", words=strings[0], others=strings[1])
    else:
        noun = phrase("words")
    style = MarkStyle("", "", "" if options.toggle else options.fill)
    words = describe_look(pen.language, noun, style, MarkStyle("", ""))
    width = max(sample_width(pen, string, options.face) for string in strings) + 0.6 + bool(options.icon)

    def draw(pen: Pen, box: Box) -> None:
        plate_width = box.width / len(sample_values)
        for i, value in enumerate(sample_values):
            plate_box = Box(box.x + i * plate_width, box.y, plate_width, box.height).inset(0.15 if i else 0.0, 0.0)
            fitting = limit_sizes(options, box.height, size=0.78, icon_size=0.7)
            build_words(section, plate_box, replace(fitting, title=False), pen)(pen, value)

    return {VALUE: MarkLook(words, draw, width * len(sample_values))}


WIDGET = Widget("words", WordsOptions, build_words, lambda o: SectionMarks(icon=o.icon), words_looks)
