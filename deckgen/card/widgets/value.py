"""One value: a number with its title, one in an icon, the hour on a clock, the card of an ordinary deck."""

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
    icon_of,
    remembering,
    within,
)
from deckgen.card.widgets.mark_words import icon_in_words, look_in_words
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import signed, wrap_strings
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points, fixed
from deckgen.game.model import DistributionSection, Face, OrdinalSection, word
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.values import NONE, VALUE
from deckgen.records import record

_MOST_HOURS = 100
_BESIDE = 0.8
"""Between an icon and the words beside it, in mm."""
_EDGE = 0.35
"""How far numbers stay from the left and right of their slot, in mm."""
_LEADING = 1.18
"""From line to line, in sizes."""


@record
class NumberOptions:
    """``icons`` is what the names of icons of the values begin with, which stand ``icon_size`` high at the left, or with the words in the middle as a ``pair``.

    ``none`` is the icon of a missing value (a joker's suit), ``align`` where the number and the title below it stand: 0 left, 0.5 in the
    middle, 1 right. Words that are too long for one line take as many as ``lines``.
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
    none_ink: Color = fixed("open")
    icons: str = ""
    icon_size: Length = 8.0
    icon_ink: Color = "ink"
    pair: bool = False
    align: float = 0.5
    lines: int = 1


def build_number(
    section: OrdinalSection | WordedSection, box: Box, options: NumberOptions, pen: Pen
) -> Painter:
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
        shown, inner = _shown(section, value), room.inset(_EDGE, 0)
        if options.icons:
            inner = _beside_icon(pen, options, inner, shown, icon_of(options.icons, value))
        for line, place in _lines(pen, options, inner, shown):
            pen.text(line, place, options.face, options.size, options.ink, options.align)

    return remembering(paint)


def _shown(section: OrdinalSection | WordedSection, value: Any) -> str:
    return str(value) if isinstance(section, OrdinalSection) else word(section.outcomes, value)


def _lines(pen: Pen, options: NumberOptions, room: Box, shown: str) -> list[tuple[str, Box]]:
    """The lines of what is shown, each with its place: as many as there is room for, one if a word needs more than a line."""
    high = options.size * _LEADING
    most = min(options.lines, int(room.height / high))
    widest = max((pen.width(part, options.face, options.size) for part in shown.split()), default=0.0)
    if most < 2 or widest > room.width:
        return [(shown, room)]
    strings = wrap_strings(shown, options.face, options.size, room.width, pen.fonts, most)
    top = room.cy - len(strings) * high / 2
    return [(each, Box(room.x, top + i * high, room.width, high)) for i, each in enumerate(strings)]


def _beside_icon(pen: Pen, options: NumberOptions, room: Box, shown: str, icon: str) -> Box:
    """Where the words go beside the icon of a value, which is drawn."""
    side, left, width = options.icon_size + _BESIDE, room.x, room.width
    if options.pair:
        fit = pen.fit(shown, options.face, options.size, width - side, room.height)
        left, width = room.cx - (fit.width + side) / 2, fit.width + side
    pen.icon(icon, left + options.icon_size / 2, room.cy, options.icon_size, options.icon_ink)
    return Box(left + side, room.y, width - side, room.height)


def number_looks(section: Any, options: NumberOptions, pen: Pen) -> dict[str, MarkLook]:
    if not options.none:
        return {}
    icon = icon_in_words(pen.language, options.none)
    words = pen.language.phrase("{icon} instead of a number", icon=icon)
    plain = replace(options, title=False)
    return {NONE: _look(words, build_number, section, plain, None, size=0.6, icon_size=0.95)}


def _look(words: str, build: Build, section: Any, options: Any, value: Any, **shares: float) -> MarkLook:
    """A look whose sample is drawn as a card's value is, with options that are at most these shares of its height."""

    def draw(pen: Pen, box: Box) -> None:
        build(section, box, within(options, box.height, **shares), pen)(pen, value)

    return MarkLook(words, draw)


NUMBER = Widget("number", NumberOptions, build_number, looks=number_looks)


@record
class BadgeOptions:
    """``icon`` stands for a value, ``none`` for its absence.

    The number stands inside the icon, moved up by the share ``lift`` of its size, or ``below`` it. An ``icon_size`` of 0 makes icons as large as there is room.
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
    def paint(pen: Pen, value: Any) -> None:
        line = pen.cap(options.face) * options.size + _BELOW if options.below else 0.0
        side = options.icon_size or min(box.width, box.height - line)
        if options.below:
            side = min(side, box.height - line)  # a joker's slot is less high
        if value is None:
            pen.icon(options.none, box.cx, box.cy, side, options.none_fill)
            return
        shown = _shown(section, value)
        if options.signed and isinstance(value, int):
            shown = signed(value)
        y = box.cy
        if options.below:
            # Icon and number stand in the middle together.
            top = box.cy - (side + line) / 2
            y, place = top + side / 2, Box(box.x, top + side + _BELOW, box.width, line - _BELOW)
        else:
            place = Box(box.cx - side * 0.4, box.y - options.lift * side, side * 0.8, box.height)
        pen.icon(options.icon, box.cx, y, side, options.icon_fill)
        pen.text(shown, place, options.face, options.size, options.ink)

    return remembering(paint)


def badge_looks(
    section: OrdinalSection | WordedSection, options: BadgeOptions, pen: Pen
) -> dict[str, MarkLook]:
    found, phrase = {}, pen.language.phrase
    if options.icon:
        icon = icon_in_words(pen.language, options.icon)
        words, shares = phrase("{icon} with a number", icon=icon), {"size": 0.6, "icon_size": 0.95}
        if options.below:
            words, shares = phrase("{icon} over a number", icon=icon), {"size": 0.44, "icon_size": 0.48}
        if options.signed:
            words = phrase("{icon} with plus or minus", icon=icon)
        values = () if isinstance(section, OrdinalSection) else [o.value for o in section.outcomes]
        shown = max((value for value in values if isinstance(value, int)), default=1)
        found[VALUE] = _look(words, build_badge, section, options, shown, **shares)
    if options.none:
        words = icon_in_words(pen.language, options.none)
        found[NONE] = _look(words, build_badge, section, options, None, size=0.6, icon_size=0.95)
    return found


BADGE = Widget(
    "badge", BadgeOptions, build_badge, lambda options: SectionMarks(icon=options.icon), badge_looks
)


@record
class ClockOptions:
    """The number stands in the middle; ``dot`` is the radius of a disc on the rim, where the hour is."""

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
    """Face and ticks now, dot and number for each card. Hours are the section's values, 12 at the top."""
    values = [outcome.value for outcome in section.outcomes if outcome.value is not None]
    known = {value: value for value in values if isinstance(value, int) and 0 <= value <= _MOST_HOURS}
    for value in (value for value in values if value not in known):
        what = f"a clock cannot show {value!r}, which is not a whole number from 0 to {_MOST_HOURS}"
        pen.report((pen.slot, repr(value)), what, "choose another widget in the theme")
    hours = max(known.values(), default=0) or 12
    radius = min(box.width, box.height) / 2 - options.dot
    pen.path(geometry.ellipse(box.cx, box.cy, radius), options.face_fill, options.rim, options.rim_width)
    for hour in range(hours):
        dx, dy = _direction(hour, hours)
        share, line = (0.87, 0.3) if hour * 4 % hours == 0 else (0.92, 0.2)
        inner = (box.cx + dx * (radius * share), box.cy + dy * (radius * share))
        outer = (box.cx + dx * radius * 0.93, box.cy + dy * radius * 0.93)
        pen.path(geometry.polygon([*inner, *outer], closed=False), None, options.tick, line)

    def paint(pen: Pen, value: Any) -> None:
        if value not in known:
            return
        dx, dy = _direction(known[value], hours)
        dot = geometry.ellipse(box.cx + dx * radius, box.cy + dy * radius, options.dot)
        pen.path(dot, options.dot_fill, options.dot_edge, options.dot_edge_width)
        middle = Box(box.cx - radius, box.cy - radius, 2 * radius, 2 * radius).inset(radius * 0.38)
        pen.text(str(value), middle, options.face, options.size, options.ink)

    return remembering(paint)


def _direction(hour: int, hours: int) -> tuple[float, float]:
    turn = 2 * math.pi * hour / hours
    return math.sin(turn), -math.cos(turn)


CLOCK = Widget("clock", ClockOptions, build_clock)


@record
class PokerOptions:
    """``red`` names the suits in that color, by a space; the icon of a suit is ``icon-suit-`` and its name.

    A joker has the icon of its name, such as ``icon-red-joker``, else the icon ``joker``; if its name has
    a word of ``red`` it takes that color too.
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
    red = frozenset(options.red.split())

    def paint(pen: Pen, face: Face) -> None:
        if face.joker:
            pen.panel(box, options.radius, options.joker_fill)
            icon, ink = _joker(face, options, pen)
            pen.icon(icon, box.cx, box.cy, box.height * options.joker_size, ink)
            return
        pen.panel(box, options.radius, options.fill)
        color = options.red_ink if face.suit in red else options.ink
        if face.suit is None:
            pen.text(face.rank, box.inset(0.5), options.face, options.size, color)
            return
        room = box.width - options.suit_size - 1.8
        fit = pen.fit(face.rank, options.face, options.size, room, box.height)
        left = box.cx - (fit.width + 0.6 + options.suit_size) / 2
        pen.text(face.rank, Box(left, box.y, room, box.height), options.face, options.size, color, 0.0)
        x = left + fit.width + 0.6 + options.suit_size / 2
        pen.icon(SUIT + face.suit, x, box.cy, options.suit_size, color)

    return remembering(paint)


def joker_looks(faces: Iterable[Face], options: PokerOptions, pen: Pen) -> dict[str, MarkLook]:
    found = {}
    for face in faces:
        icon, ink = _joker(face, options, pen)
        if face.joker and icon:
            style, plain = MarkStyle("", ink, options.joker_fill), MarkStyle("", "")
            words = look_in_words(pen.language, icon_in_words(pen.language, icon), style, plain)
            found[face.name] = _look(words, build_poker, None, options, face)
    return found


def _joker(face: Face, options: PokerOptions, pen: Pen) -> tuple[str, str]:
    """The icon of a joker, and its color."""
    own = "icon-" + face.name.replace(" ", "-")
    red = not set(options.red.split()).isdisjoint(face.name.split())
    return own if pen.has_icon(own) else options.joker, options.red_ink if red else options.ink


def poker_marks(options: PokerOptions) -> SectionMarks:
    return SectionMarks(red=frozenset(options.red.split()), red_ink=options.red_ink)


POKER = Widget("poker", PokerOptions, build_poker, poker_marks)
