"""The Master's roster of a game: ``sheet/roster.yaml`` says what its columns show of each character."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from deckgen.errors import Faults, GameError
from deckgen.sheet.blocks.base import name_known
from deckgen.sheet.model import FieldGroup, Roster, RosterColumn, SheetSpec
from deckgen.sheet.words import SheetWords
from deckgen.sources import Spot, check, read_yaml

SCHEMA = Path(__file__).with_name("roster.schema.json")
FILE = "roster.yaml"
HOLE = re.compile(r"\{([^{}]*)\}")
LABEL = "label"
"""What parts call the label of a group's entry."""
VALUE = "value"
"""What parts call the value of an entry that has only one."""


def read_roster(spec: SheetSpec, words: SheetWords, faults: Faults) -> Roster | None:
    """The roster beside a sheet, None if there is none; adds what is wrong with it. Raises GameError if it is not YAML."""
    path = spec.source.path.with_name(FILE)
    if not path.is_file():
        return None
    source = read_yaml(path, GameError, path.parent.parent)
    if check(source, SCHEMA, faults):
        return None
    top = source.spot("roster")
    columns = tuple(_column(each, spec, words, faults) for each in top.at("columns").items())
    return Roster(
        tuple(column for column in columns if column is not None),
        words.given(top, "title"),
        top.get("landscape", True),
    )


def _column(spot: Spot, spec: SheetSpec, words: SheetWords, faults: Faults) -> RosterColumn | None:
    if not name_known(spot.at("of"), spot.value["of"], spec.groups, "field", faults):
        return None
    group = spec.groups[spot.value["of"]]
    given: dict[str, Any] = {key: spot.value[key] for key in ("most", "across", "start") if key in spot.value}
    if "short" in spot.value:
        given["short"] = words.of(spot.at("short"))
    if "show" in spot.value:  # what has values alone is no word
        parts = spot.at("show").items()
        given["show"] = tuple(
            words.of(part) if HOLE.sub("", part.value).strip() else part.value for part in parts
        )
    column = RosterColumn(
        group.name, float(spot.value["width"]), words.given(spot, LABEL, group.label), **given
    )
    _check_column(spot, column, group, spec, faults)
    return column


def _check_column(
    spot: Spot, column: RosterColumn, group: FieldGroup, spec: SheetSpec, faults: Faults
) -> None:
    track = group.columns[0].type == "track"
    fitting = {
        "most": group.kind == "rows",
        "short": group.kind == "keys",
        "across": group.kind == "keys" and track,
        "start": group.kind == "one" and track,
        "show": group.kind != "one" and not track,
    }
    for key, fits in fitting.items():
        if key in spot.value and not fits:
            spot.at(key).blame(faults, f'a column of "{group.name}" takes no {key}', "take it out")
    usual = group.kind == "keys" and (group.main or not group.columns[0].name)
    if fitting["show"] and not (column.show or usual):
        example = "{label} {COLUMN}" if group.kind == "keys" else "{COLUMN}"
        spot.blame(faults, "it does not say what it shows of an entry", f'add show: ["{example}"]')
    parts = spot.at("show").items() if column.show else []
    known = [each.name or VALUE for each in group.columns] + ([LABEL] if group.kind == "keys" else [])
    for part in parts:
        for name in HOLE.findall(str(part.value)):
            name_known(part, name, known, "column", faults)
    for key in column.short:
        name_known(spot.at("short", key), key, group.keys, "entry", faults)
    if column.start:
        numbers = [name for name, each in spec.groups.items() if each.kind == "one"]
        name_known(spot.at("start"), column.start, numbers, "field", faults)
