"""Where results stand in what a card shows of a section: which places there are, and what stands at one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckgen.game.model import AnySection, Cell, MarksSection, StackSection, StackValue

ValuePath = tuple[str | int, ...]
"""The keys and indexes that lead to a result: ``("8", 2)`` is column 8, row index 2; ``()`` the whole section."""


def value_paths(section: AnySection, value: Any) -> list[ValuePath]:
    """The places of a card's value in a section, beside that of the whole."""
    match value:
        case StackValue():
            return [(index,) for index in range(len(value.places))]
        case tuple() if isinstance(section, MarksSection):
            return [(number,) for number in range(1, section.count + 1)]
        case Mapping():
            return [
                (key, *inner) for key, each in value.items() for inner in value_paths(section, each) or [()]
            ]
        case Cell():
            return []
        case tuple():
            return [(index,) for index in range(len(value))]
    return []


def value_at(section: AnySection, value: Any, place: Sequence[str | int]) -> Any:
    """What stands at a place of a card's value."""
    if isinstance(section, MarksSection):
        return place[0] in value
    if isinstance(section, StackSection):
        return value.places[place[0]]
    for step in place:
        value = value[step]
    return value
