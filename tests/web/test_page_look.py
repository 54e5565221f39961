"""Colors of web pages: read on every ground, by day and by night."""

import pytest
from table_decks import GAMES, shipped

from deckgen.document.pages import document_style
from deckgen.draw.contrast import MIN_TEXT_CONTRAST, contrast, luminance
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.web.page import dark_colors, light_colors, look_css

STYLES = [None, *GAMES]
READ_ON = {
    "paper": ("ink", "soft", "accent", "alarm"),
    "tint": ("ink", "soft", "accent", "alarm"),
    "accent": ("on",),
    "head": ("title",),
    "open": ("mark",),
    "suit": ("name",),
    "red": ("name",),
}


def style(name):
    return document_style(shipped(name)[1]) if name else load_stylesheet()


@pytest.mark.parametrize("colors", [light_colors, dark_colors])
@pytest.mark.parametrize("name", STYLES)
def test_all_that_is_read_stands_out(name, colors):
    found = colors(style(name))
    for ground, inks in READ_ON.items():
        for ink in inks:
            assert contrast(found[ink], found[ground]) >= MIN_TEXT_CONTRAST, (ink, ground, found)


@pytest.mark.parametrize("name", STYLES)
def test_nights_are_dark_and_days_light(name):
    assert luminance(dark_colors(style(name))["paper"]) <= 0.02
    assert luminance(light_colors(style(name))["paper"]) > 0.8


def test_it_is_css_for_both():
    css = look_css(style("future-imperfect"), "#a8182a")
    day, night = css.split("@media (prefers-color-scheme:dark)")
    assert "--red:#a8182a" in day
    assert "--paper:#ffffff" in day
    assert "--paper:#ffffff" not in night
    assert css.count("{") == css.count("}")
