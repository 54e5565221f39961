"""All cards at a glance: previews and contact sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.document.pages import deck_words
from deckgen.files import write_folder
from deckgen.library.choices import find_spec
from deckgen.library.decks import Deck, read_files
from deckgen.library.documents import Document, Progress, file_names

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.contact import FaceStrip


def write_preview(
    source: Path, game_folder: str | None, layout: str | None, language: str | None, out: Path
) -> list[Path]:
    """Write cards.html and, with cairo, cards.png of a deck.json, whose game may have changed; return the paths."""
    from deckgen.press.contact import faces_png, preview_page
    from deckgen.press.pictures.png import has_cairo

    (file,), game = read_files([source], game_folder, language)
    spec = find_spec(game, file.deck)
    deck = Deck(game, spec, file.check_against(spec))
    faces = deck.faces(layout)

    def files() -> Iterator[tuple[str, bytes]]:
        yield "cards.html", preview_page(faces, deck.title, language=game.language)
        if has_cairo():
            yield "cards.png", faces_png(faces)

    return write_folder(out, files())


def deck_strip(deck: Deck, layout: str | None) -> FaceStrip:
    """Return a strip of a deck's fronts, reference cards and back, by default in the game's layout."""
    faces = deck.faces(layout)
    return _strip(deck, [*faces.all_fronts, faces.back])


def contact_sheet(strips: Iterable[FaceStrip], deck: Deck, paper: str, columns: int, dpi: int) -> Document:
    """Return strips of faces, ``columns`` side by side, as PDF, or one PNG of ``dpi``; its title is the deck's."""
    from deckgen.draw.paper import find_paper
    from deckgen.press.contact import ContactOptions, contact_book, contact_png

    look = ContactOptions(find_paper(paper), columns, deck.title, deck.game.language)

    def make(kind: str) -> bytes:
        if kind == "png":
            return contact_png(strips, look, dpi)
        from deckgen.press.pdf.writer import write_pdf

        return write_pdf(contact_book(strips, look, deck.title))

    return Document(make, file_names(f"{deck.stem}-contact", "pdf", "png"))


def run_strips(decks: Iterable[Deck], layout: str | None, count: int, progress: Progress) -> Iterator[FaceStrip]:
    """Yield a strip of each deck's first ``count`` fronts, in the ``layout``, or in that of the first deck."""
    drawn = None
    for deck in decks:
        progress(f"drawing deck {deck.data.number}")
        drawn = drawn or deck.layout(layout)
        yield _strip(deck, deck.faces(drawn, references=False).fronts[:count])


def _strip(deck: Deck, drawings: Iterable[Drawing]) -> FaceStrip:
    """Return drawings of a deck as a strip titled with deck and seed; each has its own title, without the deck's."""
    from deckgen.press.contact import FaceStrip

    line = deck_words(deck.data, deck.data.seed, deck.game.language)
    titles = ((drawing.title.removeprefix(deck.spec.title).strip(" ,"), drawing) for drawing in drawings)
    return FaceStrip(f"{deck.title} · {line}", tuple(titles))


def missing_picture_note() -> str:
    """Return a note that pictures cannot be drawn on this machine; empty if they can."""
    from deckgen.press.pictures.png import INSTALL_CAIRO, has_cairo

    return "" if has_cairo() else f"no cards.png: the cairo library is missing; {INSTALL_CAIRO}"
