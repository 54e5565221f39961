from dataclasses import replace

import pytest
from press_drawings import deck, drawing

from deckgen.errors import PressError
from deckgen.press.imposition.impose import impose, save_ink
from deckgen.press.options import Options
from deckgen.press.target import load_target

FACES = deck(10)


def made(target, flip="long-edge", faces=FACES, **choice):
    return impose(
        faces.fronts,
        faces.back,
        load_target(target),
        Options(paper="letter", flip=flip, **choice),
    )


@pytest.mark.parametrize(
    ("flip", "duplex"), [("long-edge", "DuplexFlipLongEdge"), ("short-edge", "DuplexFlipShortEdge")]
)
def test_sheets_tell_the_printer_how_to_turn_them_and_not_to_scale(flip, duplex):
    sheets = made("home", flip)
    assert (len(sheets.pages), sheets.duplex, sheets.scaling, sheets.title) == (4, duplex, False, "Cards")
    assert (sheets.pages[0].width, sheets.pages[0].height) == pytest.approx((215.9, 279.4))


def test_single_faces_are_a_page_each():
    assert (len(made("press").pages), made("press").duplex) == (20, None)


@pytest.mark.parametrize("target", ["home", "press"])
def test_a_back_of_another_size_is_refused(target):
    with pytest.raises(PressError, match=r"front is 63\.5 × 88\.9 mm, its back 60 × 88\.9 mm") as caught:
        made(target, faces=deck(2, back=drawing(width=60)))
    assert len(caught.value.problems) == 2


def test_sheets_that_are_not_turned_say_nothing_of_it():
    assert made("home", "none").duplex is None
    assert made("home", "gutterfold").duplex is None
    assert made("home", order="fronts-then-backs").duplex is None


def test_blank_cards_have_a_back_and_paper_in_front():
    plain, more = made("press"), made("press", blanks=2)
    assert len(more.pages) == len(plain.pages) + 4
    assert more.pages[-2].placed[0].face.items == ()
    assert more.pages[-1].placed[0].face is FACES.back


def test_gutter_and_bleed_stand_in_for_those_of_the_target():
    cells = made("home", gutter=3.0).pages[0].placed
    assert cells[1].x - cells[0].x == pytest.approx(63.5 + 3)
    window = made("home", bleed=0.0).pages[0].placed[0].window
    assert (window.x, window.y) == (0, 0)
    with pytest.raises(PressError, match="--bleed"):
        made("home", bleed=9.0)


def test_light_ink_is_for_all_faces():
    black = {item.fill for item in made("home", ink="light").pages[1].placed[0].face.items if hasattr(item, "string")}
    assert black == {"#000000"}


def test_a_colophon_ends_the_sheets():
    book_ = made("home", colophon=(("seed", "42"),))
    assert [page.label for page in book_.pages[-2:]] == ["2 back", "colophon"]
    words = {item.string for item in book_.pages[-1].marks.items}
    assert {"cards on a sheet", "3 × 3, rows"} <= words
    press = made("press-sheet", colophon=(("seed", "42"),)).pages
    assert press[-1].trim == press[0].trim


def test_a_press_book_is_what_its_target_says():
    made_ = made("drivethrucards")
    assert (made_.pdfx.standard, made_.ink_limit, made_.version) == ("x1a", 240, (1, 4))


@pytest.mark.parametrize("ink", ["full", "light"])
def test_backs_of_their_own_go_with_blank_cards_and_little_ink(ink):
    """A blank card has the back of all; what saves ink on one back saves it on each."""
    faces = deck(2)
    backs = [replace(faces.back, title=f"back {number}") for number in range(2)]
    book = impose(faces.fronts, faces.back, load_target("home"), Options(blanks=1, ink=ink), backs)
    (alone,) = save_ink([faces.back]) if ink == "light" else [faces.back]
    shown = [placed.face for placed in book.pages[1].placed]
    assert sorted(face.title for face in shown) == sorted([faces.back.title, "back 0", "back 1"])
    assert {face.items for face in shown} == {alone.items}
