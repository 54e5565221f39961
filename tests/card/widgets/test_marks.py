from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import marks
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import bounding_box
from deckgen.draw.pen import Pen
from deckgen.game.model import MarksSection


def test_marked_figures_are_crossed_out_and_the_others_not():
    section = MarksSection(*TITLES, 4, Fraction(1))
    fixed, items = drawn(marks.WIDGET, section, [2, 3], icon="icon-figure", plate="paper", columns=4)
    assert fixed == []
    assert strings(items) == ["1", "2", "3", "4"]
    crosses = [item for item in items if isinstance(item, Path) and item.stroke]
    assert len(crosses) == 2 * 2
    assert all(s[0] in "ML" for s in crosses[0].segments)
    plates = [item for item in items if isinstance(item, Path) and item.fill]
    assert len(plates) == 2
    second = items.index(plates[0])  # under its figure and its cross
    assert [type(item) for item in items[second : second + 5]] == [Path, Use, Text, Path, Path]
    assert not [item for item in drawn(marks.WIDGET, section, [])[1] if isinstance(item, Path)]


def test_its_icon_stands_for_the_section():
    assert marks.WIDGET.marks(options_of(marks.WIDGET, icon="icon-star")).icon == "icon-star"


SECTION = MarksSection(*TITLES, 4, Fraction(1))


def test_numbers_stand_below_figures_and_may_be_marked_too():
    options = {"icon": "icon-figure", "columns": 4, "plate": "yellow"}
    fixed, items = drawn(marks.WIDGET, SECTION, [2], **options, marked_ink="black", ink="white", cross="")
    assert fixed == []
    texts = [item for item in items if isinstance(item, Text)]
    figures = [item for item in items if isinstance(item, Use)]
    assert [(t.string, t.fill) for t in texts] == [
        ("1", "white"),
        ("2", "black"),
        ("3", "white"),
        ("4", "white"),
    ]
    assert len({round(text.y, 6) for text in texts}) == 1
    assert len(figures) == 4
    assert texts[0].y > figures[0].matrix[5] + figures[0].matrix[0] / 2
    (plate,) = (item for item in items if not isinstance(item, Text | Use))
    around = bounding_box(plate.segments)
    assert around.y < figures[1].matrix[5] < around.bottom
    assert around.bottom == 30


def test_marks_go_line_by_line():
    _, items = drawn(marks.WIDGET, SECTION, [], icon="icon-figure", columns=2)
    one, two, three, _ = [item for item in items if isinstance(item, Text)]
    assert one.y == two.y < three.y
    assert one.x == three.x < two.x


@pytest.mark.parametrize(("options", "words"), [
    ({"cross": "#a8182a"}, "figure, crossed out in red"),
    ({"cross": "#a8182a", "plate": "#ffc83d"}, "figure on yellow, crossed out in red"),
    ({"cross": "", "marked_fill": "#a8182a"}, "figure in red"),
    ({"cross": "#a8182a", "icon": ""}, "number, crossed out in red"),
])  # fmt: skip
def test_legends_tell_crosses_plates_and_colors(options, words):
    options = {"icon": "icon-figure", "marked_fill": "#ffffff", **options}
    assert marks.marks_looks(SECTION, options_of(marks.WIDGET, **options), Pen(FONTS))["marked"].words == words
