"""The page of dice: every section on one page, with silhouettes of its dice."""

import pytest
from table_decks import GAMES, shipped

from deckgen.document.dice_page import DICE_SCALES, _dice_row, dice_parts, draw_die
from deckgen.document.dice_rules import COMMON_DICE, TITLE, Advice, ShownDice, dice_advice
from deckgen.document.filled import fill_pages
from deckgen.document.pages import RunningHeads, content_box, document, document_style
from deckgen.draw.drawing import Path, Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import bounding_box
from deckgen.draw.paper import find_paper
from deckgen.draw.stylesheet import load_stylesheet


def page_of(name, paper):
    _, game, spec = shipped(name)
    style = document_style(game)
    sheet = find_paper(paper)
    room = content_box(style, sheet.width, sheet.height)
    parts = fill_pages(
        [lambda scale: dice_parts(style, game, spec, scale)], room, smallest=DICE_SCALES[0], largest=DICE_SCALES[1]
    )
    (page,) = document(style, parts, RunningHeads(), paper=paper)
    return page, spec


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_all_sections_are_on_one_page_that_is_filled(name, paper):
    page, spec = page_of(name, paper)
    texts = [item for item in page.items if isinstance(item, Text)]
    printed = [text.string for text in texts]
    assert TITLE in printed
    for section in spec.sections:
        assert section.title in printed
    assert min(text.size for text in texts) >= 6.5 * PT - 1e-6
    lowest = max(text.y for text in texts if text.slot not in ("page", "masthead"))
    assert lowest > page.height * 0.8


@pytest.mark.parametrize("name", GAMES)
def test_every_die_to_roll_is_drawn(name):
    page, spec = page_of(name, "a4")
    wanted = [
        "10" if sides == 100 else str(sides)
        for section in spec.sections
        for shown in dice_advice(section, spec).shown
        for sides in shown.dice
    ]
    drawn = [item.string for item in page.items if isinstance(item, Text) and item.slot == "die"]
    assert sorted(number for number in drawn if number != "00") == sorted(wanted)


@pytest.mark.parametrize("sides", COMMON_DICE)
def test_a_silhouette_keeps_to_its_size_and_its_number_to_the_silhouette(sides):
    style = load_stylesheet()
    pen = style.pen()
    draw_die(pen, sides, 50.0, 40.0, 8.0, style.color("accent"), style.color("paper"))
    hull, *_ = (bounding_box(item.segments) for item in pen.items if isinstance(item, Path) and item.fill)
    assert hull.height == pytest.approx(8.0, abs=1.4)
    number = next(item for item in pen.items if isinstance(item, Text))
    width = pen.width(number.string, number.typeface, number.size)
    assert hull.x < number.x
    assert number.x + width < hull.right
    assert hull.y < number.y - pen.cap("bold") * number.size
    assert number.y < hull.bottom


def test_dice_that_are_too_many_for_a_column_are_smaller():
    style = load_stylesheet()
    few, many = (_dice_row(style, Advice("", shown=(ShownDice((6,) * count),)), 1.0)(80.0) for count in (3, 12))
    sides = [
        bounding_box(path.segments) for strips in (few, many) for path in strips[0].items if isinstance(path, Path)
    ]
    assert max(box.right for box in sides) <= 80
    assert sides[-1].width < sides[0].width
