from __future__ import annotations

from page_svg import FONTS
from widget_drawing import BOX, drawn, options_of, strings

from deckgen.card.widgets.value import POKER
from deckgen.draw.drawing import Use
from deckgen.draw.fonts import PT
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game.model import PlayingCard


def test_the_poker_card_has_its_suit_and_a_joker_its_star():
    _, king = drawn(POKER, None, PlayingCard("K", "hearts", "king of hearts"), joker="icon-joker")
    _, joker = drawn(POKER, None, PlayingCard("joker", None, "red joker"), joker="icon-joker")
    assert strings(king) == ["K"]
    assert [item.symbol for item in king if isinstance(item, Use)] == ["icon-suit-hearts"]
    assert [item.symbol for item in joker if isinstance(item, Use)] == ["icon-joker"]


def test_a_joker_has_the_icon_of_its_name_if_there_is_one():
    problems = Problems()
    pen = Pen(FONTS, 5.5 * PT, "theme", problems, icons=["icon-red-joker", "icon-joker"])
    painter = POKER.build(None, BOX, options_of(POKER, joker="icon-joker", red="hearts red"), pen)
    for name in ("red joker", "black joker"):
        painter(pen, PlayingCard("joker", None, name))
    icons = [item for item in pen.items if isinstance(item, Use)]
    assert [item.symbol for item in icons] == ["icon-red-joker", "icon-joker"]
    assert icons[0].fill != icons[1].fill
