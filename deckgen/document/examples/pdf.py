"""Pages of examples: each situation a strip of pictures of the cards that decide it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from deckgen.card.crop import CardCrop, Crops, clip_path
from deckgen.deck.cards import Deck
from deckgen.document.examples.text import ExamplePanel, Fact, NarratedSituation, narrate_all, verdict
from deckgen.document.pages import RunningHeads, deck_line, document, document_style, masthead
from deckgen.draw.blocks.flow import Flowable, Strip, draw_strips, paragraph
from deckgen.draw.drawing import Drawing, Item, Path, Style, Symbol, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import TONE_INKS, Stylesheet
from deckgen.draw.text import wrap
from deckgen.game.examples import BAD, GOOD, INFO, MIXED
from deckgen.game.model import DeckSpec, Game

if TYPE_CHECKING:
    from deckgen.card.layout import Layout

_TOP, _BOTTOM = 21.0, 19.0  # margins, mm
_ACROSS = 4  # panels in a row
_FEW_PANELS = 2  # with so few panels, texts are beside them
_GUTTER = 2.4  # mm
_PAD = 1.6
_PICTURE = 22.5  # the highest picture
_WINDOW = 31.0  # how much of a higher slot is shown
_RING = 0.45
_LEADING = 1.25


class _Kind(NamedTuple):
    """Style of a text: typeface, size in mm, name of its color."""

    face: str
    size: float  # mm
    color: str


_HEAD = _Kind("semibold", 7.6 * PT, "ink")
_CARD = _Kind("regular", 7.0 * PT, "accent")
_LINE = _Kind("regular", 7.2 * PT, "ink")
_TITLE = 11.5 * PT  # the largest title of a situation
_STORY = _Kind("regular", 8.8 * PT, "ink")
_FACT = _Kind("bold", 8.8 * PT, "ink")
_INFO = _FACT._replace(face="regular")
_SIGN = 2.0  # mm
_SIGNS = {GOOD: "check", BAD: "cross", MIXED: "half", INFO: "disc"}
_EDGE = 0.8  # of the card's ground around a picture
_LARGEST = 1.0  # times the card's own size
_WIDE = 30.0  # the widest picture


def example_pages(layout: Layout, game: Game, spec: DeckSpec, deck: Deck, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return the pages of all situations that the deck can play; () if there are none.

    Raises LayoutError for a section that the layout cannot draw, PressError for an unknown paper.
    """
    situations = narrate_all(layout, game, spec, deck)
    if not situations:
        return ()
    style = document_style(game)
    theme = replace(style.theme, fonts=layout.theme.fonts)  # pages and cards in one type
    style = replace(style, theme=theme, page=replace(style.page, top=_TOP, bottom=_BOTTOM))
    crops = Crops(layout, game)
    pictures: dict[str, Symbol] = {}
    phrase = game.language.phrase
    title = phrase("Examples of play")
    lead = phrase("Played with this deck’s cards. A ring shows the result that counts.")
    words = phrase(
        "Each example starts with a shuffled deck; shuffles that would end the story early are skipped."
        " Chances are for the same outcome of a step when drawing from the whole deck."
        " Signs at the end: a check is good news, a cross bad, a half disc both, a dot information."
    )
    parts: list[Flowable] = [
        masthead(style, game.title, title, lead),
        paragraph(style, words, "small"),
        *(
            _situation(situation, style, [_picture_of(panel, crops, pictures) for panel in situation.panels])
            for situation in situations
        ),
    ]
    tone_inks = {ink.screen: ink for ink in TONE_INKS.values()}
    inks = {**style.shared.inks, **layout.theme.inks_by_screen(), **tone_inks}
    symbols = {**crops.symbols, **style.shared.symbols, **pictures}
    style = replace(style, shared=Style(layout.theme.fonts.files, inks, symbols))
    running = RunningHeads((f"{game.title}: {spec.title}", title), (deck_line(deck, style), ""))
    return document(style, parts, running, paper=paper, title=f"{game.title}: {title}")


class _Picture(NamedTuple):
    symbol: str
    box: Box
    crop: CardCrop


def _picture_of(panel: ExamplePanel, crops: Crops, symbols: dict[str, Symbol]) -> _Picture | None:
    """Return a panel's picture and add it to ``symbols``; None if no card is read or nothing is drawn."""
    reading = panel.reading
    crop = crops.crop(reading.section, reading.card, reading.key_paths) if reading else None
    if crop is None:
        return None
    items, box = _cut_window(crop, crops)
    name = f"example-{len(symbols)}"
    symbols[name] = Symbol(tuple(items))
    return _Picture(name, box, crop)


def _cut_window(crop: CardCrop, crops: Crops) -> tuple[Sequence[Item], Box]:
    """Return the items of a slot and their box; of a high slot only whole rows around the highlighted results."""
    box = crop.box
    if box.height <= _WINDOW or not crop.highlight_boxes:
        return (*crop.art, *crop.items), box
    boxes = list(zip(crop.items, map(crops.box_of, crop.items), strict=True))
    texts = [item_box for item, item_box in boxes if isinstance(item, Text)]
    start, end = _choose_rows(_row_edges(texts, box), crop.highlight_boxes)
    items = [item for item, item_box in boxes if item_box.y >= start - 0.01 and item_box.bottom <= end + 0.01]
    window = Box(box.x, start, box.width, end - start)
    art = [cut for item in crop.art if isinstance(item, Path) and (cut := clip_path(item, window))]
    return [*art, *items], window


def _row_edges(texts: Sequence[Box], slot: Box) -> list[float]:
    """Return the y in mm at which a slot can be cut without cutting a text: between its rows, and its ends."""
    edges, low = [slot.y], slot.y
    for text in sorted(texts, key=lambda box: box.y):
        if text.y > low > slot.y:
            edges.append((low + text.y) / 2)
        low = max(low, text.bottom)
    return [*edges, slot.bottom]


def _choose_rows(edges: Sequence[float], rings: Sequence[Box]) -> tuple[float, float]:
    """Return the edges of the most rows around ``rings`` that fit the window, the rings as near its middle as can be.

    Rings that need more room than the window have it.
    """
    top, low = min(ring.y for ring in rings), max(ring.bottom for ring in rings)

    def fitness(window: tuple[float, float]) -> tuple[float, float]:
        height = window[1] - window[0]
        return (height if height <= _WINDOW else -height), -abs(fsum(window) - top - low)

    starts, ends = [y for y in edges if y <= top] or edges[:1], [y for y in edges if y >= low] or edges[-1:]
    return max(product(starts, ends), key=fitness)


def _situation(situation: NarratedSituation, style: Stylesheet, pictures: Sequence[_Picture | None]) -> Flowable:
    """Return title, story, panels and facts on one page; of 1 or 2 panels story and facts are beside them."""
    panels = list(zip(situation.panels, pictures, strict=True))

    def block(width: float) -> list[Strip]:
        pen = style.pen("examples")
        panel_width = (width - (_ACROSS - 1) * _GUTTER) / _ACROSS
        top = _draw_title(pen, style, situation.title, width) + 0.8
        if len(panels) <= _FEW_PANELS:
            panels_width = len(panels) * (panel_width + _GUTTER)
            side = (width - panels_width - _GUTTER) / 2
            story_end = _draw_words(pen, style, [situation.story], _STORY, Box(0, top + _PAD, side, 0))
            y = _draw_row(pen, style, panels, Box(side + _GUTTER, top, panel_width, 0))
            end = Box(side + panels_width + _GUTTER + 3, top + _PAD, side - 3, 0)
            y = max(y, story_end, _draw_facts(pen, style, situation.facts, end))
        else:
            y = _draw_words(pen, style, [situation.story], _STORY, Box(0, top - 0.4, width, 0)) + 1.4
            for start in range(0, len(panels), _ACROSS):
                y = _draw_row(pen, style, panels[start : start + _ACROSS], Box(0, y, panel_width, 0)) + 1.8
            y = _draw_facts(pen, style, situation.facts, Box(3, y, width - 3, 0))
        return [Strip(y, pen.items, before=5.5)]

    return block


def _draw_title(pen: Pen, style: Stylesheet, title: str, width: float) -> float:
    """Draw a situation's title as a small heading; return the y in mm where it ends."""
    text_style = style.texts["heading"]
    small = replace(text_style, size=min(text_style.size, _TITLE), rule="")
    strips = paragraph(replace(style, texts={**style.texts, "heading": small}), title, "heading")(width)
    return draw_strips(strips, 0.0, 0.0, pen.items)


def _draw_facts(pen: Pen, style: Stylesheet, facts: Sequence[Fact], room: Box) -> float:
    """Draw facts with their signs, beside a bar in the verdict's color; return the y in mm where they end."""

    def color(tone: str) -> str:
        return TONE_INKS[tone].screen if tone in TONE_INKS else style.color("alarm" if tone == BAD else "soft")

    y, width = room.y, room.width - 1.8 * _SIGN
    for fact in facts:
        size = _SIGN * (0.5 if fact.tone == INFO else 1)
        pen.mark(_SIGNS[fact.tone], room.x + _SIGN / 2, y + _FACT.size * _LEADING / 2, size, color(fact.tone))
        kind = _INFO if fact.tone == INFO else _FACT
        y = _draw_words(pen, style, [fact.text], kind, Box(room.x + 1.8 * _SIGN, y, width, 0))
    pen.box(room.x - 3, room.y, 1, y - room.y, color(verdict(facts)))
    return y


def _draw_row(pen: Pen, style: Stylesheet, panels: Sequence[tuple[ExamplePanel, _Picture | None]], first: Box) -> float:
    """Draw panels side by side, ``first``: left, top and width of the first; return the y in mm where they end."""
    top, width = first.y, first.width
    lefts = [first.x + i * (width + _GUTTER) + _PAD for i in range(len(panels))]
    rooms = [Box(left, top + _PAD, width - 2 * _PAD, 0) for left in lefts]
    plate = len(pen.items)
    words_end = top
    for (panel, _), room in zip(panels, rooms, strict=True):
        y = _draw_words(pen, style, [panel.head], _HEAD, room)
        words_end = max(words_end, _draw_words(pen, style, [panel.card], _CARD, room._replace(y=y)))
    scales = [_scale(picture, room.width) for (_, picture), room in zip(panels, rooms, strict=True)]
    picture_height = max((p.box.height * k for (_, p), k in zip(panels, scales, strict=True) if p), default=0.0)
    picture_top = words_end + 1.2 + _EDGE
    for (_, picture), room, scale in zip(panels, rooms, scales, strict=True):
        if picture:
            left, height = room.cx - picture.box.width * scale / 2, picture.box.height * scale
            _draw_picture(pen, style, picture, scale, left, picture_top + (picture_height - height) / 2)
    picture_top += picture_height + (1.0 + _EDGE if picture_height else 0.0)
    end = max(
        _draw_words(pen, style, panel.lines, _LINE, Box(room.x, picture_top, room.width, 0))
        for (panel, _), room in zip(panels, rooms, strict=True)
    )
    row_items, pen.items = pen.items[plate:], pen.items[:plate]
    for room in rooms:
        pen.panel(Box(room.x - _PAD, top, width, end + _PAD - top), 1.2, style.color("zebra"))
    pen.items += row_items
    return end + _PAD


def _scale(picture: _Picture | None, width: float) -> float:
    """Return the scale, at most 1, at which a picture fits ``width`` mm and the largest height; 1 without a picture."""
    if picture is None:
        return 1.0
    return min(_PICTURE / picture.box.height, min(width - 2 * _EDGE, _WIDE) / picture.box.width, _LARGEST)


def _draw_picture(pen: Pen, style: Stylesheet, picture: _Picture, scale: float, x: float, y: float) -> None:
    """Draw a part of the card, its corner at (x, y), on its ground, with rings around its results."""
    box, crop = picture.box, picture.crop
    ground = Box(x, y, box.width * scale, box.height * scale).inset(-_EDGE)
    pen.panel(ground, 0.9, crop.ground, style.color("rule"), 0.15)
    dx, dy = x - box.x * scale, y - box.y * scale
    pen.items.append(Use(picture.symbol, (scale, 0, 0, scale, dx, dy)))
    for ring in crop.highlight_boxes:
        room = Box(ring.x * scale + dx, ring.y * scale + dy, ring.width * scale, ring.height * scale)
        side = max(0.0, 2.4 - room.width) / 2
        outline = rectangle(*room.inset(-0.45 - side, -0.6), 1.3)
        pen.path(outline, None, style.color("paper"), 1.8 * _RING)
        pen.path(outline, None, style.color("alarm"), _RING)


def _draw_words(pen: Pen, style: Stylesheet, texts: Sequence[str], kind: _Kind, room: Box) -> float:
    """Draw texts that are not "" below each other from the top of ``room``; return the y in mm where they end."""
    y, height = room.y, kind.size * _LEADING
    for text in filter(None, texts):
        for line in wrap([(text, kind.face)], kind.size, room.width, style.fonts, language=style.language):
            base = y + (height + style.fonts.cap(kind.face) * kind.size) / 2
            pen.runs(line, room.x, base, kind.size, style.color(kind.color))
            y += height
    return y
