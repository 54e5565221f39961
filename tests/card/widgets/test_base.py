from __future__ import annotations

import pytest
from page_svg import FONTS
from widget_drawing import BOX

from deckgen.card.widgets import base
from deckgen.card.widgets.base import draw_cached
from deckgen.draw.pen import Pen
from deckgen.draw.text import format_modifier
from deckgen.errors import Problems


@pytest.mark.parametrize(("value", "text"), [(2, "+2"), (0, "0"), (-1, "−1")])
def test_modifiers_have_signs(value, text):
    assert format_modifier(value) == text


def test_what_was_drawn_once_is_placed_again():
    pen = Pen(FONTS, 1, "theme", Problems())
    paint = draw_cached(lambda pen, value: pen.text(value, BOX, "bold", 3, "#000000"))
    for _ in range(2):
        paint(pen, "x")
    first, second = pen.items
    assert first is second


def test_no_more_is_remembered_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(base, "_MOST", 3)
    pen, drawn = Pen(FONTS), []

    @draw_cached
    def paint(pen, number):
        drawn.append(number)
        pen.rule(0, number, 1, number, "#000000", 0.1)

    for number in [*range(9), 8, 7, 0]:
        paint(pen, number)
    assert [item.segments[0][2] for item in pen.items] == [*range(9), 8, 7, 0]
    assert drawn == [*range(9), 0]


def test_what_is_true_is_not_drawn_as_the_number_1():
    pen = Pen(FONTS)
    paint = draw_cached(lambda pen, value: pen.text(str(value), BOX, "bold", 3, "#000000"))
    for value in (True, 1, True):
        paint(pen, value)
    assert [item.string for item in pen.items] == ["True", "1", "True"]
