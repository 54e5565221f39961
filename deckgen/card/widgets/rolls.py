"""A few labelled numbers, each in an icon beside its label: hits of a burst of 3, 5 or 10."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckgen.card.widgets.base import Painter, Widget
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Colour, FontFace, Icon, Length, Points
from deckgen.game.model import RollsSection


@dataclass(frozen=True)
class RollsOptions:
    """``icon`` or a plate of ``fill`` holds the number; ``across`` sets the entries side by side.

    Labels stand to the left of their numbers or, in a band of ``label_height``, ``above`` them.
    ``icon_width`` puts the icon in a band of that width beside the number instead of under it.
    ``fill`` is as wide as the room beside the label, an icon is square. ``zebra`` lies under every other entry.
    """

    icon: Icon = ""
    icon_width: Length = 0.0
    icon_fill: Colour = "accent"
    fill: Colour = "none"
    zebra: Colour = "none"
    radius: Length = 0.7
    size: Points = 7.5
    face: FontFace = "bold"
    ink: Colour = "paper"
    label_size: Points = 8.0
    label_face: FontFace = "semibold"
    label_ink: Colour = "ink"
    label_width: Length = 4.0
    gap: Length = 0.2
    across: bool = False
    above: bool = False
    label_height: Length = 2.6


def build(section: RollsSection, box: Box, look: RollsOptions, pen: Pen) -> Painter:
    """Labels and icons now, the numbers for each card."""
    count = len(section.rolls)
    boxes: dict[str, Box] = {}
    for i, (label, _) in enumerate(section.rolls):
        if look.across:
            part = Box(box.x + i * box.width / count, box.y, box.width / count, box.height)
        else:
            part = Box(box.x, box.y + i * box.height / count, box.width, box.height / count)
        if i % 2 == 1:
            pen.panel(part, look.radius, look.zebra)
        boxes[label] = _place(pen, look, label, part)

    def paint(pen: Pen, value: Mapping[str, int]) -> None:
        for label, place in boxes.items():
            pen.text(str(value[label]), place, look.face, look.size, look.ink)

    return paint


def _place(pen: Pen, look: RollsOptions, label: str, part: Box) -> Box:
    """The label of an entry, and where its number goes."""
    if look.above:
        pen.text(label, Box(*part[:3], look.label_height), look.label_face, look.label_size, look.label_ink)
        below = Box(part.x, part.y + look.label_height, part.width, part.height - look.label_height)
        place = below.inset(look.gap)
        pen.panel(place, look.radius, look.fill)
        if look.icon:
            pen.icon(look.icon, place.cx, place.cy, min(place.width, place.height), look.icon_fill)
        return place.inset(look.gap)
    room, left = part.width - look.label_width, part.x
    side = min(part.height - 2 * look.gap, room)
    if look.icon and not look.icon_width:  # label and icon stand together in the middle
        left, room = part.cx - (side + look.label_width) / 2, side
    words = Box(left, part.y, look.label_width - 0.5, part.height)
    pen.text(label, words, look.label_face, look.label_size, look.label_ink, 1.0)
    place = Box(left + look.label_width, part.cy - side / 2, room, side)
    if look.icon_width:
        tall = min(side, 2 * look.icon_width)
        pen.icon(look.icon, place.x + look.icon_width / 2, place.cy, tall, look.icon_fill)
        place = Box(place.x + look.icon_width, place.y, place.width - look.icon_width, place.height)
    elif look.icon:
        pen.icon(look.icon, place.cx, place.cy, side, look.icon_fill)
    pen.panel(place, look.radius, look.fill)
    return place.inset(place.width * 0.14, 0)


WIDGET = Widget(RollsOptions, (RollsSection,), build)
