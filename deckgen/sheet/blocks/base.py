"""What a block is, and the heading that most of them have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import Block, FieldColumn, FieldGroup, full

LABEL = 3.1
"""Height of a small label, in mm."""
BELOW = 1.2
"""Between a heading and what stands below it, in mm."""


@dataclass(frozen=True)
class Kind:
    """A kind of block: how high it is at a width, at least, and how it draws itself in a box."""

    height: Callable[[Canvas, Block, float], float]
    paint: Callable[[Canvas, Block, Box], None]


def heading_height(canvas: Canvas, block: Block) -> float:
    """How much room the heading takes."""
    return canvas.look.heading_height + BELOW if block.title else 0.0


def heading(canvas: Canvas, block: Block, box: Box) -> Box:
    """Draw the heading of a block, and return the room below it."""
    if not block.title:
        return box
    look, height = canvas.look, canvas.look.heading_height
    title = block.title.upper() if look.capitals else block.title
    band = Box(box.x, box.y, box.width, height)
    width = canvas.pen.width(title, look.heading_face, look.heading_size)
    if look.heading == "bar":
        canvas.panel(band, look.accent)
        canvas.words(title, band.inset(2, 0), look.heading_face, look.heading_size, look.heading_ink)
    elif look.heading == "plate":
        plate = Box(box.x, box.y, min(box.width, width + 7), height)
        slant = geometry.polygon(
            [
                plate.x,
                plate.y,
                plate.right,
                plate.y,
                plate.right - height * 0.6,
                plate.bottom,
                plate.x,
                plate.bottom,
            ]
        )
        canvas.path(slant, look.accent)
        canvas.line(box.x, band.bottom - 0.3, box.right, band.bottom - 0.3, 0.6, look.accent)
        canvas.words(title, plate.inset(1.8, 0), look.heading_face, look.heading_size, look.heading_ink)
    else:
        canvas.words(
            title,
            band,
            look.heading_face,
            look.heading_size,
            look.accent,
            0.5 if look.heading == "centre" else 0,
        )
        if look.heading == "centre":
            half = (box.width - width) / 2 - 2
            for x, sign in ((box.x, 1), (box.right, -1)):
                canvas.line(x, band.cy, x + sign * half, band.cy, 0.3, look.accent)
                end = x + sign * half
                canvas.path(
                    geometry.polygon(
                        [end, band.cy - 0.9, end + 0.9, band.cy, end, band.cy + 0.9, end - 0.9, band.cy]
                    ),
                    look.accent,
                )
        else:
            canvas.line(box.x, band.bottom, box.right, band.bottom, 0.5, look.accent)
            canvas.line(box.x, band.bottom + 0.7, box.right, band.bottom + 0.7, 0.2, look.accent)
    top = height + BELOW
    return Box(box.x, box.y + top, box.width, box.height - top)


def group_of(canvas: Canvas, block: Block) -> FieldGroup:
    """The group that a block shows."""
    return canvas.spec.groups[str(block.options["of"])]


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


def columns_of(block: Block, group: FieldGroup) -> list[tuple[FieldColumn, float]]:
    """The columns that a block shows and their shares; all, if it does not say."""
    chosen = block.options.get("columns")
    if chosen is None:
        return [(column, 1.0) for column in group.columns]
    return [(group.column(name), float(share)) for name, share in chosen.items()]


def alignment(block: Block, column: FieldColumn) -> float:
    """Where text stands in a column: as the block says, else numbers in the middle."""
    said = block.options.get("align", {}).get(column.name or "value")
    if said:
        return {"left": 0.0, "centre": 0.5, "right": 1.0}[said]
    return 0.0 if column.type in ("text", "long", "choice") else 0.5


def tip(*parts: str) -> str:
    """A tooltip: what the field is, from the general to the special."""
    return ": ".join(part for part in parts if part)


def cell(
    canvas: Canvas, name: str, column: FieldColumn, box: Box, hint: str, align: float, size: float = 0.0
) -> None:
    """A field in a cell of a table."""
    canvas.entry(name, column, box, tip(hint, column.tip), size, align)


__all__ = [
    "BELOW",
    "LABEL",
    "Kind",
    "alignment",
    "cell",
    "columns_of",
    "full",
    "group_of",
    "heading",
    "heading_height",
    "shares",
    "tip",
]
