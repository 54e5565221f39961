from __future__ import annotations

from page_svg import FONTS
from widget_drawing import BOX, TITLES, drawn, options_of, strings

from deckgen.card.widgets.table import CHART
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Faults
from deckgen.game.model import TableSection


def test_a_chart_reads_like_a_table_in_a_book():
    section = TableSection(*TITLES, ("Levels", "Loss"), ("0", "3"), ((1, 2), (3, 4)), ())
    fixed, items = drawn(CHART, section, {"Levels": [1, 2], "Loss": [3, 4]})
    assert strings(fixed) == ["0", "3", "Levels", "Loss"]
    assert strings(items) == ["1", "2", "3", "4"]
    one, two, three, _ = items
    assert one.y == two.y < three.y
    assert one.x < two.x


STEPS = TableSection(*TITLES, ("1", "2"), ("F", "N", "S"), ((3, 5, 7), (5, 7, 9)), ())
VALUE = {"1": [3, 5, 7], "2": [5, 7, 9]}


def test_a_charts_columns_may_stand_across_and_the_last_first():
    fixed, items = drawn(CHART, STEPS, VALUE, across="columns", reverse=True)
    assert strings(fixed) == ["2", "1", "F", "N", "S"]
    assert strings(items) == ["5", "7", "9", "3", "5", "7"]
    assert items[0].x == items[1].x < items[3].x
    assert items[0].y == items[3].y < items[1].y


def test_the_column_of_the_cards_own_value_has_a_head_of_its_own():
    pen = Pen(FONTS, 1.0, "theme", Faults())
    options = options_of(CHART, across="columns", own="step", own_fill="navy", own_ink="white")
    paint = CHART.build(STEPS, BOX, options, pen)
    assert strings(pen.items) == ["F", "N", "S"]
    for own, inks in ((2, ["ink", "white"]), (None, ["ink", "ink"]), (9, ["ink", "ink"])):
        pen.items, pen.values = [], {"step": own}
        paint(pen, VALUE)
        assert [item.fill for item in pen.items if isinstance(item, Text)][:2] == inks
        assert len([item for item in pen.items if not isinstance(item, Text)]) == inks.count("white")


def test_figures_of_a_chart_keep_apart():
    wide = {"1": [100, 100, 100], "2": [100, 100, 100]}
    _, items = drawn(CHART, STEPS, wide, Box(0, 0, 16, 12), across="columns", pad=1.0, label_width=4.0)
    first = items[0]
    assert first.x >= 5 - 1e-6
    assert first.x + FONTS.width(first.string, first.face, first.size) <= 9 + 2 * 0.03 * first.size + 1e-6


def test_printed_words_stand_for_rows():
    table = TableSection(*TITLES, ("I",), ("F", "N"), ((9, 11),), (), ("schnell", "normal"))
    assert strings(drawn(CHART, table, {"I": [9, 11]})[0])[:2] == ["schnell", "normal"]
