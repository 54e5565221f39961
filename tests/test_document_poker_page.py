from itertools import pairwise

import pytest
from table_decks import GAMES, shipped

from deckgen.card.layout import load_layout
from deckgen.document.marked_results import result_styles, suit_icons, with_card
from deckgen.document.poker_columns import measure, pages
from deckgen.document.poker_deck import poker_deck
from deckgen.document.poker_page import CardPage, Setting
from deckgen.document.results import fields
from deckgen.draw.paper import paper_named
from deckgen.draw.stylesheet import load_stylesheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_columns_and_rows_stay_between_the_margins(name, paper):
    deck, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    style = with_card(load_stylesheet(), layout)
    marks = result_styles(layout, spec, style)
    held = poker_deck(deck.cards, spec.faces)
    setting = Setting(deck, game, spec, paper_named(paper), style, marks, suit_icons(layout), held)
    panels = measure(fields(spec, game.words), deck.cards, marks, style)
    for number, own in enumerate(pages(panels, setting.room), 1):
        page = CardPage(setting, own, held.blocks, number, 9)
        assert page.end + setting.label <= page.right + 1e-6
        assert page.row >= 3.35
        block, y = list(page.tops())[-1]
        assert y + len(block.rows) * page.row <= page.foot + 1e-6
        edges = [edge for _, grid in page.grids(page.top, 0) for edge in pairwise(grid.xs)]
        assert all(right <= left + 1e-6 for (_, right), (left, _) in pairwise(edges))
