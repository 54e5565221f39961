"""Single slots of a card as pictures of their own, and where in them a result stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

from deckgen.card.layout import Layout
from deckgen.card.widgets.base import Painter
from deckgen.deck.cards import Card
from deckgen.draw.drawing import Drawing, Item, Path, Segment, Symbol, Text, Use
from deckgen.draw.geometry import Box, bounding_box, polygon, rectangle, transform_outline, union
from deckgen.draw.text import text_box
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
    Game,
    GridSection,
    MarksSection,
    StackSection,
    StackValue,
)
from deckgen.game.places import Place, places_of, value_at
from deckgen.records import record

_WHOLE = 0.95  # of a slot: an area that is its ground
_POINT = 0.05  # mm, half of what counts as the middle
_LEAST = 1e-4  # mm², less is no area
_STEPS = 8  # lines in place of a curve
_NEXT_ROW = 3.0  # mm between what two rows of a grid print, at most


class CardCrop(NamedTuple):
    """What a card shows in one slot: items in the card's own mm, the box around them, a ring for each result asked for."""

    items: tuple[Item, ...]
    box: Box
    ground: str
    rings: tuple[Box, ...]
    art: tuple[Item, ...] = ()
    """What lies under the items, within the box."""


@record
class _Slot:
    section: AnySection
    box: Box
    still: tuple[Item, ...]
    paint: Painter


class Crops:
    """Pictures of the slots of one layout."""

    def __init__(self, layout: Layout, game: Game) -> None:
        self.layout = layout
        self.symbols: Mapping[str, Symbol] = layout.template.icons
        self._problems = Problems()
        self._pen = layout.pen(game, self._problems, allow_overflow=True)
        self._slots: dict[tuple[str, bool], _Slot | None] = {}
        self._ground = cache(partial(_ground, layout))
        self.box_of = cache(self._box_of)

    def rings(self, section: AnySection, card: Card, others: Sequence[Card]) -> dict[Place, Box]:
        """A box for every place of a section on that card, around all that it would show there with the values of others.

        None reaches beyond the slot. The place ``()`` is the whole slot. Empty if the layout has no slot for it. Raises LayoutError as ``of``.
        """
        slot = self._slot(section, joker=card.face.joker)
        if slot is None:
            return {}
        found: dict[Place, Box] = {(): slot.box}
        value, values = card.sections[section.name], [other.sections[section.name] for other in others]
        drawn = self._painted(slot, card, value)
        for place in places_of(section, value):
            kinds = {_kind(each): each for each in (value_at(section, other, place) for other in values)}
            changed = [_changed(section, value, place, each) for each in kinds.values()]
            changed += [_changed(section, value, place)] if len(kinds) == 1 else []
            items = [item for other in changed for item in _parted(drawn, self._painted(slot, card, other))]
            if ring := self.around(items):
                found[place] = _within(ring, slot.box)
        self._problems.raise_as(LayoutError)
        return found

    def of(
        self, section: AnySection, card: Card, places: Iterable[Sequence[str | int]] = ()
    ) -> CardCrop | None:
        """The slot of a section on that card, its results at ``places`` ringed; None if the layout has none.

        Raises LayoutError for a section that its widget cannot draw.
        """
        slot = self._slot(section, joker=card.face.joker)
        if slot is None:
            return None
        value = card.sections[section.name]
        drawn = self._painted(slot, card, value)
        rings = []
        for place in places:
            told = isinstance(value, StackValue) and place[:1] == (value.standard,)
            if place and not told:  # the card itself tells the standard place
                other = self._painted(slot, card, _changed(section, value, place))
                rings.append(self.around(_parted(drawn, other)))
        self._problems.raise_as(LayoutError)
        found = [ring for ring in rings if ring]
        found = _joined(found) if isinstance(section, GridSection) else found
        color, art = self._ground(slot.box, joker=card.face.joker)
        return CardCrop((*slot.still, *drawn), slot.box, color, tuple(found), art)

    def _slot(self, section: AnySection, *, joker: bool) -> _Slot | None:
        key = section.name, joker
        if key not in self._slots:
            self._slots[key] = None
            if box := self.layout.template.boxes_on(joker=joker).get(section.name):
                widget, options = self.layout.widget(section.name, section, self._problems)
                self._pen.begin("", section.name)
                paint = widget.build(section, box, options, self._pen)
                self._slots[key] = _Slot(section, box, tuple(self._pen.items), paint)
        return self._slots[key]

    def _painted(self, slot: _Slot, card: Card, value: Any) -> list[Item]:
        self._pen.begin(f"card {card.impulse}", slot.section.name)
        self._pen.values = card.sections
        slot.paint(self._pen, value)
        return self._pen.items

    def around(self, items: Iterable[Item]) -> Box | None:
        """A box around items; None if there are none."""
        boxes = [self.box_of(item) for item in items]
        return union(boxes) if boxes else None

    def _box_of(self, item: Item) -> Box:
        if isinstance(item, Path):
            return bounding_box(item.segments)
        if isinstance(item, Use):
            own = self.around(self.symbols[item.symbol].items) or Box(0, 0, 0, 0)
            return bounding_box(transform_outline(rectangle(*own), item.matrix))
        assert isinstance(item, Text)
        return text_box(item, self.layout.theme.fonts)


Rings = dict[bool, dict[str, dict[Place, Box]]]
"""By whether a card is a joker, by section, by place: a box around all that any card shows there."""


def rings_of(
    fronts: Sequence[Drawing], layout: Layout, game: Game, spec: DeckSpec, cards: Sequence[Card]
) -> Rings:
    """A box in mm for every place of each section that cards show; the place ``()`` is the whole section.

    ``fronts`` are the faces of the cards. Raises LayoutError for a section that its widget cannot draw.
    """
    crops, found = Crops(layout, game), Rings()
    plain, jokers = (layout.template.boxes_on(joker=joker) for joker in (False, True))
    alike = {name for name, box in jokers.items() if box == plain.get(name)}
    for joker in (False, True):
        own = [card for card in cards if card.face.joker == joker]
        faces = [front for card, front in zip(cards, fronts, strict=True) if card.face.joker == joker]
        found[joker] = {}
        for section in spec.sections if own else ():
            if joker and section.name in alike & found[False].keys():
                found[joker][section.name] = found[False][section.name]
                continue
            rings = crops.rings(section, own[0], cards)
            if rings := rings or _said(crops, layout, faces, section.name, joker=joker):
                found[joker][section.name] = rings
    return found


def _said(
    crops: Crops, layout: Layout, fronts: Iterable[Drawing], section: str, *, joker: bool
) -> dict[Place, Box]:
    """The place of a section that no widget draws, but text slots say: around all that they say on any of the fronts."""
    theme, field = layout.theme, f"{{{section}}}"
    slots = {
        name
        for name in layout.template.texts_on(joker=joker)
        if field in ((joker and theme.jokers.get(name)) or theme.strings.get(name, ""))
    }
    texts = {
        item for front in fronts for item in front.items if isinstance(item, Text) and item.slot in slots
    }
    ring = crops.around(texts) if slots else None
    return {(): ring} if ring else {}


def _ground(layout: Layout, box: Box, *, joker: bool) -> tuple[str, tuple[Item, ...]]:
    """What a card's art has under a slot: the color of its middle, and the areas in it, cut off at its edges."""
    found = layout.theme.color("paper")
    areas: list[Path] = []
    for item in layout.template.art_on(joker=joker):
        if isinstance(item, Path) and item.fill and item.fill != "none" and not item.even_odd:
            if cut := cut_off(item, box):
                areas.append(cut)
                filled = sum(abs(_area(points)) for points in _outlines(cut.segments))
                if filled >= _WHOLE * box.width * box.height:  # but for a panel's corners
                    areas, found = [], item.fill
            if cut_off(item, Box(box.cx - _POINT, box.cy - _POINT, 2 * _POINT, 2 * _POINT)):
                found = item.fill
    return found, tuple(areas)


def cut_off(path: Path, box: Box) -> Path | None:
    """The part of an area that lies in a box, without its outline; None if that is nothing."""
    made: list[Segment] = []
    for outline in _outlines(path.segments):
        points = outline
        for axis, edge, sign in ((0, box.x, 1), (0, box.right, -1), (1, box.y, 1), (1, box.bottom, -1)):
            points = _cut(points, axis, edge, sign)
        if abs(_area(points)) > _LEAST:
            made += polygon([value for point in points for value in point])
    return replace(path, segments=tuple(made), stroke=None, stroke_width=0.0) if made else None


def _outlines(segments: Iterable[Segment]) -> Iterator[list[tuple[float, float]]]:
    """The outlines of an area as points, curves in short lines."""
    points: list[tuple[float, float]] = []
    for kind, *numbers in segments:
        if kind == "M" and points:
            yield points
            points = []
        if kind == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], numbers
            for t in (i / _STEPS for i in range(1, _STEPS + 1)):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        elif kind != "Z":
            points.append((numbers[0], numbers[1]))
    if points:
        yield points


def _cut(
    points: Sequence[tuple[float, float]], axis: int, edge: float, sign: int
) -> list[tuple[float, float]]:
    """A polygon without what lies beyond a straight edge across one axis."""
    kept: list[tuple[float, float]] = []
    for one, other in zip(points, [*points[1:], *points[:1]], strict=True):
        inside, next_inside = sign * (one[axis] - edge) >= 0, sign * (other[axis] - edge) >= 0
        if inside:
            kept.append(one)
        if inside != next_inside:
            share = (edge - one[axis]) / (other[axis] - one[axis])
            kept.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
    return kept


def _area(points: Sequence[tuple[float, float]]) -> float:
    pairs = zip(points, [*points[1:], *points[:1]], strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes with those that stand right below them: cells that are read together."""
    made: list[Box] = []
    for box in boxes:
        last = made[-1] if made else None
        if last is not None and 0 <= box.y - last.bottom < _NEXT_ROW:
            made[-1] = union([last, box])
        else:
            made.append(box)
    return made


def _within(inner: Box, outer: Box) -> Box:
    """The part of a box that lies in another."""
    left, top = max(inner.x, outer.x), max(inner.y, outer.y)
    right, bottom = min(inner.right, outer.right), min(inner.bottom, outer.bottom)
    return Box(left, top, right - left, bottom - top) if right > left and bottom > top else inner


def _parted(items: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    """What only one of two drawings has."""
    same = min(len(items), len(others))
    first = next((i for i in range(same) if items[i] is not others[i] and items[i] != others[i]), same)
    one, other = items[first:], others[first:]
    known, found = set(one), set(other)
    return [item for item in one if item not in found] + [item for item in other if item not in known]


def _kind(value: Any) -> Any:
    """What values have in common that take as much room, but for the width of figures."""
    match value:
        case Cell():
            return (len(str(value.value)), *value[1:])
        case bool() | str():
            return value
    return len(str(value))


def _changed(section: AnySection, value: Any, place: Sequence[str | int], to: Any = None) -> Any:
    """The value with another result at that place, so that what is drawn differently shows where it stands."""
    match value:
        case StackValue():
            assert isinstance(section, StackSection)
            index = int(place[0])
            other = to or next(each.name for each in section.places() if each.name != value.places[index])
            return replace(value, places=(*value.places[:index], other, *value.places[index + 1 :]))
        case tuple() if isinstance(section, MarksSection):
            number = int(place[0])
            marked = number not in value if to is None else to
            return tuple(sorted({*value, number} if marked else {*value} - {number}))
        case Mapping():
            key, *inner = place
            return {**value, key: _changed(section, value[key], inner, to)}
        case Cell():
            return Cell(value.value + 1) if to is None else to
        case tuple():
            index = int(place[0])
            return (*value[:index], _changed(section, value[index], place[1:], to), *value[index + 1 :])
    return value + 1 if to is None else to
