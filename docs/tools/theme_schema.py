"""The options of widgets and backs in the schema of themes, made from the dataclasses that hold them.

``make docs`` writes it anew; a test holds that file against what is made here.
They are for editors and for docs/format.md and refuse nothing: an option is judged where a theme is resolved.
"""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from typing import Any

from deckgen.card.code import CodeOptions
from deckgen.card.layout import BackOptions
from deckgen.card.patterns import KINDS, options_of
from deckgen.card.rules.panels import PanelsOptions
from deckgen.card.widgets import WIDGETS
from deckgen.card.widgets.base import MarkStyle
from deckgen.draw.theme import SCHEMA
from deckgen.sheet.paper.theme import SheetStyle

_TAKEN = {
    "Color": "a color of the palette, or none",
    "FontFace": "a face of the fonts",
    "Icon": "the id of a symbol, or nothing",
    "Points": "a size in points",
    "Length": "a length in mm",
    "float": "a number",
    "int": "a whole number",
    "Counts": "a range of counts",
    "bool": "true or false",
    "str": "a text",
}
_SCALAR = ["string", "number", "boolean"]


def schema() -> str:
    """The schema of themes with the options as they are now; the rest of the file stays as it is."""
    text = SCHEMA.read_text(encoding="utf-8")
    rules = [json.dumps(_rule(name, widget.options)) for name, widget in WIDGETS.items()]
    found = [(r'"allOf": \[', rules)]
    for key, kind in (
        ("sheet", SheetStyle),
        ("back", BackOptions),
        ("panels", PanelsOptions),
        ("code", CodeOptions),
    ):
        options = _options(kind, type=_SCALAR).items()
        lines = [f'"{name}": {json.dumps(option)}' for name, option in options]
        if key == "back":
            lines.append(f'"pattern": {_pattern()}')
        found.append((rf'"{key}": {{.*?"properties": {{', lines))
    for begin, lines in found:
        made = ",".join(f"\n        {line}" for line in lines)
        text = re.sub(rf"(?s)({begin}).*?(\n +[\]}}],?\n)", lambda found: found[1] + made + found[2], text)  # noqa: B023 (called at once)
    return text


def _rule(name: str, options: type[Any]) -> dict[str, Any]:
    """What a slot takes that has the widget of that name."""
    about = " ".join((options.__doc__ or "").replace("``", "`").split())
    asked = {"required": ["widget"], "properties": {"widget": {"const": name}}}
    return {"if": asked, "then": {"description": about, "properties": _options(options)}}


def _pattern() -> str:
    """What the pattern of a back takes, by its kind, a line each."""
    kinds = []
    for name, kind in ((name, options_of(name)) for name in KINDS):
        about = " ".join((kind.__doc__ or "").replace("``", "`").split())
        asked = {"required": ["kind"], "properties": {"kind": {"const": name}}}
        kinds.append(json.dumps({"if": asked, "then": {"description": about, "properties": _options(kind)}}))
    pattern = {
        "type": "object",
        "required": ["kind"],
        "description": "The pattern of the back, which follows from the deck's seed and name.",
        "properties": {"kind": {"enum": list(KINDS), "description": "What is drawn."}},
        "allOf": [],
    }
    lines = ",".join(f"\n          {kind}" for kind in kinds)
    return json.dumps(pattern).replace("[]}", f"[{lines}]}}")


def _options(options: type[Any], **rules: Any) -> dict[str, dict[str, Any]]:
    """The fields of a dataclass as properties of a JSON Schema."""
    found: dict[str, dict[str, Any]] = {}
    for field in dataclasses.fields(options):
        if "fixed" in field.metadata:  # no theme can set it
            continue
        if isinstance(field.default, MarkStyle):
            usual = dataclasses.asdict(field.default)
            shown = ", ".join(f"{part}: {value}" for part, value in usual.items())
            found[field.name] = {
                "$ref": "#/$defs/mark",
                "default": usual,
                "description": f"{{{shown}}} if left out",
            }
            continue
        taken = _taken(str(field.type))
        if bounds := field.metadata.get("bounds"):
            taken += f" from {bounds[0]} to {bounds[1]}"
        about = f"{taken}; {json.dumps(field.default)} if left out".capitalize()
        found[field.name] = {**(rules or {"title": taken}), "default": field.default, "description": about}
    return found


def _taken(kind: str) -> str:
    """What an option of that type takes, in words."""
    if not kind.startswith("Literal"):
        return _TAKEN[kind]
    *others, last = ast.literal_eval(kind.removeprefix("Literal"))
    return f"{', '.join(others)} or {last}"


if __name__ == "__main__":
    SCHEMA.write_text(schema(), encoding="utf-8")
