"""Contact sheets: all faces of decks small on sheets of paper, with their names under them, to proof them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.draw.text import known, shorten
from deckgen.errors import Fault, PressError
from deckgen.language import ENGLISH, Language
from deckgen.press import marks
from deckgen.press.pages import Book, Page, Placed
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.draw.paper import Paper
    from deckgen.draw.pen import Pen

_MARGIN = 8.0  # mm, at all edges of a sheet
_GAP = 2.0
_NAME = 1.8  # of names, in mm: 5 pt, read at the desk
_UNDER = 2.6  # what a name takes below its face
_HEAD, _HEADING = 5.0, 2.6  # what a heading takes, and its size
_FOOT = 4.0
_LEAST = 8.0  # mm: narrower faces show nothing
_TALL = 14_400.0 / 72 * 25.4  # mm: no viewer shows longer pages


@record
class FaceStrip:
    """Faces that belong together, each with its name, under a heading."""

    heading: str
    faces: tuple[tuple[str, Drawing], ...]


@record
class ContactLook:
    """How many faces stand side by side on which paper, and what the foot of each sheet says."""

    paper: Paper
    columns: int
    foot: str
    language: Language = ENGLISH


def contact_book(strips: Iterable[FaceStrip], look: ContactLook, title: str) -> Book:
    """The sheets as a PDF's pages. Raises PressError if faces would be too small, or there are none."""
    return Book(tuple(_pages(strips, look)), title)


def contact_png(strips: Iterable[FaceStrip], look: ContactLook, dpi: int) -> bytes:
    """All in one picture as wide as the paper, and as long as it takes. Raises PressError also without cairo."""
    import numpy as np  # noqa: PLC0415 (PDF does without)

    from deckgen.press.png import packed, rasters, size_of  # noqa: PLC0415

    (page,) = _pages(strips, look, endless=True)
    assert page.marks is not None
    placed = [each for each in page.placed if isinstance(each, Placed)]
    wide, _ = size_of(page.marks, 0, dpi)
    sheet = np.array(next(iter(rasters([page.marks], dpi))))
    face = placed[0].face
    dots = wide / page.width
    size = tuple(max(1, round(side * placed[0].scale * dots)) for side in (face.width, face.height))
    for each, picture in zip(
        placed, rasters([each.face for each in placed], dpi, pixels=(size[0], size[1])), strict=True
    ):
        left, top = round(each.x * dots), round(each.y * dots)
        part = sheet[top : top + size[1], left : left + size[0]]
        part[:] = picture[: part.shape[0], : part.shape[1]]
    return packed([sheet], dpi)


def _pages(strips: Iterable[FaceStrip], look: ContactLook, *, endless: bool = False) -> Iterator[Page]:
    """Sheet after sheet; one of any length if it is ``endless``."""
    width = (look.paper.width - 2 * _MARGIN - (look.columns - 1) * _GAP) / look.columns
    if width < _LEAST:
        what = f"{look.columns} faces side by side on {look.paper.title} would be {width:.1f} mm wide"
        raise PressError(Fault("--columns", None, "", what, "choose fewer, or a wider --paper"))
    sheet = _Sheet(look, width, _TALL if endless else look.paper.height)
    for strip in strips:
        yield from sheet.add(strip)
    if not sheet.placed:
        raise PressError(Fault("contact", None, "", "there are no faces to show", "choose other --decks"))
    yield sheet.page(cut=endless)


class _Sheet:
    """The sheet that is being filled."""

    def __init__(self, look: ContactLook, width: float, height: float) -> None:
        self.look, self.width, self.height = look, width, height
        self.number = 0
        self._begin()

    def _begin(self) -> None:
        self.placed: list[Placed] = []
        self.pen: Pen = marks.marks_pen(self.look.language)
        self.y = _MARGIN
        self.number += 1

    def add(self, strip: FaceStrip) -> Iterator[Page]:
        """Place a strip, row by row; what is full on the way is given out."""
        scale = self.width / strip.faces[0][1].width
        high = max(face.height for _, face in strip.faces) * scale + _UNDER + _GAP
        rows = [
            strip.faces[start : start + self.look.columns]
            for start in range(0, len(strip.faces), self.look.columns)
        ]
        for number, row in enumerate(rows):
            head = 0.0 if number and self.placed else _HEAD
            if self.placed and self.y + head + high > self.height - _MARGIN - _FOOT:
                yield self.page()
                self._begin()
                head = _HEAD
            if head:
                self._words(_MARGIN, self.y + 3.4, strip.heading, _HEADING, "semibold", self.look.paper.width)
                self.y += head
            self._row(row, scale, high)

    def _row(self, row: Sequence[tuple[str, Drawing]], scale: float, high: float) -> None:
        for column, (name, face) in enumerate(row):
            x = _MARGIN + column * (self.width + _GAP)
            window = Box(0, 0, face.width, face.height)
            self.placed.append(Placed(face, x, self.y, window, scale=scale))
            wide, deep = face.width * scale, face.height * scale
            self.pen.box(x, self.y, wide, deep, stroke=marks.SCREEN, weight=marks.HAIR)
            self._words(x, self.y + deep + _UNDER - 0.6, name, _NAME, "regular", self.width)
        self.y += high

    def _words(self, x: float, y: float, string: str, size: float, face: str, room: float) -> None:
        fonts = self.pen.fonts
        told = shorten(known(string, face, fonts, "?"), face, size, room, fonts)
        marks.word(self.pen, x, y, told, size, face)

    def page(self, *, cut: bool = False) -> Page:
        """What is placed as a page, ``cut`` where it ends."""
        height = self.y + _FOOT + _MARGIN if cut else self.height
        width = self.look.paper.width
        line = marks.footer(self.pen, [self.look.foot], width - 2 * _MARGIN - 12)
        marks.word(self.pen, _MARGIN, height - _MARGIN, line)
        marks.word(self.pen, width - _MARGIN, height - _MARGIN, str(self.number), align=1.0)
        drawn = marks.drawing(width, height, self.pen.items)
        return Page(width, height, tuple(self.placed), drawn, label=str(self.number))
