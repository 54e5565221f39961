"""Contrast of screen colors, as WCAG 2 defines it."""

from __future__ import annotations

from collections.abc import Iterable

MIN_TEXT_CONTRAST = 4.5
"""Least contrast of text and its ground."""
_MIDDLE_LUMINANCE = 0.18
"""Luminance of a ground on which black and white have the same contrast."""


def luminance(screen: str) -> float:
    """Return the relative luminance of a screen color (``#rrggbb``), from 0 to 1."""
    shares = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two screen colors: 1 for equal ones to 21 for black and white."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def first_readable(
    ground: str, preferred: Iterable[str], fallbacks: Iterable[str], minimum: float = MIN_TEXT_CONTRAST
) -> str:
    """Return the first of ``preferred`` with a contrast of ``minimum`` on ``ground``.

    If none has it: the color with the highest contrast, ``fallbacks`` included. Empty ``preferred`` ones are ignored.
    """
    colors = list(filter(None, preferred))
    passing = (screen for screen in colors if contrast(screen, ground) >= minimum)
    return next(passing, "") or max([*colors, *fallbacks], key=lambda s: (contrast(s, ground), s))


def ensure_contrast(color: str, ground: str, towards: str = "", minimum: float = MIN_TEXT_CONTRAST) -> str:
    """Return ``color`` mixed with ``towards`` ("": black or white) until its contrast on ``ground`` is ``minimum``."""
    towards = towards or ("#000000" if luminance(ground) > _MIDDLE_LUMINANCE else "#ffffff")
    for step in range(1, 18):
        if contrast(color, ground) >= minimum:
            return color
        color = mix_colors(color, towards, 0.03 * step)
    return towards


def mix_colors(first: str, second: str, share: float) -> str:
    """Return the first color with a ``share`` (0 to 1) of the second."""
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
