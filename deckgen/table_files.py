"""Tables from files: CSV, .xlsx and .ods. The first row that is not empty is the head."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from deckgen import spreadsheets
from deckgen.errors import DeckgenError, Problem, Problems
from deckgen.reading import TABLE, read_bytes
from deckgen.records import record
from deckgen.spreadsheets import MOST_COLUMNS, MOST_ROWS, column_letters

SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods")
"""Suffixes of table files."""
_LETTERS = 20_000  # of a cell
_LINES = 1_000_000  # of a CSV file
_MOST_REPORTED = 20  # rows whose problems are reported
_SEPARATORS = ",;\t"
_REMEDY = "name a CSV file or a spreadsheet that can be read"


@record
class TableRow:
    """The texts of a row's cells, its line in the file, and its ``number`` as programs for spreadsheets show it."""

    line: int
    cells: tuple[str, ...]
    number: int


@record
class FileTable:
    """A table: its head, and the rows below it that are not empty."""

    path: Path
    head: TableRow
    rows: tuple[TableRow, ...]


def is_table(path: Path) -> bool:
    """Return whether a file is a table, by its name."""
    return path.suffix.lower() in SUFFIXES


def read_table(path: Path, kind: type[DeckgenError], head: str) -> FileTable:
    """Return the table in a file, headed by its first filled row. Raises ``kind`` with every problem.

    ``head``: what to write into an empty table.
    """
    packed = path.suffix.lower() in (".xlsx", ".ods")
    problems, rows = Problems(), list[TableRow]()
    count, problem_rows = 0, 0
    try:
        for row in _spreadsheet(path, problems) if packed else _csv(path):
            if not any(cell.strip() for cell in row.cells):
                continue
            count += 1
            if count <= MOST_ROWS + 1 and problem_rows < _MOST_REPORTED:
                rows.append(row)
                problem_rows += _check_row(path, row, problems)
    except DeckgenError as error:
        problems.extend(error)
    problems.raise_as(kind)
    if not rows:
        problems.add(path, None, "", "the table is empty", head)
    if count - 1 > MOST_ROWS:
        message = f"there are {count - 1} rows; the most is {MOST_ROWS}"
        problems.add(path, None, "", message, "split it into several files")
    problems.raise_as(kind)
    return FileTable(path, rows[0], tuple(rows[1:]))


def _check_row(path: Path, row: TableRow, problems: Problems) -> bool:
    """Return whether a row exceeds the limits; if so, report it."""
    long = [number for number, cell in enumerate(row.cells) if len(cell) > _LETTERS]
    for number in long[:_MOST_REPORTED]:
        message = f"the cell has {len(row.cells[number])} letters"
        problems.add(path, row.line, f"column {column_letters(number)}", message, f"use {_LETTERS} at most")
    if wide := len(row.cells) > MOST_COLUMNS:
        problems.add(path, row.line, "", f"the row has more than {MOST_COLUMNS} cells", "remove columns")
    return wide or bool(long)


def _problem(path: Path, line: int | None, message: str, remedy: str) -> DeckgenError:
    return DeckgenError(Problem(str(path), line, "", message, remedy))


# CSV


def _csv(path: Path) -> Iterator[TableRow]:
    """Yield the rows of a CSV file, without blank lines; guess its separator. Raises DeckgenError."""
    text = _decoded(path, read_bytes(path, DeckgenError, TABLE, _REMEDY))
    head = text.lstrip("\r\n").partition("\n")[0]
    bare = re.sub(r'"[^"]*"', "", head)
    separator = max(_SEPARATORS, key=bare.count)
    csv.field_size_limit(TABLE.bytes)  # longer cells are reported above
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = number = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            message = "the row is not CSV: a quotation mark is not closed, or not doubled"
            raise _problem(path, line, message, 'write "" for a quotation mark inside a quoted text') from error
        if cells is None:
            return
        if cells:
            yield TableRow(line, tuple(cells), number)
        line, number = reader.line_num + 1, number + 1
        if line > _LINES:
            raise _problem(path, line, f"the file has more than {_LINES} lines", "remove empty lines")


def _decoded(path: Path, content: bytes) -> str:
    """Return the text of a CSV file. Raises DeckgenError if it is not UTF-8 text."""
    remedy = "save it as CSV with the encoding UTF-8"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _problem(path, None, "this is text in UTF-16", remedy)
    if content.startswith(b"PK\x03\x04"):
        raise _problem(path, None, "this is a spreadsheet, not CSV", "rename it to .xlsx or .ods")
    if b"\0" in content:
        raise _problem(path, None, "this is not a text file", remedy)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _problem(path, line, "this is not text in UTF-8", remedy) from error


# Spreadsheets


def _spreadsheet(path: Path, problems: Problems) -> Iterator[TableRow]:
    """Yield the rows of the first sheet; report cells that cannot be read. Raises DeckgenError."""
    rows, cell_problems = spreadsheets.read_cells(path)
    for line, column_label, message, remedy in cell_problems:
        problems.add(path, line, column_label, message, remedy)
    for number, texts in enumerate(rows, 1):
        yield TableRow(number, tuple(texts), number)
