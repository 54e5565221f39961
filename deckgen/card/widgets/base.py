"""What a widget is: something that draws one section of a card into one box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen

Painter = Callable[[Pen, Any], None]
"""Draws one card's value, as it stands in deck.json."""

Build = Callable[[Any, Box, Any, Pen], Painter]
"""Takes section, box, look and a pen for what is the same on every card; gives the painter of the rest."""


@dataclass(frozen=True)
class Widget:
    """A widget: the dataclass of its options, the kinds of section it can draw, and how it is built."""

    look: type[Any]
    kinds: tuple[type[Any], ...]
    build: Build


def remembered(pen: Pen, known: dict[Any, tuple[Any, ...]], key: Any, draw: Callable[[], None]) -> None:
    """Draw once for each ``key`` and place the same items again afterwards: items never change."""
    items = known.get(key)
    if items is None:
        start = len(pen.items)
        draw()
        known[key] = tuple(pen.items[start:])
    else:
        pen.items += items


def signed(value: int) -> str:
    """A modifier: ``+2``, ``0``, ``−1`` with a true minus."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"
