"""What is on the pages of a print file, before it is written: faces and where they lie, boxes and marks.

Lengths are mm, the origin is the upper left corner of the page.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import Box
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Item, Style
    from deckgen.press.target import Exchange, Overprint, Target


@record
class PlacedFace:
    """A face whose trim has its upper left corner at (x, y), or is ``turned`` by 180° in the same place.

    ``window`` is what is seen of it: a box in the face's own mm. Contact sheets have a ``scale`` below 1.
    """

    face: Drawing
    x: float
    y: float
    window: Box
    turned: bool = False
    scale: float = 1.0


@record(eq=False)
class TaggedText:
    """What is read of a page, at (x, y): runs of items, each a marked-content sequence, drawn in ``style``.

    The sequences are numbered through all the Words and pictures of a page, in their order. ``title`` is for
    messages.
    """

    runs: tuple[tuple[Item, ...], ...]
    style: Style = field(repr=False)
    title: str = ""
    x: float = 0.0
    y: float = 0.0


@record
class PlacedPicture:
    """A JPEG in colors of screens, ``size`` pixels across and down, that fills a box; ``ellipse``: only its round is seen.

    ``said`` is what it shows, for those who cannot see it.
    """

    box: Box
    jpeg: bytes
    size: tuple[int, int]
    ellipse: bool = False
    alt_text: str = ""


@record
class Page:
    """One page: ``marks`` is a drawing of the page's size that lies over all.

    ``shift`` moves all that is on it, in mm, to make up for a printer. A ``tagged`` page, which is not
    shifted, has Words between its faces; all that is no words and no picture is decoration.
    """

    width: float
    height: float
    placed: tuple[PlacedFace | TaggedText | PlacedPicture, ...]
    marks: Drawing | None = None
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""
    shift: Matrix = IDENTITY
    tagged: bool = False


@record
class Book:
    """Pages and what the file says about itself. ``duplex`` is PDF's name of a way to turn the sheet.

    ``color`` is rgb, colors as screens show them, or cmyk, inks. ``pdfx`` makes it PDF/X; ``ink_limit`` is the most ink anywhere, in per cent.
    """

    pages: tuple[Page, ...]
    title: str
    version: tuple[int, int] = (1, 4)
    scaling: bool = True
    duplex: str | None = None
    color: Literal["rgb", "cmyk"] = "rgb"
    pdfx: Exchange | None = None
    ink_limit: float | None = None
    overprint: Overprint | None = None


def empty_book(target: Target, title: str) -> Book:
    """A book without pages, in the colors and of the standard of a target."""
    return Book(
        (),
        title,
        version=target.version,
        scaling=target.scaling,
        color=target.color,
        pdfx=target.pdfx,
        ink_limit=target.ink_limit,
        overprint=target.overprint,
    )


def page_for_face(face: Drawing, target: Target, label: str) -> Page:
    """A page for a face alone, which is not on it yet: its boxes, and the target's slug around them."""
    margin = target.bleed + target.slug
    trim = Box(margin, margin, face.width, face.height)
    width, height = face.width + 2 * margin, face.height + 2 * margin
    return Page(width, height, (), None, trim, trim.inset(-target.bleed), label)
