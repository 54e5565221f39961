import pypdfium2
import pytest

from deckgen.document.pages import Running, document
from deckgen.draw.drawing import Text
from deckgen.draw.flow import paragraph
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.press.write import pages_pdf

LOOK = load_stylesheet()


def pages(**choice):
    parts = [paragraph(LOOK, "First"), *[paragraph(LOOK, "More")] * 60, paragraph(LOOK, "Second")]
    return document(LOOK, parts, Running(("left", "right"), ("foot " * 60, "middle")), **choice)


def strings(page):
    return [item.string for item in page.items if isinstance(item, Text)]


def test_the_head_is_left_out_on_the_first_page():
    first, second = pages()
    assert "left" not in strings(first)
    assert {"left", "right", "middle", "page 2 of 2"} <= set(strings(second))


def test_a_foot_that_is_too_long_is_cut():
    foot = next(s for s in strings(pages()[0]) if s.startswith("foot"))
    assert foot.endswith("…")
    assert LOOK.fonts.width(foot, LOOK.page.face, LOOK.page.size) < 60


def test_pages_become_one_pdf_of_their_size_with_real_text():
    pdf = pypdfium2.PdfDocument(pages_pdf(pages(), title="Test"))
    assert pdf[1].get_size() == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72), abs=0.01)
    assert "Second" in pdf[1].get_textpage().get_text_bounded()
