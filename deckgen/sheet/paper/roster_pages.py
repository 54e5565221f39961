"""The pages of a roster: a table with a row for each character, with its head on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import fsum

from deckgen.draw.drawing import Drawing, Item
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import LayoutError, Problem, Problems
from deckgen.language import set_quotes
from deckgen.sheet.blocks import lay_out
from deckgen.sheet.blocks.banner import BannerOptions
from deckgen.sheet.blocks.base import LaidOut, below, beside, divide_width
from deckgen.sheet.cards import copy_key
from deckgen.sheet.character import Character
from deckgen.sheet.model import HOLE, LABEL, VALUE, FieldGroup, Roster, RosterColumn, SheetSpec, join_name
from deckgen.sheet.paper.canvas import Canvas, square
from deckgen.sheet.paper.portraits import choose_face
from deckgen.sheet.paper.theme import SheetTheme

_MARGIN = 9.0
_BANNER = 12.0
_LINE = 3.7  # a line of text or boxes
_PAD = 0.9  # above and below the lines of a row
_INSET = 1.0  # beside the text of a column
_BOX, _PITCH, _FIVES = 2.5, 3.0, 0.9  # boxes to tick, from one to the next, and between groups of five
_APART = 2.0  # tracks side by side
_FACE = 11.0  # the height of a face
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
        """Draw as many characters as fit; return their number, 0 if not even one does. Copies share a row."""
        canvas, style = self._canvas, self._canvas.style
        y, drawn_count, row_count = _BANNER + canvas.space + self._head, 0, 0
        while drawn_count < len(people):
            copies = [*next(groupby(people[drawn_count:], copy_key))[1]]
            cells = [self._cells(person, own=number > 0) for number, person in enumerate(copies)]
            facts = max(cell.height for cell in cells[0] if cell) + 2 * _PAD
            heights = [max(cell.height for cell in row if cell) + 2 * _PAD for row in cells]
            own_cells = [cell for own, cell in zip(self._own, cells[0], strict=True) if own and cell]
            heights[0] = max(cell.height for cell in own_cells) + 2 * _PAD
            room = self._room.height - y
            while heights and max(facts, fsum(heights)) > room:
                heights.pop()
            if not heights:
                break
            row = below(self._room, y, max(facts, fsum(heights)))
            if row_count % 2:
                canvas.panel(row, style.tint, radius=0.0)
            heights[-1] += row.height - fsum(heights)
            for number, (height, copy_cells) in enumerate(zip(heights, cells, strict=False)):
                line = below(self._room, y, height)
                for own, cell, (_, (x, width)) in zip(self._own, copy_cells, self._columns, strict=True):
                    if cell:
                        cell.draw(beside(line, x, width).inset(_INSET, _PAD))
                    if own and number < len(heights) - 1:
                        canvas.underline(beside(line, x, width), 0.1)
                y += height
            canvas.underline(row, 0.2)
            drawn_count, row_count = drawn_count + len(heights), row_count + 1
        return drawn_count

    @property
    def _own(self) -> list[bool]:
        """Whether each copy of a character has a column of its own: names and tracks."""
        groups = self._canvas.spec.groups
        return [i == 0 or groups[column.of].columns[0].type == "track" for i, (column, _) in enumerate(self._columns)]

    def _cells(self, person: Character, *, own: bool) -> list[LaidOut | None]:
        """Return a character's cells; only its ``own`` ones, of a further copy, others are None."""
        return [
            self._cell(column, width - 2 * _INSET, person) if not own or is_own else None
            for is_own, (column, (_, width)) in zip(self._own, self._columns, strict=True)
        ]

    def _named(self, cell: LaidOut, person: Character, lines: Sequence[str]) -> LaidOut:
        """Return the cell of a character's name, beside its face, if the theme has faces."""
        canvas, people = self._canvas, self._canvas.theme.people
        face = choose_face(people, person, canvas.problems)
        if people is None or face is None:
            return cell
        scale = _FACE / people.view.height

        def draw(box: Box) -> None:
            canvas.pen.items += people.items(face, (scale, 0.0, 0.0, scale, box.x, box.y))
            for row, line in enumerate(lines):
                place = below(box, row * _LINE, _LINE)
                canvas.words(line, beside(place, self._face_width, box.width - self._face_width), "strong")

        return LaidOut(max(_FACE, cell.height), draw)

    @property
    def _face_width(self) -> float:
        """The room for a face beside a name, in mm, 0 without faces."""
        people = self._canvas.theme.people
        return _FACE * people.view.width / people.view.height + 1.2 if people else 0.0

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
            is_first = column is self._roster.columns[0]
            role, align = "strong" if is_first else "text", 0.5 if _is_number(group) else 0.0
            words = set_quotes(person.texts.get(group.name, "")).replace("\n", " ")
            lines = canvas.wrap(words, width - (self._face_width if is_first else 0.0), role) if words else []

        def draw(box: Box) -> None:
            for row, line in enumerate(lines):
                canvas.words(line, below(box, row * _LINE, _LINE), role, align)

        cell = LaidOut(_LINE * max(1, len(lines)), draw)
        return self._named(cell, person, lines) if column is self._roster.columns[0] else cell

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
            if len(flow) > 1 and all(canvas.width(part) <= width for part in regular_parts):  # none beside the name
                flow = ["", *self._flow(regular_parts, width)]
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
