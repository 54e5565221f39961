import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from press_drawings import BLACK, card, drawing, raster, rect, sheet_grid, solid

from deckgen.press.imposition.n_up import apply_sheet_options, back_cell, cards_by_sheet, n_up_pages
from deckgen.press.options import Options
from deckgen.press.pages import Book
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target, paper_for

HOME = load_target("home")
BARE = replace(HOME, crop=None, ruler=False, footer=False)
PAPERS = ("a4", "letter", "universal")


def made(target=HOME, name="a4", *, count=7, front=None, back=None, **choice):
    fronts = [front or solid()] * count
    options = Options(title="Test", footer="deck 1", **choice)
    return tuple(n_up_pages(fronts, back or solid(), target, paper_for(name, target), options))


def dark(pages, page):
    return raster(write_pdf(Book(pages, "Test")), page) < 128


def sketch(pages, page):
    """A page as letters, one for 24 mm: # dark, + partly so."""
    shown = dark(pages, page)
    rows = [shown[y : y + 240] for y in range(0, shown.shape[0], 240)]
    shares = [[row[:, x : x + 240].mean() for x in range(0, shown.shape[1], 240)] for row in rows]
    return ["".join(" " if s < 0.05 else "#" if s > 0.95 else "+" for s in row).rstrip() for row in shares]


@settings(max_examples=60)
@given(
    st.tuples(st.floats(30, 180), st.floats(30, 180)),
    st.sampled_from(PAPERS),
    st.sampled_from([0, 2, 6]),
    st.sampled_from(["long-edge", "short-edge"]),
)
def test_every_back_lies_behind_its_front(size, name, gutter, flip):
    face = drawing(width=size[0], height=size[1])
    plan = sheet_grid(face, replace(HOME, gutter=gutter), paper_for(name, HOME))
    cells = plan.cells()
    about_upright_axis = (flip == "long-edge") == (plan.width <= plan.height)
    for cell in cells:
        back, turned = back_cell(cell, plan, flip)
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
    pages = made(BARE, name, count=7 if shape[0] < 100 else 1, flip=flip, front=face, back=face)
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
    plain, shifted = made(BARE), made(BARE, back_offset=(1.5, -0.7))
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
    pages = made(target, name, count=9, flip=flip, front=white, back=white)
    plan = sheet_grid(white, target, paper_for(name, target))
    block, margin = plan.block, plan.margin
    for page in (0, 1):
        rows, columns = np.nonzero(raster(write_pdf(Book(pages, "T")), page) < 250)
        assert rows.size
        assert margin - 0.1 <= rows.min() / 10 <= rows.max() / 10 <= plan.height - margin + 0.1
        assert margin - 0.1 <= columns.min() / 10 <= columns.max() / 10 <= plan.width - margin + 0.1
        inside = (
            (rows / 10 > block.y - plan.bleeds[1] - 0.1)
            & (rows / 10 < block.bottom + plan.bleeds[1])
            & (columns / 10 > block.x - plan.bleeds[0] - 0.1)
            & (columns / 10 < block.right + plan.bleeds[0])
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


def test_a_gutter_is_shared_by_the_bleed_of_both_neighbors():
    windows = [placed.window for placed in made(replace(BARE, gutter=4), count=4, front=card())[0].placed]
    assert windows[1].x == pytest.approx(-2)


def test_a_turned_back_bleeds_on_the_page_where_its_block_ends():
    back = drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK))
    pages = made(BARE, count=9, flip="short-edge", back=back)
    shown = dark(pages, 1)
    rows, columns = np.nonzero(shown)
    assert (columns.min() / 10, (columns.max() + 1) / 10) == pytest.approx((9.75 - 3.175, 200.25 + 3.175), abs=0.15)
    assert (rows.min() / 10, (rows.max() + 1) / 10) == pytest.approx((15.15 - 3.175, 281.85 + 3.175), abs=0.15)


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("shape", [(63.5, 88.9), (70, 120), (44, 63)])
def test_folded_sheets_meet_within_a_tenth_of_a_mm(name, shape):
    face = solid(width=shape[0], height=shape[1])
    (page,) = made(BARE, name, count=1, front=face, back=face, flip="gutterfold")
    plan = sheet_grid(face, BARE, paper_for(name, HOME), folded=True)
    shown = dark([replace(page, marks=None)], 0)
    mirrored = shown[::-1] if plan.fold == "level" else shown[:, ::-1]
    assert shown.mean() > 0.03
    assert (shown != mirrored).mean() < 0.002
    front, back = page.placed
    assert back.turned is (plan.fold == "level")
    assert (front.x, front.y) != (back.x, back.y)


def test_a_folded_sheet_shows_the_line_to_fold():
    (page,) = made(count=4, flip="gutterfold")
    lines = [item for item in page.marks.items if getattr(item, "dash", ())]
    assert len(lines) == 1
    assert page.label == "1 front"


def test_single_sided_printers_get_fronts_alone():
    assert [page.label for page in made(count=20, flip="none")] == ["1 front", "2 front", "3 front"]


@pytest.mark.parametrize(
    ("order", "labels"),
    [
        ("fronts-then-backs", ["1 front", "2 front", "1 back", "2 back"]),
        ("fronts-then-backs-reversed", ["1 front", "2 front", "2 back", "1 back"]),
    ],
)
def test_backs_may_come_after_all_fronts(order, labels):
    assert [page.label for page in made(count=12, order=order)] == labels


def test_backs_turn_about_the_middle_of_the_sheet():
    page = made(count=9, back_rotate=2.0, back_offset=(1.0, 0.5))[1]
    a, b, c, d, e, f = page.shift
    middle = (page.width / 2, page.height / 2)
    moved = (a * middle[0] + c * middle[1] + e, b * middle[0] + d * middle[1] + f)
    assert moved == pytest.approx((middle[0] + 1.0, middle[1] + 0.5))
    assert math.degrees(math.atan2(b, a)) == pytest.approx(2.0)  # clockwise, as y goes down
    # On the page the right end of a level edge lies lower: 190.5 mm · tan 2°.
    bare = made(BARE, count=9, back_rotate=2.0)
    shown = dark(bare, 1)
    columns = np.nonzero(shown.any(axis=0))[0]
    left, right = shown[:, columns[0] + 150], shown[:, columns[-1] - 150]
    drop = (np.nonzero(right)[0][0] - np.nonzero(left)[0][0]) / 10
    width = (columns[-1] - columns[0] - 300) / 10
    assert drop == pytest.approx(width * math.tan(math.radians(2)), abs=0.3)


def test_fronts_do_not_move():
    assert repr(made(count=1, back_offset=(5, 5))[0]) == repr(made(count=1)[0])


def test_every_front_may_have_a_back_of_its_own():
    fronts, backs = ([drawing(title=f"{side} {n}") for n in range(3)] for side in ("front", "back"))
    options = Options(paper="a4", flip="long-edge")
    first, second = n_up_pages(fronts, backs[0], HOME, paper_for("a4", HOME), options, backs)
    assert [placed.face.title for placed in first.placed] == ["front 0", "front 1", "front 2"]
    mirrored = {round(first.width - placed.x - 63.5, 3): placed.face.title for placed in second.placed}
    assert [mirrored[round(placed.x, 3)] for placed in first.placed] == ["back 0", "back 1", "back 2"]


@given(cards=st.integers(1, 120), size=st.integers(1, 40))
def test_piles_of_cut_sheets_laid_on_each_other_are_the_deck(cards, size):
    made = cards_by_sheet(cards, size, "stack")
    piles = [[sheet[place] for sheet in made if place < len(sheet)] for place in range(size)]
    assert [card for pile in piles for card in pile] == list(range(cards))
    assert len(made) == len(cards_by_sheet(cards, size, "rows")) == math.ceil(cards / size)


def test_a_card_may_fill_a_sheet():
    fronts = [drawing(title=f"front {n}") for n in range(2)]
    options = Options(flip="none", arrange="repeat")
    pages = n_up_pages(fronts, fronts[0], HOME, paper_for("a4", HOME), options)
    assert [{placed.face.title for placed in page.placed} for page in pages] == [{"front 0"}, {"front 1"}]
    assert [len(page.placed) for page in pages] == [9, 9]


@pytest.mark.parametrize(
    ("name", "flip", "size"),
    [("sra3", "long-edge", 18), ("12x18in", "short-edge", 18), ("a4", "long-edge", 8)],
)
def test_sheets_for_a_press_have_marks_on_all_plates_and_bleeds_between_cards(name, flip, size):
    target = load_target("press-sheet")
    face = card()
    front, back = n_up_pages([face] * size, face, target, paper_for(name, target), Options(flip=flip))
    assert (front.trim.width, front.trim.height) == (front.width, front.height)
    *cards, plates = front.placed
    assert len(cards) == size
    assert {ink.spot for ink in plates.face.style.inks.values()} == {"All"}
    assert len(back.placed) == size + 1
    for placed in cards:  # every edge has its bleed, and no two of them overlap
        assert placed.window == pytest.approx((-3, -3, 69.5, 94.9))
    across = np.diff(sorted({round(placed.x, 3) for placed in cards}))
    assert across == pytest.approx([69.5] * len(across))


@pytest.mark.parametrize(("name", "size"), [("a4", 8), ("letter", 8), ("a3", 16)])
def test_cards_keep_away_from_the_marks_of_a_silhouette(name, size):
    target = apply_sheet_options(HOME, Options(registration="silhouette"))
    face = card()
    front, back = n_up_pages([face] * size, face, target, paper_for(name, target), Options(registration="silhouette"))
    assert len(front.placed) == size
    assert back.marks is None
    bare = replace(front, placed=())
    rows, columns = np.nonzero(dark((bare,), 0))
    wide, high = front.width, front.height
    assert (columns.min() / 10, rows.min() / 10) == pytest.approx((9.5, 9.5), abs=0.11)
    assert ((columns.max() + 1) / 10, (rows.max() + 1) / 10) == pytest.approx((wide - 9.5, high - 9.5), abs=0.11)
    for x, y in zip(columns / 10, rows / 10, strict=True):
        for placed in (front.placed[0], front.placed[-1]):
            window = placed.window
            inside_x = placed.x + window.x - 0.7 < x < placed.x + window.right + 0.7
            inside_y = placed.y + window.y - 0.7 < y < placed.y + window.bottom + 0.7
            assert not (inside_x and inside_y)
