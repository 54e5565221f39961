"""The look of a sheet on the screen: the theme's colors and typefaces as CSS, by day and night."""

from __future__ import annotations

from deckgen.draw.contrast import contrast, ensure_contrast, luminance, mix_colors
from deckgen.draw.fonts import TYPEABLE_LETTERS, font_face_css
from deckgen.sheet.paper.theme import SheetTheme
from deckgen.sheet.web.art import Symbols
from deckgen.web.page import css_variables, mix_until

_NIGHT = 0.018  # light of a dark page, at most
_TABLE = 0.05  # light of the area around the page, at most


def typefaces_css(theme: SheetTheme, text: str, titles: str) -> str:
    """Return CSS families: Text with the letters of ``text``, for values all to be typed, Title with ``titles``."""
    style, fonts = theme.style, theme.base.fonts
    read = [(style.face, "Text", "font-weight:400")]
    if fonts.files[style.heading_face] != fonts.files[style.title_face]:  # which is for titles alone
        read.append((style.heading_face, "Text", "font-weight:700 900"))
    headed = ((style.title_face, "Title", "font-weight:400 900"),)
    typed = ((style.value_face, "Text", "font-weight:500 600"),)
    return (
        font_face_css(fonts, text, read)
        + font_face_css(fonts, titles, headed)
        + font_face_css(fonts, text + TYPEABLE_LETTERS, typed)
    )


def colors_css(theme: SheetTheme, symbols: Symbols) -> str:
    """Return CSS variables with the colors of the theme and its art, by day and by night."""
    dark = night_colors(theme)
    art, art_by_night = symbols.colors(dark["paper"])
    day, night = css_variables({**day_colors(theme), **art}), css_variables({**dark, **art_by_night})
    return (
        f":root,.day{{color-scheme:light;{day}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{night}}}}}"
        f"@media screen{{:root[data-theme=dark]{{color-scheme:dark;{night}}}}}"
    )


def day_colors(theme: SheetTheme) -> dict[str, str]:
    """Return the colors of a page on light screens by variable; all texts are legible."""
    style, inks = theme.style, theme.base.inks
    paper = mix_colors(style.paper, style.tint, 0.4)
    tint = mix_colors(paper, style.tint, 0.85)
    well = mix_colors(paper, "#ffffff", 0.65)
    table = mix_until(_darkest(theme), "#000000", 0.06, lambda dark: luminance(dark) <= _TABLE)  # the game's dark color
    alarm = inks["alarm"].screen if "alarm" in inks else "#a8182a"
    read = {"ink": style.ink, "soft": style.soft, "accent": style.accent, "alarm": alarm}
    return {
        **{name: ensure_contrast(color, tint, "#000000") for name, color in read.items()},
        "second": style.second,
        "line": style.line,
        "edge": ensure_contrast(style.line, well, "#000000", 3.0),
        "paper": paper,
        "tint": tint,
        "well": well,
        "head": style.accent,
        "on-head": ensure_contrast(style.heading_ink, style.accent),
        "spine": style.spine,
        "on-spine": ensure_contrast(style.spine_ink, style.spine),
        "banner": style.banner,
        "on-banner": ensure_contrast(style.banner_ink, style.banner),
        "table": table,
        "on-table": ensure_contrast(mix_colors("#ffffff", style.tint, 0.5), table),
    }


def night_colors(theme: SheetTheme) -> dict[str, str]:
    """Return the colors of a page on dark screens by variable: the game's dark color as ground, bright heads."""
    style, day = theme.style, day_colors(theme)
    paper = mix_until(_darkest(theme), "#000000", 0.06, lambda dark: luminance(dark) <= _NIGHT)
    tint, well, line = (
        mix_colors(paper, "#ffffff", 0.09),
        mix_colors(paper, "#000000", 0.35),
        mix_colors(paper, "#ffffff", 0.28),
    )
    bright = max((style.second, style.accent), key=lambda color: contrast(color, tint))
    ink = ensure_contrast(mix_colors("#ffffff", style.tint, 0.5), tint, "#ffffff")
    head = mix_until(mix_colors(style.accent, paper, 0.25), "#ffffff", 0.06, lambda seen: contrast(seen, paper) >= 1.35)
    banner = style.banner if luminance(style.banner) < 0.2 else mix_colors(paper, style.banner, 0.14)
    table = mix_colors(paper, "#000000", 0.5)
    return {
        **day,
        "ink": ink,
        "soft": ensure_contrast(mix_colors(ink, paper, 0.3), tint, "#ffffff"),
        "accent": ensure_contrast(bright, tint, "#ffffff"),
        "alarm": ensure_contrast(day["alarm"], tint, "#ffffff"),
        "line": line,
        "edge": ensure_contrast(line, well, "#ffffff", 3.0),
        "paper": paper,
        "tint": tint,
        "well": well,
        "head": head,
        "on-head": ensure_contrast(style.heading_ink, head),
        "banner": banner,
        "on-banner": ensure_contrast(style.banner_ink, banner),
        "table": table,
        "on-table": ensure_contrast(ink, table),
    }


def _darkest(theme: SheetTheme) -> str:
    """Return a game's darkest color; one nearly black or gray only if there is no other."""

    def warmth(color: str) -> tuple[bool, float]:
        parts = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
        return max(parts) - min(parts) < 14 or luminance(color) > 0.15, luminance(color)

    return min((theme.style.banner, theme.style.accent, theme.style.ink), key=warmth)
