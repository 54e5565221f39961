"""From sheet and characters to PDF: fillable, flat for print, or small cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Path
from deckgen.draw.geometry import Box, polygon
from deckgen.draw.paper import Paper
from deckgen.errors import Fault, Faults, LayoutError
from deckgen.press.pages import Book, Page, Placed, PlacedPicture
from deckgen.records import record
from deckgen.sheet.blocks.fields import row_count
from deckgen.sheet.character import Character, CharacterError
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.canvas import SheetTheme, load_sheet_theme
from deckgen.sheet.paper.fill import Filled, drawn, fill
from deckgen.sheet.paper.filled_page import TaggedPage
from deckgen.sheet.paper.pages import BlankPage, card, continuation, lists, templates
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.tags import ReadPage

if TYPE_CHECKING:
    from deckgen.press.pdf.document import Document
    from deckgen.press.pdf.writer import PageWriter
    from deckgen.sheet.forms.form import Form


@record
class Sheet:
    """A game's sheet on a paper, its blank pages drawn; draws and writes any number of characters."""

    spec: SheetSpec
    theme: SheetTheme
    paper: Paper
    blank: tuple[BlankPage, ...]

    def pages(self, character: Character | None) -> tuple[BlankPage, ...]:
        """The pages for a character: those of the blank sheet, and continuations of lists that are longer."""
        if character is None:
            return self.blank
        more = []
        for name, options in lists(self.spec).items():
            room = row_count(self.spec, options)
            first, count = room + 1, character.rows.get(name, 0) - room
            while count > 0:
                page, held = continuation(self.spec, self.theme, self.paper, options, first, count)
                more.append(page)
                first, count = first + held, count - held
        return (*self.blank, *more)

    def drawings(self, character: Character | None = None) -> list[Drawing]:
        """The pages as flat drawings. Raises CharacterError if a value does not fit."""
        return _flat(self.theme, [(page, character) for page in self.pages(character)])

    def pdf(
        self, characters: Sequence[Character | None] = (None,), *, flat: bool = False, scripts: bool = True
    ) -> bytes:
        """One PDF with the pages of all characters, in order; None is a blank sheet.

        Unless it is ``flat`` it is a form, which computes what follows from what is typed if it has ``scripts``.

        Field names of several characters begin with their number, ``1.`` and so on. Raises CharacterError
        if a value does not fit.
        """
        from deckgen.sheet.forms.calculation import calculation  # noqa: PLC0415 (only forms need it)
        from deckgen.sheet.forms.form import Form  # noqa: PLC0415 (reportlab)

        people = [(str(i) if len(characters) > 1 else "", each) for i, each in enumerate(characters, 1)]
        faults = Faults()
        pages: list[Page] = []
        told: list[ReadPage] = []
        fields: list[tuple[list[Filled], str]] = []
        for number, (prefix, character) in enumerate(people, 1):
            name = character.name if character else ""
            for template in self.pages(character):
                filled, over = fill(template, self.theme, character, faults)
                page = TaggedPage(self.theme, self.spec.language)
                page.add(template, filled, over, _pictures(template, character), flat=flat)
                pages.append(page.page(self.paper))
                told.append(ReadPage(tuple(page.told), number, name))
                fields.append((filled, prefix))
        faults.raise_as(CharacterError)
        form = None
        if not flat:
            computed = calculation(self.spec, people, scripts=scripts)
            form = Form(self.theme, fields, self.paper.height, computed)
        names = [character.name for character in characters if character and character.name]
        title = f"{self.spec.title}: {names[0] if len(names) == 1 else self.spec.name}"
        return _tagged_pdf(pages, told, title, self.spec, form)


def _tagged_pdf(
    pages: Sequence[Page], told: Sequence[ReadPage], title: str, spec: SheetSpec, form: Form | None = None
) -> bytes:
    """The PDF of pages and what is told of them."""
    from deckgen.press.pdf.writer import pdf  # noqa: PLC0415 (reportlab)
    from deckgen.sheet.forms.structure import Structure  # noqa: PLC0415 (reportlab)

    def finish(document: Document, writer: PageWriter) -> None:
        structure = Structure(told, title, spec.language.code)
        if form is not None:
            form.write(document, writer, structure)
        structure.write(document)

    return pdf(Book(tuple(pages), title, version=(1, 7), scaling=False), finish)


def _pictures(template: BlankPage, character: Character | None) -> dict[int, PlacedPicture]:
    """The pictures that a character puts on a page, by the numbers of their places."""
    given = character.pictures if character else {}
    return {
        place: PlacedPicture(
            slot.box, *given[slot.name].cropped(slot.box.width, slot.box.height), slot.ellipse, slot.tip
        )
        for place, slot in enumerate(template.pictures)
        if slot.name in given
    }


def _flat(theme: SheetTheme, pages: Sequence[tuple[BlankPage, Character | None]]) -> list[Drawing]:
    """Pages with what characters put on them, drawn. Raises CharacterError if a value does not fit."""
    faults, made = Faults(), []
    for page, character in pages:
        filled, over = fill(page, theme, character, faults)
        over += [item for each in filled for item in drawn(each, theme)]
        made.append(replace(page.drawing, items=(*page.drawing.items, *over)))
    faults.raise_as(CharacterError)
    return made


def blank_sheet(spec: SheetSpec, paper: Paper) -> Sheet:
    """A game's sheet drawn on a paper, ready to be filled in. Raises LayoutError."""
    theme = load_sheet_theme(spec)
    return Sheet(spec, theme, paper, templates(spec, theme, paper))


# Small cards for others than heroes: several on a page, to cut apart


@record
class CardSize:
    """A size of cards: mm; None: as many ``across`` and ``down`` as the paper has room for."""

    across: int
    down: int
    width: float | None = None
    height: float | None = None
    margin: float = 2.6

    def on(self, paper: Paper) -> tuple[float, float]:
        """Width and height on a paper, in mm."""
        width = self.width or (paper.width - 2 * _EDGE) / self.across
        return width, self.height or (paper.height - 2 * _EDGE) / self.down


SIZES = {"large": CardSize(2, 3), "poker": CardSize(3, 3, 63.5, 88.9)}
_EDGE = 6.0  # of the paper, where printers do not reach


def cards_pdf(sheet: Sheet, characters: Sequence[Character | None], size: str) -> bytes:
    """A PDF of cards with lines to cut along. Raises CharacterError, LayoutError."""
    theme, template = _card(sheet, size)
    faults = Faults()
    filled = [(character, *fill(template, theme, character, faults)) for character in characters]
    faults.raise_as(CharacterError)
    marks, corners = _cuts(sheet, SIZES[size])
    pages: list[Page] = []
    told: list[ReadPage] = []
    for first in range(0, len(filled), len(corners)):
        page = TaggedPage(theme, sheet.spec.language)
        for (character, values, over), at in zip(filled[first:], corners, strict=False):
            page.add(template, values, over, _pictures(template, character), at, flat=True)
        pages.append(replace(page.page(sheet.paper), marks=marks))
        told.append(ReadPage(tuple(page.told)))
    title = sheet.spec.language.phrase("{game}: cards", game=sheet.spec.title)
    return _tagged_pdf(pages, told, title, sheet.spec)


def card_drawings(sheet: Sheet, characters: Sequence[Character | None], size: str) -> list[Drawing]:
    """Each character as a card."""
    theme, template = _card(sheet, size)
    return _flat(theme, [(template, character) for character in characters])


def _card(sheet: Sheet, size: str) -> tuple[SheetTheme, BlankPage]:
    """A blank card and its theme."""
    if not sheet.spec.npc:
        where = str(sheet.spec.source.path)
        raise LayoutError(Fault(where, None, "npc", "the sheet says nothing about cards", "add npc: to it"))
    theme = load_sheet_theme(sheet.spec, small=True)
    return theme, card(sheet.spec, theme, *SIZES[size].on(sheet.paper), SIZES[size].margin)


def _cuts(sheet: Sheet, form: CardSize) -> tuple[Drawing, list[tuple[float, float]]]:
    """The lines to cut along, and the upper left corners of the cards on a page."""
    paper = sheet.paper
    width, height = form.on(paper)
    left, top = (paper.width - form.across * width) / 2, (paper.height - form.down * height) / 2
    xs = [left + i * width for i in range(form.across + 1)]
    ys = [top + i * height for i in range(form.down + 1)]
    cuts = [*([x, ys[0], x, ys[-1]] for x in xs), *([xs[0], y, xs[-1], y] for y in ys)]
    line = sheet.theme.style.line
    lines = tuple(Path(polygon(cut, closed=False), None, line, 0.15) for cut in cuts)
    marks = Drawing(paper.width, paper.height, 0.0, lines, sheet.theme.drawing, "cuts")
    return marks, [(x, y) for y in ys[:-1] for x in xs[:-1]]


# The Master's roster


def roster_pdf(spec: SheetSpec, paper: Paper, characters: Sequence[Character]) -> bytes:
    """A PDF of a table of all characters. Raises LayoutError if the game has no roster, or a text does not fit."""
    from reportlab.pdfbase.pdfdoc import PDFString  # noqa: PLC0415

    from deckgen.press.pdf.writer import pdf  # noqa: PLC0415 (reportlab)

    drawings = roster_drawings(spec, load_sheet_theme(spec), paper, characters)
    pages = tuple(Page(each.width, each.height, (_placed(each),), trim=_window(each)) for each in drawings)
    title = spec.language.phrase("{game}: roster", game=spec.title)

    def finish(document: Document, _: PageWriter) -> None:
        document.catalog["Lang"] = PDFString(spec.language.code)

    return pdf(Book(pages, title, version=(1, 5), scaling=False), finish)


def _window(drawing: Drawing) -> Box:
    return Box(0, 0, drawing.width, drawing.height)


def _placed(drawing: Drawing) -> Placed:
    return Placed(drawing, 0, 0, _window(drawing))
