"""From sheet and characters to PDF: fillable, or flat for print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deckgen.draw.drawing import Drawing, Item
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Faults
from deckgen.press.pages import Book, Page, Placed
from deckgen.sheet.blocks.groups import row_count
from deckgen.sheet.character import Character, CharacterError
from deckgen.sheet.fill import Filled, drawn, fill
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.pages import BlankPage, continuation, lists, templates
from deckgen.sheet.style import SheetTheme, load_sheet_theme


@dataclass(frozen=True)
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
        faults = Faults()
        made = [flat(page, self.theme, character, faults) for page in self.pages(character)]
        faults.raise_as(CharacterError)
        return made

    def pdf(self, characters: Sequence[Character | None] = (None,), *, flat: bool = False) -> bytes:
        """One PDF with the pages of all characters, in order; None is a blank sheet.

        Field names of several characters begin with their number, ``1.`` and so on. Raises CharacterError
        if a value does not fit.
        """
        from deckgen.press.pdf import pdf  # noqa: PLC0415 (reportlab)

        faults = Faults()
        pages: list[Page] = []
        fields: list[tuple[list[Filled], str]] = []
        for number, character in enumerate(characters, 1):
            prefix = str(number) if len(characters) > 1 else ""
            name = character.name if character else ""
            for index, template in enumerate(self.pages(character), 1):
                filled, numbers = fill(template, self.theme, character, faults)
                over = [item for each in filled for item in drawn(each, self.theme)] if flat else []
                pages.append(self._page(template.drawing, (*numbers, *over), f"{name} {index}".strip()))
                fields.append((filled, prefix))
        faults.raise_as(CharacterError)
        finish = None
        if not flat:
            from deckgen.sheet.form import Form  # noqa: PLC0415 (reportlab)

            finish = Form(self.theme, fields, [page.height for page in pages], "en")
        names = [character.name for character in characters if character]
        title = f"{self.spec.title}: {names[0] if len(names) == 1 else self.spec.name}"
        return pdf(Book(tuple(pages), title, version=(1, 5), scaling=False, finish=finish))

    def _page(self, page: Drawing, over: tuple[Item, ...], label: str) -> Page:
        """A page of a PDF; what differs between characters is a drawing of its own over it."""
        window = Box(0, 0, page.width, page.height)
        drawings = (page, replace(page, items=over, title=label)) if over else (page,)
        placed = tuple(Placed(drawing, 0, 0, window) for drawing in drawings)
        return Page(page.width, page.height, placed, trim=window)


def flat(page: BlankPage, theme: SheetTheme, character: Character | None, faults: Faults) -> Drawing:
    """A page with what a character puts on it, drawn; what does not fit is added to ``faults``."""
    filled, numbers = fill(page, theme, character, faults)
    items = [item for each in filled for item in drawn(each, theme)]
    return replace(page.drawing, items=(*page.drawing.items, *numbers, *items))


def blank_sheet(spec: SheetSpec, paper: Paper) -> Sheet:
    """A game's sheet drawn on a paper, ready to be filled in. Raises LayoutError."""
    theme = load_sheet_theme(spec)
    return Sheet(spec, theme, paper, templates(spec, theme, paper))
