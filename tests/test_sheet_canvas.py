from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from sheet_fixtures import small

from deckgen.draw.geometry import Box, extent
from deckgen.errors import Faults
from deckgen.sheet.canvas import Canvas, corners, mark
from deckgen.sheet.style import load_sheet_theme

SHAPES = ("box", "circle", "diamond", "shield", "star")


@pytest.fixture(scope="module")
def canvas_of(tmp_path_factory):
    spec = small(tmp_path_factory.mktemp("game"))
    theme = load_sheet_theme(spec)

    def made(**look):
        return Canvas(spec, replace(theme, look=replace(theme.look, **look)), Faults())

    return made


@pytest.mark.parametrize("kind", ["square", "round", "cut", "notch"])
@given(st.floats(2, 60), st.floats(2, 30), st.floats(0, 9))
def test_every_kind_of_corner_keeps_to_its_box(kind, width, height, size):
    segments = corners(Box(3, 4, width, height), kind, size)
    assert extent(segments) == pytest.approx((3, 4, width, height))
    assert segments[-1] == ("Z",)


@pytest.mark.parametrize("shape", SHAPES)
def test_marks_to_tick_lie_about_the_middle_of_their_box(shape):
    around = extent(mark(shape, Box(10, 20, 4, 4)))
    assert around.cx == pytest.approx(12)
    assert around.cy == pytest.approx(22, abs=0.3)
    assert around.width <= 4.4


def test_marks_differ_in_shape():
    assert len({mark(shape, Box(0, 0, 4, 4)) for shape in SHAPES}) == len(SHAPES)


def test_lines_and_panels_are_in_the_theme_s_style_unless_told(canvas_of):
    canvas = canvas_of(corner="cut")
    canvas.line(0, 0, 5, 0)
    canvas.line(0, 0, 5, 0, 0.7, "#123456")
    canvas.panel(Box(0, 0, 9, 9), "#ffffff")
    plain, own, panel = canvas.pen.items
    assert (plain.stroke, plain.stroke_width) == (canvas.look.line, canvas.look.rule)
    assert (own.stroke, own.stroke_width) == ("#123456", 0.7)
    assert panel.segments == corners(Box(0, 0, 9, 9), "cut", canvas.look.radius)


def test_words_are_broken_at_spaces_and_kept_at_line_breaks(canvas_of):
    canvas = canvas_of()
    assert canvas.wrap("one two\nthree", "regular", 3, 100) == ["one two", "three"]
    assert canvas.wrap("", "regular", 3, 100) == [""]
    lines = canvas.wrap("several words that do not fit", "regular", 3, 15)
    assert len(lines) > 1
    assert all(canvas.pen.width(line, "regular", 3) <= 15 + 1e-6 for line in lines)


def test_fields_know_their_kind_options_and_length(canvas_of):
    canvas = canvas_of()
    groups = canvas.spec.groups
    for name in ("name", "mood", "notes", "age"):
        canvas.entry(name, groups[name].columns[0], Box(0, 0, 9, 4), "tip")
    canvas.check("box", 5, 5, 3, "star", "tip")
    found = {slot.name: slot for slot in canvas.slots}
    assert [slot.kind for slot in canvas.slots] == ["text", "choice", "long", "text", "check"]
    assert found["mood"].options == ("Good", "Bad")
    assert [found[name].most for name in ("name", "mood", "notes", "age")] == [60, 0, 400, 0]
    assert (found["box"].box, found["box"].shape) == (Box(3.5, 3.5, 3, 3), "star")
