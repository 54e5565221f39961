"""The names that find cards, and the script that looks them up."""

from functools import cache

import pytest
from script_modules import Scripts
from table_decks import numbered, resized, shipped

from deckgen.document.poker.deck import card_names
from deckgen.game import load
from deckgen.language import ENGLISH, language


@cache
def looking():
    return Scripts("web/scripts/lookup.js")


def cards_of(deck, spec, code="en"):
    if code != "en":
        spec = load("west-that-wasnt", code).deck()
    names = card_names(deck.cards, spec.faces, language(code))
    return [{"keys": keys, "name": card.face.name} for card, keys in zip(deck.cards, names, strict=True)]


def found(cards, text):
    return [card["name"] for card in looking().run("findCards(cards, text)", cards=cards, text=text)]


SEVEN = [
    "7h", "7H", "h7", "H7", "7♥", "♥7", "7♥\ufe0f", "7-h", "(7,h)", "７h", "7 h", "7 of hearts", "seven of hearts",
    "Seven hearts", "hearts 7", "heart seven", "7hearts", "hea 7",
]  # fmt: skip


@pytest.mark.parametrize("text", SEVEN)
def test_a_card_has_many_names(text):
    deck, _, spec = shipped("future-imperfect")
    assert found(cards_of(deck, spec), text) == ["7 of hearts"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("qs", ["queen of spades"]),
        ("sq", ["queen of spades"]),
        ("as", ["ace of spades"]),
        ("Q♠", ["queen of spades"]),
        ("10d", ["10 of diamonds"]),
        ("ten diamonds", ["10 of diamonds"]),
        ("red joker", ["red joker"]),
        ("joker, black", ["black joker"]),
        ("bl", ["black joker"]),
        ("27", ["7 of hearts"]),
        ("#27", ["7 of hearts"]),
        ("#7", ["2 of hearts"]),
        ("0", ["red joker"]),
        ("53", ["black joker"]),
    ],
)
def test_one_card_is_found(text, names):
    deck, _, spec = shipped("future-imperfect")
    assert found(cards_of(deck, spec), text) == names


@pytest.mark.parametrize("text", ["", "  ", "of of", "54", "1h", "7x", "hh", "<b>", "7 hearts hearts", ".*", "o", "joker 7", "\\", "🂷"])  # fmt: skip
def test_nothing_is_found(text):
    deck, _, spec = shipped("future-imperfect")
    assert found(cards_of(deck, spec), text) == []


def test_what_several_cards_are_called_finds_all():
    deck, _, spec = shipped("rough-magic")
    cards = cards_of(deck, spec)
    assert len(found(cards, "hearts")) == len(found(cards, "♥")) == 13
    assert len(found(cards, "queen")) == 4
    assert found(cards, "joker") == ["red joker", "black joker"]
    assert sorted(found(cards, "7")) == [
        "2 of hearts",
        *(f"7 of {s}" for s in ("clubs", "diamonds", "hearts", "spades")),
    ]


@pytest.mark.parametrize(
    "text", ["Herz 7", "7 herz", "her 7", "herz sieben", "sieben Herz", "7h", "h7", "7 of hearts", "7♥"]
)
def test_both_languages_are_understood(text):
    deck, _, spec = shipped("west-that-wasnt")
    assert found(cards_of(deck, spec, "de"), text) == ["7 of hearts"]


def test_german_letters_that_two_suits_share_find_both():
    deck, _, spec = shipped("west-that-wasnt")
    cards = cards_of(deck, spec, "de")
    assert found(cards, "k7") == ["7 of clubs", "7 of diamonds"]
    assert found(cards, "Pik Dame") == found(cards, "pd") == ["queen of spades"]
    assert found(cards, "d7") == ["7 of diamonds"]


def test_every_card_of_every_deck_is_found_by_each_of_its_names():
    for own, _, spec in (
        shipped("action-and-combat"),
        resized("rough-magic", numbered(60)),
        resized("rough-magic", numbered(150)),
    ):
        cards = cards_of(own, spec)
        for card in cards:
            for key in card["keys"]:
                assert card["name"] in found(cards, key), key
        assert len({card["keys"][0] for card in cards}) == own.size


def test_plain_numbers_are_names_before_they_are_impulses():
    deck, _, spec = resized("rough-magic", numbered(60))
    cards = cards_of(deck, spec)
    assert found(cards, "5") == ["5"]
    assert found(cards, "#5") == ["6"]
    assert found(cards, "2s") == ["8"]


def test_names_are_in_one_line():
    deck, _, spec = shipped("rough-magic")
    assert not any("\n" in key for keys in card_names(deck.cards, spec.faces, ENGLISH) for key in keys)
