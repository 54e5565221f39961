import pikepdf
from press_drawings import BLACK, book_of, drawing, pikes

from deckgen.draw.drawing import Text
from deckgen.press.pdf.fonts import encode_runs
from deckgen.press.pdf.writer import write_pdf


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
