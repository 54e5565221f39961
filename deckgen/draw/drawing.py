"""A drawing: what is on one face of a card or one page, in mm, before any file format.

The origin is the upper left corner of the trimmed face, x to the right, y down. Colors are screen
values (``#rrggbb``); a writer for print maps them through the palette that goes with the drawing.
All measuring is done before a drawing is made, so that every writer shows the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from deckgen.records import record

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Segment = tuple[str, *tuple[float, ...]]
"""``("M", x, y)``, ``("L", x, y)``, ``("C", x1, y1, x2, y2, x, y)`` or ``("Z",)``; absolute."""


@record
class Path:
    """A filled and/or stroked outline. ``fill`` None: not filled; ``stroke`` None: no line.

    ``dash`` alternates lengths of line and gap, in mm. Lines join and end round if ``round``.
    ``solid``: only its fill says something, as that of a QR code, and no outline can stand for it.
    """

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 0.0
    even_odd: bool = False
    dash: tuple[float, ...] = ()
    round: bool = False
    solid: bool = False


@record
class Text:
    """One line of text that starts at x on the baseline y.

    ``face`` is a key of the drawing's fonts (``regular``, ``bold``, ``bold-italic`` ...), ``size`` the
    font size in mm, ``spacing`` extra mm after every character, ``angle`` degrees clockwise about (x, y).
    ``slot`` names the slot or section it was drawn for, for checks and messages. ``stretch`` is how wide
    letters are as a share of their usual width, along the line of text.
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
    """A symbol placed with ``matrix``; parts of it without a fill of their own take ``fill``."""

    symbol: str
    matrix: Matrix = IDENTITY
    fill: str | None = None


Item = Path | Text | Use


@record
class Symbol:
    """Items drawn often. A Path whose fill (or stroke) is ``"inherit"`` takes the fill of its Use."""

    items: tuple[Item, ...]


@record
class Ink:
    """How a screen color is printed: CMYK from 0 to 1, optionally as a spot ink of that name."""

    name: str
    screen: str
    cmyk: tuple[float, float, float, float]
    spot: str | None = None


@record(eq=False)
class Style:
    """What all drawings of one layout share: fonts, inks and symbols.

    ``fonts`` maps a face to the path of a TrueType file, ``inks`` a screen color to its ink.
    """

    fonts: Mapping[str, str]
    inks: Mapping[str, Ink]
    symbols: Mapping[str, Symbol]


@record(eq=False)
class Drawing:
    """One face: ``width`` × ``height`` mm after trimming, art reaching ``bleed`` mm beyond on all sides."""

    width: float
    height: float
    bleed: float
    items: tuple[Item, ...]
    style: Style = field(repr=False)
    title: str = ""


@record
class Faces:
    """All faces of a deck: ``fronts`` in the order of impulse, and the one back that all share.

    ``references`` are the fronts of cards that are printed after them, with their names.
    """

    fronts: tuple[Drawing, ...]
    back: Drawing
    references: tuple[tuple[str, Drawing], ...] = ()

    @property
    def all_fronts(self) -> tuple[Drawing, ...]:
        return (*self.fronts, *(drawing for _, drawing in self.references))
