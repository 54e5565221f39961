import pytest
from press_drawings import deck, drawing

from deckgen.errors import PressError
from deckgen.press import load_target
from deckgen.press.impose import book

FACES = deck(10)


def made(target, flip="long-edge", faces=FACES):
    return book(
        faces.fronts,
        faces.back,
        load_target(target),
        paper_name="letter",
        flip=flip,
        back_offset=(0, 0),
        title="",
        footer="",
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
    assert len(caught.value.faults) == 2
