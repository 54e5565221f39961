"""The card map: a large card on one page, every section numbered, named and explained.

Sections that this card leaves empty are shown on small cards beside it: a joker, and one more if necessary.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from deckgen.card.crop import CardCrop, Crops
from deckgen.card.faces import draw_faces
from deckgen.card.rules.legend import LegendEntry, build_legend
from deckgen.card.strings import ALIGN
from deckgen.card.widgets import POKER
from deckgen.document.map.leaders import Leader, Side, drawn_boxes, labeled_box, outline_of, place_leaders
from deckgen.document.marked_results import with_card_style
from deckgen.document.pages import document_style, draw_band, with_band_height
from deckgen.draw.drawing import Drawing, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse, rectangle, transform_outline
from deckgen.draw.paper import find_paper
from deckgen.draw.pen import Pen
from deckgen.draw.shaping import Run
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, wrap
from deckgen.errors import LayoutError, Problem
from deckgen.game.values import AGAIN, DiceResult
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Card, Deck
    from deckgen.game.model import AnySection, DeckSpec, Game

_MARGIN = 14.0  # mm, on all sides of the page
_HEAD, _BAND = 11.0, 18.0  # where the band of titles begins, and its height
_TOP = 35.5  # where the card begins
_GAP = 8.0  # between the card and the words, and between columns of words
_COLUMNS = 3
_DISC = 2.2
_OUT = 5.0  # distance of numbers from the card
_BELOW, _APART = 8.7, 3.0  # between a small card and what is below it, and above a single slot
_OFF = 1.3  # mm, gap between the end of a line and its slot
_ASIDE, _BESIDE = 72.0, 8.5  # the least width of what is beside the large card; that beside small cards
_ASIDE_SIZE = 7.4  # points of the words below them
_SMALL = (1.0, 0.8, 0.62)  # times the card's size: a small card, tried in turn; best its type is as large as on it
_LARGEST = 1.9  # times the card's own size
_SMALLEST = 106.0  # mm, the least height of the large card, unless it is higher itself
_LARGE_SIZES = (11.0, 10.5, 10.0, 9.5)  # points, where there is room for the largest card as well
_SIZES = (9.0, 8.6, 8.2, 7.8, 7.4, 7.0, 6.6)  # points, tried in turn
_LEADING = 1.28
_BETWEEN = 2.2
_LETTERS = 6  # of a short word
_STEP = 0.7  # above the sample of a mark
_SAMPLE = 15.0  # the widest sample of a mark
_SIDES: tuple[Side, ...] = ("left", "right", "bottom", "top")  # a small card may have words above it
_PLATE_CORNER = 1.1  # mm, of plates of numbers that are not round
_CORNER = 3.2  # radius of a card's corners


@record
class _Row:
    """A line of text, ``left`` mm indented, ``before`` mm below the last; ``sample``: the mark drawn before it."""

    line: Line
    face: str
    size: float
    left: float = 0.0
    before: float = 0.0
    sample: LegendEntry | None = None


class _Note(NamedTuple):
    """The explanation of a section; number 0 and name "" if it belongs to none."""

    number: int
    name: str
    rows: list[_Row]


@record
class _MapContext:
    """What all parts of the page share; ``entries`` are the legend's."""

    layout: Layout
    style: Stylesheet
    entries: Sequence[LegendEntry]

    def wrapped(self, runs: Sequence[Run], size: float, width: float) -> list[Line]:
        return wrap(runs, size, width, self.style.fonts, language=self.style.language)

    def marks(self, section: str, help_: str, size: float, width: float) -> Iterator[_Row]:
        """Yield the legend of a section's marks without meanings that ``help_`` has; type's ``size``, ``width``: mm."""
        overhang = 0.0  # of the sample above
        for entry in (entry for entry in self.entries if section in entry.sections):
            height = self.sample_height(entry, size)
            left = entry.width * height + 1.2
            in_help = re.search(rf"(?<!\w){re.escape(entry.meaning)}(?!\w)", help_)
            meaning = [] if in_help or entry.meaning == entry.look else [(f": {entry.meaning}", "regular")]
            lines = self.wrapped([(entry.look, "semibold"), *meaning], size, width - left)
            beyond = max(0.0, height - size * _LEADING) / 2
            for i, line in enumerate(lines):
                yield _Row(line, "regular", size, left, *((0.0, None) if i else (_STEP + overhang + beyond, entry)))
            overhang = beyond if len(lines) == 1 else 0.0

    def sample_height(self, entry: LegendEntry, size: float) -> float:
        """Return the height in mm of a mark's sample beside text of ``size`` mm."""
        height = min(size * 1.2, _SAMPLE / entry.width)
        return entry.readable_height(self.style.pen("map"), height, self.style.min_text_size)


def _has_open(deck: Deck, spec: DeckSpec, sections: Iterable[str]) -> bool:
    """Return whether a card of the deck has an open cell in some of the sections."""
    return any(cell.again for name in sections for cards in deck.cells(spec.section(name)) for cell in cards)


def card_map(layout: Layout, game: Game, spec: DeckSpec, deck: Deck, *, paper: str = "a4") -> Drawing:
    """Return a page that explains the cards of ``spec``, using the fullest cards of ``deck``.

    Sections without a slot are left out. Raises LayoutError if the explanations do not fit on the page, and
    what ``draw_faces`` raises; PressError for an unknown paper.
    """
    sheet = find_paper(paper)
    style = with_card_style(document_style(game), layout)
    entries = [e for e in build_legend(layout, game, spec) if e.mark != AGAIN or _has_open(deck, spec, e.sections)]
    context = _MapContext(layout, style, entries)
    sections = _sections_in_order(layout, spec)
    cards, cut_out = _choose_cards(deck.cards, sections)
    fronts = draw_faces(layout, game, spec, replace(deck, cards=tuple(cards))).fronts
    front, page = fronts[0], Box(0, 0, sheet.width, sheet.height)
    cutter = Crops(layout, game)
    cut = ((sections.index(section) + 1, cutter.crop(section, card)) for section, card in cut_out)
    crops = [(number, crop) for number, crop in cut if crop]
    aside_width = max(_ASIDE, front.width + _BESIDE) if crops or len(fronts) > 1 else 0.0
    free_height = page.height - _TOP - _GAP - _MARGIN
    free_width = page.width - 2 * (_MARGIN + _OUT + _DISC) - aside_width
    max_scale = min(free_width / front.width, _LARGEST)
    for small in _SMALL:
        beside = _aside_height(context, cards[1:], front, crops, small)
        below_largest = free_height - max(beside, max_scale * front.height)
        heights = below_largest, free_height - max(beside, front.height, _SMALLEST)
        if fit := _fitted_notes(context, sections, page, heights):
            break
    else:
        message = "the explanations of its sections do not fit on one page"
        remedy = "shorten the help of sections, or use a larger paper"
        raise LayoutError(Problem(str(layout.theme.file), None, "", message, remedy))
    columns, size = fit
    notes_height = max(_height(column, size) for column in columns)
    scale = min((free_height - notes_height) / front.height, max_scale)
    left = _MARGIN + _OUT + _DISC + (free_width - front.width * scale) / 2
    boxes = [Box(left, _TOP, front.width * scale, front.height * scale)]
    pen = style.pen("map")
    _draw_head(pen, game, spec, style, page)
    boxes += _draw_aside(pen, context, cards[1:], boxes[0], page, front, crops, small)
    for i, (face, box) in enumerate(zip(fronts, boxes, strict=True)):
        _draw_card(pen, f"card-map-{i}", face, box, context)
        printed, art = drawn_boxes(face, layout.theme.fonts, layout.template.icons)
        scale = box.width / face.width
        slots = _numbered_slots(context, sections, cards, i, dict(crops))
        outlines = {n: outline_of(slot, printed, art, _OFF / scale) for n, slot in slots.items()}
        gap = (2 * _DISC + 0.6) / scale
        for leader in place_leaders(outlines, [*printed, *art], face, gap=gap, sides=_SIDES[: 3 if i else 4]):
            _draw_leader(pen, leader, box, scale, context)
    width = (page.width - 2 * _MARGIN + _GAP) / _COLUMNS
    low = max(boxes[0].bottom, _TOP + beside) + _GAP
    for i, column in enumerate(columns):
        _draw_notes(pen, column, size, _MARGIN + i * width, low, context)
    symbols = {**style.shared.symbols, **front.style.symbols}
    symbols |= {f"card-map-{i}": Symbol(face.items) for i, face in enumerate(fronts)}
    symbols |= {f"map-slot-{number}": Symbol((*crop.art, *crop.items)) for number, crop in crops}
    title = f"{game.title}: {spec.title}"
    look = Style(style.fonts.files, style.shared.inks, symbols)
    return Drawing(page.width, page.height, 0.0, tuple(pen.items), look, title)


def _choose_cards(
    dealt: Sequence[Card], sections: Sequence[AnySection]
) -> tuple[list[Card], list[tuple[AnySection, Card]]]:
    """Return the fullest plain card and joker, if any; (section, card that shows it) for sections empty on both."""
    plain = [card for card in dealt if not card.face.is_joker] or list(dealt)
    names = [section.name for section in sections]

    def fullest(cards: Sequence[Card], sections_to_fill: Sequence[str]) -> Card:
        return min(cards, key=lambda card: (sum(_is_empty(card.sections[n]) for n in sections_to_fill), card.impulse))

    main = [fullest(plain, names)]
    if jokers := [card for card in dealt if card.face.is_joker]:
        main.append(fullest(jokers, [name for name in names if _is_empty(main[0].sections[name])]))
    extra = []
    for section in sections:
        filled = [card for card in (*main, *plain) if not _is_empty(card.sections[section.name])]
        if filled and filled[0] not in main:
            extra.append((section, filled[0]))
    return main, extra


def _is_empty(value: object) -> bool:
    """Return whether a section prints nothing for a value, or no symbol of its dice."""
    if isinstance(value, Mapping):
        return all(isinstance(result, DiceResult) and result.to_json() == {} for result in value.values())
    return value is None or value is False or value in ("", ())


def _sections_in_order(layout: Layout, spec: DeckSpec) -> list[AnySection]:
    """Return the sections that cards show in reading order: rows from the top, each from the left."""
    band = layout.template.height / 12
    positions = [
        (round(box.y / band), box.x, index)
        for index, section in enumerate(spec.sections)
        if (box := _section_box(layout, section.name, joker=False) or _section_box(layout, section.name, joker=True))
    ]
    return [spec.sections[index] for *_, index in sorted(positions)]


def _section_box(layout: Layout, section: str, *, joker: bool) -> Box | None:
    """Return where a card shows a section: its slot, or the text with its value; None if nowhere."""
    template, theme = layout.template, layout.theme
    boxes = template.boxes_for(joker=joker)
    if section in boxes:
        return boxes[section]
    strings = {**theme.strings, **theme.jokers} if joker else theme.strings
    for name, text in template.texts_for(joker=joker).items():
        if f"{{{section}}}" in strings.get(name, "").lower() and not text.upward:
            width, height = text.width or text.size * _LETTERS, text.size * text.lines * _LEADING
            return Box(text.x - ALIGN[text.anchor] * width, text.y - text.size, width, height)
    return None


def _numbered_slots(
    context: _MapContext, sections: Sequence[AnySection], cards: Sequence[Card], index: int, excluded: Collection[int]
) -> Mapping[int, Box]:
    """Return by number the slots that card ``index`` is the first to fill (0: or that none fills), not ``excluded``."""
    slots = {}
    for number, section in enumerate(sections, 1):
        filled = [i for i, card in enumerate(cards) if not _is_empty(card.sections[section.name])]
        box = _section_box(context.layout, section.name, joker=cards[index].face.is_joker)
        if (filled or [0])[0] == index and number not in excluded and box:
            slots[number] = labeled_box(context.layout, section, box, joker=cards[index].face.is_joker)
    return slots


# Words


def _fitted_notes(
    context: _MapContext, sections: Sequence[AnySection], page: Box, heights: tuple[float, float]
) -> tuple[list[list[_Note]], float] | None:
    """Return the notes in columns at the largest size that fits, and that size in mm.

    ``heights``: free mm below the largest card, for large type, and below the smallest. None if neither is enough.
    """
    width = (page.width - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS - 2 * _DISC - 1.6
    sizes = [(size, heights[0]) for size in _LARGE_SIZES] + [(size, heights[1]) for size in _SIZES]
    for size, height in ((points * PT, height) for points, height in sizes):
        notes = []
        for number, section in enumerate(sections, 1):
            texts = ((section.title, "bold", size * 1.1), (section.help, "regular", size))
            rows = [
                _Row(line, face, line_size)
                for text, face, line_size in texts
                if text
                for line in context.wrapped([(text, face)], line_size, width)
            ]
            rows += context.marks(section.name, section.help, size, width)
            notes.append(_Note(number, section.name, rows))
        columns = _columns(notes, size)
        if max(_height(column, size) for column in columns) <= height:
            return columns, size
    return None


def _columns(notes: list[_Note], size: float) -> list[list[_Note]]:
    """Return the notes in three columns, in their order, with the highest as low as possible."""
    cuts = combinations_with_replacement(range(len(notes) + 1), 2)
    divided = ([notes[:a], notes[a:b], notes[b:]] for a, b in cuts)
    # Of equally low ones the first.
    return min([[notes], *divided], key=lambda columns: max(_height(column, size) for column in columns))


def _height(notes: Sequence[_Note], size: float) -> float:
    rows = fsum(size * _LEADING + row.before for note in notes for row in note.rows)
    return rows + max(0, len(notes) - 1) * _BETWEEN


def _draw_notes(pen: Pen, notes: Sequence[_Note], size: float, x: float, y: float, context: _MapContext) -> None:
    """Draw notes below each other, from (x, y) down."""
    height = size * _LEADING
    inks = {"bold": context.style.color("accent"), "regular": context.style.color("ink")}
    for note in notes:
        left = x
        if note.number:
            _draw_disc(pen, x + _DISC, y + height / 2, note.number, context)
            left += 2 * _DISC + 1.6
        pen.slot = note.name or "map"
        for row in note.rows:
            y += row.before
            if row.sample:
                sample_height = context.sample_height(row.sample, row.size)
                box = Box(left, y + (height - sample_height) / 2, row.sample.width * sample_height, sample_height)
                row.sample.draw(pen, box)
            base = y + (height + pen.cap(row.face) * row.size) / 2
            pen.runs(row.line, left + row.left, base, row.size, inks[row.face])
            y += height
        y += _BETWEEN
        pen.slot = "map"


def _joker_notes(context: _MapContext, card: Card) -> list[_Note]:
    """Return the note below a small card, on the marks of jokers; empty for others."""
    rows = list(context.marks(POKER, "", _ASIDE_SIZE * PT, _ASIDE - 4.0)) if card.face.is_joker else []
    return [_Note(0, "", rows)] if rows else []


def _aside_height(
    context: _MapContext, cards: Sequence[Card], front: Drawing, crops: Sequence[tuple[int, CardCrop]], small: float
) -> float:
    """Return the height in mm of small cards, with their notes, and of single slots, below each other."""
    notes = fsum(_height(_joker_notes(context, card), _ASIDE_SIZE * PT) for card in cards)
    return len(cards) * (front.height * small + _BELOW) + notes + fsum(crop.box.height + _APART for _, crop in crops)


def _draw_aside(
    pen: Pen,
    context: _MapContext,
    cards: Sequence[Card],
    large: Box,
    page: Box,
    front: Drawing,
    crops: Sequence[tuple[int, CardCrop]],
    small: float,
) -> list[Box]:
    """Draw notes of small cards, and single slots, beside ``large``; return boxes in which to draw the small cards."""
    card_width, y = front.width * small, large.y
    left, boxes = page.width - _MARGIN - max(_ASIDE, front.width + _BESIDE), []
    for card in cards:
        boxes.append(Box(page.width - _MARGIN - card_width - _BESIDE / 2, y, card_width, front.height * small))
        y = boxes[-1].bottom + _BELOW
        notes = _joker_notes(context, card)
        _draw_notes(pen, notes, _ASIDE_SIZE * PT, left + 4.0, y, context)
        y += _height(notes, _ASIDE_SIZE * PT)
    for number, crop in crops:
        y += _APART
        x, box = left + 2 * _DISC + 5.0, crop.box
        pen.panel(Box(x, y, box.width, box.height).inset(-1.2), 1.2, crop.ground)
        pen.items.append(Use(f"map-slot-{number}", (1.0, 0.0, 0.0, 1.0, x - box.x, y - box.y)))
        pen.rule(left + 2 * _DISC, y + box.height / 2, x - 1.2, y + box.height / 2, context.style.color("ink"), 0.3)
        _draw_disc(pen, left + _DISC + 0.4, y + box.height / 2, number, context)
        y += box.height
    return boxes


def _draw_head(pen: Pen, game: Game, spec: DeckSpec, style: Stylesheet, page: Box) -> None:
    """Draw the page's titles, in a low band if the game's documents have one."""
    kicker, title = f"{game.title} · {spec.title}", game.language.phrase("How to read a card")
    width = page.width - 2 * _MARGIN
    if style.masthead.height:
        draw_band(pen, with_band_height(style, _BAND), Box(_MARGIN, _HEAD, width, _BAND), kicker, title)
        return
    kinds = (kicker, "kicker", _HEAD + 4.0), (title, "title", _HEAD + 13.0)
    for string, kind, y in kinds:
        text_style = style.texts[kind]
        pen.line(string, _MARGIN, y, text_style.face, text_style.size, text_style.ink, room=width)


# Cards and leaders


def _draw_card(pen: Pen, symbol: str, front: Drawing, box: Box, context: _MapContext) -> None:
    """Draw a front, defined as ``symbol``, scaled into ``box``, cut at its trimmed, round corners."""
    scale = box.width / front.width
    matrix = (scale, 0.0, 0.0, scale, box.x, box.y)
    pen.items.append(Use(symbol, matrix))
    # Paper over the card's bleed, so that it ends at its outline or its trimmed, round corners.
    corner = transform_outline(front.outline, matrix) or rectangle(*box, _CORNER * scale)
    over = rectangle(*box.inset(-front.bleed * scale - 0.5), 0)
    pen.path((*over, *corner), context.style.color("paper"), even_odd=True)
    pen.path(corner, None, context.style.color("rule"), 0.25, round=False)


def _draw_leader(pen: Pen, leader: Leader, card: Box, scale: float, context: _MapContext) -> None:
    """Draw a number beside the card, and a line from it to the edge of its slot."""
    paper, ink = context.style.color("paper"), context.style.color("ink")
    end = card.x + leader.x * scale, card.y + leader.y * scale
    sides = {"left": (card.x - _OUT, end[1]), "right": (card.right + _OUT, end[1])}
    sides |= {"top": (end[0], card.y - _OUT), "bottom": (end[0], card.bottom + _OUT)}
    disc = sides[leader.side]
    pen.rule(*disc, *end, paper, 0.65)
    pen.rule(*disc, *end, ink, 0.3)
    pen.path(ellipse(*end, 0.6), ink, paper, 0.3, round=False)
    _draw_disc(pen, *disc, leader.number, context)


def _draw_disc(pen: Pen, x: float, y: float, number: int, context: _MapContext) -> None:
    """Draw a number on a plate with the game's corners, its middle at (x, y)."""
    size, style = 7.4 * PT, context.style
    box = Box(x - _DISC, y - _DISC, 2 * _DISC, 2 * _DISC)
    corner = _DISC if pen.corners == "round" else _PLATE_CORNER
    pen.panel(box.inset(-0.4), corner, style.color("paper"))
    pen.panel(box, corner, style.color("accent"))
    pen.line(str(number), x, y + pen.cap("bold") * size / 2, "bold", size, style.color("accent_ink"), 0.5)
