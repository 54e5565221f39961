"""How well colors stand out against each other."""

from __future__ import annotations

from collections.abc import Iterable

READ = 4.5
"""The least contrast of what is read."""
_MIDDLE = 0.18
"""The light of a ground on which black and white are read alike."""


def light(screen: str) -> float:
    """How much light a screen color (``#rrggbb``) gives, from 0 to 1."""
    shares = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two screen colors, from 1 for the same to 21 for black on white."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def readable(ground: str, wanted: Iterable[str], others: Iterable[str], least: float = READ) -> str:
    """The first of the ``wanted`` colors that is read on ``ground``, else of all the one that is read best.

    Those wanted that are empty are left out.
    """
    liked = list(filter(None, wanted))
    fine = (screen for screen in liked if contrast(screen, ground) >= least)
    return next(fine, "") or max([*liked, *others], key=lambda screen: (contrast(screen, ground), screen))


def legible(color: str, ground: str, towards: str = "", least: float = READ) -> str:
    """A color, mixed with ``towards`` (black or white, if it is not said) until it stands out on the ground."""
    towards = towards or ("#000000" if light(ground) > _MIDDLE else "#ffffff")
    for step in range(1, 18):
        if contrast(color, ground) >= least:
            return color
        color = mixed(color, towards, 0.03 * step)
    return towards


def mixed(one: str, other: str, share: float) -> str:
    """A screen color with a ``share`` of another."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
