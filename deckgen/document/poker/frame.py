"""What all pages of a conversion table share: margins, titles, thumb index, legend."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import fsum

from deckgen.card.layout import Layout
from deckgen.card.rules.legend import LegendEntry
from deckgen.card.widgets.base import SUIT, SectionMarks
from deckgen.deck.cards import Deck
from deckgen.document.marked_results import ResultStyles, result_legend, result_styles, suit_marks, with_card_style
from deckgen.document.pages import deck_line, document_style, draw_band
from deckgen.document.poker.deck import PokerCard, PokerDeck, PokerGroup, poker_deck
from deckgen.document.results import Result, ResultField, is_constant, rare_fields, table_fields
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper, find_paper
from deckgen.draw.pen import Pen
from deckgen.draw.shaping import Run
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, shorten, wrap
from deckgen.game.model import DeckSpec, Game
from deckgen.records import record

# mm. The binding edge is left on odd pages and right on even ones, so that two-sided sheets can be filed.
BINDING, OUTER = 12.5, 9.6
TOP = 13.8
"""Where the table begins, below the page's title."""
FOOT = 6.2
_TAB, _RIM = 8.6, 4.2  # the thumb index reaches over the paper's edge; printers do not reach the rim
_BAND = Box(0, 4.6, 0, 7.8)
_TITLE = 0.66  # of the page's width, of a title at most
_NOTE = 2.85  # height of a line of notes


@record
class TableContext:
    """What all pages of a table share; ``marks`` by section's name, ``suits`` has icons and colors of suits.

    ``poker``: the ordinary cards that represent the deck.
    """

    deck: Deck
    game: Game
    spec: DeckSpec
    paper: Paper
    style: Stylesheet
    marks: Mapping[str, ResultStyles]
    suits: SectionMarks
    poker: PokerDeck
    legend: tuple[LegendEntry, ...] = ()

    @cached_property
    def fields(self) -> tuple[ResultField, ...]:
        """Fields of the cards in the order of the card, without sections that are the same on all."""
        backwards = [name for name, marks in self.marks.items() if marks.backwards]
        all_fields = table_fields(self.spec, self.game.words, backwards)
        return tuple(field for field in all_fields if not is_constant(field.section))

    @cached_property
    def results(self) -> Mapping[ResultField, frozenset[Result]]:
        """All results that cards of the deck show, by field."""
        return {field: frozenset(map(field.read, self.deck.cards)) for field in self.fields}

    @cached_property
    def rare(self) -> Sequence[ResultField]:
        """Fields that need no title: empty on some cards, a word on the others."""
        return rare_fields(self.deck, self.fields)

    @property
    def room(self) -> float:
        """Width between the margins in mm."""
        return self.paper.width - BINDING - OUTER

    @property
    def head(self) -> tuple[str, str]:
        """Colors of the heads of tables: fill, and ink on it."""
        table = self.style.table
        if table.head_fill:
            return table.head_fill, table.head_ink
        return self.style.color("accent"), self.style.color("accent_ink")

    def icon(self, block: PokerGroup) -> str:
        """Return the name of the icon of a suit, or of jokers; "" for numbers."""
        return f"{SUIT}{block.suit}" if block.suit else "icon-joker" if block.jokers else ""

    def suit_ink(self, suit: str) -> str:
        """Return the ink of a suit: red for red suits."""
        red = suit in self.suits.red
        return (self.suits.red_ink or self.style.color("alarm")) if red else self.style.color("ink")


def table_context(deck: Deck, game: Game, spec: DeckSpec, layout: Layout, paper: str = "a4") -> TableContext:
    """Return a table's context, with the card's marks. PressError: unknown paper; LayoutError: wrong theme."""
    style = with_card_style(document_style(game), layout)
    marks, poker = result_styles(layout, spec, style), poker_deck(deck.cards, spec.playing_cards, game.language)
    entries = result_legend(layout, game, spec, marks)
    return TableContext(deck, game, spec, find_paper(paper), style, marks, suit_marks(layout), poker, entries)


def short_name(row: PokerCard) -> str:
    """Return a card's name within its group, with its number if that differs."""
    return row.short if not row.number or row.number == row.short else f"{row.short} {row.number}"


class Frame:
    """Margins, title, footer of page ``number`` of ``of``; below y ``foot``: ``notes``, legend of ``sections``."""

    def __init__(
        self, context: TableContext, sections: Collection[str], notes: Sequence[Line], number: int, of: int
    ) -> None:
        self.context, self.number, self.of, self.notes = context, number, of, notes
        self.style = context.style
        self.right_hand = number % 2 == 1
        self.left = BINDING if self.right_hand else OUTER
        self.right = self.left + context.room
        entries = [entry for entry in context.legend if set(sections).intersection(entry.sections)]
        self.legend = legend_block(self.style, entries, self.style.min_text_size, context.room, across=3, looks=False)
        self.foot = context.paper.height - FOOT - 4.6 - _NOTE * len(notes) - self.legend.height - 1.4

    def title(self, pen: Pen, title: str, icon: str = "") -> None:
        """Draw a title and icon, in the style sheet's band if any; at the right the game's and the deck's title."""
        style, context = self.style, self.context
        aside = f"{context.game.title} · {context.spec.title}"
        band = Box(self.left, _BAND.y, context.room, _BAND.height)
        band_style = style.masthead
        if band_style.height:
            size = min(13.5 * PT, context.room * _TITLE / style.fonts.em_width(title, "display"))
            lower_band = replace(band_style, size=size, corner=band_style.corner * 0.5, pad=band_style.pad * 0.7)
            lower_band = replace(lower_band, art="", corner_art="", inner="")
            draw_band(pen, replace(style, masthead=lower_band), band, "", title)
            face, ink, soft, pad = "display", band_style.ink, band_style.kicker_ink, lower_band.pad
        else:
            face, ink, soft, pad = "bold", style.color("accent"), style.color("soft"), 0.0
            size = min(15 * PT, context.room * _TITLE / style.fonts.em_width(title, face))
            pen.line(title, band.x, band.cy + size * 0.34, face, size, ink, slot="title")
        left = band.x + pad + (band_style.spine_width if band_style.height and band_style.spine else 0.0)
        title_right = left + pen.width(title, face, size)
        if pen.has_icon(icon):
            pen.icon(icon, title_right + 5.0, band.cy, 4.6, ink)
            title_right += 8.0
        small = 8 * PT
        aside = shorten(aside, "semibold", small, band.right - pad - title_right - 6.0, style.fonts)
        base = band.cy + pen.cap("semibold") * small / 2
        pen.line(aside, band.right - pad, base, "semibold", small, soft, 1.0)

    def tab(self, pen: Pen, block: PokerGroup, y: float, bottom: float) -> None:
        """Draw a tab of the thumb index from ``y`` to ``bottom``, at the outer edge, with a group's icon or title."""
        width, white = self.context.paper.width, self.style.color("paper")
        x, cx = (width - _TAB, width - _RIM - 2.1) if self.right_hand else (0.0, _RIM + 2.1)
        pen.box(x, y, _TAB, bottom - y, self.context.suit_ink(block.suit))
        icon = self.context.icon(block)
        if pen.has_icon(icon):
            pen.icon(icon, cx, (y + bottom) / 2, 3.8, white)
        elif bottom - y > 12:
            length = pen.width(block.title, "bold", 8 * PT)
            pen.line(block.title, cx + 1.0, (y + bottom + length) / 2, "bold", 8 * PT, white, upward=True)
        if block.pack:
            pen.line(str(block.pack + 1), cx, y + 5.0, "bold", 8 * PT, white, 0.5)

    def footer(self, pen: Pen) -> None:
        """Draw notes and the legend below the table, then the deck and page number."""
        small, ink, soft = self.style.min_text_size, self.style.color("ink"), self.style.color("soft")
        for i, line in enumerate(self.notes):
            x, y = self.left, self.foot + 1.2 + 2.2 + i * _NOTE
            for text, face in line.runs:
                x += pen.line(text, x, y, face, small, soft if face == "regular" else ink).width
        self.legend.draw(pen, self.left, self.foot + 1.4 + len(self.notes) * _NOTE, soft)
        base = self.context.paper.height - FOOT
        first = shorten(deck_line(self.context.deck, self.style), "regular", small, 110, self.style.fonts)
        number = self.style.language.phrase("page {number} of {pages}", number=self.number, pages=self.of)
        left, right = (first, number) if self.right_hand else (number, first)
        pen.line(left, self.left, base, "regular", small, soft)
        pen.line(right, self.right, base, "regular", small, soft, 1.0)


_LEADING, _HIGH = 1.3, 1.15
_GUTTER, _GAP = 4.0, 1.2


@record
class LegendBlock:
    """Entries with their lines, ``across`` side by side in ``width`` mm; type's ``size``, lines' ``indent``: mm."""

    entries: Sequence[tuple[LegendEntry, Sequence[Line]]]
    size: float
    width: float
    across: int
    indent: float

    @property
    def rows(self) -> list[list[tuple[LegendEntry, Sequence[Line]]]]:
        entries = list(self.entries)
        return [entries[i : i + self.across] for i in range(0, len(entries), self.across)]

    @property
    def height(self) -> float:
        return fsum(map(self._height, self.rows))

    def _height(self, row: Sequence[tuple[LegendEntry, Sequence[Line]]]) -> float:
        return max(len(lines) for _, lines in row) * self.size * _LEADING + self.size * 0.25

    def draw(self, pen: Pen, x: float, y: float, ink: str) -> None:
        """Draw samples and words from (x, y) down; ``ink`` is for words."""
        pitch = (self.width + _GUTTER) / self.across
        for row in self.rows:
            for i, (entry, lines) in enumerate(row):
                left, line, sample_height = x + i * pitch, self.size * _LEADING, self.size * _HIGH
                sample_width = min(self.indent - _GAP, entry.width * sample_height)
                entry.draw(pen, Box(left, y + (line - sample_height) / 2, sample_width, sample_height))
                for j, text_line in enumerate(lines):
                    base = y + j * line + (line + pen.cap("regular") * self.size) / 2
                    pen.runs(text_line, left + self.indent, base, self.size, ink)
            y += self._height(row)


def legend_block(
    style: Stylesheet, entries: Sequence[LegendEntry], size: float, width: float, across: int = 1, *, looks: bool = True
) -> LegendBlock:
    """Return a legend, at most ``across`` in a row; ``looks``: describe marks, too; ``style`` with the card's icons."""
    across = max(1, min(across, len(entries)))
    widest = max((entry.width for entry in entries), default=1.0) * size * _HIGH
    indent = min(widest, size * 5.5) + _GAP
    room = (width + _GUTTER) / across - _GUTTER - indent
    texts: list[list[Run]] = [[(entry.meaning, "regular")] for entry in entries]
    if looks:
        texts = [[(e.look, "semibold"), (f": {e.meaning}", "regular")] for e in entries]
    lines = [wrap(runs, size, room, style.fonts, language=style.language) for runs in texts]
    return LegendBlock(tuple(zip(entries, lines, strict=True)), size, width, across, indent)
