from __future__ import annotations

import pytest
from page_svg import FONTS
from widget_drawing import BOX

from deckgen.card.widgets.base import remembered
from deckgen.draw.pen import Pen
from deckgen.draw.text import signed
from deckgen.errors import Faults


@pytest.mark.parametrize(("value", "text"), [(2, "+2"), (0, "0"), (-1, "−1")])
def test_modifiers_have_signs(value, text):
    assert signed(value) == text


def test_what_was_drawn_once_is_placed_again():
    pen = Pen(FONTS, 1, "theme", Faults())
    known: dict[object, tuple[object, ...]] = {}
    for _ in range(2):
        remembered(pen, known, 1, lambda: pen.text("x", BOX, "bold", 3, "#000000"))
    first, second = pen.items
    assert first is second
