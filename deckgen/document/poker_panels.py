"""Small panels, one a card: pieces for each section, packed once for all cards of a deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

from deckgen.deck.cards import Card
from deckgen.document.marked_results import draw_result
from deckgen.document.poker_page import Setting
from deckgen.document.results import AGAIN, CONFIRM, FAILURE, MARKED, Field, Result, in_sections
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.table import TableGrid
from deckgen.game.model import MarksSection, RollsSection

_BAR = 2.6  # width of a title that runs up, at the smallest size
_GAP = 0.8
_SHORT = 0.42  # of a panel's width: single results up to that are set under each other

Draw = Callable[[Pen, Card, float, float], None]


@dataclass(frozen=True)
class Piece:
    """A part of a panel of fixed size, drawn from its upper left corner."""

    width: float
    height: float
    draw: Draw
    x: float = 0.0
    y: float = 0.0

    def clashes(self, x: float, y: float, width: float, height: float) -> bool:
        """Whether a box would come too near."""
        return (
            x < self.x + self.width + _GAP - 1e-9
            and self.x < x + width + _GAP - 1e-9
            and y < self.y + self.height + _GAP - 1e-9
            and self.y < y + height + _GAP - 1e-9
        )


@dataclass(frozen=True)
class Packing:
    """How loosely a panel is set: ``scale`` of the smallest type, ``line`` the height of a row in mm.

    ``pad`` is what a column is wider than its longest entry; ``even`` makes single results one width.
    """

    scale: float
    line: float
    pad: float
    even: bool


def pieces(
    setting: Setting, fields: Sequence[Field], entries: Sequence[frozenset[Result]], room: float, fit: Packing
) -> list[Piece]:
    """The pieces of all sections, none wider than ``room`` if that can be. ``entries``: what each field can show."""
    shown = {id(field): found for field, found in zip(fields, entries, strict=True)}
    found: list[Piece] = []
    singles: list[_Maker] = []
    for own in in_sections(fields):
        maker = _Maker(setting, own, shown, fit)
        if len(own) == 1:
            singles.append(maker)
        elif isinstance(own[0].section, MarksSection):
            found.append(maker.lineup(room))
        elif isinstance(own[0].section, RollsSection):
            found.append(maker.rolls(room))
        else:
            found.append(maker.matrix())
    widths = [maker.single().width for maker in singles]
    common = max((width for width in widths if fit.even and width <= room * _SHORT), default=0.0)
    return found + [maker.single(max(width, common)) for maker, width in zip(singles, widths, strict=True)]


def pack(given: Sequence[Piece], width: float, height: float) -> list[Piece] | None:
    """Pieces in a room, each as high up and then as far left as it goes; None if they do not fit.

    High ones come first, or if that does not fit, wide ones.
    """
    by_height = sorted(given, key=lambda p: -p.height)
    by_width = sorted(given, key=lambda p: (-p.width * (p.height > p.width / 4), -p.height))
    return _packed(by_height, width, height) or _packed(by_width, width, height)


def _packed(given: Sequence[Piece], width: float, height: float) -> list[Piece] | None:
    placed: list[Piece] = []
    for piece in given:
        xs = sorted({0.0, *(p.x + p.width + _GAP for p in placed)})
        ys = sorted({0.0, *(p.y + p.height + _GAP for p in placed)})
        for y, x in product(ys, xs):
            inside = x + piece.width <= width + 1e-6 and y + piece.height <= height + 1e-6
            if inside and not any(p.clashes(x, y, piece.width, piece.height) for p in placed):
                placed.append(replace(piece, x=x, y=y))
                break
        else:
            return None
    return placed


class _Maker:
    """Makes the pieces of one section."""

    def __init__(
        self, setting: Setting, own: Sequence[Field], shown: Mapping[int, frozenset[Result]], fit: Packing
    ) -> None:
        style, self.own, self.shown = setting.style, own, shown
        self.marks, self.fonts = setting.marks[own[0].section.name], style.fonts
        self.row, self.pad = fit.line, fit.pad
        self.size, self.scale = style.smallest * fit.scale, fit.scale
        self.base = fit.line / 2 + 0.72 * fit.scale
        self.title = own[0].section.title
        self.ink, self.soft, self.accent, self.paper, self.tint = map(
            style.colour, ("ink", "soft", "accent", "paper", "tint")
        )

    def _wide(self, fields: Sequence[Field]) -> float:
        """The width that the longest result of fields needs."""
        results = {result for field in fields for result in self.shown[id(field)]}
        lead = 1.9 if self.marks.mark else 0.0
        return max(self._width(r.text, self.marks.style(r).face) for r in results) + lead + self.pad

    def _width(self, text: str, face: str) -> float:
        return self.fonts.width(text, face, self.size)

    def _words(
        self, pen: Pen, text: str, x: float, y: float, face: str, ink: str, align: float = 0.0
    ) -> None:
        """A line in the row that begins at ``y``."""
        pen.line(text, x, y + self.base, face, self.size, ink, align)

    def _result(self, pen: Pen, result: Result, right: float, y: float) -> None:
        """A result at the right end of a row, bold, or on its plate if it is marked."""
        if {AGAIN, FAILURE, CONFIRM} & set(result.marks):
            width = self._width(result.text, self.marks.style(result).face) + 0.9
            draw_result(pen, result, self.marks, Box(right - width, y, width, self.row), self.size)
            return
        pen.line(result.text, right - 0.4, y + self.base, "bold", self.size, self.ink, 1.0, slot="cell")

    def single(self, least: float = 0.0) -> Piece:
        """A line: the title, and the result at its right."""
        (field,) = self.own
        longest = max(self._width(result.text, "bold") for result in self.shown[id(field)])
        width = max(self._width(self.title, "regular") + 1.4 + longest + 0.4, least)

        def draw(pen: Pen, card: Card, x: float, y: float) -> None:
            self._words(pen, self.title, x, y, "regular", self.soft)
            self._result(pen, field.read(card), x + width, y)

        return Piece(width, self.row, draw)

    def lineup(self, room: float) -> Piece:
        """All places by number, the marked ones on a plate, with the title above."""
        cell = 2.9 * self.scale
        across = min(len(self.own), int(room / cell))
        lines = -(-len(self.own) // across)

        def draw(pen: Pen, card: Card, x: float, y: float) -> None:
            self._title(pen, x, y)
            grid = TableGrid.at(x, y + self.row, [cell] * across, [self.row] * lines)
            for i, field in enumerate(self.own):
                place, result = grid.cell(*divmod(i, across)), field.read(card)
                if MARKED in result.marks:
                    draw_result(pen, result, self.marks, place, self.size)
                else:
                    self._words(pen, field.label, place.cx, place.y, "regular", self.soft, 0.5)

        return Piece(max(across * cell, self._title_width()), self.row * (1 + lines), draw)

    def rolls(self, room: float) -> Piece:
        """Labels over numbers, or a line for each where labels are long."""
        cells = [max(self._wide([f]), self._width(f.label, "semibold") + self.pad * 0.8) for f in self.own]
        if sum(cells) > room * 0.72:
            return self._lines(cells[0])
        width = max(sum(cells), self._title_width())

        def draw(pen: Pen, card: Card, x: float, y: float) -> None:
            self._title(pen, x, y)
            pen.box(x, y + self.row, width, self.row, self.tint)
            grid = TableGrid.at(x, y + self.row, cells, [self.row] * 2)
            for i, field in enumerate(self.own):
                label = grid.cell(0, i)
                self._words(pen, field.label, label.cx, label.y, "semibold", self.accent, 0.5)
                draw_result(pen, field.read(card), self.marks, grid.cell(1, i), self.size)

        return Piece(width, 3 * self.row, draw)

    def _lines(self, first: float) -> Piece:
        """A line for each result, its label at the left."""
        label = max(self._width(f.label, "regular") for f in self.own) + 1.2
        width = max(label + max(first, self._wide(self.own)), self._title_width())

        def draw(pen: Pen, card: Card, x: float, y: float) -> None:
            self._title(pen, x, y)
            for i, field in enumerate(self.own, 1):
                self._words(pen, field.label, x, y + self.row * i, "regular", self.soft)
                self._result(pen, field.read(card), x + width, y + self.row * i)

        return Piece(width, self.row * (1 + len(self.own)), draw)

    def matrix(self) -> Piece:
        """A grid, table or stack: columns across, rows down, the title beside it if it is short enough."""
        columns = [list(group) for _, group in groupby(self.own, key=lambda f: f.column)]
        heads = [group[0].group.split()[0] if group[0].group else "" for group in columns]
        rows = [field.label for field in columns[0]]
        head = self.row if any(heads) else 0.0
        height = head + self.row * len(rows)
        title = self._width(self.title, "bold")
        beside = title <= height - 0.8
        bar = _BAR * self.scale if beside else 0.0
        left = (bar + 0.3 if beside else 0.0) + max(self._width(r, "semibold") for r in rows) + 0.9
        pairs = zip(columns, heads, strict=True)
        cells = [max(self._wide(group), self._width(name, "bold") + 0.5) for group, name in pairs]
        width = max(left + sum(cells), 0.0 if beside else self._title_width())
        top = 0.0 if beside else self.row

        def draw(pen: Pen, card: Card, x: float, y: float) -> None:
            if beside:
                pen.box(x, y, bar, height, self.accent)
                low = y + (height + title) / 2
                pen.line(self.title, x + bar * 0.75, low, "bold", self.size, self.paper, upward=True)
            else:
                self._title(pen, x, y)
            grid = TableGrid.at(x + left, y + top, cells, [head, *[self.row] * len(rows)])
            if head:
                pen.box(x + bar, grid.ys[0], width - bar, head, self.tint)
            for i, label in enumerate(rows):
                if i % 2:
                    pen.box(x + bar, grid.ys[i + 1], width - bar, self.row, self.tint)
                self._words(pen, label, x + left - 0.45, grid.ys[i + 1], "semibold", self.accent, 1.0)
            for j, (name, group) in enumerate(zip(heads, columns, strict=True)):
                self._words(pen, name, grid.column(j).cx, grid.ys[0], "bold", self.accent, 0.5)
                for i, field in enumerate(group, 1):
                    draw_result(pen, field.read(card), self.marks, grid.cell(i, j), self.size)

        return Piece(width, top + height, draw)

    def _title_width(self) -> float:
        return self._width(self.title, "bold") + 0.4

    def _title(self, pen: Pen, x: float, y: float) -> None:
        self._words(pen, self.title, x, y, "bold", self.accent)


def rooms(width: float, height: float, across: int, down: int, margins: Box, gap: float) -> list[Box]:
    """The places of panels on a page, row by row; ``margins``: left, top, right, bottom as a box's four numbers."""
    left, top, right, bottom = margins
    wide = (width - left - right - (across - 1) * gap) / across
    high = (height - top - bottom - (down - 1) * gap) / down
    return [
        Box(left + column * (wide + gap), top + row * (high + gap), wide, high)
        for row in range(down)
        for column in range(across)
    ]
