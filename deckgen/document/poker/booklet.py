"""The lookup booklet: a small panel for each card of an ordinary deck, to fold and staple."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.document.dice_page import dice_parts
from deckgen.document.dice_rules import TITLE, section_note
from deckgen.document.filled import fill_pages
from deckgen.document.framed import draw_seal
from deckgen.document.pages import deck_line, split_panel, with_text_scale
from deckgen.document.poker.deck import PokerCard, PokerGroup
from deckgen.document.poker.frame import TableContext, legend_block, short_name, table_context
from deckgen.document.poker.panels import LEADING, CardPanel, arrange, pieces, types
from deckgen.draw.blocks.flow import Columns, Part, draw_pages, paragraph, stack, used_height
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse
from deckgen.draw.pen import Pen
from deckgen.errors import LayoutError, Problem
from deckgen.game.model import DeckSpec, Game

_FITS = ((3, 4), (3, 3), (2, 4), (2, 3), (2, 2), (1, 2), (1, 1))
"""Panels across and down a page, from many to few."""
_RIM, _SPINE, _TOP, _BOTTOM = 5.0, 6.5, 5.0, 7.4
_SPACE = 1.6
_EDGE = 7.5  # mm, of the cover and the page on dice
_LEAST_PICTURE, _COVER_GAP, _PANEL_PAD = 74.0, 4.0, 2.6  # mm
_COVER_SCALES = tuple(1.15 - 0.03 * step for step in range(18))
_SEAL = 9.0  # mm, the seal's radius
_ART_ASPECT = 3.1  # of the symbols of mastheads
_DICE_SCALES = 0.68, 1.25
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
        """Return the cover: a picture with titles, below it what sections are for, the legend, the deck's line.

        Raises LayoutError if it lacks room.
        """
        style, phrase = self.style, self.style.language.phrase
        pen = style.pen()
        pen.corners = style.theme.corners
        room = Box(_EDGE, _EDGE, self.width - 2 * _EDGE, self.height - _EDGE - 10.0)
        legend = legend_block(style, self.context.legend, 6.8 * PT, room.width - 2 * _PANEL_PAD)
        legend_height = legend.height + 2 * _PANEL_PAD - 1.0 if legend.entries else 0.0
        text_room = room.height - _LEAST_PICTURE - legend_height - 2 * _COVER_GAP
        parts: list[Part] = []
        for scale in _COVER_SCALES:
            parts = self._cover_text(scale)
            height = used_height(parts, room.width)
            if height <= text_room:
                break
        else:
            message = f"{height:.0f} mm of text do not fit in {text_room:.0f} mm"
            raise self._layout_error(message, "shorten the sections' help")
        picture = room._replace(height=room.height - height - legend_height - 2 * _COVER_GAP)
        self._draw_picture(pen, picture)
        (items,) = draw_pages(parts, Box(room.x, picture.bottom + _COVER_GAP, room.width, height + 1.0))
        pen.items += items
        if legend.entries:
            box = Box(room.x, room.bottom - legend_height, room.width, legend_height)
            pen.panel(box, 1.6, style.color("tint"))
            legend.draw(pen, box.x + _PANEL_PAD, box.y + _PANEL_PAD, self.ink)
        line = deck_line(self.deck, style)
        pen.line(line, self.width / 2, self.height - 5.4, "regular", style.min_text_size, self.soft, 0.5)
        return self._page(pen, phrase("Cover"))

    def _cover_text(self, scale: float) -> list[Part]:
        """Return how to use the booklet, and in two columns what sections are for."""
        style, phrase = with_text_scale(self.style, scale), self.style.language.phrase
        lead = phrase("Draw a card from an ordinary deck, find its panel here, read the result you need.")
        texts = [paragraph(style, [(text, "bold")]) for text in (lead, self.context.poker.note) if text]
        beside_seal = stack(*texts)
        parts: list[Part] = [lambda width: beside_seal(width - 3.6 * _SEAL)]
        sections = [section for section in self.spec.sections if section.help]
        uses = [paragraph(style, [(s.title + "  ", "bold"), (section_note(s), "")]) for s in sections]
        return [*parts, Columns(2, tuple(uses), gutter=6.0)]

    def _draw_picture(self, pen: Pen, box: Box) -> None:
        """Draw the game's picture with the titles above it, and the deck's seal on its lower edge."""
        style, band, phrase = self.style, self.style.masthead, self.style.language.phrase
        fill = band.fill or self.accent
        ink, kicker_ink = (band.ink, band.kicker_ink) if band.fill else (self.paper, self.paper)
        corner = max(band.corner, 2.5)
        split_panel(pen, box, corner, band.spine_width if band.spine else 0.0, band.spine, fill)
        if band.edge:
            pen.panel(box.inset(band.edge_width / 2), corner, None, band.edge, band.edge_width)
        if band.inner:
            pen.panel(box.inset(band.edge_width + band.inner_gap), corner, None, band.inner, 0.18)
        inner = box.inset(9.0, 8.0)
        face = "display" if "display" in style.fonts.files else "bold"
        y = inner.y
        for words, typeface, largest, color, below in (
            (phrase("Lookup booklet"), "semibold", 12 * PT, kicker_ink, 4.5),
            (self.game.title, face, 40 * PT, ink, 5.0),
            (phrase("{deck} with ordinary cards", deck=self.spec.title), "semibold", 11 * PT, kicker_ink, 5.0),
        ):
            size = min(largest, inner.width / max(0.01, pen.width(words, typeface, 1.0)))
            y += pen.cap(typeface) * size
            pen.line(words, box.cx, y, typeface, size, color, 0.5)
            y += below
        room, cx, cy, radius = inner.bottom + 3.0 - y, box.right - 1.9 * _SEAL, box.bottom, _SEAL
        if art := style.frame.art or band.art:
            pen.icon(art, box.cx, y + room / 2, min(inner.width * 0.88, room * _ART_ASPECT), ink)
        else:  # the seal is the picture
            cx, cy, radius = box.cx, y + room / 2, room * 0.42
        pen.path(ellipse(cx, cy, radius + 1.0), self.paper)
        draw_seal(pen, style, cx, cy, radius, self.deck.id)

    def _dice_page(self) -> Drawing:
        """Return the page on what to roll for each section that has dice. Raises LayoutError if it lacks room."""
        pen, phrase = self.style.pen(), self.style.language.phrase
        room = Box(_EDGE, _EDGE + 1.0, self.width - 2 * _EDGE, self.height - 2 * _EDGE)
        blocks = [partial(dice_parts, self.style, self.game, self.spec, within=True, helps=False)]
        pages = draw_pages(fill_pages(blocks, room, smallest=_DICE_SCALES[0], largest=_DICE_SCALES[1]), room)
        if len(pages) > 1:
            raise self._layout_error("the page on dice lacks room", "shorten the sections' words")
        pen.items += pages[0]
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

    def _page(self, pen: Pen, title: str) -> Drawing:
        return Drawing(self.width, self.height, 0.0, tuple(pen.items), self.style.shared, title)
