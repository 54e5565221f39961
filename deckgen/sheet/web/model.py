"""The data of a sheet and its characters for the page's scripts."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from deckgen.draw.raster import Raster, data_url
from deckgen.sheet.blocks.drawing import DrawingOptions, counts_down
from deckgen.sheet.blocks.tracks import CountdownOptions
from deckgen.sheet.character import MOST_ROWS, Character
from deckgen.sheet.model import Block, FieldColumn, FieldGroup, SheetSpec, join_name
from deckgen.sheet.person_rules import PersonSpec
from deckgen.web.page import phrases_in

SCRIPTS = Path(__file__).with_name("scripts")


def blocks(spec: SheetSpec) -> Iterable[Block]:
    """Return the blocks of all pages, in order, without those of cards."""
    return (block for page in spec.pages for row in page.rows for stack in row for block in stack.blocks)


def web_model(spec: SheetSpec, people: Sequence[Character]) -> dict[str, Any]:
    """Return the fields, countdowns and words of a sheet, and its characters, as JSON data."""
    words = phrases_in(SCRIPTS.glob("*.js"), spec.language)
    return {
        "game": spec.game,
        "title": spec.title,
        "decimal": spec.language.decimal,
        "mostRows": MOST_ROWS,
        "groups": [_group(group) for group in spec.groups.values()],
        "starts": starts_of(spec),
        "words": {text: phrase for text, phrase in words.items() if phrase != text},
        "person": _person(spec, spec.person) if spec.person else None,
        "given": list(_character_views(spec, people)),
    }


def _person(spec: SheetSpec, person: PersonSpec) -> dict[str, Any]:
    """Return the rules of persons as JSON data, with the columns and printed form of the cards' cells."""
    cells = {
        name: {
            "columns": {**cell.columns},
            "printed": cell.printed,
            "rowFirst": cell.pattern.find("{row}") < cell.pattern.find("{column}"),
        }
        for name, cell in spec.cells.items()
    }
    return {**asdict(person), "cells": cells}


def starts_of(spec: SheetSpec) -> dict[str, dict[str, Any]]:
    """Return countdowns by their track's field: {of: the field it starts from, run: whether it goes on below zero}."""
    starts: dict[str, dict[str, Any]] = {}
    for options in (block.options for block in blocks(spec)):
        if isinstance(options, CountdownOptions):
            starts[options.of] = {"of": options.start, "run": bool(options.run)}
        elif isinstance(options, DrawingOptions) and options.start:
            for name in options.fields.values():
                if counts_down(spec.find_field(name)[2]):
                    starts.setdefault(name, {"of": options.start, "run": True})
    return starts


_GROUP = ("name", "label", "kind", "keys", "rows", "main", "once", "known")
_COLUMN = ("name", "label", "type", "least", "most", "options", "labels", "highest", "required")


def _group(group: FieldGroup) -> dict[str, Any]:
    """Return a group and its columns as JSON data, with the default of each column."""
    columns = []
    for column in group.columns:
        default = getattr(column.default, "text", column.default)
        columns.append({**_attributes(column, _COLUMN), "default": default})
    return {**_attributes(group, _GROUP), "key": group.key or "", "columns": columns}


def _attributes(source: FieldGroup | FieldColumn, names: Sequence[str]) -> dict[str, Any]:
    """Return some attributes as JSON data."""
    values = {name: getattr(source, name) for name in names}
    return {name: [*value] if isinstance(value, tuple) else value for name, value in values.items()}


def _character_views(spec: SheetSpec, people: Sequence[Character]) -> Iterable[dict[str, Any]]:
    """Yield each character's id, hash of values, fields and marks; equal names get numbered ids."""
    stem_counts: Counter[str] = Counter()
    for person in people:
        fields, marks = typed_fields(spec, person), dict(person.marks)
        stem = slug(person.name) or "character"
        stem_counts[stem] += 1
        fingerprint = repr((sorted(fields.items()), sorted(marks.items())))
        yield {
            "id": stem if stem_counts[stem] == 1 else f"{stem}-{stem_counts[stem]}",
            "version": sha256(fingerprint.encode()).hexdigest()[:16],
            "fields": fields,
            "marks": marks,
        }


def typed_fields(spec: SheetSpec, person: Character) -> dict[str, str]:
    """Return {field: text} typed into a form, no marks or empty texts: pictures as data URLs, ``overrides.FIELD``."""
    derived = {name for name, column in spec.fields(person.rows) if column.derived}
    pictures = {name: _screen_url(picture) for name, picture in person.pictures.items()}
    written = {name: text for name, text in person.texts.items() if name not in derived} | pictures
    overrides = {join_name("overrides", name): person.texts[name] for name in derived & person.locations.keys()}
    return {name: text for name, text in {**written, **dict(sorted(overrides.items()))}.items() if text}


def _screen_url(picture: Raster) -> str:
    """Return a picture as a data URL, no larger than the screen needs."""
    longer = max(picture.width, picture.height)
    data, _ = picture.cropped(_LONGER * picture.width / longer, _LONGER * picture.height / longer)
    return data_url(min(data, picture.data, key=len))


_LONGER = 34.0
"""The longer side of a picture in mm: 400 pixels at the density of print."""


def slug(name: str) -> str:
    """Return a name as at most 40 letters a–z, digits and hyphens, for URLs and storage keys; may be empty."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-")
