"""Tables from files: CSV as spreadsheet programs write it, .xlsx and .ods. The first row that is not empty is the head."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from xml.parsers import expat

from deckgen.errors import Fault, Faults, told_as
from deckgen.sheet.character import CharacterError

SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods")
"""What names of such files end with."""
MOST_ROWS = 10_000
"""The rows of a table."""
_COLUMNS = 1_000
_LETTERS = 20_000  # of a cell
_BYTES = 50_000_000
_UNPACKED = 300_000_000  # bytes of a spreadsheet, which is packed
_SEPARATORS = ",;\t"


@dataclass(frozen=True)
class Row:
    """The texts of a row's cells, and its line in the file."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class PeopleTable:
    """A table: its head, and the rows below it that are not empty."""

    path: Path
    head: Row
    rows: tuple[Row, ...]


def is_table(path: Path) -> bool:
    """Whether a file is a table, by its name."""
    return path.suffix.lower() in SUFFIXES


def read_table(path: Path) -> PeopleTable:
    """Read a table. Raises CharacterError with every fault found: what cannot be read, or is more than a table may hold."""
    with (
        told_as(CharacterError, path, "name a CSV file or a spreadsheet that can be read"),
        path.open("rb") as file,
    ):
        content = file.read(_BYTES + 1)
    if len(content) > _BYTES:
        raise _fault(
            path, None, f"the file has more than {_BYTES // 10**6} MB", "split it into several files"
        )
    faults = Faults()
    packed = path.suffix.lower() in (".xlsx", ".ods")
    every = _spreadsheet(path, content, faults) if packed else _csv(path, content)
    rows = [row for row in every if any(cell.strip() for cell in row.cells)]
    faults.raise_as(CharacterError)
    if not rows:
        raise _fault(
            path,
            None,
            "the table is empty",
            "write names of fields in its first row; see --new -o people.csv",
        )
    if len(rows) - 1 > MOST_ROWS:
        what = f"there are {len(rows) - 1} rows, and {MOST_ROWS} are the most"
        raise _fault(path, None, what, "split it into several files")
    for row in rows:
        if len(row.cells) > _COLUMNS:
            faults.add(path, row.line, "", f"the row has more than {_COLUMNS} cells", "take columns out")
        for number, cell in enumerate(row.cells):
            if len(cell) > _LETTERS:
                what = f"the cell has {len(cell)} letters"
                faults.add(path, row.line, f"column {letters(number)}", what, f"use {_LETTERS} at most")
    faults.raise_as(CharacterError)
    return PeopleTable(path, rows[0], tuple(rows[1:]))


def letters(column: int) -> str:
    """What spreadsheets call a column, counted from 0: A, B ... Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _fault(path: Path, line: int | None, what: str, remedy: str) -> CharacterError:
    return CharacterError(Fault(str(path), line, "", what, remedy))


# CSV


def _csv(path: Path, content: bytes) -> Iterator[Row]:
    text = _decoded(path, content)
    head = text.lstrip("\r\n").partition("\n")[0]
    bare = re.sub(r'"[^"]*"', "", head)
    separator = max(_SEPARATORS, key=bare.count)
    csv.field_size_limit(_BYTES)  # longer cells are told better above
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            what = "the row is not CSV: a quotation mark stands alone, or has no other"
            raise _fault(path, line, what, 'write "" for one within a text in quotation marks') from error
        if cells is None:
            return
        yield Row(line, tuple(cells))
        line = reader.line_num + 1


def _decoded(path: Path, content: bytes) -> str:
    """The text of a CSV file. Raises CharacterError for what is no text in UTF-8."""
    remedy = "save it as CSV with the encoding UTF-8"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _fault(path, None, "this is text in UTF-16", remedy)
    if content.startswith(b"PK\x03\x04"):
        raise _fault(path, None, "this is a spreadsheet, not CSV", "let its name end with .xlsx or .ods")
    if b"\0" in content:
        raise _fault(path, None, "this is not a text file", remedy)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _fault(path, line, "this is not text in UTF-8", remedy) from error


# Spreadsheets


def _spreadsheet(path: Path, content: bytes, faults: Faults) -> Iterator[Row]:
    """The rows of the first sheet; adds faults for cells whose value cannot be known."""
    from python_calamine import CalamineError, load_workbook  # noqa: PLC0415 (only spreadsheets need it)

    remedy = "save it anew as .xlsx or .ods, or as CSV"
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise _fault(
            path, None, "this spreadsheet is encrypted, or of an old kind", f"{remedy}, without a password"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > _UNPACKED:
                what = f"it unpacks to more than {_UNPACKED // 10**6} MB"
                raise _fault(path, None, what, "split it into several files")
            for cell in _unread(parts):
                what, how = cell
                faults.add(path, None, "", what, how)
        rows = (
            load_workbook(io.BytesIO(content))
            .get_sheet_by_index(0)
            .to_python(skip_empty_area=False, nrows=MOST_ROWS + 100)
        )
    except (
        CalamineError,
        zipfile.BadZipFile,
        KeyError,
        IndexError,
        OSError,
        expat.ExpatError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        raise _fault(path, None, "this is not a spreadsheet that can be read", remedy) from error
    for number, cells in enumerate(rows, 1):
        yield Row(number, tuple(_cells(path, number, cells, faults)))


def _cells(path: Path, line: int, cells: Sequence[Any], faults: Faults) -> Iterator[str]:
    for number, cell in enumerate(cells):
        if isinstance(cell, datetime | date | time | timedelta):
            place = f"column {letters(number)}"
            what = f"the cell holds a date or a time: {cell}"
            faults.add(path, line, place, what, "format the column as text, and write it again")
        if isinstance(cell, float) and cell.is_integer():
            yield str(int(cell))
        else:
            yield str(cell)


_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_ERROR = re.compile(r"#[A-Z0-9/]+[!?]?|Err:[0-9]+")


def _unread(parts: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """What the reader leaves empty in silence: cells with errors, and formulas that nobody has computed yet."""
    if "content.xml" in parts.namelist():
        yield from _Unread().of(parts.read("content.xml"))
        return
    book, links = parts.read("xl/workbook.xml").decode(), parts.read("xl/_rels/workbook.xml.rels").decode()
    first = re.search(r"<(?:\w+:)?sheet\b[^>]*?\br:id=\"([^\"]+)\"", book)
    for link in re.findall(r"<Relationship\b[^>]*>", links):
        if first and f'Id="{first[1]}"' in link:
            target = re.search(r'Target="/?(?:xl/)?([^"]+)"', link)
            if target:
                yield from _Unread().of(parts.read(f"xl/{target[1]}"))


class _Unread:
    """Finds such cells in the XML of a sheet. Nothing is expanded: spreadsheets declare no entities."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []
        self._cell: dict[str, str] | None = None
        self._tables = 0
        self._formula = self._value = self._shown = False
        self._text = ""
        parser = self._parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.EntityDeclHandler = self._refuse

    def of(self, content: bytes) -> list[tuple[str, str]]:
        """What is wrong with the first sheet, and the remedies. Raises ExpatError."""
        self._parser.Parse(content, True)
        return self._found

    def _refuse(self, *_: object) -> None:
        raise expat.ExpatError("an entity")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        self._tables += tag == "table" and f"{space} " == _TABLE
        if tag in ("c", "table-cell") and self._tables <= 1:
            self._cell, self._text = attributes, ""
            self._formula = f"{_TABLE}formula" in attributes
            self._value = f"{_OFFICE}value-type" in attributes
        self._formula |= tag == "f"
        self._shown = tag in ("v", "t", "p")

    def _data(self, text: str) -> None:
        if self._cell is not None and self._shown:
            self._text += text

    def _end(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        if tag not in ("c", "table-cell") or self._cell is None:
            return
        place = f"the cell {self._cell['r']}" if "r" in self._cell else "a cell"
        shown = self._text.strip()
        if self._cell.get("t") == "e" or (self._formula and _ERROR.fullmatch(shown)):
            self._found.append(
                (f"{place} shows an error: {shown}", "correct its formula, or write the value")
            )
        elif self._formula and not (self._value or shown):
            what = f"{place} has a formula without a result"
            self._found.append((what, "open it in a spreadsheet program and save it there"))
        self._cell = None
