"""What a widget is: something that draws one section of a card into one box."""

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
"""Draws one card's value, as it stands in deck.json. All pens that it is called with set text alike."""

SUIT = "icon-suit-"
"""What the names of the suits' icons begin with."""
_CACHE_SIZE = 1 << 14  # that are remembered of a slot: a game with free texts has no end of them

Build = Callable[[Any, Box, Any, Pen], Painter]
"""Takes section, box, options and a pen for what is the same on every card; gives the painter of the rest."""


@record
class MarkStyle:
    """How a marked value is set: its face, the colors of its text, its ground and the line around that, and the ground's shape."""

    face: FontFace
    ink: Color
    fill: Color = ""
    edge: Color = ""
    shape: Literal["plate", "disc", "bar"] = "plate"


@record
class MarkLook:
    """How a mark looks: ``words`` for it, and a sample of it that fits any box, best ``width`` times as wide as high."""

    words: str
    draw: Callable[[Pen, Box], None]
    width: float = 1.0


Looks = Callable[[Any, Any, Pen], Mapping[str, MarkLook]]
"""Takes section, options and a pen for measures, words and language; how each mark looks that the widget draws."""


@record
class SectionMarks:
    """How a widget marks values, so that legends and tables can show them alike.

    ``plates`` are those of the marks ``again``, ``critical_failure``, ``towards_failure``, ``confirm``, ``standard`` and
    ``marked``, as far as the widget has them. ``icon`` stands for the whole section, ``mark`` for attributes of a value;
    ``red`` names those suits that are set in ``red_ink``.
    ``backwards``: the last column stands first.
    """

    plates: Mapping[str, MarkStyle] = field(default_factory=dict)
    icon: str = ""
    mark: str = ""
    red: frozenset[str] = frozenset()
    red_ink: str = ""
    backwards: bool = False


@record
class Widget:
    """A widget: its name in themes, the dataclass of its options, how it is built, how it marks values.

    ``looks`` tells every mark that its painters can draw, and no other.
    """

    name: str
    options: type[Any]
    build: Build
    marks: Callable[[Any], SectionMarks] = lambda _: SectionMarks()
    looks: Looks = lambda *_: {}


def sample_width(pen: Pen, string: str, face: str) -> float:
    """How wide the box of a line of text is, in its heights."""
    return pen.fonts.em_width(string, face) * 0.72 + 0.5


def limit_sizes(options: Any, height: float, **shares: float) -> Any:
    """Options whose sizes are at most these shares of the height of a sample."""
    return replace(
        options, **{name: min(getattr(options, name), share * height) for name, share in shares.items()}
    )


def draw_cached(draw: Callable[..., None]) -> Callable[..., None]:
    """Return a painter that calls ``draw`` once for the same arguments, then places the same items again: items never change.

    What does not fit, or lacks a letter or an icon, is drawn again, so that it is reported of every deck.
    """
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
    """Return the name of a value's icon, whatever the card says for the value."""
    return prefix + str(value).lower().replace(" ", "-")
