"""What a page carries beside the faces: crop marks, rulers and the footer, drawn with one pen in one ink."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Ink, Item, Style
from deckgen.draw.fonts import PT, fonts_of, packaged
from deckgen.draw.geometry import ellipse
from deckgen.draw.pen import Pen
from deckgen.draw.text import known, shorten
from deckgen.language import ENGLISH, Language, gettext_noop

if TYPE_CHECKING:
    from deckgen.draw.geometry import Box

BAND = 2.4
"""Height in mm of the strip at a sheet's edge that holds rulers or the footer."""

SIZE = 1.9
"""Of words in that strip, in mm; 5.4 pt: read once, at the desk."""
SCREEN = "#000000"
"""The color of all marks, whatever their ink."""
HAIR = 0.25 * PT
"""The weight of fine lines, in mm."""
REGISTERED = (12.0, 18.4)
"""What cards keep from a sheet's edges for the marks of a Silhouette, in mm: two edges opposite each other keep more, for the corners."""
_INSET, _SQUARE, _ARM, _LINE = 10.0, 5.0, 7.62, 1.0
"""Of those marks, in mm: from the paper's edges to the middles of their lines, the square, the arms of the corners, lines.

Silhouette Studio's own marks of type 1, as its smallest settings print them: inset 0.394 in, length 0.3 in, thickness
0.039 in. Measured in 2026-11 in two sheets that it made (letter_registration.pdf, a4_registration.pdf of the project
silhouette-card-maker, 2025-07), to 0.05 mm; not verified with a machine.
"""
DIE = "#00aeef"
"""The color on screens of lines to cut and fold by, which are on a plate of their own that guides the die and is not printed.

Print shops ask for lines in a spot color that overprints, strokes without fills, and never as a part of the art; cuts
are whole, folds dashed (so say guides such as infoaboutprint.com, "Overprinting a die line in your art design", 2010, and
those of makers of boxes, as read in 2026-11).
"""
DIE_WEIGHT = 0.25
"""How thick they are, in mm."""
_INKS = {
    "black": Ink("black", SCREEN, (0, 0, 0, 1)),
    "die lines": Ink("die lines", DIE, (1, 0, 0, 0), spot="Dieline"),
    "registration": Ink("registration", SCREEN, (1, 1, 1, 1), spot="All"),
}
_REGISTER = 2.0  # mm from the middle of a register mark to its ends
_FACES = ("regular", "semibold", "bold")
_RULERS = ((gettext_noop("50 mm"), 50.0, 5), (gettext_noop("2 in"), 50.8, 4))  # what they say, mm, parts


def marks_pen(language: Language = ENGLISH) -> Pen:
    """A pen for marks: its text is set as it is."""
    pen = Pen(fonts_of(tuple((face, packaged(face)) for face in _FACES)))
    pen.slot, pen.language = "marks", language
    return pen


def drawing(width: float, height: float, items: Iterable[Item], ink: str = "black") -> Drawing:
    """A page's marks as a drawing of the page's size, all in one ink: black, registration (all plates) or die lines."""
    return Drawing(width, height, 0, tuple(items), _style(ink))


@cache
def _style(ink: str) -> Style:
    return Style({face: packaged(face) for face in _FACES}, {_INKS[ink].screen: _INKS[ink]}, {})


def crop_marks(
    pen: Pen,
    block: Box,
    xs: Iterable[float],
    ys: Iterable[float],
    *,
    starts: tuple[float, float],
    lengths: tuple[float, float],
    weight: float,
) -> None:
    """Marks outside ``block`` where cuts at ``xs`` and ``ys`` leave it.

    They begin ``starts`` beyond its left and right, and its upper and lower edges, and are ``lengths`` long.
    """
    near, far = starts[1], starts[1] + lengths[1]
    for x in xs:
        pen.rule(x, block.y - near, x, block.y - far, SCREEN, weight)
        pen.rule(x, block.bottom + near, x, block.bottom + far, SCREEN, weight)
    near, far = starts[0], starts[0] + lengths[0]
    for y in ys:
        pen.rule(block.x - near, y, block.x - far, y, SCREEN, weight)
        pen.rule(block.right + near, y, block.right + far, y, SCREEN, weight)


def silhouette_marks(pen: Pen, width: float, height: float) -> None:
    """What a Silhouette looks for before it cuts: a square above left, corners above right and below left."""
    left, right, top, bottom = _INSET, width - _INSET, _INSET, height - _INSET
    half = _LINE / 2
    pen.box(left - half, top - half, _SQUARE + _LINE, _SQUARE + _LINE, SCREEN)
    for x, y, across, down in ((right, top, -1, 1), (left, bottom, 1, -1)):
        pen.rule(x - across * half, y, x + across * _ARM, y, SCREEN, _LINE)
        pen.rule(x, y - down * half, x, y + down * _ARM, SCREEN, _LINE)


def register_marks(
    pen: Pen, block: Box, far: tuple[float, float], margin: float, size: tuple[float, float]
) -> None:
    """Crosses in circles at the middle of each side of ``block``, ``far`` beyond it across and down, to lay plates and sides over each other.

    Where the page, of that ``size``, has no room for one within its ``margin``, there is none.
    """
    x, y = far[0] + _REGISTER, far[1] + _REGISTER
    if min(block.x - x, size[0] - block.right - x) - _REGISTER >= margin:
        for at in (block.x - x, block.right + x):
            _register(pen, at, block.cy)
    if min(block.y - y, size[1] - block.bottom - y) - _REGISTER >= margin:
        for at in (block.y - y, block.bottom + y):
            _register(pen, block.cx, at)


def _register(pen: Pen, x: float, y: float) -> None:
    pen.path(ellipse(x, y, _REGISTER * 0.55), None, SCREEN, HAIR)
    pen.rule(x - _REGISTER, y, x + _REGISTER, y, SCREEN, HAIR)
    pen.rule(x, y - _REGISTER, x, y + _REGISTER, SCREEN, HAIR)


def rulers(pen: Pen, x: float, y: float) -> None:
    """Lines of known lengths, from (x, y) to the right in a strip ``BAND`` high."""
    base = y + BAND - 0.5  # the strip's inner edge is left free: crop marks reach up to it
    for label, length, parts in _RULERS:
        pen.rule(x, base, x + length, base, SCREEN, HAIR)
        for part in range(parts + 1):
            at = x + length * part / parts
            pen.rule(at, base, at, base - (1.6 if part in {0, parts} else 0.8), SCREEN, HAIR)
        word(pen, x + length + 1, base, pen.language.phrase(label))
        x += length + 15


def word(
    pen: Pen, x: float, y: float, string: str, size: float = SIZE, face: str = "regular", align: float = 0.0
) -> None:
    """A word of the page about itself on the baseline ``y``, ``size`` mm high."""
    pen.line(string, x, y, face, size, SCREEN, align)


def footer(pen: Pen, words: Iterable[str], room: float, size: float = SIZE) -> str:
    """Words as one line no wider than ``room`` mm: the first, a title, gives way, then the end of the line.

    A footer is no reason to refuse a deck: a letter that its face lacks shows as a question mark.
    """
    title, *rest = (known(word, "regular", pen.fonts, "?") for word in words if word)
    end = "".join(f" · {word}" for word in rest)
    title = shorten(title, "regular", size, room - pen.width(end, "regular", size), pen.fonts)
    return shorten(title + end, "regular", size, room, pen.fonts)
