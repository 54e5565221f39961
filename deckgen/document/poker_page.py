"""One page of the conversion table: sections across, the cards of a deck down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from deckgen.card.layout import Layout
from deckgen.card.legend import LegendEntry
from deckgen.card.widgets.base import SectionMarks
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import told
from deckgen.document.legend_block import legend_block
from deckgen.document.look import document_style
from deckgen.document.marked_results import (
    ResultStyles,
    draw_result,
    result_legend,
    result_styles,
    suit_marks,
    with_card,
)
from deckgen.document.pages import deck_line
from deckgen.document.poker_columns import GAP, SIZE, Measured, SectionColumns
from deckgen.document.poker_deck import PokerCard, PokerDeck, PokerGroup, poker_deck
from deckgen.document.results import Field, constant, fields
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper, paper_named
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.table import TableGrid
from deckgen.draw.text import Line, shorten, wrap
from deckgen.game.model import DeckSpec, Game, GridSection

# mm. The binding edge is left on odd pages and right on even ones, so that two-sided sheets can be filed.
_BINDING, _OUTER = 12.5, 9.6
_TAB, _RIM = 8.6, 4.2  # the thumb index reaches over the paper's edge; printers do not reach the rim
_TOP, _FOOT = 13.6, 6.6
_LABEL, _WIDE_LABEL = 8.6, 13.5
_LEAST, _MOST = 3.35, 5.0  # height of a row
_LARGEST = 9.0 * PT
_STRETCH = 2.2  # how much wider than need be columns become
_BLOCK_GAP = 0.9
_ICON = 3.2  # width that an icon takes beside a title
_NOTE = 2.85  # height of a line of notes


@dataclass(frozen=True)
class Setting:
    """What all pages of a table share; ``marks`` by the names of sections, ``suits`` tells the suits' icons and colours."""

    deck: Deck
    game: Game
    spec: DeckSpec
    paper: Paper
    style: Stylesheet
    marks: Mapping[str, ResultStyles]
    suits: SectionMarks
    held: PokerDeck
    legend: tuple[LegendEntry, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        """What is on a card, in the order of the card, but for what is the same on all cards."""
        backwards = [name for name, marks in self.marks.items() if marks.backwards]
        own = fields(self.spec, self.game.words, backwards)
        return tuple(field for field in own if not constant(field.section))

    @property
    def label(self) -> float:
        """Width of the cards' names at either side."""
        least = _WIDE_LABEL if any(row.number for row in self.held.rows()) else _LABEL
        names = [_name(row) for block in self.held.blocks if not block.suit for row in block.rows]
        fonts, size = self.style.fonts, self.style.smallest
        return max([least, *(fonts.width(name, "bold", size) + 1.4 for name in names)])

    def icon(self, block: PokerGroup) -> str:
        """The name of the icon of a suit, or of jokers; "" for numbers."""
        return f"{self.suits.suits}{block.suit}" if block.suit else "icon-joker" if block.jokers else ""

    @property
    def room(self) -> float:
        """Width that a page has for columns."""
        return self.paper.width - _BINDING - _OUTER - 2 * self.label


def setting_of(deck: Deck, game: Game, spec: DeckSpec, layout: Layout, paper: str) -> Setting:
    """The setting of a deck on a paper, in the document's style with the card's marks.

    Raises PressError for an unknown paper, LayoutError for a wrong theme.
    """
    style = with_card(document_style(game), layout)
    marks, held = result_styles(layout, spec, style), poker_deck(deck.cards, spec.faces, game.language)
    told = result_legend(game, spec, marks)
    return Setting(deck, game, spec, paper_named(paper), style, marks, suit_marks(layout), held, told)


def _name(row: PokerCard) -> str:
    """A card without a suit, within its block."""
    return row.short if not row.number or row.number == row.short else f"{row.short} {row.number}"


class CardPage:
    """One page: ``panels`` across, ``blocks`` down."""

    def __init__(
        self,
        table: Setting,
        panels: Sequence[SectionColumns],
        blocks: Sequence[PokerGroup],
        number: int,
        of: int,
    ) -> None:
        self.table, self.panels, self.blocks, self.number, self.of = table, panels, blocks, number, of
        self.style, self.pen, self.t = table.style, table.style.pen(), table.style.table
        self.small = self.style.smallest
        self.ink, self.soft, self.accent, self.white, self.tint = map(
            self.style.colour, ("ink", "soft", "accent", "paper", "tint")
        )
        self.right_hand = number % 2 == 1
        self.left = _BINDING if self.right_hand else _OUTER
        self.right = table.paper.width - (_OUTER if self.right_hand else _BINDING)
        gaps = GAP * (len(panels) - 1)
        self.stretch = min(_STRETCH, (table.room - gaps) / sum(p.width for p in panels))
        self.notes = self._notes()
        self.head = self._head_height()
        self.repeat = max([0.0, *map(self._labels_height, panels)])
        self.top = _TOP + self.head
        shown = {panel.section.name for panel in panels}
        told = [entry for entry in table.legend if shown.intersection(entry.sections)]
        self.legend = legend_block(self.style, told, self.small, self.right - self.left, across=3)
        self.foot = table.paper.height - _FOOT - 4.6 - _NOTE * len(self.notes) - self.legend.height - 1.8
        spare = self.foot - self.top - self.need(self.blocks, 0.0)
        self.row = min(_MOST, spare / sum(len(block.rows) for block in self.blocks))
        self.size = min(_LARGEST, SIZE * self.stretch, self.row * 0.74)

    def fits(self, blocks: Sequence[PokerGroup]) -> bool:
        """Whether the page is high enough."""
        return self.need(blocks, _LEAST) <= self.foot - self.top

    def need(self, blocks: Sequence[PokerGroup], row: float) -> float:
        """Height of blocks with rows of that height."""
        rows = sum(len(block.rows) for block in blocks)
        heads = sum(self._headed(block) for block in blocks[1:])
        return rows * row + heads * self.repeat + (len(blocks) - 1) * _BLOCK_GAP

    def _headed(self, block: PokerGroup) -> bool:
        return not block.jokers and len(block.rows) > 4

    def _head_height(self) -> float:
        columns = [column for panel in self.panels for column in panel.columns]
        titles = max([1, *(len(self._title(p)) for p in self.panels if not p.columns[0].upright)])
        grouped, labelled = (any(getattr(c.field, part) for c in columns) for part in ("group", "label"))
        level = 2.75 * titles + 1.6 + 3.5 * grouped + 3.3 * labelled
        upright = [line for column in columns for line in column.upright]
        if not upright:
            return level
        icons = any(self._icon(p) for p in self.panels if p.columns[0].upright)
        tallest = max(self.pen.width(line, "semibold", self.small) for line in upright)
        return max(level, tallest + 1.6 + (3.6 if icons else 0.0))

    def _icon(self, panel: SectionColumns) -> str:
        """The icon beside a section's title; "" if the title's words would have to be divided for it."""
        size, room = self.small * 1.08, panel.width * self.stretch - 0.6 - _ICON
        narrow = any(self.pen.width(word, "bold", size) > room for word in panel.section.title.split())
        upright = panel.columns[0].upright
        return self.table.marks[panel.section.name].icon if upright or not narrow else ""

    def _title(self, panel: SectionColumns) -> list[Line]:
        width = panel.width * self.stretch - 0.6 - (_ICON if self._icon(panel) else 0.0)
        title = panel.section.title
        language, room = self.style.language, max(width, 4.0)
        return wrap([(title, "bold")], self.small * 1.08, room, self.style.fonts, language=language)

    # Drawing

    def drawing(self) -> Drawing:
        """The whole page."""
        self._header()
        self._head()
        for index, (block, y) in enumerate(self.tops()):
            if index and self._headed(block):
                self._repeat(y - self.repeat)
            self._block(block, y)
        self._footer()
        paper, game, spec = self.table.paper, self.table.game, self.table.spec
        title = f"{game.title}: {spec.title}, {self.panels[0].title}"
        return Drawing(paper.width, paper.height, 0.0, tuple(self.pen.items), self.style.shared, title)

    def tops(self) -> Iterator[tuple[PokerGroup, float]]:
        """Every block and where its first row begins."""
        y = self.top
        for index, block in enumerate(self.blocks):
            if index:
                y += _BLOCK_GAP + (self.repeat if self._headed(block) else 0.0)
            yield block, y
            y += len(block.rows) * self.row

    def grids(self, y: float, rows: int) -> Iterator[tuple[SectionColumns, TableGrid]]:
        """Every panel with the places of its columns and of ``rows`` rows from ``y`` down."""
        x = self.left + self.table.label
        for panel in self.panels:
            widths = [column.width * self.stretch for column in panel.columns]
            grid = TableGrid.at(x, y, widths, [self.row] * rows)
            yield panel, grid
            x = grid.xs[-1] + GAP

    @property
    def end(self) -> float:
        """Where the last column ends."""
        wide = sum(p.width for p in self.panels) * self.stretch + GAP * (len(self.panels) - 1)
        return self.left + self.table.label + wide

    def _header(self) -> None:
        """The page's title in its outer corner, what the marks mean in the inner one."""
        pen, fonts, small = self.pen, self.style.fonts, self.small
        widest = sorted((p.width for p in self.panels if not p.columns[0].upright), reverse=True)[:3]
        big = [p.title for p in self.panels if isinstance(p.section, GridSection)]
        big = big or [p.title for p in self.panels if p.width in widest] or [self.panels[0].title]
        shown = {panel.section.name for panel in self.panels}
        if all(s.name in shown or constant(s) for s in self.table.spec.sections):
            big = [self.table.spec.title]  # one page with all there is
        title = " · ".join(big)
        size = min(17 * PT, (self.right - self.left) * 0.62 / fonts.em(title, "bold"))
        sides, align = (self.left, self.right), float(self.right_hand)
        outer, inner = reversed(sides) if self.right_hand else sides
        wide = pen.line(title, outer, 10.4, "bold", size, self.accent, align, slot="title").width
        space = self.right - self.left - wide - 6.0
        line = f"{self.table.game.title} · {self.table.spec.title}"
        line = shorten(line, "semibold", 8 * PT, space, fonts)
        pen.line(line, inner, 6.8, "semibold", 8 * PT, self.ink, 1 - align)
        rest = " · ".join(p.title for p in self.panels if p.title not in big)
        rest = shorten(rest, "regular", small, space, fonts)
        pen.line(rest, inner, 10.4, "regular", small, self.soft, 1 - align)

    def _head(self) -> None:
        """Titles, icons, group headings and labels, once at the top of the page."""
        pen, size = self.pen, self.small * 1.08
        for panel, grid in self.grids(self.top, 0):
            x, width, icon = grid.xs[0], grid.box.width, self._icon(panel)
            if panel.columns[0].upright:
                pen.box(x, _TOP, width, self.head, self.accent)
                self._upright(panel.columns[0], icon, grid.box.cx)
                continue
            bar = self.head - self._labels_height(panel)
            pen.box(x, _TOP, width, bar, self.accent)
            pen.box(x, _TOP + bar, width, self.head - bar, self.tint)
            lines = self._title(panel)
            shift = 3.6 if pen.has(icon) else 0.0
            left = x + (width - max(line.width for line in lines) - shift) / 2
            middle = _TOP + bar / 2
            if shift:
                pen.icon(icon, left + 1.3, middle, 3.0, self.white)
            for i, line in enumerate(lines):
                base = middle + 0.85 + 2.75 * (i - (len(lines) - 1) / 2)
                pen.runs(line, left + shift, base, size, self.white)
            self._labels(panel, grid)
        pen.rule(self.left, self.top, self.end + self.table.label, self.top, self.accent, 0.35)

    def _upright(self, column: Measured, icon: str, x: float) -> None:
        """A title that runs up the page, its icon below."""
        pitch, low = 2.6, self.top - 1.0
        if self.pen.has(icon):
            self.pen.icon(icon, x, self.top - 2.3, 3.0, self.white)
            low = self.top - 4.6
        left = x - pitch * (len(column.upright) - 1) / 2 + 0.8
        for i, line in enumerate(column.upright):
            self.pen.line(line, left + i * pitch, low, "semibold", self.small, self.white, upward=True)

    def _labels_height(self, panel: SectionColumns) -> float:
        grouped = any(c.field.group for c in panel.columns)
        labelled = any(c.field.label for c in panel.columns)
        return 3.5 * grouped + 3.3 * labelled + (0.0 if grouped or not labelled else 0.3)

    def _repeat(self, y: float) -> None:
        """The headings again, over a block."""
        for panel, grid in self.grids(y + self.repeat, 0):
            if any(column.field.label for column in panel.columns):
                low = self._labels_height(panel)
                self.pen.box(grid.xs[0], grid.ys[0] - low, grid.box.width, low, self.tint)
            self._labels(panel, grid)

    def _labels(self, panel: SectionColumns, grid: TableGrid) -> None:
        """Labels and the headings of groups, above the grid."""
        pen, bottom = self.pen, grid.ys[0]
        labels = [column.field.label for column in panel.columns]
        for i, label in enumerate(labels):
            cell, size = grid.column(i), 7.4 * PT
            pen.line(label, cell.cx, bottom - 0.95, "semibold", size, self.t.ink, 0.5, room=cell.width - 0.2)
        low = bottom - (3.9 if any(labels) else 0.9)
        for title, group in self._groups(panel, grid):
            if title:
                pen.line(title, group.cx, low, "bold", 7.6 * PT, self.accent, 0.5, room=group.width - 0.8)
                pen.rule(group.x + 0.5, low + 0.7, group.right - 0.5, low + 0.7, self.t.hair, 0.2)

    def _groups(self, panel: SectionColumns, grid: TableGrid) -> Iterator[tuple[str, Box]]:
        """The heading of each group of columns, and where they are."""
        at = 0
        for title, members in panel.groups():
            yield title, grid.column(at, len(members))
            at += len(members)

    def _block(self, block: PokerGroup, y: float) -> None:
        """The rows of one suit, its tab at the page's edge."""
        pen, rows = self.pen, len(block.rows)
        whole = TableGrid.at(self.left, y, [self.end + self.table.label - self.left], [self.row] * rows)
        whole.zebra(pen, self.tint)
        self._rules(y, rows)
        for panel, grid in self.grids(y, rows):
            own = self.table.marks[panel.section.name]
            for j, column in enumerate(panel.columns):
                for i, row in enumerate(block.rows):
                    draw_result(pen, column.field.read(row.card), own, grid.cell(i, j), self.size)
        for i, row in enumerate(block.rows):
            self._name(row, block, self.left, whole.ys[i])
            self._name(row, block, self.end, whole.ys[i])
        bottom = whole.ys[-1]
        pen.rule(self.left, bottom, whole.xs[-1], bottom, self.accent, 0.35)
        self._tab(block, y, bottom)

    def _rules(self, y: float, rows: int) -> None:
        """Hairs between groups."""
        bottom = y + rows * self.row
        for panel, grid in self.grids(y, rows):
            groups = self._groups(panel, grid)
            first = next(groups)[1]
            self.pen.rule(first.x, y, first.x, bottom, self.accent, 0.45)
            for _, group in groups:
                self.pen.rule(group.x, y, group.x, bottom, self.soft, 0.28)
        self.pen.rule(self.end, y, self.end, bottom, self.accent, 0.45)

    def _name(self, row: PokerCard, block: PokerGroup, x: float, y: float) -> None:
        pen, room, ink = self.pen, self.table.label, self.t.ink
        size = min(9.4 * PT, self.row * 0.76)
        if not block.suit:
            pen.text(_name(row), Box(x + 0.2, y, room - 0.4, self.row), "bold", size, ink)
            return
        base = y + (self.row + pen.cap("bold") * size) / 2
        middle = x + (4.3 if not row.number else 4.0)
        pen.line(row.short, middle, base, "bold", size, ink, 1.0)
        icon = self.table.icon(block)
        if pen.has(icon):
            red = self.table.suits.red_ink if block.suit in self.table.suits.red else ""
            pen.icon(icon, middle + 1.9, y + self.row / 2, 2.3, red or ink)
        else:
            pen.line(block.suit[:1].upper(), middle + 0.8, base, "regular", self.small, ink)
        pen.line(row.number, x + room - 0.8, base, "regular", self.small, self.soft, 1.0)

    def _tab(self, block: PokerGroup, y: float, bottom: float) -> None:
        """The thumb index: a tab beside the block, over the edge of the paper."""
        pen, width = self.pen, self.table.paper.width
        x, cx = (width - _TAB, width - _RIM - 2.1) if self.right_hand else (0.0, _RIM + 2.1)
        pen.box(x, y, _TAB, bottom - y, self.accent)
        icon = self.table.icon(block)
        if pen.has(icon):
            pen.icon(icon, cx, (y + bottom) / 2, 3.8, self.white)
        elif bottom - y > 12:
            wide = pen.width(block.title, "bold", 8 * PT)
            pen.line(block.title, cx + 1.0, (y + bottom + wide) / 2, "bold", 8 * PT, self.white, upward=True)
        if block.pack:
            pen.line(str(block.pack + 1), cx, y + 5.0, "bold", 8 * PT, self.white, 0.5)

    # Below the table

    def _notes(self) -> list[Line]:
        """What the sections are for, in lines over the whole width."""
        runs: list[tuple[str, str]] = []
        same = [s for s in self.table.spec.sections if constant(s) and self.number == 1]
        for section in (*(panel.section for panel in self.panels), *same):
            runs += [(section.title + ": ", "semibold"), (told(section) + "  ", "regular")]
        if self.table.held.note:
            runs += [(self.table.held.note, "semibold")]
        width, language = self.right - self.left, self.style.language
        return wrap(runs, self.small, width, self.style.fonts, language=language)

    def _footer(self) -> None:
        pen, small = self.pen, self.small
        for i, line in enumerate(self.notes):
            x, y = self.left, self.foot + 1.2 + 2.2 + i * _NOTE
            for text, face in line.runs:
                x += pen.line(text, x, y, face, small, self.soft if face == "regular" else self.ink).width
        low = self.foot + 1.8 + len(self.notes) * _NOTE
        self.legend.draw(pen, self.left, low, self.soft)
        base = self.table.paper.height - _FOOT
        first = shorten(deck_line(self.table.deck, self.style), "regular", small, 110, self.style.fonts)
        number = self.style.language.phrase("page {number} of {pages}", number=self.number, pages=self.of)
        sides = [first, number]
        left, right = sides if self.right_hand else reversed(sides)
        pen.line(left, self.left, base, "regular", small, self.soft)
        pen.line(right, self.right, base, "regular", small, self.soft, 1.0)
