"""A small table as it is read in a book: the rows' names on top, a line of numbers for each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import TableSection


@dataclass(frozen=True)
class ChartOptions:
    """``head`` is the line of the rows' names, ``label`` the column's name at the left of its line."""

    size: Points = 9.0
    face: FontFace = "bold"
    ink: Colour = "ink"
    fill: Colour = "zebra"
    head_size: Points = 8.0
    head_face: FontFace = "semibold"
    head_ink: Colour = "ink"
    head_fill: Colour = "tint"
    label_size: Points = 6.5
    label_face: FontFace = "regular"
    label_ink: Colour = "ink"
    label_width: Length = 8.0
    gap: Length = 0.25
    radius: Length = 0.7


def build(section: TableSection, box: Box, options: ChartOptions, pen: Pen) -> Painter:
    """Names now, the numbers for each card."""
    height = box.height / (1 + len(section.columns))
    left, width = box.x + options.label_width, (box.width - options.label_width) / len(section.rows)

    def line(top: float, fill: str) -> list[Box]:
        """The cells of a line, on their ground."""
        pen.panel(Box(left, top, box.right - left, height).inset(0, options.gap), options.radius, fill)
        cells = (Box(left + i * width, top, width, height) for i in range(len(section.rows)))
        return [cell.inset(options.gap) for cell in cells]

    for name, place in zip(section.row_words(), line(box.y, options.head_fill), strict=True):
        pen.text(name, place, options.head_face, options.head_size, options.head_ink)
    places: dict[str, list[Box]] = {}
    for j, label in enumerate(section.columns, 1):
        top = box.y + j * height
        places[label] = line(top, options.fill)
        words = Box(box.x, top, options.label_width - options.gap, height)
        pen.text(label, words, options.label_face, options.label_size, options.label_ink, 0.0)

    def paint(pen: Pen, value: Mapping[str, list[int]]) -> None:
        for label, row in places.items():
            for place, number in zip(row, value[label], strict=True):
                pen.text(str(number), place, options.face, options.size, options.ink)

    return paint


WIDGET = Widget("chart", ChartOptions, build)
