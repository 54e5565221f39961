"""Widgets by name, and which one draws a kind of section unless the theme says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from deckgen.card.widgets import (
    badge,
    chart,
    clock,
    grid,
    marks,
    number,
    poker,
    quadrants,
    rolls,
    stack,
    text,
)
from deckgen.card.widgets.base import Painter, Widget
from deckgen.game import model

WIDGETS: Mapping[str, Widget] = MappingProxyType({
    "grid": grid.WIDGET,
    "rolls": rolls.WIDGET,
    "stack": stack.WIDGET,
    "badge": badge.WIDGET,
    "clock": clock.WIDGET,
    "marks": marks.WIDGET,
    "quadrants": quadrants.WIDGET,
    "chart": chart.WIDGET,
    "number": number.WIDGET,
    "words": text.WIDGET,
    "poker": poker.WIDGET,
})  # fmt: skip

POKER = "poker"
"""The slot of the card's poker equivalent, which every deck has."""

_DEFAULTS: Mapping[type[Any], str] = MappingProxyType({
    model.GridSection: "grid",
    model.RollsSection: "rolls",
    model.DistributionSection: "number",
    model.FixedSection: "number",
    model.StackSection: "stack",
    model.MarksSection: "marks",
    model.OrdinalSection: "number",
    model.TableSection: "quadrants",
    model.TextSection: "words",
})  # fmt: skip


def default(section: model.AnySection) -> str:
    """The widget of a section that the theme says nothing about."""
    return _DEFAULTS[type(section)]


def samples(section: model.AnySection) -> tuple[Any, ...]:
    """Values that show all the words a section can put on a card."""
    if isinstance(section, model.DistributionSection | model.FixedSection | model.TextSection):
        return tuple(outcome.value for outcome in section.outcomes)
    if isinstance(section, model.StackSection):
        names = (place.name for place in section.places())
        return tuple(model.StackValue((name,) * section.height, section.standard) for name in names)
    if isinstance(section, model.MarksSection):
        return (tuple(range(1, section.count + 1)),)
    return ()


__all__ = ["POKER", "WIDGETS", "Painter", "Widget", "default", "samples"]
