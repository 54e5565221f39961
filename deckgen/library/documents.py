"""Documents: what can be printed, read or opened, made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from io import BytesIO
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, BinaryIO, ParamSpec, TypeVar

from deckgen.errors import DeckError, DeckgenError, Problem
from deckgen.files import open_atomic

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing
    from deckgen.game.model import DeckSpec, Game
    from deckgen.press.pages import Page

Progress = Callable[[str], None]
"""Called often with a description of the step of the work that begins."""


_LOCK = RLock()
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def in_turn(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Decorate what reads, deals or draws: one thread at a time, as what games, layouts and fonts cache is for one."""

    @wraps(function)
    def call(*values: Arguments.args, **options: Arguments.kwargs) -> Result:
        with _LOCK:
            return function(*values, **options)

    return call


def ignore(_: str) -> None:
    """Report no progress."""


class Document:
    """Something to print, to read or to open in a browser: ``pdf()`` returns it, ``save(path)`` writes it.

    It is made when you ask for it. ``file_names`` maps its formats, the default first, to the names of its files.
    """

    def __init__(self, make: Callable[[str], bytes], file_names: Mapping[str, str]) -> None:
        """``make`` returns the content in a format."""
        self._make = make
        self.file_names = file_names

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {next(iter(self.file_names.values()))!r}: {', '.join(self.formats)}>"

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats that it can be written in, the default first."""
        return tuple(self.file_names)

    @in_turn
    def content(self, kind: str | None = None) -> bytes:
        """Return the content in a format, or in the default one. Raises DeckgenError if there is no such format."""
        return self._make(self._check_format(kind or self.formats[0], ""))

    def pdf(self) -> bytes:
        """Return the PDF. Raises DeckgenError if there is none."""
        return self.content("pdf")

    def files(self, *kinds: str) -> Iterator[tuple[str, bytes]]:
        """Yield name and content of its file in each format, by default in the first."""
        for kind in kinds or self.formats[:1]:
            yield self.file_names[kind], self.content(kind)

    @in_turn
    def write(self, stream: BinaryIO, kind: str | None = None) -> None:
        """Write the content into a stream; many pages are not held in memory at once."""
        stream.write(self.content(kind))

    def save(self, path: str | Path) -> Path:
        """Write a file, whole or not at all, and return its path; the suffix decides the format.

        In a folder the file gets its default name. Raises DeckgenError if it cannot be made or written.
        """
        file = Path(path)
        if file.is_dir():
            file /= self.file_names[self.formats[0]]
        kinds = {Path(name).suffix: kind for kind, name in self.file_names.items()}
        kind = self._check_format(kinds.get(file.suffix.lower(), file.suffix), str(file))
        with open_atomic(file) as stream:
            self.write(stream, kind)
        return file

    def _check_format(self, kind: str, path: str) -> str:
        """Return the format ``kind``. Raises DeckgenError, about the file ``path`` or "format", if there is none."""
        if kind not in self.file_names:
            message = f"this document has no format {kind or 'without a suffix'}"
            remedy = f"choose from {', '.join(self.formats)}"
            raise DeckgenError(Problem(path or "format", None, "", message, remedy))
        return kind


class StreamedDocument(Document):
    """A document whose pages are written one after the other, however many they are."""

    def __init__(self, write: Callable[[BinaryIO, str], object], file_names: Mapping[str, str]) -> None:
        super().__init__(self._content, file_names)
        self._write = write

    @in_turn
    def write(self, stream: BinaryIO, kind: str | None = None) -> None:
        self._write(stream, self._check_format(kind or self.formats[0], ""))

    def _content(self, kind: str) -> bytes:
        stream = BytesIO()
        self._write(stream, kind)
        return stream.getvalue()


def file_names(stem: str, *kinds: str, paper: str = "") -> dict[str, str]:
    """Return the names of files by their formats; that of a PDF names the paper."""
    return {kind: f"{stem}{f'-{paper}' if paper and kind == 'pdf' else ''}.{kind}" for kind in kinds}


def pages_pdf(paper: str, subject: str, draw: Callable[[], Sequence[Drawing]], title: str = "") -> bytes:
    """Return drawn pages as a PDF, whose title is that of its first page by default.

    Raises PressError if the ``paper`` is too small for the ``subject``, such as "the table".
    """
    from deckgen.draw.paper import report_small_paper
    from deckgen.press.write import pages_pdf as write_pages

    with report_small_paper(paper, subject):
        pages = draw()
    return write_pages(pages, title=title or pages[0].title)


def check_dealt(spec: DeckSpec, what: str) -> None:
    """Raise DeckError for a deck to which nothing is dealt, so that there is no ``what``."""
    if not spec.is_dealt:
        message = f"nothing is dealt in this deck, so there is no {what}: each card is as the game has it"
        raise DeckError(Problem(spec.name, None, "", message, "print the cards, or name a deck with dealt sections"))


def odds_document(game: Game, spec: DeckSpec, deck: Deck | None, stem: str, paper: str) -> Document:
    """Return the odds (pdf, csv, html) of a game's dice, beside them those of a deck if given, named by ``stem``."""

    def make(kind: str) -> bytes:
        check_dealt(spec, "odds table")
        if kind == "pdf":
            from deckgen.document.odds.pdf import odds_pages

            return pages_pdf(paper, "the odds table", lambda: odds_pages(game, spec, deck, paper=paper))
        from deckgen.document.odds.html import odds_html
        from deckgen.document.odds.totals import all_section_odds, as_csv

        section_odds = all_section_odds(game, spec, deck)
        return (as_csv if kind == "csv" else odds_html)(game, spec, section_odds, deck)

    return Document(make, file_names(f"{stem}-odds", "pdf", "csv", "html", paper=paper))


def map_document(draw: Callable[[], Drawing], stem: str, paper: str) -> Document:
    """Return the card map that ``draw`` returns, named by ``stem``: pdf, svg or png."""

    def make(kind: str) -> bytes:
        if kind == "pdf":
            return pages_pdf(paper, "the map", lambda: [draw()])
        from deckgen.draw.paper import report_small_paper
        from deckgen.press.pictures.png import png
        from deckgen.press.pictures.svg import svg

        with report_small_paper(paper, "the map"):
            page = draw()
        return svg(page).encode() if kind == "svg" else png(page, 200)

    return Document(make, file_names(stem, "pdf", "svg", "png"))


def poster_document(
    draw: Callable[[], Sequence[Page]], stem: str, title: str, paper: str, dpi: int, subject: str, *kinds: str
) -> Document:
    """Return the pages that ``draw`` returns in ``kinds`` pdf and png (the first, of ``dpi``), named by ``stem`` and ``subject``."""

    def make(kind: str) -> bytes:
        from deckgen.draw.paper import report_small_paper
        from deckgen.press.contact import placed_png
        from deckgen.press.pages import Book
        from deckgen.press.pdf.writer import write_pdf

        with report_small_paper(paper, f"the {subject}"):
            pages = tuple(draw())
        return placed_png(pages[0], dpi) if kind == "png" else write_pdf(Book(pages, title, scaling=not pages[1:]))

    return Document(make, file_names(f"{stem}-{subject}", *(kinds or ("pdf", "png")), paper=paper))
