from dataclasses import replace

import pytest
from cli_fixtures import GAME, deck_bytes, run

from deckgen.errors import DeckError, GameError
from deckgen.game import read_game
from deckgen.library.choices import DeckSelection, find_spec
from deckgen.library.decks import deal, read_decks
from deckgen.library.games import Game


@pytest.fixture(scope="module")
def dealt():
    game = read_game(GAME)
    return deal(game, find_spec(game, None), DeckSelection("1"), print)[0]


@pytest.mark.parametrize(("kind", "start"), [("pdf", b"%PDF"), ("html", b"<!"), ("md", b"#"), ("csv", b"")])
def test_a_table_is_of_the_kind_that_is_asked_for(kind, start, dealt):
    content = dealt.table().content(kind)
    assert content.startswith(start)
    assert len(content) > 1000


@pytest.mark.parametrize(("kind", "start"), [("pdf", b"%PDF"), ("svg", b"<"), ("png", b"\x89PNG")])
def test_a_map_is_of_the_kind_that_is_asked_for(kind, start, dealt):
    assert dealt.card_map().content(kind).startswith(start)


@pytest.mark.parametrize(("kind", "start"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_a_poster_is_of_the_kind_that_is_asked_for(kind, start, dealt):
    assert dealt.poster(paper="a4", dpi=40).content(kind).startswith(start)


def test_a_game_without_tokens_has_no_sheet_of_them():
    with pytest.raises(GameError, match="the game has no tokens; add them under tokens:"):
        Game(replace(read_game(GAME), tokens=())).tokens()


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
    page = pair[0].compare(pair[1], ("magic.json", "third.json"), progress=told.append).content().decode()
    assert 'lang="de"' in page
    assert "A · magic.json" in page
    assert told == ["auditing and drawing magic.json", "auditing and drawing third.json"]
