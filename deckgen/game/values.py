"""The values of sections on a card, typed, and their JSON.

The value of a grid is its cells by column, row 1 first; of rolls a number by label, or a cell where some
cards of the roll are marked; of dice a ``DiceResult`` by label; of a table its numbers by column; of marks the
marked numbers; of a stack a ``StackValue``; of every other section a ``Scalar``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from deckgen.odds.joint import Outcome, Part

Scalar = int | str | bool | None
AGAIN, FAILURE, TOWARDS, CONFIRM, STANDARD, MARKED, VALUE, NONE = (
    "again", "critical_failure", "towards_failure", "confirm", "standard", "marked", "value", "none",
)  # fmt: skip
"""What a section may mark on a card: cells, the standard place of a stack, places of a line-up; a value, or
that there is none.

Beside them the places of a stack carry the attributes that the game gives them.
"""

LARGEST = 9_999
"""The largest number accepted from a deck.json: no deck has higher ones, and they would slow down the audit."""


class Cell(NamedTuple):
    """One printed result of a roll. ``again``: draw another card and add the same cell.

    A ``critical_failure`` has the value 1 and counts as 1 in every mean, plus the roll's bonus. ``confirm``:
    draw another card to see whether this is the lowest or highest total (see ``deckgen.odds.extremes``).
    """

    value: int
    again: bool = False
    critical_failure: bool = False
    confirm: bool = False

    def with_bonus(self, bonus: int) -> Cell:
        """Return the cell with a bonus, unless it is open: so a bonus is added once, on the last card."""
        return self._replace(value=self.value + bonus) if bonus and not self.again else self


@dataclass(frozen=True, slots=True)
class StackValue:
    """Names of hit locations from top to bottom; the one at index ``standard`` is the standard one."""

    places: tuple[str, ...]
    standard: int

    @property
    def standard_place(self) -> str:
        """The name of the standard hit location."""
        return self.places[self.standard]


@dataclass(frozen=True, slots=True)
class DiceResult:
    """One printed result of several parts, such as a number and a botch: ``outcome`` has a value for each of them."""

    outcome: Outcome
    parts: tuple[Part, ...]

    def part(self, name: str = "") -> int | str | bool:
        """Return the value of the part of that name, by default the first. Raises ValueError if there is none."""
        return self.outcome[[part.name for part in self.parts].index(name) if name else 0]

    def to_json(self) -> Any:
        """Return the only part, or all by name but marks and words that it does not have, and symbols that do not show."""
        if len(self.parts) == 1:
            return self.outcome[0]
        pairs = zip(self.parts, self.outcome, strict=True)
        return {part.name: value for part, value in pairs if value or part.kind == "number"}


CardValue = (
    Scalar
    | StackValue
    | tuple[int, ...]
    | Mapping[str, tuple[Cell, ...] | tuple[int, ...]]
    | Mapping[str, int | Cell]
    | Mapping[str, DiceResult]
)


def is_one_of(value: object, values: Iterable[object]) -> bool:
    """Return whether a value is one of ``values``, where True is not 1."""
    return any(type(value) is type(candidate) and value == candidate for candidate in values)


def as_cell(value: int | Cell) -> Cell:
    """Return a roll's value, a cell or a plain number, as a cell."""
    return value if isinstance(value, Cell) else Cell(value)


def read_cell(data: Any, least: int) -> Cell | None:
    """Return a cell from deck.json data; None if it is invalid, or its value below ``least`` or above 9999."""
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
    """Return a card's value as data for deck.json; a cell has only the marks that are true."""
    match value:
        case Cell():
            return {name: item for name, item in value._asdict().items() if name == "value" or item}
        case DiceResult():
            return value.to_json()
        case StackValue():
            return {"stack": list(value.places), "standard": value.standard}
        case tuple():
            return [to_json(item) for item in value]
        case Mapping():
            return {key: to_json(item) for key, item in value.items()}
    return value


def json_text(value: object) -> str:
    """Return a card's value as canonical JSON text (see ``deckgen.deck.cards.canonical_json``)."""
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


_REPEATED = {Cell, DiceResult, str, StackValue, bool, type(None)}
_cell_text, _cached_text = cache(_dump), lru_cache(maxsize=1 << 14, typed=True)(_dump)


def is_int_between(data: Any, least: int, most: int) -> bool:
    """Return whether data is an integer from ``least`` to ``most``; booleans are not."""
    return isinstance(data, int) and not isinstance(data, bool) and least <= data <= most


def has_keys(data: Any, keys: Collection[str]) -> bool:
    """Return whether data is a mapping with exactly these keys."""
    return isinstance(data, dict) and data.keys() == set(keys)


def is_list(data: Any, length: int) -> bool:
    """Return whether data is a list with ``length`` entries."""
    return isinstance(data, list) and len(data) == length
