"""Results in documents, marked as on the card: with its faces, colours and icons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deckgen.card.widgets import POKER, WIDGETS, default
from deckgen.document.results import AGAIN, FAILURE, MARKED, STANDARD, Result
from deckgen.draw import theme as themes
from deckgen.draw.drawing import Style
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import AnySection, DeckSpec

if TYPE_CHECKING:
    from deckgen.card.layout import Layout


@dataclass(frozen=True)
class MarkStyle:
    """How a marked value is set: its face, and screen colours of text, ground and outline, "" for none."""

    face: str
    ink: str
    fill: str = ""
    edge: str = ""


@dataclass(frozen=True)
class SectionMarks:
    """How a section's values are marked: ``plates`` by the names of marks, "" for values without one.

    ``icon`` stands for the whole section, ``mark`` for marks that have no plate.
    """

    plates: Mapping[str, MarkStyle]
    icon: str = ""
    mark: str = ""


def plate_of(result: Result, marks: SectionMarks) -> MarkStyle:
    """How a result is set."""
    return marks.plates[next((mark for mark in result.marks if mark in marks.plates), "")]


def section_marks(layout: Layout, spec: DeckSpec, style: Stylesheet) -> dict[str, SectionMarks]:
    """What every section looks like on the card that ``layout`` draws. Raises LayoutError for a wrong theme."""
    faults = Faults()
    ink, paper, opened, alarm = (style.colour(name) for name in ("ink", "paper", "open", "alarm"))
    found = {}
    for section in spec.sections:
        own = _options(layout, section.name, section, faults)

        def plate(prefix: str, *otherwise: str) -> MarkStyle:
            parts = zip(("face", "ink", "fill", "edge"), otherwise, strict=False)
            return MarkStyle(*(getattr(own, f"{prefix}_{part}", each) for part, each in parts))  # noqa: B023 (called at once)

        plates = {
            AGAIN: plate("open", "bold-italic", ink, opened, ink),
            FAILURE: plate("failure", "bold", alarm, "", ""),
            STANDARD: plate("standard", "bold", ink),
            MARKED: MarkStyle("bold", paper, ink),
            "": MarkStyle(style.table.face, style.table.ink),
        }
        found[section.name] = SectionMarks(plates, getattr(own, "icon", ""), getattr(own, "mark", ""))
    faults.raise_as(LayoutError)
    return found


def suit_icons(layout: Layout) -> str:
    """What the names of the suits' icons begin with."""
    return str(getattr(_options(layout, POKER, None, Faults()), "suits", ""))


def _options(layout: Layout, name: str, section: AnySection | None, faults: Faults) -> Any:
    """The options of the widget that draws a section on the card."""
    if name in layout.looks:
        return layout.looks[name][1]
    widget = WIDGETS[POKER if section is None else default(section)]
    options = layout.theme.slots.get(name, {})
    return themes.resolve(widget.look, options, layout.theme, layout.template.icons, faults, f"slots.{name}")


def with_card(style: Stylesheet, layout: Layout) -> Stylesheet:
    """The style sheet with the card's inks and icons beside its own."""
    inks = {**layout.theme.by_screen(), **style.shared.inks}
    return replace(style, shared=Style(style.shared.fonts, inks, layout.template.icons))


def draw_result(pen: Pen, result: Result, marks: SectionMarks, box: Box, size: float) -> None:
    """A result in the middle of ``box``, marked as on the card."""
    plate = plate_of(result, marks)
    pen.box(*box.inset(0.22), plate.fill, plate.edge, 0.22)
    if not result.text:
        return
    lead = 1.5 if marks.mark else 0.0
    fit = pen.fit(result.text, plate.face, size, box.width - lead - 0.5, box.height)
    base = box.y + (box.height + pen.cap(plate.face) * fit.size) / 2
    left = box.x + lead + (0.5 if lead else (box.width - fit.width) / 2)
    if marks.mark and not all(mark in marks.plates for mark in result.marks):
        pen.icon(marks.mark, box.x + 1.1, box.cy, 1.15, marks.plates[""].ink)
    pen.line(result.text, left, base, plate.face, fit.size, plate.ink, slot="cell")
