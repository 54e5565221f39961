"""Lines to cut and fold by: on a plate of their own, which guides the die and is not printed.

Print shops ask for lines in a spot colour that overprints, strokes without fills, and never as a part of the art; cuts
are whole, folds dashed (so say guides such as infoaboutprint.com, "Overprinting a die line in your art design", 2010, and
those of makers of boxes, as read in 2026-11).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Ink, Item, Style
from deckgen.draw.geometry import rectangle
from deckgen.errors import Fault, PressError
from deckgen.press.imposition import marks
from deckgen.press.pages import Page, page_for

if TYPE_CHECKING:
    from deckgen.press.target import Target

LINES = "#00aeef"
"""The colour of the lines on screens."""
WEIGHT = 0.25
"""How thick they are, in mm."""
_DIE = Ink("die lines", LINES, (1, 0, 0, 0), spot="Dieline")


def die_lines(width: float, height: float, items: Iterable[Item]) -> Drawing:
    """Lines as a drawing of the page's size, on the plate."""
    return Drawing(width, height, 0, tuple(items), Style(marks.marks_pen().fonts.files, {LINES: _DIE}, {}))


def card_page(card: Drawing, target: Target) -> Page:
    """A page for the die alone: the outline of a card with the target's corners, its boxes those of a face's page.

    Raises PressError if a card has no room for such corners.
    """
    corner, most = target.dieline or 0.0, min(card.width, card.height) / 2
    if corner > most:
        what = f"corners of {corner:g} mm do not fit on a card of {card.width:g} × {card.height:g} mm"
        remedy = f"at most {most:g} mm: mend dieline: in the target {target.name}"
        raise PressError(Fault(card.title, None, "", what, remedy))
    page, pen = page_for(card, target, "dieline"), marks.marks_pen()
    reach = target.bleed + target.slug
    pen.path(rectangle(reach, reach, card.width, card.height, corner), None, LINES, WEIGHT)
    return replace(page, marks=die_lines(page.width, page.height, pen.items))
