"""The registry of widgets: by name, and by the kind of section that they can draw."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from deckgen.card.widgets import cells, dice, marks, named, picture, prose, stack, tables, value, words
from deckgen.card.widgets.base import Widget
from deckgen.game import model
from deckgen.game.sections.dice import DiceRoll, result_text
from deckgen.game.sections.distribution import WordedSection

_ALL = (
    tables.GRID, cells.ROLLS, named.NAMED, dice.WIDGET, stack.WIDGET, value.BADGE, value.CLOCK, marks.WIDGET, tables.CHART,
    value.NUMBER, words.WIDGET, prose.WIDGET, value.POKER, picture.WIDGET,
)  # fmt: skip
WIDGETS: Mapping[str, Widget] = MappingProxyType({widget.name: widget for widget in _ALL})

POKER = "poker"
"""The slot, and the widget, of the playing card on every card."""

DRAWN_BY: Mapping[type[Any], tuple[str, ...]] = MappingProxyType({
    model.GridSection: ("grid",),
    model.RollsSection: ("rolls", "named"),
    model.DiceSection: ("dice",),
    model.DistributionSection: ("number", "badge", "clock", "words"),
    model.FixedSection: ("number", "badge", "clock", "words"),
    model.StackSection: ("stack",),
    model.MarksSection: ("marks",),
    model.OrdinalSection: ("number", "badge"),
    model.TableSection: ("chart",),
    model.TextSection: ("words", "prose"),
    model.ProseSection: ("prose", "words"),
    model.PictureSection: ("picture", "words"),
})  # fmt: skip
"""The widgets that can draw a kind of section; the first is the default."""


def default_widget(section: model.AnySection | None) -> str:
    """Return the name of a section's default widget; None is the playing card."""
    return POKER if section is None else DRAWN_BY[type(section)][0]


def sample_values(section: model.AnySection) -> tuple[Any, ...]:
    """Return values that show all words that a section can print; () if it prints only numbers."""
    if isinstance(section, WordedSection):
        return tuple(outcome.value for outcome in section.outcomes)
    if isinstance(section, model.StackSection):
        names = (location.name for location in section.locations())
        return tuple(model.StackValue((name,) * section.height, section.standard) for name in names)
    if isinstance(section, model.MarksSection):
        return (tuple(range(1, section.count + 1)),)
    if isinstance(section, model.DiceSection):
        results = {label: _longest_results(section, roll) for label, roll in section.rolls}
        count = max(map(len, results.values()))
        return tuple({label: longest[i % len(longest)] for label, longest in results.items()} for i in range(count))
    return ()


def _longest_results(section: model.DiceSection, roll: DiceRoll) -> list[model.DiceResult]:
    """Return the results of a roll that have the longest texts."""
    results = map(roll.result, roll.joint.weights)
    return sorted(results, key=lambda r: -len(result_text(r.parts, r.outcome, section.printed_word)))[:_LONGEST]


_LONGEST = 24


def printed_texts(section: model.AnySection) -> tuple[str, ...]:
    """Return all texts of a section of texts, with their markup; () for others."""
    if isinstance(section, model.TextSection | model.ProseSection):
        return tuple(model.printed_text(section.outcomes, outcome.value) for outcome in section.outcomes)
    return ()
