"""The part of sheet.schema.json that says what blocks take, from the options of all kinds of blocks.

``make docs`` writes it anew after a change; a test holds the file against what is made here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from deckgen.sheet.blocks import KINDS
from deckgen.sheet.options import described
from deckgen.sheet.reader import SCHEMA

_BEGIN, _END = '      "properties": {\n        "block":', "\n      }\n    }\n  }\n}\n"


def block_properties() -> dict[str, Any]:
    """The JSON Schema of each key of a block. Raises ValueError if two kinds mean different things by one."""
    found: dict[str, Any] = {"block": {"description": "What is drawn: its kind.", "enum": list(KINDS)}}
    for kind in KINDS.values():
        for name, (_, option) in described(kind.options).items():
            schema = {"description": option.description, **option.schema}
            if found.setdefault(name, schema) != schema:
                raise ValueError(f'"{name}" of a block "{kind.name}" means something else than elsewhere')
    return found


def renewed(text: str) -> str:
    """The text of the schema with what blocks take today, a key a line; names keep their order, new ones are last."""
    made = block_properties()
    known = json.loads(text)["$defs"]["block"]["properties"]
    made["block"]["enum"] = _in_order(made["block"]["enum"], known["block"]["enum"])
    lines = [
        f'        "{name}": {json.dumps(made[name], ensure_ascii=False)}' for name in _in_order(made, known)
    ]
    begin = text.index(_BEGIN)
    return text[:begin] + '      "properties": {\n' + ",\n".join(lines) + _END


def _in_order(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """The names, those that are known in their order before all others."""
    order = list(known)
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


if __name__ == "__main__":
    known = SCHEMA.read_text(encoding="utf-8")
    if json.dumps(json.loads(renewed(known))) != json.dumps(
        json.loads(known)
    ):  # else its lines stay as they are
        SCHEMA.write_text(renewed(known), encoding="utf-8")
