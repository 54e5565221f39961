"""Chances as a player asks for them, in print: the row of a bonus or of dice, the column of a difficulty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby

from deckgen.deck.cards import Deck
from deckgen.deck.chances import Answer, Asked, answers, asked
from deckgen.document.odds.totals import checks_in
from deckgen.draw.blocks.flow import Columns, Flowable, Part, Strip, draw_strips, paragraph, stack, whole
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

FLAT, HIGH = 4.6, 6.3
"""Height of a row in mm: dice alone, or the deck and below it the dice."""
LABEL = 21.0
"""Width of the names of pools, mm."""
WIDEST = 11.0
"""Width of a column, mm, where there is room."""
_WIDE = 16.0  # mm, the same where a table has the page for itself
_BONUS = 12.5  # mm, width of what is added
_LEAST = 8.6  # mm, width of a column
_GUTTER = 8.0
_PITCH = 2.7  # of names that run up, mm


Heading = tuple[str, str]
"""A heading and what stands below it, both empty where there is none."""
BothChances = tuple[Fraction | None, Fraction | None]
"""A chance with dice and with the deck; None is not printed."""


@record
class CheckColumn:
    """A column of a check's table: its name, such as Hard, and the number below it."""

    name: str
    number: str
    asked: Asked


@record
class CheckTable:
    """The table of a check in words. A row has two names, a group of columns a heading, each of which may be empty.

    ``both``: chances are those of a deck, beside those of dice.
    """

    check: Check
    notes: tuple[str, ...]
    rows: tuple[tuple[str, str, Answer], ...]
    groups: tuple[tuple[Heading, tuple[CheckColumn, ...]], ...]
    both: bool

    @property
    def width(self) -> int:
        return sum(len(columns) for _, columns in self.groups)


def check_tables(game: Game, spec: DeckSpec, deck: Deck | None = None) -> list[CheckTable]:
    """The tables of all checks that the deck has the sections for."""
    return [_table(check, spec, deck, game.language) for check in checks_in(game, spec)]


def _table(check: Check, spec: DeckSpec, deck: Deck | None, language: Language) -> CheckTable:
    section = spec.section(check.section)
    rows = []
    for answer in answers(check, spec, deck):
        cell = answer.trials[0].cell
        names = (section.label(cell.column), dice_name(cell.roll))
        if check.bonus:
            names = language.number(answer.bonus, sign=True), ""
        elif not isinstance(section, RollsSection):
            names = dice_name(cell.roll), f"{section.label(cell.column)}-{cell.row}"
        rows.append((names[0], "" if names[1] == names[0] else names[1], answer))
    several = len(check.scopes) > 1
    groups = tuple(
        (
            _heading(first, language, several=several),
            (_column(first, check, language), *(_column(a, check, language) for a in own)),
        )
        for _, own in groupby(
            asked(check), key=lambda a: (a.difficulty and a.goal, a.difficulty and a.by, a.scope)
        )
        for first in [next(own)]
    )
    both = any(trial.deck for _, _, answer in rows for trial in answer.trials)
    return CheckTable(
        check, tuple(_notes(check, rows[0][2], section, language, both=both)), tuple(rows), groups, both
    )


def _heading(first: Asked, language: Language, *, several: bool) -> Heading:
    """What stands above the columns of a goal and a scope; nothing where goals are columns."""
    if not first.difficulty:
        return "", ""
    scope = first.scope if several else ""
    goal = first.goal or ("" if scope else language.phrase("Success"))
    margin = ""
    if first.goal and first.by > 0:
        margin = language.phrase("by {margin} or more", margin=first.by)
    elif first.goal and first.by < 0:
        margin = language.phrase("missed by {margin} or more", margin=-first.by)
    return " · ".join(filter(None, (scope, goal))), margin


def _column(asked: Asked, check: Check, language: Language) -> CheckColumn:
    if asked.difficulty:
        return CheckColumn(asked.difficulty, language.number(asked.number), asked)
    name = asked.goal or language.phrase("Success")
    if check.against:
        return CheckColumn(name, language.number(asked.by, sign=True), asked)
    return CheckColumn(name, language.number(asked.number + asked.by), asked)


def _notes(
    check: Check, answer: Answer, section: AnySection, language: Language, *, both: bool
) -> Iterator[str]:
    """How to find one's row, and what is assumed."""
    if check.help:
        yield check.help
    dice = describe(answer.trials[0].cell.roll, language)
    if check.bonus and check.against:
        yield language.phrase("Rows: {bonus}. Both sides roll {dice}.", bonus=check.bonus.title, dice=dice)
    elif check.bonus:
        yield language.phrase("Rows: {bonus}, added to {dice}.", bonus=check.bonus.title, dice=dice)
    if check.against and both and check.cards == 1:
        yield language.phrase("With cards, both sides read the same card.")
    elif check.against and both:
        yield language.phrase("With cards, each side draws its own; the first is not put back.")
    if both and check.bonus and len(answer.trials) > 1:
        names = ", ".join(section.label(trial.cell.column) for trial in answer.trials)
        yield language.phrase("The deck’s chance is the mean of {rolls}.", rolls=names)


# Drawing


def checks_in_print(style: Stylesheet, tables: Sequence[CheckTable]) -> Iterator[Part]:
    """The tables below each other; narrow ones of bonuses side by side, high ones of rolls in two columns."""
    waiting: list[CheckTable] = []
    for table in tables:
        if table.check.bonus is None or table.width * WIDEST > _NARROW:
            yield from _lines(style, waiting)
            waiting = []
            narrow = table.check.bonus is None and LABEL + table.width * WIDEST < _HALF
            if narrow and len(table.rows) > _HIGH_TABLE:
                yield stack(*_head_of(style, table))
                yield Columns(2, (_wide(style, table, parted=True),), _GUTTER)
            else:
                yield stack(*_head_of(style, table), _wide(style, table))
        else:
            waiting.append(table)
    yield from _lines(style, waiting)


_NARROW = 60.0  # mm: columns of which tables stand side by side
_HALF = 84.0  # mm: a table that is not wider has half a page's width
_HIGH_TABLE = 12  # rows of one that is worth parting


def _head_of(style: Stylesheet, table: CheckTable) -> list[Flowable]:
    words = " ".join(table.notes)
    small = [paragraph(style, words, "small", keep=True)] if words else []
    return [paragraph(style, table.check.title, "heading"), *small]


def _wide(style: Stylesheet, table: CheckTable, *, parted: bool = False) -> Flowable:
    """A table as wide as the page; groups of columns that do not fit follow below. ``parted``: between dice, if need be."""

    def block(width: float) -> list[Strip]:
        label = _BONUS if table.check.bonus else label_width(style, [name for name, _, _ in table.rows])
        room = int((width - label) / _LEAST)
        strips: list[Strip] = []
        groups = list(table.groups)
        while groups:
            taken = [groups.pop(0)]
            while groups and sum(len(own) for _, own in (*taken, groups[0])) <= room:
                taken.append(groups.pop(0))
            count = sum(len(own) for _, own in taken)
            cell = min(_WIDE, (width - label) / count)
            strips += _strips(style, table, taken, label, cell, parted=parted)
        return strips

    return block


def _lines(style: Stylesheet, tables: Sequence[CheckTable]) -> Iterator[Flowable]:
    """Narrow tables, as many side by side as a line has room for; none is broken."""
    if not tables:
        return

    def line(own: Sequence[CheckTable]) -> Flowable:
        def block(width: float) -> list[Strip]:
            items: list[Item] = []
            each = (width - (len(own) - 1) * _GUTTER) / len(own)
            columns = []
            for table in own:
                cell = min(WIDEST, (each - _BONUS) / table.width)
                head = whole([strip for part in _head_of(style, table) for strip in part(each)])
                columns.append((head, _strips(style, table, table.groups, _BONUS, cell)))
            top = max(head.height + head.after for head, _ in columns)
            tall = max(rows[0].height for _, rows in columns)
            ends = []
            for i, (head, rows) in enumerate(columns):
                x = i * (each + _GUTTER)
                draw_strips([head], x, 0.0, items)
                ends.append(draw_strips(rows, x, top + tall - rows[0].height, items))
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
    parted: bool = False,
) -> list[Strip]:
    columns = [column for _, own in groups for column in own]
    rows, last = [], len(table.rows) - 1
    for number, (first, second, answer) in enumerate(table.rows):
        chances = [(answer.dice(column.asked), answer.deck(column.asked)) for column in columns]
        begins = number == 0 or _begins(table, number)
        keep = number < last and not (parted and _begins(table, number + 1))
        rows.append(((first, second), chances, begins, keep))
    edges = [*accumulate((len(own) * cell for _, own in groups[:-1]), initial=label)][1:]
    return rows_in_print(style, _head(style, groups, label, cell), rows, label, cell, edges)


def rows_in_print(
    style: Stylesheet,
    head: Strip,
    rows: Iterable[tuple[tuple[str, str], Sequence[BothChances], bool, bool]],
    label: float,
    cell: float,
    edges: Sequence[float] = (),
) -> list[Strip]:
    """A head and a strip for each row: its names, its chances, whether a rule is above it, whether the next goes with it.

    ``label`` and ``cell`` are the widths of the names and of a column, ``edges`` where groups of columns end.
    """
    strips = [head]
    for names, chances, begins, keep in rows:
        pen = style.pen()
        if begins:
            pen.rule(0, 0, label + cell * len(chances), 0, style.color("rule"), 0.3)
        height = row(pen, style, names, chances, label, cell)
        for edge in edges:
            pen.rule(edge, 0, edge, height, style.color("accent"), 0.3)
        strips.append(Strip(height, pen.items, keep=keep, head=(head,)))
    return strips


def _begins(table: CheckTable, number: int) -> bool:
    """Whether a row begins a die, or a round five of bonuses."""
    answer = table.rows[number][2]
    if table.check.bonus:
        return answer.bonus % 5 == 0
    before = table.rows[number - 1][2]
    return answer.trials[0].cell.column != before.trials[0].cell.column and answer.trials[0].cell.row > 0


def _head(
    style: Stylesheet, groups: Sequence[tuple[Heading, tuple[CheckColumn, ...]]], label: float, cell: float
) -> Strip:
    """Headings of groups, names that run up, and numbers in a band."""
    pen = style.pen()
    columns = [column for _, own in groups for column in own]
    ink, soft, accent, paper = map(style.color, ("ink", "soft", "accent", "paper"))
    lines = max(1 + bool(margin) if title else 0 for (title, margin), _ in groups)
    top = 1.7 + 2.9 * lines if lines else 0.0
    longest = max(pen.width(column.name, "semibold", 7.5 * PT) for column in columns)
    level = longest < cell - 1.0  # names that have the room stand level
    tall = top + (4.0 if level else longest + 1.7)
    height = tall + 5.4
    x = label
    for (title, margin), own in groups:
        width = len(own) * cell
        band = soft if own[0].asked.difficulty and own[0].asked.goal else accent  # success is asked most
        if title:
            room, line = width - 1.2, top - 0.7
            pen.line(title, x + 0.6, 2.7, "bold", 8 * PT, band, room=room, slot="group")
            pen.line(margin, x + 0.6, 5.5, "regular", 7 * PT, band, room=room, slot="group")
            pen.rule(x + 0.6, line, x + width - 0.6, line, band, 0.25)
        pen.box(x + 0.15, tall, width - 0.3, 5.4, band)
        for i, column in enumerate(own):
            middle = x + (i + 0.5) * cell
            if level:
                pen.line(column.name, middle, tall - 1.1, "semibold", 7.5 * PT, ink, 0.5)
            else:
                pen.line(column.name, middle + 0.9, tall - 0.9, "semibold", 7.5 * PT, ink, upward=True)
            pen.line(column.number, middle, height - 1.5, "bold", 9 * PT, paper, 0.5)
        x += width
    return Strip(height, pen.items, before=1.0, keep=True)


def label_width(style: Stylesheet, names: Sequence[str]) -> float:
    """The width in mm of the names of rows, beside the words for deck and dice."""
    pen = style.pen()
    return max(LABEL, 1.8 + _tags(style) + max(pen.width(name, "bold", 9 * PT) for name in names))


def _tags(style: Stylesheet) -> float:
    """The room that the words for deck and dice take at the end of a row's names."""
    words = style.language.phrase("deck"), style.language.phrase("dice")
    return 1.2 + max(style.fonts.width(word, "regular", style.smallest) for word in words)


def row(
    pen: Pen,
    style: Stylesheet,
    names: tuple[str, str],
    chances: Sequence[BothChances],
    label: float,
    cell: float,
) -> float:
    """A row with its names and chances; how high it is. The second name stands below the first, or at its right."""
    dice, deck = (any(each is not None for each in own) for own in zip(*chances, strict=True))
    both = dice and deck
    height, base, below = (HIGH, 2.95, 2.7) if both else (FLAT, 3.2, 0.0)
    ink, soft, bar, small = style.color("ink"), style.color("soft"), style.color("tint"), style.smallest
    name, other = names
    tags = label >= LABEL and (both or not other)
    room = label - 0.6 - (_tags(style) + 1.0 if tags or (other and not both) else 1.0)
    middle = both and not other  # of the row
    pen.line(
        name, 0.6, 4.1 if middle else base, "bold", (10 if middle else 9) * PT, ink, room=room, slot="pool"
    )
    if other:
        x, align = (0.6, 0.0) if both else (label - 1.2, 1.0)
        pen.line(other, x, base + below, "regular", small, soft, align)
    if tags:
        if deck:
            pen.line(style.language.phrase("deck"), label - 1.2, base, "regular", small, soft, 1.0)
        if dice:
            pen.line(style.language.phrase("dice"), label - 1.2, base + below, "regular", small, soft, 1.0)
    grid = TableGrid.at(label, 0, [cell] * len(chances), [height])
    bars: list[Segment] = []
    for i, (rolled, drawn) in enumerate(chances):
        high = float((rolled if drawn is None else drawn) or 0) * (height - 0.4)
        bars += rectangle(grid.cell(0, i).x + 0.35, height - high, cell - 0.7, high)
    pen.path(tuple(bars), bar)
    for i, (rolled, drawn) in enumerate(chances):
        spot = grid.cell(0, i)
        if drawn is not None:
            pen.line(whole_percent(drawn), spot.cx, base, "bold", 8 * PT, ink, 0.5, slot="deck")
        if rolled is not None:
            face, size = ("regular", 7 * PT) if deck else ("semibold", 8 * PT)
            pen.line(whole_percent(rolled), spot.cx, base + below, face, size, ink, 0.5, slot="dice")
    return height
