"""Kinds of blocks, and what several kinds share: headings, columns, fields in cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum
from typing import Any, NamedTuple

from deckgen.draw import geometry
from deckgen.draw.blocks.table import ALIGN
from deckgen.draw.geometry import Box
from deckgen.errors import Problems, suggest
from deckgen.records import record
from deckgen.sheet.blocks.parts import Entry, Fields, Table, join_tip
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, join_name
from deckgen.sheet.options import BlockOptions, ColumnOptions
from deckgen.sheet.paper.canvas import Canvas, square
from deckgen.sources import YamlValue

LABEL = 3.1
"""Height of a small label, in mm."""
BELOW = 1.2
"""Gap between a heading and the block below it, in mm."""


class LaidOut(NamedTuple):
    """A block laid out at a width: its natural height in mm, and how to draw it in a box of that height or more."""

    height: float
    draw: Callable[[Box], None]


@record
class BlockKind:
    """A kind of block: its options, the groups it can show, and the function that lays it out.

    ``groups`` are the kinds of group that ``of`` may name, ``type`` is the type their values must have (any,
    if empty); ``check`` reports further errors in a block's options. ``lay_out`` takes a width in mm; the
    block is drawn below its heading, unless it has none. ``part`` returns what the screen shows; without it,
    the template of the kind's name draws the block.
    """

    name: str
    options: type[BlockOptions]
    lay_out: Callable[[Canvas, Any, float], LaidOut]
    groups: tuple[str, ...] = ()
    type: str = ""
    check: Callable[[Any, YamlValue, SheetSpec, Problems], None] | None = None
    heading: bool = True
    part: Callable[[SheetSpec, Any], Fields | Table] | None = None


def check_name(spot: YamlValue, name: str, choices: Iterable[str], noun: str, problems: Problems) -> bool:
    """Return whether ``name`` is one of ``choices``; if not, report that there is no such ``noun``."""
    names = list(choices)
    if name not in names:
        spot.report(problems, f'there is no {noun} "{name}"', suggest(name, names))
    return name in names


def draw_heading(canvas: Canvas, title: str, box: Box) -> Box:
    """Draw a block's heading in the theme's style at the top of its box; return the box below it and a gap."""
    style, height = canvas.style, canvas.style.heading_height
    title = _heading_text(canvas, title)
    heading_box = below(box, 0, height)
    mark_width = height * 1.15 if style.heading_mark else 0.0
    band, width = (
        beside(heading_box, mark_width, heading_box.width - mark_width),
        canvas.width(title, "heading"),
    )
    if style.heading_mark:
        canvas.icon(style.heading_mark, square(heading_box.x + height / 2, heading_box.cy, height))
    if style.heading == "tab":
        _draw_tab(canvas, title, band, min(band.width, width + 7))
    elif style.heading == "bar":
        canvas.panel(band, style.accent)
        canvas.words(title, band.inset(2, 0), "heading", color=style.heading_ink)
    elif style.heading in ("plate", "spine"):
        x, y, bottom, plate = band.x, box.y, band.bottom, beside(band, 0, min(band.width, width + 7))
        outline = [x, y, plate.right, y, plate.right - height * 0.6, bottom, x, bottom]
        canvas.pen.path(geometry.polygon(outline), style.accent)
        canvas.pen.rule(x, bottom - 0.3, box.right, bottom - 0.3, style.accent, 0.6)
        canvas.words(title, plate.inset(1.8, 0), "heading", color=style.heading_ink)
    elif style.heading == "center":
        canvas.words(title, band, "heading", 0.5)
        half = (box.width - width) / 2 - 2
        for x, end in ((box.x, box.x + half), (box.right, box.right - half)):
            canvas.pen.rule(x, band.cy, end, band.cy, style.accent, 0.3)
            diamond = [end, band.cy - 0.9, end + 0.9, band.cy, end, band.cy + 0.9, end - 0.9, band.cy]
            canvas.pen.path(geometry.polygon(diamond), style.accent)
    else:
        canvas.words(title, band, "heading")
        canvas.underline(band, 0.5, style.accent)
        canvas.pen.rule(box.x, band.bottom + 0.7, box.right, band.bottom + 0.7, style.accent, 0.2)
    return box_below(box, height + BELOW)


def _draw_tab(canvas: Canvas, title: str, band: Box, width: float) -> None:
    """Draw a heading as a folder's tab, ``width`` mm wide, at the left of ``band``, and a line along its foot."""
    style = canvas.style
    x, y, low, half = band.x, band.y, band.bottom, band.height / 2
    outline = [x, low, x, y + 1.2, x + 1.2, y, x + width - half, y, x + width + half * 0.4, low]
    canvas.pen.rule(x, low - 0.2, band.right, low - 0.2, style.accent, 0.4)
    canvas.pen.path(geometry.polygon(outline), style.accent)
    canvas.words(title, beside(band, 0, width).inset(1.8, 0), "heading", color=style.heading_ink)


def _heading_text(canvas: Canvas, title: str) -> str:
    return title.upper() if canvas.style.capitals else title


def spine_length(canvas: Canvas, title: str) -> float:
    """Return the height in mm that a block needs for its heading on its left."""
    style = canvas.style
    size = style.spine_size or style.heading_size
    return canvas.pen.width(_heading_text(canvas, title), style.spine_face, size) + 2.5 * style.spine_pad


def draw_spine(canvas: Canvas, title: str, box: Box) -> Box:
    """Draw a heading upward at the left of its box, and a line around both; return the rest."""
    style, wide = canvas.style, canvas.style.spine_width
    x, y, low, cut = box.x, box.y, box.bottom, min(style.radius * 1.3, wide / 2)
    fill = style.tint if style.ground and not style.panel else style.paper  # on the ground of a small card
    canvas.panel(box, fill, style.accent, style.edge * 0.8, style.radius * 1.3)
    foot = [x, low] if style.corner != "cut" else [x + cut, low, x, low - cut]
    canvas.pen.path(geometry.polygon([x, y, x + wide, y, x + wide, low, *foot]), style.spine)
    string = _heading_text(canvas, title)
    size = style.spine_size or style.heading_size
    canvas.upward(string, beside(box, 0, wide), style.spine_face, size, style.spine_ink)
    return Box(x + wide, y, box.width - wide, box.height).inset(style.spine_pad)


def box_below(box: Box, height: float) -> Box:
    """Return a box without its upper ``height`` mm."""
    return Box(box.x, box.y + height, box.width, box.height - height)


def below(box: Box, y: float, height: float) -> Box:
    """Return the band of a box that begins ``y`` mm below its top and is ``height`` mm high."""
    return Box(box.x, box.y + y, box.width, height)


def beside(box: Box, x: float, width: float) -> Box:
    """Return the column of a box that begins ``x`` mm from its left edge and is ``width`` mm wide."""
    return Box(box.x + x, box.y, width, box.height)


def divide_rows(box: Box, count: int) -> list[Box]:
    """Return a box divided into rows of equal height."""
    pitch = box.height / count
    return [below(box, row * pitch, pitch) for row in range(count)]


def stack_boxes(box: Box, heights: list[float], grows: list[float], gap: float) -> list[Box]:
    """Return boxes of these heights, ``gap`` mm apart; spare height is shared by ``grows``, unused if all are 0."""
    spare, total = box.height - fsum(heights) - gap * (len(heights) - 1), fsum(grows) or 1
    boxes, y = [], 0.0
    for height, grow in zip(heights, grows, strict=True):
        boxes.append(below(box, y, height + spare * grow / total))
        y += boxes[-1].height + gap
    return boxes


def divide_width(weights: list[float], width: float, gap: float = 0.0) -> list[tuple[float, float]]:
    """Return (x, width) in mm for each weight, with gaps between them."""
    room = width - gap * (len(weights) - 1)
    total = fsum(weights)
    result, x = [], 0.0
    for number in weights:
        part = room * number / total
        result.append((x, part))
        x += part + gap
    return result


class PlacedColumn(NamedTuple):
    """A column of a group: its offset from the left and width in mm; ``align`` is 0 left, 1 right."""

    column: FieldColumn
    x: float
    width: float
    align: float


def place_columns(
    options: ColumnOptions, group: FieldGroup, width: float, gap: float, before: float | None = None
) -> list[PlacedColumn]:
    """Return a block's columns, or all, in ``width`` mm after a share ``before``; texts left, others centered."""
    shares_by_name = options.columns or {column.name: 1.0 for column in group.columns}
    first = [] if before is None else [before]
    placed = []
    for name, place in zip(
        shares_by_name,
        divide_width([*first, *shares_by_name.values()], width, gap)[len(first) :],
        strict=True,
    ):
        column = group.column(name)
        default_align = "left" if column.type in ("text", "long", "choice") else "center"
        placed.append(PlacedColumn(column, *place, ALIGN[options.align.get(name or "value", default_align)]))
    return placed


def draw_column_label(canvas: Canvas, placed: PlacedColumn, box: Box, indent: float = 0.0) -> None:
    """Draw a column's label at the top of a box, centered unless its values begin at the left."""
    indent = 0.0 if placed.align else indent
    place = Box(box.x + placed.x + indent, box.y, placed.width - indent, LABEL)
    canvas.words(placed.column.label, place, "label", 0.5 if placed.align else 0.0)


def put_field(canvas: Canvas, entry: Entry, box: Box, size: float = 0.0, align: float = 0.0, **look: Any) -> None:
    """Add a value's field; ``size`` of letters in mm, 0: the theme's; ``align`` 0 to 1; ``look``: as of Canvas.field."""
    canvas.field(entry.name, entry.column, box, entry.tip, size, align, **look)


def put_cell(canvas: Canvas, group: FieldGroup, key: str, placed: PlacedColumn, box: Box, size: float = 0.0) -> None:
    """Add the field of an entry's value in its column."""
    put_field(canvas, Entry(group, key, placed.column), box, size, placed.align)


def put_mark(
    canvas: Canvas, entry: Entry, number: int, box: Box, shape: str, mark_label: str = "", fill: str = ""
) -> None:
    """Add a track's ``number``-th mark; its tooltip ends with ``mark_label``, "": the number; ``fill`` "": as paper."""
    hint = join_tip(entry.full_label, mark_label or str(number))
    canvas.checkbox(join_name(entry.name, str(number)), box, shape, hint, fill)
