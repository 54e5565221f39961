"""How marks look, in words, from what a theme says of their colours, frames, faces and icons."""

from __future__ import annotations

from collections.abc import Mapping
from colorsys import rgb_to_hls

from deckgen.card.widgets.base import MarkStyle
from deckgen.language import Language, gettext_noop

_WHITE = "white"
_ICONS: Mapping[str, str] = {
    "icon-aim": gettext_noop("cross-hairs"),
    "icon-broad-star": gettext_noop("star"),
    "icon-burst": gettext_noop("jagged disc"),
    "icon-bystander": gettext_noop("figure"),
    "icon-disc": gettext_noop("disc"),
    "icon-figure": gettext_noop("figure"),
    "icon-hatted-bust": gettext_noop("bust with a hat"),
    "icon-joker": gettext_noop("jester’s cap"),
    "icon-lying-figure": gettext_noop("lying figure"),
    "icon-prone": gettext_noop("diamond"),
    "icon-red-joker": gettext_noop("outlined jester’s cap"),
    "icon-shield": gettext_noop("shield"),
    "icon-shuffle": gettext_noop("crossing arrows"),
    "icon-star": gettext_noop("star"),
    "icon-star-plain": gettext_noop("star"),
    "icon-wrench": gettext_noop("wrench"),
    "icon-wrench-broken": gettext_noop("broken wrench"),
}
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


def icon_in_words(language: Language, icon: str) -> str:
    """What the shipped icons show; another one is called what its id says."""
    return language.phrase(_ICONS.get(icon) or icon.removeprefix("icon-").replace("-", " "))


def look_in_words(language: Language, what: str, style: MarkStyle, plain: MarkStyle) -> str:
    """How something looks that is set in ``style``, as far as that differs from ``plain``: framed bold number on yellow.

    A white ground is not told: it is that of the page.
    """
    number = _in_face(language, what, style.face, plain.face)
    names = {
        key: "" if screen == base else language.phrase(colour_name(screen))
        for key, screen, base in (("ink", style.ink, plain.ink), ("fill", style.fill, plain.fill))
        if screen
    }
    ink, fill = names.get("ink", ""), names.get("fill", "")
    if ink and colour_name(style.ink) == colour_name(plain.ink or style.ink) and plain.ink:
        ink = ""
    if style.fill and colour_name(style.fill) == _WHITE:
        fill = ""
    if style.shape != "plate" and (style.fill or style.edge):
        return _shaped(language, number, ink, fill, style)
    framed = bool(style.edge) and style.edge != style.fill
    return _phrase(language, number, ink, fill, framed=framed)


def _in_face(language: Language, what: str, face: str, plain: str) -> str:
    """Bold and italic, where plain text is not."""
    bold = _heavy(face) and not _heavy(plain)
    italic = "italic" in face and "italic" not in plain
    if bold and italic:
        return language.phrase("bold italic {what}", what=what)
    if bold:
        return language.phrase("bold {what}", what=what)
    return language.phrase("italic {what}", what=what) if italic else what


def _heavy(face: str) -> bool:
    return any(weight in face for weight in ("bold", "black")) and "semibold" not in face


def _shaped(language: Language, what: str, ink: str, fill: str, style: MarkStyle) -> str:
    """Something on a disc or a bar, whose frame is not told; an outlined disc is a ring."""
    named = {"what": f"{what}, {ink}" if ink else what, "fill": fill}
    match style.shape, bool(style.fill), bool(fill):
        case "disc", True, True:
            return language.phrase("{what} on a disc in {fill}", **named)
        case "disc", True, False:
            return language.phrase("{what} on a disc", **named)
        case "disc", False, _:
            return language.phrase("ringed {what}", **named)
        case _, True, True:
            return language.phrase("{what} on a bar in {fill}", **named)
    return language.phrase("{what} on a bar", **named)


def _phrase(language: Language, what: str, ink: str, fill: str, *, framed: bool) -> str:
    named = {"what": what, "ink": ink, "fill": fill}
    match bool(ink), bool(fill), framed:
        case True, True, True:
            return language.phrase("framed {what}, {ink} on {fill}", **named)
        case True, True, False:
            return language.phrase("{what}, {ink} on {fill}", **named)
        case True, False, True:
            return language.phrase("framed {what} in {ink}", **named)
        case True, False, False:
            return language.phrase("{what} in {ink}", **named)
        case False, True, True:
            return language.phrase("framed {what} on {fill}", **named)
        case False, True, False:
            return language.phrase("{what} on {fill}", **named)
        case False, False, True:
            return language.phrase("framed {what}", **named)
    return what
