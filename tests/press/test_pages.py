import io
from dataclasses import replace

import pikepdf
import pytest
from press_drawings import BLACK, card, drawing, raster, rect

from deckgen.draw.geometry import Box
from deckgen.press.pages import Book, Page, PlacedFace
from deckgen.press.pdf.writer import write_pdf

FACE = drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK))
WHOLE = Box(0, 0, FACE.width, FACE.height)


def shown(*placed, **page):
    """Where a page of 100 × 100 mm is dark, as a box in whole mm."""
    dark = raster(write_pdf(Book((Page(100, 100, placed, **page),), "T")), dpi=254) < 128
    rows, columns = dark.any(axis=1).nonzero()[0], dark.any(axis=0).nonzero()[0]
    return [round(edge / 10) for edge in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)]


def test_a_face_lies_with_its_trim_where_it_is_placed_and_is_seen_through_its_window():
    assert shown(PlacedFace(FACE, 10, 5, Box(0, 0, 20, 30))) == [10, 5, 30, 35]
    assert shown(PlacedFace(FACE, 10, 5, WHOLE.inset(-2))) == [8, 3, 76, 96]


def test_a_turned_face_stays_in_its_place():
    assert shown(PlacedFace(FACE, 10, 5, WHOLE, turned=True)) == shown(PlacedFace(FACE, 10, 5, WHOLE))
    corner = PlacedFace(FACE, 10, 5, Box(0, 0, 20, 30), turned=True)
    assert shown(corner) == [54, 64, 74, 94]


def test_a_shift_moves_all_that_is_on_a_page():
    moved = shown(PlacedFace(FACE, 10, 5, Box(0, 0, 20, 30)), shift=(1, 0, 0, 1, 4, 2))
    assert moved == [14, 7, 34, 37]


@pytest.mark.parametrize("label", ["front 1", "sheet 2, back"])
def test_a_file_says_what_its_book_says(label):
    page = Page(80, 100, (PlacedFace(card(), 5, 5, WHOLE),), trim=Box(5, 5, 63.5, 88.9), label=label)
    book = Book((page,), "Title", duplex="DuplexFlipLongEdge", scaling=False)
    with pikepdf.open(io.BytesIO(write_pdf(book))) as document:
        assert str(document.docinfo.Title) == "Title"
        assert document.Root.ViewerPreferences.Duplex == pikepdf.Name.DuplexFlipLongEdge
        assert document.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")
        assert str(document.Root.PageLabels.Nums[1].P) == label
        assert "/TrimBox" in document.pages[0]
    assert write_pdf(book) != write_pdf(replace(book, title=""))
