import pytest
from cli_fixtures import deck_bytes, run

from deckgen.errors import DeckError
from deckgen.run.comparison import comparison, read_pair


def test_decks_of_two_kinds_are_told(tmp_path):
    (tmp_path / "one.json").write_bytes(deck_bytes())
    other = tmp_path / "magic.json"
    run("generate", "rough-magic", "--seed", "1", "-q", "-o", other)
    with pytest.raises(
        DeckError, match=r"magic\.json: deck: is a deck of rough-magic/action, and .*one\.json of future"
    ):
        read_pair(tmp_path / "one.json", other, None, None)
    third = tmp_path / "third.json"
    run("generate", "rough-magic", "--seed", "2", "-q", "-o", third)
    told = []
    pair = read_pair(other, third, None, "de")
    page = comparison(*pair, ("magic.json", "third.json"), None, told.append).decode()
    assert 'lang="de"' in page
    assert "A · magic.json" in page
    assert told == ["auditing and drawing magic.json", "auditing and drawing third.json"]
