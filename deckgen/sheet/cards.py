"""Small cards for others than heroes: several on a page, to cut apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deckgen.draw.drawing import Drawing, Path
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Fault, Faults, LayoutError
from deckgen.press.pages import Book, Page, Placed
from deckgen.sheet.character import Character, CharacterError
from deckgen.sheet.fill import drawn, fill
from deckgen.sheet.pages import card
from deckgen.sheet.sheet import Sheet


@dataclass(frozen=True)
class Size:
    """A size of cards: mm; None: as many ``across`` and ``down`` as the paper has room for."""

    across: int
    down: int
    width: float | None = None
    height: float | None = None
    margin: float = 4.0


SIZES = {"large": Size(2, 3), "poker": Size(3, 3, 63.5, 88.9, 2.6)}
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
    template = card(sheet.spec, sheet.dress, width, height, form.margin)
    faults = Faults()
    made = []
    for character in characters:
        filled, numbers = fill(template, sheet.dress, character, faults)
        items = [item for each in filled for item in drawn(each, sheet.dress)]
        made.append(replace(template.drawing, items=(*template.drawing.items, *numbers, *items)))
    faults.raise_as(CharacterError)
    return made


def _measure(paper: Paper, form: Size) -> tuple[float, float]:
    width = form.width or (paper.width - 2 * _EDGE) / form.across
    height = form.height or (paper.height - 2 * _EDGE) / form.down
    return width, height


def _pages(sheet: Sheet, drawings: Sequence[Drawing], form: Size) -> Iterator[Page]:
    paper, many = sheet.paper, form.across * form.down
    width, height = _measure(paper, form)
    left, top = (paper.width - form.across * width) / 2, (paper.height - form.down * height) / 2
    for first in range(0, len(drawings), many):
        here = drawings[first : first + many]
        placed = tuple(
            Placed(
                drawing,
                left + i % form.across * width,
                top + i // form.across * height,
                Box(0, 0, width, height),
            )
            for i, drawing in enumerate(here)
        )
        lines = []
        for i in range(form.across + 1):
            x = left + i * width
            lines.append(
                Path((("M", x, top), ("L", x, top + form.down * height)), None, sheet.dress.look.line, 0.15)
            )
        for i in range(form.down + 1):
            y = top + i * height
            lines.append(
                Path(
                    (("M", left, y), ("L", left + form.across * width, y)), None, sheet.dress.look.line, 0.15
                )
            )
        marks = Drawing(paper.width, paper.height, 0.0, tuple(lines), sheet.dress.style, "cuts")
        yield Page(paper.width, paper.height, placed, marks, trim=Box(0, 0, paper.width, paper.height))
