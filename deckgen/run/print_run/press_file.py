"""A run, or some of its decks, as one file for a digital press, or as sheets of the cards of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, BinaryIO

from deckgen.errors import DeckError, PressError, Problem
from deckgen.press.options import Options
from deckgen.records import record
from deckgen.run.decks import layout_of, set_stem
from deckgen.run.print_run.manifest import AGAIN

if TYPE_CHECKING:
    from deckgen.deck.audit.summary import AuditSummary
    from deckgen.draw.drawing import Faces
    from deckgen.press.pdf.run import DocumentPart, Metadata
    from deckgen.press.target import Target
    from deckgen.run.decks import DealtDeck, Progress
    from deckgen.run.print_run.manifest import Run


@record
class RunFile:
    """The decks of a run of these ``numbers``, or all, and how they are wanted: as they were made, unless it is said otherwise."""

    run: Run
    numbers: range | None
    target: Target
    options: Options
    layout: str | None = None
    references: bool = True
    colophon_card: bool = False

    @property
    def name(self) -> str:
        """What the file is called in a folder."""
        from deckgen.press.target import paper

        sheets = self.target.imposition == "sheet"
        papers = [paper(self.options.paper, self.target).name] if sheets else []
        return "-".join([self._stem, self.target.name, *papers]) + ".pdf"

    @property
    def _stem(self) -> str:
        facts = self.run.facts
        found = self.run.numbers(self.numbers)
        some = f"-{found[0]}-{found[-1]}" if self.numbers is not None else ""
        return f"{set_stem(facts['game'], facts['deck'], facts['seed'])}{some}"

    def write(self, stream: BinaryIO, progress: Progress) -> int:
        """Write the file as it comes and return how many pages it has; sheets are written when all are drawn.

        Raises DeckgenError if a deck cannot be read or drawn.
        """
        from deckgen.press.pdf.run import write_run

        if self.target.imposition == "sheet":
            return self._write_sheets(stream, progress)
        if not self.target.vt:
            what = f"the target {self.target.name} is for one deck, and {self.run.folder} is a run"
            remedy = f"choose --target pdfvt, or sheets such as press-sheet, or make a file of each deck: deckgen batch --target {self.target.name}"
            raise PressError(Problem("--target", None, "", what, remedy))
        facts = self.run.facts
        said = {"Game": facts["game"], "Deck": facts["deck"], "Seed": facts["seed"], "Of": facts["count"]}
        drawn = self._drawn(progress)
        parts = (part(dealt, faces, self.target, self.options) for dealt, faces in drawn)
        return write_run(stream, self.options.title, said, parts)

    def _write_sheets(self, stream: BinaryIO, progress: Progress) -> int:
        """Sheets of the cards of all decks, one deck after the other, so that they may be stacked in that order."""
        from deckgen.press.imposition.impose import impose
        from deckgen.press.pdf.writer import write_pdf

        drawn = [faces for _, faces in self._drawn(progress)]
        fronts = [front for faces in drawn for front in faces.all_fronts]
        made = impose(fronts, drawn[0].back, self.target, replace(self.options, footer=self._stem))
        progress(f"writing {len(made.pages)} pages")
        stream.write(write_pdf(made))
        return len(made.pages)

    def _drawn(self, progress: Progress) -> Iterator[tuple[DealtDeck, Faces]]:
        run = self.run
        numbers = run.numbers(self.numbers)
        layout = layout_of(run.game, run.spec, self._layout)
        card = self.colophon_card or run.facts["made"].get("colophon_card")
        for done, number in enumerate(numbers, 1):
            progress(f"drawing deck {done} of {len(numbers)}")
            dealt = run.deck(number)
            colophon = self._audit(number) if card else None
            yield dealt, dealt.faces(layout, references=self.references, colophon=colophon)

    @property
    def _layout(self) -> str | None:
        """The layout that was chosen, or that of the run if it is a shipped one."""
        from deckgen.card.layout import layout_names

        made = self.run.facts["made"].get("layout")
        return self.layout or (made if made in layout_names() else None)

    def _audit(self, number: int) -> AuditSummary:
        from deckgen.deck.audit.summary import AuditSummary

        manifest = self.run.manifest
        match manifest.lines[number - 1].get("audit"):
            case {
                "cells": int(cells), "exact": int(exact), "passed": bool(passed),
                "largest_tail_error_cards": int() | float() as error,
            }:  # fmt: skip
                return AuditSummary(cells, exact, Fraction(str(error)), passed)
        what = "is not what a run says of an audit"
        raise DeckError(Problem(str(manifest.path), None, f"decks[{number - 1}].audit", what, AGAIN))


def part(dealt: DealtDeck, faces: Faces, target: Target, options: Options) -> DocumentPart:
    """A deck as a part of a file, with what tells it from others."""
    from deckgen.card.code import serial
    from deckgen.press.imposition.impose import impose
    from deckgen.press.pdf.run import DocumentPart

    deck = dealt.deck
    number = serial(deck.number, deck.of)
    said: Metadata = {
        "Game": deck.game,
        "Deck": deck.deck,
        "Id": deck.id,
        "Number": deck.number,
        "Serial": number,
        "Seed": deck.seed,
    }
    pages = impose(faces.all_fronts, faces.back, target, replace(options, title=dealt.title))
    return DocumentPart(pages, dealt.stem, said)
