"""A run, or some of its decks, as one file for a digital press, or as sheets of the cards of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from deckgen.errors import DeckError, PressError, Problem
from deckgen.library.cards import Cards
from deckgen.library.decks import fitting_layout
from deckgen.library.names import set_stem
from deckgen.press.options import Options
from deckgen.records import record
from deckgen.run.print_run.manifest import AGAIN

if TYPE_CHECKING:
    from deckgen.deck.audit.summary import AuditSummary
    from deckgen.library.documents import Progress
    from deckgen.press.target import Target
    from deckgen.run.print_run.manifest import Run


@record
class RunFile:
    """The decks of a run of these ``numbers``, or all, for a print target; by default as the run has them."""

    run: Run
    numbers: range | None
    target_name: str
    options: Options
    layout: str | None = None
    references: bool = True
    colophon_card: bool = False

    @cached_property
    def target(self) -> Target:
        from deckgen.press.target import load_target

        return load_target(self.target_name)

    @property
    def name(self) -> str:
        """What the file is called in a folder."""
        from deckgen.press.target import paper_for

        sheets = self.target.imposition == "sheet"
        papers = [paper_for(self.options.paper, self.target).name] if sheets else []
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
        parts = (cards.part for cards in self._drawn(progress))
        return write_run(stream, self.options.title, said, parts)

    def _write_sheets(self, stream: BinaryIO, progress: Progress) -> int:
        """Sheets of the cards of all decks, one deck after the other, so that they may be stacked in that order."""
        from deckgen.press.imposition.impose import impose
        from deckgen.press.pdf.writer import write_pdf

        drawn = [cards.faces for cards in self._drawn(progress)]
        fronts = [front for faces in drawn for front in faces.all_fronts]
        made = impose(fronts, drawn[0].back, self.target, replace(self.options, footer=self._stem))
        progress(f"writing {len(made.pages)} pages")
        stream.write(write_pdf(made))
        return len(made.pages)

    def _drawn(self, progress: Progress) -> Iterator[Cards]:
        run = self.run
        numbers = run.numbers(self.numbers)
        layout = fitting_layout(run.game, run.spec, self._layout)
        card = self.colophon_card or run.facts["made"].get("colophon_card")
        for done, number in enumerate(numbers, 1):
            progress(f"drawing deck {done} of {len(numbers)}")
            deck = run.deck(number)
            colophon = self._audit(number) if card else None
            faces = deck.faces(layout, references=self.references, colophon=colophon)
            yield Cards(deck.data, deck.stem, deck.title, faces, self.target, self.options)

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
