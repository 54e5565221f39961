"""The pages of a print file before it is written: faces, boxes, marks; in mm from the upper left corner."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import Box
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Item, Segment, Style
    from deckgen.press.target import Exchange, Overprint, Target


@record
class PlacedFace:
    """A face with the upper left corner of its trim at (x, y), or ``turned`` by 180° in the same place.

    ``window``: the visible part, a box in the face's mm, or what a ``clip`` encloses. Contact sheets have a ``scale``
    below 1.
    """

    face: Drawing
    x: float
    y: float
    window: Box
    turned: bool = False
    scale: float = 1.0
    clip: tuple[Segment, ...] = ()


def cut_face(face: Drawing, x: float, y: float, scale: float = 1.0) -> PlacedFace:
    """Return a face as it is after cutting, without its bleed, its upper left corner at (x, y)."""
    return PlacedFace(face, x, y, Box(0, 0, face.width, face.height), scale=scale, clip=face.outline)


@record(eq=False)
class TaggedText:
    """Text for screen readers at (x, y): runs of items, each a marked-content sequence, drawn in ``style``.

    The sequences are numbered through all texts and pictures of a page, in their order. ``title`` is for messages.
    """

    runs: tuple[tuple[Item, ...], ...]
    style: Style = field(repr=False)
    title: str = ""
    x: float = 0.0
    y: float = 0.0


@record
class PlacedPicture:
    """A JPEG of ``size`` pixels, in screen colors, that fills a box or its ``ellipse``; ``alt_text`` describes it."""

    box: Box
    jpeg: bytes
    size: tuple[int, int]
    ellipse: bool = False
    alt_text: str = ""


@record
class Page:
    """One page: ``marks`` is a drawing of the page's size on top of everything else. ``label``: its name in viewers.

    ``trim`` and ``bleed`` None: no such boxes. ``shift`` moves all content (mm) to compensate for a printer. A
    ``tagged`` page, which is not shifted, has TaggedText; all but that and pictures is decoration.
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
    """Pages and the options of their file; ``version`` is PDF's. ``duplex``: PDF's name for a way to turn the sheet.

    ``scaling`` False asks viewers to print at 100 %. ``color``: rgb (as on screens) or cmyk (inks). ``pdfx`` makes it
    PDF/X; ``ink_limit``: most ink anywhere, in percent (None: any).
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
    """Return a book without pages, with a target's colors and standard."""
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
    """Return a page without content for one face: its trim and, around it, the target's bleed and slug."""
    margin = target.bleed + target.slug
    trim = Box(margin, margin, face.width, face.height)
    width, height = face.width + 2 * margin, face.height + 2 * margin
    return Page(width, height, (), None, trim, trim.inset(-target.bleed), label)
