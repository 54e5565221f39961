"""The look of a game's web pages: the colours of its style sheet as CSS, for light screens and for dark ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from deckgen.draw.contrast import contrast, legible, light, mixed
from deckgen.draw.stylesheet import Stylesheet

_NIGHT = 0.02  # light that the ground of a dark page gives at most

_CORNERS: Mapping[str, str] = {
    "round": "--round:.55rem;--cut:none",
    "square": "--round:0;--cut:none",
    "notch": "--round:.55rem .1rem;--cut:none",
    "cut": "--round:0;--cut:polygon(.6rem 0,calc(100% - .6rem) 0,100% .6rem,100% 100%,0 100%,0 .6rem)",
    "cut-two": "--round:0;--cut:polygon(0 0,calc(100% - .7rem) 0,100% .7rem,100% 100%,0 100%)",
}


def look_css(style: Stylesheet, red: str = "") -> str:
    """CSS variables with the colours of a style sheet; ``red`` is that of red suits.

    Whatever they are on, texts are read: ``contrast.READ`` at least.
    """
    day, night = by_day(style, red), by_night(style, red)
    return (
        f":root{{color-scheme:light dark;{variables(day)};{_CORNERS[style.theme.corners]}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{variables(night)}}}}}"
    )


def shaded(colour: str, towards: str, step: float, fits: Callable[[str], bool]) -> str:
    """A colour mixed with another one, ``step`` by step, until it fits."""
    while not fits(colour):
        colour = mixed(colour, towards, step)
    return colour


def variables(colours: Mapping[str, str]) -> str:
    """Colours as declarations of CSS variables."""
    return ";".join(f"--{name}:{value}" for name, value in colours.items())


def by_day(style: Stylesheet, red: str = "") -> dict[str, str]:
    """The colours of a page on light screens, by the names of their variables."""
    names = ("ink", "soft", "paper", "tint", "rule", "accent", "open", "alarm")
    found = {name: style.colour(name) for name in names}
    for name in ("soft", "accent", "alarm"):
        found[name] = legible(found[name], found["tint"], "#000000")
    found["on"] = legible(style.colour("accent_ink"), found["accent"], "#ffffff")
    head, ink = style.masthead.fill or found["accent"], style.masthead.ink
    found["head"], found["title"] = head, legible(ink if style.masthead.fill else found["on"], head, "")
    found["edge"] = style.masthead.spine or style.colour("second")
    found["suit"], found["red"], found["name"] = found["ink"], red or found["alarm"], "#ffffff"
    found["mark"], found["halo"] = legible(style.colour("open_ink"), found["open"], ""), "transparent"
    return found


def by_night(style: Stylesheet, red: str = "") -> dict[str, str]:
    """The same on dark screens: the game's dark colour for a ground, its bright ones for heads."""
    day = by_day(style, red)
    paper = min((style.masthead.fill or day["accent"], day["accent"]), key=light)
    paper = shaded(paper, "#000000", 0.06, lambda dark: light(dark) <= _NIGHT)
    tint = mixed(paper, "#ffffff", 0.1)
    found = {**day, "paper": paper, "tint": tint, "rule": mixed(paper, "#ffffff", 0.32)}
    found["ink"] = legible(mixed("#ffffff", day["tint"], 0.5), tint, "#ffffff")
    found["soft"] = legible(mixed(found["ink"], paper, 0.35), tint, "#ffffff")
    bright = day["edge"] if contrast(day["edge"], tint) > contrast(day["accent"], tint) else day["accent"]
    found["accent"], found["alarm"] = legible(bright, tint, "#ffffff"), legible(day["alarm"], tint, "#ffffff")
    found["on"] = legible(paper, found["accent"], "#000000")
    found["halo"] = found["soft"]
    found["suit"] = mixed(paper, "#ffffff", 0.22)
    return found
