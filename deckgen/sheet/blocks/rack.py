"""A rack: each entry of a list on a plate of its own, with lines of fields that have their labels beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from deckgen.draw.geometry import Box
from deckgen.errors import Faults
from deckgen.records import record
from deckgen.sheet.blocks import base
from deckgen.sheet.blocks.base import BlockKind, LaidOut, PlacedColumn, below, beside, name_known
from deckgen.sheet.blocks.fields import ListOptions, row_count
from deckgen.sheet.model import FieldGroup, SheetSpec
from deckgen.sheet.options import SHARE, Option, names
from deckgen.sheet.paper.canvas import Canvas
from deckgen.sources import Spot

_TAB = 4.4  # the number of an entry, at the left of its plate
_APART, _PAD = 1.2, 0.8  # between plates, and from a label to its value
_TALLEST = 6.2  # of a field, so that what stands in it stays near its line
_CELLS = 1.4  # between the fields of a line
_LINES = {"type": "array", "minItems": 1, "items": {**names(SHARE), "minProperties": 1}}


@record(kw_only=True)
class RackOptions(ListOptions):
    """Options of a rack: it has a line for each mapping in ``lines``; ``pitch`` is the height of one."""

    lines: Annotated[
        tuple[Mapping[str, float], ...],
        Option("The columns in each line of a plate, and how wide they are in shares.", _LINES),
    ]


def _check(options: RackOptions, spot: Spot, spec: SheetSpec, faults: Faults) -> None:
    known = [column.name for column in spec.groups[options.of].columns]
    for line in spot.at("lines").items():
        for name in line.value:
            name_known(line.at(name), name, known, "column", faults)


def _lay_out(canvas: Canvas, options: RackOptions, width: float) -> LaidOut:
    group, style = canvas.spec.groups[options.of], canvas.style
    count, pitch = row_count(canvas.spec, options), options.pitch or style.pitch
    room = width - _TAB - 1.6
    lines = []
    for columns in options.lines:
        placed = base.place_columns(
            ListOptions(of=options.of, columns=columns, align=options.align), group, room, _CELLS
        )
        lines.append(placed)

    def draw(box: Box) -> None:
        parts = base.stacked(box, [len(lines) * pitch] * count, [1.0] * count, _APART)
        for number, plate in enumerate(parts, options.first):
            canvas.panel(plate, style.paper, style.line, style.edge * 0.8)
            tab = beside(plate, 0, _TAB)
            canvas.panel(tab, style.accent)
            canvas.words(str(number), tab, "level", 0.5, style.heading_ink, style.heading_size)
            inside = beside(plate, _TAB + 1.0, room)
            for row, placed in zip(base.rows(inside.inset(0, 0.4), len(lines)), lines, strict=True):
                for each in placed:
                    _draw_cell(canvas, group, f"{number:02}", each, row)

    return LaidOut((len(lines) * pitch + _APART) * count - _APART, draw)


def _draw_cell(canvas: Canvas, group: FieldGroup, key: str, placed: PlacedColumn, row: Box) -> None:
    """A label, and the field beside it over a line."""
    style, cut = canvas.style, beside(row, placed.x, placed.width)
    label = placed.column.label
    wide = canvas.width(label, "label") + _PAD
    canvas.words(label, beside(cut, 0, wide), "label")
    high = min(row.height - 1.0, _TALLEST)
    place = below(beside(cut, wide, cut.width - wide), (row.height - high) / 2, high)
    if placed.column.derived:
        canvas.panel(place, style.tint, radius=min(style.radius, 0.6))
    canvas.underline(place, 0.2, style.line)
    base.cell(canvas, group, key, placed._replace(x=0.0, width=place.width), place)


KINDS = (BlockKind("rack", RackOptions, _lay_out, ("rows",), check=_check),)
