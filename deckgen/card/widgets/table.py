"""Tables as in a book, with the head of the card's own column marked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

from deckgen.card.widgets.base import Known, Painter, SectionMarks, Widget, remembered
from deckgen.card.widgets.ruling import Ruled, RulingOptions
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import TableSection
from deckgen.records import record


@record
class ChartOptions(RulingOptions):
    """``head`` is the line of names above, ``label`` what each line is called at its left.

    The table's rows stand ``across`` the head and its columns one below the other, or the other way round; ``reverse``
    puts the last column first. ``own`` is a section: the column of the name that the card has there has a head of
    ``own_fill``. A ``head_height`` of 0 makes all lines as high.
    """

    size: Points = 9.0
    face: FontFace = "bold"
    ink: Colour = "ink"
    fill: Colour = "zebra"
    head_size: Points = 8.0
    head_face: FontFace = "semibold"
    head_ink: Colour = "ink"
    head_fill: Colour = "tint"
    head_height: Length = 0.0
    label_size: Points = 6.5
    label_face: FontFace = "regular"
    label_ink: Colour = "ink"
    label_width: Length = 8.0
    label_align: float = 0.0
    gap: Length = 0.25
    radius: Length = 0.7
    across: Literal["rows", "columns"] = "rows"
    reverse: bool = False
    own: str = ""
    own_fill: Colour = "accent"
    own_ink: Colour = "paper"
    own_face: FontFace = "bold"


def build_chart(section: TableSection, box: Box, options: ChartOptions, pen: Pen) -> Painter:
    """Names now, the numbers for each card; the heads too, where one of them is the card's own."""
    order = section.columns[::-1] if options.reverse else section.columns
    titles, names = [section.label(label) for label in order], list(section.row_words())
    heads, labels = (names, titles) if options.across == "rows" else (titles, names)
    head = options.head_height or box.height / (1 + len(labels))
    ruled = Ruled(box, box.x + options.label_width, box.y + head, len(heads), len(labels))
    ruled.draw_stripes(pen, options, heads=not options.head_fill)
    band = Box(ruled.left, box.y, box.right - ruled.left, head)
    pen.panel(band.inset(0, options.gap), options.radius, options.head_fill)
    own_names = section.rows if options.across == "rows" else order
    draw_heads = partial(
        _heads, options=options, ruled=ruled, heads=tuple(zip(own_names, heads, strict=True))
    )
    if not options.own:
        draw_heads(pen, None)
    for row, label in enumerate(labels):
        line = band._replace(y=ruled.cell(0, row).y, height=ruled.height)
        pen.panel(line.inset(0, options.gap), options.radius, options.fill)
        words = Box(box.x, line.y, options.label_width - options.gap, line.height)
        pen.text(label, words, options.label_face, options.label_size, options.label_ink, options.label_align)
    ruled.draw_rules(pen, options)
    known_heads: Known = {}
    places: dict[str, list[tuple[Known, Box]]] = {}
    for i, column in enumerate(order):
        own_row = options.across == "rows"
        cells = [ruled.cell(j, i) if own_row else ruled.cell(i, j) for j in range(len(names))]
        places[column] = [({}, cell.inset(max(options.gap, options.pad), options.gap)) for cell in cells]

    def draw(pen: Pen, number: int, room: Box) -> None:
        pen.text(str(number), room, options.face, options.size, options.ink)

    def paint(pen: Pen, value: Mapping[str, list[int]]) -> None:
        if options.own:
            own = pen.values.get(options.own)
            remembered(pen, known_heads, own, draw_heads, pen, own)
        for column, rooms in places.items():
            for number, (known, room) in zip(value[column], rooms, strict=True):
                remembered(pen, known, number, draw, pen, number, room)

    return paint


def _heads(
    pen: Pen, own: object, *, options: ChartOptions, ruled: Ruled, heads: tuple[tuple[str, str], ...]
) -> None:
    """What stands above the columns, each a name and the words for it; one of the name ``own`` on its own ground."""
    for i, (name, words) in enumerate(heads):
        place = ruled.cell(i, 0)._replace(y=ruled.box.y, height=ruled.top - ruled.box.y)
        style = options.head_face, options.head_size, options.head_ink
        if own is not None and name == str(own):
            pen.path(geometry.rectangle(*place), options.own_fill)
            style = options.own_face, options.head_size, options.own_ink
        pen.text(words, place.inset(options.gap), *style)


CHART = Widget("chart", ChartOptions, build_chart, lambda options: SectionMarks(backwards=options.reverse))
