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
from deckgen.sheet.blocks.groups import ListOptions
from deckgen.sheet.canvas import Canvas, Count, Slot
from deckgen.sheet.clip_tracks import STRIP, draw_edges
from deckgen.sheet.model import Block, BlockStack, SheetSpec
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
    laid = [_lay_out_row(canvas, row, room.width) for row in rows]
    heights = [max(stack.height for stack in row) for row in laid]
    spare = room.height - sum(heights) - gap * (len(rows) - 1)
    if spare < -0.01:
        what = f"the blocks of {canvas.pen.card} are {-spare:.1f} mm too high for the paper"
        place = canvas.spec.source.line(("pages",))
        remedy = "take rows out, or lower a pitch or height"
        faults.add(canvas.spec.source.path, place, "pages", what, remedy)
        return
    grows = [max(sum(block.options.grow for block in stack.blocks) for stack in row) for row in rows]
    total = sum(grows)
    y = room.y
    for row, height, grow in zip(laid, heights, grows, strict=True):
        full = height + (spare * grow / total if total else 0)
        for stack in row:
            stack.draw(Box(room.x + stack.x, y, stack.width, full))
        y += full + gap


@dataclass(frozen=True)
class _Stack:
    """A stack laid out: its place in the row, its natural height in mm, and its blocks."""

    canvas: Canvas
    x: float
    width: float
    blocks: tuple[tuple[Block, LaidOut], ...]

    @property
    def height(self) -> float:
        return sum(laid.height for _, laid in self.blocks) + self.canvas.space * (len(self.blocks) - 1)

    def draw(self, box: Box) -> None:
        """Draw the blocks below each other; each grows with its size, so that rows of all tables grow alike."""
        spare = box.height - self.height
        total = sum(block.options.grow * laid.height for block, laid in self.blocks)
        y = box.y
        for block, laid in self.blocks:
            height = laid.height + (spare * block.options.grow * laid.height / total if total else 0)
            self.canvas.pen.slot = block.options.title or block.kind
            laid.draw(Box(box.x, y, box.width, height))
            y += height + self.canvas.space


def _lay_out_row(canvas: Canvas, row: tuple[BlockStack, ...], width: float) -> list[_Stack]:
    """Stacks side by side."""
    places = shares([stack.width for stack in row], width, _BESIDE)
    return [
        _Stack(
            canvas,
            x,
            part,
            tuple((block, lay_out(canvas, block.kind, block.options, part)) for block in stack.blocks),
        )
        for stack, (x, part) in zip(row, places, strict=True)
    ]


def lists(spec: SheetSpec) -> Mapping[str, ListOptions]:
    """The block of every list on the pages, by the list's name."""
    stacks = (stack for page in spec.pages for row in page.rows for stack in row)
    every = (block.options for stack in stacks for block in stack.blocks)
    return {options.of: options for options in every if isinstance(options, ListOptions)}
