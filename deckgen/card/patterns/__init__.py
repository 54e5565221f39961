"""Patterns of backs: lines that follow from a text, so that no two texts have the same, and look the same turned.

A theme chooses the kind and its options: ``back: {pattern: {kind: guilloche, waves: [34, 56]}}``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Protocol

from deckgen.card.patterns.curves import Room, placed
from deckgen.card.patterns.stream import Stream
from deckgen.draw import theme as themes
from deckgen.draw.drawing import Path
from deckgen.draw.geometry import Box
from deckgen.draw.theme import Theme
from deckgen.errors import Problems, suggest
from deckgen.sources import YamlValue


class Pattern(Hashable, Protocol):
    """The options of one kind of pattern, which draw it."""

    def draw(self, stream: Stream, room: Room) -> Iterator[Path]:
        """Yield the paths about (0, 0), the same after half a turn."""


KINDS = {
    "guilloche": "guilloche",
    "contours": "contours",
    "orrery": "sky",
    "orbits": "sky",
    "irises": "grain",
    "rings": "sky",
    "sand": "grain",
}
"""The kinds of patterns, and the module of each, which is imported when it is drawn."""


def options_of(kind: str) -> type[Pattern]:
    """Return the options of a kind."""
    options: type[Pattern] = getattr(import_module(f"{__name__}.{KINDS[kind]}"), kind.capitalize())
    return options


def read_pattern(value: YamlValue, theme: Theme, problems: Problems) -> Pattern | None:
    """Return the pattern that a theme describes; None, with a problem, without a kind that is known."""
    options = value.value if isinstance(value.value, Mapping) else {}
    kind = str(options.get("kind", ""))
    if kind not in KINDS:
        message = f'there is no pattern "{kind}"' if kind else "a pattern needs its kind"
        (value.at("kind") if kind else value).report(problems, message, suggest(kind, KINDS, listed=True))
        return None
    spots = {name: value.at(name) for name in options if name != "kind"}
    return themes.read_options(options_of(kind), spots, theme, {}, problems, "back.pattern")


@lru_cache(maxsize=8)  # a deck has one back, and so has a set
def draw_pattern(pattern: Pattern, text: str, box: Box, ground: str, covered: tuple[Box, ...] = ()) -> tuple[Path, ...]:
    """Return the pattern that follows from ``text``, in a box; lines may reach beyond it, to be covered by a frame.

    ``covered``: boxes in the upper or lower half where something is drawn over it, there and half a turn on.
    """
    hidden = tuple(Box(x - box.cx, y - box.cy, width, height) for x, y, width, height in covered)
    room = Room(box.width / 2, box.height / 2, ground, hidden)
    return tuple(placed(pattern.draw(Stream(text), room), box.cx, box.cy))
