"""Looking at drawings: their texts with boxes, and what is painted under a point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Matrix, Path, Style, Text, Use
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, bounding_box, compose, transform_outline


def flat(
    items: tuple[Item, ...], style: Style, matrix: Matrix = IDENTITY, fill: str | None = None
) -> Iterator[Path | Text]:
    """Paths and texts in the order of painting, symbols expanded, icons colored."""
    for item in items:
        if isinstance(item, Use):
            inner = style.symbols[item.symbol].items
            yield from flat(inner, style, compose(matrix, item.matrix), item.fill or fill)
        elif isinstance(item, Text):
            assert matrix == IDENTITY
            yield item
        else:
            color = fill if item.fill == "inherit" else item.fill
            yield Path(transform_outline(item.segments, matrix), color, item.stroke, item.stroke_width, item.even_odd)


def texts(drawing: Drawing) -> list[Text]:
    return [item for item in flat(drawing.items, drawing.style) if isinstance(item, Text)]


def text_box(text: Text, fonts: Fonts) -> Box:
    """From the baseline up to the height of capitals, as wide as its letters; of text that reads upward, turned."""
    cap = fonts.cap(text.typeface) * text.size
    if text.angle == -90:
        high = fonts.width(text.string, text.typeface, text.size, text.spacing)
        return Box(text.x - cap, text.y - high, cap, high)
    return Box(text.x, text.y - cap, fonts.width(text.string, text.typeface, text.size, text.spacing), cap)


def overlap(one: Box, other: Box, slack: float = 0.02) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > slack and down > slack


def within(inner: Box, outer: Box, slack: float = 0.02) -> bool:
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


def ground(painted: list[Path | Text], text: Text, fonts: Fonts) -> str:
    """The color of the last filled path under the middle of a text."""
    box = text_box(text, fonts)
    found = "#ffffff"
    for item in painted:
        if item is text:
            break
        if isinstance(item, Path) and item.fill and covers(item, box.cx, box.cy):
            found = item.fill
    return found


def covers(path: Path, x: float, y: float) -> bool:
    """Whether a path covers a point: crossings of a ray with its outline, curves taken as four chords."""
    box, chords = _outline(path)
    if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
        return False
    crossings, winding = 0, 0
    for (x0, y0), (x1, y1) in chords:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            crossings += 1
            winding += 1 if y1 > y0 else -1
    return crossings % 2 == 1 if path.even_odd else winding != 0


@cache
def _outline(path: Path) -> tuple[Box, list[tuple[tuple[float, float], tuple[float, float]]]]:
    return bounding_box(path.segments), list(_chords(path))


def _chords(path: Path) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    start = here = (0.0, 0.0)
    for command, *n in path.segments:
        if command == "C":
            p = [here, (n[0], n[1]), (n[2], n[3]), (n[4], n[5])]
            for t in (0.25, 0.5, 0.75, 1.0):
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                there = tuple(sum(w * q[axis] for w, q in zip(weights, p, strict=True)) for axis in (0, 1))
                yield here, there
                here = there
            continue
        there = start if command == "Z" else (n[0], n[1])
        if command == "M":
            start = there
        else:
            yield here, there
        here = there


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two screen colors (source: WCAG 2.1)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(screen: str) -> float:
    parts = [int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
