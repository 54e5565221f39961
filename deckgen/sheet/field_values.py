"""Single values of a character: what fields may hold, and what formulas find of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from deckgen.errors import nearest
from deckgen.sheet.formula import FormulaError, Value
from deckgen.sheet.model import FieldColumn, FieldGroup
from deckgen.sources import Real

DICE = re.compile(r"([1-9][0-9]?)?(d[1-9][0-9]*)")
"""A pool of dice: how many, if not one, and which."""
NO_DICE: Mapping[str, None] = {"dice": None, "die": None}
"""What formulas find of a pool that is not filled in."""


def plain(name: str) -> str:
    """What formulas call an entry of a list: First aid is first_aid."""
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


class NamedEntries(dict[str, Any]):
    """The entries of a list by name; a name that is not there is worth ``missing``, or is not filled in."""

    def __init__(self, entries: Mapping[str, Any], missing: int | None) -> None:
        super().__init__(entries)
        self._missing = None if missing is None else Fraction(missing)

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Any:
        known = plain(key)
        return self[known] if known != key and dict.get(self, known) is not None else self._missing


def add_to_scope(scope: dict[str, Any], group: FieldGroup, value: Any) -> dict[str, Any]:
    """Let formulas find ``value`` under the group's name, and return the mapping that holds it.

    A name with a dot is a mapping in another; a list may be called in the singular; the entries of a short
    group are found without it too.
    """
    *outer, last = group.name.split(".")
    place = scope
    for step in outer:
        place = place.setdefault(step, {})
    place[last] = value
    if group.kind == "rows" and last.endswith("s"):
        place[last[:-1]] = value
    if group.short and group.kind == "keys":
        scope |= value
    return place


def as_number(text: str) -> Value:
    """A number that was written instead of a computed one; other texts stay as they are."""
    try:
        return Fraction(text.replace("−", "-"))
    except ValueError:
        return text


def checked(column: FieldColumn, value: Any) -> Any:
    """A value as it is kept: a number, or a text. Raises FormulaError saying what is wrong with it."""
    if column.derived:
        raise FormulaError("this follows from other values", "leave it out, or write it under overrides")
    numeric = column.type in ("number", "track")
    if isinstance(value, dict | list | bool):
        raise FormulaError("this is not one value", f"write a {'number' if numeric else 'text'}")
    text = str(getattr(value, "text", value)).strip()
    if numeric:
        return _checked_number(column, value, text)
    if column.type == "choice":
        text = column.option(text)
        if text not in column.options:
            raise FormulaError(f"{text!r} is not possible here", nearest(text, column.options))
        return text
    if column.type == "dice":
        return _checked_dice(column, text)
    if len(text) > column.most:
        raise FormulaError(f"the text has {len(text)} letters", f"use {column.most} at most")
    if column.type == "text" and "\n" in text:
        raise FormulaError("the text has several lines", "write it in one line")
    return text


def _checked_number(column: FieldColumn, value: Any, text: str) -> int | Real:
    if not isinstance(value, int | Real):
        raise FormulaError(f"{value!r} is not a number", "write digits, without quotes or a unit")
    whole = column.type != "track" or isinstance(value, int)
    if not whole or not column.least <= value <= column.most:
        raise FormulaError(f"{text} is not possible here", f"it goes from {column.least} to {column.most}")
    return value


def _checked_dice(column: FieldColumn, text: str) -> str:
    match = DICE.fullmatch(text)
    if match is None:
        raise FormulaError(f"{text!r} is not a pool of dice", f"write it as 3{column.options[0]}")
    if match[2] not in column.options:
        raise FormulaError(f"the game has no {match[2]} here", f"use {', '.join(column.options)}")
    if int(match[1] or 1) > column.most:
        raise FormulaError(f"{text} has too many dice", f"use {column.most} at most")
    return f"{match[1] or 1}{match[2]}"
