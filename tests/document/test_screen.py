"""The Master's screen: pages in landscape, in the look of the game, as large as can be read."""

from __future__ import annotations

import pytest
from page_decks import shipped_game
from page_marks import text_box, within
from panel_games import LINE, panel_game, said

from deckgen.card.layout import load_layout
from deckgen.document.screen import screen_pages
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.errors import LayoutError, PressError
from deckgen.game import read_game, shipped_games
from deckgen.library.choices import layout_of


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", shipped_games())
def test_the_screens_of_the_shipped_games_fit_on_either_paper_and_in_every_language(name, paper):
    for code in shipped_game(name).languages:
        game = read_game(name, code)
        layout = layout_of(game, game.deck())
        pages = screen_pages(layout, game, game.deck(), paper=paper)
        assert len(pages) == len(game.rules.screen)
        for page, board in zip(pages, game.rules.screen, strict=True):
            assert page.width > page.height
            assert {panel.title for panel in board.panels} <= set(said(page).split("\n"))
            room = Box(0, 0, page.width, page.height).inset(7.5)
            for text in page.items:
                if isinstance(text, Text):
                    assert text.size >= 7 * PT - 1e-9
                    assert within(text_box(text, layout.theme.fonts), room)


def test_a_page_says_which_it_is_and_of_what(tmp_path):
    game = panel_game(tmp_path, "text: Some rule.")
    (page,) = screen_pages(load_layout("poker"), game, game.deck())
    assert page.title == "Small: Board"
    assert {"Board", "Small · 1/1", "Panel p0", "Some rule."} <= set(said(page).split("\n"))


def test_panels_stand_in_three_columns(tmp_path):
    game = panel_game(tmp_path, *["text: a"] * 3)
    (page,) = screen_pages(load_layout("poker"), game, game.deck())
    heads = [text.x for text in page.items if isinstance(text, Text) and text.string.startswith("Panel")]
    assert len(heads) == len(set(heads)) == 3


def test_too_much_for_a_page_is_told_with_its_line(tmp_path):
    game = panel_game(tmp_path, *[LINE + " And more of them." * 12] * 40)
    with pytest.raises(LayoutError) as caught:
        screen_pages(load_layout("poker"), game, game.deck())
    (problem,) = caught.value.problems
    assert problem.path == "screen.pages[0]"
    assert problem.line == 163
    assert "at 7 pt its panels are" in problem.message
    assert "too high for 3 columns" in problem.message


def test_an_unknown_paper_is_told(tmp_path):
    game = panel_game(tmp_path, "text: a")
    with pytest.raises(PressError, match="no paper 'a9'"):
        screen_pages(load_layout("poker"), game, game.deck(), paper="a9")
