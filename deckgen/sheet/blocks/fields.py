"""Single fields: in lines with their labels above them, and lines to write a long text on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import LABEL, BlockKind, LaidOut, below, beside, box_below, rows
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.options import SHARE, BlockOptions, Group, Groups, Height, Option, Pitch

_APART = 2.0  # fields side by side


@dataclass(frozen=True, kw_only=True)
class FieldsOptions(BlockOptions):
    """Options of a block of fields; ``across`` begins anew where there are more fields than twelfths."""

    of: Groups
    across: Annotated[
        int | tuple[float, ...],
        Option(
            "Fields side by side; or the twelfths of each.",
            {
                "anyOf": [
                    {"type": "integer", "minimum": 1, "maximum": 12},
                    {"type": "array", "minItems": 1, "items": {**SHARE, "maximum": 12}},
                ]
            },
        ),
    ] = 1
    pitch: Pitch = 8.6


def _lay_out_fields(canvas: Canvas, options: FieldsOptions, width: float) -> LaidOut:
    lines = _lines(options)
    twelfth = (width + _APART) / 12  # so that fields of all lines stand below each other

    def draw(box: Box) -> None:
        for row, line in zip(rows(box, len(lines)), lines, strict=True):
            for name, used, share in line:
                _field(
                    canvas,
                    name,
                    beside(below(row, 0, row.height - 1), used * twelfth, share * twelfth - _APART),
                )

    return LaidOut(options.pitch * len(lines), draw)


def _lines(options: FieldsOptions) -> list[list[tuple[str, float, float]]]:
    """The fields of each line: the name, the twelfths on the left of it, and its own."""
    across = options.across
    widths = (12 / across,) if isinstance(across, int) else across
    lines: list[list[tuple[str, float, float]]] = [[]]
    used = 0.0
    for name, width in zip(options.of, cycle(widths), strict=False):
        if used + width > 12.01:
            lines.append([])
            used = 0.0
        lines[-1].append((name, used, width))
        used += width
    return lines


def _field(canvas: Canvas, name: str, place: Box) -> None:
    group, style = canvas.spec.groups[name], canvas.style
    column, field = group.columns[0], box_below(place, LABEL)
    if column.derived:
        canvas.panel(field, style.tint)
    label = f"{group.label} ({column.unit})" if column.unit and not column.derived else group.label
    canvas.words(label, below(place, 0, LABEL), "label")
    canvas.underline(place, 0.25, style.line if column.derived else style.ink)
    align = 0.5 if column.derived or column.type in ("number", "dice") else 0.0
    canvas.entry(name, column, field, column.tip or group.label, align=align)


@dataclass(frozen=True, kw_only=True)
class NotesOptions(BlockOptions):
    """Options of notes; ``pitch`` is the distance of lines, which grows until they fill the height."""

    of: Group
    height: Height = 20.0
    pitch: Pitch = 5.4


def _lay_out_notes(canvas: Canvas, options: NotesOptions, width: float) -> LaidOut:  # noqa: ARG001 (all blocks have the same)
    def draw(box: Box) -> None:
        group = canvas.spec.groups[options.of]
        lines = rows(box, max(1, int(box.height / options.pitch + 0.01)))
        for row in lines:
            # Dotted: a viewer that sets the text anew keeps its own distance of lines.
            canvas.underline(row, 0.25, dash=(0.25, 1.0))
        column = group.columns[0]
        canvas.entry(options.of, column, box, column.tip or group.label, pitch=lines[0].height)

    return LaidOut(options.height, draw)


KINDS = (
    BlockKind("fields", FieldsOptions, _lay_out_fields, ("one",)),
    BlockKind("notes", NotesOptions, _lay_out_notes, ("one",), "long"),
)
