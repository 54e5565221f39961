"""Fleets: many characters from one table, a row each, whose head names fields as the sheet does."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from deckgen.errors import Fault, Faults, nearest
from deckgen.records import record
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError, character
from deckgen.sheet.characters.gathered import gather, labels, number
from deckgen.sheet.characters.spreadsheets import MOST_ROWS as MOST_CHARACTERS, letters
from deckgen.sheet.characters.table_files import PeopleTable, Row, read_table
from deckgen.sheet.model import OVERRIDES, FieldColumn, FieldGroup, SheetSpec, full

COPIES = "copies"
"""The head of a column that says how many there are of a kind."""
_GAME = "game"
_MOST_COPIES = 999
_ROW = re.compile(r"[0-9]{1,2}")
_GUESSED = 20  # unknown heads for which a known one is looked for


def read_fleet(path: Path, spec: SheetSpec) -> list[Character]:
    """The characters in a CSV file or a spreadsheet. Raises CharacterError with every fault found."""
    table = read_table(path)
    faults = Faults()
    heads = _Heads(spec).read(table, faults)
    faults.raise_as(CharacterError)
    found: list[Character] = []
    for row in table.rows:
        try:
            found += _characters(heads, row, table.path, spec)
        except CharacterError as error:
            faults.take(error)
        if len(found) > MOST_CHARACTERS:
            what = f"there are more than {MOST_CHARACTERS} characters"
            faults.add(path, row.line, COPIES, what, "split the table into several files")
            break
    if not found and not faults:
        faults.add(path, None, "", "there is no character below the head", "write one in each row")
    faults.raise_as(CharacterError)
    return found


@record
class _Head:
    """What a column holds: the field of that full name; or of the ``entry`` of a list that has a name, its column."""

    text: str
    name: str
    group: FieldGroup | None = None
    entry: str = ""
    column: str = ""


class _Heads:
    """Finds the fields that the heads of columns mean: full names, entries of lists by name, or printed labels."""

    def __init__(self, spec: SheetSpec) -> None:
        self._spec = spec
        self._lists = {group.name: group for group in spec.groups.values() if group.kind == "rows"}
        rows = dict.fromkeys(self._lists, MOST_ROWS)
        self._fields = dict(spec.fields(rows))
        self._labels = _labelled(spec, rows)
        self._main = {  # an entry alone means the column that a plain value fills
            full(group.name, key): full(group.name, key, group.main or "")
            for group in spec.groups.values()
            for key in group.keys
        }
        self._own = [name for name in (COPIES, _GAME) if name not in spec.groups]

    def read(self, table: PeopleTable, faults: Faults) -> list[_Head | None]:
        """The heads of a table's columns, None for one that is empty; adds a fault for each that is wrong."""
        found: list[_Head | None] = []
        taken: dict[tuple[str, str, str], str] = {}
        unknown: list[tuple[str, str]] = []
        for index, text in enumerate(cell.strip() for cell in table.head.cells):
            place = f"column {letters(index)}"
            if not text:
                filled = (row for row in table.rows if len(row.cells) > index and row.cells[index].strip())
                if row := next(filled, None):
                    what, remedy = "the column has no head", "name its field in the first row"
                    faults.add(table.path, row.line, place, what, remedy)
                found.append(None)
                continue
            head = self._find(text)
            found.append(head)
            if head is None:
                unknown.append((place, text))
                continue
            column = self._fields.get(head.name)
            if column is not None and column.derived:
                what = f'"{text}" follows from other values'
                remedy = f"take the column out, or call it {full(OVERRIDES, head.name)}"
                faults.add(table.path, table.head.line, place, what, remedy)
            first = taken.setdefault((head.name, head.entry, head.column), place)
            if first != place:
                what = f'"{text}" is the same field as {first}'
                faults.add(table.path, table.head.line, place, what, "keep one of the two")
        self._refuse_unknown(table, unknown, faults)
        self._check_required(table, found, faults)
        for row in table.rows:
            if any(cell.strip() for cell in row.cells[len(found) :]):
                what = f"the row has more cells than the {len(found)} of the head"
                faults.add(table.path, row.line, "", what, "put texts with separators into quotation marks")
        return found

    def _refuse_unknown(self, table: PeopleTable, heads: Sequence[tuple[str, str]], faults: Faults) -> None:
        for place, text in heads[:_GUESSED]:
            faults.add(table.path, table.head.line, place, *self._unknown(text))
        if more := heads[_GUESSED:]:
            what = f"nor for {len(more)} more heads, from {more[0][0]} on"
            faults.add(table.path, table.head.line, "", what, "compare them with --new -o people.csv")

    def _check_required(self, table: PeopleTable, heads: list[_Head | None], faults: Faults) -> None:
        there = {head.name for head in heads if head}
        for group in self._spec.groups.values():
            if group.kind == "one" and group.columns[0].required and group.name not in there and not faults:
                what = f'there is no column "{group.name}"'
                faults.add(table.path, table.head.line, "", what, "add it: every character must have it")

    def _find(self, text: str) -> _Head | None:
        steps = [f"{int(step):02}" if _ROW.fullmatch(step) else step for step in text.split(".")]
        name = ".".join(steps)
        name = self._main.get(name, name)
        bare = name.removeprefix(f"{OVERRIDES}.")
        if name in self._own or (name in self._fields and self._fields[name].type != "derived"):
            return _Head(text, name)
        if bare in self._fields and (bare == name or self._fields[bare].derived):
            return _Head(text, name)
        if entry := self._named(text):
            return entry
        return _Head(text, label) if (label := self._labels.get(_folded(text))) else None

    def _named(self, text: str) -> _Head | None:
        """``skills.Pistols`` or ``skills.Pistols.trait``: a column of the entry with that name."""
        for group in self._lists.values():
            if group.key and text.startswith(f"{group.name}."):
                entry = text.removeprefix(f"{group.name}.").strip()
                first, _, last = entry.rpartition(".")
                given = {column.name for column in group.columns if not column.derived}
                if first and last in given and not _ROW.fullmatch(first):
                    return _Head(text, "", group, first.strip(), last)
                if group.main and not _ROW.fullmatch(entry.partition(".")[0]):
                    return _Head(text, "", group, entry, group.main)
        return None

    def _unknown(self, text: str) -> tuple[str, str]:
        short = {re.sub(r"\.[0-9]{2}\.", ".01.", name) for name in self._fields}
        usual = (name for name in self._fields if name in short)
        return f'the sheet has no field "{text}"', nearest(text, [*usual, *self._own])


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _labelled(spec: SheetSpec, rows: Mapping[str, int]) -> dict[str, str]:
    """Names of fields by what stands beside them on the sheet, where it stands beside one alone.

    Single fields go before entries of groups, which may be called without their group too.
    """
    single: list[tuple[str, str]] = []
    entries: list[tuple[str, str]] = []
    for name, label in labels(spec, rows).items():
        group = spec.groups.get(name)
        (single if group and group.kind == "one" else entries).append((label, name))
    for group in spec.groups.values():
        if group.main or not group.columns[0].name:
            entries += [(label, full(group.name, key, group.main or "")) for key, label in group.keys.items()]
    return _unique(entries) | _unique(single)


def _unique(known: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for label, name in known:
        found.setdefault(_folded(label), set()).add(name)
    return {label: next(iter(names)) for label, names in found.items() if len(names) == 1}


def _characters(heads: list[_Head | None], row: Row, path: Path, spec: SheetSpec) -> list[Character]:
    """The characters of a row: one, or as many as it says."""
    values: dict[str, str] = {}
    called: dict[str, str] = {}
    entries: dict[tuple[str, str], str] = {}
    following = _first_free(heads)
    for head, cell in zip(heads, row.cells, strict=False):
        if head is None or not cell.strip():
            continue
        name = head.name
        if head.group:
            place = entries.get((head.group.name, head.entry), "")
            if not place:
                place = entries[head.group.name, head.entry] = f"{following[head.group.name]:02}"
                following[head.group.name] += 1
            name = full(head.group.name, place, head.column)
            _name_entry(head.group, full(head.group.name, place), head, values, called)
        values[name], called[name] = cell, head.text
    copies = _copies(values.pop(COPIES, "1") if COPIES not in spec.groups else "1", row, path)
    game = values.pop(_GAME, spec.game).strip() if _GAME not in spec.groups else spec.game
    found = []
    for copy in range(1, copies + 1):
        own = (
            {**values, "name": f"{values['name'].strip()} {copy}"}
            if copies > 1 and "name" in values
            else values
        )
        source = gather(spec, path, own, called, row=row.line)
        source.data["game"] = game
        found.append(character(source, spec))
    return found


def _first_free(heads: Sequence[_Head | None]) -> dict[str, int]:
    """The first row of each list that has entries by name, after those that heads number."""
    named = {head.group.name: 1 for head in heads if head and head.group}
    for head in filter(None, heads):
        for group in named if not head.group else ():
            row = head.name.removeprefix(f"{group}.").partition(".")[0]
            if head.name.startswith(f"{group}.") and _ROW.fullmatch(row):
                named[group] = max(named[group], int(row) + 1)
    return named


def _name_entry(
    group: FieldGroup, name: str, head: _Head, values: dict[str, str], called: dict[str, str]
) -> None:
    """Give an entry the name that its head has: ``Shooting/Pistols`` is a name and what it is specialised in."""
    first, slash, second = head.entry.partition("/")
    own = {group.key: first if slash and group.special else head.entry}
    if slash and group.special:
        own[group.special] = second
    for column, text in own.items():
        values.setdefault(full(name, column or ""), text.strip())
        called.setdefault(full(name, column or ""), head.text)
    called.setdefault(name, head.text)


def _copies(text: str, row: Row, path: Path) -> int:
    count = number(text, ".")
    if not isinstance(count, int) or not 1 <= count <= _MOST_COPIES:
        what = f"{text.strip()!r} is not a number of characters"
        raise CharacterError(Fault(str(path), row.line, COPIES, what, f"write 1 to {_MOST_COPIES}"))
    return count


# A table to start from


def starter(spec: SheetSpec) -> bytes:
    """A CSV file with the heads of all columns and one character: UTF-8, as spreadsheet programs know it.

    Lists have the names that formulas ask for, and one row.
    """
    heads: dict[str, str] = {COPIES: ""} if COPIES not in spec.groups else {}
    for group in spec.groups.values():
        for name in dict.fromkeys(group.names + group.known) if group.key and group.main else ():
            heads[full(group.name, group.column(group.key or "").called(name))] = ""
        for key, _ in group.entries(1):
            for column in group.columns:
                if not column.derived:
                    heads[full(group.name, key, column.name)] = _example(group, column, spec)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if spec.language.decimal == "," else ",", lineterminator="\r\n")
    writer.writerows([heads, heads.values()])
    return out.getvalue().encode("utf-8-sig")


def _example(group: FieldGroup, column: FieldColumn, spec: SheetSpec) -> str:
    needed = column.required and group.kind == "one"
    return spec.language.phrase("New {what}", what=column.label) if needed else ""
