"""Files of whole pages: documents, booklets that fold, sheets of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.errors import Fault, PressError
from deckgen.press.imposition.impose import book
from deckgen.press.options import DUPLEX
from deckgen.press.pages import Book, Page, Placed
from deckgen.press.pdf.writer import pdf
from deckgen.press.target import load_target

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.options import Options

_GAP = 3.0  # mm between tokens: twice their bleed, so that colours do not run into each other


def _whole(drawing: Drawing, x: float = 0) -> Placed:
    """A drawing without its bleed, ``x`` mm from the left edge of the page."""
    return Placed(drawing, x, 0, Box(0, 0, drawing.width, drawing.height))


def _page(placed: Sequence[Placed], width: float, height: float) -> Page:
    return Page(width, height, tuple(placed), trim=Box(0, 0, width, height))


def pages_pdf(drawings: Sequence[Drawing], *, title: str) -> bytes:
    """One PDF page for each drawing, without its bleed; text stays text, fonts are embedded."""
    return pdf(Book(tuple(_page([_whole(d)], d.width, d.height) for d in drawings), title))


def folded_pdf(drawings: Sequence[Drawing], *, paper: str, title: str) -> bytes:
    """A booklet: the pages of a reader's order, each half of ``paper``, so that sheets printed on both sides fold.

    The number of drawings must be a multiple of 4; sheets are turned over their short edge.
    """
    sheet = paper_named(paper)
    width, height = sheet.height, sheet.width
    pages = [
        _page([_whole(drawings[left]), _whole(drawings[right], width / 2)], width, height)
        for left, right in folds(len(drawings))
    ]
    return pdf(Book(tuple(pages), title, duplex=DUPLEX["short-edge"]))


def folds(count: int) -> list[tuple[int, int]]:
    """Which pages, from 0, stand left and right on each side of the sheets of a stapled booklet."""
    if count % 4:
        raise ValueError(count)
    outer_and_inner = (
        [(count - 1 - first, first), (first + 1, count - 2 - first)] for first in range(0, count // 2, 2)
    )
    return [side for sides in outer_and_inner for side in sides]


def tokens_pdf(
    sizes: Sequence[tuple[Sequence[Drawing], Sequence[Drawing]]], options: Options, target: str = "home"
) -> bytes:
    """Sheets of tokens as a PDF, fronts and backs of each of ``sizes`` on sheets of their own.

    With ``flip`` none there are fronts alone. Raises PressError for an unknown paper, tokens too large, and a target without sheets.
    """
    wanted = load_target(target)
    if wanted.imposition != "sheet":
        what = f"the target {wanted.name} prints no sheets"
        raise PressError(Fault("--target", None, "", what, "choose home, press-sheet or one of labels"))
    chosen = replace(options, gutter=_GAP if options.gutter is None else options.gutter)
    books = [book(fronts, backs[0], wanted, chosen, backs) for fronts, backs in sizes]
    return pdf(replace(books[0], pages=tuple(page for each in books for page in each.pages)))
