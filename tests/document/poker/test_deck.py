from functools import cache

import pytest
from hypothesis import given, strategies as st
from script_modules import Scripts
from table_decks import numbered, resized, shipped

from deckgen.document.poker.deck import JOKERS, RANKS, SUITS, card_names, leave_out_note, poker_deck
from deckgen.game import read_game
from deckgen.game.model import PlayingCard
from deckgen.language import ENGLISH, load_language

NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def faces(suits, ranks, jokers=()):
    plain = [PlayingCard(r, s, f"{NAMES.get(r, r)} of {s}") for r in ranks for s in suits]
    return (*plain, *(PlayingCard("joker", None, name) for name in jokers))


def carried(own):
    deck, _, spec = resized("rough-magic", own)
    return poker_deck(deck.cards, spec.playing_cards)


def test_a_whole_poker_deck_is_ordered_as_hands_hold_it_and_needs_no_word():
    deck, _, spec = shipped("future-imperfect")
    held = poker_deck(deck.cards, spec.playing_cards)
    assert [b.suit for b in held.blocks] == ["spades", "hearts", "diamonds", "clubs", ""]
    assert [r.short for r in held.blocks[1].rows] == list(RANKS)
    assert [r.short for r in held.blocks[-1].rows] == ["red", "black"]
    assert held.blocks[-1].jokers
    assert held.note == ""
    assert held.blocks[0].rows[6].key == "7s"


@given(st.integers(20, 200))
def test_every_card_has_one_row_whatever_the_size(count):
    held = carried(numbered(count))
    assert sorted(row.card.impulse for row in held.rows()) == list(range(count))
    assert len({row.key for row in held.rows()}) == count
    assert len({row.name for row in held.rows()}) == count


def test_numbers_take_the_place_of_the_first_cards_of_one_deck():
    held = carried(numbered(40))
    names = {row.number: row.name for row in held.rows()}
    assert (names["1"], names["5"], names["40"]) == ("ace of clubs", "2 of clubs", "10 of spades")
    assert held.note == "This deck has 40 numbered cards. Leave out the jokers, every jack, every queen, every king."


def test_54_numbers_take_a_whole_deck_and_its_jokers():
    held = carried(numbered(54))
    assert [row.number for row in held.blocks[-1].rows] == ["53", "54"]
    assert held.note == "This deck has 54 numbered cards."


def test_more_take_two_decks_with_different_backs():
    held = carried(numbered(108))
    assert {block.pack for block in held.blocks} == {0, 1}
    assert "two poker decks with different backs" in held.note
    assert "the first stands for 1 to 54, the second for 55 to 108" in held.note
    assert {row.name for row in held.rows()} >= {"ace of spades, first back", "ace of spades, second back"}


def test_still_more_stay_numbers_and_it_is_said_why():
    held = carried(numbered(109))
    assert held.note == (
        "Two poker decks have only 108 cards, and you need 109. Use cards that are numbered from 1 to 109."
    )
    assert [block.title for block in held.blocks][:2] == ["1–10", "11–20"]
    assert held.rows()[0].name == "1"


@pytest.mark.parametrize(
    ("own", "note"),
    [
        (faces(SUITS, RANKS), "Leave out the jokers."),
        (faces(SUITS, RANKS, JOKERS[:1]), "Leave out black joker."),
        (faces(SUITS, RANKS[:10]), "Leave out the jokers, every jack, every queen, every king."),
        (faces(SUITS, RANKS[6:], JOKERS), "Leave out every ace, every 2, every 3, every 4, every 5, every 6."),
        (faces(SUITS[:2], RANKS), "Leave out the jokers, " + ", ".join(
            f"{NAMES.get(r, r)} of {s}" for r in RANKS for s in SUITS[2:]) + "."),
        (faces(SUITS, RANKS, (*JOKERS, "third joker")),
         "These cards need 3 jokers; a poker deck has 2. Take the others from a second deck."),
    ],
)  # fmt: skip
def test_what_to_leave_out_is_told(own, note):
    assert carried(own).note == note


def test_cards_that_no_poker_deck_has_are_named():
    held = carried(faces(("cups", "swords"), (*RANKS, "knight")))
    assert "lacks 28 of these 28 cards (ace of cups, ace of swords" in held.note
    assert [block.suit for block in held.blocks] == ["swords", "cups"]


def test_left_out_of_a_whole_deck_is_nothing():
    assert leave_out_note(54) == ""
    assert leave_out_note(53) == "Leave out black joker."


@cache
def looking():
    return Scripts("web/scripts/lookup.js")


def cards_of(deck, spec, code="en"):
    if code != "en":
        spec = read_game("west-that-wasnt", code).deck()
    names = card_names(deck.cards, spec.playing_cards, load_language(code))
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
    assert not any("\n" in key for keys in card_names(deck.cards, spec.playing_cards, ENGLISH) for key in keys)
