from hypothesis import given, strategies as st
from press_drawings import BLACK

from deckgen.draw.drawing import Path, Text
from deckgen.press import marks


def test_rulers_are_as_long_as_they_say():
    items = list(marks.rulers(0.1))
    lines = [item.segments for item in items if isinstance(item, Path)]
    levels = [(a[1], b[1]) for a, b in lines if a[2] == b[2]]
    assert [round(end - start, 6) for start, end in levels] == [50, 50.8]
    assert [item.string for item in items if isinstance(item, Text)] == ["50 mm", "2 in"]
    assert all(0 <= y <= marks.BAND for line in lines for _, _, y in line)


LETTERS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=300)


@given(LETTERS, st.floats(60, 200))
def test_a_footer_fits_and_keeps_all_but_the_title(title, room):
    words = marks.footer([title, "sheet 1 of 6, front", "deck 0a1b2c3d"], room)
    assert words.endswith("sheet 1 of 6, front · deck 0a1b2c3d")
    assert marks.width(words) <= room


@given(LETTERS, LETTERS, st.floats(20, 60))
def test_a_footer_fits_whatever_it_says(title, rest, room):
    assert marks.width(marks.footer([title, rest], room)) <= room


def test_letters_the_face_lacks_do_not_stop_a_deck():
    assert marks.footer(["Łódź 東京", "sheet 1"], 100) == "Łódź ?? · sheet 1"


def test_a_footer_that_fits_is_left_alone():
    assert marks.footer(["Deck", "sheet 1", ""], 100) == "Deck · sheet 1"


def test_turned_items_read_upwards():
    line, word = marks.turned([marks.line(1, 2, 5, 2, 0.1), marks.text(1, 2, "x")], 100)
    assert line.segments == (("M", 2, 99), ("L", 2, 95))
    assert (word.x, word.y, word.angle) == (2, 99, -90)


def test_moved_items_keep_their_shape():
    line, word = marks.moved([marks.line(1, 2, 5, 2, 0.1), marks.text(1, 2, "x")], 10, 20)
    assert line.segments == (("M", 11, 22), ("L", 15, 22))
    assert (word.x, word.y) == (11, 22)


def test_marks_have_one_ink():
    drawn = marks.drawing(10, 10, [marks.line(0, 0, 1, 1, 0.1)], "registration")
    assert drawn.style.inks[BLACK].spot == "All"
    assert drawn.style.inks[BLACK].cmyk == (1, 1, 1, 1)
