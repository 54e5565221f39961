"""A track that counts from a start to zero in its first line, and as far below zero in its second."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.errors import Faults
from deckgen.sheet.blocks.base import BlockKind, LaidOut, tip
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import SheetSpec, full
from deckgen.sheet.options import TEXT, BlockOptions, Group, LabelWidth, Option, Says, Shape
from deckgen.sources import Spot

_LINE = 7.2
_APART = 1.2  # groups of five marks


@dataclass(frozen=True, kw_only=True)
class CountdownOptions(BlockOptions):
    """Options of a countdown; ``text`` are the labels of its two lines."""

    of: Group
    start: Annotated[str, Option("The field with the number a countdown starts from.", TEXT)]
    label_width: LabelWidth = 19.0
    shape: Shape = "box"
    text: Says = ("To zero", "Below zero")


def _check(options: CountdownOptions, spot: Spot, _: SheetSpec, faults: Faults) -> None:
    if len(options.text) < 2:
        spot.at("text").blame(faults, "a countdown has two lines", "write text: [To zero, Below zero]")


def _lay_out(canvas: Canvas, options: CountdownOptions, width: float) -> LaidOut:
    group, style, label = canvas.spec.groups[options.of], canvas.look, options.label_width
    half = group.columns[0].most // 2
    part = (width - label - (half - 1) // 5 * _APART) / half

    def draw(box: Box) -> None:
        pitch = box.height / 2
        size = min(part - 0.5, 5.6, pitch - 1.2)
        for row, words in enumerate(options.text[:2]):
            y = box.y + row * pitch
            canvas.words(words, Box(box.x, y, label - 1, pitch), style.strong, style.text_size)
            for i in range(half):
                cx = box.x + label + (i + 0.5) * part + i // 5 * _APART
                name = full(group.name, str(row * half + i + 1))
                hint = tip(group.label, words, str(i + 1))
                ground = style.tint if row else None
                canvas.check(name, cx, y + pitch / 2, size, options.shape, hint, ground)
                mark = Box(cx - size / 2, y + (pitch - size) / 2, size, size)
                canvas.count(group.name, options.start, mark, i + 1, below=row == 1)

    return LaidOut(2 * _LINE, draw)


KIND = BlockKind("countdown", CountdownOptions, _lay_out, ("one",), "track", _check)
