from itertools import pairwise

import pytest
from page_decks import shipped_layout
from table_decks import GAMES, shipped

from deckgen.document.poker_columns import measure, pages
from deckgen.document.poker_frame import setting_of
from deckgen.document.poker_page import CardPage, column_room
from deckgen.document.results import fields
from deckgen.draw.drawing import Text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_columns_and_rows_stay_between_the_margins(name, paper):
    deck, game, spec = shipped(name)
    layout = shipped_layout(spec.layout)
    setting = setting_of(deck, game, spec, layout, paper)
    panels = measure(fields(spec, game.words), deck.cards, setting.marks, setting.style)
    for number, own in enumerate(pages(panels, column_room(setting)), 1):
        page = CardPage(setting, own, setting.held.blocks, number, 9)
        assert page.end + page.label <= page.right + 1e-6
        assert page.row >= 3.35
        block, y = list(page.tops())[-1]
        assert y + len(block.rows) * page.row <= page.foot + 1e-6
        edges = [edge for _, grid in page.grids(page.top, 0) for edge in pairwise(grid.xs)]
        assert all(right <= left + 1e-6 for (_, right), (left, _) in pairwise(edges))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("action-and-combat", "Initiative · Test · Hit location · Burst · Dice · Damage d6"),
        ("rough-magic", "Order of play · Roll · Die · Range band · Setback · Clock face"),
    ],
)
def test_a_page_is_titled_by_what_is_on_it(name, title):
    deck, game, spec = shipped(name)
    setting = setting_of(deck, game, spec, shipped_layout(spec.layout), "a4")
    panels = measure(setting.fields, deck.cards, setting.marks, setting.style)
    assert CardPage(setting, panels, setting.held.blocks, 1, 2).title == title


def test_names_of_red_suits_are_red():
    deck, game, spec = shipped("rough-magic")
    setting = setting_of(deck, game, spec, shipped_layout(spec.layout), "a4")
    panels = measure(setting.fields, deck.cards, setting.marks, setting.style)
    page = CardPage(setting, panels, setting.held.blocks, 1, 2)
    texts = [item for item in page.drawing().items if isinstance(item, Text) and item.string == "10"]
    inks = [text.fill for text in texts if text.face == "bold" and text.slot != "cell"]
    red, black = setting.suit_ink("hearts"), setting.suit_ink("spades")
    assert (inks.count(red), inks.count(black)) == (4, 4)
