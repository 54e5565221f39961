import io
from itertools import islice

import pikepdf
import pytest
from PIL import Image
from preflight_files import FACES

from deckgen.draw.paper import paper_named
from deckgen.errors import PressError
from deckgen.press.contact import ContactLook, FaceStrip, contact_book, contact_png
from deckgen.press.pages import Placed
from deckgen.press.pdf import pdf

CARDS = tuple((face.title, face) for face in (*FACES.fronts, FACES.back))


def look(columns=7, paper="a4"):
    return ContactLook(paper_named(paper), columns, "the foot")


def strips(count):
    return [FaceStrip(f"deck {number}", CARDS) for number in range(1, count + 1)]


def test_faces_stand_in_rows_within_the_paper_and_never_on_each_other():
    (page,) = contact_book(strips(2), look(), "T").pages
    boxes = [(p.x, p.y, p.x + p.face.width * p.scale, p.y + p.face.height * p.scale) for p in page.placed]
    assert len(boxes) == 2 * len(CARDS)
    assert all(x > 5 and y > 5 and right < 205 and bottom < 290 for x, y, right, bottom in boxes)
    for place, one in enumerate(boxes):
        for other in islice(boxes, place):
            assert one[0] >= other[2] or one[1] >= other[3] or other[0] >= one[2] or other[1] >= one[3]


def test_what_does_not_fit_goes_on_the_next_sheet_and_names_stand_under_faces():
    book = contact_book(strips(9), look(4), "T")
    assert len(book.pages) > 2
    assert sum(len(page.placed) for page in book.pages) == 9 * len(CARDS)
    words = [item.string for page in book.pages for item in page.marks.items if hasattr(item, "string")]
    assert words.count("card 3") == 9
    assert {"deck 1", "deck 9", "the foot"} <= set(words)
    with pikepdf.open(io.BytesIO(pdf(book))) as document:
        assert len(document.pages) == len(book.pages)


def test_a_picture_has_all_faces():
    picture = Image.open(io.BytesIO(contact_png(strips(2), look(), 100)))
    assert picture.width == 827
    (page,) = contact_book(strips(2), look(), "T").pages
    for placed in page.placed:
        assert isinstance(placed, Placed)
        middle = (placed.x + placed.face.width * placed.scale / 2, placed.y + 1)
        assert picture.getpixel(tuple(round(side / 25.4 * 100) for side in middle)) != (255, 255, 255)


@pytest.mark.parametrize(("given", "columns"), [([], 7), (strips(1), 40)])
def test_nothing_and_too_little_is_refused(given, columns):
    with pytest.raises(PressError, match=r"no faces to show|mm wide"):
        contact_book(given, look(columns), "T")
