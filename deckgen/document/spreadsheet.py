"""CSV files without formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_NUMBER = re.compile(r"[-+]?[0-9.,]*")


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as CSV: UTF-8, lines end with CR LF (RFC 4180).

    Texts that a spreadsheet would take for a formula get an apostrophe before them, as OWASP advises ("CSV
    Injection"): those that begin with ``=``, ``+``, ``-``, ``@``, a tab or a line end, and are no number.
    """
    buffer = io.StringIO()
    csv.writer(buffer).writerows(map(_plain, row) for row in rows)
    return buffer.getvalue().encode()


def _plain(cell: object) -> object:
    """Return a cell; before a text that looks like a formula and is no number is an apostrophe."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")):
        return cell if _NUMBER.fullmatch(cell) else f"'{cell}"
    return cell
