"""Drawings larger than a sheet of paper, in parts that overlap: trimmed and glued they are whole."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.press.imposition import marks
from deckgen.press.imposition.marks import HAIRLINE, MARK_COLOR
from deckgen.press.pages import Page, PlacedFace
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.draw.paper import Paper
    from deckgen.draw.pen import Pen
    from deckgen.language import Language

OVERLAP = 8.0
"""How much of a drawing, in mm, two sheets beside each other both show."""
FOOT = 4.0
"""The height in mm of a line of text below a part."""
_EDGE = 0.5  # mm beyond a drawing's edges, for the width of the lines along them
_DASH = (1.5, 1.0)


@record
class Tiling:
    """Sheets of ``width`` × ``height`` mm: ``columns`` × ``rows`` of them, each with a part of a drawing in its ``room``."""

    width: float
    height: float
    room: Box
    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm of the largest drawing that the sheets hold."""
        across, down = self.columns - 1, self.rows - 1
        return self.room.width * self.columns - across * OVERLAP, self.room.height * self.rows - down * OVERLAP

    def parts(self, face: Drawing) -> Iterator[PlacedFace]:
        """Yield the equal parts of a drawing, row by row, at the top of the room and in its middle."""
        across, down = self.columns - 1, self.rows - 1
        wide, high = (face.width + across * OVERLAP) / self.columns, (face.height + down * OVERLAP) / self.rows
        x, y = self.room.cx - wide / 2, self.room.y
        for index in range(self.count):
            left, top = index % self.columns * (wide - OVERLAP), index // self.columns * (high - OVERLAP)
            window = Box(left, top, wide, high).inset(-_EDGE)
            yield PlacedFace(face, x - left, y - top, window)

    def draw_marks(self, pen: Pen, index: int, part: PlacedFace) -> None:
        """Draw where part ``index`` is trimmed, on its left and above, and the dashes on which others are glued."""
        box = part.window.inset(_EDGE)._replace(x=part.x + part.window.x + _EDGE, y=part.y + part.window.y + _EDGE)
        column, row = index % self.columns, index // self.columns
        for x, is_inner, dash in ((box.x, column, ()), (box.right - OVERLAP, self.columns - 1 - column, _DASH)):
            if is_inner:
                _draw_line(pen, (x, box.y, x, box.bottom), dash)
        for y, is_inner, dash in ((box.y, row, ()), (box.bottom - OVERLAP, self.rows - 1 - row, _DASH)):
            if is_inner:
                _draw_line(pen, (box.x, y, box.right, y), dash)


def _draw_line(pen: Pen, ends: tuple[float, float, float, float], dash: tuple[float, ...]) -> None:
    """Draw a line that shows on any ground."""
    pen.rule(*ends, marks.PAPER_COLOR, 4 * HAIRLINE)
    pen.rule(*ends, MARK_COLOR, HAIRLINE, dash)


def tile(width: float, height: float, paper: Paper, top: float = 0.0, bottom: float = 0.0) -> Tiling:
    """Return the fewest sheets that hold a drawing of this size in mm, upright rather than not; how many is not limited.

    ``top`` and ``bottom``: mm within the printable area of each sheet that stay free for texts.
    """
    tilings = []
    for sheet in ((paper.width, paper.height), (paper.height, paper.width)):
        room = Box(0, 0, *sheet).inset(paper.margin)
        room = Box(room.x, room.y + top, room.width, room.height - top - bottom)
        columns, rows = (
            max(1, ceil((side - OVERLAP - 1e-6) / max(1.0, space - OVERLAP)))
            for side, space in ((width, room.width), (height, room.height))
        )
        tilings.append(Tiling(*sheet, room, columns, rows))
    return min(tilings, key=lambda tiling: tiling.count)


def tiled_pages(face: Drawing, tiling: Tiling, language: Language) -> Iterator[Page]:
    """Yield the sheets of a drawing, each with its number and how to put them together at its foot."""
    for index, part in enumerate(tiling.parts(face)):
        pen, room = marks.marks_pen(language), tiling.room
        tiling.draw_marks(pen, index, part)
        remark = language.phrase(
            "part {number} of {count}: trim fine lines, glue the next parts on dashes",
            number=index + 1,
            count=tiling.count,
        )
        footer = marks.fit_footer(pen, [face.title, remark if tiling.count > 1 else ""], room.width)
        marks.draw_label(pen, room.x, room.bottom + FOOT - 0.6, footer)
        drawing = marks.marks_drawing(tiling.width, tiling.height, pen.items)
        yield Page(tiling.width, tiling.height, (part,), drawing, label=str(index + 1))
