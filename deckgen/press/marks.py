"""What a page carries beside the faces: crop marks, rulers and the footer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Ink, Item, Path, Style, Text
from deckgen.draw.fonts import packaged, ttfont
from deckgen.draw.geometry import transformed

if TYPE_CHECKING:
    from deckgen.draw.geometry import Box

BAND = 2.4
"""Height in mm of the strip at a sheet's edge that holds rulers or the footer."""

_SIZE = 1.9  # mm; 5.4 pt: read once, at the desk
SCREEN = "#000000"
"""The colour of all marks, whatever their ink."""
_INKS = {
    "black": Ink("black", SCREEN, (0, 0, 0, 1)),
    "registration": Ink("registration", SCREEN, (1, 1, 1, 1), spot="All"),
}
_FACES = ("regular", "semibold", "bold")
_RULERS = (("50 mm", 50.0, 5), ("2 in", 50.8, 4))  # what they say, mm, parts


def drawing(width: float, height: float, items: Iterable[Item], ink: str = "black") -> Drawing:
    """A page's marks as a drawing of the page's size, all in one ink."""
    style = Style({face: packaged(face) for face in _FACES}, {SCREEN: _INKS[ink]}, {})
    return Drawing(width, height, 0, tuple(items), style)


def line(x1: float, y1: float, x2: float, y2: float, weight: float) -> Path:
    """One straight mark."""
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=SCREEN, stroke_width=weight)


def crop_marks(
    block: Box,
    xs: Iterable[float],
    ys: Iterable[float],
    *,
    starts: tuple[float, float],
    lengths: tuple[float, float],
    weight: float,
) -> Iterator[Path]:
    """Marks outside ``block`` where cuts at ``xs`` and ``ys`` leave it.

    They begin ``starts`` beyond its left and right, and its upper and lower edges, and are ``lengths`` long.
    """
    near, far = starts[1], starts[1] + lengths[1]
    for x in xs:
        yield line(x, block.y - near, x, block.y - far, weight)
        yield line(x, block.bottom + near, x, block.bottom + far, weight)
    near, far = starts[0], starts[0] + lengths[0]
    for y in ys:
        yield line(block.x - near, y, block.x - far, y, weight)
        yield line(block.right + near, y, block.right + far, y, weight)


def rulers(weight: float) -> Iterator[Item]:
    """Lines of known lengths, from (0, 0) to the right in a strip ``BAND`` high."""
    x, base = 0.0, BAND - 0.5  # the strip's inner edge is left free: crop marks reach up to it
    for label, length, parts in _RULERS:
        yield line(x, base, x + length, base, weight)
        for part in range(parts + 1):
            at = x + length * part / parts
            yield line(at, base, at, base - (1.6 if part in {0, parts} else 0.8), weight)
        yield text(x + length + 1, base, label)
        x += length + 15


def text(x: float, y: float, string: str, size: float = _SIZE, face: str = "regular") -> Text:
    """A word of the page about itself, ``size`` mm high."""
    return Text(x, y, string, face, size, SCREEN, slot="marks")


def footer(words: Iterable[str], room: float) -> str:
    """Words as one line no wider than ``room`` mm: the first, a title, gives way, then the end of the line.

    A footer is no reason to refuse a deck: a letter that its face lacks shows as a question mark.
    """
    shown = [known(word) for word in words if word]
    title, rest = shown[0], shown[1:]
    while len(title) > 1 and width(_line(title, rest)) > room:
        title = title.rstrip("…")[:-1] + "…"
    line = _line(title, rest)
    while len(line) > 1 and width(line) > room:
        line = line.rstrip("…")[:-1] + "…"
    return line


def _line(title: str, rest: list[str]) -> str:
    return " · ".join([title, *rest])


def known(string: str) -> str:
    """The string with a question mark for each letter that the face of marks lacks."""
    glyphs = ttfont(packaged("regular")).face.charToGlyph
    return "".join(c if glyphs.get(ord(c)) else "?" for c in string)


def width(string: str, size: float = _SIZE) -> float:
    """How wide a string of marks is, in mm."""
    face = ttfont(packaged("regular")).face
    return float(sum(face.getCharWidth(ord(c)) for c in string) / 1000 * size)


def moved(items: Iterable[Item], dx: float, dy: float) -> Iterator[Item]:
    """Paths and texts, moved."""
    for item in items:
        if isinstance(item, Text):
            yield replace(item, x=item.x + dx, y=item.y + dy)
        elif isinstance(item, Path):
            yield replace(item, segments=transformed(item.segments, (1, 0, 0, 1, dx, dy)))


def turned(items: Iterable[Item], height: float) -> Iterator[Item]:
    """Items of a strip along the top, moved to the strip down the left: what was right is up.

    ``height`` is the page's; a point (x, y) goes to (y, height − x).
    """
    for item in items:
        if isinstance(item, Text):
            yield replace(item, x=item.y, y=height - item.x, angle=-90.0)
        elif isinstance(item, Path):
            yield replace(item, segments=transformed(item.segments, (0, -1, 1, 0, 0, height)))
