"""Blocks to mark during play: wounds by place and level, ladders, pips, countdowns."""

from __future__ import annotations

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import LABEL, Kind, full, group_of, heading, heading_height, shares, tip
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import Block, FieldGroup

_LARGEST, _SMALLEST = 3.8, 3.3  # marks in mm
_BETWEEN, _APART = 0.7, 1.4  # marks of a group, and groups
_HEAD = 3.6  # a line of the head of the wounds


def _shown(block: Block) -> dict[str, str]:
    return dict(block.options.get("show", {}))


def _wounds_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    group = group_of(canvas, block)
    pitch = float(block.options.get("pitch", 6.6))
    return heading_height(canvas, block) + 4.6 + _HEAD * len(_shown(block)) + 1 + pitch * len(group.keys)


def _wounds(canvas: Canvas, block: Block, box: Box) -> None:
    """Places down, levels across; above each level its name and what it does."""
    inner, look, group = heading(canvas, block, box), canvas.look, group_of(canvas, block)
    levels = canvas.spec.levels[block.options["levels"]]
    label = float(block.options.get("label_width", 22))
    shown = _shown(block)
    width = (inner.width - label) / len(levels)
    head = Box(inner.x, inner.y, inner.width, 4.6 + _HEAD * len(shown))
    canvas.panel(head, look.tint)
    for row, text in enumerate(shown.values()):
        canvas.label(text, Box(head.x + 1.2, head.y + 4.6 + row * _HEAD, label - 1.2, _HEAD), look.ink)
    for i, level in enumerate(levels):
        x = inner.x + label + i * width
        canvas.words(
            level["name"],
            Box(x, head.y + 0.4, width, 4.2).inset(0.4, 0),
            look.heading_face,
            look.text_size,
            look.accent,
            0.5,
        )
        for row, key in enumerate(shown):
            place = Box(x, head.y + 4.6 + row * _HEAD, width, _HEAD)
            _level_value(canvas, level.get(key, ""), place, tip(level["name"], shown[key]))
    top = head.bottom + 1
    pitch = (inner.bottom - top) / len(group.keys)
    size = min(pitch - 1.6, 5.0)
    for row, (key, name) in enumerate(group.keys.items()):
        y = top + row * pitch
        canvas.words(name, Box(inner.x + 1.2, y, label - 1.2, pitch), look.strong, look.text_size)
        canvas.line(inner.x, y + pitch, inner.right, y + pitch, 0.2, look.line)
        for i, level in enumerate(levels):
            cx = inner.x + label + (i + 0.5) * width
            hint = tip(group.label, name, level["name"])
            canvas.check(full(group.name, key, str(i + 1)), cx, y + pitch / 2, size, _shape(block, key), hint)
            canvas.words(
                str(i + 1),
                Box(cx - size / 2, y + (pitch - size) / 2, size, size),
                look.face,
                look.label_size,
                look.soft,
                0.5,
            )


def _level_value(canvas: Canvas, text: str, box: Box, hint: str) -> None:
    """A number beside a level: printed, or a field that the sheet computes (``=name``)."""
    look = canvas.look
    if text.startswith("="):
        group = canvas.spec.groups[text[1:]]
        field = box.inset(box.width * 0.2, 0.25)
        canvas.panel(field, look.paper, look.line, radius=0.5)
        canvas.entry(text[1:], group.columns[0], field, hint, look.text_size, 0.5)
    else:
        canvas.words(text, box.inset(0.3, 0), look.face, look.text_size, look.ink, 0.5)


def _shape(block: Block, key: str) -> str:
    return str(block.options.get("shapes", {}).get(key, block.options.get("shape", "box")))


def _ladder_height(canvas: Canvas, block: Block, width: float) -> float:
    levels = canvas.spec.levels[block.options["levels"]]
    part = width / len(levels)
    lines = max((len(_effect(canvas, level, part)) for level in levels), default=0)
    return heading_height(canvas, block) + 8.5 + 3.2 * lines + (2 if lines else 0)


def _effect(canvas: Canvas, level: dict[str, str] | object, width: float) -> list[str]:
    text = level.get("effect", "") if isinstance(level, dict) else ""
    return canvas.wrap(text, canvas.look.face, canvas.look.label_size, width - 3) if text else []


def _ladder(canvas: Canvas, block: Block, box: Box) -> None:
    """One track as steps from left to right; the first level may be the state of no mark."""
    inner, look, group = heading(canvas, block, box), canvas.look, group_of(canvas, block)
    levels = canvas.spec.levels[block.options["levels"]]
    first = 0 if "zero" in block.options else 1
    width = (inner.width + 1.2) / len(levels)
    for i, level in enumerate(levels):
        place = Box(inner.x + i * width, inner.y, width - 1.2, inner.height)
        canvas.panel(place, look.tint if i % 2 == 0 else look.paper, look.line, 0.25)
        number = i + first
        x = place.x + 2
        if number:
            hint = tip(group.label, level["name"])
            canvas.check(
                full(group.name, str(number)), place.x + 4.2, place.y + 4.4, 4.8, _shape(block, ""), hint
            )
            x += 5.4
        canvas.words(
            level["name"],
            Box(x, place.y + 1, place.right - x - 0.8, 6.8),
            look.heading_face,
            look.text_size + 0.2,
            look.accent,
        )
        for row, line in enumerate(_effect(canvas, dict(level), width)):
            canvas.words(
                line,
                Box(place.x + 1.5, place.y + 8 + row * 3.2, place.width - 2, 3.2),
                look.face,
                look.label_size,
                look.soft,
            )


def _tracks(canvas: Canvas, block: Block) -> list[tuple[str, str, str, FieldGroup, int]]:
    """(name, key, label, group, marks) of every track of a block of pips."""
    of = block.options["of"]
    found = []
    for name in [of] if isinstance(of, str) else of:
        group = canvas.spec.groups[name]
        for key, label in group.entries():
            found.append((full(name, key), key or name, label, group, group.columns[0].most))
    return found


def _pips_height(canvas: Canvas, block: Block, width: float) -> float:
    pitch = float(block.options.get("pitch", 6.4))
    label = float(block.options.get("label_width", 22))
    notes = block.options.get("notes", {})
    height = heading_height(canvas, block)
    for _, key, _, _, count in _tracks(canvas, block):
        height += pitch * len(_rows_of(count, width - label)[0]) + (
            len(_note(canvas, notes.get(key, ""), width)) * 3.0
        )
    return height


def _note(canvas: Canvas, text: str, width: float) -> list[str]:
    return canvas.wrap(text, canvas.look.face, canvas.look.label_size, width - 2) if text else []


def _rows_of(count: int, width: float) -> tuple[list[int], float]:
    """How many marks stand in each line, whole groups of five, and their size."""
    groups, size = -(-count // 5), _LARGEST
    while groups > 1 and (size := _mark_size(groups, width)) < _SMALLEST:
        groups -= 1
    size = min(_LARGEST, max(_mark_size(groups, width), _SMALLEST * 0.9))
    return [min(groups * 5, count - start) for start in range(0, count, groups * 5)], size


def _mark_size(groups: int, width: float) -> float:
    """How large marks can be if so many groups of five stand in ``width``."""
    return ((width + _APART) / groups - _APART) / 5 - _BETWEEN


def _pips(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look = heading(canvas, block, box), canvas.look
    label = float(block.options.get("label_width", 22))
    notes = block.options.get("notes", {})
    tracks = _tracks(canvas, block)
    lines = sum(len(_rows_of(count, inner.width - label)[0]) for *_, count in tracks)
    remarks = {key: _note(canvas, notes.get(key, ""), inner.width) for _, key, *_ in tracks}
    pitch = (inner.height - 3.0 * sum(map(len, remarks.values()))) / lines
    y = inner.y
    for name, key, text, group, count in tracks:
        if label:
            canvas.words(text, Box(inner.x, y, label - 1, pitch), look.strong, look.text_size)
        mark = 0
        rows, size = _rows_of(count, inner.width - label)
        size = min(size, pitch - 0.55)
        for row in rows:
            for i in range(row):
                mark += 1
                cx = inner.x + label + size / 2 + i * (size + _BETWEEN) + (i // 5) * _APART
                hint = tip(group.label, text if group.kind == "keys" else "", str(mark))
                canvas.check(full(name, str(mark)), cx, y + pitch / 2, size, _shape(block, key), hint)
            y += pitch
        for line in remarks[key]:
            canvas.words(line, Box(inner.x, y - 0.8, inner.width, 3.0), look.face, look.label_size, look.soft)
            y += 3.0


def _countdown_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    return heading_height(canvas, block) + 2 * 7.2


def _countdown(canvas: Canvas, block: Block, box: Box) -> None:
    """A track from its start to zero in the first line, and as far below zero in the second."""
    inner, look, group = heading(canvas, block, box), canvas.look, group_of(canvas, block)
    half = group.columns[0].most // 2
    label = float(block.options.get("label_width", 19))
    start = str(block.options["start"])
    gaps = (half - 1) // 5 * 1.2
    width = (inner.width - label - gaps) / half
    pitch = inner.height / 2
    size = min(width - 0.5, 5.6, pitch - 1.2)
    words = block.options.get("text", ["To zero", "Below zero"])
    for row in range(2):
        y = inner.y + row * pitch
        canvas.words(words[row], Box(inner.x, y, label - 1, pitch), look.strong, look.text_size)
        for i in range(half):
            cx = inner.x + label + (i + 0.5) * width + i // 5 * 1.2
            number = row * half + i + 1
            hint = tip(group.label, words[row], str(i + 1))
            name = full(group.name, str(number))
            canvas.check(name, cx, y + pitch / 2, size, _shape(block, ""), hint, look.tint if row else None)
            canvas.count(
                group.name,
                start,
                Box(cx - size / 2, y + (pitch - size) / 2, size, size),
                i + 1,
                below=row == 1,
            )


WOUNDS = Kind(_wounds_height, _wounds)
LADDER = Kind(_ladder_height, _ladder)
PIPS = Kind(_pips_height, _pips)
COUNTDOWN = Kind(_countdown_height, _countdown)

__all__ = ["COUNTDOWN", "LABEL", "LADDER", "PIPS", "WOUNDS", "shares"]
