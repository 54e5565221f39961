from __future__ import annotations

from fractions import Fraction

import pytest
from widget_drawing import TITLES, drawn, options_of, outcomes, strings

from deckgen.card.widgets import words
from deckgen.draw.geometry import bounding_box
from deckgen.game.model import DistributionSection, Outcome, TextSection


@pytest.mark.parametrize(
    ("section", "value", "shown"),
    [
        (TextSection(*TITLES, outcomes("Extra damage", None)), "Extra damage", ["Extra damage"]),
        (TextSection(*TITLES, outcomes("Extra damage", None)), None, []),
        (DistributionSection(*TITLES, outcomes(True, False)), True, ["Some"]),
        (DistributionSection(*TITLES, outcomes(True, False)), False, []),
        (DistributionSection(*TITLES, (Outcome(True, Fraction(1), "Yes"), Outcome(False, Fraction(1), "No"))), False, ["No"]),
    ],
)  # fmt: skip
def test_words_on_a_plate(section, value, shown):
    assert strings(drawn(words.WIDGET, section, value)[1]) == shown


def test_the_answers_of_a_toggle_have_different_plates():
    section = DistributionSection(*TITLES, (Outcome(True, Fraction(1), "Yes"), Outcome(False, Fraction(1), "No")))
    yes, no = (drawn(words.WIDGET, section, value, toggle=True)[1][0] for value in (True, False))
    assert yes.fill != no.fill


def test_its_icon_stands_for_the_section():
    assert words.WIDGET.marks(options_of(words.WIDGET, icon="icon-star")).icon == "icon-star"


@pytest.mark.parametrize("below", [False, True])
def test_the_title_of_a_plate_stands_above_or_below_it(below):
    section = DistributionSection(*TITLES, outcomes("Yes"))
    (title,), (plate, _) = drawn(words.WIDGET, section, "Yes", title=True, title_below=below, title_align=0.0)
    around = bounding_box(plate.segments)
    assert title.x == 0
    assert (title.y > around.bottom) is below
    assert (title.y < around.y) is not below
