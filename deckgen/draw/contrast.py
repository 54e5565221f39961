"""How well colors stand out against each other."""

from __future__ import annotations

from collections.abc import Iterable

MIN_TEXT_CONTRAST = 4.5
"""The least contrast of what is read."""
_MIDDLE_LUMINANCE = 0.18
"""The light of a ground on which black and white are read alike."""


def luminance(screen: str) -> float:
    """How much light a screen color (``#rrggbb``) gives, from 0 to 1."""
    shares = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """The contrast of two screen colors, from 1 for the same to 21 for black on white."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def first_readable(
    ground: str, preferred: Iterable[str], fallbacks: Iterable[str], minimum: float = MIN_TEXT_CONTRAST
) -> str:
    """The first of the ``wanted`` colors that is read on ``ground``, else of all the one that is read best.

    Those wanted that are empty are left out.
    """
    candidates = list(filter(None, preferred))
    passing = (screen for screen in candidates if contrast(screen, ground) >= minimum)
    return next(passing, "") or max(
        [*candidates, *fallbacks], key=lambda screen: (contrast(screen, ground), screen)
    )


def ensure_contrast(color: str, ground: str, towards: str = "", minimum: float = MIN_TEXT_CONTRAST) -> str:
    """A color, mixed with ``towards`` (black or white, if it is not said) until it stands out on the ground."""
    towards = towards or ("#000000" if luminance(ground) > _MIDDLE_LUMINANCE else "#ffffff")
    for step in range(1, 18):
        if contrast(color, ground) >= minimum:
            return color
        color = mix_colors(color, towards, 0.03 * step)
    return towards


def mix_colors(first: str, second: str, share: float) -> str:
    """A screen color with a ``share`` of another."""
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
