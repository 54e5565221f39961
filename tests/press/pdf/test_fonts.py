from dataclasses import replace

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from press_drawings import BLACK, STYLE, book_of, drawing, pikes, raster
from script_fonts import SENTENCES, script_font, script_fonts

from deckgen.draw.drawing import Drawing, Text
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.press.pages import Book
from deckgen.press.pdf import operators
from deckgen.press.pdf.fonts import encode_runs
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import png


def test_plain_text_is_on_one_page_and_reads_as_it_is():
    assert [*encode_runs("Ökonomie (a\\b)")] == [(0, "Ökonomie \\(a\\\\b\\)")]
    assert [page for page, _ in encode_runs("5–8\xa0½ “Ł” ≤")] == [0]
    assert [*encode_runs("a\xa0b")] == [*encode_runs("a b")]


def test_every_letter_has_a_code_of_its_own():
    placed = [next(encode_runs(chr(code))) for code in range(33, 0x3000) if code not in (0xA0, 0xAD)]
    assert len(set(placed)) == len(placed)
    assert all(code not in {"\n", "\r"} for _, code in placed)


def test_letters_of_other_scripts_are_on_pages_of_their_own():
    (latin, _), (greek, _), (back, _) = encode_runs("aλb")
    assert latin == back == 0 != greek


def test_a_code_of_two_spaces_means_the_usual_one():
    both = drawing(Text(1, 9, "a b", "bold", 3, BLACK), Text(1, 19, "a\xa0b", "bold", 3, BLACK))
    document = pikepdf.open(pikes(write_pdf(book_of(both))))
    (font,) = document.pages[0].Resources.Font.values()
    assert b"\n3 beginbfchar\n<20> <0020>\n<61> <0061>\n" in font.ToUnicode.read_bytes()


def test_codes_that_no_letter_has_are_as_wide_as_nothing():
    document = pikepdf.open(pikes(write_pdf(book_of(drawing(Text(1, 9, "ad", "bold", 3, BLACK))))))
    (font,) = document.pages[0].Resources.Font.values()
    first, *between, last = map(float, font.Widths)
    assert (int(font.FirstChar), int(font.LastChar)) == (ord("a"), ord("d"))
    assert between == [0, 0]
    assert min(first, last) > 400


def script_drawing(*strings, lines=False):
    """A face of strings below each other, in Source Sans or the font of their script."""
    fonts = script_fonts()
    pen = Pen(fonts)
    for row, string in enumerate(strings):
        if lines:
            for number, line in enumerate(wrap([(string, "regular")], 3, 30, fonts)):
                pen.runs(line, 4, 8 + 5 * number, 3, BLACK)
        else:
            pen.text(string, Box(4, 4 + 8 * row, 60, 6), "regular", 3.5, BLACK)
    return Drawing(68, 88, 0, tuple(pen.items), replace(STYLE, fonts=fonts.files), "Scripts")


def text_of(data):
    return pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().replace("\r\n", "\n")


@pytest.mark.parametrize("script", SENTENCES)
def test_text_of_every_script_is_read_back_as_it_was_written(script):
    assert text_of(write_pdf(book_of(script_drawing(SENTENCES[script])))) == SENTENCES[script]
    wrapped = text_of(write_pdf(book_of(script_drawing(SENTENCES[script], lines=True))))
    assert wrapped.count("\n") >= 1
    assert wrapped.replace("\n", "").replace(" ", "") == SENTENCES[script].replace(" ", "")


def test_fonts_of_clusters_are_embedded_and_map_each_code_to_its_letters():
    data = write_pdf(book_of(script_drawing("नमस्ते", "東京京")))
    document = pikepdf.open(pikes(data))
    fonts = [*document.pages[0].Resources.Font.values()]
    assert len(fonts) == 2
    for font in fonts:
        (inner,) = font.DescendantFonts
        assert (font.Encoding, inner.Subtype, inner.CIDToGIDMap) == ("/Identity-H", "/CIDFontType2", "/Identity")
        assert str(font.BaseFont).startswith("/GLYPHS+NotoSans")
        assert inner.FontDescriptor.FontFile2.read_bytes()[:4] == b"\0\1\0\0"
    maps = [font.ToUnicode.read_bytes().decode() for font in fonts]
    assert any("\n2 beginbfchar\n<0001> <6771>\n<0002> <4EAC>\n" in lines for lines in maps)


def test_codes_do_not_depend_on_files_written_before():
    drawn = script_drawing("東京", SENTENCES["arabic"])
    first = write_pdf(book_of(drawn))
    write_pdf(book_of(script_drawing("京都", "東", SENTENCES["arabic"][::-1])))
    operators._recent_names.cache_clear()
    write_pdf(book_of(script_drawing("京都")))
    assert write_pdf(book_of(drawn)) == first
    twice = Book((*book_of(drawn).pages, *book_of(drawn).pages), "Twice", color="cmyk")
    assert write_pdf(twice) == write_pdf(twice)


@pytest.mark.parametrize("script", SENTENCES)
def test_letters_are_where_the_picture_has_them(script):
    drawn = script_drawing(SENTENCES[script])
    printed = raster(write_pdf(book_of(drawn)))
    height, width = printed.shape
    picture = np.asarray(Image.open(pikes(png(drawn, pixels=(width, height)))).convert("L"))
    rows, columns = np.nonzero(printed < 128)
    other_rows, other_columns = np.nonzero(picture < 128)
    assert abs(len(rows) / len(other_rows) - 1) < 0.1
    for one, other in ((rows, other_rows), (columns, other_columns)):
        assert abs(one.min() - other.min()) <= 2
        assert abs(one.max() - other.max()) <= 2
        assert abs(one.mean() - other.mean()) <= 2  # pixels of 0.1 mm; edges differ


def test_latin_in_a_font_with_cubic_outlines_is_text():
    style = replace(STYLE, fonts={"regular": script_font("japanese")})
    data = write_pdf(book_of(replace(drawing(Text(1, 9, "AVATAR 11", "regular", 3, BLACK)), style=style)))
    assert text_of(data) == "AVATAR 11"
