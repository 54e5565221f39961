"""Widgets: a widget draws one section of a card into one box."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field, replace
from typing import Any, Literal

from deckgen.draw.drawing import Item
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace
from deckgen.records import record

Painter = Callable[[Pen, Any], None]
"""Draws one card's value, as in deck.json. All pens passed to it set text alike."""

SUIT = "icon-suit-"
"""Prefix of the names of suit icons."""
_CACHE_SIZE = 1 << 14  # cached drawings of a slot: a game with free texts has any number

Build = Callable[[Any, Box, Any, Pen], Painter]
"""Section, box, options, pen → the painter of values; draws what all cards share."""


@record
class MarkStyle:
    """How a marked value is set: typeface, colors of text, ground and outline, and the ground's shape."""

    face: FontFace
    ink: Color
    fill: Color = ""
    edge: Color = ""
    shape: Literal["plate", "disc", "bar"] = "plate"


@record
class MarkLook:
    """The look of a mark: ``words``, and a sample for any box, best ``width`` times as wide as high.

    ``noun`` is what is drawn, without its place, if that is not the same.
    """

    words: str
    draw: Callable[[Pen, Box], None]
    width: float = 1.0
    noun: str = ""


Looks = Callable[[Any, Any, Pen], Mapping[str, MarkLook]]
"""Section, options, pen (for measures, words, language) → the look of each mark of the widget."""


@record
class SectionMarks:
    """How a widget marks values, for legends and tables.

    ``plates`` are the styles of the marks ``again``, ``critical_failure``, ``towards_failure``, ``confirm``,
    ``standard`` and ``marked`` that the widget has. ``icon`` is the section's, ``mark`` the icon of a value's
    attributes; ``red`` are the suits in ``red_ink``. ``backwards``: the last column is first.
    """

    plates: Mapping[str, MarkStyle] = field(default_factory=dict)
    icon: str = ""
    mark: str = ""
    red: frozenset[str] = frozenset()
    red_ink: str = ""
    backwards: bool = False


@record
class Widget:
    """A widget: its name in themes, options record, builder and marks; ``looks``: all marks that its painters draw."""

    name: str
    options: type[Any]
    build: Build
    marks: Callable[[Any], SectionMarks] = lambda _: SectionMarks()
    looks: Looks = lambda *_: {}


def sample_width(pen: Pen, string: str, typeface: str) -> float:
    """Return the width of a box for a line of text, in heights of the box."""
    return pen.fonts.em_width(string, typeface) * 0.72 + 0.5


def limit_sizes(options: Any, height: float, **shares: float) -> Any:
    """Return the options with each named size at most that share of ``height``."""
    return replace(options, **{n: min(getattr(options, n), share * height) for n, share in shares.items()})


def keep_leading(options: Any, pitch: float, *names: str) -> Any:
    """Return the options with the named sizes small enough for their ``leading``: ``pitch`` of lines over size."""
    return limit_sizes(options, pitch, **dict.fromkeys(names, 1 / options.leading)) if options.leading else options


def draw_cached(draw: Callable[..., None]) -> Callable[..., None]:
    """Return a painter that calls ``draw`` once per values, whatever the pen; drawings with problems are not kept."""
    cached_items: dict[Hashable, tuple[Item, ...]] = {}

    def painter(pen: Pen, *values: Hashable) -> None:
        key = (*values, type(values[-1]))  # True is not 1
        items = cached_items.get(key)
        if items is not None:
            pen.items += items
            return
        start, flaws = len(pen.items), pen.problem_count
        draw(pen, *values)
        if pen.problem_count == flaws:
            if len(cached_items) >= _CACHE_SIZE:
                cached_items.clear()
            cached_items[key] = tuple(pen.items[start:])

    return painter


def icon_name(prefix: str, value: object) -> str:
    """Return ``prefix`` and the value in small letters, with ``-`` for spaces."""
    return prefix + str(value).lower().replace(" ", "-")
