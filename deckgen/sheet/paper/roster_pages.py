"""The pages of a roster: a table with a row for each character, with its head on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deckgen.draw.drawing import Drawing, Item
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import LayoutError, Problem, Problems
from deckgen.language import set_quotes
from deckgen.sheet.blocks import lay_out
from deckgen.sheet.blocks.banner import BannerOptions
from deckgen.sheet.blocks.base import LaidOut, below, beside, divide_width
from deckgen.sheet.character import Character
from deckgen.sheet.model import HOLE, LABEL, VALUE, FieldGroup, Roster, RosterColumn, SheetSpec, join_name
from deckgen.sheet.paper.canvas import Canvas, square
from deckgen.sheet.paper.theme import SheetTheme

_MARGIN = 9.0
_BANNER = 12.0
_LINE = 3.7  # a line of text or boxes
_PAD = 0.9  # above and below the lines of a row
_INSET = 1.0  # beside the text of a column
_BOX, _PITCH, _FIVES = 2.5, 3.0, 0.9  # boxes to tick, from one to the next, and between groups of five
_APART = 2.0  # tracks side by side
_BETWEEN = " · "


def roster_drawings(spec: SheetSpec, theme: SheetTheme, paper: Paper, people: Sequence[Character]) -> list[Drawing]:
    """Return the roster's pages. Raises LayoutError if the game has none, or if a text does not fit."""
    roster = spec.roster
    if roster is None:
        message, remedy = "the game has no roster", "write roster.yaml beside its sheet.yaml"
        raise LayoutError(Problem(str(spec.source.path), None, "", message, remedy))
    if roster.landscape:
        paper = replace(paper, width=paper.height, height=paper.width)
    problems = Problems()
    pages: list[_Page] = []
    drawn_count = 0
    while drawn_count < len(people) or not pages:
        pages.append(_Page(Canvas(spec, theme, problems, "roster"), roster, paper))
        row_count = pages[-1].fill(people[drawn_count:])
        if not row_count and people:
            character = people[drawn_count]
            message, remedy = "this character fills more than a page of the roster", "shorten its lists"
            raise LayoutError(Problem(str(character.file), None, character.name, message, remedy))
        drawn_count += row_count
    for number, page in enumerate(pages, 1):
        page.head(number, len(pages))
    problems.raise_as(LayoutError)
    return [
        Drawing(paper.width, paper.height, 0.0, page.items(), theme.drawing, f"{spec.title} {number}")
        for number, page in enumerate(pages, 1)
    ]


class _Page:
    """A page of a roster, filled with characters first; its head is drawn when the pages are counted."""

    def __init__(self, canvas: Canvas, roster: Roster, paper: Paper) -> None:
        self._canvas, self._roster = canvas, roster
        self._room = Box(0, 0, paper.width, paper.height).inset(_MARGIN)
        places = divide_width([column.width for column in roster.columns], self._room.width)
        self._columns = list(zip(roster.columns, places, strict=True))
        self._heads = [canvas.wrap(column.label, width - 2 * _INSET, "label") for column, (_, width) in self._columns]
        self._head = _LINE * max(map(len, self._heads)) + 2 * _PAD

    def items(self) -> tuple[Item, ...]:
        return tuple(self._canvas.pen.items)

    def head(self, number: int, count: int) -> None:
        """Draw the banner with the title, of several pages the number, too, and the heads of columns."""
        canvas, style = self._canvas, self._canvas.style
        phrase = canvas.spec.language.phrase
        title = self._roster.title or phrase("Roster")
        if count > 1:
            title = phrase("{title}, page {number} of {count}", title=title, number=number, count=count)
        options = BannerOptions(title=title, height=_BANNER)
        lay_out(canvas, "banner", options, self._room.width).draw(below(self._room, 0, _BANNER))
        band = below(self._room, _BANNER + canvas.space, self._head)
        canvas.panel(band, style.accent, radius=0.0)
        for (column, (x, width)), lines in zip(self._columns, self._heads, strict=True):
            place = beside(band, x, width).inset(_INSET, _PAD)
            first = place.height - _LINE * len(lines)
            align = 0.5 if _is_number(canvas.spec.groups[column.of]) else 0.0
            for row, line in enumerate(lines):
                at = below(place, first + row * _LINE, _LINE)
                canvas.words(line, at, "label", align, style.heading_ink)

    def fill(self, people: Sequence[Character]) -> int:
        """Draw as many characters as fit; return their number, 0 if not even one does."""
        canvas, style = self._canvas, self._canvas.style
        y = _BANNER + canvas.space + self._head
        for row_index, person in enumerate(people):
            cells = [self._cell(column, width - 2 * _INSET, person) for column, (_, width) in self._columns]
            height = max(cell.height for cell in cells) + 2 * _PAD
            if y + height > self._room.height:
                return row_index
            row = below(self._room, y, height)
            if row_index % 2:
                canvas.panel(row, style.tint, radius=0.0)
            for cell, (_, (x, width)) in zip(cells, self._columns, strict=True):
                cell.draw(beside(row, x, width).inset(_INSET, _PAD))
            canvas.underline(row, 0.2)
            y += height
        return len(people)

    def _cell(self, column: RosterColumn, width: float, person: Character) -> LaidOut:
        """Return a character's cell: boxes of tracks, entries or text. Messages name character and column."""
        canvas = self._canvas
        canvas.pen.slot = f"{person.name}: {column.label}"
        group = canvas.spec.groups[column.of]
        if group.columns[0].type == "track":
            return (self._single if group.kind == "one" else self._tracks)(column, group, width, person)
        if group.kind == "rows":
            return self._list(column, group, width, person)
        role, align = "text", 0.0
        if group.kind == "keys":
            entries = (" ".join(_entry_texts(column, group, key, person)) for key in group.keys)
            lines = self._flow([entry for entry in entries if entry], width)
        else:
            role = "strong" if column is self._roster.columns[0] else "text"
            words, align = (
                set_quotes(person.texts.get(group.name, "")).replace("\n", " "),
                0.5 if _is_number(group) else 0.0,
            )
            lines = canvas.wrap(words, width, role) if words else []

        def draw(box: Box) -> None:
            for row, line in enumerate(lines):
                canvas.words(line, below(box, row * _LINE, _LINE), role, align)

        return LaidOut(_LINE * max(1, len(lines)), draw)

    def _flow(self, parts: Sequence[str], width: float, first: float = 0.0) -> list[str]:
        """Return lines of parts joined by ·, broken between parts, ``width`` mm long, the first ``first`` mm less."""
        canvas, lines = self._canvas, [""]
        for part in parts:
            longer = _BETWEEN.join(filter(None, (lines[-1], part)))
            room = width - (first if len(lines) == 1 else 0.0)
            if canvas.width(longer) <= room:
                lines[-1] = longer
                continue
            wrapped = canvas.wrap(part, width)
            lines += wrapped if lines[-1] or first else wrapped[1:]
            if not lines[0] and not first:
                lines[0] = wrapped[0]
        return lines

    def _list(self, column: RosterColumn, group: FieldGroup, width: float, person: Character) -> LaidOut:
        """Return lines of at most ``most`` entries, first parts strong, single parts in a flow; then how many more."""
        canvas = self._canvas
        count, most = person.rows.get(group.name, 0), column.most or group.rows
        entries = [_entry_texts(column, group, f"{row:02}", person) for row in range(1, min(count, most) + 1)]
        lines: list[tuple[str, str]] = []  # what is strong, and what is not
        if len(column.show) == 1:
            lines = [("", line) for line in self._flow([part for parts in entries for part in parts], width)]
            entries = []
        for strong, *regular_parts in filter(None, entries):
            *before, last = canvas.wrap(strong, width, "strong")
            lines += [(line, "") for line in before]
            flow = self._flow(regular_parts, width, canvas.width(f"{last} ", "strong"))
            lines.append((last, flow[0]))
            lines += [("", line) for line in flow[1:]]
        if count > most:
            lines.append(("", canvas.spec.language.phrase("and {count} more", count=count - most)))

        def draw(box: Box) -> None:
            for i, (strong, regular_parts) in enumerate(lines):
                place = below(box, i * _LINE, _LINE)
                begin = min(canvas.width(f"{strong} ", "strong"), width) if strong else 0.0
                if strong:
                    canvas.words(strong, place, "strong")
                if regular_parts:
                    canvas.words(regular_parts, beside(place, begin, width - begin))

        return LaidOut(_LINE * max(1, len(lines)), draw)

    def _single(self, column: RosterColumn, group: FieldGroup, width: float, person: Character) -> LaidOut:
        """Return a track's boxes: as many as its start field has, or else its most; those marked are ticked."""
        start, most = person.texts.get(column.start, ""), group.columns[0].most
        count = min(int(start), most) if start.isdecimal() else most
        fives = max(1, int((width + _FIVES) / (5 * _PITCH + _FIVES)))

        def draw(box: Box) -> None:
            for i in range(count):
                line, number = divmod(i, 5 * fives)
                self._draw_box(below(box, line * _LINE, _LINE), number, i < person.marks.get(group.name, 0))

        return LaidOut(_LINE * max(1, -(-count // (5 * fives))), draw)

    def _tracks(self, column: RosterColumn, group: FieldGroup, width: float, person: Character) -> LaidOut:
        """Return boxes for each key of a group, after its label, ``across`` side by side; marked ones are ticked."""
        canvas, most = self._canvas, group.columns[0].most
        part, boxes = width / column.across, most * _PITCH + (most - 1) // 5 * _FIVES

        def draw(box: Box) -> None:
            for i, (key, label) in enumerate(group.keys.items()):
                line, place = divmod(i, column.across)
                room = beside(below(box, line * _LINE, _LINE), place * part, part)
                name = column.short.get(key, label)
                canvas.words(name, beside(room, 0, part - boxes - _APART - 0.6), "label")
                ticks = beside(room, part - boxes - _APART, boxes)
                for number in range(most):
                    self._draw_box(ticks, number, number < person.marks.get(join_name(group.name, key), 0))

        return LaidOut(_LINE * -(-len(group.keys) // column.across), draw)

    def _draw_box(self, line: Box, number: int, ticked: bool) -> None:
        """Draw the box at index ``number`` of a line, in groups of five."""
        style, pen = self._canvas.style, self._canvas.pen
        x = line.x + number * _PITCH + number // 5 * _FIVES
        box = square(x + _BOX / 2, line.cy, _BOX)
        pen.box(*box, style.paper, style.accent, style.edge * 0.7, 0.3)
        if ticked:
            inner = box.inset(0.55)
            for y1, y2 in ((inner.y, inner.bottom), (inner.bottom, inner.y)):
                pen.rule(inner.x, y1, inner.right, y2, style.ink, 0.4)


def _is_number(group: FieldGroup) -> bool:
    """Return whether a group's values are centered in their column."""
    return group.kind == "one" and group.columns[0].type in ("number", "derived", "dice")


def _entry_texts(column: RosterColumn, group: FieldGroup, key: str, person: Character) -> list[str]:
    """Return a column's parts of an entry, by default label and main value, without those that lack a value."""
    texts = ((value.name, person.texts.get(join_name(group.name, key, value.name), "")) for value in group.columns)
    values = {name or VALUE: " ".join(set_quotes(text).split()) for name, text in texts}
    values[LABEL] = column.short.get(key, group.keys.get(key, ""))
    usual = f"{{{LABEL}}} {{{group.main or VALUE}}}"
    return [
        HOLE.sub(lambda hole: values[hole[1]], part)
        for part in column.show or (usual,)
        if all(values[name] for name in HOLE.findall(part))
    ]
