"""The Master's screen: pages in landscape, in the look of the game, as large as can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from page_decks import shipped_game
from page_marks import text_box, within
from panel_games import LINE, panel_game, said

from deckgen.card.layout import load_layout
from deckgen.document.screen import screen_pages
from deckgen.draw.drawing import Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.errors import LayoutError, PressError
from deckgen.game import read_game, shipped_games
from deckgen.game.model import Game
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
        assert len(pages) in {len(game.rules.screen), 2 * len(game.rules.screen)}  # with a players' side or without
        for page, board in zip(pages, game.rules.screen, strict=False):
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


PANORAMA = """<svg xmlns="http://www.w3.org/2000/svg" width="{0}mm" height="84mm" viewBox="-7 -7 {0} 84">
  <g id="static"><rect x="-7" y="-7" width="{0}" height="84" fill="#ffffff"/></g>
  <text id="slot-title" x="49.5" y="30" font-family="display" font-size="9" fill="#1a1a1a" text-anchor="middle">t</text>
</svg>
"""


def looking_game(folder: Path, boards: int, panorama: str = "") -> Game:
    """A game with so many boards, and a look of its own, with a panorama if given."""
    game = panel_game(folder, "text: Some rule.")
    looks = folder / "looks"
    looks.mkdir(exist_ok=True)
    (looks / "look.yaml").write_text("extends: plain\npalette: {ink: {screen: '#1a1a1a', cmyk: [0, 0, 0, 90]}}\n")
    if panorama:
        (looks / "look-panorama.svg").write_text(panorama)
    rules = replace(game.rules, screen=game.rules.screen * boards)
    return replace(game, look=looks / "look.yaml", rules=rules)


def slices(pages) -> list[tuple[float, float]]:
    """Where on each page the panorama begins, as pages' widths and heights, and its scale."""
    return [
        tuple(round(n, 3) for n in (use.matrix[4] / page.width, use.matrix[0]))
        for page in pages
        for use in page.items
        if isinstance(use, Use) and use.symbol == "panorama"
    ]


def test_a_look_without_a_panorama_gives_no_players_side(tmp_path):
    game = looking_game(tmp_path, 2)
    assert len(screen_pages(load_layout("poker"), game, game.deck())) == 2


def test_the_panorama_is_sliced_over_the_backs_of_the_boards_its_right_end_first(tmp_path):
    game = looking_game(tmp_path, 2, PANORAMA.format(2 * 99 + 14))
    pages = screen_pages(load_layout("poker"), game, game.deck())
    assert len(pages) == 4
    assert slices(pages) == [(-1, 3), (0, 3)]
    (title,) = (item for item in pages[2].style.symbols["panorama"].items if isinstance(item, Text))
    assert title.string == "Small"
    assert title.typeface == "display"


def test_the_panorama_covers_taller_paper_with_its_bleed_and_keeps_its_folds(tmp_path):
    game = looking_game(tmp_path, 3, PANORAMA.format(3 * 99 + 14))
    pages = screen_pages(load_layout("poker"), game, game.deck(), paper="letter")[3:]
    assert [left for left, _ in slices(pages)] == [-2, -1, 0]
    narrow = PANORAMA.replace("-7 -7", "-1 -1").replace("84", "72").format(3 * 99 + 2)
    game = looking_game(tmp_path, 3, narrow)
    pages = screen_pages(load_layout("poker"), game, game.deck(), paper="letter")[3:]
    (_, scale), *_ = slices(pages)
    assert scale * 72 == pytest.approx(pages[0].height, abs=0.1)


def test_a_color_of_the_panorama_that_the_look_lacks_is_told(tmp_path):
    game = looking_game(tmp_path, 1, PANORAMA.format(99 + 14).replace("#ffffff", "#123456"))
    with pytest.raises(LayoutError, match=re.escape("#123456, which is not in the theme's palette")):
        screen_pages(load_layout("poker"), game, game.deck())
