"""The part of sheet.schema.json that says what blocks take, from the options of all kinds of blocks.

``make docs`` writes it anew after a change; a test holds the file against what is made here.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any

from deckgen.sheet.blocks import KINDS
from deckgen.sheet.blocks.base import BlockKind
from deckgen.sheet.options import list_options, required_options
from deckgen.sheet.reader import SCHEMA

_BEGIN, _END = '    "block": {', "    }\n  }\n}\n"
_KEY = "block"


def block_schema(known: Iterable[str] = ()) -> dict[str, Any]:
    """The JSON Schema of a block: its kind, and the options of each kind, in the order of the ``known`` kinds."""
    kinds = _in_order(KINDS, known)
    kind = {"description": "What is drawn: its kind.", "enum": kinds}
    return {
        "title": "a block",
        "type": "object",
        "required": [_KEY],
        "properties": {_KEY: kind},
        "allOf": [_rule(KINDS[name]) for name in kinds],
    }


def _rule(kind: BlockKind) -> dict[str, Any]:
    """What a block of that kind takes."""
    about = " ".join((kind.options.__doc__ or "").replace("``", "`").split())
    options = {
        name: {"description": option.description, **option.schema, **_usual(kind, name)}
        for name, (_, option) in list_options(kind.options).items()
    }
    return {
        "if": {"required": [_KEY], "properties": {_KEY: {"const": kind.name}}},
        "then": {
            "description": about,
            "required": [_KEY, *required_options(kind.options)],
            "additionalProperties": False,
            "properties": {_KEY: True, **options},
        },
    }


def _usual(kind: BlockKind, name: str) -> dict[str, Any]:
    """The value of an option that is left out, if it is a number or a text."""
    (default,) = (each.default for each in dataclasses.fields(kind.options) if each.name == name)
    return {"default": default} if isinstance(default, int | float | str) and default not in ("", 0) else {}


def renewed(text: str) -> str:
    """The text of the schema with what blocks take today, a kind a line; kinds keep their order, new ones are last."""
    known = json.loads(text)["$defs"][_KEY]["properties"][_KEY]["enum"]
    made = block_schema(known)
    rules = ",\n".join(f"        {_line(rule)}" for rule in made.pop("allOf"))
    keys = [f'      "{key}": {_line(value)}' for key, value in made.items()]
    begin = text.index(_BEGIN)
    body = ",\n".join([*keys, f'      "allOf": [\n{rules}\n      ]'])
    return f"{text[:begin]}{_BEGIN}\n{body}\n{_END}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _in_order(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """The names, those that are known in their order before all others."""
    order = list(known)
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


if __name__ == "__main__":
    SCHEMA.write_text(renewed(SCHEMA.read_text(encoding="utf-8")), encoding="utf-8")
