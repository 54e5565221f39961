"""Character files that deckgen writes: the YAML of a character's data, and a commented one to start from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from deckgen.language import Language, gettext_noop
from deckgen.sheet.characters.schema import FILE, LINE
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec
from deckgen.sources import Real

_SOUND = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*|[1-9][0-9]?d[1-9][0-9]*")
_WORDS = frozenset({"true", "false", "null"})


def to_yaml(data: Mapping[str, Any]) -> str:
    """A character's data as YAML: groups on lines of their own, entries of lists on one line each."""
    lines: list[str] = []
    for key, value in data.items():
        lines.append(f"{key}:" if isinstance(value, dict | list) else f"{key}: {_flow(value)}")
        if isinstance(value, dict):
            for name, inner in value.items():
                sound = _SOUND.fullmatch(name.replace(".", "_"))
                lines.append(f"  {name if sound else json.dumps(name)}: {_flow(inner)}")
        elif isinstance(value, list):
            lines += [f"  - {_flow(inner)}" for inner in value]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if value is None:
        return "null"
    if isinstance(value, int | Real):
        return str(getattr(value, "text", value))
    if _SOUND.fullmatch(value) and value.lower() not in _WORDS and value == value.strip():
        return str(value)
    quoted = json.dumps(value, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", quoted)


# A file to start from: every field with what it may hold, as remarks to fill in


def starter(spec: SheetSpec) -> str:
    """A commented character file that can be drawn at once; its first line names the schema beside it."""
    phrase = spec.language.phrase
    about = phrase(
        "A character of {game}. Take the # away from a line and write your own value.", game=spec.title
    )
    lines = [f"{LINE}{FILE}", f"# {about}", f"game: {spec.game}"]
    for group in spec.groups.values():
        lines += _group_lines(group, spec.language)
    single = [group for group in spec.groups.values() if group.kind == "one"]
    if derived := [group.name for group in single if group.columns[0].derived]:
        lines += ["", f"# {phrase('These follow from the rest: {names}.', names=', '.join(derived))}"]
        lines += [f"# {phrase('Gear and gifts may change them:')}", "# overrides:", f"#   {derived[0]}: 10"]
    return "\n".join(lines) + "\n"


def _group_lines(group: FieldGroup, language: Language) -> list[str]:
    given = [column for column in group.columns if not column.derived]
    if not given:
        return []
    first = given[0]
    if group.kind == "one":
        sign = "" if first.required else "# "
        about = _about(first, group.label, language)
        return [f"{sign}{group.name}: {_example(first, language)}  # {about}"]
    examples = ", ".join(f"{column.name}: {_example(column, language)}" for column in given)
    if group.kind == "keys":
        about = "; ".join(_about(column, column.label if column.name else "", language) for column in given)
        one = not first.name or (group.main and len(given) == 1)
        example = _example(first, language) if one else f"{{{examples}}}"
        entries = [f"#   {key}: {example}" for key in group.keys]
        return ["", f"# {group.label}: {about}", f"# {group.name}:", *entries]
    lines = ["", f"# {language.phrase('{list}, a line each:', list=group.label)}"]
    lines += [f"#   {column.name}: {_about(column, column.label, language)}" for column in given]
    for names, what in (
        (group.known, gettext_noop("known")),
        (group.names, gettext_noop("used by the sheet")),
    ):
        if names:
            called = ", ".join(map(group.column(group.key or "").called, names))
            lines.append(f"#   {language.phrase(what)}: {called}")
    return [*lines, f"# {group.name}:", f"#   - {{{examples}}}"]


def _about(column: FieldColumn, label: str, language: Language) -> str:
    phrase, most, options = language.phrase, column.most, ", ".join(column.options)
    match column.type:
        case "text":
            what = phrase("text, up to {most} letters", most=most)
        case "long":
            what = phrase("text, up to {most} letters, lines below each other after |", most=most)
        case "number":
            what = phrase("{least} to {most}", least=column.least, most=most)
            what += f" {column.unit}" if column.unit else ""
        case "track":
            what = phrase("marks, 0 to {most}", most=most)
        case "dice":
            what = phrase("1 to {most} of {dice}", most=most, dice=options)
        case "picture":
            what = phrase("a PNG or JPEG file beside this one")
        case _:
            what = phrase("one of {choices}", choices=options)
    return f"{label}: {what}" if label else what


def _example(column: FieldColumn, language: Language) -> str:
    if column.default not in (None, ""):
        return column.called(str(column.default))
    match column.type:
        case "number" | "track":
            return str(max(column.least, 0))
        case "dice":
            return f"2{column.options[min(1, len(column.options) - 1)]}"
        case "choice":
            return column.options[0]
    return language.phrase("New {what}", what=column.label) if column.required else '""'
