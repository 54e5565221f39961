"""Numbers as the writers print them: short, the same everywhere, never ``-0`` or ``1e-05``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from deckgen.draw.drawing import Segment


@lru_cache(maxsize=1 << 14)  # the cards of a deck put their items at the same places
def number(value: float, places: int = 3) -> str:
    """``value`` rounded to ``places``: by default to a thousandth of a mm."""
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Iterable[float], places: int = 3) -> str:
    return " ".join([number(value, places) for value in values])


def outline(segments: Iterable[Segment], units: float) -> str:
    """An outline as SVG writes it shortest: whole units, so many a mm, each point told from the one before."""
    drawn, x, y, begin = [], 0, 0, (0, 0)
    for kind, *values in segments:
        points = [round(value * units) for value in values]
        steps = [value - (x, y)[i % 2] for i, value in enumerate(points)]
        drawn.append(
            kind.lower() + "".join(f"{' ' if i and step >= 0 else ''}{step}" for i, step in enumerate(steps))
        )
        if kind == "Z":
            x, y = begin
            continue
        x, y = points[-2:]
        begin = (x, y) if kind == "M" else begin
    return "".join(drawn)
