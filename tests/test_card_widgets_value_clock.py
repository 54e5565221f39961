from __future__ import annotations

import pytest
from page_svg import FONTS
from widget_drawing import BOX, TITLES, drawn, outcomes

from deckgen.card.widgets.value import CLOCK
from deckgen.draw.drawing import Text
from deckgen.game.model import DistributionSection


@pytest.mark.parametrize(("hour", "right", "down"), [(12, 0, -1), (3, 1, 0), (6, 0, 1), (9, -1, 0)])
def test_the_clock_shows_its_hour_where_it_belongs(hour, right, down):
    _, items = drawn(CLOCK, DistributionSection(*TITLES, outcomes(*range(1, 13))), hour)
    (text,) = [item for item in items if isinstance(item, Text)]
    x = text.x + FONTS.width(text.string, text.face, text.size) / 2 - BOX.cx
    y = text.y - FONTS.cap(text.face) * text.size / 2 - BOX.cy
    assert text.string == str(hour)
    assert (round(x) > 0) - (round(x) < 0) == right
    assert (round(y) > 0) - (round(y) < 0) == down
