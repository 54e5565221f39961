import pytest
from cli_fixtures import deck_bytes

from deckgen.errors import LayoutError
from deckgen.files import shipped_path
from deckgen.library.decks import read_decks
from deckgen.run.previews import Preview, _relevant_changes, deck_strip, run_strips


def test_only_changes_of_others_count(tmp_path):
    mine = {str(tmp_path / "look" / "cards.png")}
    hidden = {str(tmp_path / ".mine.svg.swp")}
    theirs = {str(tmp_path / "mine.svg")}
    assert len(list(_relevant_changes(iter([mine, hidden, theirs, theirs | mine]), tmp_path / "look"))) == 3


@pytest.mark.parametrize(("layout", "wanted"), [(None, "card"), ("west", "card"), ("{}/my.svg", "art")])
def test_what_is_watched_is_where_game_and_layout_are(layout, wanted, tmp_path):
    (tmp_path / "art").mkdir()
    layout = layout and layout.format(tmp_path / "art")
    folders = Preview("rough-magic", layout, None, "1", tmp_path, print).folders()
    assert [folder.name for folder in folders if folder.name != "rough-magic"] == [wanted]
    assert shipped_path("data") / "rough-magic" in folders


def test_a_layout_that_is_not_there_is_told(tmp_path):
    with pytest.raises(LayoutError, match="there is no such layout"):
        Preview("rough-magic", str(tmp_path / "none" / "my.svg"), None, "1", tmp_path, print).folders()


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
