"""The cells of spreadsheets, .xlsx and .ods: what is read of a file that nobody can vouch for, in a process of its own.

``cells`` gives plain data and imports little, so that it can run there.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from xml.parsers import expat

from deckgen.errors import DeckgenError
from deckgen.numbers import whole
from deckgen.reading import TABLE, content_of

MOST_ROWS = 10_000
"""The rows of a table, besides its head."""
MOST_COLUMNS = 1_000
"""The cells of a row."""
_UNPACKED = 64_000_000  # bytes of a spreadsheet, which is packed
_CELLS = 2_000_000  # of a table, those that are empty, too: the library makes them all
_SPARE = 100  # rows that are read beyond the most, to tell how many there are
_SHOWN = 20  # faults of cells that are told

Wrong = tuple[int | None, str, str, str]
"""What is wrong: the row, the column as it is told, what, and the remedy."""


def letters(column: int) -> str:
    """What spreadsheets call a column, counted from 0: A, B ... Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def cells(file: str) -> dict[str, Any]:
    """``rows``, the texts of the first sheet's cells from its first row on, and what is ``wrong`` with the file.

    Raises DeckgenError if it cannot be read.
    """
    content, wrong = content_of(Path(file), DeckgenError, TABLE), list[Wrong]()
    remedy = "save it anew as .xlsx or .ods, or as CSV"
    rows: list[list[str]] = []
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        what = "this spreadsheet is encrypted, or of an old kind"
        return {"rows": rows, "wrong": [(None, "", what, f"{remedy}, without a password")]}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            wrong += [(None, "", *told) for told in islice(_unread(parts), _SHOWN)]
        rows = list(_rows(content, wrong))
    except _TooMuchError as error:
        wrong.append((None, "", str(error), "split it into several files, or take out what is no table"))
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        wrong.append((None, "", "this is not a spreadsheet that can be read", remedy))
    return {"rows": rows, "wrong": wrong}


def _rows(content: bytes, wrong: list[Wrong]) -> Iterator[list[str]]:
    from python_calamine import load_workbook  # noqa: PLC0415 (only spreadsheets need it)

    sheet = load_workbook(io.BytesIO(content)).get_sheet_by_index(0)
    for line, row in enumerate(sheet.to_python(skip_empty_area=False, nrows=MOST_ROWS + _SPARE), 1):
        for number, cell in enumerate(row):
            if isinstance(cell, datetime | date | time | timedelta) and len(wrong) < _SHOWN:
                what = f"the cell holds a date or a time: {cell}"
                remedy = "format the column as text, and write it again"
                wrong.append((line, f"column {letters(number)}", what, remedy))
        yield [str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell) for cell in row]


class _TooMuchError(ValueError):
    """There is more in the file than a table may hold."""


# What the library leaves empty in silence, and what it takes without bounds

_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships "
_ERROR = re.compile(r"#[A-Z0-9/]+[!?]?|Err:[0-9]+")
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_LONGEST = 100  # letters of a cell that are looked at


def _unread(parts: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Cells with errors, and formulas that nobody has computed yet, with remedies. Raises _TooMuchError."""
    if sum(part.file_size for part in parts.infolist()) > _UNPACKED:
        raise _TooMuchError(f"it unpacks to more than {_UNPACKED // 10**6} MB")
    if "content.xml" in parts.namelist():
        return iter(_Scan().of(parts.read("content.xml")))
    first = next((own for tag, own in _elements(parts.read("xl/workbook.xml")) if tag == "sheet"), {})
    for tag, link in _elements(parts.read("xl/_rels/workbook.xml.rels")):
        if tag == "Relationship" and link.get("Id") == first.get(f"{_LINKS}id"):
            target = link.get("Target", "").removeprefix("/").removeprefix("xl/")
            return iter(_Scan().of(parts.read(f"xl/{target}")))
    return iter(())


def _elements(content: bytes) -> list[tuple[str, Mapping[str, str]]]:
    """All elements of a small XML file: tags without namespaces, and attributes. Raises ExpatError."""
    found: list[tuple[str, Mapping[str, str]]] = []
    parser = _parser()
    parser.StartElementHandler = lambda name, own: found.append((name.rpartition(" ")[2], own))
    parser.Parse(content, True)
    return found


def _parser() -> expat.XMLParserType:
    """A parser that expands nothing: spreadsheets declare no entities."""

    def refuse(*_: object) -> None:
        raise expat.ExpatError("an entity")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.EntityDeclHandler = refuse
    return parser


class _Scan:
    """Looks at the cells in the XML of a sheet, of OpenDocument at those of the first one."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []
        self._cell: dict[str, str] | None = None
        self._tables = self._row = self._column = self._down = self._across = 0
        self._formula = self._value = self._shown = False
        self._text: list[str] = []
        parser = self._parser = _parser()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data

    def of(self, content: bytes) -> list[tuple[str, str]]:
        """What is wrong with cells, and the remedies. Raises ExpatError, ValueError."""
        self._parser.Parse(content, True)
        return self._found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        self._tables += tag == "table" and f"{space} " == _TABLE
        if tag in ("row", "table-row"):
            self._row += whole(attributes.get(f"{_TABLE}number-rows-repeated", "1"))
            self._column = 0
        if tag in ("c", "table-cell", "covered-table-cell"):
            self._place(attributes)
            self._cell, self._text = attributes, []
            self._formula = f"{_TABLE}formula" in attributes
            self._value = f"{_OFFICE}value-type" in attributes
        self._formula |= tag == "f"
        self._shown = tag in ("v", "t", "p")

    def _place(self, attributes: dict[str, str]) -> None:
        """Note where a cell stands, the last one if it is repeated."""
        self._column += whole(attributes.get(f"{_TABLE}number-columns-repeated", "1"))
        if "r" in attributes:
            place = _PLACE.fullmatch(attributes["r"])
            if place is None:
                raise ValueError(attributes["r"])
            self._column, self._row = 0, int(place[2])
            for letter in place[1]:
                self._column = self._column * 26 + ord(letter) - ord("A") + 1

    def _data(self, text: str) -> None:
        if self._cell is not None and self._shown and len(self._text) < _LONGEST:
            self._text.append(text[:_LONGEST])

    def _end(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        if tag not in ("c", "table-cell", "covered-table-cell") or self._cell is None:
            return
        place = f"the cell {self._cell['r']}" if "r" in self._cell else "a cell"
        shown = "".join(self._text).strip()
        if shown or self._value:
            self._refuse_far()
        if self._tables <= 1:
            self._check(place, shown)
        self._cell = None

    def _refuse_far(self) -> None:
        if self._row > MOST_ROWS + _SPARE:
            raise _TooMuchError(f"something stands in row {self._row}, and {MOST_ROWS} rows are the most")
        if self._column > MOST_COLUMNS:
            where, most = letters(self._column - 1), letters(MOST_COLUMNS - 1)
            raise _TooMuchError(f"something stands in column {where}, and {most} is the last that is read")
        self._down, self._across = max(self._down, self._row), max(self._across, self._column)
        if self._down * self._across > _CELLS:
            raise _TooMuchError(f"it has {self._across} columns and {self._down} rows or more")

    def _check(self, place: str, shown: str) -> None:
        if self._cell and (self._cell.get("t") == "e" or (self._formula and _ERROR.fullmatch(shown))):
            self._found.append(
                (f"{place} shows an error: {shown}", "correct its formula, or write the value")
            )
        elif self._formula and not (self._value or shown):
            what = f"{place} has a formula without a result"
            self._found.append((what, "open it in a spreadsheet program and save it there"))
