"""The look of the page of play: everything that is read stands out, by day and by night, in every game."""

import pytest

from deckgen.document.pages import document_style
from deckgen.draw.contrast import MIN_TEXT_CONTRAST, contrast, mix_colors
from deckgen.game import read_game, shipped_games
from deckgen.play.page import day_colors, night_colors, play_css

READ_ON = [
    ("ink", "paper"), ("ink", "tint"), ("soft", "paper"), ("soft", "tint"), ("accent", "paper"), ("accent", "tint"),
    ("on", "accent"), ("title", "head"), ("on-felt", "felt"), ("on-felt", "felt-deep"), ("good", "paper"),
    ("good", "tint"), ("mixed", "paper"), ("mixed", "tint"), ("alarm", "paper"), ("alarm", "tint"), ("red", "paper"), ("red", "tint"),
]  # fmt: skip


@pytest.mark.parametrize("name", shipped_games())
def test_what_is_read_stands_out(name):
    style = document_style(read_game(name))
    for colors in (day_colors(style), night_colors(style)):
        for text, ground in READ_ON:
            assert contrast(colors[text], colors[ground]) >= MIN_TEXT_CONTRAST, (text, ground)
        assert contrast(colors["ring"], "#000000") >= MIN_TEXT_CONTRAST
        for ground in ("felt", "felt-deep"):  # also where a line of the pattern crosses a letter, in the mat's picture
            nearest = "#ffffff" if "invert(1)" in colors["pattern"] else "#000000"
            line = mix_colors(mix_colors(colors[ground], nearest, 0.07), nearest, 0.06)
            assert contrast(colors["on-felt"], line) >= MIN_TEXT_CONTRAST
            assert "opacity(0.06)" in colors["pattern"]
            assert colors["scene"] == "grayscale(1) opacity(0.07)"


def test_the_switch_says_more_than_the_device():
    css = play_css(document_style(read_game("rough-magic")), "Ring")
    night = night_colors(document_style(read_game("rough-magic")))["felt"]
    assert css.index("@media (prefers-color-scheme:dark)") < css.index(":root[data-theme=dark]")
    assert css.count(f"--felt:{night}") == 2
