from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import rolls
from deckgen.draw.geometry import extent
from deckgen.game.model import RollsSection


def test_rolls_show_label_and_number():
    section = RollsSection(*TITLES, (("3", None), ("5", None)), Fraction(1))
    fixed, items = drawn(rolls.WIDGET, section, {"3": 2, "5": 4})
    assert strings(fixed) == ["3", "5"]
    assert strings(items) == ["2", "4"]


@pytest.mark.parametrize(
    ("options", "beside"),
    [({}, True), ({"above": True}, False), ({"icon": "icon-star"}, True)],
)
def test_labels_of_rolls_stand_beside_or_above_their_numbers(options, beside):
    section = RollsSection(*TITLES, (("1d6", None), ("2d6", None)), Fraction(1))
    fixed, items = drawn(rolls.WIDGET, section, {"1d6": 2, "2d6": 4}, **options)
    label, number = fixed[0], items[0]
    right = label.x + FONTS.width(label.string, label.face, label.size)
    assert (right < number.x) is beside
    assert (label.y + 1 < number.y) is not beside


def test_its_icon_stands_for_the_section():
    assert rolls.WIDGET.marks(options_of(rolls.WIDGET, icon="icon-star")).icon == "icon-star"


def test_an_arrow_may_lead_from_each_label_to_its_number():
    section = RollsSection(*TITLES, (("3", None), ("5", None)), Fraction(1))
    fixed, items = drawn(rolls.WIDGET, section, {"3": 2, "5": 14}, arrow=True, align=1.0, arrow_width=4.0)
    label, shaft, point = fixed[:3]
    assert label.string == "3"
    right = label.x + FONTS.width("3", label.face, label.size)
    assert right <= extent(shaft.segments).x < extent(point.segments).x < extent(point.segments).right
    assert extent(point.segments).right < min(item.x for item in items)
    ends = {round(item.x + FONTS.width(item.string, item.face, item.size), 6) for item in items}
    assert len(ends) == 1


@pytest.mark.parametrize("options", [{}, {"above": True}, {"icon": "icon-star"}, {"arrow": True}])
def test_labels_may_be_left_out(options):
    section = RollsSection(*TITLES, (("2d6", None),), Fraction(1))
    fixed, items = drawn(rolls.WIDGET, section, {"2d6": 7}, labels=False, **options)
    assert strings(fixed) == []
    assert strings(items) == ["7"]
