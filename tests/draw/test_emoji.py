import pytest
from emoji_fonts import FOX, fox_font
from press_drawings import BLACK

from deckgen.draw.drawing import Picture, Text
from deckgen.draw.fonts import Fonts, font_files
from deckgen.draw.geometry import Box, apply_matrix, bounding_box
from deckgen.draw.pen import Pen
from deckgen.errors import LayoutError


@pytest.fixture
def fonts(tmp_path):
    return Fonts(font_files({}, [fox_font(tmp_path)]))


def pen_with(fonts, string):
    pen = Pen(fonts)
    pen.text(string, Box(1, 2, 40, 20), "bold", 10, BLACK, 0.0)
    return pen


def test_an_emoji_is_a_picture_in_the_colors_of_its_font(fonts):
    text, picture, more = pen_with(fonts, f"A{FOX} b").items
    assert (text.string, more.string) == ("A", " b")
    assert isinstance(picture, Picture)
    image = picture.raster.on_screen()
    assert (image.mode, picture.raster.has_alpha, picture.raster.name) == ("RGB", False, FOX)
    across, down = image.width / 2, image.height
    assert image.getpixel((across, 0.1 * down)) == pytest.approx((255, 128, 0), abs=2)
    assert image.getpixel((across, 0.3 * down)) == pytest.approx((0, 0, 128), abs=2)
    assert image.getpixel((across, 0.7 * down)) == pytest.approx((255, 128, 0), abs=2)


def test_an_emoji_is_where_its_glyph_would_be(fonts):
    text, picture = pen_with(fonts, f"A{FOX}").items
    left = text.x + fonts.em_width("A", "bold") * text.size
    corners = [apply_matrix(picture.matrix, *corner) for corner in ((0, 0), (1, 1))]
    expected = [(left, text.y - 0.8 * text.size), (left + text.size, text.y + 0.2 * text.size)]
    assert [value for corner in corners for value in corner] == pytest.approx(
        [value for corner in expected for value in corner]
    )
    x, y, width, height = bounding_box(picture.clip)
    assert (x, y, x + width, y + height) == pytest.approx([value for corner in expected for value in corner])


def test_an_emoji_turns_with_its_line(fonts):
    pen = Pen(fonts)
    pen.line(f"A{FOX}", 5, 20, "bold", 4, BLACK, upward=True)
    text, picture = pen.items
    bottom = text.y - fonts.em_width("A", "bold") * 4
    corners = [apply_matrix(picture.matrix, *corner) for corner in ((0, 0), (1, 1))]
    flat = [value for corner in corners for value in corner]
    assert flat == pytest.approx([5 - 0.8 * 4, bottom, 5 + 0.2 * 4, bottom - 4])


def test_spaces_beside_an_emoji_are_of_the_text(fonts):
    assert fonts.runs(f"{FOX} {FOX}", "bold") == ((FOX, "fallback-1"), (" ", "bold"), (FOX, "fallback-1"))


def test_without_its_font_an_emoji_is_an_error():
    with pytest.raises(LayoutError, match=r"U\+1F98A .* is in none of the fonts; .*fallbacks:"):
        pen_with(Fonts(font_files({})), f"A{FOX}")
    assert all(isinstance(item, Text) for item in pen_with(Fonts(font_files({})), "A").items)
