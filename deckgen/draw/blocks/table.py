"""Tables: grouped columns, zebra rows, heads repeated on every page, aligned figures.

``TableGrid`` is only the edges of rows and columns, for tables drawn by hand. ``table`` is a complete
table that flows over the pages of a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, groupby
from math import fsum

from deckgen.draw.blocks.flow import Flowable, Strip
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, word_parts, wrap
from deckgen.errors import LayoutError, Problem
from deckgen.records import record

ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0}
"""The share of a cell's free width that is before its text."""
_MARK_GAP = 0.8  # mm between a mark and its words
_FIRST, _OTHER = 0.35, 0.2  # of the width: the most that a column takes, the first and others, to break no entry


@record
class TableGrid:
    """The left edges of columns and the upper edges of rows, and at last the right and lower edge."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @classmethod
    def from_sizes(cls, x: float, y: float, widths: Iterable[float], heights: Iterable[float]) -> TableGrid:
        """Return a grid with its upper left corner at (x, y)."""
        return cls(tuple(accumulate(widths, initial=x)), tuple(accumulate(heights, initial=y)))

    @property
    def box(self) -> Box:
        return self.cell(0, 0, len(self.xs) - 1, len(self.ys) - 1)

    def cell(self, row: int, column: int, across: int = 1, down: int = 1) -> Box:
        """Return the cell in that row and column, both from 0, or a span of cells."""
        x, y = self.xs[column], self.ys[row]
        return Box(x, y, self.xs[column + across] - x, self.ys[row + down] - y)

    def row(self, row: int) -> Box:
        return self.cell(row, 0, len(self.xs) - 1)

    def column(self, column: int, across: int = 1) -> Box:
        return self.cell(0, column, across, len(self.ys) - 1)


@record
class TableColumn:
    r"""A column, as wide as its longest entry. Columns of one ``group`` share a heading.

    Words of a column that ``wraps`` are broken into lines if the table is too wide; one that
    ``grows`` takes the free width. ``\n`` in ``title`` begins a line.
    """

    title: str
    align: str = "right"
    group: str = ""
    wraps: bool = False
    grows: bool = False


@record
class Entry:
    """The text of a cell: ``tone`` is "", strong, soft or alarm, ``mark`` one of pen.MARKS."""

    text: str
    tone: str = ""
    mark: str = ""


@record
class GroupRow:
    """A heading across the table for the rows after it; repeated with the head on the next page."""

    title: str


@record
class RuleRow:
    """A thin line. The rows between two of them stay on one page."""


Row = Sequence[str | Entry] | GroupRow | RuleRow


def table(style: Stylesheet, columns: Sequence[TableColumn], rows: Sequence[Row]) -> Flowable:
    """Return a table, every other row shaded, which raises LayoutError if it is too wide."""
    return cache(_Table(style, columns, rows).strips)


class _Table:
    """Makes the strips of one table."""

    def __init__(self, style: Stylesheet, columns: Sequence[TableColumn], rows: Sequence[Row]) -> None:
        self.style, self.look, self.fonts = style, style.table, style.fonts
        self.columns, self.rows = columns, rows
        self.aligns = [ALIGN[column.align] for column in columns]

    def strips(self, room: float) -> list[Strip]:
        """Return strips of head, group headings and rows; a RuleRow is a line on the one above. Raises LayoutError."""
        widths = self._widths(room)
        table_width = fsum(widths)
        head = (*self._head_strips(widths),)
        strips: list[Strip] = list(head)
        group: tuple[Strip, ...] = ()
        number = 0
        bunched = any(isinstance(row, RuleRow) for row in self.rows)
        for row, after in zip(self.rows, [*self.rows[1:], RuleRow()], strict=True):
            if isinstance(row, RuleRow):
                strips[-1] = self._add_rule(strips[-1], table_width, self.look.hair, self.look.weight / 2)
                number = 0
            elif isinstance(row, GroupRow):
                bar = self._group_strip(row, table_width)
                strips.append(replace(bar, head=head))
                group, number = (bar,), 0
            else:
                strip = self._row_strip(row, widths, shaded=number % 2 == 1)
                keep = bunched and not isinstance(after, GroupRow | RuleRow)
                strips.append(replace(strip, keep=keep, head=(*head, *group)))
                number += 1
        end = self._add_rule(strips[-1], table_width, self.look.rule, self.look.weight)
        strips[-1] = replace(end, after=self.look.after, keep=False)
        return strips

    def _add_rule(self, strip: Strip, width: float, ink: str, weight: float) -> Strip:
        """Return the strip with a line along its lower edge."""
        pen = self.style.pen()
        pen.rule(0, strip.height, width, strip.height, ink, weight)
        return replace(strip, items=(*strip.items, *pen.items))

    # Widths

    def _widths(self, room: float, *, firm: bool = True, divided: bool = False) -> list[float]:
        """Return widths that fill ``room``, words hyphenated if ``divided`` or needed. Raises LayoutError.

        ``firm``: entries that are short, or of the first column, are not broken, unless there is no room.
        """
        widths, min_widths = [], []
        for index, column in enumerate(self.columns):
            entries = [_entry(row[index]) for row in self.rows if not isinstance(row, GroupRow | RuleRow)]
            natural = max([self._title_width(column), *(self._entry_width(e, e.text) for e in entries)])
            words = [word for e in entries for word in e.text.split()] if column.wraps else []
            if divided:
                words = [part for word in words for part in word_parts(word, self.style.language)]
            longest = max([self._title_width(column), *(self._entry_width(Entry(""), w) for w in words)])
            widths.append(natural + 2 * self.look.pad)
            min_widths.append(longest + 2 * self.look.pad if column.wraps else widths[-1])
        if firm:
            limits = [(_OTHER if index else _FIRST) * room for index in range(len(widths))]
            min_widths = [max(m, min(w, limit)) for m, w, limit in zip(min_widths, widths, limits, strict=True)]
        excess = fsum(widths) - room
        if excess > 1e-6:
            slack = [width - min_width for width, min_width in zip(widths, min_widths, strict=True)]
            if excess > fsum(slack) + 1e-6:
                if firm:
                    return self._widths(room, firm=False)
                if not divided and self.look.divides and any(c.wraps for c in self.columns):
                    return self._widths(room, firm=False, divided=True)
                message = f"a table of {fsum(min_widths):.0f} mm does not fit in {room:.0f} mm"
                title = ", ".join(column.title.replace("\n", " ") for column in self.columns)
                remedy = "leave out columns, let some wrap, or turn the page"
                raise LayoutError(Problem("document", None, title, message, remedy))
            return [w - excess * s / fsum(slack) for w, s in zip(widths, slack, strict=True)]
        growing = [c.grows for c in self.columns]
        shares = growing if any(growing) else [True] * len(growing)
        return [w - excess * s / fsum(shares) if s else w for w, s in zip(widths, shares, strict=True)]

    def _title_width(self, column: TableColumn) -> float:
        return self._text_width(column.title, "semibold", self.look.head_size)

    def _entry_width(self, entry: Entry, text: str) -> float:
        return self._mark_width(entry) + self._text_width(text, self._typeface(entry), self.look.size)

    def _text_width(self, text: str, typeface: str, size: float) -> float:
        return max(self.fonts.width(line, typeface, size) for line in text.split("\n"))

    def _mark_width(self, entry: Entry) -> float:
        return self.look.size * 0.62 + _MARK_GAP * bool(entry.text) if entry.mark else 0.0

    def _typeface(self, entry: Entry) -> str:
        return "bold" if entry.tone in {"strong", "alarm"} else "regular"

    # Rows

    def _head_strips(self, widths: Sequence[float]) -> Iterator[Strip]:
        """Yield a strip of group headings, if there are groups, and one of column titles."""
        size, before = self.look.head_size, self.look.before
        if any(column.group for column in self.columns):
            yield Strip(size * 1.5, self._draw_groups(widths).items, before=before, keep=True)
            before = 0.0
        titles = [column.title.split("\n") for column in self.columns]
        height = max(map(len, titles)) * size * 1.15 + 1.2
        pen, x = self.style.pen(), 0.0
        pen.box(0, 0, fsum(widths), height, self.look.head_fill)
        for lines, width, align in zip(titles, widths, self.aligns, strict=True):
            for i, text in enumerate(lines):
                y = height - 1.3 - (len(lines) - 1 - i) * size * 1.15
                line = Line(((text, "semibold"),), size, self.fonts)
                left = x + self.look.pad + (align and align * (width - 2 * self.look.pad - line.width))
                pen.runs(line, left, y, size, self.look.head_ink)
            x += width
        pen.rule(0, height, x, height, self.look.rule, self.look.weight)
        yield Strip(height, pen.items, before=before, keep=True)

    def _draw_groups(self, widths: Sequence[float]) -> Pen:
        """Return a pen with the headings of groups, each above its columns."""
        size, pad = self.look.head_size, self.look.pad
        pen, x, y = self.style.pen(), 0.0, size * 1.35
        pen.box(0, 0, fsum(widths), size * 1.5, self.look.head_fill)
        column_widths = zip(self.columns, widths, strict=True)
        for title, members in groupby(column_widths, key=lambda pair: pair[0].group):
            width = fsum(w for _, w in members)
            if title:
                pen.line(title, x + width / 2, size, "semibold", size, self.look.head_ink, 0.5)
                pen.rule(x + pad, y, x + width - pad, y, self.look.hair, self.look.weight)
            x += width
        return pen

    def _group_strip(self, group: GroupRow, width: float) -> Strip:
        """Return the heading of a group on its bar across the table, to stay with the next strip."""
        size, pen = self.look.group_size, self.style.pen()
        height = size * 1.75
        pen.box(0, 0, width, height, self.look.group_fill)
        pen.line(
            group.title,
            self.look.pad,
            (height + pen.cap("bold") * size) / 2,
            "bold",
            size,
            self.look.group_ink,
        )
        return Strip(height, pen.items, keep=True)

    def _row_strip(self, row: Sequence[str | Entry], widths: Sequence[float], *, shaded: bool) -> Strip:
        """Return a row as high as its longest cell, texts broken to ``widths``; ``shaded``: on a zebra bar."""
        entries = [_entry(entry) for entry in row]
        size, pen = self.look.size, self.style.pen()
        rooms = [w - 2 * self.look.pad - self._mark_width(e) for e, w in zip(entries, widths, strict=True)]
        lines = [
            wrap([(e.text, self._typeface(e))], size, room + 1e-3, self.fonts, language=self.style.language)
            for e, room in zip(entries, rooms, strict=True)
        ]
        height = self.look.row + (max(map(len, lines)) - 1) * size * 1.2
        if shaded:
            pen.box(0, 0, fsum(widths), height, self.look.zebra)
        first = (self.look.row + pen.cap("regular") * size) / 2
        x = 0.0
        for entry, block, width, align, room in zip(entries, lines, widths, self.aligns, rooms, strict=True):
            ink = {"soft": self.look.soft, "alarm": self.look.alarm}.get(entry.tone, self.look.ink)
            left = x + self.look.pad
            for i, line in enumerate(block):
                start = left + self._mark_width(entry) + (align and align * (room - line.width) - line.indent)
                pen.runs(line, start, first + i * size * 1.2, size, ink)
            if entry.mark:
                spare = align * (room - block[0].width)
                pen.mark(entry.mark, left + spare + size * 0.28, self.look.row / 2, size * 0.5, ink)
            x += width
        return Strip(height, pen.items)


def _entry(entry: str | Entry) -> Entry:
    return Entry(entry) if isinstance(entry, str) else entry
