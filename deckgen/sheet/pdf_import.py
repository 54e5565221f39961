"""Values of a form: read back from a filled PDF, and written as a character file."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Fault
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError, character
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sources import from_bytes

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?")
_SOUND = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*|[1-9][0-9]?d[1-9][0-9]*")
_WORDS = frozenset({"true", "false", "null"})


def read_pdf(path: Path, spec: SheetSpec) -> list[str]:
    """The characters in a filled PDF, each as the YAML of a character file.

    Raises CharacterError if the file is no PDF, has no form, or none of this sheet.
    """
    fields = _fields(path)
    single = _texts(fields, "")
    numbers = sorted({name.split(".")[0] for name in fields if name.split(".")[0].isdigit()}, key=int)
    several = [_texts(fields, f"{number}.") for number in numbers]
    found = [
        texts for texts in [single, *several] if any(name.split(".")[0] in _roots(spec) for name in texts)
    ]
    if not found:
        what = "the form in this PDF is not a sheet of this game" if fields else "this PDF has no form"
        remedy = f"give one that was written by deckgen sheet {spec.game}, not flat, and saved"
        raise CharacterError(Fault(str(path), None, "", what, remedy))
    return [_character_yaml(texts, spec, path) for texts in found]


def from_text(text: str, path: Path, spec: SheetSpec) -> Character:
    """The character in YAML that is in memory; ``path`` is told in messages. Raises CharacterError."""
    return character(from_bytes(path, text.encode(), CharacterError), spec)


def _roots(spec: SheetSpec) -> set[str]:
    return {name.split(".")[0] for name in spec.groups}


def _fields(path: Path) -> dict[str, str]:
    """Every field's value as text; a ticked box is ``Yes``."""
    from pypdf import PdfReader  # noqa: PLC0415 (only this needs it)

    remedy = "give a PDF that deckgen wrote and that can be read"
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what matters is told below
    try:
        with path.open("rb") as file:
            found = PdfReader(file).get_fields() or {}
            return {
                name: text
                for name, entry in found.items()
                if "/V" in entry and (text := _text(entry["/V"])) and "/FT" in entry
            }
    except OSError as error:
        raise CharacterError(Fault(str(path), None, "", error.strerror or str(error), remedy)) from error
    except Exception as error:
        raise CharacterError(
            Fault(str(path), None, "", f"this is not a readable PDF ({error})", remedy)
        ) from error


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    text = str(value).replace("\r\n", "\n").replace("\r", "\n")
    return "" if text in ("/Off", "Off") else text


def _texts(fields: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): text for name, text in fields.items() if name.startswith(prefix)}


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
    own = {
        name: _plain(text)
        for name, text in derived.items()
        if computed.get(name, "") != text and text.strip()
    }
    if own:
        data["overrides"] = own
    return to_yaml(data)


def _group(group: FieldGroup, texts: Mapping[str, str]) -> Any:
    if group.kind == "one":
        return _value(group.columns[0], group.name, texts)
    if group.kind == "keys":
        entries = {key: value for key in group.keys if (value := _entry(group, key, texts)) is not None}
        return entries or None
    rows = [_entry(group, f"{row:02}", texts) for row in range(1, MOST_ROWS + 1)]
    return [row for row in rows if row is not None] or None


def _entry(group: FieldGroup, key: str, texts: Mapping[str, str]) -> Any:
    name = full(group.name, key)
    if not group.columns[0].name:
        return _value(group.columns[0], name, texts)
    entry = {
        column.name: value
        for column in group.columns
        if (value := _value(column, full(name, column.name), texts)) is not None
    }
    if group.main and list(entry) == [group.main] and group.kind == "keys":
        return entry[group.main]
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
    if column.type == "choice":
        return {label: option for option, label in column.labels.items()}.get(text, text)
    return _plain(text) if column.type == "number" else text


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
        if isinstance(value, dict):
            lines.append(f"{key}:")
            lines += [f"  {_key(name)}: {_flow(inner)}" for name, inner in value.items()]
        elif isinstance(value, list):
            lines.append(f"{key}:")
            lines += [f"  - {_flow(inner)}" for inner in value]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _SOUND.fullmatch(name.replace(".", "_")) else json.dumps(name)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, int | _Digits):
        return str(value)
    if _SOUND.fullmatch(value) and value.lower() not in _WORDS and value == value.strip():
        return str(value)
    return re.sub(
        r"[\x7f-\x9f\ufffe\uffff]", lambda m: f"\\u{ord(m[0]):04x}", json.dumps(value, ensure_ascii=False)
    )
