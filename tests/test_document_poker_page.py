from itertools import pairwise

import pytest
from table_decks import GAMES, shipped

from deckgen.card.layout import load_layout
from deckgen.document.poker_columns import measure, pages
from deckgen.document.poker_page import CardPage, setting_of
from deckgen.document.results import fields


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_columns_and_rows_stay_between_the_margins(name, paper):
    deck, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    setting = setting_of(deck, game, spec, layout, paper)
    panels = measure(fields(spec, game.words), deck.cards, setting.marks, setting.style)
    for number, own in enumerate(pages(panels, setting.room), 1):
        page = CardPage(setting, own, setting.held.blocks, number, 9)
        assert page.end + setting.label <= page.right + 1e-6
        assert page.row >= 3.35
        block, y = list(page.tops())[-1]
        assert y + len(block.rows) * page.row <= page.foot + 1e-6
        edges = [edge for _, grid in page.grids(page.top, 0) for edge in pairwise(grid.xs)]
        assert all(right <= left + 1e-6 for (_, right), (left, _) in pairwise(edges))
