"""One value in or under an icon: a modifier on a shield, a number under a broken wrench."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckgen.card.widgets.base import Painter, SectionMarks, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import signed
from deckgen.draw.theme import Colour, FontFace, Icon, Points
from deckgen.game.model import DistributionSection, FixedSection, OrdinalSection, word


@dataclass(frozen=True)
class BadgeOptions:
    """``icon`` stands for a value, ``none`` for its absence.

    ``beside`` puts the number into the lower right corner, which the icon leaves free; ``lift`` moves the number inside the icon up by that share of its size.
    """

    icon: Icon = ""
    icon_fill: Colour = "accent"
    none: Icon = ""
    none_fill: Colour = "steel"
    size: Points = 12.0
    face: FontFace = "bold"
    ink: Colour = "paper"
    signed: bool = False
    beside: bool = False
    lift: float = 0.0


def build(
    section: DistributionSection | FixedSection | OrdinalSection, box: Box, options: BadgeOptions, _: Pen
) -> Painter:
    """Nothing is the same on every card."""
    side = min(box.width, box.height)
    corner = Box(box.x + box.width * 0.45, box.y + box.height * 0.55, box.width * 0.55, box.height * 0.45)

    def paint(pen: Pen, value: Any) -> None:
        if value is None:
            if options.none:
                pen.icon(options.none, box.cx, box.cy, side, options.none_fill)
            return
        plain = str(value) if isinstance(section, OrdinalSection) else word(section.outcomes, value)
        shown = signed(value) if options.signed and isinstance(value, int) else plain
        if options.beside:
            if options.icon:
                x, y = box.x + side * 0.44, box.y + side * 0.44
                pen.icon(options.icon, x, y, side * 0.88, options.icon_fill)
            pen.text(shown, corner, options.face, options.size, options.ink, 1.0)
            return
        if options.icon:
            pen.icon(options.icon, box.cx, box.cy, side, options.icon_fill)
        inner = Box(box.cx - side * 0.4, box.y - options.lift * side, side * 0.8, box.height)
        pen.text(shown, inner, options.face, options.size, options.ink)

    return paint


WIDGET = Widget("badge", BadgeOptions, build, lambda options: SectionMarks(icon=options.icon))
