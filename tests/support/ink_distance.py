"""How near the ink of different slots of a card layout comes, measured on pictures of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deckgen.card.faces import _Slots
from deckgen.card.layout import Layout
from deckgen.card.strings import Strings, deck_fields
from deckgen.card.widgets import POKER
from deckgen.deck.cards import Deck
from deckgen.draw.drawing import Drawing, Ink, Item, Style, Symbol, Text, Use
from deckgen.errors import Problems
from deckgen.game.model import DeckSpec, Game
from deckgen.press.pictures.png import render_pixels

Mask = NDArray[np.bool_]
DPI = 300
BLACK = "#000000"


class Near(NamedTuple):
    """Two slots on a card whose ink is ``distance`` mm apart, at (``x``, ``y``) mm."""

    first: str
    second: str
    card: str
    distance: float
    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.first} and {self.second}: {self.distance:.2f} mm at ({self.x:.1f}, {self.y:.1f}) on {self.card}"


def near_slots(layout: Layout, game: Game, spec: DeckSpec, decks: Sequence[Deck], least: float) -> Iterator[Near]:
    """Yield the nearest place of each pair of slots that come nearer than ``least`` mm, or lie over each other.

    Ink is all that a slot draws on a card: figures, words, icons, plates; of what it draws alike on all cards only
    words and icons, not the ground of a table. All values of a slot are drawn into one picture; only slots whose pictures come near are
    looked at card by card.
    """
    style, limit, page = _black_style(layout), least / 25.4 * DPI, layout.template

    def mask(items: Iterable[Item]) -> Mask:
        drawing = Drawing(page.width, page.height, 0, tuple(_blackened(items)), style, "ink")
        (picture,) = render_pixels([drawing], DPI)
        return picture[..., 0] < 128

    for cards in _inks(layout, game, spec, decks).values():
        slots = dict.fromkeys(slot for _, by_slot in cards for slot in by_slot)
        everything = {
            slot: mask(dict.fromkeys(item for _, by_slot in cards for item in by_slot.get(slot, ()))) for slot in slots
        }
        for first, second in combinations(slots, 2):
            if _nearest(everything[first], everything[second], limit) is None:
                continue
            pairs = {(inks[first], inks[second]): name for name, inks in cards if first in inks and second in inks}
            places = ((name, _nearest(mask(one), mask(other), limit)) for (one, other), name in pairs.items())
            near = [Near(first, second, name, *place) for name, place in places if place is not None]
            if near:
                yield min(near, key=attrgetter("distance"))


def _inks(
    layout: Layout, game: Game, spec: DeckSpec, decks: Sequence[Deck]
) -> dict[bool, list[tuple[str, dict[str, tuple[Item, ...]]]]]:
    """Return, for jokers and for other cards, the items of each card by slot."""
    problems = Problems()
    pen, strings = layout.pen(game, problems), Strings(layout, game, spec)
    slots = _Slots(layout, spec, problems)
    painters = {joker: slots.painters(pen, joker=joker) for joker in (False, True)}
    cards: dict[bool, list[tuple[str, dict[str, tuple[Item, ...]]]]] = {False: [], True: []}
    for deck in decks:
        fill = strings.deck_filler(pen, deck.cards, deck_fields(deck, layout.theme.fonts))
        for card in deck.cards:
            by_slot: dict[str, tuple[Item, ...]] = {}
            boxes = layout.template.boxes_for(joker=card.face.is_joker)
            for name, paint in painters[card.face.is_joker].items():
                pen.begin("", name)
                pen.items += [item for item in slots.built[name, boxes[name]][1] if isinstance(item, Text | Use)]
                paint(pen, card.face if name == POKER else card.sections[name])
                by_slot[name] = tuple(pen.items)
            pen.begin("")
            fill(card)
            for text in pen.items:
                if isinstance(text, Text):
                    by_slot[f"text {text.slot}"] = (*by_slot.get(f"text {text.slot}", ()), text)
            drawn = {slot: items for slot, items in by_slot.items() if items}
            cards[card.face.is_joker].append((f"card {card.impulse} of seed {deck.seed}", drawn))
    assert not problems, problems
    return cards


def _black_style(layout: Layout) -> Style:
    symbols = {name: Symbol(tuple(_blackened(symbol.items))) for name, symbol in layout.template.icons.items()}
    return Style(layout.theme.fonts.files, {BLACK: Ink("black", BLACK, (0, 0, 0, 1), None)}, symbols)


def _blackened(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Use | Text):
            yield replace(item, fill=BLACK)
        else:
            yield replace(item, fill=item.fill and BLACK, stroke=item.stroke and BLACK)


def _nearest(first: Mask, second: Mask, limit: float) -> tuple[float, float, float] | None:
    """Return the distance of two masks and its place, all in mm; None if it is ``limit`` pixels or more."""
    reach = int(limit) + 1
    window = tuple(map(_common_span, _spans(first), _spans(second), (reach, reach)))
    first, second, corner = first[window], second[window], [span.start for span in window]
    near = [np.argwhere(one & _grown(other, reach)) + corner for one, other in ((first, second), (second, first))]
    if not len(near[0]) or not len(near[1]):
        return None
    best, place = np.inf, near[0][0]
    for point in islice(near[0], 0, None, max(1, len(near[0]) // 3000)):
        distance = float(((near[1] - point) ** 2).sum(axis=1).min())
        if distance < best:
            best, place = distance, point
    apart = max(0.0, best**0.5 - 1)  # two pixels side by side touch
    mm = 25.4 / DPI
    return (apart * mm, float(place[1]) * mm, float(place[0]) * mm) if apart < limit else None


def _spans(mask: Mask) -> tuple[slice, slice]:
    """Return the rows and the columns that have ink, from the first to the last."""
    lines = [np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0)]
    rows, columns = (slice(int(line[0]), int(line[-1]) + 1) if len(line) else slice(0, 0) for line in lines)
    return rows, columns


def _common_span(one: slice, other: slice, reach: int) -> slice:
    """Return what both have in common if each has ``reach`` more pixels at both ends; maybe nothing."""
    start = max(0, max(one.start, other.start) - reach)
    return slice(start, max(start, min(one.stop, other.stop) + reach))


def _grown(mask: Mask, reach: int) -> Mask:
    """Return the mask with a margin of ``reach`` pixels all around, square."""
    grown = mask
    for axis in (0, 1):
        margin = [(0, 0), (0, 0)]
        margin[axis] = (reach + 1, reach)
        sums = np.cumsum(np.pad(grown.astype(np.int32), margin), axis=axis)
        size = mask.shape[axis]
        upper = np.take(sums, range(2 * reach + 1, 2 * reach + 1 + size), axis=axis)
        grown = upper - np.take(sums, range(size), axis=axis) > 0
    return grown
