"""Colors of sheets on the screen: read on every ground, by day and by night."""

import re

import pytest

from deckgen.draw.contrast import MIN_TEXT_CONTRAST, contrast, luminance
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.web.art import Symbols
from deckgen.sheet.web.look import colors_css, day_colors, night_colors, typefaces_css

GAMES = shipped_sheets()
READ_ON = {
    "paper": ("ink", "soft", "accent", "alarm"),
    "tint": ("ink", "soft", "accent", "alarm"),
    "well": ("ink", "soft", "alarm"),
    "head": ("on-head",),
    "spine": ("on-spine",),
    "banner": ("on-banner",),
    "table": ("on-table",),
    "accent": ("paper",),
}


@pytest.mark.parametrize("colors", [day_colors, night_colors])
@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_read_stands_out(game, colors):
    found = colors(load_sheet_theme(load_sheet(game)))
    for ground, inks in READ_ON.items():
        for ink in inks:
            assert contrast(found[ink], found[ground]) >= MIN_TEXT_CONTRAST, (ink, ground, found)
    assert contrast(found["edge"], found["well"]) >= 3  # edges of what can be filled in


@pytest.mark.parametrize("game", GAMES)
def test_nights_are_dark_and_days_light(game):
    theme = load_sheet_theme(load_sheet(game))
    assert luminance(night_colors(theme)["paper"]) <= 0.02
    assert luminance(day_colors(theme)["paper"]) > 0.8


def test_worlds_differ():
    nights = {night_colors(load_sheet_theme(load_sheet(game)))["paper"] for game in GAMES}
    days = {day_colors(load_sheet_theme(load_sheet(game)))["head"] for game in GAMES}
    assert len(nights) == len(days) == len(GAMES)


def test_the_page_may_choose_between_both():
    theme = load_sheet_theme(load_sheet("rough-magic"))
    css = colors_css(theme, Symbols(theme))
    assert ":root:not([data-theme=light])" in css
    assert ":root[data-theme=dark]" in css
    assert css.count("{") == css.count("}")


def test_titles_have_their_letters_and_typing_has_more():
    theme = load_sheet_theme(load_sheet("action-and-combat"))
    few, many = typefaces_css(theme, "Ab", "Ti"), typefaces_css(theme, "Ab", "The title of this page")
    assert re.findall(r"font-family:(\w+)", few) == ["Text", "Text", "Title", "Text"]
    sizes = [len(each) for each in few.split("@font-face")[1:]]
    assert sizes[3] > 3 * sizes[0]
    assert len(many) > len(few)
