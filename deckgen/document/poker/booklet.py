"""The lookup booklet: a small panel for each card of an ordinary deck, to fold and staple."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import fsum

from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, WORDS, all_dice_advice, section_note
from deckgen.document.pages import deck_line, draw_band
from deckgen.document.poker.deck import PokerCard, PokerGroup
from deckgen.document.poker.frame import TableContext, legend_block, short_name, table_context
from deckgen.document.poker.panels import LEADING, CardPanel, arrange, pieces, types
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import Run, wrap
from deckgen.errors import LayoutError, Problem
from deckgen.game.model import DeckSpec, Game

_FITS = ((3, 4), (3, 3), (2, 4), (2, 3), (2, 2), (1, 2), (1, 1))
"""Panels across and down a page, from many to few."""
_RIM, _SPINE, _TOP, _BOTTOM = 5.0, 6.5, 5.0, 7.4
_SPACE = 1.6
_COVER, _ART = 28.0, 0.62  # mm, height of the band on the cover; its art is as large
_PAD = 1.1
_HEAD = 5.6
_LARGEST = 9.5 * PT
_SHELVES = 6
_GAP = 1.4  # mm between neighbors


def booklet(deck: Deck, game: Game, spec: DeckSpec, layout: Layout, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return the booklet's pages in reading order, each half of ``paper``; a multiple of 4.

    The first page explains it, the last is about dice. Raises PressError for an unknown paper, LayoutError if
    a card's results do not fit on a page.
    """
    return _Booklet(table_context(deck, game, spec, layout, paper)).drawings()


class _Booklet:
    def __init__(self, context: TableContext) -> None:
        self.context, self.style = context, context.style
        self.deck, self.game, self.spec = context.deck, context.game, context.spec
        self.width, self.height = context.paper.height / 2, context.paper.width
        self.ink, self.soft, self.accent, self.paper = map(self.style.color, ("ink", "soft", "accent", "paper"))
        self.fields = [field for field in context.fields if field not in context.rare]

    def drawings(self) -> tuple[Drawing, ...]:
        """Return all pages in reading order: cover, cards, notes up to a multiple of 4, dice. Sets ``panel``."""
        (across, down), self.panel = self._fitting()
        rows = [(row, block) for block in self.context.poker.blocks for row in block.rows]
        per = across * down
        leaves = [rows[i : i + per] for i in range(0, len(rows), per)]
        cards = [self._cards_page(leaf, across, down, number) for number, leaf in enumerate(leaves, 2)]
        notes = [self._notes_page()] * (-(len(leaves) + 2) % 4)
        return (self._cover_page(), *cards, *notes, self._dice_page())

    def _fitting(self) -> tuple[tuple[int, int], CardPanel]:
        """Return (across, down) and panel: fewest sheets, fewest gaps, largest type. LayoutError if none fits."""
        layouts: list[tuple[int, int, float, tuple[int, int], CardPanel]] = []
        for across, down in _FITS:
            page_count = -(-self.deck.size // (across * down))
            sheets = -(-(page_count + 2) // 4)
            if layouts and sheets > layouts[0][0]:
                break
            room = self._inner(self._rooms(across, down, 1)[0])
            if panel := self._panel_in(room):
                empty = across * down * (4 * sheets - 2) - self.deck.size
                layouts.append((sheets, empty, -panel.type.size, (across, down), panel))
        if not layouts:
            message = "the results of one card do not fit on a page of the booklet"
            raise self._layout_error(message, "use a larger paper, or print the table")
        return min(layouts, key=lambda fit: fit[:3])[3:]

    def _panel_in(self, room: Box) -> CardPanel | None:
        """Return a card's panel in the largest type that fits in ``room``; None if none fits."""
        for kind in types(_LARGEST, self.style.min_text_size, _GAP):
            card_pieces = pieces(self.context, self.fields, kind, room.width, titles=True)
            panel = arrange(card_pieces, kind, room.width, _SHELVES)
            if panel and panel.line(room.height) >= kind.size * LEADING:
                return panel
        return None

    def _inner(self, room: Box) -> Box:
        """Return the part of a panel's box below the bar with its name."""
        inner = room.inset(_PAD)
        return Box(inner.x, inner.y + _HEAD, inner.width, inner.height - _HEAD)

    def _layout_error(self, message: str, remedy: str) -> LayoutError:
        return LayoutError(Problem("booklet", None, self.spec.name, message, remedy))

    def _rooms(self, across: int, down: int, number: int) -> list[Box]:
        """Return the boxes of panels, row by row, on page ``number``, whose wide margin is at the spine."""
        left = _SPINE if number % 2 else _RIM
        width = (self.width - _SPINE - _RIM - (across - 1) * _SPACE) / across
        height = (self.height - _TOP - _BOTTOM - (down - 1) * _SPACE) / down
        return [
            Box(left + column * (width + _SPACE), _TOP + row * (height + _SPACE), width, height)
            for row, column in product(range(down), range(across))
        ]

    def _cards_page(self, leaf: Sequence[tuple[PokerCard, PokerGroup]], across: int, down: int, number: int) -> Drawing:
        """Return page ``number``: panels of some cards, its number, and the first and last of them."""
        pen = self.style.pen()
        pen.corners = self.style.theme.corners
        for (row, block), room in zip(leaf, self._rooms(across, down, number), strict=False):
            self._draw_panel(pen, row, block, room)
        first, last = leaf[0][0].name, leaf[-1][0].name
        span = self.style.language.phrase("{first} to {last}", first=first, last=last)
        words = span if len(leaf) > 1 else first
        anchors = (self.width - _RIM, 1.0), (_SPINE, 0.0)  # of the page's number, and of the words
        if number % 2 == 0:
            anchors = (_RIM, 0.0), (self.width - _SPINE, 1.0)
        base = self.height - 4.6
        pen.line(f"{number}", anchors[0][0], base, "bold", 7 * PT, self.soft, anchors[0][1])
        pen.line(words, anchors[1][0], base, "regular", self.style.min_text_size, self.soft, anchors[1][1])
        return self._page(pen, words)

    def _draw_panel(self, pen: Pen, row: PokerCard, block: PokerGroup, room: Box) -> None:
        """Draw a card: its name and rare results on a bar in its suit's color, its other results below."""
        ink_of_suit, corner = self.context.suit_ink(block.suit), 1.6
        pen.panel(room, corner, self.paper, ink_of_suit, 0.3)
        pen.panel(Box(room.x, room.y, room.width, _HEAD), corner, ink_of_suit)
        middle = room.y + _HEAD / 2
        x, size = room.x + 1.8, 13 * PT
        if block.suit:
            base = middle + pen.cap("bold") * size / 2
            x += pen.line(row.short, x, base, "bold", size, self.paper, slot="card").width + 0.9
        if pen.has_icon(icon := self.context.icon(block)):
            pen.icon(icon, x + 1.7, middle, 3.4, self.paper)
            x += 4.6
        if not block.suit:
            base = middle + pen.cap("bold") * 10 * PT / 2
            half = room.width / 2
            pen.line(short_name(row), x, base, "bold", 10 * PT, self.paper, room=half, slot="card")
        right, small = room.right - 1.8, 7.5 * PT
        base = middle + pen.cap("semibold") * small / 2
        rare_texts = [text for field in self.context.rare if (text := field.read(row.card).text)]
        for text in rare_texts:
            text_width = pen.width(text, "bold", small) + 2.0
            pen.box(right - text_width, middle - 1.8, text_width, 3.6, self.style.color("open"), radius=0.4)
            ink = self.style.color("open_ink")
            pen.line(text, right - text_width / 2, base, "bold", small, ink, 0.5, slot="cell")
            right -= text_width + 1.0
        if block.suit and not rare_texts:
            name = row.name + (f" · {row.number}" if row.number not in ("", row.name) else "")
            pen.line(name, right, base, "semibold", small, self.paper, 1.0, room=right - x)
        self.panel.draw(pen, self.context, row.card, self._inner(room))

    # The other pages

    def _cover_page(self) -> Drawing:
        """Return the cover: titles, sections' help, legend, the deck's line. Raises LayoutError if it lacks room."""
        style, game, spec = self.style, self.game, self.spec
        pen, language = style.pen(), style.language
        pen.corners = style.theme.corners
        left, right = _SPINE + 5.5, self.width - _RIM - 5.5
        band = Box(left, 14.0, right - left, _COVER)
        title = language.phrase("Lookup booklet")
        band_style = style.masthead
        if band_style.height:
            art = replace(band_style, art_size=band_style.art_size * _ART, size=band_style.size * 0.8)
            draw_band(pen, replace(style, masthead=art), band, title, game.title)
        else:
            pen.box(*band, self.accent)
            pen.line(title, left + 5, band.y + 10.0, "semibold", 9 * PT, self.paper)
            box = Box(left + 5, band.y + 12.0, right - left - 10, 11.0)
            pen.text(game.title, box, "bold", 22 * PT, self.paper, 0.0)
        subtitle = language.phrase("{deck} with ordinary cards", deck=spec.title)
        large, room = style.texts["lead"], right - left
        pen.line(subtitle, left, band.bottom + 9.5, large.face, large.size, large.ink, room=room)
        lead = language.phrase("Draw a card from an ordinary deck, find its panel here, read the result you need.")
        runs: list[list[Run]] = [[(title, "semibold")] for title in (lead, self.context.poker.note) if title]
        runs += [[(s.title + "  ", "bold"), (section_note(s), "regular")] for s in spec.sections if s.help]
        legend = legend_block(style, self.context.legend, 6.8 * PT, room)
        text_end = self._draw_text(pen, runs, left, right, band.bottom + 16.0, self.height - 16.0 - legend.height)
        legend.draw(pen, left, text_end + 1.0, self.ink)
        line = deck_line(self.deck, self.style)
        pen.line(line, left, self.height - 8.0, "regular", self.style.min_text_size, self.soft)
        return self._page(pen, language.phrase("Cover"))

    def _dice_page(self) -> Drawing:
        """Return the page on what to roll for each section that has dice. Raises LayoutError if it lacks room."""
        pen = self.style.pen()
        left, right = _RIM + 5.5, self.width - _SPINE - 5.5
        phrase = self.style.language.phrase
        head = self.style.texts["heading"]
        pen.line(phrase(TITLE), left, 17.0, head.face, 15 * PT, head.ink, room=right - left)
        runs: list[list[Run]] = [[(phrase(WORDS), "regular")]]
        for title, advice in all_dice_advice(self.game, self.spec):
            if advice.dice:
                dice = f"{advice.dice}. "
                runs.append([(f"{title}  ", "bold"), (dice, "semibold"), (advice.rules_text(), "regular")])
        self._draw_text(pen, runs, left, right, 24.0, self.height - 8.0)
        return self._page(pen, phrase(TITLE))

    def _notes_page(self) -> Drawing:
        """Return a page of ruled lines for notes."""
        pen = self.style.pen()
        title = self.style.language.phrase("Notes")
        pen.line(title, _SPINE + 4, 14.0, "bold", 12 * PT, self.accent)
        for i in range(int((self.height - 34.0) / 8.0)):
            y = 26.0 + 8.0 * i
            pen.rule(_SPINE + 4, y, self.width - _SPINE - 4, y, self.style.color("rule"), 0.2)
        return self._page(pen, title)

    def _draw_text(
        self, pen: Pen, runs: Sequence[list[Run]], left: float, right: float, top: float, bottom: float
    ) -> float:
        """Draw paragraphs as large as possible; return the y where they end. Raises LayoutError if none fits."""
        for points in (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5):
            size = points * PT
            lines = [wrap(run, size, right - left, pen.fonts, language=self.style.language) for run in runs]
            needed = fsum(len(block) * size * 1.3 + size * 0.45 for block in lines)
            if needed <= bottom - top:
                break
        else:
            message = f"{needed:.0f} mm of text do not fit in {bottom - top:.0f} mm"
            raise self._layout_error(message, "shorten the sections' help")
        y = top
        for block in lines:
            for line in block:
                pen.runs(line, left, y + size, size, self.ink)
                y += size * 1.3
            y += size * 0.45
        return y

    def _page(self, pen: Pen, title: str) -> Drawing:
        return Drawing(self.width, self.height, 0.0, tuple(pen.items), self.style.shared, title)
