"""Rulings of the shipped games: every answer reads, fits on the pages, and has its words in every language."""

from __future__ import annotations

import pytest

from deckgen.document.rulings import rulings_pages
from deckgen.document.screen import screen_pages
from deckgen.game import read_game, shipped_games, untranslated
from deckgen.library.choices import layout_of
from deckgen.sheet.reader import load_sheet

GAMES = shipped_games()


def other_answers(name: str) -> list[dict[str, str]]:
    """Choices for all rulings at once: the second of each, the third ... until each has been chosen."""
    rulings = read_game(name).rulings
    most = max(len(ruling.choices) for ruling in rulings)
    return [
        {ruling.name: ruling.choices[index].name for ruling in rulings if index < len(ruling.choices)}
        for index in range(1, most)
    ]


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_fits_on_the_screen_and_the_sheet(name, code):
    for rulings in other_answers(name):
        game = read_game(name, code, rulings=rulings)
        assert game.changed_rulings == rulings
        layout = layout_of(game, game.deck())
        assert screen_pages(layout, game, game.deck())
        assert rulings_pages(game)
        load_sheet(name, code, rulings=rulings)


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_that_sets_values_is_possible_by_itself(name):
    for ruling in read_game(name).rulings:
        for choice in ruling.choices[1:]:
            if choice.sets:
                read_game(name, rulings={ruling.name: choice.name})


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_translated(name):
    assert [problem for problem in untranslated(name, "de") if problem.path.startswith("rulings")] == []


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_changes_a_text_a_situation_or_a_deck(name):
    """An answer that can be chosen changes what is played: else it belongs in others."""

    def content(**rulings: str) -> str:
        game = read_game(name, rulings=rulings)
        sheet = load_sheet(name, rulings=rulings)
        return repr((game.rules, game.examples, game.procedures, [spec.sha256 for spec in game.decks], sheet.pages))

    ours = content()
    useless = [
        f"{ruling.name}={choice.name}"
        for ruling in read_game(name).rulings
        for choice in ruling.choices[1:]
        if content(**{ruling.name: choice.name}) == ours
    ]
    assert useless == []
