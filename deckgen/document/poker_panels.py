"""Small panels, one a card: pieces for each section, packed once for all cards of a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from deckgen.card.widgets.base import SectionMarks
from deckgen.deck.cards import Card
from deckgen.document.brush import SMALLEST, Brush
from deckgen.document.results import MARKED, Field, Result
from deckgen.draw.geometry import Box
from deckgen.game.model import MarksSection, RollsSection

_BAR = 2.6  # width of a title that runs up, at the smallest size
_GAP = 0.8
_SHORT = 0.42  # of a panel's width: single results up to that are set under each other

Draw = Callable[[Brush, Card, float, float], None]


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
    fields: Sequence[Field],
    entries: Sequence[frozenset[Result]],
    looks: Mapping[str, SectionMarks],
    brush: Brush,
    room: float,
    fit: Packing,
) -> list[Piece]:
    """The pieces of all sections, none wider than ``room`` if that can be. ``entries``: what each field can show."""
    shown = {id(field): found for field, found in zip(fields, entries, strict=True)}
    found: list[Piece] = []
    singles: list[_Maker] = []
    for name, members in groupby(fields, key=lambda f: f.section.name):
        own = list(members)
        look = looks[name]
        maker = _Maker(own, shown, look, brush, fit)
        if len(own) == 1:
            singles.append(maker)
        elif isinstance(own[0].section, MarksSection):
            found.append(maker.lineup(room))
        elif isinstance(own[0].section, RollsSection):
            found += maker.rolls(room)
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
        spot = next(_spots(piece, placed, width, height), None)
        if spot is None:
            return None
        placed.append(replace(piece, x=spot[0], y=spot[1]))
    return placed


def _spots(
    piece: Piece, placed: Sequence[Piece], width: float, height: float
) -> Iterator[tuple[float, float]]:
    xs = sorted({0.0, *(p.x + p.width + _GAP for p in placed)})
    ys = sorted({0.0, *(p.y + p.height + _GAP for p in placed)})
    for y in ys:
        for x in xs:
            if x + piece.width > width + 1e-6 or y + piece.height > height + 1e-6:
                continue
            if not any(p.clashes(x, y, piece.width, piece.height) for p in placed):
                yield x, y


class _Maker:
    """Makes the pieces of one section."""

    def __init__(
        self,
        own: Sequence[Field],
        shown: Mapping[int, frozenset[Result]],
        look: SectionMarks,
        brush: Brush,
        fit: Packing,
    ) -> None:
        self.own, self.shown, self.look, self.brush = own, shown, look, brush
        self.line, self.pad = fit.line, fit.pad
        self.size, self.bar = SMALLEST * fit.scale, _BAR * fit.scale
        self.base = fit.line / 2 + 0.72 * fit.scale
        self.title = own[0].section.title or own[0].section.name
        colour = brush.look.colour
        self.ink, self.soft, self.accent = colour("ink"), colour("soft"), colour("accent")
        self.paper, self.tint = colour("paper"), colour("tint")

    def _wide(self, fields: Sequence[Field]) -> float:
        """The width that the longest result of fields needs."""
        faces = {mark: plate.face for mark, plate in self.look.plates.items()}
        texts = {
            (result.text, next((faces[m] for m in result.marks if m in faces), "regular"))
            for field in fields
            for result in self.shown[id(field)]
        }
        lead = 1.9 if self.look.mark else 0.0
        return max(self.brush.width(text, face, self.size) for text, face in texts) + lead + self.pad

    def _words(self, text: str, face: str) -> float:
        return self.brush.width(text, face, self.size)

    def single(self, least: float = 0.0) -> Piece:
        """A line: the title, and the result at its right."""
        field, wide = self.own[0], self._words(self.title, "regular") + 1.4
        width = wide + max(self._words(result.text, "bold") for result in self.shown[id(field)]) + 0.4
        width = max(width, least)

        def draw(brush: Brush, card: Card, x: float, y: float) -> None:
            base = y + self.base
            brush.words(self.title, x, base, "regular", self.size, self.soft)
            brush.words(
                field.read(card).text, x + width - 0.4, base, "bold", self.size, self.ink, 1.0, slot="cell"
            )

        return Piece(width, self.line, draw)

    def lineup(self, room: float) -> Piece:
        """All places by number, the marked ones on a plate, with the title above."""
        cell = 2.9 * self.size / SMALLEST
        across = min(len(self.own), int(room / cell))
        lines = -(-len(self.own) // across)

        def draw(brush: Brush, card: Card, x: float, y: float) -> None:
            self._title(brush, x, y)
            for i, field in enumerate(self.own):
                left, top = x + i % across * cell, y + self.line * (1 + i // across)
                result = field.read(card)
                if MARKED in result.marks:
                    brush.cell(result, self.look, left, top, cell, self.line, self.size)
                else:
                    brush.words(
                        field.label, left + cell / 2, top + self.base, "regular", self.size, self.soft, 0.5
                    )

        return Piece(max(across * cell, self._title_width()), self.line * (1 + lines), draw)

    def rolls(self, room: float) -> list[Piece]:
        """Labels over numbers, or a line for each where labels are long."""
        cells = [max(self._wide([f]), self._words(f.label, "semibold") + self.pad * 0.8) for f in self.own]
        if sum(cells) <= room * 0.72:
            width = max(sum(cells), self._title_width())

            def draw(brush: Brush, card: Card, x: float, y: float) -> None:
                self._title(brush, x, y)
                brush.box(x, y + self.line, width, self.line, self.tint)
                for field, cell in zip(self.own, cells, strict=True):
                    brush.words(
                        field.label,
                        x + cell / 2,
                        y + self.line + self.base,
                        "semibold",
                        self.size,
                        self.accent,
                        0.5,
                    )
                    brush.cell(field.read(card), self.look, x, y + 2 * self.line, cell, self.line, self.size)
                    x += cell

            return [Piece(width, 3 * self.line, draw)]
        label = max(self._words(f.label, "regular") for f in self.own) + 1.2
        width = max(label + max(cells[0], self._wide(self.own)), self._title_width())

        def draw_lines(brush: Brush, card: Card, x: float, y: float) -> None:
            self._title(brush, x, y)
            for i, field in enumerate(self.own, 1):
                base = y + self.line * i + self.base
                brush.words(field.label, x, base, "regular", self.size, self.soft)
                brush.words(
                    field.read(card).text,
                    x + width - 0.4,
                    base,
                    "bold",
                    self.size,
                    self.ink,
                    1.0,
                    slot="cell",
                )

        return [Piece(width, self.line * (1 + len(self.own)), draw_lines)]

    def matrix(self) -> Piece:
        """A grid, table or stack: columns across, rows down, the title beside it if it is short enough."""
        columns = [list(group) for _, group in groupby(self.own, key=lambda f: f.column)]
        heads = [group[0].group.split()[0] if group[0].group else "" for group in columns]
        rows = [field.label for field in columns[0]]
        head = self.line if any(heads) else 0.0
        height = head + self.line * len(rows)
        beside = self._words(self.title, "bold") <= height - 0.8
        left = (self.bar + 0.3 if beside else 0.0) + (max(self._words(r, "semibold") for r in rows) + 0.9)
        cells = [
            max(self._wide(group), self._words(name, "bold") + 0.5)
            for group, name in zip(columns, heads, strict=True)
        ]
        width = max(left + sum(cells), 0.0 if beside else self._title_width())
        top = 0.0 if beside else self.line

        def draw(brush: Brush, card: Card, x: float, y: float) -> None:
            if beside:
                brush.box(x, y, self.bar, height, self.accent)
                wide = self._words(self.title, "bold")
                brush.upward(
                    self.title, x + self.bar * 0.75, y + (height + wide) / 2, "bold", self.size, self.paper
                )
            else:
                self._title(brush, x, y)
            y += top
            if head:
                brush.box(
                    x + (self.bar if beside else 0.0),
                    y,
                    width - (self.bar if beside else 0.0),
                    head,
                    self.tint,
                )
            for i, label in enumerate(rows):
                line = y + head + i * self.line
                if i % 2:
                    brush.box(
                        x + (self.bar if beside else 0.0),
                        line,
                        width - (self.bar if beside else 0.0),
                        self.line,
                        self.tint,
                    )
                brush.words(label, x + left - 0.45, line + self.base, "semibold", self.size, self.accent, 1.0)
            at = x + left
            for name, group, cell in zip(heads, columns, cells, strict=True):
                if name:
                    brush.words(name, at + cell / 2, y + self.base, "bold", self.size, self.accent, 0.5)
                for i, field in enumerate(group):
                    self._cell(brush, field.read(card), at, y + head + i * self.line, cell)
                at += cell

        return Piece(width, top + height, draw)

    def _cell(self, brush: Brush, result: Result, x: float, y: float, width: float) -> None:
        brush.cell(result, self.look, x, y, width, self.line, self.size)

    def _title_width(self) -> float:
        return self._words(self.title, "bold") + 0.4

    def _title(self, brush: Brush, x: float, y: float) -> None:
        brush.words(self.title, x, y + self.base, "bold", self.size, self.accent)


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
