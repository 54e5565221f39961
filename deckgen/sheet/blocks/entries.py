"""Blocks of single values: labelled fields, records with fixed rows, lists, notes."""

from __future__ import annotations

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import (
    LABEL,
    Kind,
    alignment,
    cell,
    columns_of,
    full,
    group_of,
    heading,
    heading_height,
    shares,
    tip,
)
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import Block

_APART = 2.0  # fields side by side


def _names(block: Block) -> list[str]:
    of = block.options["of"]
    return [of] if isinstance(of, str) else list(of)


def _lines(block: Block) -> list[list[tuple[str, float]]]:
    """The fields of each line with their twelfths."""
    names, across = _names(block), block.options.get("across", 1)
    widths = [12 / across] * len(names) if isinstance(across, int) else [float(w) for w in across]
    lines: list[list[tuple[str, float]]] = [[]]
    used = 0.0
    for i, name in enumerate(names):
        width = widths[i % len(widths)]
        if used + width > 12.01:
            lines.append([])
            used = 0.0
        lines[-1].append((name, width))
        used += width
    return lines


def _fields_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001 (all blocks have the same)
    pitch = float(block.options.get("pitch", 8.6))
    return heading_height(canvas, block) + pitch * len(_lines(block))


def _fields(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look = heading(canvas, block, box), canvas.look
    lines = _lines(block)
    pitch = inner.height / len(lines)
    twelfth = (inner.width + _APART) / 12  # so that fields of all lines stand below each other
    for row, line in enumerate(lines):
        used = 0.0
        for name, share in line:
            x, width = used * twelfth, share * twelfth - _APART
            used += share
            group = canvas.spec.groups[name]
            column = group.columns[0]
            place = Box(inner.x + x, inner.y + row * pitch, width, pitch - 1.0)
            field = Box(place.x, place.y + LABEL, place.width, place.height - LABEL)
            if column.derived:
                canvas.panel(field, look.tint)
            label = f"{group.label} ({column.unit})" if column.unit and not column.derived else group.label
            canvas.label(label, Box(place.x, place.y, place.width, LABEL))
            canvas.line(
                place.x,
                place.bottom,
                place.right,
                place.bottom,
                0.25,
                look.ink if not column.derived else look.line,
            )
            canvas.entry(
                name,
                column,
                field,
                column.tip or group.label,
                align=0.5 if column.type in ("number", "dice") or column.derived else 0.0,
            )


def _records_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    group = group_of(canvas, block)
    pitch = float(block.options.get("pitch", canvas.look.pitch))
    head = LABEL + 0.8 if group.columns[0].name else 0.0
    return heading_height(canvas, block) + head + pitch * len(group.keys)


def _records(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look, group = heading(canvas, block, box), canvas.look, group_of(canvas, block)
    columns = columns_of(block, group)
    label_share = float(block.options.get("label_width", 2))
    places = shares([label_share, *(share for _, share in columns)], inner.width, 1.0)
    if group.columns[0].name:
        for (column, _), (x, width) in zip(columns, places[1:], strict=True):
            canvas.label(
                column.label,
                Box(inner.x + x, inner.y, width, LABEL),
                align=0.5 if alignment(block, column) else 0.0,
            )
        inner = Box(inner.x, inner.y + LABEL + 0.8, inner.width, inner.height - LABEL - 0.8)
    pitch = inner.height / len(group.keys)
    remarks = block.options.get("notes", {})
    for row, (key, label) in enumerate(group.keys.items()):
        line = Box(inner.x, inner.y + row * pitch, inner.width, pitch)
        if row % 2 == 0:
            canvas.panel(line, look.tint, radius=min(look.radius, 0.6))
        room = Box(line.x + 1.2, line.y, places[0][1] - 1.2, pitch)
        canvas.words(label, room, look.strong, look.text_size + 0.15)
        if key in remarks:
            used = canvas.pen.width(label, look.strong, look.text_size + 0.15)
            rest = Box(room.x + used + 1.5, room.y, room.width - used - 1.5, pitch)
            canvas.words(remarks[key], rest, look.face, look.label_size, look.soft, 1.0)
        for (column, _), (x, width) in zip(columns, places[1:], strict=True):
            field = Box(inner.x + x, line.y + 0.6, width, pitch - 1.2)
            canvas.panel(
                field,
                look.paper if not column.derived else None,
                look.line if not column.derived else None,
                radius=min(look.radius, 0.8),
            )
            if column.derived:
                canvas.line(field.x + 1, field.bottom, field.right - 1, field.bottom, 0.2, look.line)
            cell(
                canvas,
                full(group.name, key, column.name),
                column,
                field,
                tip(group.label, label, column.label if column.name else ""),
                alignment(block, column),
            )


def _list_rows(block: Block, canvas: Canvas) -> list[str]:
    group = group_of(canvas, block)
    first = int(block.options.get("first", 1))
    rows = block.options.get("rows", group.rows)
    return [f"{number:02}" for number in range(first, first + int(rows))]


def _list_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    pitch = float(block.options.get("pitch", canvas.look.pitch))
    return heading_height(canvas, block) + LABEL + 0.8 + pitch * len(_list_rows(block, canvas))


def _list(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look, group = heading(canvas, block, box), canvas.look, group_of(canvas, block)
    columns = columns_of(block, group)
    places = shares([share for _, share in columns], inner.width, 1.2)
    for (column, _), (x, width) in zip(columns, places, strict=True):
        align = 0.5 if alignment(block, column) else 0.0
        canvas.label(
            column.label,
            Box(inner.x + x + (0 if align else 0.6), inner.y, width - (0 if align else 0.6), LABEL),
            align=align,
        )
    inner = Box(inner.x, inner.y + LABEL + 0.8, inner.width, inner.height - LABEL - 0.8)
    keys = _list_rows(block, canvas)
    pitch = inner.height / len(keys)
    canvas.line(inner.x, inner.y, inner.right, inner.y, 0.35, look.accent)
    for row, key in enumerate(keys):
        y = inner.y + row * pitch
        for (column, _), (x, width) in zip(columns, places, strict=True):
            field = Box(inner.x + x, y + 0.5, width, pitch - 0.8)
            if column.derived:
                canvas.panel(field, look.tint, radius=min(look.radius, 0.6))
            canvas.line(field.x, y + pitch, field.right, y + pitch, 0.2, look.line)
            cell(
                canvas,
                full(group.name, key, column.name),
                column,
                field,
                tip(f"{group.label} {int(key)}", column.label),
                alignment(block, column),
            )


def _notes_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    return heading_height(canvas, block) + float(block.options.get("height", 20))


def _notes(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look = heading(canvas, block, box), canvas.look
    name = _names(block)[0]
    group = canvas.spec.groups[name]
    pitch = float(block.options.get("pitch", 5.4))
    count = max(1, int(inner.height / pitch + 0.01))
    pitch = inner.height / count
    for row in range(
        1, count + 1
    ):  # dotted: a viewer that sets the text anew keeps its own distance of lines
        y = inner.y + row * pitch
        canvas.line(inner.x, y, inner.right, y, 0.25, look.line, (0.25, 1.0))
    canvas.long(name, inner, group.columns[0].tip or group.label, group.columns[0].most, pitch)


FIELDS = Kind(_fields_height, _fields)
RECORDS = Kind(_records_height, _records)
LIST = Kind(_list_height, _list)
NOTES = Kind(_notes_height, _notes)
