from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets import stack
from deckgen.draw.drawing import Text, Use
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import Pen
from deckgen.game.model import HitLocation, StackSection
from deckgen.game.values import StackValue


def test_a_stack_sets_the_standard_place_apart_and_marks_attributes():
    places = (HitLocation("legs", Fraction(1), ()), HitLocation("head", Fraction(1), ("prone",)))
    section = StackSection(*TITLES, tuple((place,) for place in places), 3, 1)
    fixed, items = drawn(stack.WIDGET, section, StackValue(("head", "legs", "legs"), 1), mark="icon-lying-figure")
    assert len(fixed) == 1
    assert [(t.string, t.typeface) for t in items if isinstance(t, Text)] == [
        ("head", "regular"),
        ("legs", "bold"),
        ("legs", "regular"),
    ]
    assert [item.symbol for item in items if isinstance(item, Use)] == ["icon-lying-figure"]


def test_printed_words_stand_for_places():
    places = (HitLocation("legs", Fraction(1), (), "Beine"), HitLocation("head", Fraction(1), ()))
    section = StackSection(*TITLES, tuple((place,) for place in places), 2, 1)
    assert strings(drawn(stack.WIDGET, section, StackValue(("head", "legs"), 1))[1]) == ["head", "Beine"]


def test_the_standard_place_has_a_style_and_attributes_an_icon():
    marks = stack.WIDGET.marks(options_of(stack.WIDGET, standard_ink="red", standard_fill="", mark="icon-lying-figure"))
    assert marks.plates["standard"].ink == "red"
    assert marks.mark == "icon-lying-figure"


PLACES = (HitLocation("legs", Fraction(1), ()), HitLocation("head", Fraction(1), ("prone",)))
SECTION = StackSection(*TITLES, tuple((place,) for place in PLACES), 3, 1)
BAR = {"bar": 0.2, "standard_fill": "#a8182a", "standard_ink": "#ffffff", "ink": "#000000"}


def test_the_standard_place_may_stand_on_a_bar_and_marks_at_the_ends_of_lines():
    value = StackValue(("head", "head", "legs"), 1)
    fixed, items = drawn(
        stack.WIDGET, SECTION, value, **BAR, mark="icon-lying-figure", mark_end=True, mark_ink="ink", standard_mark_ink="white",
        indent=1.0,
    )  # fmt: skip
    (bar,) = fixed
    assert bounding_box(bar.segments) == pytest.approx(Box(-0.2, 9.8, 30.4, 10.4))
    texts, icons = ([item for item in items if isinstance(item, kind)] for kind in (Text, Use))
    assert [text.x for text in texts] == [1, 1, 1]
    assert [icon.fill for icon in icons] == ["ink", "white"]
    assert all(icon.matrix[4] > 28 for icon in icons)


def test_legends_tell_bars_and_where_attributes_are_marked():
    pen = Pen(FONTS)
    options = options_of(stack.WIDGET, **BAR, mark="icon-lying-figure", mark_end=True)
    looks = stack.stack_looks(SECTION, options, pen)
    assert looks["standard"].words == "bold place, white on a bar in red"
    assert looks["prone"].words == "lying figure after the place"
    plain = options_of(stack.WIDGET, standard_ink="#a8182a", ink="#000000", standard_fill="#fbf8ef")
    assert stack.stack_looks(SECTION, plain, pen)["standard"].words == "bold place in red"


def test_icons_of_places_stand_in_front_on_the_foot_of_their_lines():
    options = {
        "icons": "icon-body-",
        "icon_size": 15.0,
        "icon_width": 9.0,
        "icon_ink": "black",
        "indent": 1.0,
    }
    _, items = drawn(stack.WIDGET, SECTION, StackValue(("head", "head", "legs"), 1), **options)
    icons = [item for item in items if isinstance(item, Use)]
    assert [icon.symbol for icon in icons] == ["icon-body-head", "icon-body-head", "icon-body-legs"]
    assert [icon.matrix[5] + icon.matrix[3] / 2 for icon in icons] == pytest.approx([10, 20, 30])
    assert {icon.matrix[4] for icon in icons} == {4.5}
    assert [text.x for text in items if isinstance(text, Text)] == pytest.approx([10, 10, 10])
