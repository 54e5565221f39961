"""Tables of checks in print: a row for each bonus or number of dice, a column for each difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby

from deckgen.deck.cards import Deck
from deckgen.deck.chances import CheckQuestion, CheckRow, check_rows, list_questions
from deckgen.document.odds.totals import playable_checks
from deckgen.draw.blocks.flow import (
    Columns,
    Flowable,
    Part,
    Strip,
    draw_strips,
    merge_strips,
    paragraph,
    stack,
)
from deckgen.draw.blocks.table import TableGrid
from deckgen.draw.drawing import Item, Segment
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import rectangle
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import whole_percent
from deckgen.game.model import AnySection, Check, DeckSpec, Game, RollsSection
from deckgen.language import Language
from deckgen.odds import describe, dice_name
from deckgen.records import record

SINGLE_HEIGHT, DOUBLE_HEIGHT = 4.6, 6.3
"""Height of a row in mm: dice alone, or the deck with the dice below."""
LABEL_WIDTH = 21.0
"""Width of the names of rows, mm."""
COLUMN_WIDTH = 11.0
"""Width of a column, mm, where there is room."""
_WIDE_COLUMN = 16.0  # mm, widest column of a table as wide as the page
_BONUS_WIDTH = 12.5  # mm, width of the bonuses
_MIN_COLUMN = 8.6  # mm
_GUTTER = 8.0
_PITCH = 2.7  # of names that run up, mm


Heading = tuple[str, str]
"""A heading and the text below it, both "" for none."""
BothChances = tuple[Fraction | None, Fraction | None]
"""A chance with dice and with the deck; None is not printed."""


@record
class CheckColumn:
    """A column of a check's table: its name, such as Hard, and the number below it."""

    name: str
    number: str
    question: CheckQuestion


@record
class CheckTable:
    """A check's table as text; rows have two names, groups of columns a heading, all may be "".

    ``both``: chances of a deck are beside those of dice.
    """

    check: Check
    notes: tuple[str, ...]
    rows: tuple[tuple[str, str, CheckRow], ...]
    groups: tuple[tuple[Heading, tuple[CheckColumn, ...]], ...]
    both: bool

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
        names = (section.printed_label(cell.column), dice_name(cell.roll))
        if check.bonus:
            names = language.number(answer.bonus, sign=True), ""
        elif not isinstance(section, RollsSection):
            names = dice_name(cell.roll), f"{section.printed_label(cell.column)}-{cell.row}"
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
    return CheckTable(check, tuple(_notes(check, rows[0][2], section, language, both=both)), tuple(rows), groups, both)


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
    return CheckColumn(name, language.number(question.number + question.by), question)


def _notes(check: Check, answer: CheckRow, section: AnySection, language: Language, *, both: bool) -> Iterator[str]:
    """Yield the check's help, what rows are, and with a deck (``both``) what its chances assume; ``answer``: a row."""
    if check.help:
        yield check.help
    dice = describe(answer.rolls[0].cell.roll, language)
    if check.bonus and check.against:
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


def check_parts(style: Stylesheet, tables: Sequence[CheckTable]) -> Iterator[Part]:
    """Yield the tables; narrow ones of bonuses two or three side by side, high narrow ones of rolls in two columns."""
    waiting: list[CheckTable] = []
    for table in tables:
        if table.check.bonus is None or table.width * COLUMN_WIDTH > _NARROW:
            yield from _side_by_side(style, waiting)
            waiting = []
            narrow = table.check.bonus is None and LABEL_WIDTH + table.width * COLUMN_WIDTH < _HALF
            if narrow and len(table.rows) > _HIGH_TABLE:
                yield stack(*_title_parts(style, table))
                yield Columns(2, (_wide_table(style, table, can_break=True),), _GUTTER)
            else:
                yield stack(*_title_parts(style, table), _wide_table(style, table))
        else:
            waiting.append(table)
    yield from _side_by_side(style, waiting)


_NARROW = 60.0  # mm: tables with narrower columns in total go side by side
_HALF = 84.0  # mm: a table that is not wider has half a page's width
_HIGH_TABLE = 12  # rows; a higher table has two columns


def _title_parts(style: Stylesheet, table: CheckTable) -> list[Flowable]:
    words = " ".join(table.notes)
    small = [paragraph(style, words, "small", keep=True)] if words else []
    return [paragraph(style, table.check.title, "heading"), *small]


def _wide_table(style: Stylesheet, table: CheckTable, *, can_break: bool = False) -> Flowable:
    """Return a table as wide as the page, groups that lack room below; ``can_break``: pages may end between dice."""

    def block(width: float) -> list[Strip]:
        label = _BONUS_WIDTH if table.check.bonus else label_width(style, [name for name, _, _ in table.rows])
        room = int((width - label) / _MIN_COLUMN)
        strips: list[Strip] = []
        groups = list(table.groups)
        while groups:
            line_groups = [groups.pop(0)]
            while groups and sum(len(columns) for _, columns in (*line_groups, groups[0])) <= room:
                line_groups.append(groups.pop(0))
            count = sum(len(columns) for _, columns in line_groups)
            cell = min(_WIDE_COLUMN, (width - label) / count)
            strips += _strips(style, table, line_groups, label, cell, can_break=can_break)
        return strips

    return block


def _side_by_side(style: Stylesheet, tables: Sequence[CheckTable]) -> Iterator[Flowable]:
    """Yield lines of two or three narrow tables side by side; none breaks across pages."""
    if not tables:
        return

    def line(row: Sequence[CheckTable]) -> Flowable:
        def block(width: float) -> list[Strip]:
            items: list[Item] = []
            table_width = (width - (len(row) - 1) * _GUTTER) / len(row)
            columns = []
            for table in row:
                cell = min(COLUMN_WIDTH, (table_width - _BONUS_WIDTH) / table.width)
                head = merge_strips([strip for part in _title_parts(style, table) for strip in part(table_width)])
                columns.append((head, _strips(style, table, table.groups, _BONUS_WIDTH, cell)))
            top = max(head.height + head.after for head, _ in columns)
            head_height = max(rows[0].height for _, rows in columns)
            ends = []
            for i, (head, rows) in enumerate(columns):
                x = i * (table_width + _GUTTER)
                draw_strips([head], x, 0.0, items)
                ends.append(draw_strips(rows, x, top + head_height - rows[0].height, items))
            return [Strip(max(ends), items, columns[0][0].before, columns[0][1][-1].after)]

        return block

    size = 3 if all(table.width <= 4 for table in tables) and len(tables) > 2 else 2
    for start in range(0, len(tables), size):
        yield line(tables[start : start + size])


def _strips(
    style: Stylesheet,
    table: CheckTable,
    groups: Sequence[tuple[Heading, tuple[CheckColumn, ...]]],
    label: float,
    cell: float,
    *,
    can_break: bool = False,
) -> list[Strip]:
    """Return a head and a strip per row; ``label``, ``cell``: mm of names, of a column; ``can_break``: between dice."""
    columns = [c for _, group in groups for c in group]
    rows, last = [], len(table.rows) - 1
    for number, (first, second, row) in enumerate(table.rows):
        chances = [(row.chance_with_dice(c.question), row.chance_with_deck(c.question)) for c in columns]
        begins = number == 0 or _begins_group(table, number)
        keep = number < last and not (can_break and _begins_group(table, number + 1))
        rows.append(((first, second), chances, begins, keep))
    edges = [*accumulate((len(group) * cell for _, group in groups[:-1]), initial=label)][1:]
    return row_strips(style, _head(style, groups, label, cell), rows, label, cell, edges)


def row_strips(
    style: Stylesheet,
    head: Strip,
    rows: Iterable[tuple[tuple[str, str], Sequence[BothChances], bool, bool]],
    label: float,
    cell: float,
    edges: Sequence[float] = (),
) -> list[Strip]:
    """Return ``head`` and a strip per row.

    A row: its two names, its chances, whether a rule is above it, whether it stays with the next. ``label``
    and ``cell``: widths of names and columns. ``edges``: where groups of columns end. All in mm.
    """
    strips = [head]
    for names, chances, begins, keep in rows:
        pen = style.pen()
        if begins:
            pen.rule(0, 0, label + cell * len(chances), 0, style.color("rule"), 0.3)
        height = draw_row(pen, style, names, chances, label, cell)
        for edge in edges:
            pen.rule(edge, 0, edge, height, style.color("accent"), 0.3)
        strips.append(Strip(height, pen.items, keep=keep, head=(head,)))
    return strips


def _begins_group(table: CheckTable, number: int) -> bool:
    """Return whether row ``number``, an index above 0, begins a die of a grid, or its bonus is divisible by 5."""
    answer = table.rows[number][2]
    if table.check.bonus:
        return answer.bonus % 5 == 0
    before = table.rows[number - 1][2]
    return answer.rolls[0].cell.column != before.rolls[0].cell.column and answer.rolls[0].cell.row > 0


def _head(
    style: Stylesheet, groups: Sequence[tuple[Heading, tuple[CheckColumn, ...]]], label: float, cell: float
) -> Strip:
    """Return a strip with headings of groups, names (upright if one is too long for ``cell`` mm), numbers in a band."""
    pen = style.pen()
    columns = [column for _, group in groups for column in group]
    ink, soft, accent, paper = map(style.color, ("ink", "soft", "accent", "paper"))
    lines = max(1 + bool(margin) if title else 0 for (title, margin), _ in groups)
    top = 1.7 + 2.9 * lines if lines else 0.0
    longest = max(pen.width(column.name, "semibold", 7.5 * PT) for column in columns)
    is_horizontal = longest < cell - 1.0  # names that fit are horizontal
    head_height = top + (4.0 if is_horizontal else longest + 1.7)
    height = head_height + 5.4
    x = label
    for (title, margin), group in groups:
        width = len(group) * cell
        question = group[0].question
        band = soft if question.difficulty and question.goal else accent  # success, the usual question
        if title:
            room, line = width - 1.2, top - 0.7
            pen.line(title, x + 0.6, 2.7, "bold", 8 * PT, band, room=room, slot="group")
            pen.line(margin, x + 0.6, 5.5, "regular", 7 * PT, band, room=room, slot="group")
            pen.rule(x + 0.6, line, x + width - 0.6, line, band, 0.25)
        pen.box(x + 0.15, head_height, width - 0.3, 5.4, band)
        for i, column in enumerate(group):
            middle = x + (i + 0.5) * cell
            if is_horizontal:
                pen.line(column.name, middle, head_height - 1.1, "semibold", 7.5 * PT, ink, 0.5)
            else:
                pen.line(column.name, middle + 0.9, head_height - 0.9, "semibold", 7.5 * PT, ink, upward=True)
            pen.line(column.number, middle, height - 1.5, "bold", 9 * PT, paper, 0.5)
        x += width
    return Strip(height, pen.items, before=1.0, keep=True)


def label_width(style: Stylesheet, names: Sequence[str]) -> float:
    """Return the width in mm, LABEL_WIDTH or more, of the longest of rows' names and the words deck and dice."""
    pen = style.pen()
    return max(LABEL_WIDTH, 1.8 + _tags_width(style) + max(pen.width(name, "bold", 9 * PT) for name in names))


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
) -> float:
    """Draw a row; with both chances the dice's are below the deck's, the second name below. Return its height in mm."""
    dice, deck = (any(chance is not None for chance in column) for column in zip(*chances, strict=True))
    both = dice and deck
    height, base, dice_offset = (DOUBLE_HEIGHT, 2.95, 2.7) if both else (SINGLE_HEIGHT, 3.2, 0.0)
    ink, soft, bar_ink = map(style.color, ("ink", "soft", "tint"))
    small = style.min_text_size
    name, second_name = names
    tags = label >= LABEL_WIDTH and (both or not second_name)
    room = label - 0.6 - (_tags_width(style) + 1.0 if tags or (second_name and not both) else 1.0)
    centered = both and not second_name  # of the row
    pen.line(
        name,
        0.6,
        4.1 if centered else base,
        "bold",
        (10 if centered else 9) * PT,
        ink,
        room=room,
        slot="pool",
    )
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
        if deck_chance is not None:
            pen.line(whole_percent(deck_chance), box.cx, base, "bold", 8 * PT, ink, 0.5, slot="deck")
        if dice_chance is not None:
            face, size = ("regular", 7 * PT) if deck else ("semibold", 8 * PT)
            pen.line(whole_percent(dice_chance), box.cx, base + dice_offset, face, size, ink, 0.5, slot="dice")
    return height
