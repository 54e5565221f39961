import pytest
from hypothesis import given, strategies as st
from table_decks import numbered, resized, shipped

from deckgen.document.poker.deck import JOKERS, RANKS, SUITS, left_out, poker_deck
from deckgen.game.model import Face

NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def faces(suits, ranks, jokers=()):
    plain = [Face(r, s, f"{NAMES.get(r, r)} of {s}") for r in ranks for s in suits]
    return (*plain, *(Face("joker", None, name) for name in jokers))


def carried(own):
    deck, _, spec = resized("rough-magic", own)
    return poker_deck(deck.cards, spec.faces)


def test_a_whole_poker_deck_is_ordered_as_hands_hold_it_and_needs_no_word():
    deck, _, spec = shipped("future-imperfect")
    held = poker_deck(deck.cards, spec.faces)
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
    assert (
        held.note
        == "This deck has 40 numbered cards. Leave out the jokers, every jack, every queen, every king."
    )


def test_54_numbers_take_a_whole_deck_and_its_jokers():
    held = carried(numbered(54))
    assert [row.number for row in held.blocks[-1].rows] == ["53", "54"]
    assert held.note == "This deck has 54 numbered cards."


def test_more_take_two_decks_with_different_backs():
    held = carried(numbered(108))
    assert {block.pack for block in held.blocks} == {0, 1}
    assert "two poker decks with different backs" in held.note
    assert "the first carries 1 to 54, the second 55 to 108" in held.note
    assert {row.name for row in held.rows()} >= {"ace of spades, first back", "ace of spades, second back"}


def test_still_more_stay_numbers_and_it_is_said_why():
    held = carried(numbered(109))
    assert held.note == (
        "109 cards are more than two poker decks hold (108); take cards that are numbered from 1 to 109."
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
    assert left_out(54) == ""
    assert left_out(53) == "Leave out black joker."
