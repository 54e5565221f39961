"""The line of an audit says what its cells say."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from deckgen.deck.audit.auditor import Audit
from deckgen.deck.audit.summary import summary
from deckgen.language import load_language


def audited(*cells, passed=True):
    """What an audit says of cells that are exact or not, and have that tail error."""
    found = [SimpleNamespace(exact=exact, tail_error=Fraction(error)) for exact, error in cells]
    audit = object.__new__(Audit)
    vars(audit).update(cells=tuple(found), dice=(), passed=passed)
    return audit


@pytest.mark.parametrize("passed", [True, False])
def test_exact_results_are_counted_and_the_worst_tail_is_told(passed):
    short = summary(audited((True, "1/4"), (False, "5/4"), (True, "1/2"), passed=passed))
    assert short.as_json() == {"cells": 3, "exact": 2, "largest_tail_error_cards": 1.25, "passed": passed}
    assert short.describe() == "2 of 3 results average exactly what the dice do, largest tail error 1.25 cards"
    assert "1,25" in short.describe(load_language("de"))


def test_a_deck_without_rolls_has_none():
    assert summary(audited()).as_json()["largest_tail_error_cards"] == 0
