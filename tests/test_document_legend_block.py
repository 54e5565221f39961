import pytest
from table_decks import GAMES, shipped

from deckgen.card.layout import load_layout
from deckgen.document.marked_results import result_legend, result_styles, with_card
from deckgen.document.poker.frame import legend_block
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import load_stylesheet


@pytest.mark.parametrize("across", [1, 3])
@pytest.mark.parametrize("name", GAMES)
def test_every_entry_is_said_whole_in_the_room_that_is_told(name, across):
    _, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    style = with_card(load_stylesheet(), layout)
    entries = result_legend(game, spec, result_styles(layout, spec, style))
    block = legend_block(style, entries, 7 * PT, 150, across)
    pen = style.pen("legend")
    block.draw(pen, 20, 30, "#000000")
    words = [item for item in pen.items if isinstance(item, Text)]
    said = "".join(text.string for text in words).replace(" ", "")
    for entry in entries:
        assert entry.look.replace(" ", "") in said
        assert entry.meaning.replace(" ", "") in said
    for text in words:
        assert 30 <= text.y <= 30 + block.height
        assert text.x >= 20
        assert text.x + style.fonts.width(text.string, text.face, text.size) <= 170 + 1e-6


def test_nothing_takes_no_room():
    block = legend_block(load_stylesheet(), [], 2.0, 100, 3)
    pen = load_stylesheet().pen()
    block.draw(pen, 0, 0, "#000000")
    assert block.height == 0
    assert not pen.items
