"""Results in documents, marked as on the card: with its faces, colours and icons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckgen.card.widgets import POKER
from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.document.results import AGAIN, CONFIRM, FAILURE, MARKED, STANDARD, TOWARDS, Result
from deckgen.draw.drawing import Style
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import DeckSpec

if TYPE_CHECKING:
    from deckgen.card.layout import Layout


@dataclass(frozen=True, kw_only=True)
class ResultStyles(SectionMarks):
    """How a section's results look in documents: marked as on the card, or else ``plain``."""

    plain: MarkStyle

    def style(self, result: Result) -> MarkStyle:
        """How that result looks."""
        return next((self.plates[mark] for mark in result.marks if mark in self.plates), self.plain)


def result_styles(layout: Layout, spec: DeckSpec, style: Stylesheet) -> dict[str, ResultStyles]:
    """By section, how results are marked on the card that ``layout`` draws. Raises LayoutError for a wrong theme."""
    faults = Faults()
    ink = style.colour("ink")
    usual = {
        AGAIN: MarkStyle("bold-italic", ink, style.colour("open"), ink),
        FAILURE: MarkStyle("bold", style.colour("alarm")),
        TOWARDS: MarkStyle("bold", style.colour("alarm")),
        CONFIRM: MarkStyle("bold", style.colour("alarm"), "", style.colour("alarm")),
        STANDARD: MarkStyle("bold", ink),
        MARKED: MarkStyle("bold", style.colour("paper"), ink),
    }
    marks = {section.name: layout.marks(section.name, section, faults) for section in spec.sections}
    faults.raise_as(LayoutError)
    plain = MarkStyle(style.table.face, style.table.ink)
    return {
        name: ResultStyles({**usual, **own.plates}, own.icon, own.mark, own.suits, plain=plain)
        for name, own in marks.items()
    }


def suit_icons(layout: Layout) -> str:
    """What the names of the suits' icons begin with."""
    return layout.marks(POKER, None, Faults()).suits


def with_card(style: Stylesheet, layout: Layout) -> Stylesheet:
    """The style sheet with the card's inks and icons beside its own."""
    inks = {**layout.theme.by_screen(), **style.shared.inks}
    return replace(style, shared=Style(style.shared.fonts, inks, layout.template.icons))


def draw_result(pen: Pen, result: Result, styles: ResultStyles, box: Box, size: float) -> None:
    """A result in the middle of ``box``, marked as on the card."""
    plate = styles.style(result)
    pen.box(*box.inset(0.22), plate.fill, plate.edge, 0.22)
    if not result.text:
        return
    lead = 1.5 if styles.mark else 0.0
    fit = pen.fit(result.text, plate.face, size, box.width - lead - 0.5, box.height)
    base = box.y + (box.height + pen.cap(plate.face) * fit.size) / 2
    left = box.x + lead + (0.5 if lead else (box.width - fit.width) / 2)
    if styles.mark and not all(mark in styles.plates for mark in result.marks):
        pen.icon(styles.mark, box.x + 1.1, box.cy, 1.15, styles.plain.ink)
    pen.line(result.text, left, base, plate.face, fit.size, plate.ink, slot="cell")
