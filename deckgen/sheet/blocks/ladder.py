"""One track as steps from left to right; the first step may be the state of no mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import BlockKind, LaidOut, tip
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import full
from deckgen.sheet.options import TEXT, BlockOptions, Group, Levels, Option, Shape

_NAME, _LINE, _BELOW = 8.5, 3.2, 2.0  # mm: a step's name, a line of its effect, what is left free below it


@dataclass(frozen=True, kw_only=True)
class LadderOptions(BlockOptions):
    """Options of a ladder; with ``zero`` its first level has no mark."""

    of: Group
    levels: Levels
    zero: Annotated[str | None, Option("What stands at the place of no mark.", TEXT)] = None
    shape: Shape = "box"


def _lay_out(canvas: Canvas, options: LadderOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.look
    levels = canvas.spec.levels[options.levels]
    part = (width + 1.2) / len(levels)
    room = width / len(levels) - 3
    effects = [
        canvas.wrap(level["effect"], style.face, style.label_size, room) if level.get("effect") else []
        for level in levels
    ]
    first = 1 if options.zero is None else 0
    lines = max(len(effect) for effect in effects)

    def draw(box: Box) -> None:
        for i, (level, effect) in enumerate(zip(levels, effects, strict=True)):
            place = Box(box.x + i * part, box.y, part - 1.2, box.height)
            canvas.panel(place, style.tint if i % 2 == 0 else style.paper, style.line, 0.25)
            x, name = place.x + 2, level["name"]
            if number := i + first:
                hint = tip(group.label, name)
                field = full(group.name, str(number))
                canvas.check(field, place.x + 4.2, place.y + 4.4, 4.8, options.shape, hint)
                x += 5.4
            room = Box(x, place.y + 1, place.right - x - 0.8, 6.8)
            canvas.words(name, room, style.heading_face, style.text_size + 0.2, style.accent)
            for row, line in enumerate(effect):
                room = Box(place.x + 1.5, place.y + 8 + row * _LINE, place.width - 2, _LINE)
                canvas.words(line, room, style.face, style.label_size, style.soft)

    return LaidOut(_NAME + _LINE * lines + (_BELOW if lines else 0), draw)


KIND = BlockKind("ladder", LadderOptions, _lay_out, ("one",), "track")
