from cli_fixtures import deck_bytes

from deckgen.run.contact import beginnings, whole
from deckgen.run.decks import DealtDeck, read_set


def dealt(folder):
    (folder / "deck.json").write_bytes(deck_bytes())
    (deck,), game = read_set([folder / "deck.json"], None)
    return DealtDeck(game, game.deck(deck.deck), deck)


def test_names_leave_out_the_decks_own(tmp_path):
    deck = dealt(tmp_path)
    strip = whole(deck, None)
    assert strip.heading.startswith("Future Imperfect: Action Deck · seed 42 · deck 1 of 1 · ")
    names = [name for name, _ in strip.faces]
    assert names[:2] == ["0, red joker", "1, ace of clubs"]
    assert names[-1] == "back"
    told = []
    (first,) = beginnings([deck], None, 5, told.append)
    assert first.faces == strip.faces[:5]
    assert told == ["drawing deck 1"]
