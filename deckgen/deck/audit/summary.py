"""The result of an audit in a line, for a run's manifest and the deck's information card."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from deckgen.deck.audit.auditor import Audit
from deckgen.language import ENGLISH, Language
from deckgen.records import record


@record
class AuditSummary:
    """How many of ``cells`` results are ``exact``, the largest tail error in cards, and whether all limits are met."""

    cells: int
    exact: int
    tail_error: Fraction
    passed: bool

    def as_json(self) -> dict[str, Any]:
        """Return the summary for a manifest."""
        return {
            "cells": self.cells,
            "exact": self.exact,
            "largest_tail_error_cards": round(float(self.tail_error), 6),
            "passed": self.passed,
        }

    def describe(self, language: Language = ENGLISH) -> str:
        """Return the summary in a sentence, without ``passed``."""
        if not self.cells:
            return language.phrase("No result on its cards stands for dice")
        return language.phrase(
            "{exact} of {cells} results average exactly what the dice do, largest tail error {error} cards",
            exact=self.exact,
            cells=self.cells,
            error=language.number(self.tail_error, 2),
        )


def summary(audit: Audit) -> AuditSummary:
    """Return the summary of an audit of one deck, or of several as one set."""
    return AuditSummary(len(audit.results), audit.exact_results, audit.tail_error, audit.passed)
