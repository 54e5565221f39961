"""Tables of checks in print: a row for each bonus or number of dice, a column for each difficulty.

Tables of results with several parts look the same: a group of columns for each part, see ``parts.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise
from math import fsum
from typing import Protocol

from deckgen.deck.cards import Deck
from deckgen.deck.chances import BothChances, CheckQuestion, CheckRow, check_rows, list_questions
from deckgen.document.filled import Block
from deckgen.document.odds.totals import dice_text, playable_checks
from deckgen.document.pages import with_text_scale
from deckgen.draw.blocks.flow import Flowable, Part, Strip, draw_strips, paragraph, stack, used_height
from deckgen.draw.blocks.table import TableGrid
from deckgen.draw.drawing import Item, Segment
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import rectangle
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import whole_percent, wrap
from deckgen.game.model import AnySection, CellSpec, Check, DeckSpec, Game, GridSection
from deckgen.language import Language
from deckgen.odds import dice_name
from deckgen.records import record

SINGLE_HEIGHT, DOUBLE_HEIGHT = 4.6, 6.3
"""Height of a row in mm: dice alone, or the deck with the dice below."""
LABEL_WIDTH = 21.0
"""Width of the names of rows, mm."""
COLUMN_WIDTH = 14.0
"""Width of a column, mm, where there is room."""
_WIDEST_COLUMN = 15.5  # mm
_BONUS_WIDTH = 11.0  # mm, width of the bonuses
_MIN_COLUMN, _WIDEST_WORD = 9.8, 12.2  # mm
_GUTTER = 8.0
_FULL_COLUMN = 5.7  # mm, which a chance needs at scale 1


Heading = tuple[str, str]
"""A heading and the text below it, both "" for none."""


class Row(Protocol):
    """A row of a table: its chances by question. Rows that belong together have the same ``group``."""

    @property
    def group(self) -> object: ...

    def chances(self, question: CheckQuestion) -> BothChances: ...


@record
class CheckColumn:
    """A column of a table: its name, such as Hard, and the number below it; one of them may be ""."""

    name: str
    number: str
    question: CheckQuestion


@record
class CheckTable:
    """A table of chances as text; rows have two names, groups of columns a heading, all may be "".

    ``both``: chances of a deck are beside those of dice. ``numbered``: rows are bonuses.
    """

    title: str
    notes: tuple[str, ...]
    rows: tuple[tuple[str, str, Row], ...]
    groups: tuple[tuple[Heading, tuple[CheckColumn, ...]], ...]
    both: bool
    numbered: bool = False

    @property
    def width(self) -> int:
        """Number of columns in all groups."""
        return sum(len(columns) for _, columns in self.groups)


def check_tables(game: Game, spec: DeckSpec, deck: Deck | None = None) -> list[CheckTable]:
    """Return the tables of all checks whose sections the deck has, with the chances of ``deck`` if there is one."""
    return [_table(check, spec, deck, game.language) for check in playable_checks(game, spec)]


def _table(check: Check, spec: DeckSpec, deck: Deck | None, language: Language) -> CheckTable:
    """Return a check's table: a row per bonus, pool or roll; columns in groups of one goal, margin and scope."""
    section = spec.section(check.section)
    rows = []
    for answer in check_rows(check, spec, deck):
        cell = answer.rolls[0].cell
        names = (section.printed_label(cell.column), dice_name(cell.roll) if isinstance(cell, CellSpec) else "")
        if check.bonus:
            names = language.number(answer.bonus, sign=True), ""
        elif isinstance(section, GridSection):
            names = names[1], f"{section.printed_label(cell.column)}-{cell.row}"
        rows.append((names[0], "" if names[1] == names[0] else names[1], answer))
    has_scopes = len(check.scopes) > 1
    groups = tuple(
        (
            _heading(first, language, has_scopes=has_scopes),
            (_column(first, check, language), *(_column(a, check, language) for a in questions)),
        )
        for _, questions in groupby(
            list_questions(check), key=lambda a: (a.difficulty and a.goal, a.difficulty and a.by, a.scope)
        )
        for first in [next(questions)]
    )
    both = any(roll.deck_tail for _, _, answer in rows for roll in answer.rolls)
    notes = tuple(_notes(check, rows[0][2], section, language, both=both))
    return CheckTable(check.title, notes, tuple(rows), groups, both, numbered=check.bonus is not None)


def _heading(first: CheckQuestion, language: Language, *, has_scopes: bool) -> Heading:
    """Return a group's heading: (scope and goal, margin); ("", "") if columns are goals. ``first`` of its columns."""
    if not first.difficulty:
        return "", ""
    scope = first.scope if has_scopes else ""
    goal = first.goal or ("" if scope else language.phrase("Success"))
    margin = ""
    if first.goal and first.by > 0:
        margin = language.phrase("by {margin} or more", margin=first.by)
    elif first.goal and first.by < 0:
        margin = language.phrase("missed by {margin} or more", margin=-first.by)
    return " · ".join(filter(None, (scope, goal))), margin


def _column(question: CheckQuestion, check: Check, language: Language) -> CheckColumn:
    """Return a question's column: its number is a difficulty, or a margin with its sign if both sides roll."""
    if question.difficulty:
        return CheckColumn(question.difficulty, language.number(question.number), question)
    name = question.goal or language.phrase("Success")
    if check.against:
        return CheckColumn(name, language.number(question.by, sign=True), question)
    return CheckColumn(name, language.number(question.total), question)


def _notes(check: Check, answer: CheckRow, section: AnySection, language: Language, *, both: bool) -> Iterator[str]:
    """Yield the check's help, what rows are, and with a deck (``both``) what its chances assume; ``answer``: a row."""
    if check.help:
        yield check.help
    dice = dice_text(answer.rolls[0].cell, language)
    if check.under and check.bonus:
        yield language.phrase(
            "Rows: {bonus}, added to the number. Roll {dice} at or below it.", bonus=check.bonus.title, dice=dice
        )
    elif check.under:
        yield language.phrase("At or below the number is a success.")
    elif check.bonus and check.against:
        yield language.phrase("Rows: {bonus}. Both sides roll {dice}.", bonus=check.bonus.title, dice=dice)
    elif check.bonus:
        yield language.phrase("Rows: {bonus}, added to {dice}.", bonus=check.bonus.title, dice=dice)
    if check.against and both and check.cards == 1:
        yield language.phrase("With cards, both sides read the same card.")
    elif check.against and both:
        yield language.phrase("With cards, each side draws its own card; do not put the first back.")
    if both and check.bonus and len(answer.rolls) > 1:
        names = ", ".join(section.printed_label(trial.cell.column) for trial in answer.rolls)
        yield language.phrase("The deck’s chance is the mean of {rolls}.", rolls=names)


# Drawing


@record
class Panel:
    """A group of a check's columns with the rows in which it has odds.

    ``label`` and ``column`` are mm of the names of rows and, at least, of a column. ``lead``: the title above its line is
    that of all panels in it, or none if the panel is ``continued``.
    """

    table: CheckTable
    heading: Heading
    columns: tuple[CheckColumn, ...]
    rows: tuple[tuple[str, str, Row], ...]
    label: float
    column: float
    lead: bool
    continued: bool

    @property
    def least(self) -> float:
        """The least width in mm; ``column`` is a column's."""
        return self.label + self.column * len(self.columns)


def check_blocks(style: Stylesheet, tables: Sequence[CheckTable], room: float) -> list[Block]:
    """Return blocks of tables side by side in ``room`` mm, each group of columns a table of its own."""
    panels: list[Panel] = []
    for table in tables:
        size = 9.0 if any(second for _, second, _ in table.rows) else 12.8  # names alone are larger
        label = _BONUS_WIDTH if table.numbered else label_width(style, [row[:2] for row in table.rows], size)
        most = max(1, int((room - label) / _MIN_COLUMN))
        parts = [
            (heading, columns[start : start + most])
            for heading, columns in table.groups
            for start in range(0, len(columns), most)
        ]
        for i, (heading, columns) in enumerate(parts):
            rows, least = possible_rows(table, columns), least_column(style, columns)
            panels.append(Panel(table, heading, columns, rows, label, least, len(parts) > 1 and not i, i > 0))
    lines = map(partial(_part_alone, room=room), lines_of_panels(panels, room))
    return [partial(line_parts, style, line) for line in lines]


def least_column(style: Stylesheet, columns: Sequence[CheckColumn]) -> float:
    """Return the least width in mm of columns in which no word of a usual name is parted."""
    pen, size = style.pen(), style.min_text_size
    words = (word for column in columns for word in column.name.split())
    widest = max((pen.width(word, "semibold", size) for word in words), default=0.0)
    return min(max(_MIN_COLUMN, widest + 1.0), _WIDEST_WORD)


def lines_of_panels(panels: Iterable[Panel], room: float) -> list[list[Panel]]:
    """Return panels in lines that they fit; a wide check begins a line."""
    lines: list[list[Panel]] = []
    for panel in panels:
        used = fsum(p.least + _GUTTER for p in lines[-1]) if lines else 0.0
        if not lines or panel.lead or used + panel.least > room:
            lines.append([])
        lines[-1].append(panel)
    return lines


def _part_alone(line: list[Panel], room: float) -> list[Panel]:
    """Return a line, its rows side by side in parts if it has one high panel, parted where a die or a five begins."""
    panel, rows = line[0], line[0].rows
    count = min(_MOST_PARTS, int((room + _GUTTER) / (panel.least + _GUTTER)), len(rows) // _PART_ROWS)
    starts = [i for i in range(1, len(rows)) if _begins_group(rows, i)]
    if len(line) > 1 or count < 2 or len(starts) < count - 1:
        return line
    cuts = sorted({min(starts, key=lambda i: abs(i - len(rows) * n / count)) for n in range(1, count)})
    ends = [0, *cuts, len(rows)]
    return [replace(panel, rows=rows[i:j], lead=panel.lead or not i) for i, j in pairwise(ends)]


_MOST_PARTS, _PART_ROWS = 3, 5


def possible_rows(table: CheckTable, columns: Sequence[CheckColumn]) -> tuple[tuple[str, str, Row], ...]:
    """Return the rows from the first to the last that is not empty, impossible or certain in all columns, one certain kept."""
    certain = [
        {chance for c in columns for chance in row.chances(c.question) if chance is not None}
        for _, _, row in table.rows
    ]
    first, last = 0, len(certain)
    while first < last - 1 and (certain[first] <= {0} or certain[first] == certain[first + 1] == {1}):
        first += 1
    while last > first + 1 and (certain[last - 1] <= {0} or certain[last - 1] == certain[last - 2] == {1}):
        last -= 1
    return table.rows[first:last]


def line_parts(style: Stylesheet, line: Sequence[Panel], scale: float, *, spread: bool = True) -> list[Part]:
    """Return the title of a wide check, and panels side by side whose columns are equally wide; ``spread``: to the end."""
    scaled = with_text_scale(style, scale)
    parts: list[Part] = [*_title_parts(scaled, line[0].table)] if line[0].lead and not line[0].continued else []

    def block(width: float) -> list[Strip]:
        spare = width - _GUTTER * (len(line) - 1) - fsum(panel.label for panel in line)
        cell = min(_WIDEST_COLUMN, spare / sum(len(panel.columns) for panel in line))
        widths = [panel.label + cell * len(panel.columns) for panel in line]
        gutter = (width - fsum(widths)) / (len(line) - 1) if len(line) > 1 else 0.0
        gutter = gutter if spread else _GUTTER
        more = (gutter - _GUTTER) * 0.8  # for a title, to the right of its table
        rooms = [*(panel_width + more for panel_width in widths[:-1]), widths[-1] + min(more, 0.0)]
        last = [] if line[0].lead else _title_parts(scaled, line[-1].table)
        if more > 0 and used_height(last, rooms[-1]) > used_height(last, rooms[-1] + more):  # it needs such room, too
            more = (gutter - _GUTTER) * (len(line) - 1) / len(line)
            gutter, rooms = _GUTTER + more, [panel_width + more for panel_width in widths]
        titles, tables = [], []
        for panel, title_room in zip(line, rooms, strict=True):
            title = [] if line[0].lead else _title_parts(scaled, panel.table, notes=not panel.continued)
            titles.append([strip for part in title for strip in part(title_room)])
            tables.append(_strips(style, panel, cell, scale))
        top = max((used_height([_fixed(strips)], width) for strips in titles), default=0.0)
        top += max((strips[-1].after for strips in titles if strips), default=0.0)
        head_height = max(rows[0].height for rows in tables)
        if not spread:  # headings are level, and numbers fit narrow columns
            size = min(scale, cell / _FULL_COLUMN)
            head_height = max(_strips(style, panel, cell, size)[0].height for panel in line)
            tables = [_strips(style, panel, cell, size, head_height) for panel in line]
        items: list[Item] = []
        x, low = 0.0, 0.0
        for title_strips, rows, panel_width in zip(titles, tables, widths, strict=True):
            draw_strips(title_strips, x, 0.0, items)
            low = max(low, draw_strips(rows, x, top + head_height - rows[0].height, items))
            x += panel_width + gutter
        before = max((strips[0].before for strips in titles if strips), default=3.0 * scale)
        return [Strip(low, items, before, 4.0 * scale if spread else 0.0)]

    return [stack(*parts, block)]  # type: ignore[arg-type]


def _fixed(strips: Sequence[Strip]) -> Flowable:
    return lambda _: strips


def _title_parts(style: Stylesheet, table: CheckTable, *, notes: bool = True) -> list[Flowable]:
    words = " ".join(table.notes) if notes else ""
    small = [paragraph(style, words, "small", keep=True)] if words else []
    return [paragraph(style, table.title, "heading"), *small]


def _strips(style: Stylesheet, panel: Panel, cell: float, scale: float, head_height: float = 0.0) -> list[Strip]:
    """Return a head, at least ``head_height`` mm high, and a strip per row of a panel with columns ``cell`` mm wide."""
    rows = (
        ((first, second), [row.chances(c.question) for c in panel.columns], not i or _begins_group(panel.rows, i))
        for i, (first, second, row) in enumerate(panel.rows)
    )
    return row_strips(style, _head(style, panel, cell, scale, head_height), rows, panel.label, cell, scale)


def row_strips(
    style: Stylesheet,
    head: Strip,
    rows: Iterable[tuple[tuple[str, str], Sequence[BothChances], bool]],
    label: float,
    cell: float,
    scale: float = 1.0,
) -> list[Strip]:
    """Return ``head`` and a strip per row, which stay together.

    A row: its two names, its chances, whether a rule is above it. ``label`` and ``cell``: mm of names and columns.
    """
    strips = [head]
    for names, chances, begins in rows:
        pen = style.pen()
        if begins:
            pen.rule(0, 0, label + cell * len(chances), 0, style.color("rule"), 0.3)
        height = draw_row(pen, style, names, chances, label, cell, scale)
        strips.append(Strip(height, pen.items, keep=True))
    strips[-1] = replace(strips[-1], keep=False)
    return strips


def _begins_group(rows: Sequence[tuple[str, str, Row]], number: int) -> bool:
    """Return whether row ``number``, an index above 0, begins a group, such as a die of a grid or five bonuses."""
    return rows[number][2].group != rows[number - 1][2].group


def _head(style: Stylesheet, panel: Panel, cell: float, scale: float, least_height: float) -> Strip:
    """Return a strip with the panel's heading, and below it the names of columns in lines, and numbers in a band."""
    pen, small = style.pen(), style.min_text_size
    ink, soft, accent, paper = map(style.color, ("ink", "soft", "accent", "paper"))
    title, margin = panel.heading
    question, width = panel.columns[0].question, len(panel.columns) * cell
    fill = soft if question.difficulty and question.goal else accent  # success, the usual question
    top = (2.0 + 3.0 * (1 + bool(margin))) * scale if title else 0.0
    names = [c.name for c in panel.columns]
    size, lines = _name_lines(style, names, cell - 0.9, 7.5 * PT * min(scale, 1.2))
    pitch, band = size * 1.14, 5.2 * scale if any(column.number for column in panel.columns) else 0.7
    head_height = max(least_height - band, top + pitch * (max(map(len, lines)) if any(names) else 0) + 0.9)
    height = head_height + band
    if title:
        bold = max(small, 8.5 * PT * scale)
        pen.line(title, panel.label + 0.2, 2.9 * scale, "bold", bold, fill, room=width - 0.6, slot="group")
        plain = max(small, 7 * PT * scale)
        pen.line(margin, panel.label + 0.2, 5.7 * scale, "regular", plain, fill, room=width - 0.6, slot="group")
    pen.box(panel.label + 0.15, head_height, width - 0.3, band, fill)
    figure = 9 * PT * scale
    base = head_height + (band + pen.cap("bold") * figure) / 2
    for i, (column, words) in enumerate(zip(panel.columns, lines, strict=True)):
        middle = panel.label + (i + 0.5) * cell
        for j, word in enumerate(words):
            y = head_height - 1.0 - pitch * (len(words) - 1 - j)
            pen.line(word, middle, y, "semibold", size, ink, 0.5)
        pen.line(column.number, middle, base, "bold", figure, paper, 0.5)
    return Strip(height, pen.items, before=1.0, keep=True)


def _name_lines(style: Stylesheet, names: Sequence[str], room: float, size: float) -> tuple[float, list[list[str]]]:
    """Return a size and the lines of names in ``room`` mm: the largest in which no word is parted, else the least."""
    pen, least = style.pen(), style.min_text_size
    widest = max(pen.width(word, "semibold", 1.0) for name in names for word in name.split() or [""])
    size = max(least, min(size, room / widest if widest else size))
    wrapped = (wrap([(n, "semibold")], size, room, style.fonts, language=style.language) for n in names)
    return size, [[line.string for line in lines] for lines in wrapped]


def label_width(style: Stylesheet, names: Sequence[tuple[str, str]], size: float = 9.0) -> float:
    """Return the width in mm, LABEL_WIDTH or more, of the longest of rows' two names and the words deck and dice."""
    pen, tags, widths = style.pen(), _tags_width(style), [LABEL_WIDTH]
    for name, second_name in names:
        first, second = pen.width(name, "bold", size * PT), pen.width(second_name, "regular", 7.5 * PT)
        widths += [1.8 + tags + max(first, second), *([2.8 + first + second] if second > tags else [])]
    return max(widths)


def _tags_width(style: Stylesheet) -> float:
    """Return the width in mm of the words deck and dice at the end of a row's names."""
    words = style.language.phrase("deck"), style.language.phrase("dice")
    return 1.2 + max(style.fonts.width(word, "regular", style.min_text_size) for word in words)


def draw_row(
    pen: Pen,
    style: Stylesheet,
    names: tuple[str, str],
    chances: Sequence[BothChances],
    label: float,
    cell: float,
    scale: float = 1.0,
) -> float:
    """Draw a row; with both chances the dice's are below the deck's, the second name below. Return its height in mm.

    What is impossible stays empty. ``scale`` is of the row's height and type.
    """
    dice, deck = (any(chance is not None for chance in column) for column in zip(*chances, strict=True))
    both = dice and deck
    measures = (DOUBLE_HEIGHT, 2.95, 2.7) if both else (SINGLE_HEIGHT, 3.2, 0.0)
    height, base, dice_offset = (measure * scale for measure in measures)
    ink, soft, bar_ink = map(style.color, ("ink", "soft", "tint"))
    small = max(style.min_text_size, 6.5 * PT * min(scale, 1.15))
    name, second_name = names
    tags = label >= LABEL_WIDTH and (both or not second_name)
    room = label - 0.6 - (_tags_width(style) + 1.0 if tags or (second_name and not both) else 1.0)
    centered = both and not second_name  # of the row
    name_base, name_size = (4.1 * scale, 10) if centered else (base, 9)
    pen.line(name, 0.6, name_base, "bold", name_size * PT * min(scale, 1.2), ink, room=room, slot="pool")
    if second_name:
        x, align = (0.6, 0.0) if both else (label - 1.2, 1.0)
        pen.line(second_name, x, base + dice_offset, "regular", small, soft, align)
    if tags:
        if deck:
            pen.line(style.language.phrase("deck"), label - 1.2, base, "regular", small, soft, 1.0)
        if dice:
            pen.line(style.language.phrase("dice"), label - 1.2, base + dice_offset, "regular", small, soft, 1.0)
    grid = TableGrid.from_sizes(label, 0, [cell] * len(chances), [height])
    bars: list[Segment] = []
    for i, (dice_chance, deck_chance) in enumerate(chances):
        bar_height = float((dice_chance if deck_chance is None else deck_chance) or 0) * (height - 0.4)
        bars += rectangle(grid.cell(0, i).x + 0.35, height - bar_height, cell - 0.7, bar_height)
    pen.path(tuple(bars), bar_ink)
    for i, (dice_chance, deck_chance) in enumerate(chances):
        box = grid.cell(0, i)
        if deck_chance:
            large = max(small, 8 * PT * scale)
            pen.line(whole_percent(deck_chance), box.cx, base, "bold", large, ink, 0.5, slot="deck")
        if dice_chance:
            face, size = ("regular", 7 * PT * scale) if deck else ("semibold", 8 * PT * scale)
            size = max(small, size)
            pen.line(whole_percent(dice_chance), box.cx, base + dice_offset, face, size, ink, 0.5, slot="dice")
    return height
