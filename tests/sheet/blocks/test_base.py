import itertools
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from sheet_fixtures import GAMES, drawn_block, said, sheet, small, small_sheet

from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.sheet.blocks.base import (
    BELOW,
    box_below,
    check_name,
    divide_width,
    draw_heading,
    place_columns,
)
from deckgen.sheet.blocks.fields import ListOptions, RecordsOptions
from deckgen.sheet.blocks.parts import join_tip
from deckgen.sheet.paper.canvas import Canvas


@given(st.lists(st.floats(0.1, 9), min_size=1, max_size=9), st.floats(60, 200), st.floats(0, 3))
def test_shares_fill_the_width_with_gaps_between_them(numbers, width, gap):
    places = divide_width(numbers, width, gap)
    assert places[0][0] == 0
    assert places[-1][0] + places[-1][1] == pytest.approx(width)
    for (x, part), (after, _) in itertools.pairwise(places):
        assert after - x - part == pytest.approx(gap, abs=1e-9)
    for number, (_, part) in zip(numbers, places, strict=True):
        assert part / places[0][1] == pytest.approx(number / numbers[0])


def test_columns_are_those_that_are_chosen_in_that_order(tmp_path):
    group = small(tmp_path).groups["skills"]
    every = place_columns(ListOptions(of="skills"), group, 90, 0)
    assert [(each.column.name, each.width) for each in every] == [
        ("skill", 30),
        ("level", 30),
        ("double", 30),
    ]
    assert [each.align for each in every] == [0.0, 0.5, 0.5]  # texts on the left, numbers in the middle
    options = ListOptions(of="skills", columns={"double": 1, "skill": 2}, align={"skill": "right"})
    chosen = place_columns(options, group, 90, 0)
    assert [(each.column.name, each.x, each.align) for each in chosen] == [
        ("double", 0, 0.5),
        ("skill", 30, 1.0),
    ]


def test_room_before_columns_is_a_share_too(tmp_path):
    group = small(tmp_path).groups["traits"]
    (placed,) = place_columns(RecordsOptions(of="traits"), group, 101, 1.0, 4.0)
    assert (placed.x, placed.width) == (81, 20)
    options = RecordsOptions(of="traits", align={"value": "left"})
    assert place_columns(options, group, 101, 1.0, 4.0)[0].align == 0.0


@pytest.mark.parametrize("game", GAMES)
def test_the_heading_is_drawn_in_its_band_and_the_rest_is_left(game):
    made = sheet(game)
    canvas = Canvas(made.spec, made.theme, Problems())
    box = Box(5, 6, 80, 40)
    rest = draw_heading(canvas, "Skills", box)
    assert rest == box_below(box, made.theme.style.heading_height + 1.2)
    assert rest.bottom == pytest.approx(box.bottom)
    assert said(canvas) == ["SKILLS" if made.theme.style.capitals else "Skills"]


def test_names_are_known_or_told(tmp_path):
    spot, problems = small(tmp_path).source.at("game"), Problems()
    assert check_name(spot, "a", ["a", "b"], "field", problems)
    assert not problems
    assert not check_name(spot, "lucky", ["luck", "lift"], "field", problems)
    ((problem),) = problems
    assert (problem.message, problem.remedy) == ('there is no field "lucky"', 'did you mean "luck"?')


def test_a_tooltip_leaves_out_what_is_empty():
    assert join_tip("Traits", "", "Might") == "Traits: Might"


def spined(tmp_path, title, **options):
    """A block of the small game with its title on a spine: the canvas, its box, and what was said."""
    made = small_sheet(tmp_path)
    made = replace(made, theme=replace(made.theme, style=replace(made.theme.style, heading="spine")))
    return *drawn_block(made, title=title, **options), made.theme.style


def test_a_spine_stands_at_the_left_of_its_block(tmp_path):
    canvas, box, style = spined(tmp_path, "Notes", kind="notes", of="notes", height=30)
    (title,) = (item for item in canvas.pen.items if isinstance(item, Text))
    assert (title.string, title.angle) == ("NOTES", -90)
    assert box.x < title.x < box.x + style.spine_width
    assert box.height == pytest.approx(30 + 2 * style.spine_pad)  # no room above the block
    (slot,) = canvas.slots
    assert slot.box.x == pytest.approx(box.x + style.spine_width + style.spine_pad)
    assert slot.box.right == pytest.approx(box.right - style.spine_pad)
    assert canvas.part.inside[0].tag == "H2"
    assert style.spine in [item.fill for item in canvas.pen.items if isinstance(item, Path)]


def test_a_title_that_is_longer_than_its_block_is_high_stands_above_it(tmp_path):
    canvas, box, style = spined(tmp_path, "Notes of many years", kind="notes", of="notes", height=12)
    (title,) = (item for item in canvas.pen.items if isinstance(item, Text))
    assert title.angle == 0
    assert box.height == pytest.approx(12 + style.heading_height + BELOW)
