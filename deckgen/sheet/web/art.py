"""Drawings of a sheet's theme on the screen: SVG in the page itself, and where the slots of a drawing stand on it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import pairwise

from deckgen.draw.contrast import contrast, mixed
from deckgen.draw.drawing import IDENTITY, Item, Path, Use
from deckgen.draw.geometry import Box
from deckgen.press.numbers import number, numbers, outline
from deckgen.records import record
from deckgen.sheet.paper.theme import PREFIX, Art, SheetTheme

_UNITS = 4000  # of a symbol, which is 1 high or wide: whole numbers are fine enough
_SEEN = 2.2  # contrast of art on a dark ground, at least


@record(frozen=False)
class Symbols:
    """The symbols of a theme that a page shows."""

    theme: SheetTheme
    _drawn: dict[str, str] = field(default_factory=dict)
    _colours: dict[str, str] = field(default_factory=dict)

    def icon(self, name: str) -> str:
        """A symbol that is as high and wide as its place."""
        return self._svg(name, 1.0, 1.0)

    def art(self, name: str) -> str:
        """A drawing, as wide as its place."""
        art = self.theme.art.drawings[name]
        return self._svg(PREFIX + name, art.width, art.height)

    def _svg(self, name: str, width: float, height: float) -> str:
        self._draw(name)
        size = max(width, height)
        wide, high = width / size * _UNITS, height / size * _UNITS
        box = numbers((-wide / 2, -high / 2, wide, high), places=1)
        return f'<svg viewBox="{box}" aria-hidden="true"><use href="#s-{name}"/></svg>'

    def _draw(self, name: str) -> None:
        if name not in self._drawn:
            self._drawn[name] = ""
            self._drawn[name] = "".join(map(self._item, self.theme.drawing.symbols[name].items))

    def _item(self, item: Item) -> str:
        if isinstance(item, Use):
            self._draw(item.symbol)
            a, b, c, d, e, f = item.matrix
            moved = (a, b, c, d, e * _UNITS, f * _UNITS)
            matrix = f' transform="matrix({numbers(moved, places=4)})"' if item.matrix != IDENTITY else ""
            return f'<use href="#s-{item.symbol}"{matrix}/>'
        if not isinstance(item, Path):  # drawings of sheets have no words
            return ""
        drawn = outline(item.segments, _UNITS)
        paint = self._paint("fill", item.fill) + (self._paint("stroke", item.stroke) if item.stroke else "")
        if item.stroke:
            paint += f' stroke-width="{number(item.stroke_width * _UNITS, places=0)}"'
        if item.stroke and item.round:
            paint += ' stroke-linecap="round" stroke-linejoin="round"'
        if item.stroke and item.dash:
            paint += f' stroke-dasharray="{numbers((each * _UNITS for each in item.dash), places=1)}"'
        rule = ' fill-rule="evenodd"' if item.even_odd else ""
        return f'<path d="{drawn}"{paint}{rule}/>'

    def _paint(self, what: str, colour: str | None) -> str:
        if colour is None:
            return f' {what}="none"'
        if colour == "inherit":
            return f' {what}="currentColor"'
        name = self._colours.setdefault(colour, f"i{len(self._colours)}")
        return f' {what}="var(--{name})"'

    def svg(self) -> str:
        """What all that was shown refers to, for the definitions of an SVG."""
        return "".join(f'<g id="s-{name}">{drawn}</g>' for name, drawn in self._drawn.items())

    def colours(self, paper: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The colours of what was shown by their variables, by day and on a dark ``paper``."""
        day = {name: colour for colour, name in self._colours.items()}
        return day, {name: _seen(colour, paper) for name, colour in day.items()}


def _seen(colour: str, ground: str) -> str:
    while contrast(colour, ground) < _SEEN:
        colour = mixed(colour, "#ffffff", 0.08)
    return colour


def place(art: Art, box: Box) -> str:
    """Where a box of a drawing stands, in per cent, as variables that are used where there is room."""
    across, down = 100 / art.width, 100 / art.height
    return (
        f"--x:{number(box.x * across, 1)}%;--y:{number(box.y * down, 1)}%;"
        f"--w:{number(box.width * across, 1)}%;--h:{number(box.height * down, 1)}%"
    )


def letters(art: Art, size: float) -> str:
    """How large letters are that are ``size`` high in units of the drawing."""
    return f"--f:{number(size / art.width * 100, 2)}cqw"


def aligned(align: float | None) -> str:
    """How a line is set: 0 left, 1 right, None as usual."""
    return "" if align is None else f"--a:{('left', 'center', 'right')[round(align * 2)]}"


_TAPPED = 24.0  # px from one mark to the next: the least that can be tapped
_READ = 19.0  # px: the least height of a value


def least_width(art: Art, values: Sequence[Box], tracks: Sequence[Sequence[Box]]) -> int:
    """How wide, in px, a drawing must be for its values to be read and for the marks of its tracks to be tapped."""
    apart = [
        math.hypot(one.cx - other.cx, one.cy - other.cy) for marks in tracks for one, other in pairwise(marks)
    ]
    scale = max(
        _TAPPED / min(apart, default=art.width),
        _READ / min((box.height for box in values), default=art.width),
    )
    return math.ceil(scale * art.width / _STEP) * _STEP


_STEP = 80  # px: so that several drawings share their rules


def row(box: Box, count: int) -> list[Box]:
    """The places of marks that share one slot, along its longer side."""
    if box.height > box.width:
        return [
            Box(box.x, box.y + i * box.height / count, box.width, box.height / count) for i in range(count)
        ]
    return [Box(box.x + i * box.width / count, box.y, box.width / count, box.height) for i in range(count)]
