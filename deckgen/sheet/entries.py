"""Single values of a character: what they may be, and what formulas find of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from deckgen.errors import nearest
from deckgen.sheet.formula import FormulaError, Value
from deckgen.sheet.model import FieldColumn
from deckgen.sources import Real

DICE = re.compile(r"([1-9][0-9]?)?(d[1-9][0-9]*)")
"""A pool of dice: how many, if not one, and which."""


def plain(name: str) -> str:
    """What formulas call an entry of a list: First aid is first_aid."""
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


class Missing(dict[str, Any]):
    """The entries of a list by name; a name that is not there is ``missing``, or not filled in."""

    def __init__(self, entries: Mapping[str, Any], missing: int | None) -> None:
        super().__init__(entries)
        self._missing = None if missing is None else Fraction(missing)

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Any:
        known = plain(key)
        return self[known] if known != key and dict.get(self, known) is not None else self._missing


def as_number(text: str) -> Value:
    """A number that was written instead of a computed one; other texts stay as they are."""
    try:
        return Fraction(text.replace("−", "-"))
    except ValueError:
        return text


def checked(column: FieldColumn, value: Any) -> Any:  # noqa: C901, PLR0912 (one case for each type)
    """A value as it is kept. Raises FormulaError saying what is wrong with it."""
    if isinstance(value, dict | list | bool):
        raise FormulaError(
            "this is not one value", f"write a {'number' if column.type in ('number', 'track') else 'text'}"
        )
    text = str(getattr(value, "text", value)).strip()
    match column.type:
        case "number" | "track":
            if not isinstance(value, int | Real):
                raise FormulaError(f"{value!r} is not a number", "write digits, without quotes or a unit")
            if not column.least <= value <= column.most or (
                column.type == "track" and not isinstance(value, int)
            ):
                raise FormulaError(
                    f"{text} is not possible here", f"it goes from {column.least} to {column.most}"
                )
            return value
        case "choice":
            by_label = {label: option for option, label in column.labels.items()}
            text = by_label.get(text, text)
            if text not in column.options:
                raise FormulaError(f"{text!r} is not possible here", nearest(text, column.options))
        case "dice":
            match = DICE.fullmatch(text)
            if match is None:
                raise FormulaError(f"{text!r} is not a pool of dice", f"write it as 3{column.options[0]}")
            if match[2] not in column.options:
                raise FormulaError(f"the game has no {match[2]} here", f"use {', '.join(column.options)}")
            if int(match[1] or 1) > column.most:
                raise FormulaError(f"{text} has too many dice", f"use {column.most} at most")
            return f"{match[1] or 1}{match[2]}"
        case _:
            if len(text) > column.most:
                raise FormulaError(f"the text has {len(text)} letters", f"use {column.most} at most")
            if column.type == "text" and "\n" in text:
                raise FormulaError("the text has several lines", "write it in one line")
    return text
