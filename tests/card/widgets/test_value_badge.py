from __future__ import annotations

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, outcomes, strings

from deckgen.card.widgets.value import BADGE
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.game.model import DistributionSection


def test_a_badge_has_an_icon_for_nothing():
    section = DistributionSection(*TITLES, outcomes(None, 3))
    _, nothing = drawn(BADGE, section, None, icon="icon-broken", none="icon-whole")
    _, three = drawn(BADGE, section, 3, icon="icon-broken", none="icon-whole")
    assert [item.symbol for item in nothing] == ["icon-whole"]
    assert strings(three) == ["3"]
    assert three[0].symbol == "icon-broken"


def test_its_icon_stands_for_the_section():
    assert BADGE.marks(options_of(BADGE, icon="icon-star")).icon == "icon-star"


def test_a_number_may_stand_below_its_icon():
    section = DistributionSection(*TITLES, outcomes(None, 13))
    _, (icon, text) = drawn(BADGE, section, 13, icon="icon-broken", below=True)
    cap = FONTS.cap(text.typeface) * text.size
    assert icon.matrix[5] + icon.matrix[0] / 2 < text.y - cap + 1e-6
    assert text.x + FONTS.width("13", text.typeface, text.size) / 2 == pytest.approx(icon.matrix[4])
    _, (small, lower) = drawn(BADGE, section, 13, icon="icon-broken", below=True, icon_size=6.0)
    assert small.matrix[0] == 6
    assert lower.y < text.y


def test_the_sample_of_a_number_below_its_icon_stays_in_its_box():
    section = DistributionSection(*TITLES, outcomes(None, 13))
    options = options_of(BADGE, icon="icon-broken", none="icon-whole", below=True, icon_size=6.0)
    looks = BADGE.looks(section, options, Pen(FONTS))
    assert looks["value"].words == "broken over a number"
    for mark in ("value", "none"):
        pen = Pen(FONTS)
        looks[mark].draw(pen, Box(0, 0, 4, 4))
        for item in pen.items:
            if isinstance(item, Text):
                assert 0 <= item.y - FONTS.cap(item.typeface) * item.size <= item.y <= 4.1
            else:
                side, y = item.matrix[0], item.matrix[5]
                assert -0.1 <= y - side / 2 <= y + side / 2 <= 4.1


def test_an_icon_too_high_for_a_shallow_slot_leaves_room_for_its_number():
    section = DistributionSection(*TITLES, outcomes(None, 13))
    box = Box(5, 5, 6, 6.5)
    options = options_of(BADGE, icon="icon-broken", below=True, icon_size=6.0)
    pen = Pen(FONTS)
    BADGE.build(section, box, options, pen)(pen, 13)
    icon, text = pen.items
    assert icon.matrix[5] - icon.matrix[0] / 2 >= box.y - 1e-6
    assert text.y <= box.bottom + 1e-6
    assert text.size == pytest.approx(options.size)
