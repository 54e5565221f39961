import pytest
from hypothesis import given, strategies as st
from page_svg import FONTS

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import TIGHTEST, Pen
from deckgen.errors import Faults

MINIMUM = 5.5 * PT


def pen_of(faults: Faults, *, allow_overflow: bool = False) -> Pen:
    pen = Pen(FONTS, MINIMUM, "theme.yaml", faults, allow_overflow=allow_overflow)
    pen.card, pen.slot = "card 7", "causes"
    return pen


@given(st.text("aMi 8", min_size=1, max_size=12), st.floats(2, 6), st.floats(1, 40), st.floats(1, 10))
def test_what_fits_lies_in_its_box(string, size, width, height):
    pen = pen_of(Faults())
    fit = pen.fit(string, "bold", size, width, height)
    if fit.fits:
        assert fit.width <= width + 1e-5
        assert FONTS.cap("bold") * fit.size <= height + 1e-5
        assert MINIMUM - 1e-5 <= fit.size <= size
    assert fit.width == pytest.approx(FONTS.width(string, "bold", fit.size, fit.spacing), abs=1e-5)
    assert TIGHTEST * fit.size - 1e-9 <= fit.spacing <= 0


def test_letters_close_up_before_they_shrink():
    pen = pen_of(Faults())
    wide = FONTS.em("lower torso", "bold") * 3
    closer = pen.fit("lower torso", "bold", 3, wide * 0.97, 5)
    smaller = pen.fit("lower torso", "bold", 3, wide * 0.8, 5)
    assert (closer.size, closer.spacing < 0) == (3, True)
    assert smaller.size < 3
    assert smaller.spacing == pytest.approx(TIGHTEST * smaller.size)


def test_text_is_centred_on_both_axes():
    pen = pen_of(Faults())
    pen.text("11", Box(10, 20, 8, 6), "bold", 3, "#000000")
    (text,) = pen.items
    assert isinstance(text, Text)
    assert text.x + FONTS.em("11", "bold") * 1.5 == pytest.approx(14)
    assert text.y - FONTS.cap("bold") * 1.5 == pytest.approx(23)


def test_overflow_names_card_slot_and_text():
    faults = Faults()
    pen_of(faults).text("far too long", Box(0, 0, 2, 2), "bold", 3, "#000000")
    (fault,) = faults
    assert (fault.file, fault.path) == ("theme.yaml", "card 7, slot causes")
    assert "'far too long' does not fit at 5.5 pt" in fault.what


def test_allowed_overflow_is_set_at_the_smallest_size():
    faults = Faults()
    pen = pen_of(faults, allow_overflow=True)
    pen.text("far too long", Box(0, 0, 2, 2), "bold", 3, "#000000")
    assert not faults
    assert pen.items[0].size == pytest.approx(MINIMUM)


def test_a_missing_glyph_is_told_with_its_place():
    faults = Faults()
    pen_of(faults).text("♥", Box(0, 0, 9, 9), "bold", 3, "#000000")
    (fault,) = faults
    assert fault.path == "card 7, slot causes"
    assert "no glyph for '♥'" in fault.what
