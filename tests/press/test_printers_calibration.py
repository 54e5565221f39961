import numpy as np
import pytest
from press_drawings import raster

from deckgen.draw.paper import find_paper
from deckgen.errors import PressError
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.printers import CROSS_SPAN, calibration_book, tilt_degrees


def made(name="a4", **choice):
    return calibration_book(find_paper(name), Options(**choice))


@pytest.mark.parametrize("name", ["a4", "letter", "universal"])
def test_two_pages_that_keep_to_what_prints(name):
    book = made(name)
    assert [page.label for page in book.pages] == ["front", "back"]
    paper = find_paper(name)
    for page in (0, 1):
        rows, columns = np.nonzero(raster(write_pdf(book), page) < 200)
        assert paper.margin < rows.min() / 10 < rows.max() / 10 < paper.height - paper.margin
        assert paper.margin < columns.min() / 10 < columns.max() / 10 < paper.width - paper.margin


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
def test_each_cross_stands_in_the_middle_of_a_scale(flip):
    """The front is seen from behind: mirrored, and upside down if turned over the short edge."""
    data = write_pdf(made(flip=flip))
    front, back = raster(data, 0) < 128, raster(data, 1) < 128
    seen = front[:, ::-1] if flip == "long-edge" else front[::-1]
    middle = front.shape[0] // 2
    for x in (350, 1050, 1750):
        around = np.s_[middle - 95 : middle + 95, x - 95 : x + 95]
        rows, columns = np.nonzero(seen[around])
        assert abs(rows.mean() - 95) < 2
        assert abs(columns.mean() - 95) < 2
        assert not back[middle - 92 : middle + 92, x - 92 : x + 92].any()
        assert back[middle - 125 : middle - 93, x - 55 : x + 55].any()
        assert back[middle - 55 : middle + 55, x + 93 : x + 125].any()


def test_a_printer_that_is_made_up_for_moves_the_scales():
    plain, moved = (raster(write_pdf(made(**c)), 1) < 128 for c in ({}, {"back_offset": (3.0, -2.0)}))
    assert (np.roll(plain, (-20, 30), axis=(0, 1)) == moved).mean() > 0.999


def test_tilt_is_the_angle_between_the_outer_crosses():
    assert tilt_degrees(0) == 0
    assert tilt_degrees(CROSS_SPAN) == pytest.approx(45)
    assert tilt_degrees(-1) == pytest.approx(-0.409, abs=0.001)


def test_a_paper_too_narrow_for_its_scales_is_refused():
    with pytest.raises(PressError, match="does not fit on A5; use a paper at least 200 mm wide"):
        made("a5")


def test_an_unknown_paper_is_refused():
    with pytest.raises(PressError, match="a4, letter"):
        find_paper("a0")
