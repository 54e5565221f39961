from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from press_drawings import card, drawing, sheet_grid, solid

from deckgen.draw.paper import Paper
from deckgen.errors import PressError
from deckgen.press.target import load_target, paper_for, target_names

HOME = load_target("home")
PAPERS = ("a4", "letter", "universal")


@pytest.mark.parametrize("name", PAPERS)
def test_nine_poker_cards_fit_on_every_paper(name):
    plan = sheet_grid(card(), HOME, paper_for(name, HOME))
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
    plan = sheet_grid(drawing(width=size[0], height=size[1]), HOME, paper_for(name, HOME))
    assert (plan.columns * plan.rows, plan.width > plan.height) == (fit, lying)


def test_a_card_that_is_too_large_is_refused_with_what_would_fit():
    with pytest.raises(PressError, match=r"210 × 297 mm does not fit on A4; cards up to 198.6 × 280.8 mm fit"):
        sheet_grid(drawing(width=210, height=297), HOME, paper_for("a4", HOME))


def test_letter_bleeds_as_far_as_its_margin_allows():
    plan = sheet_grid(card(), HOME, paper_for("letter", HOME))
    assert plan.bleeds[0] == pytest.approx(3.175)
    assert 0.5 < plan.bleeds[1] < 1
    assert plan.mark_lengths[1] >= HOME.crop.shortest - 1e-9


def test_words_keep_to_their_strips_on_any_paper():
    tight = Paper("t", "Tight", 150, 150, 5)
    target = replace(HOME, papers=("t",))
    plan = sheet_grid(solid(width=30, height=30), target, tight)
    assert plan.columns * plan.rows == 16


@pytest.mark.parametrize("name", PAPERS)
def test_folded_sheets_hold_fronts_and_backs_of_four_poker_cards(name):
    plan = sheet_grid(card(), HOME, paper_for(name, HOME), folded=True)
    assert plan.columns * plan.rows == 4
    block, printed = plan.block, plan.printed
    assert (printed.cx, printed.cy) == pytest.approx((plan.width / 2, plan.height / 2))
    if plan.fold == "level":
        assert block.bottom + plan.fold_gap == pytest.approx(plan.height / 2)
    else:
        assert block.right + plan.fold_gap == pytest.approx(plan.width / 2)
    assert plan.margin <= min(block.x, block.y)


def test_a_bleed_that_was_asked_for_is_kept_with_fewer_cards_if_need_be():
    wide = replace(HOME, bleed=3.0)
    assert min(sheet_grid(card(), wide, paper_for("a4", HOME), bleed=3.0).bleeds) >= 3.0
    plan = sheet_grid(card(), wide, paper_for("letter", HOME), bleed=3.0)
    assert min(plan.bleeds) >= 3.0
    assert plan.columns * plan.rows == 8
    apart = sheet_grid(card(), replace(HOME, bleed=1.5, gutter=3.0), paper_for("a4", HOME), bleed=1.5)
    assert min(apart.bleeds) >= 1.5
    assert apart.columns * apart.rows == 8


@given(gutter=st.floats(0, 10), bleed=st.floats(0, 3.175), name=st.sampled_from(PAPERS), folded=st.booleans())
def test_whatever_bleed_is_kept_no_more_cards_fit_than_without(gutter, bleed, name, folded):
    target = replace(HOME, bleed=bleed, gutter=gutter)
    plan = sheet_grid(card(), target, paper_for(name, HOME), folded=folded, bleed=bleed)
    free = sheet_grid(card(), target, paper_for(name, HOME), folded=folded)
    assert min(plan.bleeds) >= bleed - 1e-6
    assert 1 <= plan.columns * plan.rows <= free.columns * free.rows
    assert plan.margin <= min(plan.block.x - plan.bleeds[0], plan.block.y - plan.bleeds[1]) + 1e-6


def test_a_bleed_that_no_sheet_can_have_is_refused_with_what_would_fit():
    with pytest.raises(PressError, match="the layout's art has 1 mm"):
        sheet_grid(drawing(bleed=1), replace(HOME, bleed=3.0), paper_for("a4", HOME), bleed=3.0)
    with pytest.raises(PressError, match=r"8 mm does not fit around 1 × 1 cards on A4; use at most [0-9.]+ mm"):
        sheet_grid(
            drawing(width=190, height=265, bleed=9),
            replace(HOME, bleed=8.0),
            paper_for("a4", HOME),
            bleed=8.0,
        )


def test_a_card_too_large_to_fold_says_what_would_fit():
    with pytest.raises(PressError, match="front and back side by side; cards up to"):
        sheet_grid(drawing(width=150, height=180), HOME, paper_for("a4", HOME), folded=True)


LABELS = [name for name in target_names() if load_target(name).labels]


@pytest.mark.parametrize("name", LABELS)
def test_labels_lie_on_the_paper_alike_whichever_way_it_is_turned(name):
    """A sheet may be turned by the printer: what is left free above is left free below, and left as right."""
    target = load_target(name)
    labels, on = target.labels, paper_for("", target)
    for axis, count, length in ((0, labels.columns, on.width), (1, labels.rows, on.height)):
        last = labels.first[axis] + (count - 1) * labels.pitch[axis] + labels.size[axis]
        assert length - last == pytest.approx(labels.first[axis], abs=0.1)


@given(size=st.tuples(st.floats(15, 99), st.floats(15, 99)), name=st.sampled_from(LABELS))
def test_every_card_lies_in_the_middle_of_a_label_or_is_refused(size, name):
    target = load_target(name)
    labels, on = target.labels, paper_for("", target)
    try:
        plan = sheet_grid(drawing(width=size[0], height=size[1]), target, on)
    except PressError:
        assert min(size) > min(labels.size) or max(size) > max(labels.size)
        return
    lying = plan.width > plan.height
    assert len(plan.cells()) == labels.columns * labels.rows
    for cell in plan.cells():
        places = zip((0, 1), (cell.cy, cell.cx) if lying else (cell.cx, cell.cy), strict=True)
        for axis, middle in places:
            number = (middle - labels.first[axis] - labels.size[axis] / 2) / labels.pitch[axis]
            assert abs(number - round(number)) < 1e-6
    fit = labels.size[::-1] if lying else labels.size
    assert size[0] <= fit[0] + 1e-6
    assert size[1] <= fit[1] + 1e-6


def test_a_card_too_large_for_labels_is_refused_with_those_that_take_it():
    target = load_target("rayfilm-4040k")
    with pytest.raises(PressError, match=r"does not fit on labels of 40\.0 × 40\.0 mm; use avery-5168$"):
        sheet_grid(drawing(width=70, height=120), target, paper_for("", target))
    with pytest.raises(PressError, match="print it on paper, with --target home"):
        sheet_grid(drawing(width=150, height=150), target, paper_for("", target))
