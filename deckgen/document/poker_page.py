"""One page of the conversion table: sections across, the cards of a deck down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from deckgen import __version__
from deckgen.card.widgets.base import SectionMarks
from deckgen.deck.cards import Deck
from deckgen.document.brush import SMALLEST, Brush
from deckgen.document.pages import cut
from deckgen.document.poker_columns import GAP, SIZE, Measured, SectionColumns
from deckgen.document.poker_deck import PokerCard, PokerDeck, PokerGroup
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import known, wrap
from deckgen.game.model import DeckSpec, Game, GridSection, StackSection
from deckgen.press.target import Paper

# mm. The binding edge is left on odd pages and right on even ones, so that two-sided sheets can be filed.
_BINDING, _OUTER = 12.5, 9.6
_TAB, _RIM = 8.6, 4.2  # the thumb index reaches over the paper's edge; printers do not reach the rim
_TOP, _FOOT = 13.6, 6.6
_LABEL, _WIDE_LABEL = 8.6, 13.5
_LEAST, _MOST = 3.35, 5.0  # height of a row
_LARGEST = 9.0 * PT
_STRETCH = 2.2  # how much wider than need be columns become
_BLOCK_GAP = 0.9
_NOTE = 2.85  # height of a line of notes


@dataclass(frozen=True)
class Setting:
    """What all pages of a table share."""

    deck: Deck
    game: Game
    spec: DeckSpec
    paper: Paper
    look: Stylesheet
    looks: Mapping[str, SectionMarks]
    suits: str
    carrier: PokerDeck

    @property
    def label(self) -> float:
        """Width of the cards' names at either side."""
        return _WIDE_LABEL if any(row.number for row in self.carrier.rows()) else _LABEL

    @property
    def room(self) -> float:
        """Width that a page has for columns."""
        return self.paper.width - _BINDING - _OUTER - 2 * self.label


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
        self.brush = Brush(table.look)
        self.look, self.t = table.look, table.look.table
        self.right_hand = number % 2 == 1
        self.left = _BINDING if self.right_hand else _OUTER
        self.right = table.paper.width - (_OUTER if self.right_hand else _BINDING)
        room = table.room
        gaps = GAP * (len(panels) - 1)
        self.stretch = min(_STRETCH, (room - gaps) / sum(p.width for p in panels))
        self.notes = self._notes()
        self.upright = any(c.upright for p in panels for c in p.columns)
        self.grouped = any(c.field.group for p in panels for c in p.columns)
        self.labelled = any(c.field.label for p in panels for c in p.columns)
        self.title_lines = max([1, *(len(self._title(p)) for p in panels if not p.columns[0].upright)])
        small = 2.75 * self.title_lines + 1.6 + 3.5 * self.grouped + 3.3 * self.labelled
        icons = any(table.looks[p.section.name].icon for p in panels if p.columns[0].upright)
        tall = self._tallest() + 1.6 + (3.6 if icons else 0.0)
        self.head = max(small, tall if self.upright else 0.0)
        self.repeat = max([0.0, *map(self._labels_height, panels)])
        self.top = _TOP + self.head
        self.foot = table.paper.height - _FOOT - 4.6 - _NOTE * len(self.notes) - 1.2

        spare = self.foot - self.top - self.need(self.blocks, 0.0)
        rows = sum(len(block.rows) for block in self.blocks)
        self.row = min(_MOST, spare / rows)
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

    def _tallest(self) -> float:
        lines = [line for p in self.panels for c in p.columns for line in c.upright]
        return max((self.brush.width(line, "semibold", SMALLEST) for line in lines), default=0.0)

    def _title(self, panel: SectionColumns) -> list[str]:
        width = panel.width * self.stretch - 0.6
        icon = 3.2 if self.table.looks[panel.section.name].icon else 0.0
        title = panel.section.title or panel.section.name
        lines = wrap([(title, "bold")], SMALLEST * 1.08, max(width - icon, 4.0), self.brush.fonts)
        return ["".join(text for text, _ in line.runs) for line in lines]

    # Drawing

    def drawing(self) -> Drawing:
        self._header()
        self._head()
        for index, (block, y) in enumerate(self.tops()):
            if index and self._headed(block):
                self._repeat(y - self.repeat)
            self._block(block, y)
        self._footer()
        words = f"{self.table.game.title}: {self.table.spec.title}, {self.panels[0].title}"
        return Drawing(
            self.table.paper.width,
            self.table.paper.height,
            0.0,
            tuple(self.brush.items),
            self.look.style,
            words,
        )

    def tops(self) -> Iterator[tuple[PokerGroup, float]]:
        """Every block and where its first row begins."""
        y = self.top
        for index, block in enumerate(self.blocks):
            if index:
                y += _BLOCK_GAP + (self.repeat if self._headed(block) else 0.0)
            yield block, y
            y += len(block.rows) * self.row

    def places(self) -> Iterator[tuple[SectionColumns, float, list[tuple[Measured, float, float]]]]:
        """Every panel with its left edge and its columns' left edges and widths."""
        x = self.left + self.table.label
        for panel in self.panels:
            start, places = x, []
            for column in panel.columns:
                width = column.width * self.stretch
                places.append((column, x, width))
                x += width
            yield panel, start, places
            x += GAP

    @property
    def end(self) -> float:
        """Where the last column ends."""
        wide = sum(p.width for p in self.panels) * self.stretch + GAP * (len(self.panels) - 1)
        return self.left + self.table.label + wide

    def _header(self) -> None:
        """The page's title in its outer corner, what the marks mean in the inner one."""
        brush, look = self.brush, self.look
        widest = sorted((p.width for p in self.panels if not p.columns[0].upright), reverse=True)[:3]
        big = [p.title for p in self.panels if isinstance(p.section, GridSection)]
        big = big or [p.title for p in self.panels if p.width in widest] or [self.panels[0].title]
        title = " · ".join(big)
        room = (self.right - self.left) * 0.62
        size = min(17 * PT, room / brush.fonts.em(title, "bold"))
        outer, align = (self.right, 1.0) if self.right_hand else (self.left, 0.0)
        y = 10.4
        wide = brush.words(title, outer, y, "bold", size, look.colour("accent"), align, slot="title")
        rest = " · ".join(p.title for p in self.panels if p.title not in big)
        space = self.right - self.left - wide - 6.0
        x = self.left if self.right_hand else self.right
        line = f"{self.table.game.title} · {self.table.spec.title}"
        brush.words(
            cut(look, line, "semibold", 8 * PT, space),
            x,
            6.8,
            "semibold",
            8 * PT,
            look.colour("ink"),
            1 - align,
        )
        small = SMALLEST
        text = cut(look, rest, "regular", small, space)
        brush.words(text, x, 10.4, "regular", small, look.colour("soft"), 1 - align)

    def _head(self) -> None:
        """Titles, icons, group headings and labels, once at the top of the page."""
        brush, look = self.brush, self.look
        accent, paper = look.colour("accent"), look.colour("paper")
        size = SMALLEST * 1.08
        for panel, x, places in self.places():
            width = sum(place[2] for place in places)
            icon = self.table.looks[panel.section.name].icon
            if places[0][0].upright:
                brush.box(x, _TOP, width, self.head, accent)
                self._upright(places[0][0], icon, x + width / 2)
                continue
            bar = self.head - self._labels_height(panel)
            brush.box(x, _TOP, width, bar, accent)
            brush.box(x, _TOP + bar, width, self.head - bar, look.colour("tint"))
            lines = self._title(panel)
            wide = max(brush.width(line, "bold", size) for line in lines)
            shift = 3.6 if icon and icon in look.style.symbols else 0.0
            left, middle = x + (width - wide - shift) / 2, _TOP + bar / 2
            if shift:
                brush.icon(icon, left + 1.3, middle, 3.0, paper)
            for i, line in enumerate(lines):
                base = middle + 0.85 + 2.75 * (i - (len(lines) - 1) / 2)
                brush.words(line, left + shift, base, "bold", size, paper, slot="head")
            self._labels(panel, places, self.top)
        brush.line(self.left, self.top, self.end + self.table.label, self.top, accent, 0.35)

    def _upright(self, column: Measured, icon: str, x: float) -> None:
        """A title that runs up the page, its icon below."""
        brush, paper, pitch = self.brush, self.look.colour("paper"), 2.6
        drawn = brush.icon(icon, x, self.top - 2.3, 3.0, paper)
        low = self.top - (4.6 if drawn else 1.0)
        left = x - pitch * (len(column.upright) - 1) / 2 + 0.8
        for i, line in enumerate(column.upright):
            brush.upward(line, left + i * pitch, low, "semibold", SMALLEST, paper, slot="head")

    def _labels_height(self, panel: SectionColumns) -> float:
        grouped = any(c.field.group for c in panel.columns)
        labelled = any(c.field.label for c in panel.columns)
        return 3.5 * grouped + 3.3 * labelled + (0.0 if grouped or not labelled else 0.3)

    def _repeat(self, y: float) -> None:
        """The headings again, over a block."""
        for panel, x, places in self.places():
            width = sum(place[2] for place in places)
            if any(place[0].field.label for place in places):
                low = self._labels_height(panel)
                self.brush.box(x, y + self.repeat - low, width, low, self.look.colour("tint"))
            self._labels(panel, places, y + self.repeat)

    def _labels(
        self, panel: SectionColumns, places: Sequence[tuple[Measured, float, float]], bottom: float
    ) -> None:
        brush = self.brush
        accent, ink = self.look.colour("accent"), self.t.ink
        for column, x, width in places:
            if column.field.label:
                size = brush.fit(column.field.label, "semibold", 7.4 * PT, width - 0.2)
                brush.words(
                    column.field.label, x + width / 2, bottom - 0.95, "semibold", size, ink, 0.5, slot="label"
                )
        at = 0
        low = bottom - (3.9 if any(c.field.label for c, _, _ in places) else 0.9)
        for title, members in panel.groups():
            if title:
                x = places[at][1]
                width = sum(place[2] for place in places[at : at + len(members)])
                size = brush.fit(title, "bold", 7.6 * PT, width - 0.8)
                brush.words(title, x + width / 2, low, "bold", size, accent, 0.5, slot="group")
                brush.line(x + 0.5, low + 0.7, x + width - 0.5, low + 0.7, self.t.hair, 0.2)
            at += len(members)

    def _block(self, block: PokerGroup, y: float) -> None:
        """The rows of one suit, its tab at the page's edge."""
        brush, height = self.brush, self.row
        bottom = y + len(block.rows) * height
        wide = self.end + self.table.label - self.left
        for i in range(1, len(block.rows), 2):
            brush.box(self.left, y + i * height, wide, height, self.look.colour("tint"))
        self._grid_lines(y, bottom)
        for panel, _, places in self.places():
            own = self.table.looks[panel.section.name]
            for column, x, width in places:
                read = column.field.read
                for i, row in enumerate(block.rows):
                    brush.cell(read(row.card), own, x, y + i * height, width, height, self.size)
        for i, row in enumerate(block.rows):
            self._name(row, block, self.left, y + i * height)
            self._name(row, block, self.end, y + i * height)
        brush.line(self.left, bottom, self.left + wide, bottom, self.look.colour("accent"), 0.35)
        self._tab(block, y, bottom)

    def _grid_lines(self, y: float, bottom: float) -> None:
        """Hairs between groups, a frame around the standard place of a stack."""
        for panel, start, places in self.places():
            self.brush.line(start, y, start, bottom, self.look.colour("accent"), 0.45)
            at = 0
            for _, members in panel.groups():
                if at:
                    self.brush.line(places[at][1], y, places[at][1], bottom, self.look.colour("soft"), 0.28)
                at += len(members)
            if isinstance(panel.section, StackSection) and panel.section.height > 1:
                _, x, width = places[panel.section.standard]
                self.brush.box(x, y, width, bottom - y, "", self.look.colour("alarm"), 0.3)
        self.brush.line(self.end, y, self.end, bottom, self.look.colour("accent"), 0.45)

    def _name(self, row: PokerCard, block: PokerGroup, x: float, y: float) -> None:
        brush, room, ink = self.brush, self.table.label, self.t.ink
        size = min(9.4 * PT, self.row * 0.76)
        if not block.suit:
            lines = row.short if not row.number or row.number == row.short else f"{row.short} {row.number}"
            size = brush.fit(lines, "bold", size, room - 0.4)
            base = y + (self.row + brush.fonts.cap("bold") * size) / 2
            brush.words(lines, x + room / 2, base, "bold", size, ink, 0.5, slot="name")
            return
        base = y + (self.row + brush.fonts.cap("bold") * size) / 2
        middle = x + (4.3 if not row.number else 4.0)
        brush.words(row.short, middle, base, "bold", size, ink, 1.0, slot="name")
        icon = f"{self.table.suits}{block.suit}"
        if not brush.icon(icon, middle + 1.9, y + self.row / 2, 2.3, ink):
            brush.words(block.suit[:1].upper(), middle + 0.8, base, "regular", SMALLEST, ink)
        if row.number:
            brush.words(
                row.number,
                x + room - 0.8,
                base,
                "regular",
                SMALLEST,
                self.look.colour("soft"),
                1.0,
                slot="number",
            )

    def _tab(self, block: PokerGroup, y: float, bottom: float) -> None:
        """The thumb index: a tab beside the block, over the edge of the paper."""
        brush, paper = self.brush, self.look.colour("paper")
        x = self.table.paper.width - _TAB if self.right_hand else 0.0
        brush.box(x, y, _TAB, bottom - y, self.look.colour("accent"))
        cx = self.table.paper.width - _RIM - 2.1 if self.right_hand else _RIM + 2.1
        icon = f"{self.table.suits}{block.suit}" if block.suit else "icon-joker" if block.jokers else ""
        if not brush.icon(icon, cx, (y + bottom) / 2, 3.8, paper):
            title = block.title if bottom - y > 12 else ""
            wide = brush.width(title, "bold", 8 * PT)
            brush.upward(title, cx + 1.0, (y + bottom + wide) / 2, "bold", 8 * PT, paper)
        if block.pack:
            brush.words(str(block.pack + 1), cx, y + 5.0, "bold", 8 * PT, paper, 0.5)

    # Below the table

    def _notes(self) -> list[list[tuple[str, str]]]:
        """What the sections are for, in lines of runs over the whole width."""
        runs: list[tuple[str, str]] = []
        for panel in self.panels:
            runs += [
                ((panel.section.title or panel.section.name) + ": ", "semibold"),
                (panel.section.help + "  ", "regular"),
            ]
        if self.table.carrier.note:
            runs += [(self.table.carrier.note, "semibold")]
        lines = wrap(runs, SMALLEST, self.right - self.left, self.brush.fonts)
        return [list(line.runs) for line in lines]

    def _footer(self) -> None:
        brush, look, table = self.brush, self.look, self.table
        y = self.foot + 1.2 + 2.2
        for runs in self.notes:
            x = self.left
            for text, face in runs:
                x += brush.words(
                    text, x, y, face, SMALLEST, look.colour("soft" if face == "regular" else "ink")
                )
            y += _NOTE
        base = table.paper.height - _FOOT
        deck = table.deck
        seed = known(deck.seed, "regular", brush.fonts)
        words = f"seed {seed} · deck {deck.number} of {deck.of} · {deck.id[7:19]} · deckgen {__version__}"
        first, second = cut(look, words, "regular", SMALLEST, 110), f"page {self.number} of {self.of}"
        sides = (first, second) if self.right_hand else (second, first)
        brush.words(sides[0], self.left, base, "regular", SMALLEST, look.colour("soft"))
        brush.words(sides[1], self.right, base, "regular", SMALLEST, look.colour("soft"), 1.0)
