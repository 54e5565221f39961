"""Bands of a conversion table: one per card, as wide as the page, of one line or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import fsum

from deckgen.document.dice_rules import section_note
from deckgen.document.poker.deck import SUITS, PokerCard, PokerGroup
from deckgen.document.poker.frame import TOP, Frame, TableContext, short_name
from deckgen.document.poker.panels import CardPanel, Piece, PlacedPiece, arrange, flat_pieces, pieces, types
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.text import Line, wrap
from deckgen.errors import LayoutError, Problem
from deckgen.records import record

_NAME = 12.6  # mm, the plate of a card's name
_GAP = 2.0  # mm beside it
_BETWEEN = 1.5  # mm between bands
_BAR, _DICE = 4.4, 3.3  # mm, heights of the head's lines
_SMALL, _LARGE = 6.5 * PT, 9.0 * PT
_HIGH, _LINE_HIGH = 26.0, 5.0  # mm, of a band at most, of several lines and of one
_SHELVES = 6
_SUIT, _ORDINARY = 13, 54
_OF_SUIT = (13, 7, 5, 4, 3, 2, 1)
"""Bands on a page of a suit that takes 1, 2, 3, .. pages."""
_NAMES, _NUMBER = 9.4, 4.9  # mm, of a card's name at either end of its line, and of its number
_FLAT_GAP, _BLOCK = 1.4, 0.9  # mm between the sections of a line, and between suits
_LABEL = 7.4 * PT  # of columns' names


def fit_bands(context: TableContext) -> Bands:
    """Return bands in the largest type in which a page holds enough cards.

    Preferred are single lines: all cards of an ordinary deck on a page, else a suit on a page. Else several
    lines, so that a suit takes few pages. Raises LayoutError if not even one band fits on a page.
    """
    small = max(_SMALL, context.style.min_text_size)
    width = context.room - 2 * name_width(context)
    for least, kind in product((_ORDINARY, _SUIT), types(_LARGE, small, _FLAT_GAP)):
        panel = arrange(flat_pieces(context, kind, width), kind, width, 1)
        if panel and (bands := Bands(context, panel)).fitting >= min(least, context.deck.size):
            return bands
    width = context.room - _NAME - _GAP
    for least, shelves, kind in product(_OF_SUIT, range(1, _SHELVES + 1), types(_LARGE, small)):
        card_pieces = pieces(context, context.fields, kind, width, titles=shelves > 1)
        panel = arrange(card_pieces, kind, width, shelves)
        if panel and (bands := Bands(context, panel)).fitting >= least:
            return bands
    message = "the results of one card do not fit on a page"
    remedy = "shorten its printed words, or use a larger paper"
    raise LayoutError(Problem("table", None, context.spec.name, message, remedy))


def name_width(context: TableContext) -> float:
    """Return the width in mm of the cards' names at either end of a line."""
    rows, fonts = context.poker.rows(), context.style.fonts
    names = [short_name(row) for block in context.poker.blocks if not block.suit for row in block.rows]
    widths = (fonts.width(name, "bold", context.style.min_text_size) + 1.4 for name in names)
    return max(_NAMES + _NUMBER * any(row.number for row in rows), *widths, 0.0)


@record(eq=False)
class Bands:
    """How every card is drawn in its band: ``panel`` has its results, beside its name."""

    context: TableContext
    panel: CardPanel

    @property
    def fitting(self) -> int:
        """Number of bands that fit on a page."""
        page = BandPage(self, self.context.poker.blocks if self.panel.flat else (), 1, 1)
        least = self.panel.least + page.between
        return int((page.frame.foot - page.top - page.above + page.between) / least)

    @cached_property
    def inset(self) -> float:
        """Width of the card's name in mm, with the gap beside it."""
        return name_width(self.context) if self.panel.flat else _NAME + _GAP

    @cached_property
    def has_heads(self) -> bool:
        """Whether the page's head has names of columns."""
        return any(_heads(placed.piece) for placed in self.panel.placed)

    @cached_property
    def head_height(self) -> float:
        """Height of the page's head in mm; 0 if panels have several shelves, and so titles in every band."""
        if self.panel.shelves > 1:
            return 0.0
        upright = [self._title_width(placed.piece) for placed in self.panel.placed if self._upright(placed)]
        return max(_BAR + _DICE * self.has_heads, *upright, 0.0)

    def _title_width(self, piece: Piece) -> float:
        """Return the width of a piece's title in mm, with space around it."""
        return self.context.style.fonts.width(piece.title, "bold", self.context.style.min_text_size) + 2.4

    def _upright(self, placed: PlacedPiece) -> bool:
        """Return whether a title runs up over a narrow column."""
        return len(placed.piece.cells) == 1 and self._title_width(placed.piece) - 1.8 > placed.width

    def draw_head(self, pen: Pen, left: float, top: float) -> None:
        """Draw a bar over the bands with sections' titles and columns' names or dice; nothing if its height is 0."""
        height = self.head_height
        if not height:
            return
        fill, ink = self.context.head
        pen.panel(Box(left, top, self.context.room, height), 1.0, fill)
        small = self.context.style.min_text_size
        for placed in self.panel.placed:
            if placed.line or placed.piece.single:
                continue
            piece, x = placed.piece, left + self.inset + placed.x
            middle = x + (placed.width + piece.label) / 2
            if self._upright(placed):
                x = middle + pen.cap("bold") * small / 2
                pen.line(piece.title, x, top + height - 1.2, "bold", small, ink, upward=True)
                continue
            bar = height - _DICE if _heads(piece) else height
            base = top + (bar + pen.cap("bold") * small) / 2
            pen.line(piece.title, middle, base, "bold", small * 1.08, ink, 0.5, room=placed.width)
        self.draw_labels(pen, left, top + height, ink)

    def draw_labels(self, pen: Pen, left: float, bottom: float, ink: str) -> None:
        """Draw the names of columns above ``bottom``, a y in mm."""
        size = _LABEL if self.panel.flat else self.context.style.min_text_size
        for placed in self.panel.placed:
            grid = placed.piece.grid(Box(left + self.inset + placed.x, 0, placed.width, 1), 0.1)
            for j, head in enumerate(_heads(placed.piece) if not placed.line else ()):
                cell = grid.column(j)
                pen.line(head, cell.cx, bottom - 1.15, "semibold", size, ink, 0.5, room=cell.width)

    def draw(self, pen: Pen, block: PokerGroup, row: PokerCard, band: Box) -> None:
        """Draw a card in ``band``: its name on a plate and results beside it; or its name at both ends of its line."""
        style = self.context.style
        if self.panel.flat:
            inner = band._replace(x=band.x + self.inset, width=band.width - 2 * self.inset)
            self.panel.draw(pen, self.context, row.card, inner)
            pen.rule(band.x, band.y, band.right, band.y, style.table.hair, 0.18)
            for x, slot in ((band.x, "card"), (inner.right, "")):
                self._draw_short_name(pen, block, row, Box(x, band.y, self.inset, band.height), slot)
            return
        plate = band._replace(width=_NAME)
        pen.panel(plate, 1.4, self.context.suit_ink(block.suit))
        self._draw_name(pen, block, row, plate)
        inner = Box(plate.right + _GAP, band.y, band.width - _NAME - _GAP, band.height)
        self.panel.draw(pen, self.context, row.card, inner)
        rule_y = band.bottom + _BETWEEN / 2
        pen.rule(inner.x, rule_y, band.right, rule_y, style.color("rule"), 0.2)

    def _draw_short_name(self, pen: Pen, block: PokerGroup, row: PokerCard, box: Box, slot: str) -> None:
        """Draw a card's rank, suit and number in a box, without a suit its short name; ``slot`` "" is the pen's."""
        ink, small = self.context.suit_ink(block.suit), self.context.style.min_text_size
        size = max(small, min(9.4 * PT, box.height * 0.76))
        base = box.cy + pen.cap("bold") * size / 2
        if not block.suit:
            room = box.width - 1.3
            pen.line(short_name(row), box.cx, base, "bold", size, ink, 0.5, room=room, slot=slot or None)
            return
        rank_right = box.x + 4.7
        pen.line(row.short, rank_right, base, "bold", size, ink, 1.0, slot=slot or None)
        if pen.has_icon(icon := self.context.icon(block)):
            pen.icon(icon, rank_right + 1.9, box.cy, 2.3, ink)
        else:
            pen.line(block.suit[:1].upper(), rank_right + 0.8, base, "regular", small, ink)
        pen.line(row.number, box.right - 0.8, base, "regular", small, self.context.style.color("soft"), 1.0)

    def _draw_name(self, pen: Pen, block: PokerGroup, row: PokerCard, plate: Box) -> None:
        """Draw a card's name on its plate: rank, suit and number; without a suit its short name, with an icon."""
        white, icon = self.context.style.color("paper"), self.context.icon(block)
        has_icon = pen.has_icon(icon)
        if not block.suit:
            if has_icon:
                pen.icon(icon, plate.cx, plate.y + plate.height * 0.34, 5.0, white)
            size, room = 10 * PT, plate.width - 1.2
            base = plate.y + plate.height * (0.74 if has_icon else 0.5) + pen.cap("bold") * size / 2
            pen.line(short_name(row), plate.cx, base, "bold", size, white, 0.5, room=room, slot="card")
            return
        size = min(17 * PT, plate.height * 0.36)
        cap = pen.cap("bold") * size
        suit, gap = cap * 1.05, 1.2
        top = plate.cy - (cap + gap + suit + (2.9 if row.number else 0.0)) / 2
        pen.line(row.short, plate.cx, top + cap, "bold", size, white, 0.5, room=plate.width - 1.5, slot="card")
        bottom = top + cap + gap + suit
        if has_icon:
            pen.icon(icon, plate.cx, bottom - suit / 2, suit, white)
        else:
            pen.line(block.suit[:1].upper(), plate.cx, bottom, "regular", suit, white, 0.5)
        if row.number:
            small = self.context.style.min_text_size
            pen.line(row.number, plate.cx, bottom + 2.9, "semibold", small, white, 0.5)


def _heads(piece: Piece) -> Sequence[str]:
    """Return the columns' names in the page's head: dice of a grid if its own heads differ, else none."""
    if piece.flat or not piece.heads:
        return piece.heads
    dice = [field.die for field in piece.rows[0]]
    return dice if all(dice) else []


class BandPage:
    """Page ``number`` of ``of``, with the bands of ``blocks``; ``position``: (index, count) among such pages."""

    def __init__(
        self, bands: Bands, blocks: Sequence[PokerGroup], number: int, of: int, position: tuple[int, int] = (0, 1)
    ) -> None:
        self.looks, self.context, self.panel = bands, bands.context, bands.panel
        self.blocks, self.position, self.inset = blocks, position, bands.inset
        flat = self.panel.flat
        sections = {placed.piece.section for placed in self.panel.placed}
        self.frame = Frame(self.context, sections, _notes(self.context) if flat else (), number, of)
        self.between = 0.0 if flat else _BETWEEN
        self.top = TOP + bands.head_height + (0.0 if flat else 0.9)
        self.above = fsum(map(self._above, blocks))
        count = max(1, sum(len(block.rows) for block in blocks))
        band_height = (self.frame.foot - self.top - self.above + self.between) / count - self.between
        self.band_height = min(_LINE_HIGH if flat else _HIGH, band_height)

    def _above(self, block: PokerGroup) -> float:
        """Return the mm above a block, 0 for the first; lines leave room to repeat columns' names above a suit."""
        if not self.panel.flat or block is self.blocks[0]:
            return 0.0
        return _BLOCK + (_DICE if block.suit and self.looks.has_heads else 0.0)

    def tops(self) -> Iterator[tuple[PokerGroup, float]]:
        """Yield every block, and the y in mm where its first band begins."""
        y = self.top
        for block in self.blocks:
            y += self._above(block)
            yield block, y
            y += len(block.rows) * (self.band_height + self.between)

    def bands(self) -> Iterator[tuple[PokerGroup, PokerCard, Box]]:
        """Yield every block, card and the card's box."""
        for block, y in self.tops():
            for i, row in enumerate(block.rows):
                top = y + i * (self.band_height + self.between)
                yield block, row, Box(self.frame.left, top, self.context.room, self.band_height)

    def title(self) -> str:
        """Return the page's title: its blocks, of more than 4 first to last; the table's if it is the only page."""
        phrase, names = self.context.game.language.phrase, [block.title for block in self.blocks]
        if self.panel.flat and self.position[1] == 1:
            return phrase("With an ordinary poker deck")
        span = phrase("{first} to {last}", first=names[0], last=names[-1])
        return span if len(names) > len(SUITS) else " · ".join(names)

    def drawing(self) -> Drawing:
        """Return the page: title, head, bands, thumb index, legend and footer."""
        context, frame, title = self.context, self.frame, self.title()
        pen = context.style.pen()
        pen.corners = context.style.theme.corners
        frame.title(pen, title, context.icon(self.blocks[0]) if len(self.blocks) == 1 else "")
        self.looks.draw_head(pen, frame.left, TOP)
        for block, row, band in self.bands():
            self.looks.draw(pen, block, row, band)
        self._draw_tabs(pen)
        frame.footer(pen)
        paper, page_title = context.paper, f"{context.game.title}: {context.spec.title}, {title}"
        return Drawing(paper.width, paper.height, 0.0, tuple(pen.items), context.style.shared, page_title)

    def _draw_tabs(self, pen: Pen) -> None:
        """Draw the page's tab of the thumb index, or a tab and a rule for every block of lines."""
        frame, style = self.frame, self.context.style
        if not self.panel.flat:
            index, count = self.position
            tab_height = (frame.foot - self.top) / count
            frame.tab(pen, self.blocks[0], self.top + index * tab_height, self.top + (index + 1) * tab_height)
            return
        for block, y in self.tops():
            bottom = y + len(block.rows) * self.band_height
            frame.tab(pen, block, y, bottom)
            pen.rule(frame.left, bottom, frame.right, bottom, style.color("accent"), 0.35)
            if self._above(block) > _BLOCK:
                self.looks.draw_labels(pen, frame.left, y, style.color("ink"))


def _notes(context: TableContext) -> list[Line]:
    """Return what sections are for, and the note about the cards, in lines as wide as the page."""
    style, sections = context.style, context.spec.sections
    noted = [(section.title, note) for section in sections if (note := section_note(section))]
    runs = [run for title, note in noted for run in ((f"{title}: ", "semibold"), (f"{note}  ", "regular"))]
    runs.append((context.poker.note, "semibold"))
    return wrap(runs, style.min_text_size, context.room, style.fonts, language=style.language)
