import zlib

import pytest
from sheet_fixtures import sheet

from deckgen.draw.truetype import read_font
from deckgen.sheet.forms.font import _RANGES, form_font

STYLE = sheet("rough-magic").theme
FILE = STYLE.base.fonts.files[STYLE.style.value_face]


def test_whole_alphabets_are_in_the_font():
    font = form_font(FILE)
    for text in ("The quick brown fox 0123456789", "Łódź, Köln, Čáp, İzmir", "Жук и ёж", "−×½€…", "ẞ"):
        assert not set(text) - set(font.glyphs)
    assert "李" not in font.glyphs


def test_codes_are_glyph_numbers_with_the_widths_of_the_face():
    font, face = form_font(FILE), read_font(FILE)
    assert font.hex("A") == f"{font.glyphs['A']:04X}"
    assert font.hex("李A") == "0000" + font.hex("A")
    for char in "AWi.1Ж":
        assert font.widths[font.glyphs[char]] == round(face.width(char))
    assert len(font.widths) == max(font.glyphs.values()) + 1
    assert (font.ascent, font.cap) == (round(face.ascent), round(face.cap_height))


def test_more_letters_can_be_asked_for():
    asked = next(chr(code) for code in sorted(read_font(FILE).characters) if 0x2190 <= code <= 0x21FF)
    assert asked not in form_font(FILE).glyphs
    assert asked in form_font(FILE, asked).glyphs


@pytest.mark.parametrize("end", [end - 1 for _, end in _RANGES])
def test_ranges_end_where_they_say(end):
    if end in read_font(FILE).characters:
        assert chr(end) in form_font(FILE).glyphs


def test_the_way_back_to_letters_is_a_map_in_blocks_of_a_hundred():
    font = form_font(FILE)
    text = zlib.decompress(font.unicode).decode()
    pairs = dict(
        line.strip("<>").split("> <") for line in text.splitlines() if line.startswith("<") and "> <" in line
    )
    pairs.pop("0000")  # the range of codes
    for char in "AŁЖ€":
        assert pairs[f"{font.glyphs[char]:04X}"] == f"{ord(char):04X}"
    counts = [int(line.split()[0]) for line in text.splitlines() if line.endswith("beginbfchar")]
    assert max(counts) <= 100
    assert sum(counts) == len(set(font.glyphs.values()))
    assert len(zlib.decompress(font.file)) == font.length
