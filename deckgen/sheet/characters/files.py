"""Character files that deckgen writes: YAML data, a commented starter file, and a JSON Schema.

The schema is made from the fields of a sheet, for completion and checks in editors. It checks value by value;
rules about several values are checked when a character is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from deckgen.language import Language, gettext_noop
from deckgen.sheet.character import MOST_ROWS
from deckgen.sheet.characters.character_data import field_labels
from deckgen.sheet.model import OVERRIDES, FieldColumn, FieldGroup, SheetSpec, join_name
from deckgen.sources import ExactFloat

SCHEMA_FILE = "character.schema.json"
"""Name of the schema beside a game's characters."""
_LINE = "# yaml-language-server: $schema="
"""Beginning of a YAML file's first line that names its schema."""
_EMPTY: dict[str, Any] = {"type": "null"}
_PLAIN_SCALAR = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*|[1-9][0-9]?d[1-9][0-9]*")
_WORDS = frozenset({"true", "false", "null"})


def to_yaml(data: Mapping[str, Any]) -> str:
    """Return a character's data as YAML: groups' entries a line each below their name, each entry of a list on one."""
    lines: list[str] = []
    for key, value in data.items():
        lines.append(f"{key}:" if isinstance(value, dict | list) else f"{key}: {_flow_yaml(value)}")
        if isinstance(value, dict):
            for name, inner in value.items():
                sound = _PLAIN_SCALAR.fullmatch(name.replace(".", "_"))
                lines.append(f"  {name if sound else json.dumps(name)}: {_flow_yaml(inner)}")
        elif isinstance(value, list):
            lines += [f"  - {_flow_yaml(inner)}" for inner in value]
    return "\n".join(lines) + "\n"


def _flow_yaml(value: Any) -> str:
    """Return a value as YAML on one line, texts in quotation marks where they need them."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow_yaml(inner)}" for key, inner in value.items()) + "}"
    if value is None:
        return "null"
    if isinstance(value, int | ExactFloat):
        return str(getattr(value, "text", value))
    if _PLAIN_SCALAR.fullmatch(value) and value.lower() not in _WORDS and value == value.strip():
        return str(value)
    quoted = json.dumps(value, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\ufffe\uffff]", lambda match: f"\\u{ord(match[0]):04x}", quoted)


# A file to start from: every field with what it may hold, as remarks to fill in


def starter_yaml(spec: SheetSpec) -> str:
    """Return a commented character file that can be drawn at once; its first line names the schema."""
    phrase = spec.language.phrase
    about = phrase("A character of {game}. Take the # away from a line and write your own value.", game=spec.title)
    lines = [f"{_LINE}{SCHEMA_FILE}", f"# {about}", f"game: {spec.game}"]
    for group in spec.groups.values():
        lines += _group_lines(group, spec.language)
    single = [group for group in spec.groups.values() if group.kind == "one"]
    if derived := [group.name for group in single if group.columns[0].derived]:
        lines += ["", f"# {phrase('These follow from the rest: {names}.', names=', '.join(derived))}"]
        lines += [f"# {phrase('Gear and gifts may change them:')}", "# overrides:", f"#   {derived[0]}: 10"]
    return "\n".join(lines) + "\n"


def _group_lines(group: FieldGroup, language: Language) -> list[str]:
    """Return the lines of a group in a starter file, commented out unless required; none if all of it is derived."""
    input_columns = [column for column in group.columns if not column.derived]
    if not input_columns:
        return []
    first = input_columns[0]
    if group.kind == "one":
        sign = "" if first.required else "# "
        about = _describe(first, group.label, language)
        return [f"{sign}{group.name}: {_example(first, language)}  # {about}"]
    examples = ", ".join(f"{column.name}: {_example(column, language)}" for column in input_columns)
    if group.kind == "keys":
        about = "; ".join(_describe(column, column.label if column.name else "", language) for column in input_columns)
        is_single = not first.name or (group.main and len(input_columns) == 1)
        example = _example(first, language) if is_single else f"{{{examples}}}"
        entries = [f"#   {key}: {example}" for key in group.keys]
        return ["", f"# {group.label}: {about}", f"# {group.name}:", *entries]
    lines = ["", f"# {language.phrase('{list}, a line each:', list=group.label)}"]
    lines += [f"#   {column.name}: {_describe(column, column.label, language)}" for column in input_columns]
    phrases = (gettext_noop("known"), gettext_noop("used by the sheet"))
    for names, phrase in zip((group.known, group.names), phrases, strict=True):
        if names:
            called = ", ".join(map(group.column(group.key or "").label_of, names))
            lines.append(f"#   {language.phrase(phrase)}: {called}")
    return [*lines, f"# {group.name}:", f"#   - {{{examples}}}"]


def _describe(column: FieldColumn, label: str, language: Language) -> str:
    """Return what a value may be, after its ``label`` if it is not ""."""
    phrase, most, options = language.phrase, column.most, ", ".join(column.options)
    match column.type:
        case "text":
            description = phrase("text, up to {most} letters", most=most)
        case "long":
            description = phrase("text, up to {most} letters, lines below each other after |", most=most)
        case "number":
            description = phrase("{least} to {most}", least=column.least, most=most)
            description += f" {column.unit}" if column.unit else ""
        case "track":
            description = phrase("marks, 0 to {most}", most=most)
        case "dice":
            description = phrase("1 to {most} of {dice}", most=most, dice=options)
        case "picture":
            description = phrase("a PNG or JPEG file beside this one")
        case _:
            description = phrase("one of {choices}", choices=options)
    return f"{label}: {description}" if label else description


def _example(column: FieldColumn, language: Language) -> str:
    """Return an example of a value: its default, or else one of its type."""
    if column.default not in (None, ""):
        return column.label_of(str(column.default))
    match column.type:
        case "number" | "track":
            return str(max(column.least, 0))
        case "dice":
            return f"2{column.options[min(1, len(column.options) - 1)]}"
        case "choice":
            return column.options[0]
    return language.phrase("New {what}", what=column.label) if column.required else '""'


# The JSON Schema of a game's characters


def character_schema(spec: SheetSpec) -> str:
    """Return the JSON Schema of a sheet's character files, as text."""
    properties: dict[str, Any] = {"game": {"description": "The game it is a character of.", "const": spec.game}}
    properties |= {name: rules for name, group in spec.groups.items() if (rules := _group_schema(group))}
    if overrides := _overrides_schema(spec):
        properties[OVERRIDES] = overrides
    needed = [name for name, group in spec.groups.items() if group.kind == "one" and group.columns[0].required]
    optional = [name for name in properties if name not in ("game", *needed)] if needed else []
    rules = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"a character of {spec.title}",
        "description": "Made from the game's sheet.yaml by deckgen.",
    }
    rules |= _object(properties, required=["game"], dependentRequired=dict.fromkeys(optional, needed))
    return json.dumps(rules, ensure_ascii=False, indent=1) + "\n"


def _group_schema(group: FieldGroup) -> dict[str, Any]:
    """Return the schema of a group; {} if all of it is derived."""
    input_columns = [column for column in group.columns if not column.derived]
    if not input_columns:
        return {}
    if group.kind == "one":
        return _value_schema(input_columns[0], group.label)
    entry = _value_schema(input_columns[0], "")
    if input_columns[0].name:  # values by their columns, or the main one of these alone
        columns = {column.name: _value_schema(column, column.label) for column in input_columns}
        required = [column.name for column in input_columns if column.required]
        kinds = [_object(columns, required=required), *(columns[name] for name in [group.main] if name in columns)]
        entry = {"anyOf": [*kinds, _EMPTY] if group.kind == "keys" else kinds}
    if group.kind == "rows":
        entries = {"type": "array", "maxItems": MOST_ROWS, "items": entry}
        return {"description": f"{group.label}, an entry a line.", "anyOf": [entries, _EMPTY]}
    named = {key: {**entry, "description": label} for key, label in group.keys.items()}
    return {"description": f"{group.label}.", "anyOf": [_object(named), _EMPTY]}


def _object(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the schema of a mapping with no other keys; ``more``: further rules for it."""
    return {"type": "object", "additionalProperties": False, **more, "properties": properties}


def _value_schema(column: FieldColumn, label: str) -> dict[str, Any]:
    """Return the schema of one value; null is an empty value."""
    about = ", ".join(filter(None, (label, column.tip)))
    rules: dict[str, Any] = {"description": f"{about}."} if about else {}
    match column.type:
        case "number":
            rules |= {"type": ["number", "null"], "minimum": column.least, "maximum": column.most}
        case "track":
            rules |= {"type": ["integer", "null"], "minimum": 0, "maximum": column.most}
        case "choice":
            choices = dict.fromkeys([*column.options, *map(column.label_of, column.options)])
            rules |= {"enum": [*choices, None]}
        case "dice":
            dice = "|".join(column.options)
            rules |= {"type": ["string", "null"], "pattern": f"^([1-9][0-9]?)?({dice})$"}
        case "picture":
            rules |= {"type": ["string", "null"]}
        case _:
            rules |= {"type": ["string", "number", "null"], "maxLength": column.most}
    if column.default not in (None, ""):
        rules["default"] = getattr(column.default, "text", column.default)
    return rules


def _overrides_schema(spec: SheetSpec) -> dict[str, Any]:
    """Return the schema of overrides by derived field, of lists in any row; {} without derived values."""
    value = {"type": ["string", "number"]}
    labels_by_name = field_labels(spec, {})
    single: dict[str, Any] = {}
    listed: list[str] = []
    for group in spec.groups.values():
        for column in group.columns:
            if column.derived and group.kind == "rows":
                listed.append(rf"{group.name}\.[0-9]{{2}}\.{column.name}")
            elif column.derived:
                names = [join_name(group.name, key, column.name) for key, _ in group.entries()]
                single |= {name: {"description": f"{labels_by_name[name]}.", **value} for name in names}
    if not (single or listed):
        return {}
    return {
        "description": "Values that replace computed ones.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": single,
        "patternProperties": {f"^({'|'.join(listed)})$": value} if listed else {},
    }
