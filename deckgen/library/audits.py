"""The audit of decks: how their odds compare with those of the dice."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import Problem
from deckgen.library.documents import Document, check_dealt, in_turn, pages_pdf
from deckgen.library.names import set_stem

if TYPE_CHECKING:
    from deckgen.deck.audit import auditor
    from deckgen.deck.audit.summary import AuditSummary
    from deckgen.deck.cards import Deck
    from deckgen.game.model import Game

FILE_NAMES = {"pdf": "certificate.pdf", "json": "audit.json", "text": "audit.txt"}
"""How the names of files end, by format."""


class Audit:
    """The audit of a deck, or of several as one set. ``data`` has all numbers, as exact fractions."""

    def __init__(self, data: auditor.Audit) -> None:
        self.data = data

    def __repr__(self) -> str:
        result = "passed" if self.passed else "failed"
        return f"<Audit of {self.data.count} × {self.data.game.id}/{self.data.spec.name}: {result}>"

    def _repr_html_(self) -> str:
        from html import escape

        title = f"{repr(self)[1:-1]}; {self.summary.describe()}"
        return f"<details><summary>{escape(title)}</summary><pre>{escape(self.to_text())}</pre></details>"

    @property
    def passed(self) -> bool:
        """Whether the decks meet every limit that the game sets."""
        return self.data.passed

    @property
    def summary(self) -> AuditSummary:
        """How many results average exactly what the dice do, and the largest tail error, in cards."""
        from deckgen.deck.audit.summary import summary

        return summary(self.data)

    def to_json(self) -> bytes:
        """Return canonical JSON, described by ``audit.schema.json``; fractions are texts such as ``21/5``."""
        from deckgen.deck.audit.report import as_json

        return as_json(self.data)

    def to_dict(self) -> dict[str, Any]:
        """Return the same as ``to_json``, parsed."""
        content: dict[str, Any] = json.loads(self.to_json())
        return content

    def to_text(self) -> str:
        """Return the report that ``deckgen audit`` prints."""
        from deckgen.deck.audit.report import text

        return text(self.data)

    def certificate(self, paper: str = "a4", title: str = "") -> Document:
        """Return the audit as a certificate (pdf; ``title`` is in its metadata, by default its own), json, or text."""

        def make(kind: str) -> bytes:
            if kind != "pdf":
                return self.to_json() if kind == "json" else self.to_text().encode()
            check_dealt(self.data.spec, "certificate")
            from deckgen.document.certificate.certificate import certificate

            return pages_pdf(paper, "the certificate", lambda: certificate(self.data, paper), title)

        deck = self.data.decks[0]
        stem = set_stem(deck.game, deck.deck, deck.seed)
        return Document(make, {kind: f"{stem}-{name}" for kind, name in FILE_NAMES.items()})


@in_turn
def audit_decks(decks: Iterable[Deck], game: Game, paths: Iterable[Path] | None = None) -> Audit:
    """Audit decks of one set together; ``paths`` are their files, for messages. Raises DeckError."""
    from deckgen.deck.audit.auditor import audit

    return Audit(audit(decks, game, paths))


def not_passed(path: str) -> Problem:
    """Return the error of an audit, or of decks, that miss a limit."""
    remedy = "read its lines marked FAILED; the audit of a single deck names what to write in the game's data for tails"
    return Problem(path, None, "", "the audit failed", remedy)
