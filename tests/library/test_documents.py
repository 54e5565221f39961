from dataclasses import replace

import pytest
from cli_fixtures import GAME, deck_bytes, run

from deckgen.errors import DeckError, GameError
from deckgen.game import load
from deckgen.run import documents
from deckgen.run.decks import SetPart, deal, read_decks, spec_named


@pytest.fixture(scope="module")
def dealt():
    game = load(GAME)
    return deal(game, spec_named(game, None), SetPart("1"), print)[0]


@pytest.mark.parametrize(("kind", "start"), [("pdf", b"%PDF"), ("html", b"<!"), ("md", b"#"), ("csv", b"")])
def test_a_table_is_of_the_kind_that_is_asked_for(kind, start, dealt):
    content = documents.poker_table(dealt, kind, "a4")
    assert content.startswith(start)
    assert len(content) > 1000


@pytest.mark.parametrize(("kind", "start"), [("pdf", b"%PDF"), ("svg", b"<"), ("png", b"\x89PNG")])
def test_a_map_is_of_the_kind_that_is_asked_for(kind, start, dealt):
    assert documents.card_map(dealt, None, kind, "a4").startswith(start)


def test_a_game_without_tokens_has_no_sheet_of_them():
    with pytest.raises(GameError, match="the game has no tokens; add them under tokens:"):
        documents.tokens(replace(load(GAME), tokens=()), None, "a4")


def test_decks_of_two_kinds_are_not_compared(tmp_path):
    (tmp_path / "one.json").write_bytes(deck_bytes())
    other = tmp_path / "magic.json"
    run("generate", "rough-magic", "--seed", "1", "-q", "-o", other)
    with pytest.raises(
        DeckError,
        match=r"magic\.json: deck: is a deck of rough-magic/action, not of future-imperfect/action as .*one\.json",
    ):
        read_decks([tmp_path / "one.json", other], None)
    third = tmp_path / "third.json"
    run("generate", "rough-magic", "--seed", "2", "-q", "-o", third)
    told = []
    pair = read_decks([other, third], None, "de")
    page = documents.comparison(*pair, ("magic.json", "third.json"), None, told.append).decode()
    assert 'lang="de"' in page
    assert "A · magic.json" in page
    assert told == ["auditing and drawing magic.json", "auditing and drawing third.json"]
