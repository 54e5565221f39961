"""Checks of drawn cards that a cutter or a printer would not notice: slots that overlap, and words that nobody can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from deckgen.card.faces import CardArtist
from deckgen.card.widgets import POKER
from deckgen.card.widgets.value import own_icon
from deckgen.deck.cards import Card
from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import IDENTITY, Drawing, Gradient, Item, Matrix, Path, Picture, Symbol, Text, Use
from deckgen.draw.geometry import Box, bounding_box, compose, item_outline, outlines, transform_outline, union
from deckgen.draw.outline import Point, covers, depth_inside, flatten
from deckgen.draw.text import text_box
from deckgen.errors import Problem

MIN_CONTRAST = 3.0
"""Least contrast of words and what they are printed on, below which there is a warning."""
_SLACK = 0.25
"""Slots that overlap by less, in mm, only touch."""
_POINTS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where the ground of a line of text is looked at, as shares of its length."""


class _Area:
    """A filled path, with the box around it."""

    def __init__(self, path: Path) -> None:
        self.path, self.box = path, bounding_box(path.segments)

    @cached_property
    def parts(self) -> list[list[Point]]:
        """The points of its outlines, curves as short lines."""
        return list(outlines(self.path.segments))

    def covers(self, x: float, y: float) -> bool:
        """Return whether a point is in the area."""
        if not (self.box.x <= x <= self.box.right and self.box.y <= y <= self.box.bottom):
            return False
        return covers(self.parts, x, y, even_odd=self.path.even_odd)


class _Word(NamedTuple):
    """A text with its box, and its position in the order of drawing."""

    order: int
    text: Text
    box: Box


def check_fronts(artist: CardArtist, cards: Sequence[Card], fronts: Sequence[Drawing]) -> tuple[Problem, ...]:
    """Return warnings about the fronts of cards, each once: about slots, words, and jokers that look alike.

    Slots overlap if their boxes do on a card that shows both; a slot that is within another is there on purpose. Words
    are hard to read if they meet words of another slot, are covered, or have a contrast below ``MIN_CONTRAST`` to a
    flat color below. Words of cards that are no rectangles keep to the safe zone inside the outline. Words of one slot that are as long, in the same place and color, and on the same art, are looked at
    once.
    """
    problems: list[Problem] = []
    template, symbols = artist.layout.template, artist.style.symbols
    group_boxes = {
        name: union(boxes)
        for name, items in template.groups.items()
        if (boxes := [bounding_box(p.segments) for p in _flatten(items, symbols) if isinstance(p, Path)])
    }
    areas_by_item: dict[int, Sequence[_Area | Text]] = {}  # by id: cards share most of their items
    seen: set[tuple[object, ...]] = set()
    for card, front in zip(cards, fronts, strict=True):
        painted: list[_Area | Text] = []
        for item in front.items:
            if id(item) not in areas_by_item:
                flat = _flatten([item], symbols)
                areas_by_item[id(item)] = [part if isinstance(part, Text) else _Area(part) for part in flat]
            painted += areas_by_item[id(item)]
        words, new_words, groups = [], [], template.art_groups(card.face)
        for order, text in enumerate(painted):
            if isinstance(text, Text):
                words.append(word := _Word(order, text, box := text_box(text, artist.layout.theme.fonts)))
                art = [name for name in groups if name in group_boxes and min(box.overlap(group_boxes[name])[2:]) > 0]
                key = (text.slot, text.fill, text.typeface, *art, *map(round, box))
                if key not in seen:
                    seen.add(key)
                    new_words.append(word)
        problems += _unreadable_words(artist, card, painted, words, new_words)
    first_problems = {(problem.path, problem.remedy): problem for problem in reversed(problems)}
    return (*_overlapping_slots(artist, cards), *reversed(first_problems.values()), *_like_jokers(artist, cards))


def _like_jokers(artist: CardArtist, cards: Sequence[Card]) -> Iterator[Problem]:
    """Yield a warning if jokers have neither symbol, art nor words of their own."""
    layout, theme = artist.layout, artist.layout.theme
    patterns = [theme.jokers.get(name, theme.strings.get(name, "")) for name in layout.template.joker_texts]
    shown_words = any(field in pattern for pattern in patterns for field in ("{face}", "{Face}", "{FACE}", "{help}"))
    jokers_by_look: dict[object, list[str]] = {}
    for card in cards:
        if card.face.is_joker and POKER in artist.slots(joker=True) and not shown_words:
            look = tuple(artist.slot_items(POKER, card)), layout.template.art_groups(card.face)
            jokers_by_look.setdefault(look, []).append(card.face.name)
    for names in jokers_by_look.values():
        if len(names) > 1:
            message = f"{', '.join(names[:-1])} and {names[-1]} look alike"
            remedy = f'draw a symbol "{own_icon(names[0])}" and so on, or give them a text slot with {{face}}'
            yield Problem(str(layout.template.file), None, "slot-poker", message, remedy)


def _overlapping_slots(artist: CardArtist, cards: Sequence[Card]) -> Iterator[Problem]:
    """Yield a warning for each pair of slots that overlap partly on some card that shows both."""
    template, pairs = artist.layout.template, set()
    for card in cards:
        boxes, shown = template.boxes_for(joker=card.face.is_joker), artist.slots(joker=card.face.is_joker)
        for name, other_name in combinations([name for name in boxes if name in shown], 2):
            box, other_box = boxes[name], boxes[other_name]
            _, _, width, height = box.overlap(other_box)
            smaller = min(box, other_box, key=lambda b: b.width * b.height)
            inside = width > smaller.width - _SLACK and height > smaller.height - _SLACK
            if min(width, height) < _SLACK or inside or (name, other_name) in pairs:
                continue
            if artist.slot_items(name, card) and artist.slot_items(other_name, card):
                pairs.add((name, other_name))
                message = f"overlaps slot-{other_name} by {width:.1f} × {height:.1f} mm on {card.face.name}"
                yield Problem(str(template.file), None, f"slot-{name}", message, "move one of them, or make it smaller")


def _unreadable_words(
    artist: CardArtist, card: Card, painted: Sequence[_Area | Text], words: Sequence[_Word], new_words: Sequence[_Word]
) -> Iterator[Problem]:
    """Yield a warning for each of ``new_words`` that is hard to read on a card with these ``words``."""
    theme, drawing = artist.layout.theme, str(artist.layout.template.file)
    edge, safe = [point for part in flatten(artist.layout.outline) for point in part], theme.safe
    names = {screen: ink.name for screen, ink in theme.inks_by_screen().items()}
    areas = [(i, area) for i, area in enumerate(painted) if isinstance(area, _Area)][::-1] if new_words else []
    for order, text, box in new_words:
        where, what = f"slot-{text.slot}", f"{text.string!r} on {card.face.name}"
        for _, other_text, other_box in words:
            if other_text.slot != text.slot and min(box.overlap(other_box)[2:]) > _SLACK:
                message = f"{what} is drawn over {other_text.string!r} of slot-{other_text.slot}"
                yield Problem(drawing, None, where, message, "move one of them, or make it smaller")
                break
        depth = min(
            (depth_inside(edge, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom) if edge), default=safe
        )
        if depth < safe - _SLACK:
            message = f"{what} is {depth:.1f} mm from the cut" if depth > 0 else f"{what} is cut off"
            yield Problem(drawing, None, where, message, f"move it inwards: {safe:g} mm is the theme's safe zone")
        near = [(i, area) for i, area in areas if min(box.overlap(area.box)[2:]) > 0]
        for share in _POINTS:
            along, down = box.x + box.width * share, box.y + box.height * share
            x, y = (along, box.cy) if box.width > box.height else (box.cx, down)
            i, ground = next(((i, area.path.fill) for i, area in near if area.covers(x, y)), (-1, "#ffffff"))
            if i > order:
                yield Problem(drawing, None, where, f"{what} is covered", "move what is drawn over it")
                break
            if ground and (ratio := contrast(text.fill, ground)) < MIN_CONTRAST:
                colors = f'"{names.get(text.fill, text.fill)}" on "{names.get(ground, ground)}"'
                message = f"{what} can hardly be read: the contrast of {colors} is {ratio:.1f}:1"
                remedy = f"move it, or change one of the colors; words need {MIN_CONTRAST:g}:1 at least"
                yield Problem(str(theme.file), None, where, message, remedy)
                break


def _flatten(
    items: Sequence[Item], symbols: Mapping[str, Symbol], matrix: Matrix = IDENTITY, fill: str | None = None
) -> Iterator[Path | Text]:
    """Yield filled paths and texts in the order of drawing, those of symbols in their places and colors."""
    for item in items:
        if isinstance(item, Use):
            yield from _flatten(symbols[item.symbol].items, symbols, compose(matrix, item.matrix), item.fill or fill)
        elif isinstance(item, Text):
            yield item
        elif isinstance(item, Gradient | Picture):  # of no one color
            yield Path(transform_outline(item_outline(item), matrix), "")
        elif color := fill if item.fill == "inherit" else item.fill:
            yield Path(transform_outline(item.segments, matrix), color, even_odd=item.even_odd)
