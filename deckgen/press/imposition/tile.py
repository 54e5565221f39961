"""Drawings larger than a sheet of paper, in parts that overlap: trimmed and glued they are whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import ceil

from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.draw.pen import Pen
from deckgen.language import Language, gettext_noop
from deckgen.press.imposition import marks
from deckgen.press.pages import Page, PlacedFace
from deckgen.records import record

OVERLAP = 8.0
"""How much of a drawing, in mm, two sheets beside each other both show."""
FOOT = 4.0
"""The height in mm of a line of text below a part."""
_REMARK = gettext_noop("part {number} of {count}: trim fine lines, glue the next parts on dashes")
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
        return (self.room.width - OVERLAP) * self.columns + OVERLAP, (self.room.height - OVERLAP) * self.rows + OVERLAP

    def parts(self, face: Drawing) -> Iterator[PlacedFace]:
        """Yield the equal parts of a drawing, row by row, at the top of the room and in its middle."""
        across, down = (face.width - OVERLAP) / self.columns, (face.height - OVERLAP) / self.rows
        for top, left in product((row * down for row in range(self.rows)), (n * across for n in range(self.columns))):
            window = Box(left, top, across + OVERLAP, down + OVERLAP)
            x, y = self.room.cx - window.width / 2 - left, self.room.y - top
            yield PlacedFace(face, x, y, window.inset(-_EDGE))

    def draw_marks(self, pen: Pen, index: int, part: PlacedFace) -> None:
        """Draw where part ``index`` is trimmed, on its left and above, and the dashes on which others are glued."""
        box = part.window.inset(_EDGE)._replace(x=part.x + part.window.x + _EDGE, y=part.y + part.window.y + _EDGE)
        (row, column), right, below = divmod(index, self.columns), box.right - OVERLAP, box.bottom - OVERLAP
        for is_inner, ends, dash in (
            (column, (box.x, box.y, box.x, box.bottom), ()),
            (self.columns - 1 - column, (right, box.y, right, box.bottom), _DASH),
            (row, (box.x, box.y, box.right, box.y), ()),
            (self.rows - 1 - row, (box.x, below, box.right, below), _DASH),
        ):
            if is_inner:  # in two colors, to show on any ground
                pen.rule(*ends, marks.PAPER_COLOR, 4 * marks.HAIRLINE)
                pen.rule(*ends, marks.MARK_COLOR, marks.HAIRLINE, dash)


def tile(width: float, height: float, paper: Paper, top: float = 0.0, bottom: float = 0.0) -> Tiling:
    """Return the fewest sheets that hold a drawing of this size in mm, upright rather than not; how many is not limited.

    ``top`` and ``bottom``: mm within the printable area of each sheet that stay free for texts.
    """
    tilings = []
    for sheet in ((paper.width, paper.height), (paper.height, paper.width)):
        room = Box(0, 0, *sheet).inset(paper.margin)
        room = room._replace(y=room.y + top, height=room.height - top - bottom)
        sides = (width, room.width), (height, room.height)
        counts = [max(1, ceil((side - OVERLAP - 1e-6) / max(1.0, space - OVERLAP))) for side, space in sides]
        tilings.append(Tiling(*sheet, room, *counts))
    return min(tilings, key=lambda tiling: tiling.count)


def tiled_pages(face: Drawing, tiling: Tiling, language: Language) -> Iterator[Page]:
    """Yield the sheets of a drawing, each with its number and how to put them together at its foot."""
    for index, part in enumerate(tiling.parts(face)):
        pen, room = marks.marks_pen(language), tiling.room
        tiling.draw_marks(pen, index, part)
        remark = language.phrase(_REMARK, number=index + 1, count=tiling.count) if tiling.count > 1 else ""
        footer = marks.fit_footer(pen, [face.title, remark], room.width)
        marks.draw_label(pen, room.x, room.bottom + FOOT - 0.6, footer)
        drawing = marks.marks_drawing(tiling.width, tiling.height, pen.items)
        yield Page(tiling.width, tiling.height, (part,), drawing, label=str(index + 1))
