import pytest
from sheet_fixtures import sheet, small_sheet

from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, extent
from deckgen.errors import Faults
from deckgen.sheet.canvas import Canvas, corners, mark

BOX = Box(10, 20, 6, 4)


def canvas_of(made):
    return Canvas(made.spec, made.dress, Faults())


@pytest.mark.parametrize("kind", ["square", "round", "cut", "notch"])
def test_corners_keep_the_box(kind):
    outline = corners(BOX, kind, 1.0)
    box = extent(outline)
    assert (box.x, box.y, box.width, box.height) == pytest.approx(tuple(BOX))
    at_corner = [values[-2:] for _, *values in outline if values].count([10, 20])
    assert bool(at_corner) == (kind == "square")


@pytest.mark.parametrize(
    ("shape", "reach"), [("box", 2), ("circle", 2), ("diamond", 2), ("shield", 2), ("star", 2.3)]
)
def test_marks_stand_in_the_middle_of_their_box(shape, reach):
    box = extent(mark(shape, Box(8, 8, 4, 4)))
    assert box.cx == pytest.approx(10)
    assert 10 - reach <= box.x < box.right <= 10 + reach
    assert 10 - reach <= box.y < box.bottom <= 10 + reach


def test_a_mark_is_an_outline_and_a_slot(tmp_path):
    canvas = canvas_of(small_sheet(tmp_path))
    canvas.check("luck.1", 10, 20, 4, "circle", "Luck: 1")
    canvas.check("luck.2", 15, 20, 4, "box", "Luck: 2", "#ffffff")
    ((first), (second)) = canvas.pen.items
    assert (first.stroke, second.fill) == (canvas.look.accent, "#ffffff")
    assert canvas.slots[0].box == Box(8, 18, 4, 4)
    assert [(slot.kind, slot.shape, slot.tip) for slot in canvas.slots] == [
        ("check", "circle", "Luck: 1"), ("check", "box", "Luck: 2"),
    ]  # fmt: skip


def test_entries_know_what_may_be_typed_into_them(tmp_path):
    made = small_sheet(tmp_path)
    canvas, groups = canvas_of(made), made.spec.groups
    for name in ("name", "age", "mood", "notes"):
        canvas.entry(name, groups[name].columns[0], BOX, "tip")
    assert [(slot.kind, slot.most, slot.options) for slot in canvas.slots] == [
        ("text", 60, ()), ("text", 0, ()), ("choice", 0, ("Good", "Bad")), ("long", 400, ()),
    ]  # fmt: skip
    assert {slot.size for slot in canvas.slots} == {made.dress.look.value_size}
    canvas.entry("age", groups["age"].columns[0], BOX, "tip", 5.0, 1.0)
    assert (canvas.slots[-1].size, canvas.slots[-1].align) == (5.0, 1.0)


def test_lines_and_words_take_the_themes_colours(tmp_path):
    canvas = canvas_of(small_sheet(tmp_path))
    canvas.line(1, 2, 3, 2)
    canvas.words("Word", Box(0, 0, 40, 9))
    canvas.label("Label", Box(0, 0, 40, 9))
    line, word, label = canvas.pen.items
    assert isinstance(line, Path)
    assert (line.stroke, line.stroke_width) == (canvas.look.line, canvas.look.rule)
    assert isinstance(word, Text)
    assert (word.fill, word.size) == (canvas.look.ink, canvas.look.text_size)
    assert (label.fill, label.face) == (canvas.look.soft, canvas.look.strong)


def test_text_that_does_not_fit_is_a_fault():
    made, faults = sheet("rough-magic"), Faults()
    canvas = Canvas(made.spec, made.dress, faults)
    canvas.words("far too long for this box", BOX)
    ((fault),) = faults
    assert "does not fit" in fault.what


def test_lines_of_text_are_no_wider_than_the_room(tmp_path):
    made = small_sheet(tmp_path)
    canvas, face = canvas_of(made), made.dress.look.face
    lines = canvas.wrap("Words go on in the next line, and averyveryverylongwordisbroken", face, 3.0, 20)
    assert "".join(lines).replace(" ", "") == "Wordsgooninthenextline,andaveryveryverylongwordisbroken"
    assert all(made.dress.theme.fonts.em(line, face) * 3.0 <= 20 for line in lines)
    assert canvas.wrap("a\nb", face, 3.0, 20) == ["a", "b"]
