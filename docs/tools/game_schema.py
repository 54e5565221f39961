"""The JSON Schema of a game's files, put together: what sections and dice mechanics say of their own keys.

``make docs`` writes ``game.schema.json`` anew; a test holds that file against what is made
here. All other keys are written in the file itself.
"""

from __future__ import annotations

import json
from typing import Any

from deckgen.game.model import KINDS
from deckgen.game.parts import SCHEMA
from deckgen.game.sections.base import ref
from deckgen.odds import NOTATION, schemas

_WIDTH = 132


def renewed(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with the definitions of all kinds of sections and of the keys of rolls as they are now."""
    made: dict[str, Any] = json.loads(json.dumps(schema))
    known = made["$defs"]
    known.update(schemas())
    known["roll"]["anyOf"][0] = dict(NOTATION)
    dice = {**NOTATION, "description": "The dice that are rolled, such as 3d6."}
    known["roll"]["anyOf"][1]["properties"] = {"dice": dice, **{key: ref(key) for key in schemas()}}
    known.update({name: kind.schema for name, kind in KINDS.items()})
    about = ". ".join(f"{name}: {kind.about}" for name, kind in KINDS.items())
    section = known["section"]
    section["properties"]["kind"] = {
        "description": f"What the section holds. {about}.",
        "enum": list(KINDS),
    }
    section["allOf"] = [
        {"if": {"required": ["kind"], "properties": {"kind": {"const": name}}}, "then": ref(name)}
        for name in KINDS
    ]
    return made


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
