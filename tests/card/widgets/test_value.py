from __future__ import annotations

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, outcomes, strings

from deckgen.card.widgets.value import NUMBER
from deckgen.draw.geometry import Box
from deckgen.game.model import DistributionSection, OrdinalSection


def test_a_number_has_a_title_and_a_missing_one_an_icon():
    fixed, items = drawn(NUMBER, OrdinalSection(*TITLES, "suit"), 3)
    assert strings(fixed) == ["Some"]
    assert strings(items) == ["3"]
    _, joker = drawn(NUMBER, OrdinalSection(*TITLES, "suit"), None, none="icon-joker")
    assert [item.symbol for item in joker] == ["icon-joker"]


def test_an_icon_of_the_value_may_stand_beside_its_words():
    section = DistributionSection(*TITLES, outcomes("left arm"))
    _, (icon, text) = drawn(NUMBER, section, "left arm", icons="icon-body-", icon_size=6.0, align=0.0)
    assert icon.symbol == "icon-body-left-arm"
    assert icon.matrix[4] - 3 < 0.5
    assert 6 < text.x < 8
    _, (icon, text) = drawn(NUMBER, section, "left arm", icons="icon-body-", icon_size=6.0, pair=True, size=3.0)
    right = text.x + FONTS.width(text.string, text.typeface, text.size)
    assert (icon.matrix[4] - 3 + right) / 2 == pytest.approx(15)


def test_an_icon_of_the_value_may_stand_below_its_words():
    section = DistributionSection(*TITLES, outcomes("far"))
    _, (icon, text) = drawn(
        NUMBER, section, "far", icons="icon-range-", icon_size=20.0, below=True, align=0.0, size=3.0
    )
    assert icon.symbol == "icon-range-far"
    assert icon.matrix[4] - 10 == pytest.approx(text.x)
    assert icon.matrix[5] - text.y > 3


def test_number_and_title_may_stand_at_an_edge():
    fixed, items = drawn(NUMBER, DistributionSection(*TITLES, outcomes(7)), 7, align=0.0)
    assert fixed[0].x == 0
    assert items[0].x < 0.5


@pytest.mark.parametrize(
    ("shown", "width", "height", "lines"),
    [
        ("The enemy is warned", 30, 20, ["The enemy", "is warned"]),
        ("The enemy is warned", 30, 12, ["The enemy is warned"]),
        ("The enemy is warned", 90, 20, ["The enemy is warned"]),
        ("One two three four five", 24, 20, ["One two", "three four five"]),
        ("Schicksalsgemeinschaft", 20, 20, ["Schicksalsgemeinschaft"]),
    ],
)
def test_words_that_are_too_long_for_a_line_take_another(shown, width, height, lines):
    section = DistributionSection(*TITLES, outcomes(shown))
    box = Box(0, 0, width, height)
    _, items = drawn(NUMBER, section, shown, box, lines=2, size=5.5, title=False)
    assert strings(items) == lines
    middle = (items[0].y + items[-1].y) / 2
    assert middle == pytest.approx(box.cy + FONTS.cap("bold") * 5.5 / 2, abs=1.2)
