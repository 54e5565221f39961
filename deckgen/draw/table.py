"""Tables: columns in groups, zebra bands, heads that return on every page, figures under figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from deckgen.draw import shapes
from deckgen.draw.drawing import Item
from deckgen.draw.flow import Flowable, Strip, moved
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, set_line, wrap
from deckgen.errors import Fault, LayoutError

_ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
_MARK_GAP = 0.8  # mm between a mark and its words


@dataclass(frozen=True)
class TableColumn:
    r"""``width`` in mm; None: as wide as its longest entry. Columns of one ``group`` share a heading.

    The words of a column that ``wraps`` are broken where the table is too narrow for them; one that
    ``grows`` takes the width that is left over. ``\n`` in ``title`` begins a line.
    """

    title: str
    align: str = "right"
    group: str = ""
    width: float | None = None
    wraps: bool = False
    grows: bool = False


@dataclass(frozen=True)
class Entry:
    """What stands in one place: ``tone`` is "", strong, soft or alarm, ``mark`` one of shapes.MARKS."""

    text: str
    tone: str = ""
    mark: str = ""


@dataclass(frozen=True)
class GroupRow:
    """A heading across the table, for the rows after it; repeated with the head where they go on."""

    title: str


@dataclass(frozen=True)
class RuleRow:
    """A thin line. The rows between two of them stay on one page."""


Row = Sequence[str | Entry] | GroupRow | RuleRow


def table(
    look: Stylesheet, columns: Sequence[TableColumn], rows: Sequence[Row], *, band: int = 1, full: bool = True
) -> Flowable:
    """A table as wide as there is room, or if not ``full`` as its entries need.

    Every other ``band`` rows are shaded. Raises LayoutError if it is too wide even with words broken.
    """
    return _Table(look, columns, rows, band, full).strips


class _Table:
    def __init__(
        self,
        look: Stylesheet,
        columns: Sequence[TableColumn],
        rows: Sequence[Row],
        band: int,
        full: bool,
    ) -> None:
        self.look, self.t, self.fonts = look, look.table, look.fonts
        self.columns, self.rows, self.band, self.full = columns, rows, band, full

    def strips(self, room: float) -> list[Strip]:
        """The head, then a strip for every row."""
        widths = self._widths(room)
        head = (*self._head(widths),)
        strips: list[Strip] = list(head)
        group: tuple[Strip, ...] = ()
        number = 0
        bunched = any(isinstance(row, RuleRow) for row in self.rows)
        for row, after in zip(self.rows, [*self.rows[1:], RuleRow()], strict=True):
            if isinstance(row, RuleRow):
                hair = shapes.line(0, 0, sum(widths), 0, self.t.hair, self.t.weight / 2)
                strips[-1] = replace(
                    strips[-1], items=(*strips[-1].items, *moved((hair,), 0, strips[-1].height))
                )
                number = 0
                continue
            if isinstance(row, GroupRow):
                bar = self._group(row, sum(widths))
                strips.append(Strip(bar.height, bar.items, keep=True, head=head))
                group, number = (bar,), 0
                continue
            height, items = self._row(row, widths, shaded=number // self.band % 2 == 1)
            keep = bunched and not isinstance(after, GroupRow | RuleRow)
            strips.append(Strip(height, items, keep=keep, head=(*head, *group)))
            number += 1
        last = strips[-1]
        end = shapes.line(0, last.height, sum(widths), last.height, self.t.rule, self.t.weight)
        strips[-1] = replace(last, items=(*last.items, end), after=self.t.after, keep=False)
        return strips

    # Widths

    def _widths(self, room: float) -> list[float]:
        widths, least = [], []
        for index, column in enumerate(self.columns):
            entries = [_entry(row[index]) for row in self.rows if not isinstance(row, GroupRow | RuleRow)]
            natural = max([self._title_width(column), *(self._wide(e, e.text) for e in entries)])
            words = [word for e in entries for word in e.text.split()]
            longest = max([self._title_width(column), *(self._wide(Entry(""), w) for w in words)])
            widths.append((natural if column.width is None else column.width) + 2 * self.t.pad)
            least.append(longest + 2 * self.t.pad if column.wraps and column.width is None else widths[-1])
        over = sum(widths) - room
        if over > 1e-6:
            slack = [wide - low for wide, low in zip(widths, least, strict=True)]
            if over > sum(slack) + 1e-6:
                what = f"a table of {sum(least):.0f} mm does not fit in {room:.0f} mm"
                title = ", ".join(column.title.replace("\n", " ") for column in self.columns)
                remedy = "leave out columns, let some wrap, or turn the page"
                raise LayoutError(Fault("document", None, title, what, remedy))
            return [w - over * s / sum(slack) for w, s in zip(widths, slack, strict=True)]
        if not self.full:
            return widths
        growing = [c.grows for c in self.columns]
        shares = growing if any(growing) else [c.width is None for c in self.columns]
        return [w - over * s / sum(shares) if s else w for w, s in zip(widths, shares, strict=True)]

    def _title_width(self, column: TableColumn) -> float:
        lines = column.title.split("\n")
        return max(self.fonts.width(line, self.t.head_face, self.t.head_size) for line in lines)

    def _wide(self, entry: Entry, text: str) -> float:
        lines = text.split("\n")
        return self._lead(entry) + max(
            self.fonts.width(line, self._face(entry), self.t.size) for line in lines
        )

    def _lead(self, entry: Entry) -> float:
        return self.t.size * 0.62 + _MARK_GAP * bool(entry.text) if entry.mark else 0.0

    def _face(self, entry: Entry) -> str:
        return self.t.strong if entry.tone in {"strong", "alarm"} else self.t.face

    # Rows

    def _head(self, widths: Sequence[float]) -> Iterator[Strip]:
        size, face = self.t.head_size, self.t.head_face
        if any(column.group for column in self.columns):
            yield Strip(size * 1.5, tuple(self._groups(widths)), before=self.t.before, keep=True)
        titles = [column.title.split("\n") for column in self.columns]
        most = max(map(len, titles))
        height = most * size * 1.15 + 1.2
        items: list[Item] = []
        x = 0.0
        for column, lines, width in zip(self.columns, titles, widths, strict=True):
            for i, text in enumerate(lines):
                y = height - 1.3 - (len(lines) - 1 - i) * size * 1.15
                line = Line(((text, face),), self.fonts.width(text, face, size))
                items += self._set(line, column, x, width, y, size, self.t.head_ink)
            x += width
        items.append(shapes.line(0, height, x, height, self.t.rule, self.t.weight))
        before = 0.0 if any(column.group for column in self.columns) else self.t.before
        yield Strip(height, tuple(items), before=before, keep=True)

    def _groups(self, widths: Sequence[float]) -> Iterator[Item]:
        size, face, pad = self.t.head_size, self.t.head_face, self.t.pad
        x = 0.0
        places = zip(self.columns, widths, strict=True)
        for title, members in groupby(places, key=lambda place: place[0].group):
            width = sum(w for _, w in members)
            if title:
                wide = self.fonts.width(title, face, size)
                line = Line(((title, face),), wide)
                left = x + (width - wide) / 2
                yield from set_line(line, left, size, size, self.t.head_ink, self.fonts, slot="table")
                y = size * 1.35
                yield shapes.line(x + pad, y, x + width - pad, y, self.t.hair, self.t.weight)
            x += width

    def _group(self, group: GroupRow, width: float) -> Strip:
        size, face = self.t.group_size, self.t.group_face
        height = size * 1.75
        base = (height + self.fonts.cap(face) * size) / 2
        line = Line(((group.title, face),), 0)
        words = set_line(line, self.t.pad, base, size, self.t.group_ink, self.fonts, slot="table")
        return Strip(height, (shapes.box(0, 0, width, height, self.t.group_fill), *words), keep=True)

    def _row(
        self, row: Sequence[str | Entry], widths: Sequence[float], *, shaded: bool
    ) -> tuple[float, tuple[Item, ...]]:
        entries = [_entry(entry) for entry in row]
        size = self.t.size
        lines = [
            wrap([(e.text, self._face(e))], size, width - 2 * self.t.pad - self._lead(e) + 1e-3, self.fonts)
            for e, width in zip(entries, widths, strict=True)
        ]
        height = self.t.row + (max(map(len, lines)) - 1) * size * 1.2
        items: list[Item] = []
        if shaded:
            items.append(shapes.box(0, 0, sum(widths), height, self.t.zebra))
        cap = self.fonts.cap(self.t.face) * size
        x = 0.0
        for column, entry, block, width in zip(self.columns, entries, lines, widths, strict=True):
            ink = {"soft": self.t.soft, "alarm": self.t.alarm}.get(entry.tone, self.t.ink)
            lead = self._lead(entry)
            for i, line in enumerate(block):
                y = (self.t.row + cap) / 2 + i * size * 1.2
                items += self._set(line, column, x + lead, width - lead, y, size, ink)
            if entry.mark:
                spare = width - 2 * self.t.pad - lead - block[0].width
                left = x + self.t.pad + _ALIGN[column.align] * spare + size * 0.28
                items.append(shapes.mark(entry.mark, left, self.t.row / 2, size * 0.5, ink))
            x += width
        return height, tuple(items)

    def _set(
        self, line: Line, column: TableColumn, x: float, width: float, y: float, size: float, ink: str
    ) -> Iterator[Item]:
        left = x + self.t.pad + _ALIGN[column.align] * (width - 2 * self.t.pad - line.width)
        return set_line(line, left, y, size, ink, self.fonts, slot="table")


def _entry(entry: str | Entry) -> Entry:
    return Entry(entry) if isinstance(entry, str) else entry
