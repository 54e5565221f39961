"""Tracks whose marks are counted: pips, and countdowns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from deckgen.draw.geometry import Box
from deckgen.errors import Faults
from deckgen.sheet.blocks.base import BlockKind, LaidOut, tip
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import SheetSpec, full
from deckgen.sheet.options import (
    TEXT,
    BlockOptions,
    Group,
    Groups,
    LabelWidth,
    Notes,
    Option,
    Pitch,
    Says,
    Shape,
    Shapes,
)
from deckgen.sources import Spot

_LARGEST, _SMALLEST = 3.8, 3.3  # marks in mm
_BETWEEN, _APART = 0.7, 1.4  # marks of a group, and groups
_REMARK = 3.0  # a line of a remark


@dataclass(frozen=True, kw_only=True)
class PipsOptions(BlockOptions):
    """Options of pips; ``notes`` and ``shapes`` are by the keys of a group, or by the names of single tracks."""

    of: Groups
    label_width: LabelWidth = 22.0
    shape: Shape = "box"
    shapes: Shapes = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)
    pitch: Pitch = 6.4


class _Track(NamedTuple):
    """A track: its name, tooltip, label and shape; how many marks stand in each line, their size, its remark."""

    name: str
    hint: str
    label: str
    shape: str
    rows: list[int]
    size: float
    remark: list[str]


def _lay_out_pips(canvas: Canvas, options: PipsOptions, width: float) -> LaidOut:
    label, style = options.label_width, canvas.style
    tracks = _tracks(canvas, options, width)
    lines = sum(len(track.rows) for track in tracks)
    remarks = _REMARK * sum(len(track.remark) for track in tracks)

    def draw(box: Box) -> None:
        pitch = (box.height - remarks) / lines
        y = box.y
        for track in tracks:
            if label:
                canvas.words(track.label, Box(box.x, y, label - 1, pitch), style.strong, style.text_size)
            size, mark = min(track.size, pitch - 0.55), 0
            for row in track.rows:
                for i in range(row):
                    mark += 1
                    cx = box.x + label + size / 2 + i * (size + _BETWEEN) + (i // 5) * _APART
                    name, hint = full(track.name, str(mark)), tip(track.hint, str(mark))
                    canvas.check(name, cx, y + pitch / 2, size, track.shape, hint)
                y += pitch
            for line in track.remark:
                place = Box(box.x, y - 0.8, box.width, _REMARK)
                canvas.words(line, place, style.face, style.label_size, style.soft)
                y += _REMARK

    return LaidOut(options.pitch * lines + remarks, draw)


def _tracks(canvas: Canvas, options: PipsOptions, width: float) -> list[_Track]:
    style, found = canvas.style, []
    for name in options.of:
        group = canvas.spec.groups[name]
        rows, size = _rows_of(group.columns[0].most, width - options.label_width)
        for key, label in group.entries():
            hint = tip(group.label, label if group.kind == "keys" else "")
            remark = options.notes.get(key or name, "")
            wrapped = canvas.wrap(remark, style.face, style.label_size, width - 2) if remark else []
            shape = options.shapes.get(key or name, options.shape)
            found.append(_Track(full(name, key), hint, label, shape, rows, size, wrapped))
    return found


def _rows_of(count: int, width: float) -> tuple[list[int], float]:
    """How many marks stand in each line, whole groups of five, and their size."""
    groups = -(-count // 5)
    while groups > 1 and _mark_size(groups, width) < _SMALLEST:
        groups -= 1
    size = min(_LARGEST, max(_mark_size(groups, width), _SMALLEST * 0.9))
    return [min(groups * 5, count - start) for start in range(0, count, groups * 5)], size


def _mark_size(groups: int, width: float) -> float:
    """How large marks can be if so many groups of five stand in ``width``."""
    return ((width + _APART) / groups - _APART) / 5 - _BETWEEN


_COUNTDOWN_LINE, _FIVES = 7.2, 1.2  # a line, and what is free between groups of five marks


@dataclass(frozen=True, kw_only=True)
class CountdownOptions(BlockOptions):
    """Options of a countdown; ``text`` are the labels of its two lines."""

    of: Group
    start: Annotated[str, Option("The field with the number a countdown starts from.", TEXT)]
    label_width: LabelWidth = 19.0
    shape: Shape = "box"
    text: Says = ("To zero", "Below zero")


def _check_countdown(options: CountdownOptions, spot: Spot, _: SheetSpec, faults: Faults) -> None:
    if len(options.text) < 2:
        spot.at("text").blame(faults, "a countdown has two lines", "write text: [To zero, Below zero]")


def _lay_out_countdown(canvas: Canvas, options: CountdownOptions, width: float) -> LaidOut:
    group, style, label = canvas.spec.groups[options.of], canvas.style, options.label_width
    half = group.columns[0].most // 2
    part = (width - label - (half - 1) // 5 * _FIVES) / half

    def draw(box: Box) -> None:
        pitch = box.height / 2
        size = min(part - 0.5, 5.6, pitch - 1.2)
        for row, words in enumerate(options.text[:2]):
            y = box.y + row * pitch
            canvas.words(words, Box(box.x, y, label - 1, pitch), style.strong, style.text_size)
            for i in range(half):
                cx = box.x + label + (i + 0.5) * part + i // 5 * _FIVES
                name = full(group.name, str(row * half + i + 1))
                hint = tip(group.label, words, str(i + 1))
                ground = style.tint if row else None
                canvas.check(name, cx, y + pitch / 2, size, options.shape, hint, ground)
                mark = Box(cx - size / 2, y + (pitch - size) / 2, size, size)
                canvas.count(group.name, options.start, mark, i + 1, below=row == 1)

    return LaidOut(2 * _COUNTDOWN_LINE, draw)


KINDS = (
    BlockKind("pips", PipsOptions, _lay_out_pips, ("one", "keys"), "track"),
    BlockKind("countdown", CountdownOptions, _lay_out_countdown, ("one",), "track", _check_countdown),
)
