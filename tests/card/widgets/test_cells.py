from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import TITLES, drawn, options_of, strings

from deckgen.card.widgets.base import MarkStyle
from deckgen.card.widgets.cells import ROLLS, CellOptions, cell_looks, cell_marks, draw_cell
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game.model import RollsSection
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
    pen = Pen(FONTS, 1.0, "theme", Problems())
    draw_cell(pen, OPTIONS, cell, Box(0, 0, 10, 10))
    *below, text = pen.items
    assert isinstance(text, Text)
    assert (text.string, text.typeface, bool(below)) == (words, face, bool(plates))


def test_legends_know_the_marks():
    marks = cell_marks(CellOptions(open=MarkStyle("bold", "ink", "red")), "icon-star")
    assert (marks.plates["again"].fill, marks.icon) == ("red", "icon-star")
    assert marks.plates["critical_failure"].ink == "alarm"


def marked(value=12, **options):
    """The extent of the plate, and the text on it."""
    pen = Pen(FONTS, 1.0, "theme", Problems())
    draw_cell(pen, replace(OPTIONS, **options), Cell(value, again=True), Box(0, 0, 10, 4))
    plate, text = pen.items
    return bounding_box(plate.segments), text


def test_plates_fill_their_room_or_hug_their_figures_or_are_discs():
    assert marked()[0].width == 10
    two, text = marked(plate_pad=0.6)
    assert two.width == pytest.approx(FONTS.width("12", "bold-italic", text.size) + 1.2)
    assert marked(2, plate_pad=0.6)[0].width == 4  # at least square
    assert marked(plate_pad=0.6, open=replace(OPTIONS.open, shape="bar"))[0].width == 10
    disc, _ = marked(open=replace(OPTIONS.open, shape="disc"))
    assert (disc.width, disc.height, disc.cx) == pytest.approx((4, 4, 5))
    assert marked(failure=replace(OPTIONS.failure, shape="disc"))[0].width == 10  # of another mark


def test_a_one_that_counts_towards_a_failure_has_a_shape_of_its_own():
    pen = Pen(FONTS, 1.0, "theme", Problems())
    options = replace(OPTIONS, towards_shape="disc")
    draw_cell(pen, options, Cell(1), Box(0, 0, 10, 4), counts_as_failure=True)
    assert bounding_box(pen.items[0].segments).width == pytest.approx(4)
    assert cell_marks(options).plates["critical_failure"].shape == "plate"


def test_three_digits_are_smaller_and_figures_on_plates_keep_from_the_next_column():
    pen = Pen(FONTS, 1.0, "theme", Problems())
    options = replace(OPTIONS, three=0.8, align=1.0)
    for value in (88, 104):
        draw_cell(pen, options, Cell(value), Box(0, 0, 20, 10))
    two, three = pen.items
    assert three.size == pytest.approx(0.8 * two.size)
    assert two.x + FONTS.width("88", two.typeface, two.size) == pytest.approx(20)
    pen.items = []
    draw_cell(pen, options, Cell(888, again=True), Box(1, 0, 4, 4), plate=Box(0.2, 0.2, 5.6, 3.6))
    *_, text = pen.items
    assert text.x >= 1 - 1e-6


def test_legends_tell_discs():
    pen = Pen(FONTS, 1.0, "theme", Problems())
    options = replace(
        OPTIONS,
        ink="#000000",
        open=MarkStyle("bold", "#000000", "#ffd000"),
        failure=MarkStyle("bold", "#ffffff", "#000000"),
        confirm=MarkStyle("bold", "#000000"),
        towards_shape="disc",
    )
    looks = cell_looks(None, options, pen)
    assert looks["towards_failure"].words == "bold figure 1, white on a disc in black"
    assert looks["critical_failure"].words == "bold “CF”, white on black"


def test_rolls_show_label_and_number():
    section = RollsSection(*TITLES, (("3", None), ("5", None)), tail_bar=Fraction(1))
    fixed, items = drawn(ROLLS, section, {"3": 2, "5": 4})
    assert strings(fixed) == ["3", "5"]
    assert strings(items) == ["2", "4"]


@pytest.mark.parametrize(
    ("options", "beside"),
    [({}, True), ({"above": True}, False), ({"icon": "icon-star"}, True)],
)
def test_labels_of_rolls_stand_beside_or_above_their_numbers(options, beside):
    section = RollsSection(*TITLES, (("1d6", None), ("2d6", None)), tail_bar=Fraction(1))
    fixed, items = drawn(ROLLS, section, {"1d6": 2, "2d6": 4}, **options)
    label, number = fixed[0], items[0]
    right = label.x + FONTS.width(label.string, label.typeface, label.size)
    assert (right < number.x) is beside
    assert (label.y + 1 < number.y) is not beside


def test_its_icon_stands_for_the_section():
    assert ROLLS.marks(options_of(ROLLS, icon="icon-star")).icon == "icon-star"


def test_an_arrow_may_lead_from_each_label_to_its_number():
    section = RollsSection(*TITLES, (("3", None), ("5", None)), tail_bar=Fraction(1))
    fixed, items = drawn(ROLLS, section, {"3": 2, "5": 14}, arrow=True, align=1.0, arrow_width=4.0)
    label, shaft, point = fixed[:3]
    assert label.string == "3"
    right = label.x + FONTS.width("3", label.typeface, label.size)
    assert right <= bounding_box(shaft.segments).x < bounding_box(point.segments).x < bounding_box(point.segments).right
    assert bounding_box(point.segments).right < min(item.x for item in items)
    ends = {round(item.x + FONTS.width(item.string, item.typeface, item.size), 6) for item in items}
    assert len(ends) == 1


@pytest.mark.parametrize("options", [{}, {"above": True}, {"icon": "icon-star"}, {"arrow": True}])
def test_labels_may_be_left_out(options):
    section = RollsSection(*TITLES, (("2d6", None),), tail_bar=Fraction(1))
    fixed, items = drawn(ROLLS, section, {"2d6": 7}, labels=False, **options)
    assert strings(fixed) == []
    assert strings(items) == ["7"]
