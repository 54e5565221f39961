"""Results of rolls as all widgets set them: plain ones, open ones, critical failures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Literal

from deckgen.card.widgets.base import MarkLook, MarkStyle, SectionMarks, wide, within
from deckgen.card.widgets.mark_words import look_in_words
from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import figure
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import Cell
from deckgen.game.values import AGAIN, CONFIRM, FAILURE, TOWARDS
from deckgen.records import record

_CHORD = 0.12
"""How far figures stay from a disc's left and right, as a share of it."""


@record
class CellOptions:
    """``open`` is a cell that goes on, ``failure`` a critical failure, ``confirm`` what another card settles.

    ``towards_shape`` is that of a 1 that counts towards a critical failure. Plates are as wide as their room or, with a
    ``plate_pad``, as their figures and that on either side, at least square; bars are always as wide as their room.
    ``three`` is the size of three digits and more, as a share of ``size``; ``align`` where a number stands: 0 left,
    0.5 in the middle, 1 right.
    """

    size: Points = 9.0
    face: FontFace = "semibold"
    ink: Colour = "ink"
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
    pen: Pen,
    options: CellOptions,
    cell: Cell,
    box: Box,
    *,
    counts: bool = False,
    plate: Box | None = None,
) -> None:
    """A result in its box, with a plate under it where it is marked, or ``counts`` towards a failure.

    The ``plate`` fills the box unless it is given: no figure comes nearer to its neighbours for being on one.
    """
    text = figure(cell.value)
    if cell.critical_failure or counts:
        mark, text = (TOWARDS, text) if counts else (FAILURE, failure_word(pen))
    elif cell.again:
        mark = AGAIN
    elif cell.confirm:
        mark, text = CONFIRM, f"{text}?"
    else:
        pen.text(text, box, options.face, _size(options, text), options.ink, options.align)
        return
    _draw_marked(pen, plate or box, options, mark, text, box)


def failure_word(pen: Pen) -> str:
    """What is printed for a critical failure."""
    return pen.words.get("critical_failure") or pen.language.phrase("CF")


def _size(options: CellOptions, text: str) -> float:
    return options.size * (options.three if len(text) > 2 else 1.0)


def _draw_marked(pen: Pen, box: Box, options: CellOptions, mark: str, text: str, around: Box) -> None:
    """Text no wider than the box ``around`` it, on its plate, which is as wide as its own unless it is a disc or hugs the text."""
    style = cell_marks(options).plates[mark]
    size = options.failure_size if mark == FAILURE else _size(options, text)
    room = box.inset(max(options.edge, around.x - box.x), options.edge)
    wide = box.width
    if style.shape == "disc":
        wide = min(box.width, box.height)
    elif options.plate_pad and style.shape == "plate":
        fit = pen.fit(text, style.face, size, room.width, room.height)
        wide = min(box.width, max(fit.width + 2 * options.plate_pad, box.height))
    plate = Box(box.x + (box.width - wide) * options.align, box.y, wide, box.height)
    if style.shape == "disc":
        disc = geometry.ellipse(plate.cx, plate.cy, wide / 2)
        pen.path(disc, style.fill, style.edge, options.edge)
        room = plate.inset(wide * _CHORD, options.edge)
    else:
        pen.panel(plate, options.radius, style.fill, style.edge, options.edge)
        room = room if wide == box.width else plate.inset(min(options.edge, options.plate_pad), options.edge)
    pen.text(text, room, style.face, size, style.ink, options.align if wide == box.width else 0.5)


def _draw_sample(pen: Pen, box: Box, options: CellOptions, mark: str, text: str) -> None:
    _draw_marked(pen, box, within(options, box.height, size=0.95, failure_size=0.8), mark, text, box)


def cell_marks(options: CellOptions, icon: str = "") -> SectionMarks:
    """Open cells, critical failures and what counts towards them, and numbers to be confirmed."""
    towards = replace(options.failure, shape=options.towards_shape)
    plates = {AGAIN: options.open, FAILURE: options.failure, TOWARDS: towards, CONFIRM: options.confirm}
    return SectionMarks(plates, icon)


def cell_looks(_: Any, options: CellOptions, pen: Pen) -> dict[str, MarkLook]:
    """How cells are marked, each by a sample."""
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
            look_in_words(pen.language, noun, plates[mark], plain),
            partial(_draw_sample, options=options, mark=mark, text=text),
            max(1.15, wide(pen, text, plates[mark].face)),
        )
        for mark, (text, noun) in samples.items()
    }
