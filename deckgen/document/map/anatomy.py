"""A small card with its parts named at its sides, for a box or a page: a picture that needs no explaining."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.card.faces import draw_faces
from deckgen.document.map.leaders import Leader, around, drawn_boxes, leaders
from deckgen.draw.contrast import readable
from deckgen.draw.drawing import Drawing, Item, Matrix, Style, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, apply, ellipse, multiply, rectangle, scale_of, transformed
from deckgen.draw.pen import Pen
from deckgen.draw.text import Line, wrap
from deckgen.errors import Faults

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Deck
    from deckgen.game.model import DeckSpec, Game

_MOST = 9  # parts that are named
_OFF = 0.5  # mm of the card between a line and what it points at
_REACH = 0.55  # of the card's width: how far a line may lead over it
_SIZE, _SMALLEST = 6.6 * PT, 5.5 * PT
_LEADING = 1.12
_OUT = 2.4  # mm between the card and words
_CORNER = 3.2  # mm, of a card
_THINNEST = 0.26 * PT  # of lines


def anatomy(
    layout: Layout, game: Game, spec: DeckSpec, deck: Deck, size: tuple[float, float], paper: str
) -> Drawing:
    """A plain card of the deck in the middle of ``size`` mm, its largest parts named on the ``paper`` beside it."""
    width, height = size
    card = next((each for each in deck.cards if not each.face.joker), deck.cards[0])
    (front,) = draw_faces(layout, game, spec, replace(deck, cards=(card,))).fronts
    scale = min(height / front.height, width * 0.46 / front.width)
    place = Box(0, 0, front.width * scale, front.height * scale)
    place = place._replace(x=(width - place.width) / 2, y=(height - place.height) / 2)
    faults = Faults()
    pen = Pen(layout.theme.fonts, _SMALLEST, str(layout.theme.file), faults)
    pen.slot, pen.language = "anatomy", game.language
    every = list(layout.theme.by_screen())
    named = [layout.theme.inks[name].screen for name in ("ink", "accent") if name in layout.theme.inks]
    ink = readable(paper, named[:1], every)
    line = readable(paper, named[::-1], every, 3.0)
    pen.items += _flat(front.items, front.style, (scale, 0, 0, scale, place.x, place.y), "")
    corner = rectangle(*place, _CORNER * scale)
    pen.path((*rectangle(*place.inset(-front.bleed * scale - 0.1)), *corner), paper, even_odd=True)
    boxes = layout.template.boxes
    shown = [section for section in spec.sections if section.name in boxes]
    shown = sorted(shown, key=lambda each: -boxes[each.name].width * boxes[each.name].height)[:_MOST]
    titles = dict(enumerate((section.title for section in shown), 1))
    printed, art = drawn_boxes(front, layout.theme.fonts, layout.template.icons)
    slots = {n: around(boxes[section.name], printed, art, _OFF) for n, section in enumerate(shown, 1)}
    room = place.x - _OUT
    apart = 1.2 * _SIZE * _LEADING / scale
    found = leaders(slots, [*printed, *art], front, apart=apart, sides=("left", "right"))
    named_at: list[tuple[str, float, float]] = []
    for leader in sorted(found, key=lambda each: each.number):  # the largest parts first
        inside = leader.x if leader.side == "left" else front.width - leader.x
        if inside > _REACH * front.width:
            continue
        lines = _broken(pen, titles[leader.number], room)
        half, y = len(lines) * _SIZE * _LEADING / 2, place.y + leader.y * scale
        if all(side != leader.side or abs(y - other) >= half + far for side, other, far in named_at):
            named_at.append((leader.side, y, half))
            _name(pen, leader, lines, place, scale, (ink, line, paper))
    return Drawing(width, height, 0.0, tuple(pen.items), replace(front.style, symbols={}), spec.title)


def _flat(items: Iterable[Item], style: Style, matrix: Matrix, fill: str) -> Iterator[Item]:
    """Items after a matrix that scales them, symbols taken apart: so that no line gets too thin to be printed."""
    angle, scale = math.degrees(math.atan2(matrix[1], matrix[0])), scale_of(matrix)
    for item in items:
        if isinstance(item, Use):
            inner = multiply(matrix, item.matrix)
            yield from _flat(style.symbols[item.symbol].items, style, inner, item.fill or fill)
            continue
        ink = fill if item.fill == "inherit" else item.fill
        if isinstance(item, Text):
            x, y = apply(matrix, item.x, item.y)
            sizes = {"size": item.size * scale, "spacing": item.spacing * scale, "angle": item.angle + angle}
            yield Text(x, y, item.string, item.face, **sizes, fill=ink or "", slot=item.slot)
        else:
            yield replace(
                item,
                segments=transformed(item.segments, matrix),
                fill=ink,
                stroke=fill if item.stroke == "inherit" else item.stroke,
                stroke_width=max(item.stroke_width * scale, _THINNEST) if item.stroke else 0.0,
                dash=tuple(length * scale for length in item.dash),
            )


def _name(
    pen: Pen, leader: Leader, lines: Sequence[str], place: Box, scale: float, inks: tuple[str, str, str]
) -> None:
    """A part's title beside the card, and the line to it."""
    ink, colour, paper = inks
    x, y = place.x + leader.x * scale, place.y + leader.y * scale
    left = leader.side == "left"
    start, align = (place.x - _OUT, 1.0) if left else (place.right + _OUT, 0.0)
    near = start + 0.7 if left else start - 0.7
    pen.rule(near, y, x, y, paper, 0.6)
    pen.rule(near, y, x, y, colour, 0.25)
    pen.path(ellipse(x, y, 0.45), colour, paper, 0.2, round=False)
    step = _SIZE * _LEADING
    first = y + pen.cap("semibold") * _SIZE / 2 - (len(lines) - 1) * step / 2
    for i, text in enumerate(lines):
        pen.line(text, start, first + i * step, "semibold", _SIZE, ink, align, room=place.x - _OUT)


def _broken(pen: Pen, title: str, room: float) -> list[str]:
    """A title in one line or two."""
    lines: Sequence[Line] = wrap([(title, "semibold")], _SIZE, room, pen.fonts, language=pen.language)
    strings = [line.string for line in lines]
    return [strings[0], " ".join(strings[1:])] if len(strings) > 2 else strings
