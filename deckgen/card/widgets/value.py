"""One value: a number with its title, one in an icon, the hour on a clock, a playing card."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from deckgen.card.widgets.base import (
    SUIT,
    Build,
    MarkLook,
    MarkStyle,
    Painter,
    SectionMarks,
    Widget,
    draw_cached,
    icon_name,
    limit_sizes,
)
from deckgen.card.widgets.mark_words import describe_icon, describe_look
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import format_modifier, wrap_to_lines
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points, fixed
from deckgen.game.model import DistributionSection, OrdinalSection, PlayingCard, printed_word
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.values import NONE, VALUE
from deckgen.records import record

_MOST_HOURS = 100
_BESIDE = 0.8
"""Between an icon and the words beside it, in mm."""
_EDGE = 0.35
"""Distance of numbers from the left and right of their slot, in mm."""
_LEADING = 1.18
"""From line to line, in sizes."""


@record
class NumberOptions:
    """``icons`` is the prefix of icons of values.

    They are ``icon_size`` high at the left, or centered with the words as a ``pair``, or, ``below``, as wide as
    that under the words. ``none`` is the icon of a missing value (a joker's suit), ``align`` the position of
    number and title: 0 left, 0.5 center, 1 right.
    Long words are broken into at most ``lines`` lines.
    """

    size: Points = 15.0
    face: FontFace = "bold"
    ink: Color = "paper"
    title: bool = True
    title_size: Points = 5.5
    title_face: FontFace = "regular"
    title_ink: Color = "pale"
    title_height: Length = 2.4
    none: Icon = ""
    none_ink: Color = "open"
    icons: str = ""
    icon_size: Length = 8.0
    icon_ink: Color = "ink"
    pair: bool = False
    below: bool = False
    align: float = 0.5
    lines: int = 1


def build_number(section: OrdinalSection | WordedSection, box: Box, options: NumberOptions, pen: Pen) -> Painter:
    """Draw the title; return the painter of the value, which draws the icon ``none`` for None."""
    room = box
    if options.title:
        words = Box(box.x, box.bottom - options.title_height, box.width, options.title_height)
        style = options.title_face, options.title_size, options.title_ink
        pen.text(section.title, words, *style, options.align)
        room = box._replace(height=box.height - options.title_height)

    def paint(pen: Pen, value: Any) -> None:
        if value is None:
            pen.icon(options.none, room.cx, room.cy, min(room.height, room.width), options.none_ink)
            return
        string, inner = _format_value(section, value), room.inset(_EDGE, 0)
        if options.icons:
            inner = _draw_icon(pen, options, inner, string, icon_name(options.icons, value))
        for line, line_box in _text_lines(pen, options, inner, string):
            pen.text(line, line_box, options.face, options.size, options.ink, options.align)

    return draw_cached(paint)


def _format_value(section: OrdinalSection | WordedSection, value: Any) -> str:
    return str(value) if isinstance(section, OrdinalSection) else printed_word(section.outcomes, value)


def _text_lines(pen: Pen, options: NumberOptions, room: Box, string: str) -> list[tuple[str, Box]]:
    """Return a value's lines with their boxes; a single line if no more are allowed or fit, or a word is too wide."""
    step = options.size * _LEADING
    max_lines = min(options.lines, int(room.height / step))
    widest = max((pen.width(part, options.face, options.size) for part in string.split()), default=0.0)
    if max_lines < 2 or widest > room.width:
        return [(string, room)]
    strings = wrap_to_lines(string, options.face, options.size, room.width, pen.fonts, max_lines)
    top = room.cy - len(strings) * step / 2
    return [(line, Box(room.x, top + i * step, room.width, step)) for i, line in enumerate(strings)]


def _draw_icon(pen: Pen, options: NumberOptions, room: Box, string: str, icon: str) -> Box:
    """Draw the icon of a value; return the box of the words (``string``) beside or above it."""
    if options.below:
        half = room.height / 2
        pen.icon(icon, room.x + options.icon_size / 2, room.bottom - half / 2, options.icon_size, options.icon_ink)
        return room._replace(height=half)
    side, left, width = options.icon_size + _BESIDE, room.x, room.width
    if options.pair:
        fit = pen.fit(string, options.face, options.size, width - side, room.height)
        width = min(width, fit.width + side)  # words that do not fit are reported when they are drawn
        left = room.cx - width / 2
    pen.icon(icon, left + options.icon_size / 2, room.cy, options.icon_size, options.icon_ink)
    return Box(left + side, room.y, width - side, room.height)


def number_looks(section: Any, options: NumberOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return {NONE: the look of a missing value}; empty if it has no icon."""
    if not options.none:
        return {}
    icon = describe_icon(pen.language, options.none)
    words = pen.language.phrase("{icon} instead of a number", icon=icon)
    plain = replace(options, title=False)
    return {NONE: _sample_look(words, build_number, section, plain, None, size=0.6, icon_size=0.95)}


def _sample_look(words: str, build: Build, section: Any, options: Any, value: Any, **shares: float) -> MarkLook:
    """Return a look whose sample is drawn like a value, sizes limited to ``shares`` of its height."""

    def draw(pen: Pen, box: Box) -> None:
        build(section, box, limit_sizes(options, box.height, **shares), pen)(pen, value)

    return MarkLook(words, draw)


NUMBER = Widget("number", NumberOptions, build_number, looks=number_looks)


@record
class BadgeOptions:
    """``icon`` is drawn for a value, ``none`` for its absence.

    The number is inside the icon, moved up by the share ``lift`` of its size, or ``below`` it. An
    ``icon_size`` of 0 makes icons as large as possible.
    """

    icon: Icon = ""
    icon_fill: Color = "accent"
    none: Icon = ""
    none_fill: Color = "steel"
    size: Points = 12.0
    face: FontFace = "bold"
    ink: Color = "paper"
    signed: bool = False
    below: bool = False
    lift: float = 0.0
    icon_size: Length = 0.0


_BELOW = 0.5
"""Between an icon and the number below it, in mm."""


def build_badge(section: OrdinalSection | WordedSection, box: Box, options: BadgeOptions, _: Pen) -> Painter:
    """Return the painter of a value and its icon, or of the icon ``none`` for None; draw nothing now."""

    def paint(pen: Pen, value: Any) -> None:
        line = pen.cap(options.face) * options.size + _BELOW if options.below else 0.0
        side = options.icon_size or min(box.width, box.height - line)
        if options.below:
            side = min(side, box.height - line)  # a joker's slot is less high
        if value is None:
            pen.icon(options.none, box.cx, box.cy, side, options.none_fill)
            return
        string = _format_value(section, value)
        if options.signed and isinstance(value, int):
            string = format_modifier(value)
        y = box.cy
        if options.below:
            # Icon and number are centered together.
            top = box.cy - (side + line) / 2
            y, number_box = top + side / 2, Box(box.x, top + side + _BELOW, box.width, line - _BELOW)
        else:
            number_box = Box(box.cx - side * 0.4, box.y - options.lift * side, side * 0.8, box.height)
        pen.icon(options.icon, box.cx, y, side, options.icon_fill)
        pen.text(string, number_box, options.face, options.size, options.ink)

    return draw_cached(paint)


def badge_looks(section: OrdinalSection | WordedSection, options: BadgeOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the looks of VALUE and NONE, each only if it has an icon."""
    mark_looks, phrase = {}, pen.language.phrase
    if options.icon:
        icon = describe_icon(pen.language, options.icon)
        words, shares = phrase("{icon} with a number", icon=icon), {"size": 0.6, "icon_size": 0.95}
        if options.below:
            words, shares = phrase("{icon} over a number", icon=icon), {"size": 0.44, "icon_size": 0.48}
        if options.signed:
            words = phrase("{icon} with plus or minus", icon=icon)
        values = () if isinstance(section, OrdinalSection) else [o.value for o in section.outcomes]
        sample = max((value for value in values if isinstance(value, int)), default=1)
        mark_looks[VALUE] = _sample_look(words, build_badge, section, options, sample, **shares)
    if options.none:
        words, alone = describe_icon(pen.language, options.none), replace(options, below=False)
        mark_looks[NONE] = _sample_look(words, build_badge, section, alone, None, size=0.6, icon_size=0.95)
    return mark_looks


BADGE = Widget("badge", BadgeOptions, build_badge, lambda o: SectionMarks(icon=o.icon), badge_looks)


@record
class ClockOptions:
    """The number is in the middle; ``dot`` is the radius of a disc on the rim, at the hour."""

    face_fill: Color = "paper"
    rim: Color = "accent"
    rim_width: Length = 0.35
    tick: Color = "accent"
    dot: Length = 1.75
    dot_fill: Color = "accent"
    size: Points = 7.0
    face: FontFace = "bold"
    ink: Color = "paper"
    dot_edge: Color = "none"
    dot_edge_width: Length = 0.25


def build_clock(section: DistributionSection, box: Box, options: ClockOptions, pen: Pen) -> Painter:
    """Draw face and ticks, the highest value on top (else 12); return the painter. Reports values it cannot show."""
    values = [outcome.value for outcome in section.outcomes if outcome.value is not None]
    hour_by_value = {value: value for value in values if isinstance(value, int) and 0 <= value <= _MOST_HOURS}
    for value in (value for value in values if value not in hour_by_value):
        message = f"a clock cannot show {value!r}, which is not a whole number from 0 to {_MOST_HOURS}"
        pen.report((pen.slot, repr(value)), message, "choose another widget in the theme")
    hours = max(hour_by_value.values(), default=0) or 12
    radius = min(box.width, box.height) / 2 - options.dot
    pen.path(geometry.ellipse(box.cx, box.cy, radius), options.face_fill, options.rim, options.rim_width)
    for hour in range(hours):
        dx, dy = _direction(hour, hours)
        share, line = (0.87, 0.3) if hour * 4 % hours == 0 else (0.92, 0.2)
        inner = (box.cx + dx * (radius * share), box.cy + dy * (radius * share))
        outer = (box.cx + dx * radius * 0.93, box.cy + dy * radius * 0.93)
        pen.path(geometry.polygon([*inner, *outer], closed=False), None, options.tick, line)

    def paint(pen: Pen, value: Any) -> None:
        if value not in hour_by_value:
            return
        dx, dy = _direction(hour_by_value[value], hours)
        dot = geometry.ellipse(box.cx + dx * radius, box.cy + dy * radius, options.dot)
        pen.path(dot, options.dot_fill, options.dot_edge, options.dot_edge_width)
        middle = Box(box.cx - radius, box.cy - radius, 2 * radius, 2 * radius).inset(radius * 0.38)
        pen.text(str(value), middle, options.face, options.size, options.ink)

    return draw_cached(paint)


def _direction(hour: int, hours: int) -> tuple[float, float]:
    """Return the (x, y) direction of an hour from the middle of a clock; y is down, the last hour on top."""
    turn = 2 * math.pi * hour / hours
    return math.sin(turn), -math.cos(turn)


CLOCK = Widget("clock", ClockOptions, build_clock)


@record
class PokerOptions:
    """``red`` names the suits in that color, separated by spaces.

    A suit's icon is ``icon-suit-`` and its name. A joker has the icon of its name, such as
    ``icon-red-joker``, else the icon ``joker``; if its name has a word of ``red`` it has that color, too.
    """

    size: Points = 13.0
    face: FontFace = "bold"
    ink: Color = "ink"
    red_ink: Color = fixed("alarm")
    red: str = "hearts diamonds"
    fill: Color = "paper"
    radius: Length = 1.2
    suit_size: Length = 4.0
    joker: Icon = ""
    joker_fill: Color = "open"
    joker_size: float = 0.92


def build_poker(_: Any, box: Box, options: PokerOptions, __: Pen) -> Painter:
    """Return the painter of a playing card: rank and suit, or a joker's icon, on a panel; draw nothing now."""
    red = frozenset(options.red.split())

    def paint(pen: Pen, playing_card: PlayingCard) -> None:
        if playing_card.is_joker:
            pen.panel(box, options.radius, options.joker_fill)
            icon, ink = _joker_icon(playing_card, options, pen)
            pen.icon(icon, box.cx, box.cy, box.height * options.joker_size, ink)
            return
        pen.panel(box, options.radius, options.fill)
        color = options.red_ink if playing_card.suit in red else options.ink
        if playing_card.suit is None:
            pen.text(playing_card.rank, box.inset(0.5), options.face, options.size, color)
            return
        room = box.width - options.suit_size - 1.8
        fit = pen.fit(playing_card.rank, options.face, options.size, room, box.height)
        left = box.cx - (fit.width + 0.6 + options.suit_size) / 2
        pen.text(playing_card.rank, Box(left, box.y, room, box.height), options.face, options.size, color, 0.0)
        x = left + fit.width + 0.6 + options.suit_size / 2
        pen.icon(SUIT + playing_card.suit, x, box.cy, options.suit_size, color)

    return draw_cached(paint)


def joker_looks(playing_cards: Iterable[PlayingCard], options: PokerOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the look of each joker that has an icon, by the joker's name."""
    looks_by_name = {}
    for playing_card in playing_cards:
        icon, ink = _joker_icon(playing_card, options, pen)
        if playing_card.is_joker and icon:
            style, plain = MarkStyle("", ink, options.joker_fill), MarkStyle("", "")
            words = describe_look(pen.language, describe_icon(pen.language, icon), style, plain)
            looks_by_name[playing_card.name] = _sample_look(words, build_poker, None, options, playing_card)
    return looks_by_name


def own_icon(joker: str) -> str:
    """Return the name of the icon that is only a joker's, by the joker's name."""
    return "icon-" + joker.replace(" ", "-")


def _joker_icon(joker: PlayingCard, options: PokerOptions, pen: Pen) -> tuple[str, str]:
    """Return a joker's icon (its own, else that of the options, which may be "") and its color."""
    icon = own_icon(joker.name)
    red = not set(options.red.split()).isdisjoint(joker.name.split())
    return icon if pen.has_icon(icon) else options.joker, options.red_ink if red else options.ink


def poker_marks(options: PokerOptions) -> SectionMarks:
    return SectionMarks(red=frozenset(options.red.split()), red_ink=options.red_ink)


POKER = Widget("poker", PokerOptions, build_poker, poker_marks)
