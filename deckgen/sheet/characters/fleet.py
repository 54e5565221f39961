"""Fleets: many characters from one table, a row each, whose head names fields as the sheet does."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from deckgen.errors import Problem, Problems, suggest
from deckgen.records import record
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError, character
from deckgen.sheet.characters.gathered import gather, labels, number
from deckgen.sheet.characters.spreadsheets import MOST_ROWS as MOST_CHARACTERS, letters
from deckgen.sheet.characters.table_files import PeopleTable, Row, read_table
from deckgen.sheet.model import OVERRIDES, FieldGroup, SheetSpec, full

COPIES = "copies"
"""The head of a column that says how many there are of a kind."""
_GAME = "game"
_MOST_COPIES = 999
_ROW = re.compile(r"[0-9]{1,2}")
_GUESSED = 20  # unknown heads for which a known one is looked for


def read_fleet(path: Path, spec: SheetSpec) -> list[Character]:
    """The characters in a CSV file or a spreadsheet. Raises CharacterError with every problem found."""
    table = read_table(path)
    problems = Problems()
    heads = _Heads(spec).read(table, problems)
    problems.raise_as(CharacterError)
    people: list[Character] = []
    for row in table.rows:
        try:
            people += _characters(heads, row, table.path, spec)
        except CharacterError as error:
            problems.extend(error)
        if len(people) > MOST_CHARACTERS:
            what = f"there are more than {MOST_CHARACTERS} characters"
            problems.add(path, row.line, COPIES, what, "split the table into several files")
            break
    if not people and not problems:
        problems.add(path, None, "", "there is no character below the head", "write one in each row")
    problems.raise_as(CharacterError)
    return people


@record
class _Head:
    """What a column holds: the field of that full name. ``naming``: the fields that name its entry of a list, and their texts."""

    text: str
    name: str
    naming: Mapping[str, str] = field(default_factory=dict)


class _Heads:
    """Finds the fields that the heads of columns mean: full names, entries of lists by name, or printed labels."""

    def __init__(self, spec: SheetSpec) -> None:
        self._spec = spec
        self._lists = [group for group in spec.groups.values() if group.kind == "rows"]
        rows = {group.name: MOST_ROWS for group in self._lists}
        self._fields = dict(spec.fields(rows))
        self._labels = _labeled(spec, rows)
        self._main = {  # an entry alone means the column that a plain value fills
            full(group.name, key): full(group.name, key, group.main or "")
            for group in spec.groups.values()
            for key in group.keys
        }
        self._own = [name for name in (COPIES, _GAME) if name not in spec.groups]
        self._next: dict[str, int] = {}  # the row of each list that the next entry with a name gets
        self._rows: dict[tuple[str, str], str] = {}

    def read(self, table: PeopleTable, problems: Problems) -> list[_Head | None]:
        """The heads of a table's columns, None for one that is empty; adds a problem for each that is wrong."""
        heads: list[_Head | None] = []
        taken: dict[str, str] = {}
        unknown: list[tuple[str, str]] = []
        texts = [cell.strip() for cell in table.head.cells]
        names = [self._field(text) for text in texts]
        self._next = {group.name: _first_free(group, names) for group in self._lists}
        for index, text in enumerate(texts):
            place = f"column {letters(index)}"
            head = _Head(text, names[index]) if names[index] else self._named(text)
            heads.append(head)
            if not text:
                filled = (row for row in table.rows if len(row.cells) > index and row.cells[index].strip())
                if row := next(filled, None):
                    what, remedy = "the column has no head", "name its field in the first row"
                    problems.add(table.path, row.line, place, what, remedy)
                continue
            if head is None:
                unknown.append((place, text))
                continue
            if head.name in self._fields and self._fields[head.name].derived:
                what = f'"{text}" follows from other values'
                remedy = f"take the column out, or call it {full(OVERRIDES, head.name)}"
                problems.add(table.path, table.head.line, place, what, remedy)
            if (first := taken.setdefault(head.name, place)) != place:
                what = f'"{text}" is the same field as {first}'
                problems.add(table.path, table.head.line, place, what, "keep one of the two")
        self._refuse_unknown(table, unknown, problems)
        self._check_rows(table, taken, problems)
        return heads

    def _check_rows(self, table: PeopleTable, names: Collection[str], problems: Problems) -> None:
        for group in self._spec.groups.values():
            if group.kind == "one" and group.columns[0].required and group.name not in names and not problems:
                what = f'there is no column "{group.name}"'
                problems.add(table.path, table.head.line, "", what, "add it: every character must have it")
        for row in table.rows:
            if any(cell.strip() for cell in row.cells[len(table.head.cells) :]):
                what = f"the row has more cells than the {len(table.head.cells)} of the head"
                problems.add(table.path, row.line, "", what, "put texts with separators into quotation marks")

    def _refuse_unknown(
        self, table: PeopleTable, heads: Sequence[tuple[str, str]], problems: Problems
    ) -> None:
        short = {re.sub(r"\.[0-9]{2}\.", ".01.", name) for name in self._fields}
        usual = [*(name for name in self._fields if name in short), *self._own]
        for place, text in heads[:_GUESSED]:
            what = f'the sheet has no field "{text}"'
            problems.add(table.path, table.head.line, place, what, suggest(text, usual))
        if more := heads[_GUESSED:]:
            what = f"nor for {len(more)} more heads, from {more[0][0]} on"
            problems.add(table.path, table.head.line, "", what, "compare them with --new -o people.csv")

    def _field(self, text: str) -> str:
        """The full name of the field that a head means by its name or by what the sheet calls it; else nothing."""
        steps = [f"{int(step):02}" if _ROW.fullmatch(step) else step for step in text.split(".")]
        name = ".".join(steps)
        name = self._main.get(name, name)
        bare = name.removeprefix(f"{OVERRIDES}.")
        if name in self._own or (bare in self._fields and (bare == name or self._fields[bare].derived)):
            return name
        return self._labels.get(_folded(text), "")

    def _named(self, text: str) -> _Head | None:
        """``skills.Pistols`` or ``skills.Pistols.trait``: a column of the entry with that name."""
        for group in self._lists:
            if group.key and text.startswith(f"{group.name}."):
                entry = text.removeprefix(f"{group.name}.").strip()
                first, _, last = entry.rpartition(".")
                given = {column.name for column in group.columns if not column.derived}
                if first and last in given and not _ROW.fullmatch(first):
                    return self._entry_head(text, group, first.strip(), last)
                if group.main and not _ROW.fullmatch(entry.partition(".")[0]):
                    return self._entry_head(text, group, entry, group.main)
        return None

    def _entry_head(self, text: str, group: FieldGroup, entry: str, column: str) -> _Head:
        """The head of an entry by name, which gets a row; ``Shooting/Pistols`` is a name and what it is specialized in."""
        if (group.name, entry) not in self._rows:
            self._rows[group.name, entry] = f"{self._next[group.name]:02}"
            self._next[group.name] += 1
        place = full(group.name, self._rows[group.name, entry])
        first, slash, second = entry.partition("/")
        naming = {group.key: entry}
        if slash and group.special:
            naming = {group.key: first, group.special: second}
        return _Head(
            text, full(place, column), {full(place, key or ""): name.strip() for key, name in naming.items()}
        )


def _first_free(group: FieldGroup, names: Sequence[str]) -> int:
    """The first row of a list that entries with a name get, after those that heads number."""
    beginning = f"{group.name}."
    rows = (name.removeprefix(beginning).partition(".")[0] for name in names if name.startswith(beginning))
    return max((int(row) for row in rows if _ROW.fullmatch(row)), default=0) + 1


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _labeled(spec: SheetSpec, rows: Mapping[str, int]) -> dict[str, str]:
    """Names of fields by what stands beside them on the sheet, where it stands beside one alone.

    Single fields go before entries of groups, which may be called without their group too.
    """
    names: tuple[dict[str, set[str]], dict[str, set[str]]] = ({}, {})  # of entries, of single fields
    for name, label in labels(spec, rows).items():
        group = spec.groups.get(name)
        names[group is not None and group.kind == "one"].setdefault(_folded(label), set()).add(name)
    for group in spec.groups.values():
        if group.main or not group.columns[0].name:
            for key, label in group.keys.items():
                names[0].setdefault(_folded(label), set()).add(full(group.name, key, group.main or ""))
    return {label: next(iter(found)) for known in names for label, found in known.items() if len(found) == 1}


def _characters(heads: list[_Head | None], row: Row, path: Path, spec: SheetSpec) -> list[Character]:
    """The characters of a row: one, or as many as it says."""
    values: dict[str, str] = {}
    called: dict[str, str] = {}
    for head, cell in zip(heads, row.cells, strict=False):
        if head is None or not cell.strip():
            continue
        for name, text in head.naming.items():
            values.setdefault(name, text)
            called.setdefault(name, head.text)
            called.setdefault(name.rpartition(".")[0], head.text)
        values[head.name], called[head.name] = cell, head.text
    copies = 1
    if COPIES not in spec.groups and (text := values.pop(COPIES, "")):
        count = number(text, ".")
        if not isinstance(count, int) or not 1 <= count <= _MOST_COPIES:
            what = f"{text.strip()!r} is not a number of characters"
            raise CharacterError(Problem(str(path), row.line, COPIES, what, f"write 1 to {_MOST_COPIES}"))
        copies = count
    game = values.pop(_GAME, spec.game).strip() if _GAME not in spec.groups else spec.game
    people = []
    for copy in range(1, copies + 1):
        numbered = {"name": f"{values['name'].strip()} {copy}"} if copies > 1 and "name" in values else {}
        source = gather(spec, path, {**values, **numbered}, called, row=row.line)
        source.data["game"] = game
        people.append(character(source, spec))
    return people


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
                    needed = column.required and group.kind == "one"
                    example = spec.language.phrase("New {what}", what=column.label) if needed else ""
                    heads[full(group.name, key, column.name)] = example
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if spec.language.decimal == "," else ",", lineterminator="\r\n")
    writer.writerows([heads, heads.values()])
    return out.getvalue().encode("utf-8-sig")
