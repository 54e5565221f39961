"""What stands on a card: the values of its sections, typed, and their JSON.

A grid's value is its cells by column, row 1 first; that of rolls a number, or
a cell where some cards of the roll are marked, by label; a table's its numbers by
column; that of marks the marked numbers; a stack's a ``StackValue``; every other section's a ``Scalar``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

Scalar = int | str | bool | None
AGAIN, FAILURE, TOWARDS, CONFIRM, STANDARD, MARKED, VALUE, NONE = (
    "again", "critical_failure", "towards_failure", "confirm", "standard", "marked", "value", "none",
)  # fmt: skip
"""What a section may mark on a card: cells, the standard place of a stack, places of a line-up; a value, or that there is none.

Beside them the places of a stack carry the attributes that the game gives them.
"""

LARGEST = 9_999
"""The largest number that is taken from a deck.json: what is higher was not dealt, and would only make the audit slow."""


class Cell(NamedTuple):
    """One printed result of a grid. ``again``: draw another card and add the same cell.

    A ``critical_failure`` has the value 1 and counts so in every mean, with the roll's bonus. ``confirm``: draw another card to see
    whether this is the lowest or the highest total there is (see ``deckgen.odds.extremes``).
    """

    value: int
    again: bool = False
    critical_failure: bool = False
    confirm: bool = False

    def with_bonus(self, bonus: int) -> Cell:
        """With a bonus on what ends a roll, so that it is added once however often one draws again."""
        return self._replace(value=self.value + bonus) if bonus and not self.again else self


@dataclass(frozen=True, slots=True)
class StackValue:
    """Names of places from top to bottom; the one at index ``standard`` is the standard place."""

    places: tuple[str, ...]
    standard: int

    @property
    def standard_place(self) -> str:
        return self.places[self.standard]


CardValue = (
    Scalar
    | StackValue
    | tuple[int, ...]
    | Mapping[str, tuple[Cell, ...] | tuple[int, ...]]
    | Mapping[str, int | Cell]
)


def is_one_of(value: object, values: Iterable[object]) -> bool:
    """Whether a value is one of these; true is not 1."""
    return any(type(value) is type(each) and value == each for each in values)


def as_cell(value: int | Cell) -> Cell:
    """The cell of one of the values of ``rolls``."""
    return value if isinstance(value, Cell) else Cell(value)


def read_cell(data: Any, least: int) -> Cell | None:
    """The cell of data from a deck.json, from ``least`` up; None if it is none."""
    marks = Cell._fields[1:]
    if (
        isinstance(data, dict)
        and data.keys() <= {"value", *marks}
        and is_int_between(data.get("value"), least, LARGEST)
        and all(data.get(mark, True) is True for mark in marks)
    ):
        return Cell(**data)
    return None


def to_json(value: object) -> Any:
    """A card's value as deck.json has it; a cell says its marks only where true."""
    match value:
        case Cell():
            return {name: each for name, each in value._asdict().items() if name == "value" or each}
        case StackValue():
            return {"stack": list(value.places), "standard": value.standard}
        case tuple():
            return [to_json(each) for each in value]
        case Mapping():
            return {key: to_json(each) for key, each in value.items()}
    return value


def json_text(value: object) -> str:
    """``to_json`` of a value as canonical JSON (see ``deckgen.deck.cards.canonical``), in one go."""
    kind = type(value)
    if kind is int:
        return str(value)
    if isinstance(value, tuple) and kind is not Cell:
        # a column of a grid, of which a deck has hundreds
        write = _cell_text if value and type(value[0]) is Cell else json_text
        return f"[{','.join(map(write, value))}]"
    if isinstance(value, dict):
        return f"{{{','.join([f'{_cached_text(key)}:{json_text(value[key])}' for key in sorted(value)])}}}"
    return _cached_text(value) if kind in _REPEATED else _dump(value)


def _dump(value: object) -> str:
    return json.dumps(to_json(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


_REPEATED = {Cell, str, StackValue, bool, type(None)}
_cell_text, _cached_text = cache(_dump), lru_cache(maxsize=1 << 14, typed=True)(_dump)


def is_int_between(data: Any, least: int, most: int) -> bool:
    """Whether data is a whole number from ``least`` to ``most``; true and false are none."""
    return isinstance(data, int) and not isinstance(data, bool) and least <= data <= most


def has_keys(data: Any, keys: Collection[str]) -> bool:
    """Whether data is a mapping with exactly these keys."""
    return isinstance(data, dict) and data.keys() == set(keys)


def is_list(data: Any, length: int) -> bool:
    """Whether data is a list of that many entries."""
    return isinstance(data, list) and len(data) == length
