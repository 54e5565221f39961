"""Tokens on sheets of paper: those of one size together, cut marks around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.press.impose import book
from deckgen.press.target import load_target

if TYPE_CHECKING:
    from deckgen.draw.drawing import Faces
    from deckgen.press.options import Options

_GAP = 2.0  # mm between tokens: twice their bleed, so that colours do not run into each other


def tokens_pdf(sizes: Sequence[Faces], options: Options) -> bytes:
    """Sheets of tokens as a PDF, each of ``sizes`` on sheets of its own, for a printer at home.

    With ``flip`` none there are fronts alone. Raises PressError for an unknown paper and tokens too large.
    """
    from deckgen.press.pdf import pdf  # noqa: PLC0415 (reportlab)

    target = load_target("home")
    chosen = replace(options, gutter=_GAP if options.gutter is None else options.gutter)
    books = [book(faces.fronts, faces.back, target, chosen) for faces in sizes]
    return pdf(replace(books[0], pages=tuple(page for each in books for page in each.pages)))
