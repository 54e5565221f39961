import pytest
from hypothesis import given, strategies as st
from page_svg import FONTS

from deckgen.draw.fonts import Fonts, packaged_faces
from deckgen.errors import LayoutError


@pytest.mark.parametrize("face", packaged_faces())
def test_figures_are_tabular_in_every_face(face):
    assert len({FONTS.em(digit, face) for digit in "0123456789"}) == 1


@given(st.text("abcXYZ 0189", max_size=12), st.floats(1, 20), st.floats(-0.1, 0.1))
def test_width_is_linear(string, size, spacing):
    plain = sum(FONTS.em(char, "bold") for char in string) * size
    assert FONTS.width(string, "bold", size, spacing) == pytest.approx(
        plain + max(0, len(string) - 1) * spacing
    )


def test_a_missing_glyph_is_named():
    with pytest.raises(LayoutError, match=r"no glyph for '♥' \(U\+2665\) in 'K♥'"):
        FONTS.em("K♥", "regular")


def test_heights_are_shares_of_the_size():
    assert 0.5 < FONTS.cap("regular") < FONTS.ascent("regular") < 1
    assert FONTS.descent("regular") < 0


def test_a_file_that_is_no_font_is_refused(tmp_path):
    file = tmp_path / "some.ttf"
    file.write_bytes(b"no font")
    with pytest.raises(LayoutError, match=r"some\.ttf.*cannot be read"):
        Fonts({"regular": str(file)}).em("x", "regular")
