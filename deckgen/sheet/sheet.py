"""From sheet and characters to PDF: fillable, flat for print, or small cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Path
from deckgen.draw.geometry import Box, polygon
from deckgen.draw.paper import Paper, paper_named
from deckgen.errors import Fault, Faults, GameError, LayoutError
from deckgen.press.pages import Book, Page, Placed, PlacedPicture
from deckgen.records import record
from deckgen.sheet.blocks.fields import row_count
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.canvas import Slot
from deckgen.sheet.paper.fill import Filled, TaggedPage, drawn, fill, letters_that_fit
from deckgen.sheet.paper.pages import BlankPage, card, continuation, lists, templates
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import SheetTheme, load_sheet_theme

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
        self,
        characters: Sequence[Character | None] = (None,),
        *,
        flat: bool = False,
        scripts: bool = True,
        progress: Callable[[str], None] = lambda _: None,
    ) -> bytes:
        """One PDF with the pages of all characters, in order; None is a blank sheet.

        Unless it is ``flat`` it is a form, which computes what follows from what is typed if it has ``scripts``.

        Field names of several characters begin with their number, ``1.`` and so on. Raises CharacterError
        if a value does not fit.
        """
        from deckgen.sheet.forms.form import Form  # noqa: PLC0415 (reportlab)

        people = [(str(i) if len(characters) > 1 else "", person) for i, person in enumerate(characters, 1)]
        faults = Faults()
        pages: list[TaggedPage] = []
        fields: list[tuple[list[Filled], str]] = []
        for number, (prefix, character) in enumerate(people, 1):
            progress(f"drawing {number} of {len(people)}")
            for template in self.pages(character):
                filled, over = fill(template, self.theme, character, faults)
                name = character.name if character else ""
                pages.append(TaggedPage(self.theme, self.spec.language, number, name))
                pages[-1].add(template, filled, over, _pictures(template, character), flat=flat)
                fields.append((filled, prefix))
        faults.raise_as(CharacterError)
        form = None
        if not flat:
            form = Form(self.theme, self.spec, fields, people, self.paper.height, scripts=scripts)
        names = [character.name for character in characters if character and character.name]
        title = f"{self.spec.title}: {names[0] if len(names) == 1 else self.spec.name}"
        return _tagged_pdf([page.page(self.paper) for page in pages], pages, title, self.spec, form)


def _tagged_pdf(
    pages: Sequence[Page], tagged: Sequence[TaggedPage], title: str, spec: SheetSpec, form: Form | None = None
) -> bytes:
    from deckgen.press.pdf.writer import pdf  # noqa: PLC0415 (reportlab)
    from deckgen.sheet.forms.structure import Structure  # noqa: PLC0415 (reportlab)

    def finish(document: Document, writer: PageWriter) -> None:
        structure = Structure(tagged, title, spec.language.code)
        if form is not None:
            form.write(document, writer, structure)
        structure.write(document)

    return pdf(Book(tuple(pages), title, version=(1, 7), scaling=False), finish)


def _pictures(template: BlankPage, character: Character | None) -> dict[int, PlacedPicture]:
    """The pictures that a character puts on a page, by the numbers of their places."""
    pictures = {}
    for place, slot in enumerate(template.pictures):
        if character and (picture := character.pictures.get(slot.name)):
            cropped = picture.cropped(slot.box.width, slot.box.height)
            pictures[place] = PlacedPicture(slot.box, *cropped, slot.ellipse, slot.tip)
    return pictures


def _flat(theme: SheetTheme, pages: Sequence[tuple[BlankPage, Character | None]]) -> list[Drawing]:
    """Pages with what characters put on them, drawn. Raises CharacterError if a value does not fit."""
    faults, drawings = Faults(), []
    for page, character in pages:
        filled, over = fill(page, theme, character, faults)
        values = (item for value in filled for item in drawn(value, theme))
        drawings.append(replace(page.drawing, items=(*page.drawing.items, *over, *values)))
    faults.raise_as(CharacterError)
    return drawings


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
    marks, corners = _cuts(sheet, SIZES[size])
    tagged: list[TaggedPage] = []
    for first in range(0, len(characters), len(corners)):
        tagged.append(TaggedPage(theme, sheet.spec.language))
        for character, at in zip(characters[first:], corners, strict=False):
            pictures = _pictures(template, character)
            filled = fill(template, theme, character, faults)
            tagged[-1].add(template, *filled, pictures, at, flat=True)
    faults.raise_as(CharacterError)
    title = sheet.spec.language.phrase("{game}: cards", game=sheet.spec.title)
    pages = [replace(page.page(sheet.paper), marks=marks) for page in tagged]
    return _tagged_pdf(pages, tagged, title, sheet.spec)


def card_drawings(sheet: Sheet, characters: Sequence[Character | None], size: str) -> list[Drawing]:
    theme, template = _card(sheet, size)
    return _flat(theme, [(template, character) for character in characters])


def _card(sheet: Sheet, size: str) -> tuple[SheetTheme, BlankPage]:
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
    width, height = drawings[0].width, drawings[0].height
    whole = Box(0, 0, width, height)
    pages = tuple(Page(width, height, (Placed(drawing, 0, 0, whole),), trim=whole) for drawing in drawings)
    title = spec.language.phrase("{game}: roster", game=spec.title)

    def finish(document: Document, _: PageWriter) -> None:
        document.catalog["Lang"] = PDFString(spec.language.code)

    return pdf(Book(pages, title, version=(1, 5), scaling=False), finish)


# Whether values as long as a sheet promises fit where it shows them: on its pages, continuations and cards


PAPERS = ("a4", "letter")
"""What lengths are promised for."""
_WIDE = "Wigwam Mammoth Commonwealth Hammock Womanhood Mammon Swamp Moonbeam "
"""Ordinary words whose letters are wide: a text with as many letters needs no more room."""


def wide_words(count: int) -> str:
    """A text of so many letters, as wide as ordinary words get."""
    return (_WIDE * (count // len(_WIDE) + 1))[:count]


def check_lengths(spec: SheetSpec) -> None:
    """Check that everything fits that a sheet lets characters have. Raises GameError with every fault, LayoutError."""
    columns = dict(spec.fields(dict.fromkeys(spec.groups, MOST_ROWS)))
    faults = Faults()
    least: dict[FieldColumn, tuple[int, str]] = {}
    for where, theme, page in _everywhere(spec):
        for slot in page.slots:
            column = columns.get(slot.name)
            if column is None or column.derived or slot.kind == "check":
                continue
            if column.type in ("text", "long"):
                fits = letters_that_fit(slot, theme, wide_words(column.most))
                if fits < least.get(column, (column.most, ""))[0]:
                    least[column] = fits, f"{slot.name} ({where})"
            else:
                _check_values(column, slot, theme, where, faults)
    for column, (fits, where) in least.items():
        spot = column.spot.at("most") if "most" in column.spot.value else column.spot
        what = f"{column.most} letters are promised, and {fits} wide ones fit in {where}"
        spot.blame(faults, what, f"write most: {fits}, or give it more room")
    faults.raise_as(GameError)


def _check_values(column: FieldColumn, slot: Slot, theme: SheetTheme, where: str, faults: Faults) -> None:
    texts: list[str] = []
    if column.type == "choice":
        texts = [column.called(option) for option in column.options]
    elif column.type == "number":
        texts = [str(column.least).replace("-", "−"), str(column.most)]
    elif column.type == "dice":
        texts = [f"{column.most}{die}" for die in column.options]
    for text in texts:
        if letters_that_fit(slot, theme, text) < len(text):
            column.spot.blame(faults, f"{text!r} does not fit in {slot.name} ({where})", "give it more room")


def _everywhere(spec: SheetSpec) -> Iterator[tuple[str, SheetTheme, BlankPage]]:
    """All pages of a sheet, with their theme and what they are called."""
    sheets = {name: blank_sheet(spec, paper_named(name)) for name in PAPERS}
    for name, sheet in sheets.items():
        for number, page in enumerate(sheet.blank, 1):
            yield f"page {number}, {name}", sheet.theme, page
        for group, options in lists(spec).items():
            page, _ = continuation(spec, sheet.theme, sheet.paper, options, row_count(spec, options) + 1, 1)
            yield f"continuation of {group}, {name}", sheet.theme, page
    for name, sheet in sheets.items():
        for size in SIZES if spec.npc else ():
            yield f"{size} card, {name}", *_card(sheet, size)
