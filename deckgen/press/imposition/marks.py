"""Marks and text beside the faces: crop marks, rulers and the footer, drawn with one pen in one ink."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Ink, Item, Style
from deckgen.draw.fonts import PT, cached_fonts, packaged_file
from deckgen.draw.geometry import ellipse
from deckgen.draw.pen import Pen
from deckgen.draw.text import replace_missing, shorten
from deckgen.language import ENGLISH, Language, gettext_noop

if TYPE_CHECKING:
    from deckgen.draw.geometry import Box
    from deckgen.press.imposition.cutters import Cutter

STRIP_HEIGHT = 2.4
"""Height in mm of the strip at a sheet's edge that holds rulers or the footer."""

LABEL_SIZE = 6.5 * PT
"""Text size in that strip, in mm."""
MARK_COLOR = "#000000"
"""The screen color of all marks, whatever their ink."""
PAPER_COLOR = "#ffffff"
"""The screen color of the light edge of cut lines."""
HAIRLINE = 0.25 * PT
"""The width of fine lines, in mm."""
DIE_COLOR = "#00aeef"
"""The screen color of die lines: lines to cut and fold by, on a plate that guides the die and is not printed.

Print shops want them in a spot color that overprints, strokes without fills, never a part of the art; cuts solid,
folds dashed (guides such as infoaboutprint.com, "Overprinting a die line in your art design", 2010, and those of
makers of boxes, as read in 2026-11).
"""
DIE_WEIGHT = 0.25
"""The width of die lines, in mm."""
_INKS = {
    "black": Ink("black", MARK_COLOR, (0, 0, 0, 1)),
    "paper": Ink("paper", PAPER_COLOR, (0, 0, 0, 0)),
    "die lines": Ink("die lines", DIE_COLOR, (1, 0, 0, 0), spot="Dieline"),
    "registration": Ink("registration", MARK_COLOR, (1, 1, 1, 1), spot="All"),
}
_PLATES = (
    Ink("Cyan", "#00aeee", (1, 0, 0, 0)), Ink("Magenta", "#ec008c", (0, 1, 0, 0)), Ink("Yellow", "#fff200", (0, 0, 1, 0)),
    Ink("Black", "#000001", (0, 0, 0, 1)),
)  # fmt: skip
SLUG_HEIGHT = 5.4
"""Height in mm of the two lines of a slug, with their distance from the bleed."""
_SLUG_SIZE = 5.2 * PT
_REGISTER_RADIUS = 2.0  # mm from the middle of a register mark to its ends
_TYPEFACES = ("regular", "semibold", "bold")
RULERS = ((gettext_noop("50 mm"), 50.0, 5), (gettext_noop("2 in"), 50.8, 4))
"""Rulers that show whether a print is as large as it should be: label, mm, parts."""


def marks_pen(language: Language = ENGLISH) -> Pen:
    """Return a pen for marks, with the packaged fonts; callers translate its text, into ``language``."""
    pen = Pen(cached_fonts(tuple((face, packaged_file(face)) for face in _TYPEFACES)))
    pen.slot, pen.language = "marks", language
    return pen


def marks_drawing(width: float, height: float, items: Iterable[Item], ink: str = "black") -> Drawing:
    """Return a drawing of a page's marks in one ink: "black", "registration" (all plates) or "die lines"."""
    return Drawing(width, height, 0, tuple(items), _style(ink))


@cache
def _style(ink: str) -> Style:
    inks = (_INKS[ink], *[_INKS["paper"]] * (ink == "black"))
    return Style({face: packaged_file(face) for face in _TYPEFACES}, {ink.screen: ink for ink in inks}, {})


def draw_crop_marks(
    pen: Pen,
    block: Box,
    xs: Iterable[float],
    ys: Iterable[float],
    *,
    starts: tuple[float, float],
    lengths: tuple[float, float],
    weight: float,
) -> None:
    """Draw crop marks of line width ``weight`` outside ``block``, for cuts at ``xs`` and ``ys``, all in mm.

    ``starts``: distances from ``block``, and ``lengths``: on its left and right, above and below.
    """
    near, far = starts[1], starts[1] + lengths[1]
    for x in xs:
        pen.rule(x, block.y - near, x, block.y - far, MARK_COLOR, weight)
        pen.rule(x, block.bottom + near, x, block.bottom + far, MARK_COLOR, weight)
    near, far = starts[0], starts[0] + lengths[0]
    for y in ys:
        pen.rule(block.x - near, y, block.x - far, y, MARK_COLOR, weight)
        pen.rule(block.right + near, y, block.right + far, y, MARK_COLOR, weight)


def draw_cutter_marks(pen: Pen, width: float, height: float, cutter: Cutter) -> None:
    """Draw a machine's marks on a sheet of this size in mm."""
    half = cutter.line / 2
    for corner, kind in cutter.corners.items():
        x, across = (cutter.inset, 1) if corner.endswith("left") else (width - cutter.inset, -1)
        y, down = (cutter.inset, 1) if corner.startswith("upper") else (height - cutter.inset, -1)
        if kind == "square":
            side = cutter.square + cutter.line
            pen.box(
                x - half - (across < 0) * cutter.square, y - half - (down < 0) * cutter.square, side, side, MARK_COLOR
            )
            continue
        pen.rule(x - across * half, y, x + across * cutter.arm, y, MARK_COLOR, cutter.line)
        pen.rule(x, y - down * half, x, y + down * cutter.arm, MARK_COLOR, cutter.line)


def draw_register_marks(
    pen: Pen, block: Box, distance: tuple[float, float], margin: float, size: tuple[float, float]
) -> None:
    """Draw a register mark (cross in a circle), which aligns plates, at the middle of each side of ``block``.

    ``distance``: from ``block``, across and down. A mark not within the ``margin`` of a page of ``size`` is left out.
    """
    x, y = distance[0] + _REGISTER_RADIUS, distance[1] + _REGISTER_RADIUS
    if min(block.x - x, size[0] - block.right - x) - _REGISTER_RADIUS >= margin:
        for center in (block.x - x, block.right + x):
            _draw_register_mark(pen, center, block.cy)
    if min(block.y - y, size[1] - block.bottom - y) - _REGISTER_RADIUS >= margin:
        for center in (block.y - y, block.bottom + y):
            _draw_register_mark(pen, block.cx, center)


def _draw_register_mark(pen: Pen, x: float, y: float) -> None:
    pen.path(ellipse(x, y, _REGISTER_RADIUS * 0.55), None, MARK_COLOR, HAIRLINE)
    pen.rule(x - _REGISTER_RADIUS, y, x + _REGISTER_RADIUS, y, MARK_COLOR, HAIRLINE)
    pen.rule(x, y - _REGISTER_RADIUS, x, y + _REGISTER_RADIUS, MARK_COLOR, HAIRLINE)


def draw_rulers(pen: Pen, x: float, y: float, rulers: Iterable[tuple[str, float, int]] = RULERS) -> None:
    """Draw rulers (label, mm, parts), from (x, y) to the right in a strip of ``STRIP_HEIGHT``."""
    base = y + STRIP_HEIGHT - 0.5  # the strip's inner edge stays free: crop marks reach up to it
    for label, length, part_count in rulers:
        pen.rule(x, base, x + length, base, MARK_COLOR, HAIRLINE)
        for part in range(part_count + 1):
            tick = x + length * part / part_count
            pen.rule(tick, base, tick, base - (1.6 if part in {0, part_count} else 0.8), MARK_COLOR, HAIRLINE)
        draw_label(pen, x + length + 1, base, pen.language.phrase(label))
        x += length + 15


def draw_label(
    pen: Pen,
    x: float,
    y: float,
    string: str,
    size: float = LABEL_SIZE,
    face: str = "regular",
    align: float = 0.0,
) -> None:
    """Draw a line of text, ``size`` mm high, on the baseline ``y``; ``x``: its start, middle (align 0.5), end (1)."""
    pen.line(string, x, y, face, size, MARK_COLOR, align)


def spot_inks(faces: Iterable[Drawing]) -> tuple[Ink, ...]:
    """Return the spot inks of the faces' styles, each once."""
    return tuple({ink.spot: ink for face in faces for ink in face.style.inks.values() if ink.spot}.values())


def ink_names(faces: Iterable[Drawing]) -> str:
    """Return the names of the plates of a print in inks, as one text."""
    return " ".join(ink.spot or ink.name for ink in (*_PLATES, *spot_inks(faces)))


@lru_cache(maxsize=8)  # backs share theirs
def slug_drawing(
    size: tuple[float, float], box: Box, job: tuple[str, ...], label: str, spots: tuple[Ink, ...]
) -> Drawing:
    """Return two lines below the upper edge of ``box`` on a page of ``size`` mm: the job; the label and the inks' names.

    Each name is printed in its ink, and so on its plate alone; all else is on every plate.
    """
    pen, x, y = marks_pen(), box.right, box.y + SLUG_HEIGHT
    inks = (*_PLATES, *spots)
    for ink in reversed(inks):
        name = replace_missing(ink.spot or ink.name, "regular", pen.fonts, "?")
        x -= pen.width(name, "regular", _SLUG_SIZE)
        pen.line(name, x, y, "regular", _SLUG_SIZE, ink.screen)
        x -= _SLUG_SIZE
    draw_label(pen, box.x, y, fit_footer(pen, [label], x - box.x, _SLUG_SIZE), _SLUG_SIZE)
    draw_label(pen, box.x, y - 1.3 * _SLUG_SIZE, fit_footer(pen, job, box.width, _SLUG_SIZE), _SLUG_SIZE)
    style = replace(_style("registration"), inks={ink.screen: ink for ink in (*inks, _INKS["registration"])})
    return Drawing(*size, 0, tuple(pen.items), style)


def fit_footer(pen: Pen, texts: Iterable[str], room: float, size: float = LABEL_SIZE) -> str:
    """Return texts in one line of at most ``room`` mm: shortens the first, then the end; "?" for missing letters."""
    title, *parts = (replace_missing(text, "regular", pen.fonts, "?") for text in texts if text)
    end = "".join(f" · {text}" for text in parts)
    title = shorten(title, "regular", size, room - pen.width(end, "regular", size), pen.fonts)
    return shorten(title + end, "regular", size, room, pen.fonts)
