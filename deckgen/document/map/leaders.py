"""Leaders: straight lines from the edge of a card to the edge of a slot, where they cover least of what is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from deckgen.draw.drawing import Drawing, Item, Path, Text, Use
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, extent, union
from deckgen.draw.text import text_box
from deckgen.records import record

Side = Literal["left", "right", "top", "bottom"]
_SLOTS = "sections"  # what the symbols begin with that hold what slots print on every card
_HALF = 0.22  # mm of the card, half of what a line covers
_CLEAR = 0.7  # how far it likes to be from figures
_DOT = 0.45  # radius of the dot at its end
_NEAR = 1.0  # mm beyond a slot what is drawn still belongs to it, as a shadow does
_LAYERS = 2  # of art below a figure
_LARGE = 14.0  # mm: larger things in the card's art are grounds
_FINE = 0.8  # mm: smaller ones may be covered
_CROSSED = 60.0  # what a crossed figure costs, in mm of a longer line
_TOUCHED = 60.0  # what it costs that the dot touches one
_ENDS = 400  # that are tried along half a side, at most: more than 100 mm have


@record
class Leader:
    """It leads from that side of the card to (x, y), on the edge of the slot that has this number; mm of the card."""

    number: int
    side: Side
    x: float
    y: float

    @property
    def at(self) -> float:
        """Where it begins, along its side."""
        return self.y if self.side in ("left", "right") else self.x

    def box(self, card: Drawing) -> Box:
        x, y = self.x, self.y
        match self.side:
            case "left":
                return Box(0, y - _HALF, x, 2 * _HALF)
            case "right":
                return Box(x, y - _HALF, card.width - x, 2 * _HALF)
            case "top":
                return Box(x - _HALF, 0, 2 * _HALF, y)
        return Box(x - _HALF, y, 2 * _HALF, card.height - y)


def leaders(
    slots: Mapping[int, Box],
    drawn: Sequence[Box],
    card: Drawing,
    *,
    apart: float,
    sides: Collection[Side] = ("left", "right", "top", "bottom"),
    step: float = 0.25,
) -> list[Leader]:
    """A leader to each slot, the hardest first: across as few of the ``drawn`` boxes as can be, then short.

    Ends are tried every ``step`` mm along each side of a slot. At each of the ``sides`` of the card leaders are so far
    ``apart``, while there is room.
    """
    every = {number: sorted(_tried(number, slot, drawn, card, sides, step)) for number, slot in slots.items()}
    placed: list[Leader] = []
    for number in sorted(slots, key=lambda n: -every[n][0][0]):
        free = [(cost, i, leader) for cost, i, leader in every[number] if _is_free(leader, placed, apart)]
        others = [leader.box(card) for leader in placed]
        tried = free or every[number]
        crossed = _hits([leader.box(card) for _, _, leader in tried], others)
        best = min(
            zip(tried, crossed, strict=True), key=lambda each: (each[0][0] + _CROSSED * each[1], each[0][1])
        )
        placed.append(best[0][2])
    return placed


def _tried(
    number: int, slot: Box, drawn: Sequence[Box], card: Drawing, sides: Collection[Side], step: float
) -> Iterator[tuple[float, int, Leader]]:
    """Every leader to a slot with its cost: the figures it crosses, those its end covers, its length."""
    possible = [each for each in _possible(number, slot, step) if each.side in sides]
    lines = [leader.box(card) for leader in possible]
    ends = [Box(leader.x - _DOT, leader.y - _DOT, 2 * _DOT, 2 * _DOT) for leader in possible]
    wide = _HALF - _CLEAR
    around = [line.inset(0.0, wide) if line.width >= line.height else line.inset(wide, 0.0) for line in lines]
    counts = (_hits(boxes, drawn) for boxes in (lines, ends, around))
    for i, (leader, line, crossed, covered, near) in enumerate(zip(possible, lines, *counts, strict=True)):
        upright = 4.0 if leader.side in ("top", "bottom") else 0.0
        yield (
            _CROSSED * crossed + _TOUCHED * covered + near + max(line.width, line.height) + upright,
            i,
            leader,
        )


def _possible(number: int, slot: Box, step: float) -> Iterator[Leader]:
    down, across = (min(_ENDS, int(side / 2 / step)) for side in (slot.height, slot.width))
    for i in range(down + 1):  # from the middle on
        for y in dict.fromkeys((slot.cy - i * step, slot.cy + i * step)):
            yield Leader(number, "left", slot.x, y)
            yield Leader(number, "right", slot.right, y)
    for i in range(across + 1):
        for x in dict.fromkeys((slot.cx - i * step, slot.cx + i * step)):
            yield Leader(number, "top", x, slot.y)
            yield Leader(number, "bottom", x, slot.bottom)


def _is_free(leader: Leader, placed: Iterable[Leader], apart: float) -> bool:
    return all(other.side != leader.side or abs(other.at - leader.at) >= apart for other in placed)


def _hits(boxes: Sequence[Box], others: Sequence[Box]) -> list[int]:
    """How many of the others each box overlaps."""
    (x, y, right, bottom), (left, top, end, low) = (
        np.array([(*b[:2], b.right, b.bottom) for b in some]).reshape(-1, 4).T for some in (boxes, others)
    )
    across = (x[:, None] < end) & (left < right[:, None])
    return [*map(int, (across & (y[:, None] < low) & (top < bottom[:, None])).sum(axis=1))]


def around(slot: Box, printed: Sequence[Box], art: Sequence[Box], off: float) -> Box:
    """A box ``off`` mm around what is printed in a slot and the art that it stands on; the slot itself if that is nothing."""
    near = slot.inset(-_NEAR)
    own = [box for box in printed if slot.x <= box.cx <= slot.right and slot.y <= box.cy <= slot.bottom]
    if not own:
        return slot
    found = union(own)
    on = [box for box in art if near.x <= box.cx <= near.right and near.y <= box.cy <= near.bottom]
    for _ in range(_LAYERS):
        found = union([found, *(box for box in on if any(_hits([box], [found.inset(-_HALF)])))])
    return found.inset(-off)


def drawn_boxes(front: Drawing, fonts: Fonts, icons: Collection[str]) -> tuple[list[Box], list[Box]]:
    """Where words, figures, icons and plates of slots are on a card, and where its art has words and small things."""
    printed: list[Box] = []
    art: list[Box] = []
    for item in front.items:
        is_art = isinstance(item, Use) and item.symbol not in icons and not item.symbol.startswith(_SLOTS)
        (art if is_art else printed).extend(_boxes(item, front, fonts, icons, own=not is_art))
    return printed, art


def _boxes(item: Item, front: Drawing, fonts: Fonts, icons: Collection[str], *, own: bool) -> Iterator[Box]:
    match item:
        case Text():
            yield text_box(item, fonts)
        case Use() if item.symbol in icons:
            side, x, y = item.matrix[0], item.matrix[4], item.matrix[5]
            yield Box(x - side / 2, y - side / 2, side, side)
        case Use():  # what is the same on all cards, which stands where it was drawn
            for each in front.style.symbols[item.symbol].items:
                yield from _boxes(each, front, fonts, icons, own=False)
        case Path():
            box = extent(item.segments)
            if own or _FINE < max(box.width, box.height) < _LARGE:
                yield box
