"""Widgets by name, and which one draws a kind of section unless the theme says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from deckgen.game import model
from deckgen.page.widgets import badge, clock, grid, marks, number, poker, quadrants, rolls, stack, words
from deckgen.page.widgets.base import Painter, Widget

WIDGETS: Mapping[str, Widget] = MappingProxyType({
    "grid": grid.WIDGET,
    "rolls": rolls.WIDGET,
    "stack": stack.WIDGET,
    "badge": badge.WIDGET,
    "clock": clock.WIDGET,
    "marks": marks.WIDGET,
    "quadrants": quadrants.WIDGET,
    "number": number.WIDGET,
    "words": words.WIDGET,
    "poker": poker.WIDGET,
})  # fmt: skip

POKER = "poker"
"""The slot of the card's poker equivalent, which every deck has."""

_DEFAULTS: Mapping[type[Any], str] = MappingProxyType({
    model.Grid: "grid",
    model.Rolls: "rolls",
    model.Distribution: "number",
    model.Fixed: "number",
    model.Stack: "stack",
    model.Marks: "marks",
    model.Ordinal: "number",
    model.Table: "quadrants",
    model.Text: "words",
})  # fmt: skip


def default(section: model.AnySection) -> str:
    """The widget of a section that the theme says nothing about."""
    return _DEFAULTS[type(section)]


__all__ = ["POKER", "WIDGETS", "Painter", "Widget", "default"]
