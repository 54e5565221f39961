import pytest
from cli_fixtures import GAME

from deckgen.errors import DeckgenError
from deckgen.files import shipped
from deckgen.game import load
from deckgen.run.validation import validated


def test_shipped_games_and_layouts_leave_no_doubt():
    assert validated(GAME, None, None) == []
    assert validated(str(shipped("layouts") / "card" / "poker.svg"), None, None) == []


def test_a_layout_that_is_not_there_is_told(tmp_path):
    with pytest.raises(DeckgenError, match="none"):
        validated(str(tmp_path / "none.svg"), None, None)


def test_every_fault_of_the_layouts_of_all_decks_is_told():
    with pytest.raises(DeckgenError) as raised:
        validated(GAME, "nothing", None)
    assert len(raised.value.faults) == len(load(GAME).decks) > 1
