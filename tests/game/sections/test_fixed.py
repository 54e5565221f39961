"""Fixed values: which cards have them, and that nothing is dealt; ordinals: numbers of the card's own place."""

from __future__ import annotations

import pytest

from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import DealtResults
from deckgen.game.sections.shares import printed_word


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_fixed_values_follow_from_the_card(section):
    fixed = section(
        "kind: fixed\nvalues:\n  - {on: jokers, value: 9, print: nine}\n  - {on: [ace of sun, 12], value: 1}\n"
        "  - {on: moon, value: true}"
    )
    assert fixed.values == (9, 1, True, *(None, True) * 10, 1, 1, 9)
    assert sum(outcome.cards for outcome in fixed.outcomes) == 26
    assert {(o.value, o.cards) for o in fixed.outcomes if o.value is not True} == {(9, 2), (1, 3), (None, 10)}
    assert [printed_word(fixed.outcomes, value) for value in (9, 1, True, None)] == ["nine", "1", "True", ""]


def test_fixed_on_a_card_that_is_not_there(problem):
    line, path, what = problem("kind: fixed\nvalues:\n  - {on: jokers, value: 1}\n  - {on: stars, value: 1}")
    assert (line, path, what) == (7, ".values[1].on", 'no card of the deck is "stars"')


def test_nothing_is_dealt_but_all_is_counted(section):
    fixed = section("kind: fixed\nvalues:\n  - {on: jokers, value: true}\n  - {on: rest, value: false}")
    assert fixed.dealt_variables(26) == ()
    (draw,) = fixed.audited_variables(26)
    assert [(share.name, share.cards) for share in draw.shares] == [("yes", 2), ("no", 24)]
    assert fixed.card_values(DealtResults([], (), int)) == (True, *[False] * 24, True)
    assert fixed.parse_value(True) is True
    with pytest.raises(ValueError, match="it"):
        fixed.parse_value(1)


NUMBERED = "decks:\n  main: {title: M, cards: {numbered: 30}}\n"


@pytest.mark.parametrize("source", ["impulse", "suit", "rank"])
def test_ordinals(section, source):
    assert section(f"kind: ordinal\nsource: {source}").source == source


def test_an_ordinal_of_suits_needs_suits(section, problem):
    assert section("kind: ordinal\nsource: rank", deck=NUMBERED).source == "rank"
    assert problem("kind: ordinal\nsource: suit", deck=NUMBERED) == (5, ".source", "the deck has no suits")


def test_jokers_are_below_and_above_all_ranks_and_have_no_suit(section):
    spec = [
        PlayingCard("joker", None, "low"),
        PlayingCard("1", "sun", "a"),
        PlayingCard("2", "moon", "b"),
        PlayingCard("joker", None, "high"),
    ]
    shown = {
        source: list(section(f"kind: ordinal\nsource: {source}").card_values(DealtResults([], spec, int)))
        for source in ("impulse", "suit", "rank")
    }
    assert shown == {"impulse": [0, 1, 2, 3], "suit": [None, 1, 2, None], "rank": [0, 1, 2, 3]}


def test_an_ordinal_is_a_number_or_nothing(section):
    rank = section("kind: ordinal\nsource: rank")
    assert [rank.parse_value(7), rank.parse_value(None)] == [7, None]
    for wrong in (True, "7", 1.0, [7]):
        with pytest.raises(ValueError, match="it"):
            rank.parse_value(wrong)


def test_jokers_may_have_a_number_where_the_suit_counts(section, problem):
    faces = [
        PlayingCard("joker", None, "low"),
        PlayingCard("1", "sun", "a"),
        PlayingCard("2", "moon", "b"),
        PlayingCard("joker", None, "high"),
    ]
    suit = section("kind: ordinal\nsource: suit\njokers: [0, 5]")
    assert list(suit.card_values(DealtResults([], faces, int))) == [0, 1, 2, 5]
    for source in ("rank", "impulse"):
        text = f"kind: ordinal\nsource: {source}\njokers: [0, 5]"
        assert problem(text) == (6, ".jokers", f"by its {source} a joker has a number already")
