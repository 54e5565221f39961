"""The cards of a deck, written for a print target, a service or a tabletop, or as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.files import write_files
from deckgen.reach import real_path
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.deck.audit.summary import AuditSummary
    from deckgen.draw.drawing import Faces
    from deckgen.press.options import Options
    from deckgen.press.target import Target
    from deckgen.run.decks import DealtDeck


@record
class CardFiles:
    """The cards of a deck and how they are wanted.

    ``kind`` is pdf, svg or png, or zip for what the target, a service or tabletop, takes; ``card`` is the only
    one that is wanted; ``dpi`` is of png, ``url`` of what a tabletop reads.
    """

    dealt: DealtDeck
    faces: Faces
    target: Target
    options: Options
    kind: str
    card: int | None = None
    dpi: int = 300
    url: str = ""

    def write(self, out: Path) -> list[Path]:
        """Write a file, or a folder if ``out`` does not end like one, and return the files."""
        lone = self.kind == "pdf" or out.suffix.lower() == f".{self.kind}"
        return write_files(out, self._files(out, lone=lone))

    def write_folder(self, folder: Path) -> list[Path]:
        """Write all files into a folder, and return them."""
        if self.kind == "pdf":
            return write_files(folder, [(f"{self._stem}.pdf", self.content())])
        return write_files(folder, self._files(folder, lone=False))

    def content(self) -> bytes:
        ((_, content),) = self._files(Path(f"cards.{self.kind}"), lone=True)
        return content

    def _files(self, out: Path, *, lone: bool) -> Iterator[tuple[str, bytes]]:
        """Names and contents; a ``lone`` file has no name."""
        if self.kind == "zip":
            from deckgen.export import exported

            deck, stem = self.dealt.deck, self._stem
            return exported(self.faces, deck, self.target, self.options, lone=lone, stem=stem, url=self.url)
        if self.target.vt and self.kind == "pdf" and self.card is None:
            from deckgen.press.pdf.run import write_run
            from deckgen.run.print_run.press_file import part

            own, stream = part(self.dealt, self.faces, self.target, self.options), BytesIO()
            write_run(stream, self.dealt.title, own.metadata, [own])
            return iter([("", stream.getvalue())])
        from deckgen.press.write import render_cards

        only = None if self.card is None else [self.card]
        return render_cards(
            self.faces,
            self.target,
            out,
            self.options,
            self.kind,
            single_file=lone,
            dpi=self.dpi,
            card_numbers=only,
        )

    def doubts(self, out: Path) -> Iterator[str]:
        """What will not work though all is written, and what to do; pictures lie in ``out``, or beside it if it is a zip."""
        if self.kind != "zip" or self.target.imposition not in {"tabletop-simulator", "foundry"}:
            if self.url:
                yield f"--url does nothing here: the target {self.target.name} names no pictures"
            return
        simulator = self.target.imposition == "tabletop-simulator"
        if simulator and not self.url.startswith(("https://", "http://", "file:///")):
            place = real_path(out.parent if out.suffix.lower() == ".zip" else out).as_uri()
            named = f"{self.url}{self._stem}-1.png"
            yield (
                f"Tabletop Simulator loads pictures by whole addresses, and {named} is none: the cards would be blank. "
                "Put the pictures on the web and write again with their place, such as --url https://example.org/deck/, "
                f"or for this computer alone with --url {place}/"
            )
        elif self.url and not self.url.endswith(("/", "=")):
            yield f"--url stands before the names of pictures as it is; did you mean --url {self.url}/ ?"

    @property
    def _stem(self) -> str:
        from deckgen.press.target import paper

        on_sheets = self.target.imposition == "sheet"
        papers = [paper(self.options.paper, self.target).name] if on_sheets else []
        return "-".join([self.dealt.stem, self.target.name, *papers])


def footer(dealt: DealtDeck) -> str:
    """The foot of printed sheets: what is needed to make them again, years later.

    The seed is there as in file names, because a font need not have the characters of every seed.
    """
    deck = dealt.deck
    return f"{dealt.stem} · {deck.short_id} · {deck.generator}"


def audit_summary(dealt: DealtDeck) -> AuditSummary:
    """What the audit of a deck finds, for the card that tells of it."""
    from deckgen.deck.audit.auditor import audit
    from deckgen.deck.audit.summary import summary

    return summary(audit([dealt.deck], dealt.game))


def colophon(dealt: DealtDeck) -> tuple[tuple[str, str], ...]:
    """What it takes to deal the deck again."""
    deck, language = dealt.deck, dealt.game.language
    which = language.phrase(
        "{title} ({name}), {number} of {of}, {size} cards",
        title=dealt.spec.title,
        name=deck.deck,
        number=deck.number,
        of=deck.of,
        size=deck.size,
    )
    return (
        (language.phrase("game"), f"{dealt.game.title} ({deck.game})"),
        (language.phrase("deck"), which),
        (language.phrase("seed"), deck.seed),
        (language.phrase("deck id"), deck.id),
        (language.phrase("dealt by"), deck.generator),
    )
