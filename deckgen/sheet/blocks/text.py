"""Remarks to read, one below the other; ``Term | rest`` begins with its term in bold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import BlockKind, LaidOut
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.options import BlockOptions, Says

_LINE = 3.5
_GAP = 0.9  # before a remark


@dataclass(frozen=True, kw_only=True)
class TextOptions(BlockOptions):
    """Options of a text."""

    text: Says


class _Line(NamedTuple):
    """A line: its bold start, the room that this takes, the rest, and whether a remark begins with it."""

    term: str
    indent: float
    rest: str
    begins: bool


def _lay_out(canvas: Canvas, options: TextOptions, width: float) -> LaidOut:
    style = canvas.look
    lines = [line for remark in options.text for line in _lines(canvas, remark, width)]
    begun = sum(line.begins for line in lines)
    natural = _LINE * len(lines) + _GAP * begun

    def draw(box: Box) -> None:
        spare = max(0.0, box.height - natural)
        gap = _GAP + min(1.5, spare / max(1, begun))
        y = box.y
        for number, (term, indent, rest, begins) in enumerate(lines):
            y += gap if begins and number else 0
            if term:
                canvas.words(term, Box(box.x, y, width, _LINE), style.strong, style.text_size, style.accent)
            if rest:
                canvas.words(rest, Box(box.x + indent, y, width - indent, _LINE))
            y += _LINE

    return LaidOut(natural, draw)


def _lines(canvas: Canvas, remark: str, width: float) -> list[_Line]:
    """The lines of a remark: the first goes on after its term, the others begin at the left."""
    style = canvas.look
    term, _, rest = remark.partition(" | ") if " | " in remark else ("", "", remark)
    indent = canvas.pen.width(f"{term} ", style.strong, style.text_size) + 0.8 if term else 0.0
    words, first = rest.split(), ""
    while words:
        longer = f"{first} {words[0]}".strip()
        if canvas.pen.width(longer, style.face, style.text_size) > width - indent:
            break
        first = longer
        del words[0]
    others = canvas.wrap(" ".join(words), style.face, style.text_size, width)
    return [_Line(term, indent, first, True), *(_Line("", 0.0, line, False) for line in others if line)]


KIND = BlockKind("text", TextOptions, _lay_out)
