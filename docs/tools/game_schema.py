"""The JSON Schema of a game's files: the keys that Python declares are written into it, all others by hand.

Dice mechanics declare the keys of rolls, and records that ``decode`` fills theirs: in the type, the default, the metadata and the
docstring of each field. ``make docs`` writes ``game.schema.json`` again; a test compares that file with the result.
"""

from __future__ import annotations

import ast
import inspect
import json
from dataclasses import MISSING, Field, fields
from typing import Any

from deckgen.game.entries import SCHEMA
from deckgen.game.examples import Ask, NextRoll, SituationResult, SituationStep, TrackNote
from deckgen.game.hero import HeroLine
from deckgen.game.mat import MatPart
from deckgen.game.model import KINDS, Token
from deckgen.game.rulings import Ruling
from deckgen.odds import NOTATION, roll_schemas

DECLARED = {
    "ask": Ask,
    "next_roll": NextRoll,
    "track_note": TrackNote,
    "step": SituationStep,
    "example_result": SituationResult,
    "ruling": Ruling,
    "token": Token,
    "hero_line": HeroLine,
    "mat_part": MatPart,
}
"""By the name of a definition: the record that has its keys."""

_TYPES: dict[str, dict[str, Any]] = {
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "Sum": {"$ref": "#/$defs/sum"},
    "str": {"type": "string", "minLength": 1},
    "Printed": {"type": "string", "minLength": 1},
    "Attribute": {"type": "string", "minLength": 1},
}
_WIDTH = 132


def renewed(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with the keys that Python declares as they are now."""
    new: dict[str, Any] = json.loads(json.dumps(schema))
    definitions = new["$defs"]
    definitions.update(roll_schemas())
    dice = {**NOTATION, "description": "The dice that are rolled, such as 3d6."}
    of_rolls = {key: {"$ref": f"#/$defs/{key}"} for key in roll_schemas()}
    text = {"$ref": "#/$defs/expression", "description": "All that is rolled, in place of dice and rules."}
    definitions["roll"]["anyOf"][1]["properties"] = {"dice": dice, "roll": text, **of_rolls}
    definitions["section"]["allOf"] = [
        {
            "if": {"required": ["kind"], "properties": {"kind": {"const": name}}},
            "then": {"$ref": f"#/$defs/{name}"},
        }
        for name in KINDS
    ]
    for name, record in DECLARED.items():
        properties, docstrings = definitions[name]["properties"], _docstrings(record)
        for field in fields(record):
            if field.name in docstrings:
                key = field.metadata.get("key", field.name)
                properties[key] = {**properties.get(key, {}), **_declared(field, docstrings[field.name])}
    return new


def _docstrings(record: type) -> dict[str, str]:
    """Return the docstrings of a record's fields by their names."""
    (body,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(body, ast.ClassDef)
    return {
        before.target.id: ast.literal_eval(after.value)
        for before, after in zip(body.body, body.body[1:], strict=False)
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    }


def _declared(field: Field[Any], docstring: str) -> dict[str, Any]:
    """Return the JSON Schema of a field; what its type does not say is written in the file by hand."""
    kind = str(field.type).removesuffix(" | None")
    keywords = {key: value for key, value in field.metadata.items() if key != "key"}
    if kind.startswith("Literal"):
        keywords["enum"] = list(ast.literal_eval(kind.removeprefix("Literal")))
    elif not {"$ref", "anyOf"} & keywords.keys():
        keywords = {**_TYPES.get(kind, {}), **keywords}
    if isinstance(field.default, bool) or field.default not in (MISSING, None, "", 0, ()):
        keywords["default"] = field.default
    return {"description": docstring, **keywords}


def written(value: Any, indent: str = "", before: int = 0) -> str:
    """JSON in lines of a readable length: what fits on one stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or before + len(line) <= _WIDTH:
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        named = [(f"{inner}{json.dumps(key)}: ", each) for key, each in value.items()]
    else:
        named = [(inner, each) for each in value]
    lines = ",\n".join(start + written(each, inner, len(start)) for start, each in named)
    return f"{'{['[isinstance(value, list)]}\n{lines}\n{indent}{'}]'[isinstance(value, list)]}"


if __name__ == "__main__":
    known = json.loads(SCHEMA.read_bytes())
    if json.dumps(renewed(known)) != json.dumps(known):  # else its lines stay as they are
        SCHEMA.write_text(written(renewed(known)) + "\n", encoding="utf-8")
