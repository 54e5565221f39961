"""Pages of a sheet: blocks arranged on a paper, drawn once for all characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Faults, LayoutError
from deckgen.sheet.blocks import KINDS
from deckgen.sheet.canvas import Canvas, Count, Slot
from deckgen.sheet.clip_tracks import STRIP, draw_edges
from deckgen.sheet.model import Block, BlockStack, FieldGroup, SheetSpec
from deckgen.sheet.style import SheetTheme

MARGIN = 9.0
"""Above and below, and at the sides of pages without clip tracks, in mm."""
TIGHT = 0.7
"""Between the blocks of a small card, in mm."""


@dataclass(frozen=True)
class BlankPage:
    """A page that waits for a character."""

    drawing: Drawing
    slots: tuple[Slot, ...]
    counts: tuple[Count, ...]


def templates(spec: SheetSpec, dress: SheetTheme, paper: Paper) -> tuple[BlankPage, ...]:
    """The pages of a blank sheet. Raises LayoutError if something does not fit."""
    faults = Faults()
    made = []
    for number, page in enumerate(spec.pages, 1):
        canvas = Canvas(spec, dress, faults)
        canvas.pen.card = f"page {number}"
        side = STRIP if page.edges else MARGIN + 1
        room = Box(side, MARGIN, paper.width - 2 * side, paper.height - 2 * MARGIN)
        draw_edges(canvas, page, paper)
        _arrange(canvas, page.rows, room, faults)
        made.append(_finish(canvas, paper.width, paper.height, f"{spec.title} page {number}"))
    faults.raise_as(LayoutError)
    return tuple(made)


def continuation(
    spec: SheetSpec, dress: SheetTheme, paper: Paper, block: Block, group: FieldGroup, first: int, count: int
) -> tuple[BlankPage, int]:
    """A page for the entries of a list from ``first``, and how many of ``count`` it holds."""
    faults = Faults()
    canvas = Canvas(spec, dress, faults)
    canvas.pen.card = f"continuation of {group.name}"
    side = MARGIN + 1
    room = Box(side, MARGIN, paper.width - 2 * side, paper.height - 2 * MARGIN)
    title = block.title or group.label
    own = _with(block, rows=count, first=first, title=f"{title}, continued", pitch=dress.look.pitch)
    banner = _with(
        block,
        block="banner",
        kind="banner",
        of="name" if "name" in spec.groups else "",
        title=f"{spec.name}: continued",
    )
    top = KINDS["banner"].height(canvas, banner, room.width)
    while KINDS["list"].height(canvas, own, room.width) > room.height - top - canvas.space:
        count -= 1
        own = _with(own, rows=count)
    KINDS["banner"].paint(canvas, banner, Box(room.x, room.y, room.width, top))
    height = KINDS["list"].height(canvas, own, room.width)
    KINDS["list"].paint(canvas, own, Box(room.x, room.y + top + canvas.space, room.width, height))
    faults.raise_as(LayoutError)
    made = _finish(canvas, paper.width, paper.height, f"{group.label}, continued")
    return made, count


def card(spec: SheetSpec, dress: SheetTheme, width: float, height: float, margin: float) -> BlankPage:
    """The small card of a character, as large as asked."""
    faults = Faults()
    canvas = Canvas(spec, dress, faults)
    canvas.pen.card, canvas.space = "card", TIGHT
    room = Box(margin, margin, width - 2 * margin, height - 2 * margin)
    _arrange(canvas, (spec.npc,), room, faults)
    faults.raise_as(LayoutError)
    return _finish(canvas, width, height, f"{spec.title} card")


def _with(base: Block, kind: str = "", **options: object) -> Block:
    return replace(base, kind=kind or base.kind, options={**base.options, **options})


def _finish(canvas: Canvas, width: float, height: float, title: str) -> BlankPage:
    drawing = Drawing(width, height, 0.0, tuple(canvas.pen.items), canvas.dress.style, title)
    return BlankPage(drawing, tuple(canvas.slots), tuple(canvas.counts))


def _arrange(canvas: Canvas, rows: Sequence[tuple[BlockStack, ...]], room: Box, faults: Faults) -> None:
    """Rows below each other; what height is left goes to the rows whose blocks grow."""
    gap = canvas.look.gap
    heights = [
        max(_stack_height(canvas, stack, width) for stack, (_, width) in _places(row, room.width))
        for row in rows
    ]
    spare = room.height - sum(heights) - gap * (len(rows) - 1)
    if spare < -0.01:
        what = f"the blocks of {canvas.pen.card} are {-spare:.1f} mm too high for the paper"
        faults.add(
            canvas.spec.source.path,
            canvas.spec.source.line(("pages",)),
            "pages",
            what,
            "take rows out, or lower a pitch or height",
        )
        return
    grows = [max(sum(block.grow for block in stack.blocks) for stack in row) for row in rows]
    total = sum(grows)
    y = room.y
    for row, height, grow in zip(rows, heights, grows, strict=True):
        full = height + (spare * grow / total if total else 0)
        for stack, (x, width) in _places(row, room.width):
            _paint_stack(canvas, stack, Box(room.x + x, y, width, full))
        y += full + gap


def _places(row: tuple[BlockStack, ...], width: float) -> list[tuple[BlockStack, tuple[float, float]]]:
    gap = 4.0
    total = sum(stack.width for stack in row)
    room = width - gap * (len(row) - 1)
    x, result = 0.0, []
    for stack in row:
        part = room * stack.width / total
        result.append((stack, (x, part)))
        x += part + gap
    return result


def _stack_height(canvas: Canvas, stack: BlockStack, width: float) -> float:
    return sum(KINDS[b.kind].height(canvas, b, width) for b in stack.blocks) + canvas.space * (
        len(stack.blocks) - 1
    )


def _paint_stack(canvas: Canvas, stack: BlockStack, box: Box) -> None:
    heights = [KINDS[block.kind].height(canvas, block, box.width) for block in stack.blocks]
    spare = box.height - sum(heights) - canvas.space * (len(heights) - 1)
    # A block grows with its size, so that rows of all tables grow alike.
    total = sum(block.grow * natural for block, natural in zip(stack.blocks, heights, strict=True))
    y = box.y
    for block, natural in zip(stack.blocks, heights, strict=True):
        height = natural + (spare * block.grow * natural / total if total else 0)
        canvas.pen.slot = block.title or block.kind
        KINDS[block.kind].paint(canvas, block, Box(box.x, y, box.width, height))
        y += height + canvas.space


def lists(spec: SheetSpec) -> Mapping[str, tuple[Block, int]]:
    """The block of every list on the pages, and for how many entries it has room."""
    found: dict[str, tuple[Block, int]] = {}
    for page in spec.pages:
        for block in (block for row in page.rows for stack in row for block in stack.blocks):
            if block.kind == "list":
                name = str(block.options["of"])
                found[name] = (block, int(block.options.get("rows", spec.groups[name].rows)))
    return found
