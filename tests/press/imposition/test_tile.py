"""Drawings on several sheets: their parts, and the lines to trim and glue them along."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from deckgen.draw.drawing import Drawing, Style, Text
from deckgen.draw.paper import find_paper
from deckgen.language import ENGLISH
from deckgen.press.imposition.marks import MARK_COLOR, marks_pen
from deckgen.press.imposition.tile import FOOT, OVERLAP, tile, tiled_pages

SIDES = st.floats(10, 1500)


def drawing(width, height):
    return Drawing(width, height, 0, (), Style({}, {}, {}))


@given(SIDES, SIDES, st.sampled_from(["a4", "letter", "a3"]))
def test_parts_cover_a_drawing_overlap_and_stay_in_their_room(width, height, paper):
    tiling = tile(width, height, find_paper(paper), 20, 8)
    parts = [*tiling.parts(drawing(width, height))]
    assert len(parts) == tiling.count
    windows = [part.window.inset(0.5) for part in parts]
    assert (windows[0].x, windows[0].y) == (0, 0)
    assert (windows[-1].right, windows[-1].bottom) == (pytest.approx(width), pytest.approx(height))
    for part, window in zip(parts, windows, strict=True):
        assert part.x + window.x >= tiling.room.x - 1e-6
        assert part.x + window.right <= tiling.room.right + 1e-6
        assert part.y + window.bottom <= tiling.room.bottom + 1e-6
    for left, right in pairwise(windows):
        if right.x > left.x:
            assert left.right - right.x == pytest.approx(OVERLAP)
    for upper, lower in zip(windows, windows[tiling.columns :], strict=False):
        assert upper.bottom - lower.y == pytest.approx(OVERLAP)


def test_a_sheet_lies_on_its_side_only_if_that_saves_sheets():
    a4 = find_paper("a4")
    assert tile(150, 150, a4).width == 210
    assert (tile(280, 150, a4).width, tile(280, 150, a4).count) == (297, 1)
    assert tile(500, 500, a4).count == 6


def test_parts_are_trimmed_left_and_above_and_glued_on_dashes():
    tiling = tile(390, 500, find_paper("a4"))
    assert (tiling.columns, tiling.rows) == (2, 2)
    lines = []
    for index, part in enumerate(tiling.parts(drawing(390, 500))):
        pen = marks_pen()
        tiling.draw_marks(pen, index, part)
        lines.append([bool(item.dash) for item in pen.items if item.stroke == MARK_COLOR])
    assert lines == [[True, True], [False, True], [True, False], [False, False]]
    pen = marks_pen()
    tiling.draw_marks(pen, 0, next(tiling.parts(drawing(390, 500))))
    assert pen.items[0].segments[0][1] == pytest.approx(tiling.room.cx + 199 / 2 - OVERLAP)


def test_sheets_say_which_part_they_are_and_hold_what_they_have_room_for():
    tiling = tile(390, 270, find_paper("a4"), bottom=FOOT)
    assert (tiling.columns, tiling.rows) == (2, 1)
    assert tiling.size == pytest.approx((2 * 201.6 - OVERLAP, 288.6 - FOOT))
    pages = [*tiled_pages(drawing(*tiling.size), tiling, ENGLISH)]
    assert [page.label for page in pages] == ["1", "2"]
    for page in pages:
        (label,) = [item for item in page.marks.items if isinstance(item, Text)]
        assert f"part {page.label} of 2" in label.string
        assert label.y <= 297 - find_paper("a4").margin
