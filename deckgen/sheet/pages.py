"""Pages of a sheet: blocks arranged on a paper, drawn once for all characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Faults, LayoutError
from deckgen.sheet.blocks import lay_out
from deckgen.sheet.blocks.banner import BannerOptions
from deckgen.sheet.blocks.base import LaidOut, shares
from deckgen.sheet.blocks.fields import ListOptions
from deckgen.sheet.canvas import Canvas, Count, Slot
from deckgen.sheet.clip_tracks import STRIP, draw_edges
from deckgen.sheet.model import BlockStack, SheetSpec
from deckgen.sheet.style import SheetTheme

MARGIN, _SIDE = 9.0, 10.0
"""Above and below, and at the sides of pages without clip tracks, in mm."""
TIGHT = 0.7
"""Between the blocks of a small card, in mm."""
_BESIDE = 4.0  # mm between stacks side by side


@dataclass(frozen=True)
class BlankPage:
    """A page that waits for a character."""

    drawing: Drawing
    slots: tuple[Slot, ...]
    counts: tuple[Count, ...]


def templates(spec: SheetSpec, theme: SheetTheme, paper: Paper) -> tuple[BlankPage, ...]:
    """The pages of a blank sheet. Raises LayoutError if something does not fit."""
    faults = Faults()
    made = []
    for number, page in enumerate(spec.pages, 1):
        canvas = _canvas(spec, theme, faults, f"page {number}")
        draw_edges(canvas, page, paper)
        _arrange(canvas, page.rows, _room(paper, STRIP if page.edges else _SIDE), faults)
        made.append(_finish(canvas, paper.width, paper.height, f"{spec.title} page {number}"))
    faults.raise_as(LayoutError)
    return tuple(made)


def continuation(
    spec: SheetSpec, theme: SheetTheme, paper: Paper, options: ListOptions, first: int, count: int
) -> tuple[BlankPage, int]:
    """A page for the entries of a list from ``first``, and how many of ``count`` it holds."""
    faults, group, room = Faults(), spec.groups[options.of], _room(paper, _SIDE)
    canvas = _canvas(spec, theme, faults, f"continuation of {group.name}")
    name = "name" if "name" in spec.groups else ""
    header = BannerOptions(of=name, title=f"{spec.name}: continued")
    banner = lay_out(canvas, "banner", header, room.width)
    top = banner.height + canvas.space
    title = f"{options.title or group.label}, continued"
    options = replace(options, first=first, title=title, pitch=theme.style.pitch)
    while True:
        own = lay_out(canvas, "list", replace(options, rows=count), room.width)
        if own.height <= room.height - top:
            break
        count -= 1
    banner.draw(Box(room.x, room.y, room.width, banner.height))
    own.draw(Box(room.x, room.y + top, room.width, own.height))
    faults.raise_as(LayoutError)
    return _finish(canvas, paper.width, paper.height, f"{group.label}, continued"), count


def card(spec: SheetSpec, theme: SheetTheme, width: float, height: float, margin: float) -> BlankPage:
    """The small card of a character, as large as asked."""
    faults = Faults()
    canvas = _canvas(spec, theme, faults, "card")
    canvas.space = TIGHT
    _arrange(canvas, (spec.npc,), Box(0, 0, width, height).inset(margin), faults)
    faults.raise_as(LayoutError)
    return _finish(canvas, width, height, f"{spec.title} card")


def _canvas(spec: SheetSpec, theme: SheetTheme, faults: Faults, called: str) -> Canvas:
    canvas = Canvas(spec, theme, faults)
    canvas.pen.card = called
    return canvas


def _room(paper: Paper, side: float) -> Box:
    """What is for the blocks of a page."""
    return Box(0, 0, paper.width, paper.height).inset(side, MARGIN)


def _finish(canvas: Canvas, width: float, height: float, title: str) -> BlankPage:
    drawing = Drawing(width, height, 0.0, tuple(canvas.pen.items), canvas.theme.drawing, title)
    return BlankPage(drawing, tuple(canvas.slots), tuple(canvas.counts))


def _arrange(canvas: Canvas, rows: Sequence[tuple[BlockStack, ...]], room: Box, faults: Faults) -> None:
    """Rows below each other; what height is left goes to the rows whose blocks grow."""
    gap = canvas.style.gap
    laid = []
    for row in rows:
        places = zip(row, shares([stack.width for stack in row], room.width, _BESIDE), strict=True)
        laid.append([(x, part, _lay_out_stack(canvas, stack, part)) for stack, (x, part) in places])
    heights = [max(stack.height for *_, stack in row) for row in laid]
    spare = room.height - sum(heights) - gap * (len(rows) - 1)
    if spare < -0.01:
        what = f"the blocks of {canvas.pen.card} are {-spare:.1f} mm too high for the paper"
        place = canvas.spec.source.line(("pages",))
        remedy = "take rows out, or lower a pitch or height"
        faults.add(canvas.spec.source.path, place, "pages", what, remedy)
        return
    grows = [max(sum(block.options.grow for block in stack.blocks) for stack in row) for row in rows]
    y = room.y
    for stacks, height in zip(laid, _grown(heights, grows, spare), strict=True):
        for x, part, stack in stacks:
            stack.draw(Box(room.x + x, y, part, height))
        y += height + gap


def _grown(heights: Sequence[float], grows: Sequence[float], spare: float) -> list[float]:
    """Heights with what is to spare, which they get in the shares ``grows``."""
    total = sum(grows) or 1
    return [height + spare * grow / total for height, grow in zip(heights, grows, strict=True)]


def _lay_out_stack(canvas: Canvas, stack: BlockStack, width: float) -> LaidOut:
    """Blocks below each other; each grows with its size, so that rows of all tables grow alike."""
    laid = [lay_out(canvas, block.kind, block.options, width) for block in stack.blocks]
    heights = [inner.height for inner in laid]
    natural = sum(heights) + canvas.space * (len(laid) - 1)

    def draw(box: Box) -> None:
        grows = [block.options.grow * height for block, height in zip(stack.blocks, heights, strict=True)]
        y, grown = box.y, _grown(heights, grows, box.height - natural)
        for block, inner, height in zip(stack.blocks, laid, grown, strict=True):
            canvas.pen.slot = block.options.title or block.kind
            inner.draw(Box(box.x, y, box.width, height))
            y += height + canvas.space

    return LaidOut(natural, draw)


def lists(spec: SheetSpec) -> Mapping[str, ListOptions]:
    """The block of every list on the pages, by the list's name."""
    stacks = (stack for page in spec.pages for row in page.rows for stack in row)
    every = (block.options for stack in stacks for block in stack.blocks)
    return {options.of: options for options in every if isinstance(options, ListOptions)}
