"""Wounds by place and level: places down, levels across, and above each level its name and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import BlockKind, LaidOut, box_below, tip
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import full
from deckgen.sheet.options import (
    TEXT,
    BlockOptions,
    Group,
    LabelWidth,
    Levels,
    Option,
    Pitch,
    Shape,
    Shapes,
    names,
)

_NAMES, _LINE = 4.6, 3.6  # the head: the levels' names, and each line of what they do
_BELOW = 1.0  # the head
_LARGEST = 5.0  # mark


@dataclass(frozen=True, kw_only=True)
class WoundsOptions(BlockOptions):
    """Options of wounds; ``label_width`` is the room for the names of places."""

    of: Group
    levels: Levels
    show: Annotated[
        Mapping[str, str],
        Option("Entries of the levels, with their headings.", names(TEXT)),
    ] = field(default_factory=dict)
    label_width: LabelWidth = 22.0
    shape: Shape = "box"
    shapes: Shapes = field(default_factory=dict)
    pitch: Pitch = 6.6


def _lay_out(canvas: Canvas, options: WoundsOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.look
    levels = canvas.spec.levels[options.levels]
    label, part = options.label_width, (width - options.label_width) / len(levels)
    head = _NAMES + _LINE * len(options.show)

    def draw(box: Box) -> None:
        _draw_head(canvas, options, Box(box.x, box.y, box.width, head), part)
        box = box_below(box, head + _BELOW)
        pitch = box.height / len(group.keys)
        size = min(pitch - 1.6, _LARGEST)
        for row, (key, name) in enumerate(group.keys.items()):
            y = box.y + row * pitch
            canvas.words(name, Box(box.x + 1.2, y, label - 1.2, pitch), style.strong, style.text_size)
            canvas.line(box.x, y + pitch, box.right, y + pitch, 0.2, style.line)
            for i, level in enumerate(levels):
                cx, number = box.x + label + (i + 0.5) * part, str(i + 1)
                shape = options.shapes.get(key, options.shape)
                hint = tip(group.label, name, level["name"])
                canvas.check(full(group.name, key, number), cx, y + pitch / 2, size, shape, hint)
                mark = Box(cx - size / 2, y + (pitch - size) / 2, size, size)
                canvas.words(number, mark, style.face, style.label_size, style.soft, 0.5)

    return LaidOut(head + _BELOW + options.pitch * len(group.keys), draw)


def _draw_head(canvas: Canvas, options: WoundsOptions, head: Box, part: float) -> None:
    style, label = canvas.look, options.label_width
    canvas.panel(head, style.tint)
    for row, text in enumerate(options.show.values()):
        canvas.label(text, Box(head.x + 1.2, head.y + _NAMES + row * _LINE, label - 1.2, _LINE), style.ink)
    for i, level in enumerate(canvas.spec.levels[options.levels]):
        x = head.x + label + i * part
        name = Box(x, head.y + 0.4, part, 4.2).inset(0.4, 0)
        canvas.words(level["name"], name, style.heading_face, style.text_size, style.accent, 0.5)
        for row, (key, heading) in enumerate(options.show.items()):
            place = Box(x, head.y + _NAMES + row * _LINE, part, _LINE)
            _draw_effect(canvas, level.get(key, ""), place, tip(level["name"], heading))


def _draw_effect(canvas: Canvas, text: str, box: Box, hint: str) -> None:
    """What a level does: printed, or a field that the sheet computes (``=name``)."""
    style = canvas.look
    if text.startswith("="):
        field = box.inset(box.width * 0.2, 0.25)
        canvas.panel(field, style.paper, style.line, radius=0.5)
        column = canvas.spec.groups[text[1:]].columns[0]
        canvas.entry(text[1:], column, field, hint, style.text_size, 0.5)
    else:
        canvas.words(text, box.inset(0.3, 0), style.face, style.text_size, style.ink, 0.5)


KIND = BlockKind("wounds", WoundsOptions, _lay_out, ("keys",), "track")
