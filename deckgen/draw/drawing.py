"""Drawings: one face of a card, or one page, in mm, independent of any file format.

The origin is the upper left corner of the trimmed face, x to the right, y down. Colors are screen values
(``#rrggbb``); a writer for print maps them to the inks of the drawing's style. Text is measured before it is
in a drawing, so that all writers show the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.raster import Raster

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Segment = tuple[str, *tuple[float, ...]]
"""``("M", x, y)``, ``("L", x, y)``, ``("C", x1, y1, x2, y2, x, y)`` or ``("Z",)``; absolute."""


@record
class Path:
    """A filled or stroked outline; ``fill`` None: not filled, ``stroke`` None: no line.

    ``dash`` alternates lengths of line and gap, in mm. Lines join and end round if ``round``.
    ``solid``: only the filled area matters, as in a QR code; an outline cannot replace it. ``opacity`` below 1 lets
    the ground through; such a path is either filled or stroked.
    """

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 0.0
    even_odd: bool = False
    dash: tuple[float, ...] = ()
    round: bool = False
    solid: bool = False
    opacity: float = 1.0


@record
class Gradient:
    """An outline filled with colors that run into each other: ``stops`` are (offset from 0 to 1, color), rising.

    ``axis``, to which ``matrix`` applies: x0, y0, x1, y1 of a line from the first to the last stop, or x0, y0, r0, x1,
    y1, r1 of two circles. Beyond its ends are the colors of its ends.
    """

    segments: tuple[Segment, ...]
    stops: tuple[tuple[float, str], ...]
    axis: tuple[float, ...]
    matrix: Matrix = IDENTITY
    even_odd: bool = False


@record
class Picture:
    """A picture that ``matrix`` moves from a square of 1 × 1, its upper left corner at (0, 0), to its place.

    ``clip``: the outline, in mm, of what is visible; () for all. ``opacity`` below 1 lets the ground through.
    """

    raster: Raster
    matrix: Matrix
    clip: tuple[Segment, ...] = ()
    opacity: float = 1.0


@record
class Text:
    """One line of text that starts at x on the baseline y.

    ``typeface`` is a key of the style's fonts (``regular``, ``bold-italic`` ...), ``size`` the font size in
    mm, ``spacing`` extra mm after every character, ``angle`` degrees clockwise about (x, y). ``slot`` names
    the slot or section it is in, for checks and messages. ``stretch`` is the width of letters as a share of
    their normal width.
    """

    x: float
    y: float
    string: str
    typeface: str
    size: float
    fill: str
    spacing: float = 0.0
    angle: float = 0.0
    slot: str = ""
    stretch: float = 1.0


@record
class Use:
    """A symbol placed by ``matrix``; paths of it that inherit their color take ``fill``. ``clip``: as of a picture."""

    symbol: str
    matrix: Matrix = IDENTITY
    fill: str | None = None
    clip: tuple[Segment, ...] = ()


Item = Path | Text | Use | Gradient | Picture


@record
class Symbol:
    """Items drawn often. A fill or stroke ``"inherit"`` is the fill of the Use."""

    items: tuple[Item, ...]


FINISHES = ("foil", "varnish")
"""What a print shop may do with a color besides printing it."""


@record
class Ink:
    """How a screen color is printed: CMYK from 0 to 1, or as the spot ink named ``spot``.

    ``finish``: the one of FINISHES that a print may have there, or "". ``small``: the mix for text up to 8 pt, of
    fewer inks, as presses do not register more in small letters; None: the same.
    """

    name: str
    screen: str
    cmyk: tuple[float, float, float, float]
    spot: str | None = None
    finish: str = ""
    small: tuple[float, float, float, float] | None = None


@record(eq=False)
class Style:
    """Fonts, inks and symbols of one layout: typeface → font file, screen color → ink, name → symbol."""

    fonts: Mapping[str, str]
    inks: Mapping[str, Ink]
    symbols: Mapping[str, Symbol]


@record(eq=False)
class Drawing:
    """One face: ``width`` × ``height`` mm after trimming, with art up to ``bleed`` mm beyond every side.

    ``outline``: where it is cut inside that box, one closed line; () for a plain rectangle. ``shape`` is its name:
    rect, round, hex, or path for any other.
    """

    width: float
    height: float
    bleed: float
    items: tuple[Item, ...]
    style: Style = field(repr=False)
    title: str = ""
    outline: tuple[Segment, ...] = ()
    shape: str = "rect"


@record
class Faces:
    """All faces of a deck: fronts by card number, the back, (name, front) of reference cards printed after them."""

    fronts: tuple[Drawing, ...]
    back: Drawing
    references: tuple[tuple[str, Drawing], ...] = ()

    @property
    def all_fronts(self) -> tuple[Drawing, ...]:
        """The deck's fronts, then those of reference cards."""
        return (*self.fronts, *(drawing for _, drawing in self.references))
