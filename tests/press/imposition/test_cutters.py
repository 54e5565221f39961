"""The marks of cutting machines, which are data."""

import pytest
from press_drawings import raster, solid

from deckgen.errors import PressError
from deckgen.press.imposition import marks
from deckgen.press.imposition.cutters import cutters
from deckgen.press.imposition.n_up import apply_sheet_options, n_up_pages
from deckgen.press.options import REGISTRATIONS, Options
from deckgen.press.pages import Book, Page
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target, paper_for


def test_the_choices_of_the_command_line_are_the_machines_of_the_file():
    assert ("none", *cutters()) == REGISTRATIONS


@pytest.mark.parametrize("name", cutters())
def test_marks_are_in_the_corners_that_the_file_names(name):
    cutter = cutters()[name]
    pen = marks.marks_pen()
    marks.draw_cutter_marks(pen, 210, 297, cutter)
    page = Page(210, 297, (), marks.marks_drawing(210, 297, pen.items))
    inked = raster(write_pdf(Book((page,), "marks"))) < 128
    near, far = round((cutter.inset - cutter.line / 2) * 10), round((cutter.inset + cutter.arm) * 10)
    rows, columns = inked.any(axis=1).nonzero()[0], inked.any(axis=0).nonzero()[0]
    assert (rows[0], 2970 - 1 - rows[-1]) == pytest.approx((near, near), abs=1)
    assert (columns[0], 2100 - 1 - columns[-1]) == pytest.approx((near, near), abs=1)
    corner = {"upper": slice(0, far + 5), "lower": slice(2970 - far - 5, 2970)}
    side = {"left": slice(0, far + 5), "right": slice(2100 - far - 5, 2100)}
    for row, column in ((row, column) for row in corner for column in side):
        assert inked[corner[row], side[column]].any() == (f"{row}_{column}" in cutter.corners)
    assert not inked[far + 5 : 2970 - far - 5].any()


@pytest.mark.parametrize("name", cutters())
def test_cards_keep_away_from_marks(name):
    target = apply_sheet_options(load_target("home"), Options(registration=name))
    face = solid()
    front, back = n_up_pages([face] * 4, face, target, paper_for("a4", target), Options(registration=name))
    alone = n_up_pages([solid()], face, target, paper_for("a4", target), Options(registration=name))[0]
    assert alone.marks is not None
    assert back.marks is None
    marked = raster(write_pdf(Book((Page(front.width, front.height, (), front.marks),), "marks"))) < 128
    cards = raster(write_pdf(Book((Page(front.width, front.height, front.placed),), "cards"))) < 128
    assert not (marked & cards).any()


def test_what_is_wrong_in_the_file_is_told_with_its_line(tmp_path):
    file = tmp_path / "cutters.yaml"
    file.write_text("mine:\n  title: Mine\n  corners: {middle: square, upper_left: dot}\n  inset: -1\n")
    with pytest.raises(PressError) as caught:
        cutters(file)
    assert {problem.line for problem in caught.value.problems} >= {3, 4}
