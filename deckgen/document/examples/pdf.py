"""Pages of examples: each situation a strip of pictures of the cards that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from deckgen.card.crop import CardCrop, Crops
from deckgen.deck.cards import Deck
from deckgen.document.examples.text import ExamplePanel, Fact, NarratedSituation, narrate_all, verdict
from deckgen.document.pages import RunningHeads, deck_line, document, document_style, masthead
from deckgen.draw.blocks.flow import Flowable, Strip, draw_strips, paragraph
from deckgen.draw.drawing import Drawing, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle, union
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import TONE_INKS, Stylesheet
from deckgen.draw.text import wrap
from deckgen.game.examples import BAD, GOOD, INFO, MIXED
from deckgen.game.model import DeckSpec, Game

if TYPE_CHECKING:
    from deckgen.card.layout import Layout

_TOP, _BOTTOM = 21.0, 19.0  # margins, mm
_ACROSS = 3  # panels in a row
_STORY_WIDTH = 42.0  # mm, of the texts beside them
_BESIDE = 26.0  # the least width of words beside a picture; with less they are below
_GUTTER = 2.4
_HIGHEST = 220.0  # mm of an example in one piece
_PAD = 1.6
_RING = 0.45
_LEADING = 1.25


class _Kind(NamedTuple):
    """Style of a text: typeface, size in mm, name of its color."""

    face: str
    size: float  # mm
    color: str


_HEAD = _Kind("semibold", 8.0 * PT, "ink")
_CARD = _Kind("regular", 7.2 * PT, "accent")
_LINE = _Kind("regular", 7.6 * PT, "ink")
_WIDE, _WIDE_LINE = 60.0, _LINE._replace(size=8.8 * PT)  # mm: in so much room lines are larger
_TITLE = 11.5 * PT  # the largest title of a situation
_STORY = _Kind("regular", 8.8 * PT, "ink")
_FACT = _Kind("bold", 8.8 * PT, "ink")
_INFO = _FACT._replace(face="regular")
_SIGN = 2.0  # mm
_SIGNS = {GOOD: "check", BAD: "cross", MIXED: "half", INFO: "disc"}
_EDGE = 0.8  # of the card's ground around a picture


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
    name = f"example-{len(symbols)}"
    symbols[name] = Symbol((*crop.art, *crop.items))
    return _Picture(
        name, union([crop.box, *map(crops.box_of, crop.items)]), crop
    )  # an icon may be higher than its slot


def _situation(situation: NarratedSituation, style: Stylesheet, pictures: Sequence[_Picture | None]) -> Flowable:
    """Return title, story and facts, and beside them the panels, which begin at the same line in all examples.

    An example that is too high for a page is broken between its rows of panels.
    """
    panels = list(zip(situation.panels, pictures, strict=True))

    def block(width: float) -> list[Strip]:
        pen = style.pen("examples")
        top = _draw_title(pen, style, situation.title, width) + 0.8
        y = _draw_words(pen, style, [situation.story], _STORY, Box(0, top, _STORY_WIDTH, 0)) + 1.8
        story_end = _draw_facts(pen, style, situation.facts, Box(3, y, _STORY_WIDTH - 3, 0))
        room, y = Box(_STORY_WIDTH + 2 * _GUTTER, top, width - _STORY_WIDTH - 2 * _GUTTER, 0), top
        strips: list[Strip] = []
        for row, widths in _rows(panels, room.width):
            start = len(pen.items)
            end = _draw_row(pen, style, row, widths, room._replace(y=y))
            if end > _HIGHEST:  # goes on below, perhaps on another page
                strips.append(Strip(max(story_end, y - _GUTTER), pen.items[:start], before=5.5))
                pen, story_end = style.pen("examples"), 0.0
                end = _draw_row(pen, style, row, widths, room._replace(y=0.0))
            y = end + _GUTTER
        return [*strips, Strip(max(story_end, y - _GUTTER), pen.items, before=_GUTTER if strips else 5.5)]

    return block


_Panel = tuple[ExamplePanel, "_Picture | None"]


def _rows(panels: Sequence[_Panel], width: float) -> Iterator[tuple[Sequence[_Panel], Sequence[float]]]:
    """Yield rows of panels with their widths, which fill ``width``; none is narrower than its picture."""
    usual = (width - (_ACROSS - 1) * _GUTTER) / _ACROSS
    row: list[_Panel] = []
    widths: list[float] = []
    for panel, picture in panels:
        least = max(0.94 * usual, picture.box.width + 2 * (_PAD + _EDGE) if picture else 0.0)
        if row and fsum(widths) + least + len(row) * _GUTTER > width:
            yield row, _stretch(widths, width)
            row, widths = [], []
        row.append((panel, picture))
        widths.append(least)
    yield row, _stretch(widths, width)


def _stretch(widths: Sequence[float], width: float) -> Sequence[float]:
    """Return widths that fill a row of ``width`` mm with gutters between, each as much larger."""
    spare = (width - fsum(widths) - (len(widths) - 1) * _GUTTER) / len(widths)
    return [width + spare for width in widths]


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


def _draw_row(pen: Pen, style: Stylesheet, panels: Sequence[_Panel], widths: Sequence[float], first: Box) -> float:
    """Draw panels of some ``widths`` side by side from the corner of ``first``; return the y in mm where they end."""
    top = first.y
    lefts = [first.x + fsum(widths[:i]) + i * _GUTTER + _PAD for i in range(len(panels))]
    rooms = [Box(left, top + _PAD, width - 2 * _PAD, 0) for left, width in zip(lefts, widths, strict=True)]
    plate = len(pen.items)
    words_end = top
    for (panel, _), room in zip(panels, rooms, strict=True):
        y = _draw_words(pen, style, [panel.head], _HEAD, room)
        words_end = max(words_end, _draw_words(pen, style, [panel.card], _CARD, room._replace(y=y)))
    picture_top = words_end + 1.2 + _EDGE
    sizes = [(p.box.width + 2 * _EDGE, p.box.height + 2 * _EDGE) if p else (0.0, 0.0) for _, p in panels]
    for (_, picture), room in zip(panels, rooms, strict=True):
        if picture:
            _draw_picture(pen, style, picture, room.x + _EDGE, picture_top)
    lines_top, end = picture_top - _EDGE + max(height for _, height in sizes) + 1.0, 0.0
    is_beside = all(
        room.width - picture_width >= _BESIDE for room, (picture_width, _) in zip(rooms, sizes, strict=True)
    )
    for (panel, _), room, (picture_width, height) in zip(panels, rooms, sizes, strict=True):
        box = room._replace(y=lines_top)
        if is_beside:
            left = picture_width + 2.0 if picture_width else 0.0
            box = Box(room.x + left, picture_top - _EDGE, room.width - left, 0)
        kind = _WIDE_LINE if box.width > _WIDE else _LINE
        end = max(end, picture_top - _EDGE + height, _draw_words(pen, style, panel.lines, kind, box))
    row_items, pen.items = pen.items[plate:], pen.items[:plate]
    for room, width in zip(rooms, widths, strict=True):
        pen.panel(Box(room.x - _PAD, top, width, end + _PAD - top), 1.2, style.color("zebra"))
    pen.items += row_items
    return end + _PAD


def _draw_picture(pen: Pen, style: Stylesheet, picture: _Picture, x: float, y: float) -> None:
    """Draw a part of the card in its own size, its corner at (x, y), on its ground, with rings around its results."""
    box, crop = picture.box, picture.crop
    pen.panel(Box(x, y, box.width, box.height).inset(-_EDGE), 0.9, crop.ground, style.color("rule"), 0.15)
    dx, dy = x - box.x, y - box.y
    pen.items.append(Use(picture.symbol, (1, 0, 0, 1, dx, dy)))
    for ring in crop.highlight_boxes:
        room = Box(ring.x + dx, ring.y + dy, ring.width, ring.height)
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
