"""Single slots of a card as pictures, and highlight boxes around the results in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from math import fsum
from typing import Any, NamedTuple

from deckgen.card.layout import Layout
from deckgen.card.widgets.base import Painter
from deckgen.deck.cards import Card
from deckgen.draw.drawing import Drawing, Gradient, Item, Path, Picture, Segment, Symbol, Text, Use
from deckgen.draw.geometry import (
    Box,
    bounding_box,
    item_outline,
    outlines,
    polygon,
    rectangle,
    transform_outline,
    union,
)
from deckgen.draw.text import text_box
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
    DiceResult,
    DiceSection,
    Game,
    GridSection,
    MarksSection,
    StackSection,
    StackValue,
)
from deckgen.game.value_paths import ValuePath, value_at, value_paths
from deckgen.records import record

_COVERS = 0.95  # of a slot: an area that is its ground
_POINT = 0.05  # mm, half of what counts as the middle
_MIN_AREA = 1e-4  # mm², less is no area
_NEXT_ROW = 3.0  # mm between what two rows of a grid print, at most


class CardCrop(NamedTuple):
    """A slot of a card: items in the card's mm, the slot's box, the color below, boxes around highlighted results."""

    items: tuple[Item, ...]
    box: Box
    ground: str
    highlight_boxes: tuple[Box, ...]
    art: tuple[Item, ...] = ()
    """The card's art below the items, within the box."""


@record
class _Slot:
    section: AnySection
    box: Box
    static_items: tuple[Item, ...]
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

    def result_boxes(self, section: AnySection, card: Card, cards: Sequence[Card]) -> dict[ValuePath, Box]:
        """Return, by key path, a box around all that any of ``cards`` would show on ``card`` for that result.

        Boxes stay within the slot; the key path ``()`` is the whole slot. Empty without a slot. Raises LayoutError.
        """
        slot = self._slot(section, joker=card.face.is_joker)
        if slot is None:
            return {}
        boxes: dict[ValuePath, Box] = {(): slot.box}
        value, values = card.sections[section.name], [c.sections[section.name] for c in cards]
        card_items = self._painted_items(slot, card, value)
        for key_path in value_paths(section, value):
            result_by_size = {
                _size_key(result): result
                for result in (value_at(section, other_value, key_path) for other_value in values)
            }
            changed = [_change_result(section, value, key_path, result) for result in result_by_size.values()]
            changed += [_change_result(section, value, key_path)] if len(result_by_size) == 1 else []
            items = [
                item
                for variant in changed
                for item in _differences(card_items, self._painted_items(slot, card, variant))
            ]
            if box := self.box_around(items):
                boxes[key_path] = _intersect(box, slot.box)
        self._problems.raise_as(LayoutError)
        return boxes

    def crop(self, section: AnySection, card: Card, key_paths: Iterable[Sequence[str | int]] = ()) -> CardCrop | None:
        """Return a section's slot, results at ``key_paths`` boxed (not a standard place); None if there is no slot."""
        slot = self._slot(section, joker=card.face.is_joker)
        if slot is None:
            return None
        value = card.sections[section.name]
        items = self._painted_items(slot, card, value)
        boxes = []
        for key_path in key_paths:
            is_standard = isinstance(value, StackValue) and key_path[:1] == (value.standard,)
            if key_path and not is_standard:  # the card itself marks the standard location
                changed_items = self._painted_items(slot, card, _change_result(section, value, key_path))
                boxes.append(self.box_around(_differences(items, changed_items)))
        self._problems.raise_as(LayoutError)
        highlight_boxes = [box for box in boxes if box]
        highlight_boxes = _join_rows(highlight_boxes) if isinstance(section, GridSection) else highlight_boxes
        color, art = self._ground(slot.box, self.layout.template.art_groups(card.face))
        return CardCrop((*slot.static_items, *items), slot.box, color, tuple(highlight_boxes), art)

    def _slot(self, section: AnySection, *, joker: bool) -> _Slot | None:
        """Return the slot of a section, its widget built once; None if the layout has no slot for it."""
        key = section.name, joker
        if key not in self._slots:
            self._slots[key] = None
            if box := self.layout.template.boxes_for(joker=joker).get(section.name):
                widget, options = self.layout.widget(section.name, section, self._problems)
                self._pen.begin("", section.name)
                paint = widget.build(section, box, options, self._pen)
                self._slots[key] = _Slot(section, box, tuple(self._pen.items), paint)
        return self._slots[key]

    def _painted_items(self, slot: _Slot, card: Card, value: Any) -> list[Item]:
        """Return what a slot's widget draws for ``value`` in place of the card's, without what all cards share."""
        self._pen.begin(f"card {card.impulse}", slot.section.name)
        slot.paint(self._pen, value)
        return self._pen.items

    def box_around(self, items: Iterable[Item]) -> Box | None:
        """Return a box around items; None without items."""
        boxes = [self.box_of(item) for item in items]
        return union(boxes) if boxes else None

    def _box_of(self, item: Item) -> Box:
        """Return a box around an item, a path's line width not counted, a text by its capitals."""
        if isinstance(item, Path | Gradient | Picture):
            return bounding_box(item_outline(item))
        if isinstance(item, Use):
            symbol_box = self.box_around(self.symbols[item.symbol].items) or Box(0, 0, 0, 0)
            return bounding_box(transform_outline(rectangle(*symbol_box), item.matrix))
        assert isinstance(item, Text)
        return text_box(item, self.layout.theme.fonts)


ResultBoxes = dict[bool, dict[str, dict[ValuePath, Box]]]
"""By whether a card is a joker, by section, by key path: a box around all that any card shows there."""


def result_boxes(
    fronts: Sequence[Drawing], layout: Layout, game: Game, spec: DeckSpec, cards: Sequence[Card]
) -> ResultBoxes:
    """Return a box in mm for every result that cards show; the key path ``()`` is the whole section.

    ``fronts`` are the faces of the cards. Raises LayoutError for a section that its widget cannot draw.
    """
    crops, boxes_by_joker = Crops(layout, game), ResultBoxes()
    plain, jokers = (layout.template.boxes_for(joker=joker) for joker in (False, True))
    same_slots = {name for name, box in jokers.items() if box == plain.get(name)}
    for joker in (False, True):
        shown_cards = [card for card in cards if card.face.is_joker == joker]
        shown_fronts = [f for card, f in zip(cards, fronts, strict=True) if card.face.is_joker == joker]
        boxes_by_joker[joker] = {}
        for section in spec.sections if shown_cards else ():
            if joker and section.name in same_slots & boxes_by_joker[False].keys():
                boxes_by_joker[joker][section.name] = boxes_by_joker[False][section.name]
                continue
            boxes = crops.result_boxes(section, shown_cards[0], cards)
            if boxes := boxes or _text_boxes(crops, layout, shown_fronts, section.name, joker=joker):
                boxes_by_joker[joker][section.name] = boxes
    return boxes_by_joker


def _text_boxes(
    crops: Crops, layout: Layout, fronts: Iterable[Drawing], section: str, *, joker: bool
) -> dict[ValuePath, Box]:
    """Return {(): box} around a section's texts in text slots on all fronts; empty if no text slot shows it."""
    theme, field = layout.theme, f"{{{section}}}"
    slots = {
        name
        for name in layout.template.texts_for(joker=joker)
        if field in ((joker and theme.jokers.get(name)) or theme.strings.get(name, ""))
    }
    texts = {t for front in fronts for t in front.items if isinstance(t, Text) and t.slot in slots}
    box = crops.box_around(texts) if slots else None
    return {(): box} if box else {}


def _ground(layout: Layout, box: Box, groups: Sequence[str]) -> tuple[str, tuple[Item, ...]]:
    """Return the art of ``groups`` below a slot: the color in its middle, and the areas clipped to the slot."""
    ground = layout.theme.color("paper")
    areas: list[Path] = []
    for item in (item for name in groups for item in layout.template.groups[name]):
        if isinstance(item, Path) and item.fill and item.fill != "none" and not item.even_odd:
            if clipped := clip_path(item, box):
                areas.append(clipped)
                covered = fsum(abs(_area(points)) for points in outlines(clipped.segments))
                if covered >= _COVERS * box.width * box.height:  # but for a panel's corners
                    areas, ground = [], item.fill
            if clip_path(item, Box(box.cx - _POINT, box.cy - _POINT, 2 * _POINT, 2 * _POINT)):
                ground = item.fill
    return ground, tuple(areas)


def clip_path(path: Path, box: Box) -> Path | None:
    """Return the part of a filled area within a box, without outline; None if it is empty."""
    segments: list[Segment] = []
    for outline in outlines(path.segments):
        points = outline
        for axis, edge, sign in ((0, box.x, 1), (0, box.right, -1), (1, box.y, 1), (1, box.bottom, -1)):
            points = _clip_polygon(points, axis, edge, sign)
        if abs(_area(points)) > _MIN_AREA:
            segments += polygon([value for point in points for value in point])
    return replace(path, segments=tuple(segments), stroke=None, stroke_width=0.0) if segments else None


def _clip_polygon(
    points: Sequence[tuple[float, float]], axis: int, edge: float, sign: int
) -> list[tuple[float, float]]:
    """Return the part of a polygon whose x (``axis`` 0) or y (1) is >= ``edge`` (``sign`` 1) or <= ``edge`` (-1)."""
    clipped: list[tuple[float, float]] = []
    for start, end in zip(points, [*points[1:], *points[:1]], strict=True):
        inside, next_inside = sign * (start[axis] - edge) >= 0, sign * (end[axis] - edge) >= 0
        if inside:
            clipped.append(start)
        if inside != next_inside:
            share = (edge - start[axis]) / (end[axis] - start[axis])
            clipped.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return clipped


def _area(points: Sequence[tuple[float, float]]) -> float:
    """Return the area of a polygon; its sign depends on the direction of the points."""
    pairs = zip(points, [*points[1:], *points[:1]], strict=True)
    return fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2


def _join_rows(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes; those right below the one before are joined with it: cells that are read together."""
    joined: list[Box] = []
    for box in boxes:
        last = joined[-1] if joined else None
        if last is not None and 0 <= box.y - last.bottom < _NEXT_ROW:
            joined[-1] = union([last, box])
        else:
            joined.append(box)
    return joined


def _intersect(inner: Box, outer: Box) -> Box:
    """Return the part of ``inner`` within ``outer``; ``inner`` if there is none."""
    part = inner.overlap(outer)
    return part if part.width > 0 and part.height > 0 else inner


def _differences(items: Sequence[Item], other_items: Sequence[Item]) -> list[Item]:
    """Return the items that only one of two drawings has."""
    same = min(len(items), len(other_items))
    first = next((i for i in range(same) if items[i] is not other_items[i] and items[i] != other_items[i]), same)
    left, right = items[first:], other_items[first:]
    left_items, right_items = set(left), set(right)
    return [i for i in left if i not in right_items] + [i for i in right if i not in left_items]


def _size_key(value: Any) -> Any:
    """Return a key that is equal for values that take as much room, except for the width of figures."""
    match value:
        case Cell():
            return (len(str(value.value)), *value[1:])
        case bool() | str() | DiceResult():
            return value
    return len(str(value))


def _change_result(section: AnySection, value: Any, key_path: Sequence[str | int], result: Any = None) -> Any:
    """Return the section's value with ``result`` (None: any other result) at a key path."""
    match value:
        case StackValue():
            assert isinstance(section, StackSection)
            index = int(key_path[0])
            new_name = result or next(
                location.name for location in section.locations() if location.name != value.places[index]
            )
            return replace(value, places=(*value.places[:index], new_name, *value.places[index + 1 :]))
        case DiceResult():
            assert isinstance(section, DiceSection)
            rolls = (roll for _, roll in section.rolls if roll.joint.parts == value.parts)
            results = (roll.result(outcome) for roll in rolls for outcome in roll.joint.weights)
            return result or next(other for other in results if other != value)
        case tuple() if isinstance(section, MarksSection):
            number = int(key_path[0])
            marked = number not in value if result is None else result
            return tuple(sorted({*value, number} if marked else {*value} - {number}))
        case Mapping():
            key, *inner_path = key_path
            return {**value, key: _change_result(section, value[key], inner_path, result)}
        case Cell():
            return Cell(value.value + 1) if result is None else result
        case tuple():
            index = int(key_path[0])
            return (*value[:index], _change_result(section, value[index], key_path[1:], result), *value[index + 1 :])
    return value + 1 if result is None else result
