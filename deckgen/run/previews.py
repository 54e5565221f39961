"""All cards at a glance: a preview, drawn once or again after every change, and the faces of contact sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.deck.cards import Deck
from deckgen.document.pages import deck_words
from deckgen.errors import DeckgenError, LayoutError, Problem
from deckgen.files import shipped_path, write_atomic, write_folder
from deckgen.game import load
from deckgen.game.model import DeckSpec, Game
from deckgen.reach import real_path
from deckgen.records import record
from deckgen.run.decks import DealtDeck, Progress, SetPart, deal, layout_name, read_files, spec_named

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.contact import FaceStrip

_REFRESH = 2  # seconds after which a watched page looks for news


@record
class Preview:
    """What is shown: a deck.json, or the deck of a game with that ``seed``; by default in its own layout and language."""

    source: str
    layout: str | None
    game_folder: str | None
    seed: str
    out: Path
    progress: Progress
    language: str | None = None

    def write(self, *, refresh: int = 0) -> list[Path]:
        """Write a page of all cards, which reloads after so many seconds if not 0, and a picture of them all.

        The picture is left out where the cairo library is missing: see ``lacking``.
        """
        from deckgen.press.contact import faces_png, preview_page
        from deckgen.press.pictures.png import has_cairo

        game, spec, deck = self._source()
        dealt = (
            DealtDeck(game, spec, deck) if deck else deal(game, spec, SetPart(self.seed), self.progress)[0]
        )
        faces = dealt.faces(dealt.layout(self.layout))
        self.progress("drawing")

        def files() -> Iterator[tuple[str, bytes]]:
            yield "cards.html", preview_page(faces, dealt.title, refresh=refresh, language=game.language)
            if has_cairo():
                yield "cards.png", faces_png(faces)

        if not refresh:
            return write_folder(self.out, files())
        made = []
        for name, content in files():  # who watches has the page while the picture takes its time
            made.append(self.out / name)
            write_atomic(made[-1], content)
        return made

    def folders(self) -> list[Path]:
        """The folders of what the cards depend on. Raises DeckgenError if the source or the layout is not there."""
        game, spec, deck = self._source()
        chosen = Path(self.layout or layout_name(game, spec))
        drawn = chosen.parent if chosen.suffix in (".svg", ".yaml") else shipped_path("layouts") / "card"
        folders = {game.folder, drawn, *([Path(self.source).parent] if deck else [])}
        if not all(folder.is_dir() for folder in folders):
            remedy = "name a shipped layout, or an .svg"
            raise LayoutError(Problem(str(chosen), None, "", "there is no such layout", remedy))
        return sorted(folders)

    def _source(self) -> tuple[Game, DeckSpec, Deck | None]:
        """The game, the spec, and the deck if it is given: not held against the game's data, which may be changing."""
        if self.source.endswith(".json"):
            (file,), game = read_files([Path(self.source)], self.game_folder, self.language)
            spec = spec_named(game, file.deck)
            return game, spec, file.typed(spec)
        game = load(self.source, self.language)
        return game, spec_named(game, None), None


def whole(dealt: DealtDeck, layout: str | None) -> FaceStrip:
    """All faces of a deck, reference cards and the back with them."""
    faces = dealt.faces(dealt.layout(layout))
    return _strip(dealt, [*faces.all_fronts, faces.back])


def beginnings(
    decks: Iterable[DealtDeck], layout: str | None, count: int, progress: Progress
) -> Iterator[FaceStrip]:
    """The first so many fronts of each deck, to see that it is itself."""
    drawn = None
    for dealt in decks:
        progress(f"drawing deck {dealt.deck.number}")
        drawn = drawn or dealt.layout(layout)
        yield _strip(dealt, dealt.faces(drawn, references=False).fronts[:count])


def _strip(dealt: DealtDeck, drawings: Iterable[Drawing]) -> FaceStrip:
    from deckgen.press.contact import FaceStrip

    line = deck_words(dealt.deck, dealt.deck.seed, dealt.game.language)
    titles = ((drawing.title.removeprefix(dealt.spec.title).strip(" ,"), drawing) for drawing in drawings)
    return FaceStrip(f"{dealt.title} · {line}", tuple(titles))


def lacking() -> str:
    """What is said of files that a preview cannot have on this machine; empty if it has all."""
    from deckgen.press.pictures.png import GET_CAIRO, has_cairo

    return "" if has_cairo() else f"no cards.png: the cairo library is missing; {GET_CAIRO}"


def watch(preview: Preview, note: Callable[[str], None]) -> Iterator[list[Path] | DeckgenError]:
    """Write the preview, and again after every change; each time its files, or what is wrong.

    ``note`` is told what is watched. Raises DeckgenError if the package watchfiles is not there.
    """
    try:
        import watchfiles  # an extra
    except ImportError:
        remedy = "install it: pip install 'deckgen[watch]'"
        raise DeckgenError(
            Problem("watch", None, "", "the package watchfiles is not there", remedy)
        ) from None
    folders = preview.folders()
    note(f"watching {', '.join(map(str, folders))}; Ctrl-C ends it")
    if lack := lacking():
        note(lack)
    changes = watchfiles.watch(*folders, raise_interrupt=False)
    for _ in _worth(({path for _, path in change} for change in changes), preview.out):
        try:
            yield preview.write(refresh=_REFRESH)
        except DeckgenError as error:
            yield error


def _worth(changes: Iterable[set[str]], out: Path) -> Iterator[None]:
    """Once at the start, then for every change of something but our own results and hidden files."""
    yield
    for paths in changes:
        places = [Path(path) for path in paths]
        if any(real_path(out) not in real_path(place).parents and place.name[:1] != "." for place in places):
            yield
