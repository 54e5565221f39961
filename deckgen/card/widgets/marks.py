"""A line-up of numbered figures, some crossed out."""

from __future__ import annotations

from collections.abc import Collection

from deckgen.card.widgets.base import MarkLook, MarkStyle, Painter, SectionMarks, Widget, draw_cached, limit_sizes
from deckgen.card.widgets.mark_words import color_name, describe_icon, describe_look
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points
from deckgen.game.model import MarksSection
from deckgen.game.values import MARKED
from deckgen.records import record


@record
class MarksOptions:
    """The line-up has lines of ``columns``; each figure has its number below it.

    ``plate`` is below a marked figure and its number; ``marked_fill`` is the figure's color and
    ``marked_ink`` (none: like others) its number's. ``cross`` is drawn twice, first wider in ``halo``.
    """

    icon: Icon = ""
    icon_fill: Color = "steel"
    marked_fill: Color = "paper"
    size: Points = 6.0
    face: FontFace = "semibold"
    ink: Color = "pale"
    marked_ink: Color = "none"
    number_height: Length = 2.6
    plate: Color = "none"
    plate_radius: Length = 0.8
    cross: Color = "open"
    cross_width: Length = 0.65
    halo: Color = "edge"
    halo_width: Length = 1.35
    gap: Length = 0.5
    columns: int = 1


def build_marks(section: MarksSection, box: Box, options: MarksOptions, _: Pen) -> Painter:
    """Return the painter of all figures from the numbers of marked ones; draw nothing now."""
    width, height = box.width / options.columns, box.height / -(-section.count // options.columns)
    figure_boxes: dict[int, Box] = {}
    for i in range(section.count):
        row, column = divmod(i, options.columns)
        figure_boxes[i + 1] = Box(box.x + column * width, box.y + row * height, width, height)

    @draw_cached
    def draw(pen: Pen, number: int, marked: bool) -> None:
        _draw(pen, figure_boxes[number], options, number, marked=marked)

    def paint(pen: Pen, value: Collection[int]) -> None:
        for number in figure_boxes:
            draw(pen, number, number in value)

    return paint


def _draw(pen: Pen, box: Box, options: MarksOptions, number: int, *, marked: bool) -> None:
    """Draw a figure over its number; a marked one has other colors, and the plate and cross of the options."""
    figure = box._replace(height=box.height - options.number_height)
    number_box = Box(box.x, figure.bottom, box.width, options.number_height)
    # a figure is taken to be at least half as wide as high
    side = min(figure.height - 2 * options.gap, 2 * figure.width)
    if marked:
        top = figure.cy - (side + options.gap) / 2
        plate = Box(box.x, top, box.width, box.bottom - top)
        pen.panel(plate, options.plate_radius, options.plate)
    fill = options.marked_fill if marked else options.icon_fill
    ink = (marked and options.marked_ink) or options.ink
    pen.icon(options.icon, figure.cx, figure.cy, side, fill)
    pen.text(str(number), number_box, options.face, options.size, ink)
    if marked and options.cross:
        half_height = (side - options.halo_width) / 2
        half_width = min(figure.width / 2 - options.halo_width / 2, half_height * 0.62)
        down = [figure.cx - half_width, figure.cy - half_height, figure.cx + half_width, figure.cy + half_height]
        up = [figure.cx - half_width, figure.cy + half_height, figure.cx + half_width, figure.cy - half_height]
        both = geometry.polygon(down, closed=False) + geometry.polygon(up, closed=False)
        pen.path(both, None, options.halo, options.halo_width)
        pen.path(both, None, options.cross, options.cross_width)


def marks_looks(_: MarksSection, options: MarksOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the look of MARKED: a figure, or a number without an icon, crossed out or on its plate."""
    phrase = pen.language.phrase
    ink = "" if options.cross else options.marked_fill
    words = describe_icon(pen.language, options.icon) if options.icon else phrase("number")
    words = describe_look(pen.language, words, MarkStyle("", ink, options.plate), MarkStyle("", ""))
    if options.cross:
        color = phrase(color_name(options.cross))
        words = phrase("{icon}, crossed out in {color}", icon=words, color=color)

    def draw(pen: Pen, box: Box) -> None:
        shares = {"gap": 0.06, "cross_width": 0.14, "halo_width": 0.25, "size": 0.36, "number_height": 0.36}
        _draw(pen, box, limit_sizes(options, box.height, **shares), 1, marked=True)

    return {MARKED: MarkLook(words, draw, 0.75)}


WIDGET = Widget("marks", MarksOptions, build_marks, lambda o: SectionMarks(icon=o.icon), marks_looks)
