from dataclasses import replace

import pytest
from cli_fixtures import GAME, deck_bytes, refused, run
from game_files import COLUMNS, DECK, SECTIONS, write
from page_decks import deck_of

from deckgen.errors import GameError
from deckgen.game import load
from deckgen.run import documents
from deckgen.run.decks import DealtDeck


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    file = tmp_path_factory.mktemp("deck") / "deck.json"
    file.write_bytes(deck_bytes())
    return file


@pytest.mark.parametrize(("name", "start"), [("x.pdf", b"%PDF"), ("x.txt", b"Downhill")])
def test_examples_are_written_as_their_name_ends(tmp_path, deck, name, start):
    result = run("examples", GAME, deck, "-o", tmp_path / name)
    assert result.stderr == f"wrote {tmp_path / name}\n"
    assert (tmp_path / name).read_bytes().startswith(start)


def test_they_are_told_in_the_language_that_is_asked_for(deck):
    text = run("examples", GAME, deck, "--language", "de", "--format", "txt", "-o", "-").stdout
    assert load(GAME, "de").examples[0].title in text
    assert 'not translated to "fr"' in refused("examples", GAME, deck, "--language", "fr", "-o", "-")


def test_another_game_s_deck_and_an_unknown_layout_are_refused(deck):
    assert "it is a deck of 'future-imperfect'" in refused("examples", "rough-magic", deck, "-o", "-")
    assert "there is no card layout" in refused("examples", GAME, deck, "--layout", "x", "-o", "-")


def test_a_game_without_examples_is_told():
    game = replace(load(GAME), examples=())
    with pytest.raises(
        GameError, match="the game has no examples for the deck 'action'; add them under examples:"
    ):
        documents.examples(DealtDeck(game, game.deck(), deck_of(game.deck())), None, "pdf", "a4")


def test_a_situation_that_names_nothing_is_told_by_validate(tmp_path):
    text = "examples:\n  it:\n    title: It\n    story: No.\n    steps:\n      - read: {skill: III-1}\n"
    folder = write(tmp_path / "small", "game: {id: small, title: Small}\n" + COLUMNS, SECTIONS, DECK, it=text)
    said = refused("validate", folder)
    assert (
        'it.yaml:6: examples.it.steps[0].read.skill: "skill" has no column "III"; did you mean "II"?' in said
    )
