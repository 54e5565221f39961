"""Character files that deckgen writes: a commented one to start from, and one of the values of a filled PDF."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Fault, GameError, told_as
from deckgen.language import Language, gettext_noop
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError, character
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sheet.reader import load_sheet
from deckgen.sources import from_bytes

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?")
_SOUND = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*|[1-9][0-9]?d[1-9][0-9]*")
_WORDS = frozenset({"true", "false", "null"})


def read_pdf(path: Path, spec: SheetSpec) -> list[str]:
    """The characters in a filled PDF, each as the YAML of a character file.

    The sheet in the PDF may be in another language. Raises CharacterError if the file is no PDF, has no form, or
    none of this sheet.
    """
    fields, code = _fields(path)
    spec = _in_language(spec, code)
    people = {"": fields}
    for name, text in fields.items():  # those of several characters begin with a number
        number, _, rest = name.partition(".")
        if number.isdigit():
            people.setdefault(number, {})[rest] = text
    roots = {name.split(".")[0] for name in spec.groups}
    each = (people[number] for number in sorted(people, key=lambda number: int(number or 0)))
    found = [texts for texts in each if any(name.split(".")[0] in roots for name in texts)]
    if not found:
        what = "the form in this PDF is not a sheet of this game" if fields else "this PDF has no form"
        remedy = f"give one that was written by deckgen sheet {spec.game}, not flat, and saved"
        raise CharacterError(Fault(str(path), None, "", what, remedy))
    return [_character_yaml(texts, spec, path) for texts in found]


def from_text(text: str, path: Path, spec: SheetSpec) -> Character:
    """The character in YAML that is in memory; ``path`` is told in messages. Raises CharacterError."""
    return character(from_bytes(path, text.encode(), CharacterError), spec)


def _in_language(spec: SheetSpec, code: str) -> SheetSpec:
    """The sheet in the language of that code, if the game is translated to it."""
    if code == spec.language.code:
        return spec
    try:
        return load_sheet(spec.source.path.parent.parent, code)
    except GameError:
        return spec


def _fields(path: Path) -> tuple[dict[str, str], str]:
    """Every field's value as text, a ticked box being ``Yes``; and the language that the PDF says it is in."""
    from pypdf import PdfReader  # noqa: PLC0415 (only this needs it)

    remedy = "give a PDF that deckgen wrote and that can be read"
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what matters is told below
    with told_as(CharacterError, path, remedy):
        content = path.read_bytes()
    try:
        reader = PdfReader(BytesIO(content))
        found, code = reader.get_fields() or {}, str(reader.root_object.get("/Lang", ""))
        texts = {name: _text(entry["/V"]) for name, entry in found.items() if {"/V", "/FT"} <= entry.keys()}
    except Exception as error:
        what = f"this is not a readable PDF ({error})"
        raise CharacterError(Fault(str(path), None, "", what, remedy)) from error
    return {name: text for name, text in texts.items() if text}, code


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    text = str(value).replace("\r\n", "\n").replace("\r", "\n")
    return "" if text in ("/Off", "Off") else text


def _character_yaml(texts: Mapping[str, str], spec: SheetSpec, path: Path) -> str:
    data: dict[str, Any] = {"game": spec.game}
    for group in spec.groups.values():
        if (value := _group(group, texts)) is not None:
            data[group.name] = value
    names = spec.fields(dict.fromkeys(spec.groups, MOST_ROWS))
    derived = {name: texts[name] for name, column in names if column.derived and name in texts}
    try:
        computed = from_text(to_yaml(data), path, spec).texts
    except DeckgenError:  # what was typed is kept all the same; reading the file will tell
        computed = {}
    typed = {name: text for name, text in derived.items() if computed.get(name, "") != text and text.strip()}
    own = {name: _plain(text) for name, text in typed.items()}
    if own:
        data["overrides"] = own
    return to_yaml(data)


def _group(group: FieldGroup, texts: Mapping[str, str]) -> Any:
    keys = (key for key, _ in group.entries(MOST_ROWS))
    entries = {key: value for key in keys if (value := _entry(group, key, texts)) is not None}
    if group.kind == "one":
        return entries.get("")
    return (entries if group.kind == "keys" else list(entries.values())) or None


def _entry(group: FieldGroup, key: str, texts: Mapping[str, str]) -> Any:
    name = full(group.name, key)
    values = {column.name: _value(column, full(name, column.name), texts) for column in group.columns}
    entry = {column: value for column, value in values.items() if value is not None}
    if "" in values or (list(entry) == [group.main] and group.kind == "keys"):
        return next(iter(entry.values()), None)
    return entry or None


def _value(column: FieldColumn, name: str, texts: Mapping[str, str]) -> Any:
    """A field's value as data; None if it is empty or derived."""
    if column.derived:
        return None
    if column.type == "track":
        ticked = [i for i in range(1, column.most + 1) if f"{name}.{i}" in texts]
        # A track with a start of its own is written even if nothing is ticked, or it would start again.
        return (max(ticked) if column.highest else len(ticked)) if ticked else (0 if column.default else None)
    text = texts.get(name, "")
    if not text.strip():
        return None
    return _plain(text) if column.type == "number" else column.option(text)


class _Digits(str):
    """A number, as its digits."""

    __slots__ = ()


def _plain(text: str) -> str:
    """Digits where a text is a number."""
    digits = text.strip().replace("−", "-").replace(",", ".")
    return _Digits(digits) if _NUMBER.fullmatch(digits) else text


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
    if isinstance(value, int | _Digits):
        return str(value)
    if _SOUND.fullmatch(value) and value.lower() not in _WORDS and value == value.strip():
        return str(value)
    quoted = json.dumps(value, ensure_ascii=False)
    return re.sub(r"[\x7f-\x9f\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", quoted)


# A file to start from: every field with what it may hold, as remarks to fill in


def starter(spec: SheetSpec) -> str:
    """A commented character file that can be drawn at once."""
    phrase = spec.language.phrase
    about = phrase(
        "A character of {game}. Take the # away from a line and write your own value.", game=spec.title
    )
    lines = [f"# {about}", f"game: {spec.game}"]
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
