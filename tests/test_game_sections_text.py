"""Texts: on how many cards they are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.game.shares import Outcome


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_texts(section, fault):
    text = section("kind: text\ntexts:\n  - {text: Extra, cards: 4}\n  - {text: More, odds: 1/4}")
    assert [(o.value, o.cards) for o in text.outcomes] == [
        ("Extra", 4),
        ("More", Fraction(13, 2)),
        (None, Fraction(31, 2)),
    ]
    assert section("kind: text\ntexts: [{text: All, odds: 1}]").outcomes == (Outcome("All", Fraction(26)),)
    assert fault("kind: text\ntexts:\n  - {text: a, cards: 20}\n  - {text: b, cards: 7}") == (
        5,
        ".texts",
        "the texts are on 27 cards, but the deck has 26",
    )
    assert fault("kind: text\ntexts:\n  - {text: a, cards: 2}\n  - {text: a, cards: 7}") == (
        7,
        ".texts[1]",
        'the text "a" stands twice',
    )
