"""What is on the pages of a print file, before it is written: faces and where they lie, boxes and marks.

Lengths are mm, the origin is the upper left corner of the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckgen.page.geometry import Box

if TYPE_CHECKING:
    from deckgen.page.drawing import Drawing


@dataclass(frozen=True)
class Placed:
    """A face whose trim has its upper left corner at (x, y), or is ``turned`` by 180° in the same place.

    ``window`` is what is seen of it: a box in the face's own mm.
    """

    face: Drawing
    x: float
    y: float
    window: Box
    turned: bool = False


@dataclass(frozen=True)
class Page:
    """One page: ``marks`` is a drawing of the page's size that lies over the faces."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    marks: Drawing | None = None
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""


@dataclass(frozen=True)
class Book:
    """Pages and what the file says about itself. ``duplex`` is PDF's name of a way to turn the sheet."""

    pages: tuple[Page, ...]
    title: str
    author: str = ""
    version: tuple[int, int] = (1, 4)
    scaling: bool = True
    duplex: str | None = None
