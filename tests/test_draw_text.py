import pytest
from hypothesis import given, strategies as st

from deckgen.draw.stylesheet import load_stylesheet
from deckgen.draw.text import known, wrap
from deckgen.errors import LayoutError

LOOK = load_stylesheet()
SOME = st.text(st.sampled_from("ab WÄ.,1  "), max_size=80)


@given(SOME, SOME, st.floats(5, 60))
def test_no_line_is_too_wide_and_no_letter_is_lost(first, second, width):
    lines = wrap([(first, "regular"), (second, "bold")], 3.0, width, LOOK.fonts)
    assert all(line.width <= width + 1e-5 for line in lines)
    said = "".join(text for line in lines for text, _ in line.runs)
    assert said.replace(" ", "") == (first + second).replace(" ", "")


def test_a_line_break_is_kept_and_neighbours_of_one_face_are_one_text():
    lines = wrap([("one two", "regular"), (" three\nfour", "regular")], 3.0, 100, LOOK.fonts)
    assert [line.runs for line in lines] == [(("one two three", "regular"),), (("four", "regular"),)]


def test_a_word_in_two_faces_is_not_broken_between_them():
    lines = wrap(
        [("aaa bb", "regular"), ("cc", "bold")], 3.0, LOOK.fonts.width("aaa bb", "regular", 3), LOOK.fonts
    )
    assert [len(line.runs) for line in lines] == [1, 2]


def test_a_letter_that_the_face_lacks_is_refused_but_can_be_escaped():
    with pytest.raises(LayoutError, match="no glyph"):
        wrap([("骰", "regular")], 3.0, 60, LOOK.fonts)
    assert known("a骰", "regular", LOOK.fonts) == r"a\u9ab0"
