"""What a kind of block is, and what several kinds draw alike: headings, columns, fields in cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.errors import Faults, nearest
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sheet.options import BlockOptions, ColumnOptions
from deckgen.sources import Spot

LABEL = 3.1
"""Height of a small label, in mm."""
BELOW = 1.2
"""Between a heading and what stands below it, in mm."""


class LaidOut(NamedTuple):
    """A block laid out at a width: its natural height in mm, and how it is drawn in a box of at least that height."""

    height: float
    draw: Callable[[Box], None]


@dataclass(frozen=True)
class BlockKind:
    """A kind of block: the dataclass of its options, what it can show, and the function that lays it out.

    ``groups`` are the kinds of group that ``of`` may name, ``type`` is what their values must be (any, if
    empty); ``check`` adds what else is wrong with the options of a block. ``lay_out`` takes a width in mm;
    what it lays out stands below the block's heading, unless the block draws its title itself.
    """

    name: str
    options: type[BlockOptions]
    lay_out: Callable[[Canvas, Any, float], LaidOut]
    groups: tuple[str, ...] = ()
    type: str = ""
    check: Callable[[Any, Spot, SheetSpec, Faults], None] | None = None
    heading: bool = True


def name_known(spot: Spot, name: str, known: Iterable[str], what: str, faults: Faults) -> bool:
    """Whether ``name`` is one of ``known``; adds a fault if it is not."""
    names = list(known)
    if name not in names:
        spot.blame(faults, f'there is no {what} "{name}"', nearest(name, names))
    return name in names


def draw_heading(canvas: Canvas, title: str, box: Box) -> Box:
    """Draw a block's heading at the top of its box, and return the room below it."""
    style, height = canvas.style, canvas.style.heading_height
    title = title.upper() if style.capitals else title
    band = Box(box.x, box.y, box.width, height)
    width = canvas.pen.width(title, style.heading_face, style.heading_size)
    face, size = style.heading_face, style.heading_size
    if style.heading == "bar":
        canvas.panel(band, style.accent)
        canvas.words(title, band.inset(2, 0), face, size, style.heading_ink)
    elif style.heading == "plate":
        x, y, right, bottom = box.x, box.y, box.x + min(box.width, width + 7), band.bottom
        canvas.path(geometry.polygon([x, y, right, y, right - height * 0.6, bottom, x, bottom]), style.accent)
        canvas.line(x, bottom - 0.3, box.right, bottom - 0.3, 0.6, style.accent)
        canvas.words(title, Box(x, y, right - x, height).inset(1.8, 0), face, size, style.heading_ink)
    elif style.heading == "centre":
        canvas.words(title, band, face, size, style.accent, 0.5)
        half = (box.width - width) / 2 - 2
        for x, end in ((box.x, box.x + half), (box.right, box.right - half)):
            canvas.line(x, band.cy, end, band.cy, 0.3, style.accent)
            diamond = [end, band.cy - 0.9, end + 0.9, band.cy, end, band.cy + 0.9, end - 0.9, band.cy]
            canvas.path(geometry.polygon(diamond), style.accent)
    else:
        canvas.words(title, band, face, size, style.accent, 0)
        canvas.line(box.x, band.bottom, box.right, band.bottom, 0.5, style.accent)
        canvas.line(box.x, band.bottom + 0.7, box.right, band.bottom + 0.7, 0.2, style.accent)
    return box_below(box, height + BELOW)


def box_below(box: Box, height: float) -> Box:
    """What is left of a box below its upper ``height`` mm."""
    return Box(box.x, box.y + height, box.width, box.height - height)


def shares(numbers: list[float], width: float, gap: float = 0.0) -> list[tuple[float, float]]:
    """Offset and width of each share of ``width``, with gaps between them."""
    room = width - gap * (len(numbers) - 1)
    total = sum(numbers)
    result, x = [], 0.0
    for number in numbers:
        part = room * number / total
        result.append((x, part))
        x += part + gap
    return result


class PlacedColumn(NamedTuple):
    """A column of a group: where it stands from the left and how wide it is, mm; 0 is set left, 1 right."""

    column: FieldColumn
    x: float
    width: float
    align: float


def place_columns(
    options: ColumnOptions, group: FieldGroup, width: float, gap: float, before: float | None = None
) -> list[PlacedColumn]:
    """The columns that a block shows, in its order, the share ``before`` left free if it is given."""
    chosen = options.columns or {column.name: 1.0 for column in group.columns}
    first = [] if before is None else [before]
    places = shares([*first, *chosen.values()], width, gap)[len(first) :]
    columns = [group.column(name) for name in chosen]
    return [
        PlacedColumn(column, x, part, _alignment(options.align, column))
        for column, (x, part) in zip(columns, places, strict=True)
    ]


def _alignment(align: Mapping[str, str], column: FieldColumn) -> float:
    """As ``align`` says, else numbers in the middle."""
    said = align.get(column.name or "value")
    if said:
        return {"left": 0.0, "centre": 0.5, "right": 1.0}[said]
    return 0.0 if column.type in ("text", "long", "choice") else 0.5


def label_column(canvas: Canvas, placed: PlacedColumn, left: float, y: float, indent: float = 0.0) -> None:
    """The label of a column below ``y``, in the middle unless its values begin on the left."""
    indent = 0.0 if placed.align else indent
    box = Box(left + placed.x + indent, y, placed.width - indent, LABEL)
    canvas.label(placed.column.label, box, align=0.5 if placed.align else 0.0)


def tip(*parts: str) -> str:
    """A tooltip: what the field is, from the general to the special."""
    return ": ".join(part for part in parts if part)


def cell(
    canvas: Canvas, group: FieldGroup, key: str, placed: PlacedColumn, box: Box, hint: str, size: float = 0.0
) -> None:
    """The field of an entry's value in its column; the size of its letters is the theme's, if 0."""
    column = placed.column
    name = full(group.name, key, column.name)
    canvas.entry(name, column, box, tip(hint, column.tip), size, placed.align)
