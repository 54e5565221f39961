"""Tables as CSV, in which spreadsheet programs find text and numbers, and never a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_NUMBER = re.compile(r"[-+]?[0-9.,]*")


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """UTF-8, lines end with CR LF as RFC 4180 has it.

    Before a text that would be a formula stands an apostrophe, as OWASP advises ("CSV Injection"): one that begins with
    ``=``, ``+``, ``-``, ``@``, a tab or a line's end and is no number.
    """
    out = io.StringIO()
    csv.writer(out).writerows(map(_plain, row) for row in rows)
    return out.getvalue().encode()


def _plain(cell: object) -> object:
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")):
        return cell if _NUMBER.fullmatch(cell) else f"'{cell}"
    return cell
