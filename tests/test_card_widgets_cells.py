"""Results of rolls as all widgets set them."""

from __future__ import annotations

import pytest
from page_svg import FONTS

from deckgen.card.widgets.cells import CellOptions, cell_marks, draw_cell
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Faults
from deckgen.game.values import Cell

OPTIONS = CellOptions(size=3.0, failure_size=2.0)


@pytest.mark.parametrize(
    ("cell", "words", "face", "plates"),
    [
        (Cell(7), "7", "semibold", 0),
        (Cell(-7), "−7", "semibold", 0),
        (Cell(12, again=True), "12", "bold-italic", 1),
        (Cell(1, critical_failure=True), "CF", "bold", 1),
        (Cell(4, confirm=True), "4?", "bold", 1),
    ],
)
def test_what_is_marked_differs_in_face_and_plate(cell, words, face, plates):
    pen = Pen(FONTS, 1.0, "theme", Faults())
    draw_cell(pen, OPTIONS, cell, Box(0, 0, 10, 10))
    *below, text = pen.items
    assert isinstance(text, Text)
    assert (text.string, text.face, bool(below)) == (words, face, bool(plates))


def test_legends_know_the_marks():
    marks = cell_marks(CellOptions(open_fill="red"), "icon-star")
    assert (marks.plates["again"].fill, marks.icon) == ("red", "icon-star")
    assert marks.plates["critical_failure"].ink == "alarm"
