"""The cells of spreadsheets, .xlsx and .ods."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

from deckgen.errors import DeckgenError
from deckgen.numbers import parse_int
from deckgen.reading import TABLE, read_bytes

MOST_ROWS = 10_000
"""The most rows of a table, besides its head."""
MOST_COLUMNS = 1_000
"""The most cells of a row."""
_UNPACKED = 64_000_000  # bytes of a spreadsheet, which is packed
_CELLS = 2_000_000  # of a table, those that are empty, too: the library makes them all
_SPARE = 100  # rows that are read beyond the most, to count them
_MOST_REPORTED = 20  # problems of cells that are reported

CellProblem = tuple[int | None, str, str, str]
"""An error: the row, the column as printed, the message, and the remedy."""


def column_letters(column: int) -> str:
    """Return the letters of a column, counted from 0: A, B ... Z, AA."""
    name = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def read_cells(file: Path) -> tuple[list[list[str]], list[CellProblem]]:
    """Return the first sheet's texts from its first row on, and errors. Only an unreadable file raises DeckgenError."""
    content, problems = read_bytes(file, DeckgenError, TABLE), list[CellProblem]()
    remedy = "save it again as .xlsx or .ods, or as CSV"
    rows: list[list[str]] = []
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        message = "this spreadsheet is encrypted, or of an old kind"
        return rows, [(None, "", message, f"{remedy}, without a password")]
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            problems += [(None, "", *problem) for problem in islice(_unreadable_cells(parts), _MOST_REPORTED)]
        with _silent_stderr():
            rows = list(_rows(content, problems))
    except _TooMuchError as error:
        problems.append((None, "", str(error), "split it into several files, or remove everything outside the table"))
    except MemoryError:
        raise
    except ImportError:  # its reader is compiled, and not for browsers
        problems.append((None, "", "spreadsheets cannot be read here", "save it as CSV"))
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        problems.append((None, "", "this is not a spreadsheet that can be read", remedy))
    return rows, problems


def _rows(content: bytes, problems: list[CellProblem]) -> Iterator[list[str]]:
    """Yield the texts of each row, whole numbers without decimals; add cells with dates or times to ``problems``."""
    from python_calamine import load_workbook  # noqa: PLC0415 (only spreadsheets need it)

    sheet = load_workbook(io.BytesIO(content)).get_sheet_by_index(0)
    for line, row in enumerate(sheet.to_python(skip_empty_area=False, nrows=MOST_ROWS + _SPARE), 1):
        for number, cell in enumerate(row):
            if isinstance(cell, datetime | date | time | timedelta) and len(problems) < _MOST_REPORTED:
                message = f"the cell holds a date or a time: {cell}"
                remedy = "format the column as text, and write it again"
                problems.append((line, f"column {column_letters(number)}", message, remedy))
        yield [str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell) for cell in row]


@contextmanager
def _silent_stderr() -> Iterator[None]:
    """Hide what the library prints on failure; the user gets our message instead."""
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


class _TooMuchError(ValueError):
    """The file holds more than a table may."""


# What the library leaves empty in silence, and cells so far out that it fills the memory with empty ones

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_LINKS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_ERROR = re.compile(r"#[A-Z0-9/]+[!?]?|Err:[0-9]+")
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def _unreadable_cells(parts: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield (error, remedy) for cells with errors or uncomputed formulas. Raises _TooMuchError for large sheets."""
    if sum(part.file_size for part in parts.infolist()) > _UNPACKED:
        raise _TooMuchError(f"it unpacks to more than {_UNPACKED // 10**6} MB")
    down = across = row = 0
    with parts.open(_sheet(parts)) as sheet:
        for _, node in ET.iterparse(sheet):  # noqa: S314  the guard ends what multiplies
            if node.tag == f"{_TABLE}table":  # of OpenDocument the first
                return
            if not node.tag.endswith(("}row", "}table-row")):
                continue
            row += parse_int(node.get(f"{_TABLE}number-rows-repeated", "1"))
            column = 0
            for cell in node:
                column += parse_int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
                if cell_name := cell.get("r"):
                    column, row = _parse_cell_name(cell_name)
                name = f"the cell {cell_name}" if cell_name else "a cell"
                text, formula = _content(cell)
                has_value = cell.get(f"{_OFFICE}value-type") is not None
                if text or has_value:
                    down, across = max(down, row), max(across, column)
                    _refuse_far(down, across)
                if cell.get("t") == "e" or (formula and _ERROR.fullmatch(text)):
                    yield f"{name} shows an error: {text}", "correct its formula, or write the value"
                elif formula and not (has_value or text):
                    remedy = "open it in a spreadsheet program and save it there"
                    yield f"{name} has a formula without a result", remedy
            node.clear()


def _content(cell: ET.Element) -> tuple[str, bool]:
    """Return the text of a cell, its result if it is a formula, and whether it is one."""
    text, formula = "", cell.get(f"{_TABLE}formula") is not None
    for part in cell.iter():
        if part.tag.endswith(("}v", "}t", "}p")):
            text += part.text or ""
        elif part.tag.endswith("}f"):
            formula = True
    return text.strip(), formula


def _refuse_far(down: int, across: int) -> None:
    """Raise _TooMuchError if a cell's row ``down`` and column ``across``, from 1, exceed the limits."""
    if down > MOST_ROWS + _SPARE:
        raise _TooMuchError(f"row {down} is not empty; the most is {MOST_ROWS} rows")
    if across > MOST_COLUMNS:
        column_name, most = column_letters(across - 1), column_letters(MOST_COLUMNS - 1)
        raise _TooMuchError(f"column {column_name} is not empty; the last that is read is {most}")
    if down * across > _CELLS:
        raise _TooMuchError(f"it has {across} columns and {down} rows or more")


def _sheet(parts: zipfile.ZipFile) -> str:
    """Return the name of the part of a .xlsx or .ods file that holds the first sheet."""
    if "content.xml" in parts.namelist():
        return "content.xml"
    first = next(_elements(parts, "xl/workbook.xml", "sheet")).get(f"{_LINKS}id")
    links = _elements(parts, "xl/_rels/workbook.xml.rels", "Relationship")
    target = next(link.get("Target", "") for link in links if link.get("Id") == first)
    return f"xl/{target.removeprefix('/').removeprefix('xl/')}"


def _elements(parts: zipfile.ZipFile, name: str, tag: str) -> Iterator[ET.Element]:
    return ET.fromstring(parts.read(name)).iterfind(f".//{{*}}{tag}")  # noqa: S314  the guard ends what multiplies


def _parse_cell_name(name: str) -> tuple[int, int]:
    """Return the column and row, from 1, of a cell such as B7. Raises ValueError."""
    match = _PLACE.fullmatch(name)
    if match is None:
        raise ValueError(name)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column, int(match[2])
