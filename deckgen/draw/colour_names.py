"""Plain names of colours, for words beside what is drawn: never the palette's own, which only its author knows."""

from __future__ import annotations

from colorsys import rgb_to_hls

from deckgen.language import gettext_noop

_GREYS = (
    (0.18, gettext_noop("black")),
    (0.42, gettext_noop("dark grey")),
    (0.68, gettext_noop("grey")),
    (0.9, gettext_noop("light grey")),
    (1.0, gettext_noop("white")),
)
_HUES = (
    (14, gettext_noop("red")),
    (39, gettext_noop("orange")),
    (70, gettext_noop("yellow")),
    (165, gettext_noop("green")),
    (197, gettext_noop("teal")),
    (250, gettext_noop("blue")),
    (310, gettext_noop("purple")),
    (335, gettext_noop("pink")),
    (360, gettext_noop("red")),
)
_LEAST = 0.09  # how far the primaries of a colour part that is no grey
_BROWN = gettext_noop("brown")
_DARK_BLUE = gettext_noop("dark blue")


def colour_name(screen: str) -> str:
    """The name of a screen colour such as ``#ffc72e``, in English, as a phrase of the catalogue."""
    red, green, blue = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, _ = rgb_to_hls(red, green, blue)
    if light > _GREYS[-2][0] or max(red, green, blue) - min(red, green, blue) < _LEAST:
        return next(name for most, name in _GREYS if light <= most)
    name = next(name for most, name in _HUES if hue * 360 <= most)
    if name in {"orange", "yellow"} and light < 0.46:
        return _BROWN
    return _DARK_BLUE if name == "blue" and light < 0.25 else name
