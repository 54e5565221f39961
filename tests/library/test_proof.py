"""Links of printed decks: all facts come through, and a damaged one is refused."""

import zipfile
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, strategies as st

from deckgen import load_game
from deckgen.card.code import code_text
from deckgen.errors import DeckError
from deckgen.files import shipped_path
from deckgen.library.proof import hash_of, link_pattern, pack_game, read_link

FOLDER = shipped_path("data") / "rough-magic"
DECK = load_game("rough-magic").deal(seed="tonight", number=2, of=3).data
SITE = "https://example.org/studio/"


def read(deck, folder=FOLDER):
    text = code_text(link_pattern(SITE, deck, folder), deck)
    assert text.startswith(f"{SITE}#proof/")
    assert text.isascii()
    return read_link(text.removeprefix(f"{SITE}#proof/"))


@given(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=40),
    st.dictionaries(st.text("ab=&?/", min_size=1), st.text("cd &+"), max_size=2),
)
def test_a_link_says_of_what_the_deck_is(seed, rulings):
    rulings = {name.replace("=", ""): choice for name, choice in rulings.items()}
    link = read(replace(DECK, seed=seed, rulings=rulings))
    assert (link.game, link.deck, link.seed, link.number, link.of) == ("rough-magic", "action", seed, 2, 3)
    assert (link.version, link.zip_hash, link.rulings) == (DECK.generator.split()[1], None, rulings)


def test_a_publishers_own_game_is_named_by_the_hash_of_its_zip():
    link = read(replace(DECK, game="mine"))
    assert link.zip_hash == hash_of(pack_game(FOLDER))
    with zipfile.ZipFile(BytesIO(pack_game(FOLDER))) as archive:
        assert archive.read("game.yaml") == (FOLDER / "game.yaml").read_bytes()
        assert archive.namelist() == sorted(archive.namelist())


@pytest.mark.parametrize(
    "text",
    [
        "", "rough-magic", "a/b/c/1/2/0123456789ab", "a/b/c/0/2/0123456789ab/0.3.0", "a/b/c/3/2/0123456789ab/0.3.0",
        "a/b/c/1/999999/0123456789ab/0.3.0", "a/b/c/1/2/0123456789aX/0.3.0", "a/b/c/d/1/2/0123456789ab/0.3.0",
        f"a/b/{'c' * 201}/1/2/0123456789ab/0.3.0",
    ],
)  # fmt: skip
def test_a_damaged_link_is_refused(text):
    with pytest.raises(DeckError):
        read_link(text)
