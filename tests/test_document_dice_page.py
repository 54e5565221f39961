import pytest
from table_decks import GAMES, shipped

from deckgen.document.dice_page import TITLE, dice_parts
from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Text
from deckgen.draw.stylesheet import load_stylesheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_all_sections_are_told_on_one_page(name, paper):
    _, game, spec = shipped(name)
    look = load_stylesheet()
    pages = document(look, dice_parts(look, game, spec), Running(), paper=paper)
    assert len(pages) == 1
    said = [item.string for item in pages[0].items if isinstance(item, Text)]
    assert TITLE in said
    for section in spec.sections:
        assert section.title in said
