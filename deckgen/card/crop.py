"""Single slots of a card as pictures of their own, and where in them a result stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from deckgen.card.layout import Layout
from deckgen.card.widgets import Painter
from deckgen.deck.cards import Card
from deckgen.draw.drawing import Item, Path, Symbol, Text, Use
from deckgen.draw.geometry import Box, extent
from deckgen.draw.pen import Pen
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import AnySection, Cell, Game, GridSection, MarksSection, StackSection, StackValue

_STATIC, _PLAIN, _JOKERS = "static", "static-cards", "static-jokers"
_NEXT_ROW = 3.0  # mm between what two rows of a grid print, at most


class CardCrop(NamedTuple):
    """What a card shows in one slot: items in the card's own mm, the box around them, a ring for each result asked for."""

    items: tuple[Item, ...]
    box: Box
    ground: str
    rings: tuple[Box, ...]


@dataclass(frozen=True)
class _Slot:
    section: AnySection
    box: Box
    still: tuple[Item, ...]
    paint: Painter
    ground: str


class Crops:
    """Pictures of the slots of one layout."""

    def __init__(self, layout: Layout, game: Game) -> None:
        self.layout = layout
        self.symbols: Mapping[str, Symbol] = layout.template.icons
        theme, self._faults = layout.theme, Faults()
        self._pen = Pen(
            theme.fonts, theme.minimum, str(theme.file), self._faults, allow_overflow=True, icons=self.symbols
        )
        self._pen.words, self._pen.language = game.words, game.language
        self._pen.corners = theme.corners
        self._slots: dict[tuple[str, bool], _Slot | None] = {}

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
            framed = isinstance(value, StackValue) and place[:1] == (value.standard,)
            if place and not framed:  # the card itself frames the standard place
                other = self._painted(slot, card, _changed(section, value, place))
                rings.append(self._around([*_without(drawn, other), *_without(other, drawn)]))
        self._faults.raise_as(LayoutError)
        found = [ring for ring in rings if ring]
        found = _joined(found) if isinstance(section, GridSection) else found
        return CardCrop((*slot.still, *drawn), slot.box, slot.ground, tuple(found))

    def _slot(self, section: AnySection, *, joker: bool) -> _Slot | None:
        name, template = section.name, self.layout.template
        if (name, joker) not in self._slots:
            box = (template.joker_boxes if joker else template.boxes).get(name)
            self._slots[name, joker] = None if box is None else self._built(section, box, joker=joker)
        return self._slots[name, joker]

    def _built(self, section: AnySection, box: Box, *, joker: bool) -> _Slot:
        widget, options = self.layout.widget(section.name, section, self._faults)
        self._pen.begin("", None)
        self._pen.slot = section.name
        paint = widget.build(section, box, options, self._pen)
        return _Slot(section, box, tuple(self._pen.items), paint, self._ground(box, joker=joker))

    def _ground(self, box: Box, *, joker: bool) -> str:
        """The colour that the card has under a slot: of the last area of its art that lies under its middle."""
        found = self.layout.theme.colour("paper")
        groups = self.layout.template.groups
        for item in (*groups.get(_STATIC, ()), *groups.get(_JOKERS if joker else _PLAIN, ())):
            if isinstance(item, Path) and item.fill and item.fill != "none" and not item.even_odd:
                area = extent(item.segments)
                across = area.x <= box.cx <= area.right and area.width >= box.width * 0.8
                if across and area.y <= box.cy <= area.bottom and area.height >= box.height * 0.8:
                    found = item.fill
        return found

    def _painted(self, slot: _Slot, card: Card, value: Any) -> list[Item]:
        self._pen.begin(f"card {card.impulse}", card.face)
        self._pen.values = card.sections
        self._pen.slot = slot.section.name
        slot.paint(self._pen, value)
        return self._pen.items

    def _around(self, items: Iterable[Item]) -> Box | None:
        """A box around items; None if there are none."""
        boxes = [self.box_of(item) for item in items]
        if not boxes:
            return None
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        return Box(left, top, right - left, bottom - top)

    def box_of(self, item: Item) -> Box:
        """A box around an item; of an icon, which is taken to be half as wide as high."""
        if isinstance(item, Path):
            return extent(item.segments)
        if isinstance(item, Use):
            side = item.matrix[0]
            return Box(item.matrix[4] - side / 4, item.matrix[5] - side / 2, side / 2, side)
        assert isinstance(item, Text)
        high = self._pen.cap(item.face) * item.size
        width = self._pen.width(item.string, item.face, item.size) + item.spacing * len(item.string)
        return Box(item.x, item.y - high, width, high)


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes with those that stand right below them: cells that are read together."""
    made: list[Box] = []
    for box in boxes:
        last = made[-1] if made else None
        if last is not None and 0 <= box.y - last.bottom < _NEXT_ROW:
            left, right = min(last.x, box.x), max(last.right, box.right)
            made[-1] = Box(left, last.y, right - left, box.bottom - last.y)
        else:
            made.append(box)
    return made


def _without(items: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    known = set(others)
    return [item for item in items if item not in known]


def _changed(section: AnySection, value: Any, place: Sequence[str | int]) -> Any:
    """The value with another result at that place, so that what is drawn differently shows where it stands."""
    match value:
        case StackValue():
            assert isinstance(section, StackSection)
            index = int(place[0])
            other = next(each.name for each in section.places() if each.name != value.places[index])
            return replace(value, places=(*value.places[:index], other, *value.places[index + 1 :]))
        case tuple() if isinstance(section, MarksSection):
            return tuple(sorted({*value} ^ {int(place[0])}))
        case Mapping():
            key, *inner = place
            return {**value, key: _changed(section, value[key], inner)}
        case Cell():
            return Cell(value.value + 1)
        case tuple():
            index = int(place[0])
            return (*value[:index], _changed(section, value[index], place[1:]), *value[index + 1 :])
    return value + 1
