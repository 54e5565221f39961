"""The cards of a deck, drawn: written for a print target, a service or a tabletop, or as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.files import write_files
from deckgen.language import Language
from deckgen.library.documents import Document, in_turn
from deckgen.reach import real_path

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.document.deck_text import DeckText
    from deckgen.draw.drawing import Faces
    from deckgen.press.options import Options
    from deckgen.press.pdf.run import DocumentPart, Metadata
    from deckgen.press.target import Target

PICTURES = ("pdf", "svg", "png")
"""The formats of cards that are not packed for a service or a tabletop."""


class Cards(Document):
    """The cards of a deck for a print target, or ``only`` those of some impulses.

    A target that takes pictures has them in a zip or a folder. ``dpi`` is of PNG; ``url`` comes before the names of
    pictures that a tabletop reads, ``describe`` returns the deck in words for it.
    """

    def __init__(
        self,
        deck: Deck,
        stem: str,
        title: str,
        faces: Faces,
        target: Target,
        options: Options,
        describe: Callable[[], DeckText],
        only: Sequence[int] = (),
        dpi: int = 300,
        url: str = "",
    ) -> None:
        from deckgen.press.target import paper_for

        apply_sheet_options = target.imposition == "sheet"
        papers = [paper_for(options.paper, target).name] if apply_sheet_options else []
        self.deck, self.deck_stem, self.title, self.faces = deck, stem, title, faces
        self.target, self.options, self.only, self.dpi, self.url = target, options, only, dpi, url
        self.describe = describe
        self.stem = "-".join([stem, target.name, *papers])
        kinds = PICTURES if target.is_pdf else ("png", "svg") if only else ("zip",)
        super().__init__(self._content, {kind: f"{self.stem}.{kind}" for kind in kinds})

    def save(self, path: str | Path) -> Path:
        """Write a file, or a folder of pictures if the path has no suffix; return the path.

        The suffix decides the format. Raises DeckgenError if it cannot be made or written.
        """
        out = Path(path)
        if out.suffix and not out.is_dir():
            kind = out.suffix[1:].lower()
            self.save_files(out, kind if kind in PICTURES else self._check_format(kind, str(out)))
        else:
            self.save_folder(out)
        return out

    @in_turn
    def save_files(self, out: Path, kind: str) -> list[Path]:
        """Write one file if it is a PDF or ``out`` has the suffix of the format, else a folder; return the paths."""
        lone = kind == "pdf" or out.suffix.lower() == f".{kind}"
        return write_files(out, self._files(out, kind, lone=lone))

    @in_turn
    def save_folder(self, folder: Path, kind: str | None = None) -> list[Path]:
        """Write the files of a format, by default the first, into a folder; return their paths."""
        kind = kind or self.formats[0]
        if kind == "pdf":
            return write_files(folder, [(f"{self.stem}.pdf", self._content(kind))])
        return write_files(folder, self._files(folder, kind, lone=False))

    @in_turn
    def content(self, kind: str | None = None) -> bytes:
        """Return the content of the one file in a format. Raises PressError for several pictures."""
        return self._content(kind or self.formats[0])

    def _content(self, kind: str) -> bytes:
        ((_, content),) = self._files(Path(f"cards.{kind}"), kind, lone=True)
        return content

    def _files(self, out: Path, kind: str, *, lone: bool) -> Iterator[tuple[str, bytes]]:
        """Yield (name, content) of the files in a format for ``out``; a ``lone`` one is all, and its name is ""."""
        if kind == "zip":
            from deckgen.export import export_files

            return export_files(
                self.faces,
                self.deck,
                self.target,
                self.options,
                single_file=lone,
                stem=self.stem,
                url=self.url,
                describe=self.describe,
            )
        if self.target.vt and kind == "pdf" and not self.only:
            from deckgen.press.pdf.run import write_run

            stream = BytesIO()
            write_run(stream, self.title, self.part.metadata, [self.part])
            return iter([("", stream.getvalue())])
        from deckgen.press.write import render_cards

        only = self.only or None
        return render_cards(
            self.faces, self.target, out, self.options, kind, single_file=lone, dpi=self.dpi, card_numbers=only
        )

    @cached_property
    def part(self) -> DocumentPart:
        """The deck as a part of a PDF/VT file, with the metadata that distinguish it from others."""
        from deckgen.card.code import serial_number
        from deckgen.press.imposition.impose import impose
        from deckgen.press.pdf.run import DocumentPart

        deck = self.deck
        metadata: Metadata = {
            "Game": deck.game,
            "Deck": deck.deck,
            "Id": deck.id,
            "Number": deck.number,
            "Serial": serial_number(deck.number, deck.of),
            "Seed": deck.seed,
        }
        options = replace(self.options, title=self.title)
        pages = impose(self.faces.all_fronts, self.faces.back, self.target, options)
        return DocumentPart(pages, self.deck_stem, metadata)

    def warnings(self, out: Path, kind: str) -> Iterator[str]:
        """Yield what will not work though all is written, with a remedy; pictures are in ``out``, or beside a zip."""
        if kind in {"pdf", "zip"} and self.target.turns(self.faces.back):
            size = self.target.size_of(self.faces.back)
            yield f"the cards are turned by 90°, fronts to the right, backs to the left: {self.target.title} prints {size}"
        if kind != "zip" or self.target.imposition not in {"tabletop-simulator", "foundry"}:
            if self.url:
                yield f"--url does nothing here: the target {self.target.name} names no pictures"
            return
        simulator = self.target.imposition == "tabletop-simulator"
        if simulator and not self.url.startswith(("https://", "http://", "file:///")):
            folder = real_path(out.parent if out.suffix.lower() == ".zip" else out).as_uri()
            address = f"{self.url}{self.stem}-1.png"
            yield (
                f"Tabletop Simulator loads pictures by full addresses, and {address} is not one: the cards would be blank. "
                "Put the pictures on the web and write again with their address, such as --url https://example.org/deck/, "
                f"or for this computer alone with --url {folder}/"
            )
        elif self.url and not self.url.endswith(("/", "=")):
            yield f"--url comes before the names of pictures as it is; did you mean --url {self.url}/ ?"


def print_options(
    title: str,
    language: Language,
    *,
    footer: str = "",
    colophon: tuple[tuple[str, str], ...] = (),
    printer: str | None = None,
    **choices: Any,
) -> Options:
    """Return the options of a print; those that are None have their default.

    A given shift of backs wins over the saved one of the ``printer``. Raises PressError for an unknown printer or option.
    """
    from deckgen.errors import PressError, Problem, suggest
    from deckgen.press.options import Options
    from deckgen.press.printers import PrinterOffset, find_printer

    option_names = Options.__dataclass_fields__.keys()
    for name in choices.keys() - option_names:
        message = f"there is no option {name!r}"
        raise PressError(Problem("options", None, "", message, suggest(name, option_names)))
    saved = PrinterOffset() if printer is None else find_printer(printer)
    set_choices = {name: value for name, value in choices.items() if value is not None}
    moved: dict[str, Any] = {"back_offset": (saved.x, saved.y), "back_rotate": saved.rotate}
    facts = {"title": title, "footer": footer, "colophon": colophon, "language": language}
    return Options(**(moved | set_choices | facts))
