"""Numbers as the writers print them: short, the same everywhere, never ``-0`` or ``1e-05``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1 << 14)  # the cards of a deck put their items at the same places
def number(value: float, places: int = 3) -> str:
    """``value`` rounded to ``places``: by default to a thousandth of a mm."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Iterable[float], places: int = 3) -> str:
    """Values parted by spaces."""
    return " ".join([number(value, places) for value in values])
