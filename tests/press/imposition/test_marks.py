from hypothesis import given, strategies as st
from press_drawings import BLACK

from deckgen.draw.drawing import Path, Text
from deckgen.press.imposition import marks


def test_rulers_are_as_long_as_they_say():
    pen = marks.marks_pen()
    marks.draw_rulers(pen, 0, 0)
    items = pen.items
    lines = [item.segments for item in items if isinstance(item, Path)]
    levels = [(a[1], b[1]) for a, b in lines if a[2] == b[2]]
    assert [round(end - start, 6) for start, end in levels] == [50, 50.8]
    assert [item.string for item in items if isinstance(item, Text)] == ["50 mm", "2 in"]
    assert all(0 <= y <= marks.STRIP_HEIGHT for line in lines for _, _, y in line)


def footer(words, room):
    return marks.fit_footer(marks.marks_pen(), words, room)


def width(string):
    return marks.marks_pen().width(string, "regular", marks.LABEL_SIZE)


LETTERS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=300)


@given(LETTERS, st.floats(60, 200))
def test_a_footer_fits_and_keeps_all_but_the_title(title, room):
    words = footer([title, "sheet 1 of 6, front", "deck 0a1b2c3d"], room)
    assert words.endswith("sheet 1 of 6, front · deck 0a1b2c3d")
    assert width(words) <= room


@given(LETTERS, LETTERS, st.floats(20, 60))
def test_a_footer_fits_whatever_it_says(title, rest, room):
    assert width(footer([title, rest], room)) <= room


def test_letters_the_face_lacks_do_not_stop_a_deck():
    assert footer(["Łódź 東京", "sheet 1"], 100) == "Łódź ?? · sheet 1"


def test_a_footer_that_fits_is_left_alone():
    assert footer(["Deck", "sheet 1", ""], 100) == "Deck · sheet 1"


def test_marks_have_one_ink():
    pen = marks.marks_pen()
    pen.rule(0, 0, 1, 1, marks.MARK_COLOR, 0.1)
    drawn = marks.marks_drawing(10, 10, pen.items, "registration")
    assert drawn.style.inks[BLACK].spot == "All"
    assert drawn.style.inks[BLACK].cmyk == (1, 1, 1, 1)
