"""The JSON Schema of the characters of a game, made from the fields of its sheet: editors complete and check with it.

It says what a character may hold, value by value; what follows from several values is told when it is read.
"""

from __future__ import annotations

import json
from typing import Any

from deckgen.sheet.character import MOST_ROWS
from deckgen.sheet.characters.gathered import labels
from deckgen.sheet.model import OVERRIDES, FieldColumn, FieldGroup, SheetSpec, full

FILE = "character.schema.json"
"""What the file is called beside a game's characters."""
LINE = "# yaml-language-server: $schema="
"""What the first line of a YAML file begins with that names its schema."""
_EMPTY: dict[str, Any] = {"type": "null"}


def schema(spec: SheetSpec) -> str:
    """The schema, as the text of its file."""
    properties: dict[str, Any] = {
        "game": {"description": "The game it is a character of.", "const": spec.game}
    }
    properties |= {group.name: made for group in spec.groups.values() if (made := _group(group))}
    if derived := _overrides(spec):
        properties[OVERRIDES] = derived
    needed = [
        group.name for group in spec.groups.values() if group.kind == "one" and group.columns[0].required
    ]
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"a character of {spec.title}",
        "description": "Made from the game's sheet.yaml by deckgen.",
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "dependentRequired": {name: needed for name in properties if name not in ("game", *needed)}
        if needed
        else {},
        "properties": properties,
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _group(group: FieldGroup) -> dict[str, Any]:
    """What stands under a group's name; nothing if all of it is derived."""
    given = [column for column in group.columns if not column.derived]
    if not given:
        return {}
    if group.kind == "one":
        return _value(given[0], group.label)
    entry = _entry(group, given)
    if group.kind == "rows":
        entries = {"type": "array", "maxItems": MOST_ROWS, "items": entry}
        return {"description": f"{group.label}, an entry a line.", "anyOf": [entries, _EMPTY]}
    named = {key: {**entry, "description": label} for key, label in group.keys.items()}
    whole = {"type": "object", "additionalProperties": False, "properties": named}
    return {"description": f"{group.label}.", "anyOf": [whole, _EMPTY]}


def _entry(group: FieldGroup, given: list[FieldColumn]) -> dict[str, Any]:
    """An entry: its only value, or values by their columns, or the main one of these alone."""
    if not given[0].name:
        return _value(given[0], "")
    columns = {column.name: _value(column, column.label) for column in given}
    whole = {
        "type": "object",
        "additionalProperties": False,
        "required": [column.name for column in given if column.required],
        "properties": columns,
    }
    main = [columns[group.main]] if group.main in columns else []
    return {"anyOf": [whole, *main, _EMPTY] if group.kind == "keys" else [whole, *main]}


def _value(column: FieldColumn, label: str) -> dict[str, Any]:
    """One value; a key without one is empty."""
    about = ", ".join(filter(None, (label, column.tip)))
    described = {"description": f"{about}."} if about else {}
    match column.type:
        case "number":
            kind: dict[str, Any] = {
                "type": ["number", "null"],
                "minimum": column.least,
                "maximum": column.most,
            }
        case "track":
            kind = {"type": ["integer", "null"], "minimum": 0, "maximum": column.most}
        case "choice":
            labels = [column.called(option) for option in column.options]
            kind = {"enum": [*dict.fromkeys([*column.options, *labels]), None]}
        case "dice":
            dice = "|".join(column.options)
            kind = {"type": ["string", "null"], "pattern": f"^([1-9][0-9]?)?({dice})$"}
        case "picture":
            kind = {"type": ["string", "null"]}
        case _:
            kind = {"type": ["string", "number", "null"], "maxLength": column.most}
    usual = (
        {} if column.default in (None, "") else {"default": getattr(column.default, "text", column.default)}
    )
    return {**described, **kind, **usual}


def _overrides(spec: SheetSpec) -> dict[str, Any]:
    """What may be written instead of derived values; of lists in any row."""
    value = {"type": ["string", "number"]}
    said = labels(spec, {})
    single: dict[str, Any] = {}
    listed: list[str] = []
    for group in spec.groups.values():
        for column in group.columns:
            if column.derived and group.kind == "rows":
                listed.append(rf"{group.name}\.[0-9]{{2}}\.{column.name}")
            elif column.derived:
                names = [full(group.name, key, column.name) for key, _ in group.entries()]
                single |= {name: {"description": f"{said[name]}.", **value} for name in names}
    if not (single or listed):
        return {}
    patterns = {f"^({'|'.join(listed)})$": value} if listed else {}
    return {
        "description": "What stands instead of computed values.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": single,
        "patternProperties": patterns,
    }
