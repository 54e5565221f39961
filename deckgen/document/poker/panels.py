"""A card's results in a table: a piece per section, arranged once for all cards of a deck.

Pieces of several rows are stacked in towers; towers are side by side on shelves. Single results fill the
rest. A band of the table has one shelf, or one line below a head for all cards; a panel of the booklet has
several shelves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import fsum

from deckgen.deck.cards import Card
from deckgen.document.marked_results import ResultStyles, draw_result, icon_width
from deckgen.document.poker.frame import TableContext
from deckgen.document.results import Result, ResultField, group_by_section
from deckgen.draw.blocks.table import TableGrid
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.game.model import DiceSection, GridSection, MarksSection, RollsSection, TableSection
from deckgen.records import record

LEADING = 1.07
"""The least height of a line, in type sizes."""
_ACROSS = 0.72
"""Share of the width that labels may take before they go below each other."""
_SPINE = 1.25  # width of a title that runs up, in type sizes
_MIN_SPINE_LINES = 4  # least lines of a piece whose title runs up
_MARKS_ACROSS = 5  # marks in a row


@record
class Type:
    """Type of a panel in mm: its ``size``, and ``pad``, by which columns exceed their longest entry.

    ``gap`` is between towers, half of it between shelves.
    """

    size: float
    pad: float
    gap: float = 2.2


def types(largest: float, smallest: float, gap: float = 2.2) -> Iterator[Type]:
    """Yield types from the largest and loosest to the smallest and tightest; sizes in mm."""
    points = int(largest / PT * 4)
    while points >= smallest / PT * 4 - 1e-6:
        yield from (Type(points / 4 * PT, pad, gap) for pad in (1.8, 1.3, 1.0))
        points -= 1
    yield Type(smallest, 0.8, gap)


@record(eq=False)
class Piece:
    """A section's results in rows and columns, or a single one; ``cells``: least widths of columns.

    ``label``: width of the column of ``labels``. Without ``heads`` and labels, an empty result has its number.
    ``title`` is in a line above, or runs up in a ``spine`` of that width. If ``flat``, title and heads are in
    the page's head. ``wordy``: results are texts at the right. ``least``: least width of the piece.
    """

    section: str
    title: str
    rows: tuple[tuple[ResultField, ...], ...]
    cells: tuple[float, ...]
    heads: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    label: float = 0.0
    wordy: bool = False
    titled: bool = False
    spine: float = 0.0
    least: float = 0.0
    flat: bool = False

    @property
    def lines(self) -> int:
        """Number of lines, also those of heads and title."""
        return len(self.rows) + (bool(self.heads) and not self.flat) + (self.titled and not self.spine)

    @property
    def width(self) -> float:
        return max(self.spine + self.label + fsum(self.cells), self.least)

    @property
    def single(self) -> bool:
        return len(self.rows) == 1 and len(self.rows[0]) == 1 and self.wordy

    def grid(self, box: Box, line: float) -> TableGrid:
        """Return the grid of its results in ``box``, below heads and titles, in lines ``line`` mm high."""
        spare_width = box.width - self.spine - self.label - fsum(self.cells)
        left = self.spine + self.label + (spare_width if self.wordy else 0.0)
        cells = self.cells if self.wordy else [cell + spare_width / len(self.cells) for cell in self.cells]
        lines_above = self.lines - len(self.rows)
        return TableGrid.from_sizes(box.x + left, box.y + lines_above * line, cells, [line] * len(self.rows))

    def places(self, box: Box, line: float) -> Iterator[tuple[ResultField, Box]]:
        """Yield every field with the box of its result."""
        grid = self.grid(box, line)
        for i, row in enumerate(self.rows):
            for j, field in enumerate(row):
                yield field, grid.cell(i, j)


@record
class PlacedPiece:
    """A piece and its position in a panel: index of its first line and of its shelf; ``x`` and ``width`` in mm."""

    piece: Piece
    line: int
    shelf: int
    x: float
    width: float


@record
class CardPanel:
    """All pieces of a card, arranged ``lines`` high on ``shelves`` shelves, in ``type``."""

    placed: tuple[PlacedPiece, ...]
    lines: int
    shelves: int
    type: Type

    @property
    def flat(self) -> bool:
        """Whether it is one line below a head for all cards."""
        return any(placed.piece.flat for placed in self.placed)

    @property
    def least(self) -> float:
        """Least height in mm."""
        return self.lines * self.type.size * LEADING + (self.shelves - 1) * self.type.gap / 2

    def line(self, height: float) -> float:
        """Return the height in mm of a line in a panel ``height`` mm high."""
        return (height - (self.shelves - 1) * self.type.gap / 2) / self.lines

    def boxes(self, room: Box) -> Iterator[tuple[Piece, Box]]:
        """Yield every piece and its box if the panel fills ``room``."""
        line = self.line(room.height)
        for placed in self.placed:
            y = room.y + placed.line * line + placed.shelf * self.type.gap / 2
            yield placed.piece, Box(room.x + placed.x, y, placed.width, placed.piece.lines * line)

    def draw(self, pen: Pen, context: TableContext, card: Card, room: Box) -> None:
        painter = _Painter(context, self.type, self.line(room.height))
        for piece, box in self.boxes(room):
            painter.ground(pen, piece, box)
            painter.results(pen, piece, card, box)


# Pieces


def pieces(
    context: TableContext, fields: Iterable[ResultField], kind: Type, room: float, *, titles: bool
) -> list[Piece]:
    """Return a piece per section: those of several results, labeled single ones, unlabeled ones (``context.rare``).

    ``room``: width in mm. ``titles``: pieces of several results have titles.
    """
    maker = _Maker(context, kind, room)
    sections = group_by_section(fields)
    several = [maker.several(section_fields) for section_fields in sections if len(section_fields) > 1]
    single = [maker.single(section_fields[0]) for section_fields in sections if len(section_fields) == 1]
    spined = [maker.titled(piece) for piece in several] if titles else several
    return [*spined, *sorted(single, key=lambda piece: not piece.labels)]


def flat_pieces(context: TableContext, kind: Type, room: float) -> list[Piece]:
    """Return a piece of one row per section; none at all if a section has both rows and columns."""
    maker = _Maker(context, kind, room)
    sections = group_by_section(context.fields)
    if any(
        len({f.column for f in section_fields}) > 1 and len({f.row for f in section_fields}) > 1
        for section_fields in sections
    ):
        return []
    return [maker.flat(section_fields) for section_fields in sections]


class _Maker:
    """Makes pieces of sections' fields, in type ``kind`` for a panel ``room`` mm wide."""

    def __init__(self, context: TableContext, kind: Type, room: float) -> None:
        self.context, self.style, self.type, self.room = context, context.style, kind, room
        self.small = max(context.style.min_text_size, kind.size * 0.86)

    def _entries(self, fields: Iterable[ResultField], pad: float) -> float:
        """Return the width in mm of the longest result of ``fields``, with its icon, plus ``pad``."""
        widest = 0.0
        for field in fields:
            marks = self.context.marks[field.section.name]
            texts = {(result.text, marks.style(result).face) for result in self.context.results[field]}
            widest = max(widest, *(self._width(*text) + icon_width(marks, self.type.size) for text in texts))
        return widest + pad

    def _width(self, text: str, face: str, size: float = 0.0) -> float:
        return self.style.fonts.width(text, face, size or self.type.size)

    def single(self, field: ResultField) -> Piece:
        """Return the piece of a field, labeled with the section's title unless the field is in ``context.rare``."""
        title = field.section.title
        piece = Piece(field.section.name, title, ((field,),), (self._entries([field], 1.2),), wordy=True)
        if field in self.context.rare:
            return piece
        return replace(piece, labels=(title,), label=self._width(title, "regular", self.small) + 0.6)

    def several(self, fields: Sequence[ResultField]) -> Piece:
        """Return a section's piece without a title; rolls in a row, below each other if too wide; marks by five."""
        section = fields[0].section
        if isinstance(section, MarksSection):
            across = min(len(fields), _MARKS_ACROSS)
            rows = tuple(tuple(fields[i : i + across]) for i in range(0, len(fields), across))
            piece = Piece(section.name, section.title, rows, (self._width("00", "bold") + 1.0,) * across)
        elif isinstance(section, RollsSection | DiceSection):
            piece = self._matrix([[field] for field in fields], [f.label for f in fields], [""])
            if piece.width > self.room * _ACROSS:
                piece = replace(self._matrix([fields], [], [f.label for f in fields]), wordy=True)
        else:
            columns = [list(group) for _, group in groupby(fields, key=lambda f: f.column)]
            heads = [group[0].name for group in columns] if len(columns) > 1 else []
            piece = self._matrix(columns, heads, [f.label for f in columns[0]])
        return replace(piece, least=self._width(section.title, "bold", self.style.min_text_size) + 1.0)

    def flat(self, fields: Sequence[ResultField]) -> Piece:
        """Return a section in one row; a grid's only column adds its die to the title."""
        section = fields[0].section
        several = len({field.column for field in fields}) > 1
        heads = [field.column_title if several and field.column_title else field.label for field in fields]
        piece = self._matrix([[field] for field in fields], heads, [""])
        title = section.title
        if isinstance(section, GridSection) and not several:
            die = f"d{section.columns[0].sides}"
            title = title if die in title.split() else f"{title} {die}"
        least = self._width(title, "bold", self.style.min_text_size) + 1.0 if len(fields) > 1 else 0.0
        return replace(piece, title=title, least=least, flat=True)

    def titled(self, piece: Piece) -> Piece:
        """Return the piece with its title, running up beside it if that fits, else above."""
        height = piece.lines * self.type.size * LEADING
        if piece.lines < _MIN_SPINE_LINES or self._width(piece.title, "bold", self.style.min_text_size) > height - 0.8:
            return replace(piece, titled=True)
        wider = 0.8 if piece.wordy else 0.0
        spine = self.type.size * _SPINE
        return replace(piece, titled=True, spine=spine, label=piece.label + wider, least=0.0)

    def _matrix(self, columns: Sequence[Sequence[ResultField]], heads: Sequence[str], labels: Sequence[str]) -> Piece:
        """Return the piece of equally long ``columns``; heads and labels that are all "" are left out."""
        section = columns[0][0].section
        pad = self.type.pad if isinstance(section, GridSection | TableSection | RollsSection) else 1.0
        named = heads if any(heads) else [""] * len(columns)
        cells = [
            max(self._entries(column, pad), self._width(head, "bold", self.small) + 0.8)
            for column, head in zip(columns, named, strict=True)
        ]
        label = max(self._width(text, "semibold", self.small) for text in labels)
        return Piece(
            section.name,
            section.title,
            tuple(zip(*columns, strict=True)),
            tuple(cells),
            tuple(heads) if any(heads) else (),
            tuple(labels) if any(labels) else (),
            label + 1.4 if any(labels) else 0.0,
        )


# Arranging


@dataclass
class _Tower:
    """Pieces below each other."""

    pieces: list[Piece]

    @property
    def width(self) -> float:
        return max(piece.width for piece in self.pieces)

    @property
    def lines(self) -> int:
        return sum(piece.lines for piece in self.pieces)


@dataclass
class _Shelf:
    """Towers side by side, ``gap`` mm apart."""

    towers: list[_Tower]
    gap: float

    @property
    def lines(self) -> int:
        return max(tower.lines for tower in self.towers)

    @property
    def width(self) -> float:
        return fsum(tower.width for tower in self.towers) + self.gap * (len(self.towers) - 1)


def arrange(pieces: Sequence[Piece], kind: Type, width: float, shelves: int) -> CardPanel | None:
    """Return the pieces in ``width`` mm on at most ``shelves`` shelves; None if they do not fit or there are none."""
    if not pieces:
        return None
    several = [piece for piece in pieces if not piece.single]
    max_lines = max((piece.lines for piece in several), default=_MIN_SPINE_LINES)
    lines = max_lines if shelves == 1 else 0
    if shelves > 1:  # high ones first, so that low ones fill what is left
        several.sort(key=lambda piece: -piece.lines)
    filled: list[_Shelf] = []
    for piece in several:
        if not (_add_below(piece, filled, lines) or _add_beside(piece, filled, width)):
            filled.append(_Shelf([_Tower([piece])], kind.gap))
    singles = [piece for piece in pieces if piece.single and not _add_below(piece, filled, lines)]
    if shelves == 1:
        towers = [_Tower(singles[i : i + max_lines]) for i in range(0, len(singles), max_lines)]
        filled = [_Shelf([tower for shelf in filled for tower in shelf.towers] + towers, kind.gap)]
    else:
        singles = _add_singles_beside(singles, filled, width)
        filled += _single_shelves(singles, width, kind.gap)
    if len(filled) > shelves or any(shelf.width > width + 1e-6 for shelf in filled):
        return None
    return _panel(filled, kind, width)


def _add_below(piece: Piece, shelves: Sequence[_Shelf], lines: int) -> bool:
    """Add a piece, titled unless single, to a tower as wide or wider in ``lines`` (0: the shelf's), if it fits."""
    added = piece if piece.single or piece.titled else replace(piece, titled=True)
    for shelf in shelves:
        for tower in shelf.towers:
            if added.width <= tower.width + 1e-6 and tower.lines + added.lines <= (lines or shelf.lines):
                tower.pieces.append(added)
                return True
    return False


def _add_beside(piece: Piece, shelves: Sequence[_Shelf], width: float) -> bool:
    """Add a piece as a new tower on the first shelf with space; return whether it was added."""
    for shelf in shelves:
        if shelf.width + shelf.gap + piece.width <= width + 1e-6:
            shelf.towers.append(_Tower([piece]))
            return True
    return False


def _add_singles_beside(single: Sequence[Piece], shelves: Sequence[_Shelf], width: float) -> list[Piece]:
    """Add single results as one more tower to each shelf with space up to ``width`` mm; return the others."""
    remaining = list(single)
    for shelf in shelves:
        room = width - shelf.width - shelf.gap
        fitting = [piece for piece in remaining if piece.width <= room + 1e-6][: shelf.lines]
        if fitting:
            shelf.towers.append(_Tower(fitting))
            remaining = [piece for piece in remaining if piece not in fitting]
    return remaining


def _single_shelves(single: Sequence[Piece], width: float, gap: float) -> list[_Shelf]:
    """Return single results on one shelf, in the fewest lines that fit ``width`` mm, else one column; [] for none."""
    shelf = _Shelf([], gap)
    for lines in sorted({-(-len(single) // count) for count in range(1, len(single) + 1)}):
        shelf = _Shelf([_Tower(list(single[i : i + lines])) for i in range(0, len(single), lines)], gap)
        if shelf.width <= width + 1e-6:
            break
    return [shelf] if single else []


def _panel(shelves: Sequence[_Shelf], kind: Type, width: float) -> CardPanel:
    """Return the panel of filled shelves; columns share the spare width."""
    placed: list[PlacedPiece] = []
    top = 0
    for number, shelf in enumerate(shelves):
        spare = width - shelf.width
        column_counts = [len(tower.pieces[0].cells) for tower in shelf.towers]
        x = 0.0
        for tower, column_count in zip(shelf.towers, column_counts, strict=True):
            tower_width, line = tower.width + spare * column_count / sum(column_counts), top
            for piece in tower.pieces:
                placed.append(PlacedPiece(piece, line, number, x, tower_width))
                line += piece.lines
            x += tower_width + shelf.gap
        top += shelf.lines
    return CardPanel(tuple(placed), top, len(shelves), kind)


# Drawing


class _Painter:
    """Draws pieces in lines of one height."""

    def __init__(self, context: TableContext, kind: Type, line: float) -> None:
        style = context.style
        self.context, self.style, self.line = context, style, line
        self.size = kind.size
        self.small = max(style.min_text_size, min(kind.size * 0.86, line * 0.8))
        self.ink, self.soft, self.accent, self.tint, self.rule = map(
            style.color, ("ink", "soft", "accent", "tint", "rule")
        )
        self.head_fill, self.head_ink = context.head

    def ground(self, pen: Pen, piece: Piece, box: Box) -> None:
        """Draw what is the same on every card: stripes, heads, labels, the title."""
        grid, line = piece.grid(box, self.line), self.line
        heads = () if piece.flat else piece.heads
        top = grid.ys[0] - line * bool(heads)
        if piece.titled:
            self._draw_title(pen, piece, box)
        if len(piece.cells) > 1 and (piece.heads or piece.labels):
            for j in range(1, len(piece.cells), 2):
                pen.box(grid.xs[j], top, grid.xs[j + 1] - grid.xs[j], grid.ys[-1] - top, self.tint)
        for j, head in enumerate(heads):
            self._draw_line(pen, head, grid.column(j).cx, top, "bold", self.accent, 0.5)
        if heads:
            pen.rule(box.x + piece.spine, grid.ys[0], box.right, grid.ys[0], self.accent, 0.25)
        left = box.x + piece.spine + (0.8 if piece.spine else 0.0)
        for i, label in enumerate(piece.labels):
            if piece.wordy:
                if i:
                    pen.rule(left, grid.ys[i], box.right, grid.ys[i], self.rule, 0.18)
                self._draw_line(pen, label, left, grid.ys[i], "regular", self.soft)
            else:
                self._draw_line(pen, label, grid.xs[0] - 0.8, grid.ys[i], "semibold", self.soft, 1.0)

    def _draw_title(self, pen: Pen, piece: Piece, box: Box) -> None:
        """Draw a piece's title in its first line, or running up in its spine."""
        size = self.style.min_text_size
        if not piece.spine:
            self._draw_line(pen, piece.title, box.x, box.y, "bold", self.accent)
            return
        pen.box(box.x, box.y, piece.spine, box.height, self.head_fill)
        x = box.x + (piece.spine + pen.cap("bold") * size) / 2
        pen.line(piece.title, x, box.cy, "bold", size, self.head_ink, 0.5, upward=True)

    def _draw_line(self, pen: Pen, text: str, x: float, y: float, face: str, ink: str, align: float = 0.0) -> None:
        base = y + (self.line + pen.cap(face) * self.small) / 2
        pen.line(text, x, base, face, self.small, ink, align)

    def results(self, pen: Pen, piece: Piece, card: Card, box: Box) -> None:
        """Draw a card's results; for an empty one in a piece without heads and labels, its number."""
        marks = self.context.marks[piece.section]
        for field, box_of_result in piece.places(box, self.line):
            result = field.read(card)
            if piece.wordy:
                self._draw_right(pen, result, marks, box_of_result, alone=not piece.labels)
            elif not (piece.heads or piece.labels) and not result.text:
                self._draw_line(pen, field.label, box_of_result.cx, box_of_result.y, "regular", self.soft, 0.5)
            else:
                draw_result(pen, result, marks, box_of_result, self.size)

    def _draw_right(self, pen: Pen, result: Result, marks: ResultStyles, box: Box, *, alone: bool) -> None:
        """Draw a result at the right end of its line; a dash if it is empty, unless ``alone``."""
        style = marks.style(result)
        if result.dice:
            draw_result(pen, result, marks, box, self.size, align=1.0)
            return
        if style.fill or style.edge:
            width = pen.width(result.text, style.face, self.size) + 1.6
            draw_result(pen, result, marks, Box(box.right - width, box.y, width, box.height), self.size)
            return
        text, ink = (result.text, self.ink) if result.text or alone else ("–", self.soft)
        base = box.y + (self.line + pen.cap("bold") * self.size) / 2
        slot = "cell" if result.text else "none"
        pen.line(text, box.right - 0.4, base, "bold", self.size, ink, 1.0, slot=slot)
