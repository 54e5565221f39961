"""Results of rolls as all widgets draw them: plain, open, critical failures; the widget ``rolls``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from deckgen.card.widgets.base import (
    MarkLook,
    MarkStyle,
    Painter,
    SectionMarks,
    Widget,
    draw_cached,
    keep_leading,
    limit_sizes,
    sample_width,
)
from deckgen.card.widgets.mark_words import describe_icon, describe_look
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import format_number
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points
from deckgen.game.model import Cell, RollsSection, as_cell
from deckgen.game.values import AGAIN, CONFIRM, FAILURE, TOWARDS, VALUE
from deckgen.records import record

_CHORD = 0.12
"""Distance of figures from a disc's left and right, as a share of its width."""
_SHAFT = 0.25
"""Line width of arrows, in mm."""


@record
class CellOptions:
    """``open``: a cell that goes on; ``failure``: a critical failure.

    ``confirm``: an extreme if the next card confirms it. ``towards_shape`` is for a 1 that counts towards a
    critical failure. Plates are as wide as their room or, with a ``plate_pad``, as their figures with that on
    either side, at least square; bars are always as wide as their room. ``three`` is the size of three digits
    and more, as a share of ``size``; ``align`` is the position of a number: 0 left, 0.5 center, 1 right.
    """

    size: Points = 9.0
    face: FontFace = "semibold"
    ink: Color = "ink"
    open: MarkStyle = MarkStyle("bold-italic", "ink", "open", "ink")
    failure: MarkStyle = MarkStyle("bold", "alarm", "tint", "none")
    failure_size: Points = 7.0
    towards_shape: Literal["plate", "disc", "bar"] = "plate"
    confirm: MarkStyle = MarkStyle("bold", "alarm", "none", "alarm")
    radius: Length = 0.7
    edge: Length = 0.2
    plate_pad: Length = 0.0
    three: float = 1.0
    align: float = 0.5


def draw_cell(
    pen: Pen, options: CellOptions, cell: Cell, box: Box, *, counts_as_failure: bool = False, plate: Box | None = None
) -> None:
    """Draw a result in ``box``, on ``plate`` (default: ``box``) if marked; ``counts_as_failure``: as TOWARDS."""
    text = format_number(cell.value)
    if cell.critical_failure or counts_as_failure:
        mark, text = (TOWARDS, text) if counts_as_failure else (FAILURE, failure_word(pen))
    elif cell.again:
        mark = AGAIN
    elif cell.confirm:
        mark, text = CONFIRM, f"{text}?"
    else:
        pen.text(text, box, options.face, _font_size(options, text), options.ink, options.align)
        return
    _draw_marked(pen, plate or box, options, mark, text, box)


def failure_word(pen: Pen) -> str:
    """Return the game's word for a critical failure, by default CF."""
    return pen.words.get("critical_failure") or pen.language.phrase("CF")


def _font_size(options: CellOptions, text: str) -> float:
    """Return the font size for a number, which is smaller from three characters on."""
    return options.size * (options.three if len(text) > 2 else 1.0)


def _draw_marked(pen: Pen, box: Box, options: CellOptions, mark: str, text: str, text_box: Box) -> None:
    """Draw text on its plate, within ``text_box``; discs and padded plates can be narrower than ``box``."""
    style = cell_marks(options).plates[mark]
    size = options.failure_size if mark == FAILURE else _font_size(options, text)
    room = box.inset(max(options.edge, text_box.x - box.x), options.edge)
    plate_width = box.width
    if style.shape == "disc":
        plate_width = min(box.width, box.height)
    elif options.plate_pad and style.shape == "plate":
        fit = pen.fit(text, style.face, size, room.width, room.height)
        plate_width = min(box.width, max(fit.width + 2 * options.plate_pad, box.height))
    plate = Box(box.x + (box.width - plate_width) * options.align, box.y, plate_width, box.height)
    if style.shape == "disc":
        disc = geometry.ellipse(plate.cx, plate.cy, plate_width / 2)
        pen.path(disc, style.fill, style.edge, options.edge)
        room = plate.inset(plate_width * _CHORD, options.edge)
    else:
        pen.panel(plate, options.radius, style.fill, style.edge, options.edge)
        room = room if plate_width == box.width else plate.inset(min(options.edge, options.plate_pad), options.edge)
    pen.text(text, room, style.face, size, style.ink, options.align if plate_width == box.width else 0.5)


def _draw_sample(pen: Pen, box: Box, options: CellOptions, mark: str, text: str) -> None:
    _draw_marked(pen, box, limit_sizes(options, box.height, size=0.95, failure_size=0.8), mark, text, box)


def cell_marks(options: CellOptions, icon: str = "") -> SectionMarks:
    """Return the section's ``icon`` and plates by mark: AGAIN, FAILURE, TOWARDS (a 1 towards a failure), CONFIRM."""
    towards = replace(options.failure, shape=options.towards_shape)
    plates = {AGAIN: options.open, FAILURE: options.failure, TOWARDS: towards, CONFIRM: options.confirm}
    return SectionMarks(plates, icon)


def cell_looks(_: Any, options: CellOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the looks of cells by mark: AGAIN, FAILURE, TOWARDS (a 1 towards a failure), CONFIRM."""
    plain, plates = MarkStyle(options.face, options.ink), cell_marks(options).plates
    phrase, failure = pen.language.phrase, failure_word(pen)
    samples = {
        AGAIN: ("8", phrase("number")),
        FAILURE: (failure, phrase("“{words}”", words=failure)),
        TOWARDS: ("1", phrase("figure 1")),
        CONFIRM: ("4?", phrase("number with a question mark")),
    }
    return {
        mark: MarkLook(
            describe_look(pen.language, noun, plates[mark], plain),
            partial(_draw_sample, options=options, mark=mark, text=text),
            max(1.15, sample_width(pen, text, plates[mark].face)),
        )
        for mark, (text, noun) in samples.items()
    }


@record
class RollsOptions(CellOptions):
    """``icon`` is behind the number; ``across`` sets the entries side by side.

    Labels are to the left of their numbers or, in a band of ``label_height``, ``above`` them; without
    ``labels`` numbers have all the room. ``arrow`` draws an arrow in a band of ``arrow_width`` from each
    label to its number, which best has an ``align`` of 1. ``drop`` moves numbers down by that share of their
    icon, such as to the chest of a figure. ``open`` is a number that goes on, ``failure`` a critical failure.
    ``leading`` is the least pitch of numbers below each other, in sizes of the numbers.
    """

    icon: Icon = ""
    drop: float = 0.0
    icon_fill: Color = "accent"
    size: Points = 7.5
    face: FontFace = "bold"
    ink: Color = "paper"
    label_size: Points = 8.0
    label_face: FontFace = "semibold"
    label_ink: Color = "ink"
    label_width: Length = 4.0
    labels: bool = True
    gap: Length = 0.2
    leading: float = 0.0
    across: bool = False
    above: bool = False
    label_height: Length = 2.6
    arrow: bool = False
    arrow_width: Length = 3.2
    arrow_ink: Color = "ink"


def cells_painter(options: CellOptions, boxes: Mapping[str, Box]) -> Painter:
    """Return the painter of {label: number or Cell} in the labels' boxes."""

    @draw_cached
    def draw(pen: Pen, label: str, cell: Cell) -> None:
        draw_cell(pen, options, cell, boxes[label])

    def paint(pen: Pen, value: Mapping[str, int | Cell]) -> None:
        for label in boxes:
            draw(pen, label, as_cell(value[label]))

    return paint


def build_rolls(section: RollsSection, box: Box, options: RollsOptions, pen: Pen) -> Painter:
    """Draw labels and icons; return the painter of {label: number or Cell}."""
    count = len(section.rolls)
    if not options.labels:
        options = replace(options, label_width=0.0, label_height=0.0)
    if not options.across:
        options = keep_leading(options, box.height / max(1, count), "size")
    boxes: dict[str, Box] = {}
    for i, (label, _) in enumerate(section.rolls):
        if options.across:
            entry = Box(box.x + i * box.width / count, box.y, box.width / count, box.height)
        else:
            entry = Box(box.x, box.y + i * box.height / count, box.width, box.height / count)
        boxes[label] = _draw_label(pen, options, section.printed_label(label) if options.labels else "", entry)

    return cells_painter(options, boxes)


def _draw_label(pen: Pen, options: RollsOptions, label: str, entry: Box) -> Box:
    """Draw the label and the icon of an entry, in the places that the options say; return the box of its number."""
    style = options.label_face, options.label_size, options.label_ink
    if options.above:
        pen.text(label, Box(*entry[:3], options.label_height), *style, 0.5)
        below = Box(entry.x, entry.y + options.label_height, entry.width, entry.height - options.label_height)
        box = below.inset(options.gap)
        pen.icon(options.icon, box.cx, box.cy, min(box.width, box.height), options.icon_fill)
        return _lower(box.inset(options.gap), options)
    if options.arrow:
        return _draw_arrow(pen, options, label, entry)
    room, left = entry.width - options.label_width, entry.x
    side = min(entry.height - 2 * options.gap, room)
    if options.icon:  # label and icon are centered together
        left, room = entry.cx - (side + options.label_width) / 2, side
    pen.text(label, Box(left, entry.y, options.label_width - 0.5, entry.height), *style, 1.0)
    box = Box(left + options.label_width, entry.cy - side / 2, room, side)
    pen.icon(options.icon, box.cx, box.cy, side, options.icon_fill)
    return _lower(box.inset(box.width * 0.14, 0), options)


def _lower(box: Box, options: RollsOptions) -> Box:
    """Return the box of a number moved down by ``drop``, within its box."""
    return box._replace(y=box.y + options.drop * box.height, height=box.height * (1 - options.drop))


def _draw_arrow(pen: Pen, options: RollsOptions, label: str, entry: Box) -> Box:
    """Draw a label, an arrow and an icon; return the box of the number."""
    words = entry._replace(width=options.label_width)
    pen.text(label, words, options.label_face, options.label_size, options.label_ink, 1.0)
    gap, head = options.arrow_width * 0.16, options.label_size * 0.17
    tip = words.right + options.arrow_width - gap
    pen.path((("M", words.right + gap, entry.cy), ("L", tip, entry.cy)), None, options.arrow_ink, _SHAFT)
    point = [tip - head, entry.cy - head, tip, entry.cy, tip - head, entry.cy + head]
    pen.path(geometry.polygon(point, closed=False), None, options.arrow_ink, _SHAFT)
    left = words.right + options.arrow_width
    number_box = Box(left, entry.y, entry.right - left, entry.height).inset(0, options.gap)
    pen.icon(options.icon, number_box.cx, number_box.cy, min(number_box.width, number_box.height), options.icon_fill)
    return number_box


def rolls_looks(section: RollsSection, options: RollsOptions, pen: Pen) -> dict[str, MarkLook]:
    """Return the looks of cells by mark, and as VALUE that of a number in its icon, if there is an icon."""
    mark_looks = cell_looks(section, options, pen)
    if options.icon:
        icon = describe_icon(pen.language, options.icon)
        words = pen.language.phrase("{icon} with a number", icon=icon)
        number_options = replace(options, label_width=0.0, above=False, arrow=False)

        def draw(pen: Pen, box: Box) -> None:
            fitting = limit_sizes(number_options, box.height, size=0.62)
            draw_cell(pen, fitting, Cell(2), _draw_label(pen, fitting, "", box))

        mark_looks[VALUE] = MarkLook(words, draw)
    return mark_looks


ROLLS = Widget("rolls", RollsOptions, build_rolls, lambda o: cell_marks(o, o.icon), rolls_looks)
