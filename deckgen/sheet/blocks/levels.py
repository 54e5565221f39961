"""Tracks whose marks have names: wounds by place and level, and ladders."""

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


def _lay_out_wounds(canvas: Canvas, options: WoundsOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.style
    levels = canvas.spec.levels[options.levels]
    label, part = options.label_width, (width - options.label_width) / len(levels)
    head = _NAMES + _LINE * len(options.show)

    def draw(box: Box) -> None:
        _draw_head(canvas, options, Box(box.x, box.y, box.width, head), part)
        box = box_below(box, head + 1)
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

    return LaidOut(head + 1 + options.pitch * len(group.keys), draw)


def _draw_head(canvas: Canvas, options: WoundsOptions, head: Box, part: float) -> None:
    style, label = canvas.style, options.label_width
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
    style = canvas.style
    if text.startswith("="):
        field = box.inset(box.width * 0.2, 0.25)
        canvas.panel(field, style.paper, style.line, radius=0.5)
        column = canvas.spec.groups[text[1:]].columns[0]
        canvas.entry(text[1:], column, field, hint, style.text_size, 0.5)
    else:
        canvas.words(text, box.inset(0.3, 0), style.face, style.text_size, style.ink, 0.5)


_STEP, _EFFECT = 8.5, 3.2  # a step's name, and a line of its effect


@dataclass(frozen=True, kw_only=True)
class LadderOptions(BlockOptions):
    """Options of a ladder; with ``zero`` its first level has no mark."""

    of: Group
    levels: Levels
    zero: Annotated[str | None, Option("What stands at the place of no mark.", TEXT)] = None
    shape: Shape = "box"


def _lay_out_ladder(canvas: Canvas, options: LadderOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.style
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
                room = Box(place.x + 1.5, place.y + 8 + row * _EFFECT, place.width - 2, _EFFECT)
                canvas.words(line, room, style.face, style.label_size, style.soft)

    return LaidOut(_STEP + _EFFECT * lines + (2 if lines else 0), draw)


KINDS = (
    BlockKind("wounds", WoundsOptions, _lay_out_wounds, ("keys",), "track"),
    BlockKind("ladder", LadderOptions, _lay_out_ladder, ("one",), "track"),
)
