"""Reference cards: as large as the deck's cards, in every layout, in every product."""

from __future__ import annotations

import pytest
from game_files import DECK
from page_decks import shipped_game
from page_marks import text_box, within
from panel_games import panel_game, said

from deckgen.card.layout import layout_names, load_layout
from deckgen.card.rules.reference import SMALLEST, draw_references
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.errors import LayoutError
from deckgen.game import load, shipped_games
from deckgen.run.decks import layout_of


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize("name", layout_names())
def test_every_layout_has_them_in_its_size_and_colours(tmp_path, name):
    layout, game = load_layout(name), panel_game(tmp_path, "text: Some rule.", "list: [one, two]")
    ((called, drawing),) = draw_references(layout, game, game.deck())
    template = layout.template
    assert called == "only"
    assert (drawing.width, drawing.height, drawing.bleed) == (template.width, template.height, template.bleed)
    assert drawing.title == "Main, Only"
    lines = said(drawing).split("\n")
    assert {"Only", "Some rule."} <= set(lines)
    ink = layout.theme.panels.get("game_ink")  # of the game's title, which a layout may leave out
    assert ("Small" in lines) == (ink is None or ink.value != "none")
    safe = Box(0, 0, drawing.width, drawing.height).inset(layout.theme.safe - 0.05)
    for text in drawing.items:
        if isinstance(text, Text):
            assert text.size >= max(SMALLEST * PT, layout.theme.minimum) - 1e-9
            assert within(text_box(text, layout.theme.fonts), safe)
            assert text.fill in drawing.style.inks


@pytest.mark.parametrize("name", shipped_games())
@pytest.mark.parametrize("suffix", ["", "-light", "-tarot"])
def test_those_of_the_shipped_games_fit_in_their_layouts_and_languages(name, suffix):
    for code in shipped_game(name).languages:
        game = load(name, code)
        for spec in game.decks:
            own = spec.layout + suffix if spec.layout != "poker" or suffix != "-tarot" else "tarot"
            cards = draw_references(layout_of(game, spec, own), game, spec)
            assert [called for called, _ in cards] == [card.name for card in game.references(spec)]


def test_a_card_stands_as_often_as_its_deck_has_it(tmp_path):
    game = panel_game(tmp_path / "two", "text: a", deck=DECK + "    reference_cards: {only: 2}\n")
    (one, first), (other, second) = draw_references(load_layout("poker"), game, game.deck())
    assert (one, other, first) == ("only", "only", second)
    none = panel_game(tmp_path / "none", "text: a", deck=DECK + "    reference_cards: {only: 0}\n")
    assert draw_references(load_layout("poker"), none, none.deck()) == ()


def test_two_columns_hold_panels_side_by_side(tmp_path):
    game = panel_game(tmp_path, "text: left", "text: right", card=", columns: 2")
    ((_, drawing),) = draw_references(load_layout("poker"), game, game.deck())
    places = {item.string: (item.x, item.y) for item in drawing.items if isinstance(item, Text)}
    assert places["left"][1] == places["right"][1]
    assert places["left"][0] < places["right"][0] - 20


def test_a_title_that_is_too_long_is_told(tmp_path):
    game = panel_game(tmp_path, "text: a", card=", columns: 1")
    file = tmp_path / "5.yaml"
    file.write_text(file.read_text().replace("title: Only", f"title: {'Only ' * 20}"))
    game = load(tmp_path)
    with pytest.raises(LayoutError, match=r"reference_cards\.only\.title: the title is too long"):
        draw_references(load_layout("poker"), game, game.deck())
