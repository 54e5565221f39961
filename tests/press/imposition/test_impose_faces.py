from dataclasses import replace

import pikepdf
import pytest
from press_drawings import card, deck, drawing, pikes

from deckgen.errors import PressError
from deckgen.press.imposition.impose import impose, one_up_pages
from deckgen.press.options import Options
from deckgen.press.pages import Book
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target

PRESS = load_target("press")


def made(target=PRESS, count=3):
    faces = deck(count)
    return tuple(one_up_pages(faces.fronts, faces.back, target))


def test_boxes_are_trim_bleed_and_room_for_marks():
    document = pikepdf.open(pikes(write_pdf(Book(made(), "Test"))))
    page = document.pages[0]
    point = 72 / 25.4
    assert [float(v) / point for v in page.MediaBox] == pytest.approx([0, 0, 82.55, 107.95], abs=0.001)
    assert [float(v) / point for v in page.TrimBox] == pytest.approx([9.525, 9.525, 73.025, 98.425], abs=0.001)
    assert [float(v) / point for v in page.BleedBox] == pytest.approx([6.35, 6.35, 76.2, 101.6], abs=0.001)


def test_marks_are_on_all_plates():
    document = pikepdf.open(pikes(write_pdf(Book(made(), "Test", color="cmyk"))))
    marks = [form.Resources.get("/ColorSpace", {}) for form in document.pages[0].Resources.XObject.values()]
    assert [str(space[1]) for spaces in marks for space in spaces.values()] == ["/All"]


def test_marks_begin_beyond_the_bleed():
    page = made()[0]
    for mark in page.marks.items:
        (_, x1, y1), (_, x2, y2) = mark.segments
        for x, y in ((x1, y1), (x2, y2)):
            assert not (page.bleed.x < x < page.bleed.right and page.bleed.y < y < page.bleed.bottom)
            assert 0 <= x <= page.width
            assert 0 <= y <= page.height


@pytest.mark.parametrize(
    ("change", "order"),
    [
        ({}, ["front 1", "back 1", "front 2", "back 2"]),
        ({"order": ("back", "front")}, ["back 1", "front 1", "back 2", "front 2"]),
        ({"order": ("front",)}, ["front 1", "front 2"]),
        ({"backs": "once"}, ["front 1", "front 2", "back"]),
    ],
)
def test_the_order_is_the_targets(change, order):
    assert [page.label for page in made(replace(PRESS, **change), 2)] == order


def test_no_marks_where_the_target_wants_none():
    assert [page.marks for page in made(replace(PRESS, crop=None), 1)] == [None, None]
    fronts_only = replace(PRESS, crop=replace(PRESS.crop, sides=("front",)))
    assert [page.marks is None for page in made(fronts_only, 1)] == [False, True]


def test_too_little_bleed_is_refused():
    with pytest.raises(PressError, match=r"card.*bleed is 1 mm.*needs 3\.175 mm"):
        list(one_up_pages([drawing(bleed=1, title="card 1")], card(), PRESS))


def slug_texts(page):
    return [item.string for placed in page.placed[1:] for item in placed.face.items]


def test_the_slug_names_the_job_the_card_and_each_ink_on_its_plate():
    faces, job = deck(3), ("Future Imperfect: Action Deck", "future-imperfect-action-1-1 · 0123 · deckgen")
    pages = list(one_up_pages(faces.fronts, faces.back, PRESS, job))
    front, back = pages[2], pages[3]
    inks = ["Cyan", "Magenta", "Yellow", "Black", "Gold Foil"]
    assert sorted(slug_texts(front)) == sorted([*inks, "2 of 3", " · ".join(job)])
    assert sorted(slug_texts(back)) == sorted([*inks, "Back", " · ".join(job)])
    line = front.placed[1].face
    for item in line.items:
        ink = line.style.inks[item.fill]
        assert item.size >= 5 * 25.4 / 72
        assert front.bleed.bottom < item.y - 0.7 * item.size < item.y < front.height
        assert front.trim.x < item.x
        assert (ink.spot or ink.name) == (item.string if item.string in inks else "All")
    assert max(item.x for item in line.items) < front.trim.right - 3


def test_a_target_without_room_beyond_the_bleed_or_without_inks_has_no_slug_line():
    faces = deck(2)
    for target in (load_target("drivethrucards"), replace(PRESS, color="rgb", pdfx=None), replace(PRESS, slug=5.0)):
        assert all(len(page.placed) == 1 for page in one_up_pages(faces.fronts, faces.back, target, ("job",)))


def test_equal_backs_share_their_content_and_the_slug_does_not_part_them():
    faces = deck(6)
    document = pikepdf.open(pikes(write_pdf(impose(faces.fronts, faces.back, PRESS, Options(title="Job")))))
    contents = [page.Contents.objgen for page in document.pages]
    assert len(set(contents[1::2])) == 1
    assert len(set(contents)) == 7
