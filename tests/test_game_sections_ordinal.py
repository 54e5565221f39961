"""Ordinals: numbers of the card's own place."""

from __future__ import annotations

import pytest

from deckgen.game.faces import Face
from deckgen.game.sections.base import Dealt


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


NUMBERED = "decks:\n  main: {title: M, cards: {numbered: 30}}\n"


@pytest.mark.parametrize("source", ["impulse", "suit", "rank"])
def test_ordinals(section, source):
    assert section(f"kind: ordinal\nsource: {source}").source == source


def test_an_ordinal_of_suits_needs_suits(section, fault):
    assert section("kind: ordinal\nsource: rank", deck=NUMBERED).source == "rank"
    assert fault("kind: ordinal\nsource: suit", deck=NUMBERED) == (5, ".source", "the deck has no suits")


def test_jokers_are_below_and_above_all_ranks_and_have_no_suit(section):
    spec = [
        Face("joker", None, "low"),
        Face("1", "sun", "a"),
        Face("2", "moon", "b"),
        Face("joker", None, "high"),
    ]
    shown = {
        source: list(section(f"kind: ordinal\nsource: {source}").on_cards(Dealt([], spec, int)))
        for source in ("impulse", "suit", "rank")
    }
    assert shown == {"impulse": [0, 1, 2, 3], "suit": [None, 1, 2, None], "rank": [0, 1, 2, 3]}


def test_an_ordinal_is_a_number_or_nothing(section):
    rank = section("kind: ordinal\nsource: rank")
    assert [rank.read(7), rank.read(None)] == [7, None]
    for wrong in (True, "7", 1.0, [7]):
        with pytest.raises(ValueError, match="it"):
            rank.read(wrong)


def test_jokers_may_have_a_number_where_the_suit_counts(section, fault):
    faces = [
        Face("joker", None, "low"),
        Face("1", "sun", "a"),
        Face("2", "moon", "b"),
        Face("joker", None, "high"),
    ]
    suit = section("kind: ordinal\nsource: suit\njokers: [0, 5]")
    assert list(suit.on_cards(Dealt([], faces, int))) == [0, 1, 2, 5]
    for source in ("rank", "impulse"):
        text = f"kind: ordinal\nsource: {source}\njokers: [0, 5]"
        assert fault(text) == (6, ".jokers", f"by its {source} a joker has a number already")
