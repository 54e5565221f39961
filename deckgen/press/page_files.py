"""Documents: drawings that are whole pages, written as one PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.files import write_whole
from deckgen.press.pages import Book, Page, Placed

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing


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


def folded_pdf(drawings: Sequence[Drawing], *, paper: str, title: str) -> bytes:
    """A booklet: the pages of a reader's order, each half of ``paper``, so that sheets printed on both sides fold.

    The number of drawings must be a multiple of 4; sheets are turned over their short edge.
    """
    from deckgen.press.pdf import pdf  # noqa: PLC0415 (reportlab)

    sheet = paper_named(paper)
    width, height = sheet.height, sheet.width
    pages = []
    for left, right in folds(len(drawings)):
        placed = tuple(
            Placed(drawings[number], x, 0, Box(0, 0, drawings[number].width, drawings[number].height))
            for number, x in ((left, 0.0), (right, width / 2))
        )
        pages.append(Page(width, height, placed, trim=Box(0, 0, width, height)))
    return pdf(Book(tuple(pages), title, duplex="DuplexFlipShortEdge"))


def folds(count: int) -> list[tuple[int, int]]:
    """Which pages, from 0, stand left and right on each side of the sheets of a stapled booklet."""
    if count % 4:
        raise ValueError(count)
    sides = []
    for sheet in range(count // 4):
        first, last = 2 * sheet, count - 1 - 2 * sheet
        sides += [(last, first), (first + 1, last - 1)]
    return sides
