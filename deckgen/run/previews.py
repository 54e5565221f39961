"""All cards at a glance: previews, drawn once or after every change, and contact sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.card.layout import layout_path
from deckgen.deck import cards
from deckgen.document.pages import deck_words
from deckgen.errors import DeckgenError, LayoutError, Problem
from deckgen.files import shipped_path, write_atomic, write_folder
from deckgen.game import read_game
from deckgen.game.model import DeckSpec, Game
from deckgen.library.choices import DeckSelection, find_spec
from deckgen.library.decks import Deck, deal, read_files
from deckgen.library.documents import Document, Progress, file_names
from deckgen.reach import real_path
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.contact import FaceStrip

_REFRESH = 2  # seconds after which a watched page looks for news


@record
class Preview:
    """A preview of a deck.json, or of a game's deck with this ``seed`` and ``rulings``, in a layout and language."""

    source: str
    layout: str | None
    game_folder: str | None
    seed: str
    out: Path
    progress: Progress
    language: str | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)

    def write(self, *, refresh: int = 0) -> list[Path]:
        """Write cards.html, reloaded every ``refresh`` s (0: never), and, with cairo, cards.png; return the paths."""
        from deckgen.press.contact import faces_png, preview_page
        from deckgen.press.pictures.png import has_cairo

        game, spec, data = self._source()
        selection = DeckSelection(self.seed)
        deck = Deck(game, spec, data) if data else deal(game, spec, selection, self.progress)[0]
        faces = deck.faces(self.layout)
        self.progress("drawing")

        def files() -> Iterator[tuple[str, bytes]]:
            yield "cards.html", preview_page(faces, deck.title, refresh=refresh, language=game.language)
            if has_cairo():
                yield "cards.png", faces_png(faces)

        if not refresh:
            return write_folder(self.out, files())
        paths = []
        for name, content in files():  # who watches has the page while the picture takes its time
            paths.append(self.out / name)
            write_atomic(paths[-1], content)
        return paths

    def folders(self) -> list[Path]:
        """Return the folders of the files that the cards depend on. Raises DeckgenError if one is missing."""
        game, spec, deck = self._source()
        layout_file = Path(self.layout or layout_path(game, spec))
        drawn = layout_file.parent if layout_file.suffix in (".svg", ".yaml") else shipped_path("layouts") / "card"
        folders = {game.folder, drawn, *([Path(self.source).parent] if deck else [])}
        if not all(folder.is_dir() for folder in folders):
            remedy = "name a shipped layout, or an .svg"
            raise LayoutError(Problem(str(layout_file), None, "", "there is no such layout", remedy))
        return sorted(folders)

    def _source(self) -> tuple[Game, DeckSpec, cards.Deck | None]:
        """Return the game, the spec, and the deck of a deck.json, else None; the game may have changed since."""
        if self.source.endswith(".json"):
            (file,), game = read_files([Path(self.source)], self.game_folder, self.language)
            spec = find_spec(game, file.deck)
            return game, spec, file.check_against(spec)
        game = read_game(self.source, self.language, rulings=self.rulings)
        return game, find_spec(game, None), None


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


def watch(preview: Preview, note: Callable[[str], None]) -> Iterator[list[Path] | DeckgenError]:
    """Write the preview, and again after every change; yield its files or an error each time.

    ``note`` gets the watched folders. Raises DeckgenError if the package watchfiles is missing.
    """
    try:
        import watchfiles  # an extra
    except ImportError:
        remedy = "install it: pip install 'deckgen[watch]'"
        raise DeckgenError(Problem("watch", None, "", "the package watchfiles is not there", remedy)) from None
    folders = preview.folders()
    note(f"watching {', '.join(map(str, folders))}; Ctrl-C ends it")
    if lack := missing_picture_note():
        note(lack)
    changes = watchfiles.watch(*folders, raise_interrupt=False)
    for _ in _relevant_changes(({path for _, path in change} for change in changes), preview.out):
        try:
            yield preview.write(refresh=_REFRESH)
        except DeckgenError as error:
            yield error


def _relevant_changes(changes: Iterable[set[str]], out: Path) -> Iterator[None]:
    """Yield once at the start, then after changes of a file that is neither hidden nor in ``out``."""
    yield
    for paths in changes:
        places = [Path(path) for path in paths]
        if any(real_path(out) not in real_path(place).parents and place.name[:1] != "." for place in places):
            yield
