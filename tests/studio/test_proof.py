"""A printed deck proves itself: it is dealt again, or it is said why not."""

import shutil

import pytest
from cli_fixtures import run

from deckgen import load_game
from deckgen.errors import DeckgenError
from deckgen.language import load_language
from deckgen.library.proof import hash_of, pack_game
from deckgen.studio.proof import prove

DECK = load_game("rough-magic").deal(seed="tonight", number=2, of=3)
ID, VERSION = DECK.data.short_id, DECK.data.generator.split()[1]
ENGLISH = load_language("en")


def proved(tmp_path, text, language=ENGLISH):
    return prove(text, tmp_path, tmp_path / "own", language)


def refused(tmp_path, text):
    with pytest.raises(DeckgenError) as raised:
        proved(tmp_path, text)
    return str(raised.value)


def test_the_true_deck_is_the_same(tmp_path):
    verdict = proved(tmp_path, f"rough-magic/action/tonight/2/3/{ID}/{VERSION}")
    assert verdict.same
    assert verdict.lines[0].startswith("This is deck 2 of 3 of the seed “tonight”.")
    assert verdict.lines[1].startswith("9 of 9 results average exactly what the dice do")
    assert verdict.deck.id == DECK.id
    names = [name for name, _ in verdict.pages()]
    assert names == ["rough-magic-action-tonight-2-all-cards.html", "rough-magic-action-tonight-2-odds.html"]


@pytest.mark.parametrize("part", ["tonight/1/3", "tonigth/2/3", "tonight/2/4"])
def test_another_deck_is_not(tmp_path, part):
    verdict = proved(tmp_path, f"rough-magic/action/{part}/{ID}/{VERSION}")
    assert not verdict.same
    assert verdict.lines == ("No such deck: seed and number deal another one than the code says.",)


def test_another_version_is_named(tmp_path):
    (said,) = proved(tmp_path, f"rough-magic/action/tonight/2/3/{ID}/0.1.0").lines
    assert said == f"deckgen 0.1.0 dealt it; {VERSION}, on this page, deals other cards."


def test_verdicts_are_in_the_language_of_the_page(tmp_path):
    verdict = proved(tmp_path, f"rough-magic/action/tonight/2/3/{ID}/{VERSION}", load_language("de"))
    assert verdict.lines[0].startswith("Das ist Deck 2 von 3")


def test_what_is_not_here_is_told(tmp_path):
    assert "this page has no game 'lost'" in refused(tmp_path, f"lost/action/tonight/2/3/{ID}/{VERSION}")
    assert "no deck is called 'none'" in refused(tmp_path, f"rough-magic/none/tonight/2/3/{ID}/{VERSION}")
    assert "there is no ruling" in refused(tmp_path, f"rough-magic/action/tonight/2/3/{ID}/{VERSION}?ruling=a%3Db")


def test_a_publishers_own_game_is_proved_from_its_zip_alone(tmp_path):
    run("new", "my-game", "-q", "-o", tmp_path / "mine")
    content = pack_game(tmp_path / "mine")
    (tmp_path / f"{hash_of(content)}.zip").write_bytes(content)
    deck = load_game(tmp_path / "mine").deal(seed="a b")
    text = f"my-game/action/a%20b/1/1/{deck.data.short_id}/{VERSION}?zip="
    shutil.rmtree(tmp_path / "mine")
    assert proved(tmp_path, text + hash_of(content)).same
    assert "the game here is 'my-game', that of the deck 'other'" in refused(
        tmp_path, text.replace("my-game", "other") + hash_of(content)
    )
    assert "is not on this page" in refused(tmp_path, text + "0" * 32)
    (tmp_path / f"{'0' * 32}.zip").write_bytes(content)
    assert "is another one than that of the deck" in refused(tmp_path, text + "0" * 32)
    assert "is not on this page" in refused(tmp_path, text + "../../etc/passwd")
