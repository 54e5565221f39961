"""Tracks to tick: pips, countdowns, wounds by hit location and level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.records import record
from deckgen.sheet import options as opt
from deckgen.sheet.blocks.base import (
    BlockKind,
    LaidOut,
    below,
    beside,
    box_below,
    divide_rows,
    put_field,
    put_mark,
)
from deckgen.sheet.blocks.parts import (
    Entry,
    Row,
    Table,
    Track,
    join_tip,
    level_rows,
    level_table,
    main_entries,
    single_field,
)
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.canvas import Canvas, CountdownMark, square
from deckgen.sources import YamlValue

_LARGEST, _SMALLEST = 3.8, 3.3  # marks in mm
_BETWEEN, _APART = 0.7, 1.4  # marks of a group, and groups
_REMARK = 3.0  # a line of a remark


@record(kw_only=True)
class PipsOptions(opt.BlockOptions):
    """Options of pips; ``notes`` and ``shapes`` are by a group's keys or single tracks' names."""

    of: opt.Groups
    label_width: opt.LabelWidth = 22.0
    shape: opt.Shape = "box"
    shapes: opt.Shapes = field(default_factory=dict)
    notes: opt.Notes = field(default_factory=dict)
    pitch: opt.Pitch = 6.4


def _tracks(
    spec: SheetSpec, options: PipsOptions | WoundsOptions, group_names: Sequence[str]
) -> list[tuple[Entry, str]]:
    """Return (entry, shape of its marks) for each main entry of these groups."""
    return [
        (entry, options.shapes.get(entry.key or entry.group.name, options.shape))
        for entry in main_entries(spec, group_names)
    ]


def _pips(spec: SheetSpec, options: PipsOptions) -> Table:
    """Return a table with a track and its note in each row; without ``label_width`` of the kind ``unnamed``."""
    rows = [
        Row(entry.title, [Track(entry, shape)], options.notes.get(entry.key or entry.group.name, ""))
        for entry, shape in _tracks(spec, options, options.of)
    ]
    return Table("tracks" if options.label_width else "tracks unnamed", rows)


def _lay_out_pips(canvas: Canvas, options: PipsOptions, width: float) -> LaidOut:
    """Return tracks below each other, their marks by fives in one line or more, each with its note below."""
    label, tracks = options.label_width, _tracks(canvas.spec, options, options.of)
    marks = [_arrange_marks(entry.column.most, width - label) for entry, _ in tracks]
    notes = [options.notes.get(entry.key or entry.group.name, "") for entry, _ in tracks]
    remarks = [canvas.wrap(note, width - 2, "note") if note else [] for note in notes]
    lines, below_lines = sum(len(counts) for counts, _ in marks), _REMARK * sum(map(len, remarks))

    def draw(box: Box) -> None:
        pitch, y = (box.height - below_lines) / lines, 0.0
        for (entry, shape), (counts, largest), remark in zip(tracks, marks, remarks, strict=True):
            if label:
                canvas.words(entry.title, beside(below(box, y, pitch), 0, label - 1), "strong")
            size, number = min(largest, pitch - 0.55), 0
            for count in counts:
                for i in range(count):
                    number += 1
                    cx = box.x + label + size / 2 + i * (size + _BETWEEN) + (i // 5) * _APART
                    put_mark(canvas, entry, number, square(cx, box.y + y + pitch / 2, size), shape)
                y += pitch
            for i, line in enumerate(remark):
                canvas.words(line, below(box, y - 0.8, _REMARK), "note", continues=i > 0)
                y += _REMARK

    return LaidOut(options.pitch * lines + below_lines, draw)


def _arrange_marks(count: int, width: float) -> tuple[list[int], float]:
    """Return the number of marks in each line, as few lines as are legible, in groups of five, and their size in mm."""
    groups = -(-count // 5)
    while groups > 1 and _mark_size(groups, width) < _SMALLEST:
        groups -= 1
    size = min(_LARGEST, max(_mark_size(groups, width), _SMALLEST * 0.9))
    return [min(groups * 5, count - start) for start in range(0, count, groups * 5)], size


def _mark_size(groups: int, width: float) -> float:
    """Return the largest size of marks with this many groups of five in ``width`` mm."""
    return ((width + _APART) / groups - _APART) / 5 - _BETWEEN


_COUNTDOWN_LINE, _FIVES = 7.2, 1.2  # a line, and what is free between groups of five marks


@record(kw_only=True)
class CountdownOptions(opt.BlockOptions):
    """Options of a countdown; ``text`` are its two labels, by default To zero and Below zero."""

    of: opt.Group
    start: opt.Start
    label_width: opt.LabelWidth = 19.0
    shape: opt.Shape = "box"
    text: opt.Texts = ()
    run: Annotated[
        int | None,
        opt.Option(
            "Marks in each line of a countdown that continues below zero; default: two labeled lines.",
            {"type": "integer", "minimum": 5, "maximum": 30},
        ),
    ] = None


def _check_countdown(options: CountdownOptions, spot: YamlValue, spec: SheetSpec, problems: Problems) -> None:
    if spec.groups[options.of].columns[0].most < 2:
        spot.at("of").report(problems, "a countdown has two lines of marks", "give the track more marks")
    if "text" in spot.value and len(options.text) < 2:
        spot.at("text").report(problems, "a countdown has two lines", "write text: [To zero, Below zero]")


def _countdown(spec: SheetSpec, options: CountdownOptions) -> Table:
    entry, start = single_field(spec, options.of), spec.groups[options.start]
    track = Track(entry, options.shape, numbered=True, counts=True, start=start)
    return Table("tracks", [Row(None, [track])])


def _lay_out_countdown(canvas: Canvas, options: CountdownOptions, width: float) -> LaidOut:
    """Return a countdown: two labeled lines of half the marks, to zero and below; or lines of ``run`` marks."""
    if options.run:
        return _lay_out_run(canvas, options, options.run, width)
    entry, label = single_field(canvas.spec, options.of), options.label_width
    half, phrase = entry.column.most // 2, canvas.spec.language.phrase
    labels = options.text or (phrase("To zero"), phrase("Below zero"))
    part = (width - label - (half - 1) // 5 * _FIVES) / half

    def draw(box: Box) -> None:
        size = min(part - 0.5, 5.6, box.height / 2 - 1.2)
        for line, (row, words) in enumerate(zip(divide_rows(box, 2), labels, strict=False)):
            canvas.words(words, beside(row, 0, label - 1), "strong")
            for i in range(half):
                place = square(box.x + label + (i + 0.5) * part + i // 5 * _FIVES, row.cy, size)
                number, tint = line * half + i + 1, canvas.style.tint if line else ""
                put_mark(canvas, entry, number, place, options.shape, join_tip(words, str(i + 1)), tint)
                canvas.counts.append(CountdownMark(entry.name, options.start, place, i + 1, below=line == 1))

    return LaidOut(2 * _COUNTDOWN_LINE, draw)


_RUN, _APART_FIVES = 4.2, 1.0  # a line of a run, and between its groups of five


def _lay_out_run(canvas: Canvas, options: CountdownOptions, count: int, width: float) -> LaidOut:
    """Return a countdown under its title, in one or two lines of ``count`` marks that go on below zero."""
    entry, style = single_field(canvas.spec, options.of), canvas.style
    part = (width - (count - 1) // 5 * _APART_FIVES) / count  # marks of a group share their lines
    lines = -(-min(2 * count, entry.column.most) // count)

    def draw(box: Box) -> None:
        head, caption = below(box, 0, _REMARK), canvas.spec.language.phrase("Below zero")
        canvas.words(entry.title, head, "label")
        canvas.words(caption, head, "label", 1.0)
        swatch = square(box.right - canvas.width(caption, "label") - 2.0, box.y + _REMARK / 2, 2.2)
        canvas.panel(swatch, style.below, style.accent, radius=0.3)
        places = divide_rows(box_below(box, _REMARK), lines)
        for i in range(lines * count):
            row, column = divmod(i, count)
            x = box.x + column * part + column // 5 * _APART_FIVES
            place = Box(x, places[row].y, part, places[row].height - 0.5)
            put_mark(canvas, entry, i + 1, place, options.shape)
            canvas.counts.append(CountdownMark(entry.name, options.start, place, i + 1, below=False, run=True))

    return LaidOut(_REMARK + _RUN * lines, draw)


_NAMES, _LINE = 4.6, 3.6  # the head: the levels' names, and each line of what they do
_WOUND = 5.0  # a mark of wounds


@record(kw_only=True)
class WoundsOptions(opt.BlockOptions):
    """Options of wounds; ``label_width`` is the room for the names of hit locations."""

    of: opt.Group
    levels: opt.Levels
    show: opt.LevelHeadings = field(default_factory=dict)
    label_width: opt.LabelWidth = 22.0
    shape: opt.Shape = "box"
    shapes: opt.Shapes = field(default_factory=dict)
    pitch: opt.Pitch = 6.6


@record(kw_only=True)
class LevelsOptions(opt.BlockOptions):
    """Options of levels: the heading of wounds without marks, for marks in another block."""

    levels: opt.Levels
    show: opt.LevelHeadings = field(default_factory=dict)
    label_width: opt.LabelWidth = 22.0


def _levels(spec: SheetSpec, options: LevelsOptions) -> Table:
    return level_table(spec, options.levels, options.show)


def _wounds(spec: SheetSpec, options: WoundsOptions) -> Table:
    return level_table(spec, options.levels, options.show, _tracks(spec, options, [options.of]))


def _lay_out_levels(canvas: Canvas, options: LevelsOptions, width: float) -> LaidOut:
    part = (width - options.label_width) / len(canvas.spec.levels[options.levels])
    height = _NAMES + _LINE * len(options.show) + 0.8
    return LaidOut(height, lambda box: _draw_head(canvas, options, below(box, 0, height), part))


def _lay_out_wounds(canvas: Canvas, options: WoundsOptions, width: float) -> LaidOut:
    """Return a line for each hit location with a numbered mark for each level, below the levels' names and texts."""
    tracks, levels = _tracks(canvas.spec, options, [options.of]), canvas.spec.levels[options.levels]
    label, part = options.label_width, (width - options.label_width) / len(levels)
    head = _NAMES + _LINE * len(options.show)

    def draw(box: Box) -> None:
        _draw_head(canvas, options, below(box, 0, head), part)
        lines = divide_rows(box_below(box, head + 1), len(tracks))
        for row, (entry, shape) in zip(lines, tracks, strict=True):
            canvas.words(entry.title, beside(row, 1.2, label - 1.2), "strong")
            canvas.underline(row, 0.2)
            for i, level in enumerate(levels):
                place = square(box.x + label + (i + 0.5) * part, row.cy, min(row.height - 1.6, _WOUND))
                put_mark(canvas, entry, i + 1, place, shape, level["name"])
                canvas.words(str(i + 1), place, "note", 0.5)

    return LaidOut(head + 1 + options.pitch * len(tracks), draw)


def _draw_head(canvas: Canvas, options: WoundsOptions | LevelsOptions, head: Box, part: float) -> None:
    """Draw names and texts of levels in columns ``part`` mm wide, headings at their left."""
    style, label, spec = canvas.style, options.label_width, canvas.spec
    canvas.panel(head, style.tint)
    level_texts = level_rows(spec, options.levels, options.show)
    lines = [below(head, _NAMES + row * _LINE, _LINE) for row in range(len(level_texts))]
    for line, (heading, _) in zip(lines, level_texts, strict=True):
        canvas.words(heading, beside(line, 1.2, label - 1.2), "label", color=style.ink)
    for i, level in enumerate(spec.levels[options.levels]):
        place = beside(head, label + i * part, part)
        canvas.words(level["name"], below(place, 0.4, 4.2).inset(0.4, 0), "name", 0.5)
        for line, (_, cells) in zip(lines, level_texts, strict=True):
            cell, box = cells[i], beside(line, label + i * part, part)
            if isinstance(cell, str):
                canvas.words(cell, box.inset(0.3, 0), align=0.5)
            else:  # a field that the sheet computes
                box = box.inset(box.width * 0.2, 0.25)
                canvas.panel(box, style.paper, style.line, radius=0.5)
                put_field(canvas, cell, box, style.text_size, 0.5)


KINDS = (
    BlockKind("pips", PipsOptions, _lay_out_pips, ("one", "keys"), "track", part=_pips),
    BlockKind(
        "countdown", CountdownOptions, _lay_out_countdown, ("one",), "track", _check_countdown,
        part=_countdown,
    ),
    BlockKind("wounds", WoundsOptions, _lay_out_wounds, ("keys",), "track", part=_wounds),
    BlockKind("levels", LevelsOptions, _lay_out_levels, part=_levels),
)  # fmt: skip
