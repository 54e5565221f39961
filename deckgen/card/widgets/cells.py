"""Results of rolls as all widgets set them: plain ones, open ones, critical failures."""

from __future__ import annotations

from dataclasses import dataclass

from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import figure
from deckgen.draw.theme import Colour, FontFace, Length, Points
from deckgen.game.model import Cell


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
        pen.panel(box, options.radius, options.failure_fill, options.failure_edge, options.edge)
        word = figure(cell.value) if counts else pen.words.get("critical_failure", "CF")
        size = options.size if counts else options.failure_size
        pen.text(word, box.inset(options.edge), options.failure_face, size, options.failure_ink)
    elif cell.again:
        pen.panel(box, options.radius, options.open_fill, options.open_edge, options.edge)
        text = figure(cell.value)
        pen.text(text, box.inset(options.edge), options.open_face, options.size, options.open_ink)
    elif cell.confirm:
        pen.panel(box, options.radius, options.confirm_fill, options.confirm_edge, options.edge)
        text = f"{figure(cell.value)}?"
        pen.text(text, box.inset(options.edge), options.confirm_face, options.size, options.confirm_ink)
    else:
        pen.text(figure(cell.value), box, options.face, options.size, options.ink)


def cell_marks(options: CellOptions, icon: str = "") -> SectionMarks:
    """Open cells, critical failures and what counts towards them, and numbers to be confirmed."""
    again = MarkStyle(options.open_face, options.open_ink, options.open_fill, options.open_edge)
    failure = MarkStyle(options.failure_face, options.failure_ink, options.failure_fill, options.failure_edge)
    confirm = MarkStyle(options.confirm_face, options.confirm_ink, options.confirm_fill, options.confirm_edge)
    plates = {"again": again, "critical_failure": failure, "towards_failure": failure, "confirm": confirm}
    return SectionMarks(plates, icon)
