"""The card map: one card, large, with every section numbered, named and explained, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deckgen.card.faces import draw_faces
from deckgen.draw.drawing import Drawing, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse, rectangle
from deckgen.draw.paper import paper_named
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.text import Line, wrap
from deckgen.errors import Fault, LayoutError

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
    """A section as it is explained: its lines, with their face and size in mm."""

    number: int
    name: str
    lines: list[tuple[Line, str, float]]


def card_map(layout: Layout, game: Game, spec: DeckSpec, deck: Deck, *, paper: str = "a4") -> Drawing:
    """One page that explains the cards of ``spec`` by one card of ``deck``: the one that shows most.

    Sections without a slot are left out. Raises LayoutError if the explanations do not fit on the page
    and whatever ``draw_faces`` raises; PressError for an unknown paper.
    """
    sheet, style, fonts = paper_named(paper), load_stylesheet(language=game.language), layout.theme.fonts
    shown = _fullest(deck.cards)
    (front,) = draw_faces(layout, game, spec, replace(deck, cards=(shown,))).fronts
    page = Box(0, 0, sheet.width, sheet.height)
    sections = _in_order(layout, spec)
    room = page.height - _TOP - _GAP - _MARGIN
    file = str(layout.theme.file)
    columns, size = _fitted_notes(sections, fonts, page, room - front.height * _SMALLEST, file)
    high = max(_height(column, size) for column in columns)
    beside = page.width - 2 * (_MARGIN + _OUT + _DISC)
    scale = min((room - high) / front.height, beside / front.width, _LARGEST)
    card = Box(page.cx - front.width * scale / 2, _TOP, front.width * scale, front.height * scale)
    slots = {}
    for section in sections:
        x, y, width, height = (number * scale for number in layout.template.boxes[section.name])
        slots[section.name] = Box(card.x + x, card.y + y, width, height)
    pen = Pen(fonts)
    pen.slot = "map"
    _head(pen, game, spec, style, page)
    pen.items.append(Use("card-map", (scale, 0, 0, scale, card.x, card.y)))
    # Paper over the card's bleed, so that it ends at its trimmed, round corners.
    corner = rectangle(*card, _CORNER * scale)
    over = rectangle(*card.inset(-front.bleed * scale - 0.5), 0)
    pen.path((*over, *corner), style.colour("paper"), even_odd=True)
    pen.path(corner, None, style.colour("rule"), 0.25, round=False)
    silent = {name for name, value in shown.sections.items() if _empty(value)}
    _number_slots(pen, slots, silent, card, style)
    _explain(pen, columns, size, Box(page.x, card.bottom + _GAP, page.width, 0), style)
    symbols = {**front.style.symbols, "card-map": Symbol(front.items)}
    inks = {**style.shared.inks, **front.style.inks}
    title = f"{game.title}: {spec.title}"
    return Drawing(page.width, page.height, 0.0, tuple(pen.items), Style(fonts.files, inks, symbols), title)


def _fullest(dealt: Sequence[Card]) -> Card:
    """The ordinary card on which fewest sections are empty; of several, the first."""
    plain = [card for card in dealt if not card.face.joker] or list(dealt)
    return min(plain, key=lambda card: (sum(map(_empty, card.sections.values())), card.impulse))


def _empty(value: object) -> bool:
    """Whether a section prints nothing for that value."""
    return value is None or value is False or value in ("", ())


def _in_order(layout: Layout, spec: DeckSpec) -> list[AnySection]:
    """The sections that have a slot, as they are read: in bands from top to bottom, each from the left."""
    boxes = layout.template.boxes
    shown = [section for section in spec.sections if section.name in boxes]
    band = layout.template.height / 12
    return sorted(shown, key=lambda s: (round(boxes[s.name].y / band), boxes[s.name].x))


def _fitted_notes(
    sections: Sequence[AnySection], fonts: Fonts, page: Box, room: float, file: str
) -> tuple[list[list[_Note]], float]:
    """The notes in columns at the largest size at which none is higher than ``room``, and that size.

    Raises LayoutError if there is none.
    """
    width = (page.width - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS - 2 * _DISC - 1.6
    for size in (points * PT for points in _SIZES):
        notes = []
        for number, section in enumerate(sections, 1):
            texts = ((section.title, "bold", size * 1.1), (section.help, "regular", size))
            lines = [
                (n, face, own) for text, face, own in texts for n in wrap([(text, face)], own, width, fonts)
            ]
            notes.append(_Note(number, section.name, lines))
        columns = _columns(notes, size)
        if max(_height(column, size) for column in columns) <= room:
            return columns, size
    what = "the explanations of its sections do not fit on one page"
    raise LayoutError(Fault(file, None, "", what, "shorten the help of sections, or take a larger paper"))


def _columns(notes: Sequence[_Note], size: float) -> list[list[_Note]]:
    """The notes in columns, in their order, so that the highest column is as low as can be."""
    count = len(notes)
    cuts = ((a, b) for a in range(count + 1) for b in range(a, count + 1))
    divided = ([list(notes[:a]), list(notes[a:b]), list(notes[b:])] for a, b in cuts)
    whole = [list(notes)]  # the first of those as low as each other is taken
    return min([whole, *divided], key=lambda columns: max(_height(column, size) for column in columns))


def _height(notes: Sequence[_Note], size: float) -> float:
    lines = sum(len(note.lines) for note in notes)
    return lines * size * _LEADING + max(0, len(notes) - 1) * _BETWEEN


def _number_slots(pen: Pen, slots: dict[str, Box], silent: set[str], card: Box, style: Stylesheet) -> None:
    """A number for each slot: beside the card with a leader if nothing lies between, else on its corner.

    A slot that is empty on this card has its number in the middle.
    """
    paper, ink = style.colour("paper"), style.colour("ink")
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
        x, end = (card.x - _OUT, slot.x + 0.4) if left else (card.right + _OUT, slot.right - 0.4)
        pen.rule(x, level, end, level, paper, 1.1)
        pen.rule(x, level, end, level, ink, 0.35)
        pen.path(ellipse(end, level, 0.75), ink, paper, 0.35, round=False)
        discs.append((x, level, number))
    for disc in discs:
        _disc(pen, *disc, style)


def _free(slot: Box, level: float, left: bool, others: Iterable[Box]) -> bool:
    """Whether no other slot lies between ``slot`` and the card's edge, a little above and below ``level``."""
    return not any(
        (other.right <= slot.x + 0.1 if left else other.x >= slot.right - 0.1)
        and other.y - 1 < level < other.bottom + 1
        for other in others
    )


def _disc(pen: Pen, x: float, y: float, number: int, style: Stylesheet) -> None:
    size, paper = 7.8 * PT, style.colour("paper")
    pen.path(ellipse(x, y, _DISC), style.colour("ink"), paper, 0.5, round=False)
    pen.line(str(number), x, y + pen.cap("bold") * size / 2, "bold", size, paper, 0.5)


def _head(pen: Pen, game: Game, spec: DeckSpec, style: Stylesheet, page: Box) -> None:
    room = page.width - 2 * _MARGIN
    for string, face, points, y, colour in (
        (game.title, "semibold", 9.5, _MARGIN + 2.5, "accent"),
        (spec.title, "bold", 23.0, _MARGIN + 11.5, "ink"),
    ):
        size = min(points * PT, room / max(0.01, pen.fonts.em(string, face)))
        pen.line(string, _MARGIN, y, face, size, style.colour(colour))


def _explain(pen: Pen, columns: Sequence[Sequence[_Note]], size: float, room: Box, style: Stylesheet) -> None:
    """The columns of notes, from ``room``'s upper edge down."""
    height, inks = size * _LEADING, {"bold": style.colour("accent"), "regular": style.colour("ink")}
    width = (room.width - 2 * _MARGIN + _GAP) / _COLUMNS
    for i, column in enumerate(columns):
        x, y = _MARGIN + i * width, room.y
        for note in column:
            _disc(pen, x + _DISC, y + height / 2, note.number, style)
            pen.slot = note.name
            for line, face, own in note.lines:
                pen.runs(line, x + 2 * _DISC + 1.6, y + (height + pen.cap(face) * own) / 2, own, inks[face])
                y += height
            y += _BETWEEN
            pen.slot = "map"
