"""The results inside a card's value of a section: their key paths, and the result at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckgen.game.model import AnySection, Cell, DiceResult, MarksSection, StackSection, StackValue

ValuePath = tuple[str | int, ...]
"""Keys and indexes that lead to a result: ``("8", 2)`` is row index 2 of column 8; ``()`` is the whole value."""


def value_paths(section: AnySection, value: Any) -> list[ValuePath]:
    """Return the key paths of all results in a card's value: indexes, of marks (1,), (2,) ...; none for one result."""
    match value:
        case StackValue():
            return [(index,) for index in range(len(value.places))]
        case tuple() if isinstance(section, MarksSection):
            return [(number,) for number in range(1, section.count + 1)]
        case Mapping():
            return [
                (key, *inner)
                for key, inner_value in value.items()
                for inner in value_paths(section, inner_value) or [()]
            ]
        case Cell():
            return []
        case tuple():
            return [(index,) for index in range(len(value))]
    return []


def value_at(section: AnySection, value: Any, path: Sequence[str | int]) -> Any:
    """Return the result at a key path of a card's value; of marks, whether the figure with that number is marked."""
    if isinstance(section, MarksSection):
        return path[0] in value
    if isinstance(section, StackSection):
        return value.places[path[0]]
    for step in path:
        value = value.part(str(step)) if isinstance(value, DiceResult) else value[step]
    return value
