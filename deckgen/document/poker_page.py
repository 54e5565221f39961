"""One page of the conversion table with a row a card: sections across, the cards of a deck down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen.document.dice_rules import told
from deckgen.document.marked_results import draw_result
from deckgen.document.poker_columns import GAP, SIZE, Measured, SectionColumns
from deckgen.document.poker_deck import PokerCard, PokerGroup
from deckgen.document.poker_frame import TOP, Frame, Setting, card_words
from deckgen.document.results import constant, rare_fields
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.table import TableGrid
from deckgen.draw.text import Line, wrap
from deckgen.game.model import OrdinalSection

_LABEL, _WIDE_LABEL = 8.6, 13.5
_LEAST, _MOST = 3.35, 5.0  # height of a row
_LARGEST = 9.0 * PT
_STRETCH = 2.2  # how much wider than need be columns become
_BLOCK_GAP = 0.9
_ICON = 3.2  # width that an icon takes beside a title
_TITLE = 66  # letters of a page's title
_DENSE = 3  # columns from which on they are striped


def label_width(setting: Setting) -> float:
    """Width of the cards' names at either side of a row."""
    held = setting.held
    least = _WIDE_LABEL if any(row.number for row in held.rows()) else _LABEL
    names = [card_words(row) for block in held.blocks if not block.suit for row in block.rows]
    fonts, size = setting.style.fonts, setting.style.smallest
    return max([least, *(fonts.width(name, "bold", size) + 1.4 for name in names)])


def column_room(setting: Setting) -> float:
    """Width that a page has for columns."""
    return setting.room - 2 * label_width(setting)


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
        self.table, self.panels, self.blocks, self.number = table, panels, blocks, number
        self.style: Stylesheet = table.style
        self.pen, self.t, self.small = table.style.pen(), table.style.table, table.style.smallest
        self.pen.corners = table.style.theme.corners
        self.soft, self.accent, self.tint = map(self.style.colour, ("soft", "accent", "tint"))
        self.head_fill, self.head_ink = table.head
        self.label = label_width(table)
        gaps = GAP * (len(panels) - 1)
        self.stretch = min(_STRETCH, (column_room(table) - gaps) / sum(p.width for p in panels))
        self.frame = Frame(table, {panel.section.name for panel in panels}, self._notes(), number, of)
        self.left, self.right, self.foot = self.frame.left, self.frame.right, self.frame.foot
        self.head = self._head_height()
        self.repeat = max([0.0, *map(self._labels_height, panels)])
        self.top = TOP + self.head
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
        grouped = any(panel.grouped for panel in self.panels)
        labelled = any(column.field.label for column in columns)
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
        narrow = any(self.pen.width(word, "bold", size) > room for word in panel.title.split())
        upright = panel.columns[0].upright
        return self.table.marks[panel.section.name].icon if upright or not narrow else ""

    def _title(self, panel: SectionColumns) -> list[Line]:
        width = panel.width * self.stretch - 0.6 - (_ICON if self._icon(panel) else 0.0)
        title = panel.title
        language, room = self.style.language, max(width, 4.0)
        return wrap([(title, "bold")], self.small * 1.08, room, self.style.fonts, language=language)

    # Drawing

    def drawing(self) -> Drawing:
        """The whole page."""
        self.frame.title(self.pen, self.title)
        self._head()
        for index, (block, y) in enumerate(self.tops()):
            if index and self._headed(block):
                self._repeat(y - self.repeat)
            self._block(block, y)
        self.frame.footer(self.pen)
        paper, game, spec = self.table.paper, self.table.game, self.table.spec
        title = f"{game.title}: {spec.title}, {self.title}"
        return Drawing(paper.width, paper.height, 0.0, tuple(self.pen.items), self.style.shared, title)

    @property
    def title(self) -> str:
        """The sections from left to right; where they are too many, the widest ones."""
        rare = {field.section.name for field in rare_fields(self.table.deck, self.table.fields)}
        shown = [panel for panel in self.panels if panel.section.name not in rare] or list(self.panels)
        shown.sort(key=lambda panel: (isinstance(panel.section, OrdinalSection), -panel.width))
        while sum(len(panel.title) + 3 for panel in shown) > _TITLE and len(shown) > 1:
            shown.pop()
        return " · ".join(panel.title for panel in self.panels if panel in shown)

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
        x = self.left + self.label
        for panel in self.panels:
            widths = [column.width * self.stretch for column in panel.columns]
            grid = TableGrid.at(x, y, widths, [self.row] * rows)
            yield panel, grid
            x = grid.xs[-1] + GAP

    @property
    def end(self) -> float:
        """Where the last column ends."""
        wide = sum(p.width for p in self.panels) * self.stretch + GAP * (len(self.panels) - 1)
        return self.left + self.label + wide

    def _head(self) -> None:
        """Titles, icons, group headings and labels, once at the top of the page."""
        pen, size = self.pen, self.small * 1.08
        for panel, grid in self.grids(self.top, 0):
            x, width, icon = grid.xs[0], grid.box.width, self._icon(panel)
            if panel.columns[0].upright:
                pen.panel(Box(x, TOP, width, self.head), 0.8, self.head_fill)
                self._upright(panel.columns[0], icon, grid.box.cx)
                continue
            bar = self.head - self._labels_height(panel)
            pen.panel(Box(x, TOP, width, bar), 0.8, self.head_fill)
            lines = self._title(panel)
            shift = 3.6 if pen.has(icon) else 0.0
            left = x + (width - max(line.width for line in lines) - shift) / 2
            middle = TOP + bar / 2
            if shift:
                pen.icon(icon, left + 1.3, middle, 3.0, self.head_ink)
            for i, line in enumerate(lines):
                base = middle + 0.85 + 2.75 * (i - (len(lines) - 1) / 2)
                pen.runs(line, left + shift, base, size, self.head_ink)
            self._labels(panel, grid)
        pen.rule(self.left, self.top, self.end + self.label, self.top, self.accent, 0.35)

    def _upright(self, column: Measured, icon: str, x: float) -> None:
        """A title that runs up the page, its icon below."""
        pitch, low = 2.6, self.top - 1.0
        if self.pen.has(icon):
            self.pen.icon(icon, x, self.top - 2.3, 3.0, self.head_ink)
            low = self.top - 4.6
        left = x - pitch * (len(column.upright) - 1) / 2 + 0.8
        for i, line in enumerate(column.upright):
            self.pen.line(line, left + i * pitch, low, "semibold", self.small, self.head_ink, upward=True)

    def _labels_height(self, panel: SectionColumns) -> float:
        labelled = any(c.field.label for c in panel.columns)
        return 3.5 * panel.grouped + 3.3 * labelled + (0.0 if panel.grouped or not labelled else 0.3)

    def _repeat(self, y: float) -> None:
        """The headings again, over a block."""
        for panel, grid in self.grids(y + self.repeat, 0):
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
            if title and panel.grouped:
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
        whole = TableGrid.at(self.left, y, [self.end + self.label - self.left], [self.row] * rows)
        self._stripes(y, rows)
        for low in whole.ys[1:-1]:
            pen.rule(self.left, low, whole.xs[-1], low, self.t.hair, 0.18)
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
        self.frame.tab(pen, block, y, bottom)

    def _stripes(self, y: float, rows: int) -> None:
        """Every other column of those that stand close is tinted, or every other group of columns."""
        high = rows * self.row
        for panel, grid in self.grids(y, rows):
            own = [group for _, group in self._groups(panel, grid)]
            if len(own) < 2:
                own = [grid.column(i) for i in range(len(panel.columns))]
            for column in own[1::2] if len(panel.columns) >= _DENSE else ():
                self.pen.box(column.x, y, column.width, high, self.tint)

    def _name(self, row: PokerCard, block: PokerGroup, x: float, y: float) -> None:
        pen, room, ink = self.pen, self.label, self.table.suit_ink(block.suit)
        size = min(9.4 * PT, self.row * 0.76)
        if not block.suit:
            pen.text(card_words(row), Box(x + 0.5, y, room - 1.3, self.row), "bold", size, ink)
            return
        base = y + (self.row + pen.cap("bold") * size) / 2
        middle = x + (4.3 if not row.number else 4.0)
        pen.line(row.short, middle, base, "bold", size, ink, 1.0)
        icon = self.table.icon(block)
        if pen.has(icon):
            pen.icon(icon, middle + 1.9, y + self.row / 2, 2.3, ink)
        else:
            pen.line(block.suit[:1].upper(), middle + 0.8, base, "regular", self.small, ink)
        pen.line(row.number, x + room - 0.8, base, "regular", self.small, self.soft, 1.0)

    # Below the table

    def _notes(self) -> list[Line]:
        """What the sections are for, in lines over the whole width."""
        runs: list[tuple[str, str]] = []
        same = [s for s in self.table.spec.sections if constant(s) and self.number == 1]
        for section in (*(panel.section for panel in self.panels), *same):
            runs += [(section.title + ": ", "semibold"), (told(section) + "  ", "regular")]
        if self.table.held.note:
            runs += [(self.table.held.note, "semibold")]
        return wrap(runs, self.small, self.table.room, self.style.fonts, language=self.style.language)
