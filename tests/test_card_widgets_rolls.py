from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import rolls
from deckgen.game.model import RollsSection


def test_rolls_show_label_and_number():
    section = RollsSection(*TITLES, (("3", None), ("5", None)), Fraction(1))
    fixed, items = drawn(rolls.WIDGET, section, {"3": 2, "5": 4})
    assert strings(fixed) == ["3", "5"]
    assert strings(items) == ["2", "4"]


@pytest.mark.parametrize(
    ("options", "beside"),
    [({}, True), ({"above": True}, False), ({"icon": "icon-star", "icon_width": 4.0}, True)],
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
