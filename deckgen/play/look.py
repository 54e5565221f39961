"""The look of the page: the game's colours by day and by night, the table that the cards lie on, and the page's faces."""

from __future__ import annotations

from deckgen.draw.contrast import contrast, legible, light, mixed
from deckgen.draw.fonts import TYPED, faces_css
from deckgen.draw.stylesheet import Stylesheet
from deckgen.web.look import by_day, by_night, look_css, variables

_SHOWN = TYPED + "÷♣♦♥♠★"
"""Letters that people type, and those that scripts write."""
_GOOD = "#1d7a46"
_DARK = 0.18  # light of a card's ground below which it is dark


def play_css(style: Stylesheet, titles: str) -> str:
    """Faces and colours as CSS, by day and by night: as the device is, or as the page's switch says.

    ``titles`` is what is set in the face of titles.
    """
    day, night = day_colours(style), night_colours(style)
    fonts = faces_css(
        style.fonts, _SHOWN, (("regular", "Text", "font-weight:400"), ("bold", "Text", "font-weight:700"))
    )
    fonts += faces_css(style.fonts, _SHOWN + titles, (("display", "Display", "font-weight:400"),))
    return (
        f"{fonts}{look_css(style)}:root,:root[data-theme=light]{{{variables(day)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{variables(night)}}}}}"
        f":root[data-theme=light]{{color-scheme:light}}:root[data-theme=dark]{{color-scheme:dark;{variables(night)}}}"
    )


def day_colours(style: Stylesheet) -> dict[str, str]:
    """The colours of light pages, by the names of their variables."""
    found = by_day(style)
    tint, dark = found["tint"], light(_ground(style)) < _DARK
    felt = mixed(tint, found["accent"], 0.07) if dark else mixed(found["accent"], "#000000", 0.12)
    return {**found, **_table(felt, tint), "good": legible(_GOOD, tint, "#000000"), **_bright(style)}


def night_colours(style: Stylesheet) -> dict[str, str]:
    """The same of dark pages."""
    found = by_night(style)
    felt = mixed(found["paper"], "#000000", 0.5)
    return {
        **found,
        **_table(felt, found["tint"]),
        "good": legible(_GOOD, found["tint"], "#ffffff"),
        "red": legible(found["red"], found["tint"], "#ffffff"),  # of hearts, on buttons
        **_bright(style),
    }


def _ground(style: Stylesheet) -> str:
    """What cards are printed on."""
    inks = style.theme.inks
    return inks["ground"].screen if "ground" in inks else style.colour("paper")


def _table(felt: str, tint: str) -> dict[str, str]:
    towards = "#000000" if light(felt) > _DARK else "#ffffff"
    return {
        "felt": felt,
        "felt-deep": mixed(felt, "#000000", 0.14),
        "on-felt": legible(mixed(towards, tint, 0.2), mixed(felt, "#000000", 0.14), towards),
    }


def _bright(style: Stylesheet) -> dict[str, str]:
    """The colour of rings, which stands out against the darkened card: the brightest of the game's."""
    names = ("second", "open", "accent")
    return {"ring": max((style.colour(name) for name in names), key=lambda each: contrast(each, "#000000"))}
