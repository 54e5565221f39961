from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from press_drawings import BLACK, card, drawing, raster, rect, solid

from deckgen.errors import PressError
from deckgen.press import load_target
from deckgen.press.pages import Book
from deckgen.press.pdf import pdf
from deckgen.press.sheets import Turn, grid, sheets
from deckgen.press.target import Paper, paper

HOME = load_target("home")
BARE = replace(HOME, crop=None, ruler=False, footer=False)
PAPERS = ("a4", "letter")


def made(target=HOME, name="a4", *, count=7, turn=None, front=None, back=None):
    fronts = [front or solid()] * count
    pages = sheets(
        fronts, back or solid(), target, paper(name, target), turn or Turn(), title="Test", footer="deck 1"
    )
    return tuple(pages)


def dark(pages, page):
    return raster(pdf(Book(pages, "Test")), page) < 128


def sketch(pages, page):
    """A page as letters, one for 24 mm: # dark, + partly so."""
    shown = dark(pages, page)
    rows = [shown[y : y + 240] for y in range(0, shown.shape[0], 240)]
    shares = [[row[:, x : x + 240].mean() for x in range(0, shown.shape[1], 240)] for row in rows]
    return ["".join(" " if s < 0.05 else "#" if s > 0.95 else "+" for s in row).rstrip() for row in shares]


@pytest.mark.parametrize("name", PAPERS)
def test_nine_poker_cards_fit_on_both_papers(name):
    plan = grid(card(), HOME, paper(name, HOME))
    assert (plan.columns, plan.rows) == (3, 3)
    block = plan.block
    assert (block.width, block.height) == pytest.approx((190.5, 266.7))
    assert (block.cx, block.cy) == pytest.approx((plan.width / 2, plan.height / 2))


@pytest.mark.parametrize(
    ("size", "name", "fit", "lying"),
    [
        ((70, 120), "a4", 4, False),
        ((120, 70), "letter", 4, True),
        ((63.5, 88.9), "a4", 9, False),
        ((44.45, 63.5), "a4", 18, True),
        ((130, 195), "a4", 2, True),
        ((198, 270), "a4", 1, False),
    ],
)
def test_other_sizes_fit_as_often_as_they_do(size, name, fit, lying):
    plan = grid(drawing(width=size[0], height=size[1]), HOME, paper(name, HOME))
    assert (plan.columns * plan.rows, plan.width > plan.height) == (fit, lying)


def test_a_card_that_is_too_large_is_refused_with_what_would_fit():
    with pytest.raises(
        PressError, match=r"210 × 297 mm does not fit on A4; cards up to 198.6 × 280.8 mm fit"
    ):
        grid(drawing(width=210, height=297), HOME, paper("a4", HOME))


@settings(max_examples=60)
@given(
    st.tuples(st.floats(30, 180), st.floats(30, 180)),
    st.sampled_from(PAPERS),
    st.sampled_from([0, 2, 6]),
    st.sampled_from(["long-edge", "short-edge"]),
)
def test_every_back_lies_behind_its_front(size, name, gutter, flip):
    face = drawing(width=size[0], height=size[1])
    plan = grid(face, replace(HOME, gutter=gutter), paper(name, HOME))
    cells = plan.cells()
    about_upright_axis = (flip == "long-edge") == (plan.width <= plan.height)
    for cell in cells:
        back, turned = Turn(flip).back(cell, plan)
        seen_from_behind = (
            back._replace(x=plan.width - back.right)
            if about_upright_axis
            else back._replace(y=plan.height - back.bottom)
        )
        assert seen_from_behind == pytest.approx(cell)
        assert turned is not about_upright_axis
    assert plan.margin <= min(cell.x for cell in cells)
    assert max(cell.bottom for cell in cells) <= plan.height - plan.margin


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("shape", [(63.5, 88.9), (130, 195)])
def test_turned_sheets_meet_on_paper_within_a_tenth_of_a_mm(flip, name, shape):
    """Seven cards leave the sheet lopsided, so a wrong mirror shows; front and back are solid trims."""
    face = solid(width=shape[0], height=shape[1])
    pages = made(BARE, name, count=7 if shape[0] < 100 else 1, turn=Turn(flip), front=face, back=face)
    front, back = dark(pages, 0), dark(pages, 1)
    upright = front.shape[1] < front.shape[0]
    mirrored = back[:, ::-1] if (flip == "long-edge") == upright else back[::-1]
    assert front.mean() > 0.2
    # An edge between two pixels may fall to either; nothing may differ by two.
    for one, other in ((front, mirrored), (mirrored, front)):
        inner = one[1:-1, 1:-1] & one[:-2, 1:-1] & one[2:, 1:-1] & one[1:-1, :-2] & one[1:-1, 2:]
        assert not (inner & ~other[1:-1, 1:-1]).any()


def test_a_sheet_of_seven_and_its_back():
    pages = made(BARE)
    assert sketch(pages, 0) == [
        "+++++++++",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+##+",
        "+##+",
        "+##+",
        "+++",
        "",
    ]  # fmt: skip
    assert sketch(pages, 1) == [
        "+++++++++",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "+#######+",
        "     +##+",
        "     +##+",
        "     +##+",
        "     ++++",
        "",
    ]  # fmt: skip


def test_backs_shift_by_the_offset_right_and_down():
    plain, shifted = made(BARE), made(BARE, turn=Turn("long-edge", (1.5, -0.7)))
    assert (dark(plain, 0) == dark(shifted, 0)).all()
    moved = np.roll(dark(plain, 1), (-7, 15), axis=(0, 1))
    assert (moved != dark(shifted, 1)).mean() < 0.001


def test_fronts_and_backs_alternate_and_say_so():
    assert [page.label for page in made(count=20)] == [
        "1 front", "1 back", "2 front", "2 back", "3 front", "3 back",
    ]  # fmt: skip
    assert [page.label for page in made(replace(HOME, order=("front",)), count=10)] == ["1 front", "2 front"]
    assert [len(page.placed) for page in made(count=20)] == [9, 9, 9, 9, 2, 2]


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("gutter", [0, 4])
@pytest.mark.parametrize("name", PAPERS)
def test_marks_lie_outside_bleed_and_inside_what_prints(name, gutter, flip):
    target = replace(HOME, gutter=gutter)
    white = drawing(bleed=3.175)
    pages = made(target, name, count=9, turn=Turn(flip), front=white, back=white)
    plan = grid(white, target, paper(name, target))
    block, margin = plan.block, plan.margin
    for page in (0, 1):
        rows, columns = np.nonzero(raster(pdf(Book(pages, "T")), page) < 250)
        assert rows.size
        assert margin - 0.1 <= rows.min() / 10 <= rows.max() / 10 <= plan.height - margin + 0.1
        assert margin - 0.1 <= columns.min() / 10 <= columns.max() / 10 <= plan.width - margin + 0.1
        inside = (
            (rows / 10 > block.y - plan.reach[1] - 0.1)
            & (rows / 10 < block.bottom + plan.reach[1])
            & (columns / 10 > block.x - plan.reach[0] - 0.1)
            & (columns / 10 < block.right + plan.reach[0])
        )
        assert not inside.any()


def test_art_bleeds_at_the_outer_edges_only():
    art = drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK))
    windows = [placed.window for placed in made(BARE, count=9, front=art)[0].placed]
    left, middle, right = windows[3:6]
    assert (left.x, left.right) == pytest.approx((-3.175, 63.5))
    assert (middle.x, middle.right) == (0, 63.5)
    assert (right.x, right.right) == pytest.approx((0, 66.675))
    assert [window.y for window in windows[::3]] == pytest.approx([-3.175, 0, 0])


def test_letter_bleeds_as_far_as_its_margin_allows():
    plan = grid(card(), HOME, paper("letter", HOME))
    assert plan.reach[0] == pytest.approx(3.175)
    assert 0.5 < plan.reach[1] < 1
    assert plan.mark[1] >= HOME.crop.shortest - 1e-9


def test_a_gutter_is_shared_by_the_bleed_of_both_neighbours():
    windows = [placed.window for placed in made(replace(BARE, gutter=4), count=4, front=card())[0].placed]
    assert windows[1].x == pytest.approx(-2)


def test_a_turned_back_bleeds_on_the_page_where_its_block_ends():
    back = drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK))
    pages = made(BARE, count=9, turn=Turn("short-edge"), back=back)
    shown = dark(pages, 1)
    rows, columns = np.nonzero(shown)
    assert (columns.min() / 10, (columns.max() + 1) / 10) == pytest.approx(
        (9.75 - 3.175, 200.25 + 3.175), abs=0.15
    )
    assert (rows.min() / 10, (rows.max() + 1) / 10) == pytest.approx(
        (15.15 - 3.175, 281.85 + 3.175), abs=0.15
    )


def test_words_keep_to_their_strips_on_any_paper():
    tight = Paper("t", "Tight", 150, 150, 5)
    target = replace(HOME, papers=("t",))
    plan = grid(solid(width=30, height=30), target, tight)
    assert plan.columns * plan.rows == 16
