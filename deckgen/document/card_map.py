"""The card map: one card, large, with every section numbered, named and explained, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from deckgen.card.faces import draw_faces
from deckgen.draw import shapes
from deckgen.draw.drawing import Drawing, Item, Path, Style, Symbol, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse, rectangle
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.text import Line, set_line, wrap
from deckgen.errors import Fault, LayoutError
from deckgen.press.page_files import paper_named

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Card, Deck
    from deckgen.draw.fonts import Fonts
    from deckgen.game.model import AnySection, DeckSpec, Game

_MARGIN = 14.0  # mm, on all sides of the page
_TOP = 34.0  # where the card begins
_GAP = 7.0  # between the card and the words, and between columns of words
_COLUMNS = 3
_DISC = 2.4
_OUT = 5.5  # how far beside the card numbers stand
_LARGEST = 1.9  # times the card's own size
_SMALLEST = 1.2
_SIZES = (9.0, 8.6, 8.2, 7.8, 7.4, 7.0)  # points, tried in turn
_LEADING = 1.3
_BETWEEN = 2.6
_CORNER = 3.2  # radius of a card's corners


class _Note(NamedTuple):
    """A section as it is explained: its lines of title and of help."""

    number: int
    name: str
    title: list[Line]
    text: list[Line]


@dataclass(frozen=True)
class _Words:
    """The notes in columns, set in ``size`` mm, and how high the highest column is."""

    columns: list[list[_Note]]
    size: float
    height: float


def card_map(layout: Layout, game: Game, spec: DeckSpec, deck: Deck, *, paper: str = "a4") -> Drawing:
    """One page that explains the cards of ``spec`` by one card of ``deck``: the one that shows most.

    Sections without a slot are left out. Raises LayoutError if the explanations do not fit on the page
    and whatever ``draw_faces`` raises; PressError for an unknown paper.
    """
    sheet, look, fonts = paper_named(paper), load_stylesheet(), layout.theme.fonts
    telling = _telling(deck.cards)
    (front,) = draw_faces(layout, game, spec, replace(deck, cards=(telling,))).fronts
    page = Box(0, 0, sheet.width, sheet.height)
    sections = _in_order(layout, spec)
    room = page.height - _TOP - _GAP - _MARGIN
    words = _set(sections, fonts, page, room - front.height * _SMALLEST, str(layout.theme.file))
    beside = page.width - 2 * (_MARGIN + _OUT + _DISC)
    scale = min((room - words.height) / front.height, beside / front.width, _LARGEST)
    card = Box(page.cx - front.width * scale / 2, _TOP, front.width * scale, front.height * scale)
    slots = {name: _placed(layout.template.boxes[name], card, scale) for name in (s.name for s in sections)}
    items: list[Item] = [
        *_head(game, spec, look, fonts, page),
        Use("card-map", (scale, 0, 0, scale, card.x, card.y)),
        *_trimmed(card, front.bleed * scale, look.colour("paper"), look.colour("rule"), scale),
        *_numbers(slots, _silent(telling), card, look, fonts),
        *_explained(words, Box(page.x, card.bottom + _GAP, page.width, 0), look, fonts),
    ]
    symbols = {**front.style.symbols, "card-map": Symbol(front.items)}
    inks = {**look.style.inks, **front.style.inks}
    title = f"{game.title}: {spec.title}"
    return Drawing(page.width, page.height, 0.0, tuple(items), Style(fonts.files, inks, symbols), title)


def _telling(dealt: Sequence[Card]) -> Card:
    """The ordinary card on which most sections say something; of several, the first."""
    plain = [card for card in dealt if not card.face.joker] or list(dealt)
    return max(plain, key=lambda card: (sum(map(_says, card.sections.values())), -card.impulse))


def _says(value: object) -> bool:
    return value is not None and value is not False and value not in ("", ())


def _silent(card: Card) -> set[str]:
    """The sections that say nothing on a card."""
    return {name for name, value in card.sections.items() if not _says(value)}


def _in_order(layout: Layout, spec: DeckSpec) -> list[AnySection]:
    """The sections that have a slot, as they are read: in bands from top to bottom, each from the left."""
    boxes = layout.template.boxes
    shown = [section for section in spec.sections if section.name in boxes]
    band = layout.template.height / 12
    return sorted(shown, key=lambda s: (round(boxes[s.name].y / band), boxes[s.name].x))


def _set(sections: Sequence[AnySection], fonts: Fonts, page: Box, room: float, file: str) -> _Words:
    """The notes at the largest size at which no column is higher than ``room``."""
    width = (page.width - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS - 2 * _DISC - 1.6
    for size in (points * PT for points in _SIZES):
        notes = [
            _Note(
                number,
                section.name,
                wrap([(section.title, "bold")], size * 1.1, width, fonts),
                wrap([(section.help, "regular")], size, width, fonts),
            )
            for number, section in enumerate(sections, 1)
        ]
        columns = _columns(notes, size)
        height = max((_height(column, size) for column in columns), default=0.0)
        if height <= room:
            return _Words(columns, size, height)
    what = "the explanations of its sections do not fit on one page"
    raise LayoutError(Fault(file, None, "", what, "shorten the help of sections, or take a larger paper"))


def _columns(notes: Sequence[_Note], size: float) -> list[list[_Note]]:
    """The notes in columns, in their order, so that the highest column is as low as can be."""
    best: list[list[_Note]] = [list(notes)]
    count = len(notes)
    cuts = ((a, b) for a in range(count + 1) for b in range(a, count + 1))
    for a, b in cuts:
        columns = [list(notes[:a]), list(notes[a:b]), list(notes[b:])]
        if max(_height(c, size) for c in columns) < max(_height(c, size) for c in best):
            best = columns
    return best


def _height(notes: Sequence[_Note], size: float) -> float:
    lines = sum(len(note.title) + len(note.text) for note in notes)
    return lines * size * _LEADING + max(0, len(notes) - 1) * _BETWEEN


def _placed(box: Box, card: Box, scale: float) -> Box:
    """A slot's place on the page."""
    return Box(card.x + box.x * scale, card.y + box.y * scale, box.width * scale, box.height * scale)


def _numbers(
    slots: dict[str, Box], silent: set[str], card: Box, look: Stylesheet, fonts: Fonts
) -> Iterator[Item]:
    """A number for each slot: beside the card with a leader if nothing lies between, else on its corner.

    A slot that is empty on this card has its number in the middle.
    """
    paper, ink = look.colour("paper"), look.colour("ink")
    taken: dict[bool, float] = {True: card.y, False: card.y}
    numbered = sorted(enumerate(slots, 1), key=lambda entry: slots[entry[1]].y)
    discs: list[tuple[float, float, int]] = []
    for number, name in numbered:
        slot = slots[name]
        level = min(slot.cy, slot.y + 9)
        left = slot.cx < card.cx
        if name in silent:
            discs.append((slot.cx, slot.cy, number))
            continue
        if not _free(slot, level, left, slots.values()):
            discs.append((slot.x, slot.y + 0.6, number))
            continue
        level = max(level, taken[left] + 2 * _DISC + 0.5)
        taken[left] = level
        x = card.x - _OUT if left else card.right + _OUT
        end = slot.x + 0.4 if left else slot.right - 0.4
        yield shapes.line(x, level, end, level, paper, 1.1)
        yield shapes.line(x, level, end, level, ink, 0.35)
        yield Path(ellipse(end, level, 0.75), fill=ink, stroke=paper, stroke_width=0.35)
        discs.append((x, level, number))
    for disc in discs:
        yield from _disc(*disc, look, fonts)


def _free(slot: Box, level: float, left: bool, others: Iterable[Box]) -> bool:
    """Whether no other slot lies between ``slot`` and the card's edge, a little above and below ``level``."""
    return not any(
        (other.right <= slot.x + 0.1 if left else other.x >= slot.right - 0.1)
        and other.y - 1 < level < other.bottom + 1
        for other in others
    )


def _disc(x: float, y: float, number: int, look: Stylesheet, fonts: Fonts) -> Iterator[Item]:
    size = 7.8 * PT
    yield Path(ellipse(x, y, _DISC), fill=look.colour("ink"), stroke=look.colour("paper"), stroke_width=0.5)
    x -= fonts.width(str(number), "bold", size) / 2
    y += fonts.cap("bold") * size / 2
    yield Text(x, y, str(number), "bold", size, look.colour("paper"), slot="map")


def _trimmed(card: Box, bleed: float, paper: str, rule: str, scale: float) -> Iterator[Item]:
    """Paper over the card's bleed, so that it ends at its trimmed, round corners."""
    corner = rectangle(*card, _CORNER * scale)
    yield Path((*rectangle(*card.inset(-bleed - 0.5), 0), *corner), fill=paper, even_odd=True)
    yield Path(corner, stroke=rule, stroke_width=0.25)


def _head(game: Game, spec: DeckSpec, look: Stylesheet, fonts: Fonts, page: Box) -> Iterator[Item]:
    room = page.width - 2 * _MARGIN
    for string, face, points, y, colour in (
        (game.title, "semibold", 9.5, _MARGIN + 2.5, "accent"),
        (spec.title, "bold", 23.0, _MARGIN + 11.5, "ink"),
    ):
        size = min(points * PT, room / max(0.01, fonts.em(string, face)))
        yield Text(_MARGIN, y, string, face, size, look.colour(colour), slot="map")


def _explained(words: _Words, room: Box, look: Stylesheet, fonts: Fonts) -> Iterator[Item]:
    """The columns of notes, from ``room``'s upper edge down."""
    line = words.size * _LEADING
    width = (room.width - 2 * _MARGIN + _GAP) / _COLUMNS
    for i, notes in enumerate(words.columns):
        x, y = _MARGIN + i * width, room.y
        for note in notes:
            yield from _disc(x + _DISC, y + line / 2, note.number, look, fonts)
            for lines, face, larger, colour in (
                (note.title, "bold", 1.1, "accent"),
                (note.text, "regular", 1.0, "ink"),
            ):
                size, ink = words.size * larger, look.colour(colour)
                for words_line in lines:
                    base = y + (line + fonts.cap(face) * size) / 2
                    yield from set_line(
                        words_line, x + 2 * _DISC + 1.6, base, size, ink, fonts, slot=note.name
                    )
                    y += line
            y += _BETWEEN


__all__ = ["card_map"]
