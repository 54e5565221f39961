"""Characters from flat values, by the full names of fields: of a form's fields, or of a row's cells.

Errors in a character are reported where you find them: by the field's name and label on the sheet, or by row
and column heading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from deckgen.records import record
from deckgen.sheet.formula import format_value
from deckgen.sheet.model import OVERRIDES, FieldColumn, FieldGroup, SheetSpec, join_name
from deckgen.sources import ExactFloat, YamlFile, to_fraction
from deckgen.yaml_dialect import KeyPath, format_path

NUMBER = r"([-+]?)([0-9]{1,9})(?:([.,])([0-9]{1,9}))?"
"""The pattern of numbers."""
_THOUSANDS = 3  # digits after a thousands separator


@record
class CharacterData(YamlFile):
    """A character's data from a form or row; ``row`` is its line, ``names`` its values' names there."""

    row: int | None = None
    names: Mapping[KeyPath, str] = field(default_factory=dict, repr=False)

    def line(self, path: KeyPath) -> int | None:  # noqa: ARG002 (all its data is in one row, or in none)
        return self.row

    def format_path(self, path: KeyPath) -> str:
        """Return the name of a value's field or column, or of the closest value around it."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.names:
                return self.names[path[:end]]
        return format_path(path)


def parse_number(text: str, decimal: str) -> int | ExactFloat | None:
    """Return the number in a text; None without one, or if ``1.000`` may be a thousand, as ``.`` is not ``decimal``."""
    match = re.fullmatch(NUMBER, text.strip().replace("−", "-"))
    if match is None:
        return None
    sign, integer, point, decimals = match.groups()
    digits = f"{'-' if sign == '-' else ''}{int(integer)}"
    if point is None:
        return int(digits)
    if point != decimal and len(decimals) == _THOUSANDS and integer.strip("0"):
        return None
    return ExactFloat(f"{digits}.{decimals}")


def format_text(value: Any, decimal: str) -> str:
    """Return a number as it is printed, a text unchanged."""
    return format_value(to_fraction(value), decimal) if isinstance(value, int | ExactFloat) else str(value)


def field_labels(spec: SheetSpec, rows: Mapping[str, int]) -> dict[str, str]:
    """Return the full labels of fields by name, as in tooltips; ``rows``: those of lists, by default the sheet's."""
    labels_by_name = {}
    for group in spec.groups.values():
        outer = group.label if group.kind == "keys" else ""
        for key, label in group.entries(rows.get(group.name, group.rows)):
            for column in group.columns:
                steps = (outer, label, column.label if column.name else "")
                labels_by_name[join_name(group.name, key, column.name)] = ": ".join(dict.fromkeys(filter(None, steps)))
    return labels_by_name


def build_data(
    spec: SheetSpec,
    path: Path,
    values: Mapping[str, Any],
    printed_names: Mapping[str, str],
    *,
    row: int | None = None,
    emptied: bool = False,
) -> CharacterData:
    """Return a character's data, from values written as on the sheet ``spec``; empty rows of a list are left out.

    ``values``, texts or numbers (of tracks the number of marks), and ``printed_names``, for messages, are by full
    names of fields and overrides. ``emptied``: an empty field with a default was emptied on purpose.
    """
    data: dict[str, Any] = {"game": spec.game}
    names: dict[KeyPath, str] = {}
    closed: dict[str, str] = {}  # names of fields, and what they are when the rows have closed up
    for group in spec.groups.values():
        listed = group.kind == "rows"
        entries: dict[str, dict[str, Any]] = {}
        for number, key in enumerate(_entry_keys(group, values)):
            place: KeyPath = (group.name, number) if listed else (group.name, key) if key else (group.name,)
            name = join_name(group.name, key)
            closed_name = join_name(group.name, f"{number + 1:02}" if listed else key)
            names[place] = printed_names.get(name, name)
            entry = entries[key] = {}
            for column in group.columns:
                column_name = join_name(name, column.name)
                closed[column_name] = join_name(closed_name, column.name)
                names[(*place, column.name) if column.name else place] = printed_names.get(column_name, column_name)
                value = _value(column, values.get(column_name), spec.language.decimal)
                if value is not None:
                    entry[column.name] = value
                elif emptied and not column.derived and column.default not in (None, ""):
                    entry[column.name] = 0 if column.type == "track" else None
        filled = {key: _simplify(entry, group) for key, entry in entries.items() if entry or listed}
        if filled:
            data[group.name] = [*filled.values()] if listed else filled.get("", filled)
    for name, closed_name in closed.items():
        override = join_name(OVERRIDES, name)
        value = values.get(override, "")
        if str(value).strip():
            data.setdefault(OVERRIDES, {})[closed_name] = _number(value, spec.language.decimal)
            names[OVERRIDES, closed_name] = printed_names.get(override, override)
    return CharacterData(path, data, row=row, names=names)


def _entry_keys(group: FieldGroup, values: Mapping[str, Any]) -> list[str]:
    """Return the keys of a group's entries; of a list those of rows with a value or override, sorted."""
    if group.kind != "rows":
        return [key for key, _ in group.entries()]
    beginnings = (f"{group.name}.", f"{OVERRIDES}.{group.name}.")
    filled = (name for name, value in values.items() if name.startswith(beginnings) and str(value).strip())
    return sorted({name.removeprefix(f"{OVERRIDES}.").removeprefix(f"{group.name}.").split(".")[0] for name in filled})


def _value(column: FieldColumn, value: Any, decimal: str) -> Any:
    """Return a field's value as data: a number, a choice's option or a text; None if it is empty."""
    if value is None or not str(value).strip():
        return None
    if column.type in ("number", "track"):
        return _number(value, decimal)
    return column.option(value.strip()) if isinstance(value, str) else value


def _number(value: Any, decimal: str) -> Any:
    """Return the number in a text, or the text itself if it has none."""
    exactly = parse_number(value, decimal) if isinstance(value, str) else value
    return value.strip() if exactly is None else exactly


def _simplify(entry: dict[str, Any], group: FieldGroup) -> Any:
    """Return an entry as files write it: an only or main value alone, except in lists."""
    alone = "" in entry or (list(entry) == [group.main] and group.kind != "rows")
    return next(iter(entry.values())) if alone else entry
