"""A brush for pages that are laid out by hand: words and boxes in a document's look, cells in the card's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.card.widgets import POKER
from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.document.results import AGAIN, FAILURE, MARKED, STANDARD, Result
from deckgen.draw.drawing import Item, Path, Style, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import rectangle
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import DeckSpec

if TYPE_CHECKING:
    from deckgen.card.layout import Layout

SMALLEST = 6.5 * PT


def section_marks(layout: Layout, spec: DeckSpec, look: Stylesheet) -> dict[str, SectionMarks]:
    """How every section is marked on the card that ``layout`` draws. Raises LayoutError for a wrong theme."""
    faults = Faults()
    ink = look.colour("ink")
    usual = {
        AGAIN: MarkStyle("bold-italic", ink, look.colour("open"), ink),
        FAILURE: MarkStyle("bold", look.colour("alarm")),
        STANDARD: MarkStyle("bold", ink),
        MARKED: MarkStyle("bold", look.colour("paper"), ink),
    }
    marks = {section.name: layout.marks(section.name, section, faults) for section in spec.sections}
    faults.raise_as(LayoutError)
    return {name: replace(own, plates={**usual, **own.plates}) for name, own in marks.items()}


def suit_icons(layout: Layout) -> str:
    """What the names of the suits' icons begin with."""
    return layout.marks(POKER, None, Faults()).suits


def with_card(look: Stylesheet, layout: Layout) -> Stylesheet:
    """The document's look with the card's inks and icons beside its own."""
    inks = {**layout.theme.by_screen(), **look.style.inks}
    return replace(look, style=Style(look.style.fonts, inks, layout.template.icons))


class Brush:
    """Collects the items of one page."""

    def __init__(self, look: Stylesheet) -> None:
        self.look, self.fonts = look, look.fonts
        self.items: list[Item] = []

    def width(self, text: str, face: str, size: float) -> float:
        """Width in mm."""
        return self.fonts.em(text, face) * size

    def words(
        self,
        text: str,
        x: float,
        y: float,
        face: str,
        size: float,
        ink: str,
        align: float = 0.0,
        *,
        slot: str = "",
    ) -> float:
        """A line on the baseline y, its left, middle or right at x (``align`` 0, ½, 1); its width."""
        if not text:
            return 0.0
        wide = self.fonts.em(text, face) * size
        self.items.append(Text(x - align * wide, y, text, face, size, ink, slot=slot))
        return wide

    def upward(
        self, text: str, x: float, y: float, face: str, size: float, ink: str, *, slot: str = ""
    ) -> None:
        """A line that runs up the page from (x, y), its baseline at the right."""
        self.items.append(Text(x, y, text, face, size, ink, angle=-90.0, slot=slot))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        edge: str = "",
        weight: float = 0.0,
    ) -> None:
        """A rectangle."""
        if fill or edge:
            shape = rectangle(x, y, width, height)
            self.items.append(Path(shape, fill or None, edge or None, weight if edge else 0.0))

    def line(self, x1: float, y1: float, x2: float, y2: float, ink: str, weight: float) -> None:
        """A straight line."""
        self.items.append(Path((("M", x1, y1), ("L", x2, y2)), stroke=ink, stroke_width=weight))

    def icon(self, name: str, cx: float, cy: float, size: float, ink: str) -> bool:
        """A symbol of the card's layout, if it has one of that name."""
        if not name or name not in self.look.style.symbols:
            return False
        self.items.append(Use(name, (size, 0.0, 0.0, size, cx, cy), ink))
        return True

    def cell(
        self, result: Result, look: SectionMarks, x: float, y: float, width: float, height: float, size: float
    ) -> None:
        """A result in the middle of its place, marked as on the card."""
        ink, face = self.look.table.ink, self.look.table.face
        plate = next((look.plates[mark] for mark in result.marks if mark in look.plates), None)
        if plate is not None:
            ink, face = plate.ink, plate.face
            gap = 0.22
            self.box(x + gap, y + gap, width - 2 * gap, height - 2 * gap, plate.fill, plate.edge, 0.22)
        if not result.text:
            return
        marked = look.mark and not all(mark in look.plates for mark in result.marks)
        lead = 1.5 if look.mark else 0.0
        size = self.fit(result.text, face, size, width - lead - 0.5)
        wide = self.fonts.em(result.text, face) * size
        base = y + (height + self.fonts.cap(face) * size) / 2
        left = x + lead + (0.5 if lead else (width - wide) / 2)
        if marked:
            self.icon(look.mark, x + 1.1, y + height / 2, 1.15, self.look.table.ink)
        self.items.append(Text(left, base, result.text, face, size, ink, slot="cell"))

    def fit(self, text: str, face: str, size: float, room: float) -> float:
        """The size at which a text fits, but never below the smallest."""
        wide = self.fonts.em(text, face)
        return max(SMALLEST, min(size, room / wide)) if wide else size
