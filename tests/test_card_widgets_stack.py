from __future__ import annotations

from fractions import Fraction

from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import stack
from deckgen.draw.drawing import Text, Use
from deckgen.game.model import Place, StackSection
from deckgen.game.values import StackValue


def test_a_stack_frames_the_standard_place_and_marks_attributes():
    places = (Place("legs", Fraction(1), ()), Place("head", Fraction(1), ("prone",)))
    section = StackSection(*TITLES, tuple((place,) for place in places), 3, 1)
    fixed, items = drawn(stack.WIDGET, section, StackValue(("head", "legs", "legs"), 1), mark="icon-prone")
    assert len(fixed) == 1
    assert [(t.string, t.face) for t in items if isinstance(t, Text)] == [
        ("head", "regular"),
        ("legs", "bold"),
        ("legs", "regular"),
    ]
    assert [item.symbol for item in items if isinstance(item, Use)] == ["icon-prone"]


def test_printed_words_stand_for_places():
    places = (Place("legs", Fraction(1), (), "Beine"), Place("head", Fraction(1), ()))
    section = StackSection(*TITLES, tuple((place,) for place in places), 2, 1)
    assert strings(drawn(stack.WIDGET, section, StackValue(("head", "legs"), 1))[1]) == ["head", "Beine"]


def test_the_standard_place_has_a_style_and_attributes_an_icon():
    marks = stack.WIDGET.marks(options_of(stack.WIDGET, standard_ink="red", mark="icon-prone"))
    assert marks.plates["standard"].ink == "red"
    assert marks.mark == "icon-prone"
