import pytest
from hypothesis import given, strategies as st
from page_svg import FONTS

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import MARKS, Pen
from deckgen.draw.text import TIGHTEST, Line
from deckgen.errors import LayoutError, Problems

MINIMUM = 5.5 * PT


def pen_of(problems: Problems, *, allow_overflow: bool = False) -> Pen:
    pen = Pen(FONTS, MINIMUM, "theme.yaml", problems, allow_overflow=allow_overflow)
    pen.card, pen.slot = "card 7", "causes"
    return pen


@given(st.text("aMi 8", min_size=1, max_size=12), st.floats(2, 6), st.floats(1, 40), st.floats(1, 10))
def test_what_fits_lies_in_its_box(string, size, width, height):
    pen = pen_of(Problems())
    fit = pen.fit(string, "bold", size, width, height)
    if fit.fits:
        assert fit.width <= width + 1e-5
        assert FONTS.cap("bold") * fit.size <= height + 1e-5
        assert MINIMUM - 1e-5 <= fit.size <= size
    assert fit.width == pytest.approx(FONTS.width(string, "bold", fit.size, fit.spacing), abs=1e-5)
    assert TIGHTEST * fit.size - 1e-9 <= fit.spacing <= 0


def test_letters_close_up_before_they_shrink():
    pen = pen_of(Problems())
    wide = FONTS.em_width("lower torso", "bold") * 3
    closer = pen.fit("lower torso", "bold", 3, wide * 0.97, 5)
    smaller = pen.fit("lower torso", "bold", 3, wide * 0.8, 5)
    assert (closer.size, closer.spacing < 0) == (3, True)
    assert smaller.size < 3
    assert smaller.spacing == pytest.approx(TIGHTEST * smaller.size)


def test_text_is_centered_on_both_axes():
    pen = pen_of(Problems())
    pen.text("11", Box(10, 20, 8, 6), "bold", 3, "#000000")
    (text,) = pen.items
    assert isinstance(text, Text)
    assert text.x + FONTS.em_width("11", "bold") * 1.5 == pytest.approx(14)
    assert text.y - FONTS.cap("bold") * 1.5 == pytest.approx(23)


def test_overflow_names_card_slot_and_text():
    problems = Problems()
    pen_of(problems).text("far too long", Box(0, 0, 2, 2), "bold", 3, "#000000")
    (problem,) = problems
    assert (problem.file, problem.path) == ("theme.yaml", "card 7, slot causes")
    assert "'far too long' does not fit at 5.5 pt" in problem.message


def test_allowed_overflow_is_set_at_the_smallest_size():
    problems = Problems()
    pen = pen_of(problems, allow_overflow=True)
    pen.text("far too long", Box(0, 0, 2, 2), "bold", 3, "#000000")
    assert not problems
    assert pen.items[0].size == pytest.approx(MINIMUM)


def test_a_missing_glyph_is_told_with_its_place():
    problems = Problems()
    pen_of(problems).text("龍", Box(0, 0, 9, 9), "bold", 3, "#000000")
    (problem,) = problems
    assert problem.path == "card 7, slot causes"
    assert "U+9F8D 龍 is in none of the fonts" in problem.message


def test_a_line_begins_ends_or_is_centered_at_its_place():
    pen = Pen(FONTS)
    for align in (0.0, 0.5, 1.0):
        fit = pen.line("word", 10, 20, "bold", 3, "#000000", align)
        assert pen.items[-1].x == pytest.approx(10 - align * fit.width)
        assert (pen.items[-1].y, pen.items[-1].size) == (20, 3)
    pen.line("", 10, 20, "bold", 3, "#000000")
    pen.line("word", 10, 20, "bold", 3, "")
    assert len(pen.items) == 3


def test_a_line_may_run_upwards_and_name_its_slot():
    pen = Pen(FONTS)
    pen.slot = "page"
    pen.line("up", 10, 20, "bold", 3, "#000000", upward=True, slot="cell")
    pen.line("level", 10, 20, "bold", 3, "#000000")
    assert [(item.angle, item.slot) for item in pen.items] == [(-90, "cell"), (0, "page")]


def test_a_line_in_a_room_gets_smaller_but_never_closer_than_its_pen_allows():
    pen = Pen(FONTS, MINIMUM, tightest=0.0)
    wide = FONTS.em_width("word", "bold") * 3
    fit = pen.line("word", 0, 0, "bold", 3, "#000000", room=wide * 0.8)
    assert (fit.spacing, fit.width) == (0, pytest.approx(wide * 0.8))
    assert pen.line("word", 0, 0, "bold", 3, "#000000", room=0.1).size == pytest.approx(MINIMUM)


def test_without_problems_a_missing_glyph_is_an_error():
    with pytest.raises(LayoutError, match="in none of the fonts"):
        Pen(FONTS).text("龍", Box(0, 0, 9, 9), "bold", 3, "#000000")


def test_runs_of_several_faces_stand_one_after_the_other():
    pen = Pen(FONTS)
    pen.runs(Line((("one ", "bold"), ("two", "regular")), 3, pen.fonts), 5, 6, 3, "#000000")
    first, second = pen.items
    assert second.x == pytest.approx(5 + FONTS.width("one ", "bold", 3))
    assert (first.y, second.y, second.typeface) == (6, 6, "regular")


def test_rules_and_boxes_are_square_panels_round():
    pen = Pen(FONTS)
    pen.rule(0, 0, 5, 0, "#000000", 0.2, (1.0, 1.0))
    pen.box(0, 0, 5, 5, "", "#000000", 0.2)
    pen.panel(Box(0, 0, 5, 5), 1, None, "#000000", 0.2)
    assert [item.round for item in pen.items] == [False, False, True]
    assert pen.items[0].dash == (1.0, 1.0)
    pen.box(0, 0, 5, 5)
    assert len(pen.items) == 3


@pytest.mark.parametrize("kind", MARKS)
def test_marks_are_as_high_as_they_say_and_of_one_ink(kind):
    pen = Pen(FONTS)
    pen.mark(kind, 10, 20, 4, "#ff0000")
    (mark,) = pen.items
    around = bounding_box(mark.segments)
    assert around.cx == pytest.approx(10)
    assert around.cy == pytest.approx(20)
    assert around.height <= 4 + 1e-9
    assert {mark.fill, mark.stroke} == {"#ff0000", None}


@pytest.mark.parametrize("kind", ["check", "half"])
def test_signs_of_results_are_as_high_as_they_say_and_of_one_ink(kind):
    pen = Pen(FONTS)
    pen.mark(kind, 10, 20, 4, "#ff0000")
    around = bounding_box([segment for item in pen.items for segment in item.segments])
    assert around.cx == pytest.approx(10, abs=0.2)
    assert 2 < around.height <= 4 + 1e-9
    assert {ink for item in pen.items for ink in (item.fill, item.stroke)} == {"#ff0000", None}


def test_an_icon_that_is_missing_is_told_once_and_left_out():
    problems = Problems()
    pen = Pen(FONTS, MINIMUM, "theme.yaml", problems, icons=["star"])
    for name in ("star", "moon", "moon"):
        pen.icon(name, 1, 2, 3, "#000000")
    assert [item.symbol for item in pen.items] == ["star"]
    assert [problem.message for problem in problems] == ['there is no icon "moon"']
    assert (pen.has_icon("star"), pen.has_icon("moon")) == (True, False)


def test_items_drawn_elsewhere_are_put_in_their_place():
    pen, other = Pen(FONTS), Pen(FONTS)
    other.line("word", 1, 2, "bold", 3, "#000000")
    pen.place_items(other.items, 10, 20)
    assert (pen.items[0].x, pen.items[0].y) == (11, 22)
