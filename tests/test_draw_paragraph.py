from deckgen.draw.paragraph import paragraph
from deckgen.draw.stylesheet import load_stylesheet

LOOK = load_stylesheet()


def test_no_page_ends_with_the_first_or_begins_with_the_last_line_of_a_paragraph():
    strips = paragraph(LOOK, "word " * 60)(60)
    assert len(strips) > 3
    assert [s.keep for s in strips] == [True, *[False] * (len(strips) - 3), True, False]


def test_a_heading_stays_with_what_follows():
    assert all(s.keep for s in paragraph(LOOK, "A heading", "heading")(60))
