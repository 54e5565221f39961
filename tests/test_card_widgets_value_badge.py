from __future__ import annotations

from widget_drawing import TITLES, drawn, options_of, outcomes, strings

from deckgen.card.widgets.value import BADGE
from deckgen.game.model import DistributionSection


def test_a_badge_has_an_icon_for_nothing():
    section = DistributionSection(*TITLES, outcomes(None, 3))
    _, nothing = drawn(BADGE, section, None, icon="icon-broken", none="icon-whole")
    _, three = drawn(BADGE, section, 3, icon="icon-broken", none="icon-whole", beside=True)
    assert [item.symbol for item in nothing] == ["icon-whole"]
    assert strings(three) == ["3"]
    assert three[0].symbol == "icon-broken"


def test_its_icon_stands_for_the_section():
    assert BADGE.marks(options_of(BADGE, icon="icon-star")).icon == "icon-star"
