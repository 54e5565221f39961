"""Many characters from one table, a row each; its head names fields as the sheet does."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from deckgen.errors import Problem, Problems, suggest
from deckgen.language import set_quotes
from deckgen.records import record
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError, build_character
from deckgen.sheet.characters.character_data import build_data, field_labels, parse_number
from deckgen.sheet.model import OVERRIDES, FieldGroup, SheetSpec, join_name
from deckgen.spreadsheets import MOST_ROWS as MOST_CHARACTERS, column_letters
from deckgen.table_files import FileTable, TableRow, read_table

COPIES = "copies"
"""The head of a column with the number of copies of a character."""
_GAME = "game"
_MOST_COPIES = 999
_ROW = re.compile(r"[0-9]{1,2}")
_GUESSED = 20  # unknown heads for which a known one is looked for


def read_character_table(path: Path, spec: SheetSpec) -> list[Character]:
    """Return the characters, with copies, in a CSV file or a spreadsheet. Raises CharacterError with every problem."""
    table = read_table(path, CharacterError, "write names of fields in its first row; see --new -o people.csv")
    problems = Problems()
    heads = _Heads(spec).read(table, problems)
    problems.raise_as(CharacterError)
    people: list[Character] = []
    for row in table.rows:
        try:
            people += _build_characters(heads, row, table.path, spec)
        except CharacterError as error:
            problems.extend(error)
        if len(people) > MOST_CHARACTERS:
            message = f"there are more than {MOST_CHARACTERS} characters"
            problems.add(path, row.line, COPIES, message, "split the table into several files")
            break
    if not people and not problems:
        problems.add(path, None, "", "there is no character below the head", "write one in each row")
    problems.raise_as(CharacterError)
    return people


@record
class _Head:
    """The full name of a column's field. ``naming``: texts by field, of the fields that name its entry of a list."""

    text: str
    name: str
    naming: Mapping[str, str] = field(default_factory=dict)


class _Heads:
    """Finds the fields that columns' heads mean: full names, entries of lists by name, or printed labels."""

    def __init__(self, spec: SheetSpec) -> None:
        self._spec = spec
        self._lists = [group for group in spec.groups.values() if group.kind == "rows"]
        rows = {group.name: MOST_ROWS for group in self._lists}
        self._fields = dict(spec.fields(rows))
        self._labels = _unique_labels(spec, rows)
        self._main = {  # an entry alone means the column that a plain value fills
            join_name(group.name, key): join_name(group.name, key, group.main or "")
            for group in spec.groups.values()
            for key in group.keys
        }
        self._special_heads = [name for name in (COPIES, _GAME) if name not in spec.groups]
        self._next: dict[str, int] = {}  # the row of each list that the next entry with a name gets
        self._rows: dict[tuple[str, str], str] = {}

    def read(self, table: FileTable, problems: Problems) -> list[_Head | None]:
        """Return the heads of a table's columns, None for empty and unknown ones; report wrong ones."""
        heads: list[_Head | None] = []
        first_column_by_field: dict[str, str] = {}
        unknown: list[tuple[str, str]] = []
        texts = [cell.strip() for cell in table.head.cells]
        names = [self._find_field(text) for text in texts]
        self._next = {group.name: _first_free(group, names) for group in self._lists}
        for index, text in enumerate(texts):
            column_label = f"column {column_letters(index)}"
            head = _Head(text, names[index]) if names[index] else self._find_entry(text)
            heads.append(head)
            if not text:
                filled = (row for row in table.rows if len(row.cells) > index and row.cells[index].strip())
                if row := next(filled, None):
                    message, remedy = "the column has no head", "name its field in the first row"
                    problems.add(table.path, row.line, column_label, message, remedy)
                continue
            if head is None:
                unknown.append((column_label, text))
                continue
            if head.name in self._fields and self._fields[head.name].derived:
                message = f'"{text}" is computed from other values'
                remedy = f"remove the column, or call it {join_name(OVERRIDES, head.name)}"
                problems.add(table.path, table.head.line, column_label, message, remedy)
            if (first := first_column_by_field.setdefault(head.name, column_label)) != column_label:
                message = f'"{text}" is the same field as {first}'
                problems.add(table.path, table.head.line, column_label, message, "keep one of the two")
        self._refuse_unknown(table, unknown, problems)
        self._check_rows(table, first_column_by_field, problems)
        return heads

    def _check_rows(self, table: FileTable, names: Collection[str], problems: Problems) -> None:
        """Report a required field not in ``names``, if nothing else is wrong, and rows with more cells than the head."""
        for group in self._spec.groups.values():
            if group.kind == "one" and group.columns[0].required and group.name not in names and not problems:
                message = f'there is no column "{group.name}"'
                problems.add(table.path, table.head.line, "", message, "add it: every character must have it")
        for row in table.rows:
            if any(cell.strip() for cell in row.cells[len(table.head.cells) :]):
                message = f"the row has more cells than the {len(table.head.cells)} of the head"
                problems.add(table.path, row.line, "", message, "put texts with separators into quotation marks")

    def _refuse_unknown(self, table: FileTable, heads: Sequence[tuple[str, str]], problems: Problems) -> None:
        """Report unknown heads, (column's label, text): 20 one by one, then how many more."""
        short = {re.sub(r"\.[0-9]{2}\.", ".01.", name) for name in self._fields}
        usual = [*(name for name in self._fields if name in short), *self._special_heads]
        for column_label, text in heads[:_GUESSED]:
            message = f'the sheet has no field "{text}"'
            problems.add(table.path, table.head.line, column_label, message, suggest(text, usual))
        if omitted := heads[_GUESSED:]:
            message = f"there are {len(omitted)} more unknown heads, from {omitted[0][0]} on"
            problems.add(table.path, table.head.line, "", message, "compare them with --new -o people.csv")

    def _find_field(self, text: str) -> str:
        """Return a field's full name by its name or label; "copies" and "game" as they are; "" if unknown."""
        steps = [f"{int(step):02}" if _ROW.fullmatch(step) else step for step in text.split(".")]
        name = ".".join(steps)
        name = self._main.get(name, name)
        bare = name.removeprefix(f"{OVERRIDES}.")
        if name in self._special_heads or (bare in self._fields and (bare == name or self._fields[bare].derived)):
            return name
        return self._labels.get(_folded(text), "")

    def _find_entry(self, text: str) -> _Head | None:
        """Return the head of ``skills.Pistols`` or ``skills.Pistols.trait``: a named entry's column; else None."""
        for group in self._lists:
            if group.key and text.startswith(f"{group.name}."):
                entry = text.removeprefix(f"{group.name}.").strip()
                first, _, last = entry.rpartition(".")
                input_columns = {column.name for column in group.columns if not column.derived}
                if first and last in input_columns and not _ROW.fullmatch(first):
                    return self._entry_head(text, group, first.strip(), last)
                if group.main and not _ROW.fullmatch(entry.partition(".")[0]):
                    return self._entry_head(text, group, entry, group.main)
        return None

    def _entry_head(self, text: str, group: FieldGroup, entry: str, column: str) -> _Head:
        """Return the head of a column of ``entry``, which gets the next free row: its name, or ``KEY/SPECIAL``."""
        if (group.name, entry) not in self._rows:
            self._rows[group.name, entry] = f"{self._next[group.name]:02}"
            self._next[group.name] += 1
        row_name = join_name(group.name, self._rows[group.name, entry])
        first, slash, second = entry.partition("/")
        naming = {group.key: entry}
        if slash and group.special:
            naming = {group.key: first, group.special: second}
        return _Head(
            text,
            join_name(row_name, column),
            {join_name(row_name, key or ""): name.strip() for key, name in naming.items()},
        )


def _first_free(group: FieldGroup, names: Sequence[str]) -> int:
    """Return the number of a list's first row for named entries, after the rows that ``names`` have by number."""
    beginning = f"{group.name}."
    rows = (name.removeprefix(beginning).partition(".")[0] for name in names if name.startswith(beginning))
    return max((int(row) for row in rows if _ROW.fullmatch(row)), default=0) + 1


def _folded(text: str) -> str:
    """Return a label as it is compared: small letters, typographic quotes, single spaces."""
    return " ".join(set_quotes(text.casefold()).split())


def _unique_labels(spec: SheetSpec, rows: Mapping[str, int]) -> dict[str, str]:
    """Return {folded label: full name} of labels that are unique; single fields win; entries also without group."""
    names: tuple[dict[str, set[str]], dict[str, set[str]]] = ({}, {})  # of entries, of single fields
    for name, label in field_labels(spec, rows).items():
        group = spec.groups.get(name)
        names[group is not None and group.kind == "one"].setdefault(_folded(label), set()).add(name)
    for group in spec.groups.values():
        if group.main or not group.columns[0].name:
            for key, label in group.keys.items():
                names[0].setdefault(_folded(label), set()).add(join_name(group.name, key, group.main or ""))
    return {
        label: next(iter(field_names))
        for names_by_label in names
        for label, field_names in names_by_label.items()
        if len(field_names) == 1
    }


def _build_characters(heads: list[_Head | None], row: TableRow, path: Path, spec: SheetSpec) -> list[Character]:
    """Return a row's characters: one, or as many as its ``copies``, their names numbered. Raises CharacterError."""
    values: dict[str, str] = {}
    heads_by_field: dict[str, str] = {}
    for head, cell in zip(heads, row.cells, strict=False):
        if head is None or not cell.strip():
            continue
        for name, text in head.naming.items():
            values.setdefault(name, text)
            heads_by_field.setdefault(name, head.text)
            heads_by_field.setdefault(name.rpartition(".")[0], head.text)
        values[head.name], heads_by_field[head.name] = cell, head.text
    copies = 1
    if COPIES not in spec.groups and (text := values.pop(COPIES, "")):
        count = parse_number(text, ".")
        if not isinstance(count, int) or not 1 <= count <= _MOST_COPIES:
            message = f"{text.strip()!r} is not a number of characters"
            raise CharacterError(Problem(str(path), row.line, COPIES, message, f"write 1 to {_MOST_COPIES}"))
        copies = count
    game = values.pop(_GAME, spec.game).strip() if _GAME not in spec.groups else spec.game
    people = []
    for copy in range(1, copies + 1):
        numbered = {"name": f"{values['name'].strip()} {copy}"} if copies > 1 and "name" in values else {}
        source = build_data(spec, path, {**values, **numbered}, heads_by_field, row=row.line)
        source.data["game"] = game
        people.append(build_character(source, spec))
    return people


# A table to start from


def starter_csv(spec: SheetSpec) -> bytes:
    """Return a CSV file (UTF-8, BOM) with all heads and one character; lists have one row and names in formulas."""
    heads: dict[str, str] = {COPIES: ""} if COPIES not in spec.groups else {}
    for group in spec.groups.values():
        for name in dict.fromkeys(group.names + group.known) if group.key and group.main else ():
            heads[join_name(group.name, group.column(group.key or "").label_of(name))] = ""
        for key, _ in group.entries(1):
            for column in group.columns:
                if not column.derived:
                    needed = column.required and group.kind == "one"
                    example = spec.language.phrase("New {what}", what=column.label) if needed else ""
                    heads[join_name(group.name, key, column.name)] = example
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if spec.language.decimal == "," else ",", lineterminator="\r\n")
    writer.writerows([heads, heads.values()])
    return out.getvalue().encode("utf-8-sig")
