from __future__ import annotations

from page_svg import FONTS
from widget_drawing import TITLES, drawn, strings

from deckgen.card.widgets.table import QUADRANTS
from deckgen.game.model import TableSection


def test_quadrants_read_like_a_page_and_may_begin_with_the_last_column():
    section = TableSection(*TITLES, ("1", "2"), ("F", "N", "S", "V"), ((3, 5, 7, 9), (5, 7, 9, 11)), ())
    fixed, items = drawn(QUADRANTS, section, {"1": [3, 5, 7, 9], "2": [5, 7, 9, 11]}, reverse=True)
    assert strings(fixed) == ["F", "N", "S", "V", "2", "1"]
    assert strings(items) == ["5", "7", "9", "11", "3", "5", "7", "9"]
    first, second, third, _ = items[:4]
    assert first.y == second.y < third.y
    assert first.x < second.x


def test_three_rows_of_a_table_may_stand_below_each_other():
    section = TableSection(*TITLES, ("I",), ("F", "N", "S"), ((9, 11, 13),), ())
    _, items = drawn(QUADRANTS, section, {"I": [9, 11, 13]}, abreast=1)
    assert len({round(item.x + FONTS.width(item.string, item.face, item.size) / 2, 6) for item in items}) == 1
    assert items[0].y < items[1].y < items[2].y


def test_printed_words_stand_for_rows():
    table = TableSection(*TITLES, ("I",), ("F", "N"), ((9, 11),), (), ("schnell", "normal"))
    assert strings(drawn(QUADRANTS, table, {"I": [9, 11]})[0])[:2] == ["schnell", "normal"]
