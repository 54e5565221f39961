from __future__ import annotations

from widget_drawing import TITLES, drawn, strings

from deckgen.card.widgets.table import CHART
from deckgen.game.model import TableSection


def test_a_chart_reads_like_a_table_in_a_book():
    section = TableSection(*TITLES, ("Levels", "Loss"), ("0", "3"), ((1, 2), (3, 4)), ())
    fixed, items = drawn(CHART, section, {"Levels": [1, 2], "Loss": [3, 4]})
    assert strings(fixed) == ["0", "3", "Levels", "Loss"]
    assert strings(items) == ["1", "2", "3", "4"]
    one, two, three, _ = items
    assert one.y == two.y < three.y
    assert one.x < two.x
