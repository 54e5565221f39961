from __future__ import annotations

import pytest
from page_svg import FONTS
from widget_drawing import BOX, TITLES, drawn, outcomes

from deckgen.card.widgets.value import CLOCK
from deckgen.draw.geometry import bounding_box
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game.model import DistributionSection


@pytest.mark.parametrize(("hour", "right", "down"), [(12, 0, -1), (3, 1, 0), (6, 0, 1), (9, -1, 0)])
def test_the_dot_shows_the_hour_where_it_belongs(hour, right, down):
    _, (dot, text) = drawn(CLOCK, DistributionSection(*TITLES, outcomes(*range(1, 13))), hour)
    x, y = bounding_box(dot.segments).cx - BOX.cx, bounding_box(dot.segments).cy - BOX.cy
    assert text.string == str(hour)
    assert (round(x) > 0) - (round(x) < 0) == right
    assert (round(y) > 0) - (round(y) < 0) == down


def test_the_hour_stands_inside_and_a_dot_on_the_rim():
    section = DistributionSection(*TITLES, outcomes(*range(1, 13)))
    fixed, (dot, text) = drawn(CLOCK, section, 3, dot=1.0)
    around = bounding_box(dot.segments)
    assert (around.cx, around.cy) == pytest.approx((BOX.cx + 14, BOX.cy))
    assert around.right <= BOX.right + 1e-6
    assert text.x + FONTS.width("3", text.typeface, text.size) / 2 == pytest.approx(BOX.cx)
    assert len(fixed) == 13
    nothing, _ = drawn(CLOCK, section, 3, face_fill="", rim="", tick="")
    assert nothing == []


@pytest.mark.finding("R11")
@pytest.mark.parametrize("value", ["noon", -1, 10**9])
def test_what_is_no_hour_is_told(value):
    problems = Problems()
    pen = Pen(FONTS, problems=problems)
    paint = CLOCK.build(DistributionSection(*TITLES, outcomes(value, 3)), BOX, CLOCK.options(), pen)
    paint(pen, value)
    (problem,) = problems
    assert f"a clock cannot show {value!r}" in problem.message
