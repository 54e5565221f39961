import pytest
from sheet_fixtures import GAMES, sheet, small_sheet, told


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("game", GAMES)
def test_text_stands_out_from_what_is_behind_it(game):
    style = sheet(game).theme.style
    pairs = [
        (ink, ground)
        for ink in (style.ink, style.soft, style.value, style.accent)
        for ground in (style.paper, style.tint)
    ]
    pairs += [(style.heading_ink, style.accent), (style.banner_ink, style.banner)]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def test_games_look_different():
    assert len({sheet(game).theme.style for game in GAMES}) == len(GAMES)


def test_an_unknown_theme_is_told(tmp_path):
    ((line, path, what),) = told(small_sheet, tmp_path, ("theme: sheet", "theme: shiny"))
    assert (line, path) == (5, "theme")
    assert "choose from" in what
