"""The cards of a deck in the order of impulse."""

from __future__ import annotations

import pytest

from deckgen.errors import Problems
from deckgen.game.faces import read_playing_cards
from deckgen.game.model import PlayingCard
from deckgen.game.translation import Translation
from deckgen.sources import read_yaml


@pytest.fixture
def made(tmp_path):
    def make(text: str):
        path = tmp_path / "d.yaml"
        path.write_text(f"cards:\n  {text}\n")
        problems = Problems()
        found = read_playing_cards(read_yaml(path).at("cards"), problems)
        return found, [problem.message for problem in problems]

    return make


def test_impulse_order(made):
    cards, told = made("{low_jokers: [l], suits: [a, b], ranks: [{A: ace}, 2..9, J], high_jokers: [h1, h2]}")
    assert not told
    assert cards[:4] == (
        PlayingCard("joker", None, "l"),
        PlayingCard("A", "a", "ace of a"),
        PlayingCard("A", "b", "ace of b"),
        PlayingCard("2", "a", "2 of a"),
    )
    assert [card.name for card in cards[-4:]] == ["J of a", "J of b", "h1", "h2"]
    ranks = list(dict.fromkeys(card.rank for card in cards if not card.is_joker))
    for impulse, card in enumerate(cards):
        if not card.is_joker:
            assert impulse == ranks.index(card.rank) * 2 + "ab".index(card.suit) + 1


def test_plain_numbers(made):
    cards, _ = made("{numbered: 40, high_jokers: [star]}")
    assert cards[0] == PlayingCard("1", None, "1")
    assert cards[39:] == (PlayingCard("40", None, "40"), PlayingCard("joker", None, "star"))


@pytest.mark.parametrize("size", [20, 200])
def test_smallest_and_largest(made, size):
    assert len(made(f"{{numbered: {size}}}")[0]) == size


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{numbered: 19}", "the deck has 19 cards"),
        ("{numbered: 200, low_jokers: [j]}", "the deck has 201 cards"),
        ("{low_jokers: [j]}", "these keys do not define the cards"),
        ("{suits: [a, b]}", "these keys do not define the cards"),
        ("{ranks: [1..30]}", "these keys do not define the cards"),
        ("{suits: [a, b], ranks: [1..30], numbered: 30}", "these keys do not define the cards"),
        ("{suits: [a, b], ranks: [1..30, 30]}", "duplicate rank 30"),
        ("{suits: [a, b], ranks: [1..30, joker]}", "joker cannot be a rank"),
        ("{suits: [a, b], ranks: [1..20], low_jokers: [j], high_jokers: [j]}", 'two cards have the name "j"'),
        ("{suits: [a, b], ranks: [1..20], low_jokers: [2 of a]}", 'two cards have the name "2 of a"'),
    ],
)
def test_decks_that_are_none(made, text, what):
    assert made(text) == (None, [what])


def test_names_follow_a_pattern(made):
    cards, told = made('{suits: [sun, moon], ranks: [{A: ace}, 2..12], names: "{suit}-{rank}"}')
    assert not told
    assert [card.name for card in cards[:3]] == ["sun-ace", "moon-ace", "sun-2"]


def test_printed_names_are_no_part_of_a_card(tmp_path):
    path = tmp_path / "d.yaml"
    path.write_text("cards: {low_jokers: [fool], suits: [sun], ranks: [{A: ace}, 2..20, J]}\n")
    words = Translation(
        {
            "cards.low_jokers[0]": "Narr",
            "cards.suits[0]": "Sonne",
            "cards.ranks[0].A": "As",
        }
    )
    spot = read_yaml(path).at("cards")
    cards = read_playing_cards(spot, Problems(), words)
    assert cards == read_playing_cards(spot, Problems())
    assert [card.printed_name for card in (*cards[:3], cards[-1])] == [
        "Narr",
        "As of Sonne",
        "2 of Sonne",
        "J of Sonne",
    ]
    assert [card.printed_name for card in read_playing_cards(spot, Problems())[:2]] == ["fool", "ace of sun"]
    assert sorted(words.originals) == [
        "cards.low_jokers[0]",
        "cards.ranks[0].A",
        "cards.ranks[2]",
        "cards.suits[0]",
    ]


def test_what_cards_do_is_told_by_their_names(made):
    cards, told = made("{low_jokers: [fool], suits: [a, b], ranks: [1..10], help: {fool: Laugh., 3 of b: Cry.}}")
    assert not told
    assert {card.name: card.help for card in cards if card.help} == {"fool": "Laugh.", "3 of b": "Cry."}
    plain, _ = made("{low_jokers: [fool], suits: [a, b], ranks: [1..10]}")
    assert cards == plain  # words change no deck


def test_help_for_a_card_that_is_not_there_is_told(made):
    _, told = made("{numbered: 20, help: {king: Rule.}}")
    assert told == ['there is no card "king"']
