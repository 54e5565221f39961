"""Results of rolls as all widgets set them: plain ones, open ones, critical failures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from deckgen.card.widgets.base import MarkLook, MarkStyle, SectionMarks, wide, within
from deckgen.card.widgets.mark_words import look_in_words
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import figure
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import Cell
from deckgen.game.values import AGAIN, CONFIRM, FAILURE, TOWARDS


@dataclass(frozen=True)
class CellOptions:
    """``open`` is a cell that goes on, ``failure`` a critical failure, ``confirm`` what another card settles."""

    size: Points = 9.0
    face: FontFace = "semibold"
    ink: Colour = "ink"
    open_fill: Colour = "open"
    open_ink: Colour = "ink"
    open_edge: Colour = "ink"
    open_face: FontFace = "bold-italic"
    failure_fill: Colour = "tint"
    failure_ink: Colour = "alarm"
    failure_edge: Colour = "none"
    failure_face: FontFace = "bold"
    failure_size: Points = 7.0
    confirm_fill: Colour = "none"
    confirm_ink: Colour = "alarm"
    confirm_edge: Colour = "alarm"
    confirm_face: FontFace = "bold"
    radius: Length = 0.7
    edge: Length = 0.2


def draw_cell(pen: Pen, options: CellOptions, cell: Cell, box: Box, *, counts: bool = False) -> None:
    """A result in the middle of its box, with a plate under it where it is marked, or ``counts`` towards a failure."""
    if cell.critical_failure or counts:
        word = figure(cell.value) if counts else failure_word(pen)
        _draw_marked(pen, box, options, TOWARDS if counts else FAILURE, word)
    elif cell.again:
        _draw_marked(pen, box, options, AGAIN, figure(cell.value))
    elif cell.confirm:
        _draw_marked(pen, box, options, CONFIRM, f"{figure(cell.value)}?")
    else:
        pen.text(figure(cell.value), box, options.face, options.size, options.ink)


def failure_word(pen: Pen) -> str:
    """What is printed for a critical failure."""
    return pen.words.get("critical_failure") or pen.language.phrase("CF")


def _draw_marked(pen: Pen, box: Box, options: CellOptions, mark: str, text: str) -> None:
    style = cell_marks(options).plates[mark]
    pen.panel(box, options.radius, style.fill, style.edge, options.edge)
    size = options.failure_size if mark == FAILURE else options.size
    pen.text(text, box.inset(options.edge), style.face, size, style.ink)


def _draw_sample(pen: Pen, box: Box, options: CellOptions, mark: str, text: str) -> None:
    _draw_marked(pen, box, within(options, box.height, size=0.95, failure_size=0.8), mark, text)


def cell_marks(options: CellOptions, icon: str = "") -> SectionMarks:
    """Open cells, critical failures and what counts towards them, and numbers to be confirmed."""
    again = MarkStyle(options.open_face, options.open_ink, options.open_fill, options.open_edge)
    failure = MarkStyle(options.failure_face, options.failure_ink, options.failure_fill, options.failure_edge)
    confirm = MarkStyle(options.confirm_face, options.confirm_ink, options.confirm_fill, options.confirm_edge)
    return SectionMarks({AGAIN: again, FAILURE: failure, TOWARDS: failure, CONFIRM: confirm}, icon)


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
