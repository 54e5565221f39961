"""A legend in a document: a sample and the words of every mark, in columns of equal width."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen.card.rules.legend import LegendEntry
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, wrap
from deckgen.records import record

_LEADING, _HIGH = 1.3, 1.15
_GUTTER, _GAP = 4.0, 1.2


@record
class LegendBlock:
    """Entries with their lines, ``across`` beside each other in ``width`` mm of type of ``size`` mm."""

    entries: Sequence[tuple[LegendEntry, Sequence[Line]]]
    size: float
    width: float
    across: int
    indent: float

    @property
    def rows(self) -> list[list[tuple[LegendEntry, Sequence[Line]]]]:
        """The entries row by row."""
        every = list(self.entries)
        return [every[i : i + self.across] for i in range(0, len(every), self.across)]

    @property
    def height(self) -> float:
        """How high it is, in mm."""
        return sum(map(self._height, self.rows))

    def _height(self, row: Sequence[tuple[LegendEntry, Sequence[Line]]]) -> float:
        return max(len(lines) for _, lines in row) * self.size * _LEADING + self.size * 0.25

    def draw(self, pen: Pen, x: float, y: float, ink: str) -> None:
        """From (x, y) down."""
        pitch = (self.width + _GUTTER) / self.across
        for row in self.rows:
            for i, (entry, lines) in enumerate(row):
                left, line, high = x + i * pitch, self.size * _LEADING, self.size * _HIGH
                wide = min(self.indent - _GAP, entry.width * high)
                entry.draw(pen, Box(left, y + (line - high) / 2, wide, high))
                for j, each in enumerate(lines):
                    base = y + j * line + (line + pen.cap("regular") * self.size) / 2
                    pen.runs(each, left + self.indent, base, self.size, ink)
            y += self._height(row)


def legend_block(
    style: Stylesheet,
    entries: Sequence[LegendEntry],
    size: float,
    width: float,
    across: int = 1,
    *,
    looks: bool = True,
) -> LegendBlock:
    """The legend of ``entries``; its samples want the card's icons and inks in the document's style.

    Without ``looks`` it leaves out how they look in words.
    """
    across = max(1, min(across, len(entries)))
    widest = max((entry.width for entry in entries), default=1.0) * size * _HIGH
    indent = min(widest, size * 5.5) + _GAP
    room = (width + _GUTTER) / across - _GUTTER - indent
    lines = [
        wrap(
            [(entry.look, "semibold"), (f": {entry.meaning}", "regular")]
            if looks
            else [(entry.meaning, "regular")],
            size,
            room,
            style.fonts,
            language=style.language,
        )
        for entry in entries
    ]
    return LegendBlock(tuple(zip(entries, lines, strict=True)), size, width, across, indent)
