from dataclasses import replace

import pikepdf
import pytest
from press_drawings import card, pikes, raster

from deckgen.errors import PressError
from deckgen.preflight import preflight
from deckgen.press.imposition.impose import die_line_page, impose
from deckgen.press.options import Options
from deckgen.press.pages import Book
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target

PRESS = replace(load_target("press"), dieline=3.5)


def test_the_page_for_the_die_comes_after_all_others_and_has_their_boxes():
    fronts = [card(1), card(2)]
    plain = impose(fronts, card(9), replace(PRESS, dieline=None), Options())
    made = impose(fronts, card(9), PRESS, Options())
    assert repr(made.pages[:-1]) == repr(plain.pages)
    *_, last, die = made.pages
    assert (die.width, die.height, die.trim, die.bleed) == (last.width, last.height, last.trim, last.bleed)
    assert (die.placed, die.label) == ((), "dieline")


def test_it_is_on_a_plate_that_overprints_and_no_other():
    document = pikepdf.open(pikes(write_pdf(impose([card(1)], card(9), PRESS, Options()))))
    resources = document.pages[-1].Resources
    (space,) = resources.ColorSpace.values()
    assert [str(part) for part in space[:3]] == ["/Separation", "/Dieline", "/DeviceCMYK"]
    assert all(bool(state.OP) and bool(state.op) for state in resources.ExtGState.values())
    content = document.pages[-1].Contents.read_bytes().split()
    assert not {b"k", b"K", b"rg", b"RG", b"g", b"G", b"f"} & set(content)


def test_the_corners_are_round():
    page = die_line_page(card(), PRESS)
    shown = raster(write_pdf(Book((page,), "die", color="cmyk"))) < 250
    x, y, right, bottom = (round(v * 10) for v in (page.trim.x, page.trim.y, page.trim.right, page.trim.bottom))
    middle = (x + right) // 2
    assert shown[y - 2 : y + 3, middle].any()
    assert shown[bottom - 2 : bottom + 3, middle].any()
    assert not shown[y - 2 : y + 8, x - 2 : x + 8].any()  # 3.5 mm of radius leave 1 mm free in the corner


def test_preflight_knows_of_the_page(tmp_path):
    file = tmp_path / "cards.pdf"
    file.write_bytes(write_pdf(impose([card(n) for n in range(4)], card(9), PRESS, Options())))
    found = {finding.check for finding in preflight(file, PRESS).findings}
    assert not {"order", "size", "boxes", "color"} & found


def test_corners_that_a_card_has_no_room_for_are_refused():
    with pytest.raises(PressError, match="do not fit on a card"):
        impose([card(1)], card(9), replace(PRESS, dieline=100), Options())
