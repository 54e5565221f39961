"""The registry of kinds, results by card, and what sections are read for."""

from __future__ import annotations

import pytest

from deckgen.game.faces import PlayingCard
from deckgen.game.model import KINDS
from deckgen.game.sections.base import DealtResults, DeckContext
from deckgen.game.translation import Translation


def test_kinds_are_named_as_in_yaml():
    assert list(KINDS) == [
        "grid", "rolls", "dice", "distribution", "fixed", "stack", "marks", "ordinal", "table", "text", "prose", "picture",
    ]  # fmt: skip
    assert all(kind.kind() == name for name, kind in KINDS.items())


def test_results_by_card():
    assert list(DealtResults([[1, 2], ["a", "b"]], (), int).results_by_card()) == [(1, "a"), (2, "b")]
    with pytest.raises(ValueError, match="shorter"):
        list(DealtResults([[1, 2], ["a"]], (), int).results_by_card())


def test_a_context_without_more_is_of_cards_in_their_own_words():
    context = DeckContext((PlayingCard("1", None, "one"), PlayingCard("2", None, "two")), {})
    assert context.size == 2
    assert context.words == Translation()
    assert context.draw == "without-replacement"
