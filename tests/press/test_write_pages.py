import pikepdf
import pypdfium2
import pytest
from press_drawings import card, pikes

from deckgen.errors import PressError
from deckgen.press.write import folded_pdf, pages_pdf

MM = 72 / 25.4


def test_each_drawing_is_a_page_of_its_size_without_its_bleed():
    drawings = [card(1), card(2)]
    data = pages_pdf(drawings, title="Two")
    found = pypdfium2.PdfDocument(data)
    assert [page.get_size() for page in found] == [pytest.approx((63.5 * MM, 88.9 * MM), abs=0.01)] * 2


def test_a_booklet_is_turned_over_its_short_edge():
    data = folded_pdf([card(n) for n in range(1, 5)], paper="a4", title="Book")
    assert len(pypdfium2.PdfDocument(data)) == 2
    document = pikepdf.open(pikes(data))
    assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    with pytest.raises(PressError, match="there is no paper"):
        folded_pdf([card(1)] * 4, paper="a9", title="Book")
