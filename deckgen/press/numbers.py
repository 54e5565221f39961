"""Numbers as the writers print them: short, the same in all files, never ``-0`` or ``1e-05``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from deckgen.draw.drawing import Segment


@lru_cache(maxsize=1 << 14)  # the cards of a deck have items at the same coordinates
def format_number(value: float, digits: int = 3) -> str:
    """Return ``value`` rounded to ``digits`` decimals, without trailing zeros."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def format_numbers(values: Iterable[float], digits: int = 3) -> str:
    """Return the formatted values with a space between them."""
    return " ".join([format_number(value, digits) for value in values])


def outline_data(segments: Iterable[Segment], digits: int = 4) -> str:
    """Return the ``d`` attribute of an SVG path in mm, each point absolute."""
    return "".join(segment[0] + format_numbers(segment[1:], digits) for segment in segments)


def svg_path_data(segments: Iterable[Segment], units_per_mm: float) -> str:
    """Return the ``d`` attribute of an SVG path: whole units, each point relative to the one before; segments in mm."""
    commands, x, y, start = [], 0, 0, (0, 0)
    for kind, *values in segments:
        points = [round(value * units_per_mm) for value in values]
        offsets = [value - (x, y)[i % 2] for i, value in enumerate(points)]
        commands.append(
            kind.lower() + "".join(f"{' ' if i and offset >= 0 else ''}{offset}" for i, offset in enumerate(offsets))
        )
        if kind == "Z":
            x, y = start
            continue
        x, y = points[-2:]
        start = (x, y) if kind == "M" else start
    return "".join(commands)
