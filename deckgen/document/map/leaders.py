"""Leaders: straight lines from a card's edge to its slots, placed where they cover least.

And a small card with its parts named at both sides, for a box or a page.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from deckgen.card.faces import draw_faces
from deckgen.card.strings import ALIGN
from deckgen.draw.contrast import first_readable
from deckgen.draw.drawing import Drawing, Gradient, Item, Matrix, Path, Picture, Style, Text, Use
from deckgen.draw.fonts import PT, Fonts
from deckgen.draw.geometry import (
    Box,
    apply_matrix,
    bounding_box,
    compose,
    ellipse,
    item_outline,
    mean_scale,
    move_art,
    rectangle,
    transform_outline,
    union,
)
from deckgen.draw.pen import Pen
from deckgen.draw.text import text_box, wrap
from deckgen.errors import Problems
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Deck
    from deckgen.game.model import AnySection, DeckSpec, Game

Side = Literal["left", "right", "top", "bottom"]
_SLOTS = "sections"  # prefix of symbols with what slots print on every card
_HALF = 0.22  # mm of the card, half the width of a line with its edge
_CLEAR = 0.7  # mm, preferred distance from figures
_DOT = 0.45  # mm, radius of the dot at its end
_NEAR = 1.0  # mm around a slot in which drawn things belong to it, such as shadows
_LABEL = 3.5  # mm between a slot and its title
_LAYERS = 2  # art below a figure, and art below that
_LARGE = 14.0  # mm: larger things in the card's art are grounds
_FINE = 0.8  # mm: smaller ones may be covered
_CROSS_COST = 60.0  # mm of a longer line, cost of a crossed figure
_TOUCH_COST = 60.0  # mm of a longer line, cost of a figure under the dot
_SLOT_COST = 25.0  # mm of a longer line, cost of another slot that is crossed
_MAX_ENDS = 400  # ends tried along half a side, more than 100 mm have


@record
class Leader:
    """A line from a ``side`` of the card to (x, y) on the edge of slot ``number``; mm of the card."""

    number: int
    side: Side
    x: float
    y: float

    @property
    def start(self) -> float:
        """Position along its side where it begins."""
        return self.y if self.side in ("left", "right") else self.x

    def box(self, card: Drawing) -> Box:
        """Return the line as a box in mm of the card, which is a little wider than the line."""
        x, y = self.x, self.y
        match self.side:
            case "left":
                return Box(0, y - _HALF, x, 2 * _HALF)
            case "right":
                return Box(x, y - _HALF, card.width - x, 2 * _HALF)
            case "top":
                return Box(x - _HALF, 0, 2 * _HALF, y)
        return Box(x - _HALF, y, 2 * _HALF, card.height - y)


def place_leaders(
    slots: Mapping[int, Box],
    obstacles: Sequence[Box],
    card: Drawing,
    *,
    gap: float,
    sides: Collection[Side] = ("left", "right", "top", "bottom"),
    step: float = 0.25,
) -> list[Leader]:
    """Return a short leader to each slot, hardest slots first, that crosses few of the ``obstacles``.

    Ends are tried every ``step`` mm along each side of a slot. Leaders at one side keep ``gap`` mm, if they can.
    """
    candidates = {
        n: sorted(_costed_leaders(n, slot, obstacles, [slots[o] for o in slots if o != n], card, sides, step))
        for n, slot in slots.items()
    }
    placed: list[Leader] = []
    for number in sorted(slots, key=lambda n: -candidates[n][0][0]):
        free = [
            option
            for option in candidates[number]
            if all(near.side != option[2].side or abs(near.start - option[2].start) >= gap for near in placed)
        ]
        placed_boxes = [leader.box(card) for leader in placed]
        options = free or candidates[number]
        crossings = _overlaps([leader.box(card) for _, _, leader in options], placed_boxes)
        best = min(
            zip(options, crossings, strict=True), key=lambda pair: (pair[0][0] + _CROSS_COST * pair[1], pair[0][1])
        )
        placed.append(best[0][2])
    return placed


def _costed_leaders(
    number: int,
    slot: Box,
    obstacles: Sequence[Box],
    others: Sequence[Box],
    card: Drawing,
    sides: Collection[Side],
    step: float,
) -> Iterator[tuple[float, int, Leader]]:
    """Yield all leaders of a slot as (cost, index, leader).

    The cost is the length, and more for figures crossed or covered and for ``others``, slots crossed, in mm.
    """
    leaders = [leader for leader in _possible_leaders(number, slot, step) if leader.side in sides]
    lines = [leader.box(card) for leader in leaders]
    dots = [Box(leader.x - _DOT, leader.y - _DOT, 2 * _DOT, 2 * _DOT) for leader in leaders]
    pad = _HALF - _CLEAR
    margins = [line.inset(0.0, pad) if line.width >= line.height else line.inset(pad, 0.0) for line in lines]
    counts = [_overlaps(boxes, obstacles) for boxes in (lines, dots, margins)]
    counts.append(_overlaps(lines, [other.inset(_HALF) for other in others]))
    for i, (leader, line, crossed, covered, touched, strange) in enumerate(zip(leaders, lines, *counts, strict=True)):
        upright = 4.0 if leader.side in ("top", "bottom") else 0.0
        cost = _CROSS_COST * crossed + _TOUCH_COST * covered + _SLOT_COST * strange + touched
        yield cost + max(line.width, line.height) + upright, i, leader


def _possible_leaders(number: int, slot: Box, step: float) -> Iterator[Leader]:
    """Yield leaders to all four edges of a slot, every ``step`` mm from their middles outward."""
    down, across = (min(_MAX_ENDS, int(side / 2 / step)) for side in (slot.height, slot.width))
    for i in range(down + 1):  # from the middle on
        for y in dict.fromkeys((slot.cy - i * step, slot.cy + i * step)):
            yield Leader(number, "left", slot.x, y)
            yield Leader(number, "right", slot.right, y)
    for i in range(across + 1):
        for x in dict.fromkeys((slot.cx - i * step, slot.cx + i * step)):
            yield Leader(number, "top", x, slot.y)
            yield Leader(number, "bottom", x, slot.bottom)


def _overlaps(boxes: Sequence[Box], obstacles: Sequence[Box]) -> list[int]:
    """Return how many ``obstacles`` each box overlaps."""
    (x, y, right, bottom), (x2, y2, right2, bottom2) = (
        np.array([(*b[:2], b.right, b.bottom) for b in part], dtype=np.float64).reshape(-1, 4).T
        for part in (boxes, obstacles)
    )
    meets = (x[:, None] < right2) & (x2 < right[:, None])
    return [*map(int, (meets & (y[:, None] < bottom2) & (y2 < bottom[:, None])).sum(axis=1))]


def labeled_box(layout: Layout, section: AnySection, slot: Box, *, joker: bool = False) -> Box:
    """Return the slot of a section with the text of the layout that prints the section's title, if that is near."""
    template, theme = layout.template, layout.theme
    strings = {**theme.strings, **theme.jokers} if joker else theme.strings
    for name, text in template.texts_for(joker=joker).items():
        if strings.get(name, "").lower() == f"{{{section.name}.title}}" and not text.upward:
            width = theme.fonts.width(section.title, text.face, text.size)
            label = Box(text.x - ALIGN[text.anchor] * width, text.y - text.size, width, text.size)
            if label.bottom + _LABEL >= slot.y and label.y - _LABEL <= slot.bottom:
                return union([slot, label])
    return slot


def outline_of(slot: Box, printed: Sequence[Box], art: Sequence[Box], margin: float) -> Box:
    """Return a box ``margin`` mm around what a slot prints and the art below it; if it prints nothing, the slot."""
    area = slot.inset(-_NEAR)
    inner = [box for box in printed if slot.x <= box.cx <= slot.right and slot.y <= box.cy <= slot.bottom]
    if not inner:
        return slot
    outline = union(inner)
    nearby = [box for box in art if area.x <= box.cx <= area.right and area.y <= box.cy <= area.bottom]
    for _ in range(_LAYERS):
        outline = union([outline, *(box for box in nearby if any(_overlaps([box], [outline.inset(-_HALF)])))])
    return outline.inset(-margin)


def drawn_boxes(front: Drawing, fonts: Fonts, icons: Collection[str]) -> tuple[list[Box], list[Box]]:
    """Return boxes of what slots print, and of words and small things in the art; ``icons``: names of symbols."""
    printed: list[Box] = []
    art: list[Box] = []
    for item in front.items:
        is_art = isinstance(item, Use) and item.symbol not in icons and not item.symbol.startswith(_SLOTS)
        (art if is_art else printed).extend(_boxes(item, front, fonts, icons, of_slot=not is_art))
    return printed, art


def _boxes(item: Item, front: Drawing, fonts: Fonts, icons: Collection[str], *, of_slot: bool) -> Iterator[Box]:
    """Yield the boxes of an item's parts; of paths in the art (not ``of_slot``) only those from 0.8 to 14 mm."""
    match item:
        case Text():
            yield text_box(item, fonts)
        case Use() if item.symbol in icons:
            side, x, y = item.matrix[0], item.matrix[4], item.matrix[5]
            yield Box(x - side / 2, y - side / 2, side, side)
        case Use():  # the same on all cards, already in its position
            for inner in front.style.symbols[item.symbol].items:
                yield from _boxes(inner, front, fonts, icons, of_slot=False)
        case Path() | Gradient() | Picture():
            box = bounding_box(item_outline(item))
            if of_slot or _FINE < max(box.width, box.height) < _LARGE:
                yield box


# A small card with its parts named

_MAX_PARTS = 9  # parts that are named
_OFF = 0.7  # mm between a line and what it points at
_REACH = 0.55  # share of the card's width that a line may cross
_SIZE, _SMALLEST = 6.6 * PT, 5.5 * PT
_LEADING = 1.12
_OUT = 2.4  # mm between the card and words
_CORNER = 3.2  # mm, of a card
_THINNEST = 0.26 * PT  # of lines


def anatomy(layout: Layout, game: Game, spec: DeckSpec, deck: Deck, size: tuple[float, float], paper: str) -> Drawing:
    """Return a plain card on ``size`` mm of color ``paper``, its largest parts named beside it where there is room."""
    width, height = size
    card = next((s for s in deck.cards if not s.face.is_joker), deck.cards[0])
    (front,) = draw_faces(layout, game, spec, replace(deck, cards=(card,))).fronts
    scale = min(height / front.height, width * 0.46 / front.width)
    card_box = Box(0, 0, front.width * scale, front.height * scale)
    card_box = card_box._replace(x=(width - card_box.width) / 2, y=(height - card_box.height) / 2)
    problems = Problems()
    pen = Pen(layout.theme.fonts, _SMALLEST, str(layout.theme.file), problems)
    pen.slot, pen.language = "anatomy", game.language
    screens = list(layout.theme.inks_by_screen())
    theme_inks = [layout.theme.inks[name].screen for name in ("ink", "accent") if name in layout.theme.inks]
    ink = first_readable(paper, theme_inks[:1], screens)
    line = first_readable(paper, theme_inks[::-1], screens, 3.0)
    matrix = (scale, 0.0, 0.0, scale, card_box.x, card_box.y)
    pen.items += _flatten(front.items, front.style, matrix, "")
    edge = transform_outline(front.outline, matrix) or rectangle(*card_box, _CORNER * scale)
    pen.path((*rectangle(*card_box.inset(-front.bleed * scale - 0.1)), *edge), paper, even_odd=True)
    boxes = layout.template.boxes
    sections = [section for section in spec.sections if section.name in boxes]
    sections = sorted(sections, key=lambda s: -boxes[s.name].width * boxes[s.name].height)[:_MAX_PARTS]
    titles = dict(enumerate((section.title for section in sections), 1))
    printed, art = drawn_boxes(front, layout.theme.fonts, layout.template.icons)
    slots = {
        n: outline_of(labeled_box(layout, section, boxes[section.name]), printed, art, _OFF / scale)
        for n, section in enumerate(sections, 1)
    }
    room = card_box.x - _OUT
    gap = 1.2 * _SIZE * _LEADING / scale
    placed = place_leaders(slots, [*printed, *art], front, gap=gap, sides=("left", "right"))
    names: list[tuple[str, float, float]] = []
    for leader in sorted(placed, key=lambda s: s.number):  # the largest parts first
        inside = leader.x if leader.side == "left" else front.width - leader.x
        if inside > _REACH * front.width:
            continue
        broken = wrap([(titles[leader.number], "semibold")], _SIZE, room, pen.fonts, language=pen.language)
        first, *more_lines = (line.string for line in broken)
        lines = [first, " ".join(more_lines)] if more_lines else [first]
        half, y = len(lines) * _SIZE * _LEADING / 2, card_box.y + leader.y * scale
        if all(side != leader.side or abs(y - y2) >= half + half2 for side, y2, half2 in names):
            names.append((leader.side, y, half))
            _draw_name(pen, leader, lines, card_box, scale, (ink, line, paper))
    return Drawing(
        width, height, 0.0, tuple(pen.items), replace(front.style, symbols=layout.template.icons), spec.title
    )


def _flatten(items: Iterable[Item], style: Style, matrix: Matrix, fill: str) -> Iterator[Item]:
    """Yield items scaled by a matrix, symbols expanded unless clipped, no line too thin to print; ``fill`` is the color inherited."""
    angle, scale = math.degrees(math.atan2(matrix[1], matrix[0])), mean_scale(matrix)
    for item in items:
        if isinstance(item, Gradient | Picture) or (isinstance(item, Use) and item.clip):
            yield move_art(item, matrix)
            continue
        if isinstance(item, Use):
            inner = compose(matrix, item.matrix)
            yield from _flatten(style.symbols[item.symbol].items, style, inner, item.fill or fill)
            continue
        ink = fill if item.fill == "inherit" else item.fill
        if isinstance(item, Text):
            x, y = apply_matrix(matrix, item.x, item.y)
            sizes = {"size": item.size * scale, "spacing": item.spacing * scale, "angle": item.angle + angle}
            yield Text(x, y, item.string, item.typeface, **sizes, fill=ink or "", slot=item.slot)
        else:
            yield replace(
                item,
                segments=transform_outline(item.segments, matrix),
                fill=ink,
                stroke=fill if item.stroke == "inherit" else item.stroke,
                stroke_width=max(item.stroke_width * scale, _THINNEST) if item.stroke else 0.0,
                dash=tuple(length * scale for length in item.dash),
            )


def _draw_name(
    pen: Pen, leader: Leader, lines: Sequence[str], card_box: Box, scale: float, inks: tuple[str, str, str]
) -> None:
    """Draw a part's title in ``lines`` beside the card, and the line to it; ``inks``: of words, line, and its edge."""
    ink, color, paper = inks
    x, y = card_box.x + leader.x * scale, card_box.y + leader.y * scale
    left = leader.side == "left"
    start, align = (card_box.x - _OUT, 1.0) if left else (card_box.right + _OUT, 0.0)
    line_start = start + 0.7 if left else start - 0.7
    pen.rule(line_start, y, x, y, paper, 0.6)
    pen.rule(line_start, y, x, y, color, 0.25)
    pen.path(ellipse(x, y, 0.45), color, paper, 0.2, round=False)
    step = _SIZE * _LEADING
    first = y + pen.cap("semibold") * _SIZE / 2 - (len(lines) - 1) * step / 2
    for i, text in enumerate(lines):
        pen.line(text, start, first + i * step, "semibold", _SIZE, ink, align, room=card_box.x - _OUT)
