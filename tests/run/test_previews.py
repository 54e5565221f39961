from cli_fixtures import deck_bytes

from deckgen.library.decks import read_decks
from deckgen.run.previews import deck_strip, run_strips


def dealt(folder):
    (folder / "deck.json").write_bytes(deck_bytes())
    return read_decks([folder / "deck.json"], None)[0]


def test_names_leave_out_the_decks_own(tmp_path):
    deck = dealt(tmp_path)
    strip = deck_strip(deck, None)
    assert strip.heading.startswith("Future Imperfect: Action Deck · seed 42 · deck 1 of 1 · ")
    names = [name for name, _ in strip.faces]
    assert names[:2] == ["0, red joker", "1, ace of clubs"]
    assert names[-1] == "back"
    told = []
    (first,) = run_strips([deck], None, 5, told.append)
    assert repr(first.faces) == repr(strip.faces[:5])
    assert told == ["drawing deck 1"]
