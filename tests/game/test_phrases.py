"""A game's own catalogs of what deckgen prints: which phrases they have, lack, or have in vain."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.catalogs import read_catalog
from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.phrases import catalog_content, catalog_path, phrase_problems
from deckgen.reach import allow_reading

PLURAL = 'msgid "{count} card"\nmsgid_plural "{count} cards"\nmsgstr[0] "{count} karta"\nmsgstr[1] "{count} karty"\nmsgstr[2] "{count} kart"\n'


def polish_game(folder, catalog="", game=GAME):
    """A game in Polish with a catalog."""
    write(folder, game.replace("title:", "language: pl, title:", 1), COLUMNS, SECTIONS, DECK)
    (folder / "languages").mkdir()
    (folder / "languages" / "pl.po").write_text(catalog, encoding="utf-8")
    return folder


def test_a_game_s_language_has_its_phrases(tmp_path):
    game = read_game(polish_game(tmp_path / "game", PLURAL))
    texts = [game.language.plural("{count} card", "{count} cards", count) for count in (1, 3, 5)]
    assert texts == ["1 karta", "3 karty", "5 kart"]
    assert game.language.phrase("Deck") == "Deck"


def test_phrases_are_those_of_the_game_that_is_extended_unless_it_has_its_own(tmp_path):
    polish_game(tmp_path / "base", 'msgid "Deck"\nmsgstr "Talia"\n\nmsgid "Card"\nmsgstr "Karta"\n')
    game = polish_game(
        tmp_path / "game", 'msgid "Card"\nmsgstr "Kartka"\n', GAME.replace("title:", "extends: ../base, title:", 1)
    )
    with pytest.raises(GameError, match="outside the folder"):
        read_game(game)
    with allow_reading(tmp_path):
        language = read_game(game).language
    assert (language.phrase("Deck"), language.phrase("Card")) == ("Talia", "Kartka")


def test_faults_of_a_catalog_are_told_with_those_of_the_game(tmp_path):
    folder = polish_game(tmp_path / "game", 'msgid "seed {seed}"\nmsgstr "ziarno"\n', GAME + "nonsense: 1\n")
    for complete in (True, False):
        with pytest.raises(GameError) as caught:
            read_game(folder, complete=complete)
        told = [f"{problem.file}:{problem.line}" for problem in caught.value.problems]
        assert f"{folder / 'languages' / 'pl.po'}:1" in told
        assert len(told) == 2


def test_what_is_missing_and_what_is_in_vain_is_told(tmp_path):
    text = f'{PLURAL}\nmsgid "Dekc"\nmsgstr "Talia"\n\nmsgid "{{count}} deck"\nmsgstr "{{count}} talia"\n'
    game = read_game(polish_game(tmp_path / "game", text))
    vain, lonely, missing = phrase_problems(game, "pl")
    assert (vain.line, vain.message) == (7, 'deckgen prints nothing of the kind: "Dekc"')
    assert (lonely.line, lonely.message) == (
        10,
        'deckgen prints nothing of the kind: "{count} deck"',
    )  # it has a plural
    some, of = (int(word) for word in missing.message.split() if word.isdigit())
    assert of - some == 2
    assert f"deckgen new-language {game.folder} pl" in missing.remedy
    assert not list(phrase_problems(game, "de"))
    assert not list(phrase_problems(game, "en"))


def test_a_catalog_to_translate_has_all_phrases_and_those_of_the_game_s(tmp_path):
    game = read_game(polish_game(tmp_path / "game", f'{PLURAL}\nmsgid "Dekc"\nmsgstr "Talia"\n'))
    catalog_path(game, "pl").write_bytes(catalog_content(game, "pl"))
    (missing,) = phrase_problems(game, "pl")
    some, of = (int(word) for word in missing.message.split() if word.isdigit())
    catalog = read_catalog(catalog_path(game, "pl"))
    assert (len(catalog), of - some) == (of, 1)
    assert catalog["{count} card"].string == ("{count} karta", "{count} karty", "{count} kart")


@pytest.mark.parametrize("code", ["qq", "../pl", "pl/../pl", "pl.UTF-8", "", "PL "])
def test_only_languages_have_catalogs(tmp_path, code):
    game = read_game(polish_game(tmp_path / "game"))
    with pytest.raises(GameError, match="no language has this code; write one such as es or pt-BR"):
        catalog_path(game, code)
