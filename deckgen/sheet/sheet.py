"""From sheet and characters to PDF: forms, flat pages for print, and small cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any, BinaryIO

from deckgen.draw.drawing import Drawing, Item, Path
from deckgen.draw.geometry import Box, polygon
from deckgen.draw.paper import Paper, find_paper
from deckgen.errors import GameError, PressError, Problems
from deckgen.press.pages import Book, Page, PlacedFace, PlacedPicture, TaggedText
from deckgen.records import record
from deckgen.sheet.blocks.fields import row_count
from deckgen.sheet.cards import SmallCard, deal_cards
from deckgen.sheet.character import MOST_ROWS, Character, CharacterError
from deckgen.sheet.model import FieldColumn, SheetSpec
from deckgen.sheet.paper.canvas import Slot
from deckgen.sheet.paper.fill import FilledField, TaggedPage, draw_value, fill_page, letters_that_fit
from deckgen.sheet.paper.pages import BlankPage, blank_pages, card_page, continuation_page, list_blocks
from deckgen.sheet.paper.portraits import bust_items, place_portraits
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import SheetTheme, load_sheet_theme

if TYPE_CHECKING:
    from deckgen.press.options import Options
    from deckgen.press.pdf.document import Document
    from deckgen.press.pdf.writer import PageWriter
    from deckgen.press.target import Target
    from deckgen.sheet.forms.form import Form


@record
class Sheet:
    """A game's sheet on a paper, its blank pages drawn; draws and writes any number of characters."""

    spec: SheetSpec
    theme: SheetTheme
    paper: Paper
    blank: tuple[BlankPage, ...]

    def pages(self, character: Character | None) -> tuple[BlankPage, ...]:
        """Return the pages for a character: the blank sheet's, and continuations of its longer lists."""
        if character is None:
            return self.blank
        continuations = []
        for name, options in list_blocks(self.spec).items():
            room = row_count(self.spec, options)
            first, count = room + 1, character.rows.get(name, 0) - room
            while count > 0:
                page, rows_held = continuation_page(self.spec, self.theme, self.paper, options, first, count)
                continuations.append(page)
                first, count = first + rows_held, count - rows_held
        return (*self.blank, *continuations)

    def drawings(self, character: Character | None = None) -> list[Drawing]:
        """Return the pages as flat drawings. Raises CharacterError if a value does not fit."""
        return _draw_pages(self.theme, [(page, character) for page in self.pages(character)])

    def pdf(self, characters: Sequence[Character | None] = (None,), **choice: Any) -> bytes:
        """Return one PDF with the pages of all characters; ``choice``: keyword arguments of ``write``."""
        stream = BytesIO()
        self.write(stream, characters, **choice)
        return stream.getvalue()

    def write(
        self,
        stream: BinaryIO,
        characters: Sequence[Character | None],
        *,
        flat: bool = False,
        scripts: bool = True,
        progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Write one PDF with the pages of all characters, in order; None is a blank sheet.

        Unless ``flat`` it is a form; with ``scripts`` it computes derived values while you type. Field names
        of several characters begin with their number, ``1.`` and so on. More than a few characters are
        written in batches, so that memory does not grow with their number.

        Raises CharacterError if a value does not fit, before anything is written.
        """
        from deckgen.sheet.forms.form import Form  # noqa: PLC0415 (reportlab)

        people = [(str(i) if len(characters) > 1 else "", person) for i, person in enumerate(characters, 1)]
        is_small = len(people) <= _BATCH_SIZE
        form = None if flat else Form(self.theme, self.spec, people, self.paper.height, scripts=scripts)
        problems, checked = Problems(), []
        for number, (_, person) in enumerate(people, 1):
            progress(f"reading character {number} of {len(people)}")
            pages = self._fill_pages(person, problems)
            if form is not None:
                form.note_letters(value for _, filled, _ in pages for value in filled)
            if is_small:
                checked.append(pages)
        problems.raise_as(CharacterError)

        def parts() -> Iterator[_Part]:
            for first in range(0, len(people), _BATCH_SIZE):
                part: _Part = []
                for number, (prefix, person) in enumerate(people[first : first + _BATCH_SIZE], first + 1):
                    progress(f"drawing character {number} of {len(people)}")
                    for template, filled, over in (
                        checked[number - 1] if is_small else self._fill_pages(person, problems)
                    ):
                        name = person.name if person else ""
                        page = TaggedPage(self.theme, self.spec.language, number, name)
                        page.add(template, filled, over, place_portraits(template, self.theme, person), flat=flat)
                        part.append((page, prefix, filled))
                yield part

        names = [character.name for character in characters if character and character.name]
        title = f"{self.spec.title}: {names[0] if len(names) == 1 else self.spec.name}"
        _write_pdf(stream, parts(), title, self, form=form, several=len(people) > 1, streamed=not is_small)

    def _fill_pages(
        self, character: Character | None, problems: Problems
    ) -> list[tuple[BlankPage, list[FilledField], list[Item]]]:
        """Return (page, filled slots, countdowns' drawings) of a character's pages; report what does not fit."""
        return [(template, *fill_page(template, self.theme, character, problems)) for template in self.pages(character)]


_BATCH_SIZE = 50
"""Characters, or pages of cards, held in memory at a time."""
_Part = list[tuple[TaggedPage, str, list[FilledField]]]
"""Pages, the prefix of the names of their fields, and the values of their fields."""


def _write_pdf(
    stream: BinaryIO,
    parts: Iterable[_Part],
    title: str,
    sheet: Sheet,
    *,
    form: Form | None = None,
    several: bool = False,
    streamed: bool = False,
    marks: Drawing | None = None,
) -> None:
    """Write a tagged PDF of parts, ``marks`` on each page; ``streamed``: part by part; of ``several`` characters."""
    from deckgen.press.pdf.document import Document, StreamedDocument  # noqa: PLC0415 (reportlab)
    from deckgen.press.pdf.writer import PageWriter  # noqa: PLC0415 (reportlab)
    from deckgen.sheet.forms.structure import Structure  # noqa: PLC0415 (reportlab)

    book = Book((), title, version=(1, 7), scaling=False)
    document = StreamedDocument(book.version, stream.write) if streamed else Document(book.version)
    writer = PageWriter(document, book)
    structure = Structure(document, title, sheet.spec.language.code, several=several)
    for part in parts:
        pages = [page for page, _, _ in part]
        leaves = writer.write_contents(replace(page.page(sheet.paper), marks=marks) for page in pages)
        if form is not None:
            named = [(prefix, filled, leaf) for (_, prefix, filled), leaf in zip(part, leaves, strict=True)]
            form.add(document, writer, structure, named)
        structure.add(pages, leaves)
        document.write_pages(leaves)
    if form is not None:
        form.close()
    structure.close()
    document.write_page_tree()
    stream.write(writer.close())


def _draw_pages(theme: SheetTheme, pages: Sequence[tuple[BlankPage, Character | None]]) -> list[Drawing]:
    """Return filled pages as drawings. Raises CharacterError if a value does not fit."""
    problems, drawings = Problems(), []
    for page, character in pages:
        filled, over = fill_page(page, theme, character, problems)
        values = (item for value in filled for item in draw_value(value, theme))
        busts = bust_items(page, theme, character)
        drawings.append(replace(page.drawing, items=(*page.drawing.items, *busts, *over, *values)))
    problems.raise_as(CharacterError)
    return drawings


def blank_sheet(spec: SheetSpec, paper: Paper) -> Sheet:
    """Return a game's sheet drawn on a paper, ready to be filled in. Raises LayoutError."""
    theme = load_sheet_theme(spec)
    return Sheet(spec, theme, paper, blank_pages(spec, theme, paper))


# Small cards for others than heroes: several on a page, to cut apart


@record
class CardSize:
    """A size of cards in mm; one without width or height is such that ``across`` × ``down`` fill the paper."""

    across: int
    down: int
    width: float | None = None
    height: float | None = None
    margin: float = 3.2

    def on_paper(self, paper: Paper) -> tuple[float, float]:
        """Return (width, height) in mm of a card on a paper."""
        width = self.width or (paper.width - 2 * _EDGE) / self.across
        return width, self.height or (paper.height - 2 * _EDGE) / self.down


_POKER = CardSize(3, 3, 63.5, 88.9)
SIZES = {"large": CardSize(2, 3), "poker": _POKER, "turn": _POKER, "posse": _POKER}
_SAME = 0.01  # mm between sizes that are rounded differently
_EDGE = 6.0  # of the paper, where printers do not reach


def write_cards(
    stream: BinaryIO,
    sheet: Sheet,
    cards: Sequence[SmallCard],
    size: str,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Write a PDF of cards to cut; ``size``: a key of SIZES. Raises CharacterError, LayoutError."""
    templates, problems = _Templates(sheet, size), Problems()
    for card, _ in groupby(cards):  # copies are beside each other
        fill_page(templates.template(card), templates.theme, card.character, problems)
    problems.raise_as(CharacterError)
    marks, corners = _cut_lines(sheet, SIZES[size])
    starts = range(0, len(cards), len(corners))

    def page(first: int) -> TaggedPage:
        progress(f"drawing card {first + 1} of {len(cards)}")
        tagged = TaggedPage(templates.theme, sheet.spec.language)
        for card, at in zip(cards[first : first + len(corners)], corners, strict=False):
            template, character = templates.template(card), card.character
            filled = fill_page(template, templates.theme, character, problems)
            tagged.add(template, *filled, place_portraits(template, templates.theme, character), at, flat=True)
        return tagged

    parts: Iterator[_Part] = (
        [(page(first), "", []) for first in starts[at : at + _BATCH_SIZE]] for at in range(0, len(starts), _BATCH_SIZE)
    )
    title = sheet.spec.language.phrase("{game}: cards", game=sheet.spec.title)
    _write_pdf(stream, parts, title, sheet, streamed=len(starts) > _BATCH_SIZE, marks=marks)


def card_drawings(sheet: Sheet, cards: Sequence[SmallCard], size: str) -> list[Drawing]:
    """Return a drawing per card; ``size``: a key of SIZES. Raises CharacterError, LayoutError."""
    templates = _Templates(sheet, size)
    return _draw_pages(templates.theme, [(templates.template(card), card.character) for card in cards])


def print_cards(
    sheet: Sheet, cards: Sequence[SmallCard], size: str, back: Drawing, target: Target, options: Options
) -> Book:
    """Return the pages of poker-sized cards with the ``back`` of a deck for a print target; ``size``: a key of SIZES.

    Raises CharacterError, LayoutError; PressError if the back has another size, and for portraits on plates.
    """
    from deckgen.press.imposition.impose import impose  # noqa: PLC0415 (as little as is drawn is imported)

    fronts = card_drawings(sheet, cards, size)
    if all(abs(a - b) < _SAME for a, b in ((fronts[0].width, back.width), (fronts[0].height, back.height))):
        fronts = [replace(front, width=back.width, height=back.height) for front in fronts]
    book, templates = impose(fronts, back, target, options), _Templates(sheet, size)
    pictures, problems = dict[Drawing, list[PlacedPicture]](), Problems()
    for front, card in zip(fronts, cards, strict=True):
        portraits = place_portraits(templates.template(card), templates.theme, card.character).values()
        pictures[front] = [placed for placed in portraits if isinstance(placed, PlacedPicture)]
        if card.character and pictures[front] and target.color == "cmyk":
            message = f"{card.character.name} has a portrait in screen colors, and {target.name} prints with inks"
            remedy = "leave it out: there is a face built from parts"
            problems.add(card.character.file, None, "portrait", message, remedy)
    problems.raise_as(PressError)
    return replace(book, pages=tuple(_add_pictures(page, pictures) for page in book.pages))


def _add_pictures(page: Page, pictures: Mapping[Drawing, Sequence[PlacedPicture]]) -> Page:
    """Return a page with the pictures of each of its cards over it; cards that are turned have none."""
    placed: list[PlacedFace | TaggedText | PlacedPicture] = []
    for face in page.placed:
        placed.append(face)
        if isinstance(face, PlacedFace) and not face.turned:
            for picture in pictures.get(face.face, ()):
                box = picture.box
                placed.append(replace(picture, box=box._replace(x=face.x + box.x, y=face.y + box.y)))
    return replace(page, placed=tuple(placed))


class _Templates:
    """Blank small cards of a size, and their theme."""

    def __init__(self, sheet: Sheet, size: str) -> None:
        self._spec, self._size, self._paper = sheet.spec, SIZES[size], sheet.paper
        self.theme = load_sheet_theme(self._spec, small=True)
        self._templates: dict[int, BlankPage] = {}  # by the id of a card's rows, which cards may share

    def template(self, card: SmallCard) -> BlankPage:
        """Return a blank card with a card's blocks. Raises LayoutError."""
        key = id(card.rows)
        if key not in self._templates:
            if len(self._templates) == _BATCH_SIZE:
                self._templates.clear()
            place = *self._size.on_paper(self._paper), self._size.margin
            self._templates[key] = card_page(self._spec, self.theme, *place, card.rows, card.label)
        return self._templates[key]


def _cut_lines(sheet: Sheet, size: CardSize) -> tuple[Drawing, list[tuple[float, float]]]:
    """Return a drawing of the lines to cut along, and (x, y) in mm of the cards' upper left corners, row by row."""
    paper = sheet.paper
    width, height = size.on_paper(paper)
    left, top = (paper.width - size.across * width) / 2, (paper.height - size.down * height) / 2
    xs = [left + i * width for i in range(size.across + 1)]
    ys = [top + i * height for i in range(size.down + 1)]
    cuts = [*([x, ys[0], x, ys[-1]] for x in xs), *([xs[0], y, xs[-1], y] for y in ys)]
    line = sheet.theme.style.line
    lines = tuple(Path(polygon(cut, closed=False), None, line, 0.15) for cut in cuts)
    marks = Drawing(paper.width, paper.height, 0.0, lines, sheet.theme.drawing, "cuts")
    return marks, [(x, y) for y in ys[:-1] for x in xs[:-1]]


# The Master's roster


def roster_pdf(spec: SheetSpec, paper: Paper, characters: Sequence[Character]) -> bytes:
    """Return a PDF with a table of all characters. LayoutError if the game has no roster, or a text does not fit."""
    from reportlab.pdfbase.pdfdoc import PDFString  # noqa: PLC0415

    from deckgen.press.pdf.writer import write_pdf  # noqa: PLC0415 (reportlab)

    drawings = roster_drawings(spec, load_sheet_theme(spec), paper, characters)
    width, height = drawings[0].width, drawings[0].height
    page_box = Box(0, 0, width, height)
    pages = tuple(Page(width, height, (PlacedFace(drawing, 0, 0, page_box),), trim=page_box) for drawing in drawings)
    title = spec.language.phrase("{game}: roster", game=spec.title)

    def finish(document: Document, _: PageWriter) -> None:
        document.catalog["Lang"] = PDFString(spec.language.code)

    return write_pdf(Book(pages, title, version=(1, 5), scaling=False), finish)


# Whether values as long as a sheet promises fit where it shows them: on its pages, continuations and cards


PAPERS = ("a4", "letter")
"""Papers on which promised lengths must fit."""
_WIDE = "Wigwam Mammoth Commonwealth Hammock Womanhood Mammon Swamp Moonbeam "
"""Ordinary words with wide letters: a text with as many letters needs no more room."""


def wide_words(count: int) -> str:
    """Return a text of ``count`` letters, as wide as ordinary words get."""
    return (_WIDE * (count // len(_WIDE) + 1))[:count]


def check_lengths(spec: SheetSpec) -> None:
    """Check that all values a sheet allows fit. Raises GameError with every problem, LayoutError."""
    columns = dict(spec.fields(dict.fromkeys(spec.groups, MOST_ROWS)))
    problems = Problems()
    least: dict[FieldColumn, tuple[int, str]] = {}
    for page_label, theme, page in _all_pages(spec):
        for slot in page.slots:
            column = columns.get(slot.name)
            if column is None or column.derived or slot.kind == "check":
                continue
            if column.type in ("text", "long"):
                fits = letters_that_fit(slot, theme, wide_words(column.most))
                if fits < least.get(column, (column.most, ""))[0]:
                    least[column] = fits, f"{slot.name} ({page_label})"
            else:
                _check_values(column, slot, theme, page_label, problems)
    for column, (fits, page_label) in least.items():
        spot = column.spot.at("most") if "most" in column.spot.value else column.spot
        message = f"{column.most} letters are allowed, but only {fits} wide ones fit in {page_label}"
        spot.report(problems, message, f"write most: {fits}, or give it more room")
    problems.raise_as(GameError)


def _check_values(column: FieldColumn, slot: Slot, theme: SheetTheme, page_label: str, problems: Problems) -> None:
    """Report choices, extreme numbers and largest pools that do not fit in a slot."""
    texts: list[str] = []
    if column.type == "choice":
        texts = [column.label_of(option) for option in column.options]
    elif column.type == "number":
        texts = [str(column.least).replace("-", "−"), str(column.most)]
    elif column.type == "dice":
        texts = [f"{column.most}{die}" for die in column.options]
    for text in texts:
        if letters_that_fit(slot, theme, text) < len(text):
            column.spot.report(problems, f"{text!r} does not fit in {slot.name} ({page_label})", "give it more room")


def _all_pages(spec: SheetSpec) -> Iterator[tuple[str, SheetTheme, BlankPage]]:
    """Yield (label, theme, page) of a sheet's pages, a continuation of each list, and each size of card, on PAPERS."""
    sheets = {name: blank_sheet(spec, find_paper(name)) for name in PAPERS}
    for name, sheet in sheets.items():
        for number, page in enumerate(sheet.blank, 1):
            yield f"page {number}, {name}", sheet.theme, page
        for group, options in list_blocks(spec).items():
            page, _ = continuation_page(spec, sheet.theme, sheet.paper, options, row_count(spec, options) + 1, 1)
            yield f"continuation of {group}, {name}", sheet.theme, page
    for name, sheet in sheets.items():
        for size in ("large", "poker") if spec.npc else ():
            templates = _Templates(sheet, size)
            (blank,) = deal_cards(spec, (), size, 1)
            yield f"{size} card, {name}", templates.theme, templates.template(blank)
