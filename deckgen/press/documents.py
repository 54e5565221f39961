"""Documents: drawings that are whole pages, written as one PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import Fault, PressError
from deckgen.files import write_whole
from deckgen.page.geometry import Box
from deckgen.press.pages import Book, Page, Placed
from deckgen.press.target import Paper, papers

if TYPE_CHECKING:
    from deckgen.page.drawing import Drawing


def paper_named(name: str) -> Paper:
    """A paper by name. Raises PressError if there is none."""
    known = papers()
    if name not in known:
        remedy = f"choose {' or '.join(known)}"
        raise PressError(Fault("--paper", None, "", f"there is no paper {name!r}", remedy))
    return known[name]


def pages_pdf(drawings: Sequence[Drawing], *, title: str) -> bytes:
    """One PDF page for each drawing, without its bleed; text stays text, fonts are embedded."""
    from deckgen.press.pdf import pdf  # noqa: PLC0415 (reportlab)

    pages = []
    for drawing in drawings:
        window = Box(0, 0, drawing.width, drawing.height)
        pages.append(Page(drawing.width, drawing.height, (Placed(drawing, 0, 0, window),), trim=window))
    return pdf(Book(tuple(pages), title))


def write_pages(drawings: Sequence[Drawing], out: Path, *, title: str) -> Path:
    """Write drawings as the pages of one PDF. Raises PressError, and DeckgenError if it cannot be written."""
    write_whole(out, pages_pdf(drawings, title=title))
    return out
