"""A run, or some of its decks, as one file for a digital press, or as sheets with the cards of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from deckgen.errors import DeckError, PressError, Problem
from deckgen.library.cards import Cards
from deckgen.library.choices import fitting_layout
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
    """The decks ``numbers`` of a run, or all, for a print target; by default in the run's layout."""

    run: Run
    numbers: range | None
    target_name: str
    options: Options
    layout: str | None = None
    references: bool = True
    colophon_card: bool = False
    site: str = ""
    own_backs: bool = False

    @cached_property
    def target(self) -> Target:
        """The print target, read from ``target_name``."""
        from deckgen.press.target import load_target

        return load_target(self.target_name)

    @property
    def name(self) -> str:
        """The PDF's name: game, deck, seed and any chosen numbers, then the target, and for sheets the paper."""
        from deckgen.press.target import paper_for

        sheets = self.target.imposition == "sheet"
        papers = [paper_for(self.options.paper, self.target).name] if sheets else []
        return "-".join([self._stem, self.target.name, *papers]) + ".pdf"

    @property
    def _stem(self) -> str:
        """The beginning of the file's name, with the first and last deck number if decks were chosen."""
        facts = self.run.facts
        numbers = self.run.numbers(self.numbers)
        range_suffix = f"-{numbers[0]}-{numbers[-1]}" if self.numbers is not None else ""
        return f"{set_stem(facts['game'], facts['deck'], facts['seed'])}{range_suffix}"

    def write(self, stream: BinaryIO, progress: Progress) -> int:
        """Write the file to a stream; return its number of pages. Raises DeckgenError, such as for unreadable decks."""
        from deckgen.press.pdf.run import write_run

        if self.target.imposition == "sheet":
            return self._write_sheets(stream, progress)
        if not self.target.vt:
            message = f"the target {self.target.name} is for one deck, and {self.run.folder} is a run"
            remedy = f"choose --target pdfvt, or sheets such as press-sheet, or make a file of each deck: deckgen batch --target {self.target.name}"
            raise PressError(Problem("--target", None, "", message, remedy))
        facts = self.run.facts
        metadata = {"Game": facts["game"], "Deck": facts["deck"], "Seed": facts["seed"], "Of": facts["count"]}
        parts = (cards.part for cards in self._draw_decks(progress))
        return write_run(stream, self.options.title, metadata, parts)

    def _write_sheets(self, stream: BinaryIO, progress: Progress) -> int:
        """Draw all decks, then write their sheets, to be stacked deck by deck; return the number of pages."""
        from deckgen.press.imposition.impose import impose
        from deckgen.press.pdf.writer import write_pdf

        faces_by_deck = [cards.faces for cards in self._draw_decks(progress)]
        fronts = [front for faces in faces_by_deck for front in faces.all_fronts]
        backs = [faces.back for faces in faces_by_deck for _ in faces.all_fronts]
        book = impose(fronts, backs[0], self.target, replace(self.options, footer=self._stem), backs)
        progress(f"writing {len(book.pages)} pages")
        stream.write(write_pdf(book))
        return len(book.pages)

    def _draw_decks(self, progress: Progress) -> Iterator[Cards]:
        """Yield each deck, drawn for the target; with its colophon card if that is chosen or the run has them."""
        run = self.run
        numbers = run.numbers(self.numbers)
        layout = fitting_layout(run.game, run.spec, self._layout)
        made = run.facts["made"]
        own_back = self.own_backs or made.get("own_backs") is True
        card, site = self.colophon_card or made.get("colophon_card"), self.site or made.get("site", "")
        for count, number in enumerate(numbers, 1):
            progress(f"drawing deck {count} of {len(numbers)}")
            deck = run.deck(number)
            colophon = self._audit_summary(number) if card else None
            faces = deck.faces(layout, references=self.references, colophon=colophon, site=site, own_back=own_back)
            yield Cards(deck.data, deck.stem, deck.title, faces, self.target, self.options, deck.describe)

    @property
    def _layout(self) -> str | None:
        """The chosen layout, or the run's if that is shipped, else None."""
        from deckgen.card.layout import layout_names

        run_layout = self.run.facts["made"].get("layout")
        return self.layout or (run_layout if run_layout in layout_names() else None)

    def _audit_summary(self, number: int) -> AuditSummary:
        """Return the audit in a deck's manifest entry. Raises DeckError if it has none."""
        from deckgen.deck.audit.summary import AuditSummary

        manifest = self.run.manifest
        match manifest.entries[number - 1].get("audit"):
            case {
                "cells": int(cells), "exact": int(exact), "passed": bool(passed),
                "largest_tail_error_cards": int() | float() as error,
            }:  # fmt: skip
                return AuditSummary(cells, exact, Fraction(str(error)), passed)
        message = "is not the summary of an audit"
        raise DeckError(Problem(str(manifest.path), None, f"decks[{number - 1}].audit", message, AGAIN))
