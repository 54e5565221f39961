import pypdfium2

from deckgen.press.imposition.impose import colophon_page
from deckgen.press.options import Options
from deckgen.press.pages import Book
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target, paper_for

HOME = load_target("home")
FACTS = (("seed", "42"), ("deck id", "sha256:" + "ab" * 32), ("game", "Łódź 東京"))


def made(**choice):
    page = colophon_page(paper_for("letter", HOME), HOME, Options(title="A deck", colophon=FACTS, **choice))
    return page, pypdfium2.PdfDocument(write_pdf(Book((page,), "T")))[0].get_textpage().get_text_range()


def test_it_says_what_was_printed_and_how():
    _, text = made(flip="short-edge", back_offset=(0.5, -1.0), blanks=3, ink="light")
    for words in (
        "A deck",
        "42",
        "sha256:abab",
        "Letter",
        "short-edge",
        "0.5 mm right, -1 mm down",
        "light",
        "3",
    ):
        assert words in text


def test_long_values_are_broken_and_lost_letters_told():
    page, text = made()
    assert text.replace("\r\n", "").count("ab" * 32) == 1
    assert "Łódź ??" in text
    assert all(0 < item.x < page.width - 15 and 0 < item.y < page.height - 15 for item in page.marks.items)
