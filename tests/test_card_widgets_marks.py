from __future__ import annotations

from fractions import Fraction

from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import marks
from deckgen.draw.drawing import Text, Use
from deckgen.game.model import MarksSection


def test_marked_figures_are_crossed_out_and_the_others_not():
    section = MarksSection(*TITLES, 4, Fraction(1))
    fixed, items = drawn(marks.WIDGET, section, [2, 3], icon="icon-figure", plate="paper")
    assert strings(fixed) == ["1", "2", "3", "4"]
    crosses = [item for item in items if not isinstance(item, Use) and item.stroke]
    assert len(crosses) == 2 * 2
    assert all(s[0] in "ML" for s in crosses[0].segments)
    plates = [item for item in items if not isinstance(item, Use) and item.fill]
    assert len(plates) == 2
    first = items[0]  # under its figure and its cross
    assert first is plates[0]
    assert drawn(marks.WIDGET, section, [])[1] == []


def test_marks_go_down_column_by_column():
    section = MarksSection(*TITLES, 5, Fraction(1))
    fixed, _ = drawn(marks.WIDGET, section, [], icon="icon-figure", columns=2)
    one, two, _, four, _ = [item for item in fixed if isinstance(item, Text)]
    assert one.x == two.x < four.x
    assert one.y == four.y < two.y


def test_its_icon_stands_for_the_section():
    assert marks.WIDGET.marks(options_of(marks.WIDGET, icon="icon-star")).icon == "icon-star"
