from export_decks import small

from deckgen.export.tabletop import card_title


def test_cards_are_named_by_impulse_and_face_and_blanks_as_such():
    deck, _ = small(2)
    assert [card_title(deck, i) for i in range(3)] == ["0: red joker", "1: ace of clubs", "Blank"]
