"""The looks of marks in words, from their colors, frames, typefaces and icons."""

from __future__ import annotations

from collections.abc import Mapping
from colorsys import rgb_to_hls

from deckgen.card.widgets.base import MarkStyle
from deckgen.language import Language, gettext_noop

_WHITE = "white"
_ICONS: Mapping[str, str] = {
    "icon-advantage": gettext_noop("two arrowheads up"),
    "icon-aim": gettext_noop("cross-hairs"),
    "icon-botch": gettext_noop("skull"),
    "icon-broad-star": gettext_noop("star"),
    "icon-burst": gettext_noop("jagged disc"),
    "icon-bystander": gettext_noop("figure"),
    "icon-criticals": gettext_noop("star with four points"),
    "icon-critical-glitch": gettext_noop("two exclamation marks"),
    "icon-disc": gettext_noop("disc"),
    "icon-doubles": gettext_noop("equals sign"),
    "icon-failure": gettext_noop("cross"),
    "icon-figure": gettext_noop("figure"),
    "icon-glitch": gettext_noop("exclamation mark"),
    "icon-hatted-bust": gettext_noop("bust with a hat"),
    "icon-highest": gettext_noop("triangle pointing up"),
    "icon-hitches": gettext_noop("die that shows 1"),
    "icon-joker": gettext_noop("jester’s cap"),
    "icon-lowest": gettext_noop("triangle pointing down"),
    "icon-lying-figure": gettext_noop("lying figure"),
    "icon-match": gettext_noop("two diamonds"),
    "icon-ones": gettext_noop("die that shows 1"),
    "icon-red-joker": gettext_noop("outlined jester’s cap"),
    "icon-reversed": gettext_noop("two arrows"),
    "icon-shield": gettext_noop("shield"),
    "icon-shuffle": gettext_noop("crossing arrows"),
    "icon-star": gettext_noop("star"),
    "icon-star-plain": gettext_noop("star"),
    "icon-success": gettext_noop("check mark"),
    "icon-threat": gettext_noop("two arrowheads down"),
    "icon-wrench": gettext_noop("wrench"),
    "icon-wrench-broken": gettext_noop("broken wrench"),
}
_GRAYS = (
    (0.18, gettext_noop("black")),
    (0.42, gettext_noop("dark gray")),
    (0.68, gettext_noop("gray")),
    (0.9, gettext_noop("light gray")),
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
_MIN_CHROMA = 0.09  # how far the primaries of a color part that is no gray
_BROWN = gettext_noop("brown")
_DARK_BLUE = gettext_noop("dark blue")


def color_name(screen: str) -> str:
    """Return the English name of a screen color such as ``#ffc72e``, as a phrase of the catalog."""
    red, green, blue = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, _ = rgb_to_hls(red, green, blue)
    if light > _GRAYS[-2][0] or max(red, green, blue) - min(red, green, blue) < _MIN_CHROMA:
        return next(name for most, name in _GRAYS if light <= most)
    name = next(name for most, name in _HUES if hue * 360 <= most)
    if name in {"orange", "yellow"} and light < 0.46:
        return _BROWN
    return _DARK_BLUE if name == "blue" and light < 0.25 else name


def describe_icon(language: Language, icon: str) -> str:
    """Return what a shipped icon shows; for other icons, the words of its id."""
    return language.phrase(_ICONS.get(icon) or icon.removeprefix("icon-").replace("-", " "))


def describe_look(language: Language, noun: str, style: MarkStyle, plain: MarkStyle) -> str:
    """Describe text set in ``style``, where that differs from ``plain``: framed bold number on yellow.

    White ground, the page's, is omitted, and so are frames of discs and bars; an outlined disc is a ring.
    """
    noun = _describe_typeface(language, noun, style.face, plain.face)
    ink = _name_color(language, style.ink, color_name(plain.ink) if plain.ink else "")
    fill = "" if style.fill == plain.fill else _name_color(language, style.fill, _WHITE)
    if style.shape != "plate" and (style.fill or style.edge):
        noun = f"{noun}, {ink}" if ink else noun
        phrase = _ON_SHAPES[style.shape, bool(style.fill), bool(fill)]
    else:
        is_framed = bool(style.edge) and style.edge != style.fill
        phrase = _ON_PLATES[bool(ink), bool(fill), is_framed]
    return language.phrase(phrase, what=noun, ink=ink, fill=fill) if phrase else noun


def _name_color(language: Language, screen: str, omitted: str) -> str:
    """Return the translated name of a color, "" for none and for the one ``omitted``, an English name."""
    name = color_name(screen) if screen else omitted
    return "" if name == omitted else language.phrase(name)


_ON_SHAPES: Mapping[tuple[str, bool, bool], str] = {
    ("disc", True, True): gettext_noop("{what} on a disc in {fill}"),
    ("disc", True, False): gettext_noop("{what} on a disc"),
    ("disc", False, False): gettext_noop("ringed {what}"),
    ("bar", True, True): gettext_noop("{what} on a bar in {fill}"),
    ("bar", True, False): gettext_noop("{what} on a bar"),
    ("bar", False, False): gettext_noop("{what} on a bar"),
}
"""By shape, whether it is filled, and whether its color is named."""
_ON_PLATES: Mapping[tuple[bool, bool, bool], str] = {
    (True, True, True): gettext_noop("framed {what}, {ink} on {fill}"),
    (True, True, False): gettext_noop("{what}, {ink} on {fill}"),
    (True, False, True): gettext_noop("framed {what} in {ink}"),
    (True, False, False): gettext_noop("{what} in {ink}"),
    (False, True, True): gettext_noop("framed {what} on {fill}"),
    (False, True, False): gettext_noop("{what} on {fill}"),
    (False, False, True): gettext_noop("framed {what}"),
    (False, False, False): "",
}
"""By whether an ink, a ground and a frame are named."""


def _describe_typeface(language: Language, noun: str, typeface: str, plain: str) -> str:
    """Return the noun as bold or italic, if ``typeface`` is so and the ``plain`` one is not."""
    bold = _is_heavy(typeface) and not _is_heavy(plain)
    italic = "italic" in typeface and "italic" not in plain
    phrase = {
        (True, True): gettext_noop("bold italic {what}"),
        (True, False): gettext_noop("bold {what}"),
        (False, True): gettext_noop("italic {what}"),
    }.get((bold, italic))
    return language.phrase(phrase, what=noun) if phrase else noun


def _is_heavy(typeface: str) -> bool:
    return any(weight in typeface for weight in ("bold", "black")) and "semibold" not in typeface
