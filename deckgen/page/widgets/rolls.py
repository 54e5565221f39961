"""A few labelled numbers, each in an icon beside its label: hits of a burst of 3, 5 or 10."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deckgen.game.model import Rolls
from deckgen.page.geometry import Box
from deckgen.page.pen import Pen
from deckgen.page.theme import Colour, FontFace, Icon, Length, Points
from deckgen.page.widgets.base import Painter, Widget


@dataclass(frozen=True)
class Look:
    """``icon`` holds the number; ``across`` sets the entries side by side instead of below each other."""

    icon: Icon = ""
    icon_fill: Colour = "accent"
    size: Points = 7.5
    face: FontFace = "bold"
    ink: Colour = "paper"
    label_size: Points = 8.0
    label_face: FontFace = "semibold"
    label_ink: Colour = "ink"
    label_width: Length = 4.0
    gap: Length = 0.2
    across: bool = False


def build(section: Rolls, box: Box, look: Look, pen: Pen) -> Painter:
    """Labels and icons now, the numbers for each card."""
    count = len(section.rolls)
    boxes: dict[str, Box] = {}
    for i, (label, _) in enumerate(section.rolls):
        if look.across:
            part = Box(box.x + i * box.width / count, box.y, box.width / count, box.height)
        else:
            part = Box(box.x, box.y + i * box.height / count, box.width, box.height / count)
        side = min(part.height - 2 * look.gap, part.width - look.label_width)
        left = part.cx - (side + look.label_width) / 2
        label_box = Box(left, part.y, look.label_width - 0.5, part.height)
        pen.text(label, label_box, look.label_face, look.label_size, look.label_ink, 1.0)
        place = Box(left + look.label_width, part.cy - side / 2, side, side)
        if look.icon:
            pen.icon(look.icon, place.cx, place.cy, side, look.icon_fill)
        boxes[label] = place.inset(side * 0.14)

    def paint(pen: Pen, value: Mapping[str, Any]) -> None:
        for label, place in boxes.items():
            number = value[label]
            shown = number["value"] if isinstance(number, Mapping) else number
            pen.text(str(shown), place, look.face, look.size, look.ink)

    return paint


WIDGET = Widget(Look, (Rolls,), build)
