"""Small cards for others than heroes: several on a page, to cut apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckgen.draw.drawing import Drawing, Path
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Fault, Faults, LayoutError
from deckgen.press.pages import Book, Page, Placed
from deckgen.sheet.character import Character, CharacterError
from deckgen.sheet.pages import card
from deckgen.sheet.sheet import Sheet, flat


@dataclass(frozen=True)
class CardSize:
    """A size of cards: mm; None: as many ``across`` and ``down`` as the paper has room for."""

    across: int
    down: int
    width: float | None = None
    height: float | None = None
    margin: float = 4.0


SIZES = {"large": CardSize(2, 3), "poker": CardSize(3, 3, 63.5, 88.9, 2.6)}
_EDGE = 6.0  # of the paper, where printers do not reach


def cards_pdf(sheet: Sheet, characters: Sequence[Character | None], size: str) -> bytes:
    """A PDF of cards with lines to cut along. Raises CharacterError, LayoutError."""
    from deckgen.press.pdf import pdf  # noqa: PLC0415 (reportlab)

    pages = tuple(_pages(sheet, card_drawings(sheet, characters, size), SIZES[size]))
    return pdf(Book(pages, f"{sheet.spec.title}: cards", version=(1, 5), scaling=False))


def card_drawings(sheet: Sheet, characters: Sequence[Character | None], size: str) -> list[Drawing]:
    """Each character as a card."""
    if not sheet.spec.npc:
        where = str(sheet.spec.source.path)
        raise LayoutError(Fault(where, None, "npc", "the sheet says nothing about cards", "add npc: to it"))
    form = SIZES[size]
    width, height = _measure(sheet.paper, form)
    template = card(sheet.spec, sheet.theme, width, height, form.margin)
    faults = Faults()
    made = [flat(template, sheet.theme, character, faults) for character in characters]
    faults.raise_as(CharacterError)
    return made


def _measure(paper: Paper, form: CardSize) -> tuple[float, float]:
    width = form.width or (paper.width - 2 * _EDGE) / form.across
    height = form.height or (paper.height - 2 * _EDGE) / form.down
    return width, height


def _pages(sheet: Sheet, drawings: Sequence[Drawing], form: CardSize) -> Iterator[Page]:
    paper, many = sheet.paper, form.across * form.down
    width, height = _measure(paper, form)
    left, top = (paper.width - form.across * width) / 2, (paper.height - form.down * height) / 2
    for first in range(0, len(drawings), many):
        here = drawings[first : first + many]
        window = Box(0, 0, width, height)
        places = [(left + i % form.across * width, top + i // form.across * height) for i in range(many)]
        placed = tuple(Placed(drawing, x, y, window) for drawing, (x, y) in zip(here, places, strict=False))
        right, bottom = left + form.across * width, top + form.down * height
        across = [
            (("M", x, top), ("L", x, bottom)) for x in (left + i * width for i in range(form.across + 1))
        ]
        down = [(("M", left, y), ("L", right, y)) for y in (top + i * height for i in range(form.down + 1))]
        lines = tuple(Path(line, None, sheet.theme.style.line, 0.15) for line in (*across, *down))
        marks = Drawing(paper.width, paper.height, 0.0, lines, sheet.theme.drawing, "cuts")
        yield Page(paper.width, paper.height, placed, marks, trim=Box(0, 0, paper.width, paper.height))
