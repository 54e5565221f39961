"""Pages of a sheet: blocks arranged on a paper and clip tracks along its edges, drawn once for all characters.

A clip 25 mm long reaches that far into the sheet and is up to 8 mm wide; so places of clip tracks, which
are runs of levels, lie 8.4 mm apart or more. Marks and words stay out of the outer 5 mm, which many printers
cannot reach; leaders run to the edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from deckgen.draw import geometry
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Fault, Faults, LayoutError
from deckgen.sheet.blocks import lay_out
from deckgen.sheet.blocks.banner import BannerOptions
from deckgen.sheet.blocks.base import LaidOut, below, rows, shares
from deckgen.sheet.blocks.fields import ListOptions
from deckgen.sheet.canvas import Canvas, Count, Slot
from deckgen.sheet.model import BlockStack, PageSpec, SheetSpec
from deckgen.sheet.style import SheetTheme

MARGIN, _SIDE = 9.0, 10.0
"""Above and below, and at the sides of pages without clip tracks, in mm."""
REACH = 5.0
"""What printers may not reach, in mm."""
STRIP = 19.0
"""From the paper's edge to the page's blocks, in mm."""
CLIP = 8.4
"""The least distance between places, in mm: wider than a clip of 25 mm."""
_TITLE = 7.0
_TALLEST = 9.6
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


# Clip tracks: a paper clip at a level shows how things stand


def draw_edges(canvas: Canvas, page: PageSpec, paper: Paper) -> None:
    """Both edges of a page."""
    for side, runs in page.edges.items():
        _draw_side(canvas, side, runs, paper)


def places(canvas: Canvas, run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(number, remark) of each place of a run, from no mark on."""
    levels = canvas.spec.levels[run["levels"]]
    note = run.get("note", "")
    found = [(str(run["zero"]), "")] if "zero" in run else []
    return found + [(str(i + 1), level.get(note, "")) for i, level in enumerate(levels)]


def _draw_side(canvas: Canvas, side: str, runs: Sequence[Mapping[str, Any]], paper: Paper) -> None:
    top, bottom = 10.0, paper.height - 10.0
    counts = [len(places(canvas, run)) for run in runs]
    pitch = min(_TALLEST, (bottom - top - _TITLE * len(runs)) / sum(counts))
    if pitch < CLIP:
        where = canvas.spec.source.line(("pages",))
        what = f"the clip tracks on the {side} lie {pitch:.1f} mm apart, too near for a clip"
        file = str(canvas.spec.source.path)
        raise LayoutError(Fault(file, where, "edges", what, "use fewer levels or runs"))
    gap = (bottom - top - pitch * sum(counts)) / len(runs)
    y = top + (gap - _TITLE) / 2
    for run, count in zip(runs, counts, strict=True):
        _draw_run(canvas, side, run, Box(0, y + _TITLE, paper.width, pitch * count), pitch)
        y += gap + pitch * count


def _draw_run(canvas: Canvas, side: str, run: Mapping[str, Any], box: Box, pitch: float) -> None:
    style = canvas.style
    sign, edge = (1.0, 0.0) if side == "left" else (-1.0, box.width)
    start = edge + sign * REACH

    def band(y: float, height: float, begins: float = REACH) -> Box:
        a, b = sorted((edge + sign * begins, edge + sign * (STRIP - 1.3)))
        return Box(a, y, b - a, height)

    title = band(box.y - _TITLE + 1.4, _TITLE - 2.0)
    canvas.panel(title, style.accent)
    words = str(run["label"]).split(" ", 1)
    role, inset = ("label", 0.1) if len(words) == 1 else ("mark", 0.4)
    for word, line in zip(words, rows(title, len(words)), strict=True):
        canvas.words(word, line.inset(inset, 0), role, 0.5, style.heading_ink)
    for i, (number, note) in enumerate(places(canvas, run)):
        place = band(box.y + i * pitch, pitch)
        canvas.panel(place.inset(0, 0.3), style.tint if i % 2 == 0 else style.paper, style.line, 0.2)
        y = place.cy
        # The leader runs to the edge; its arrow head, within what can be printed, says where the clip goes.
        canvas.pen.rule(edge, y, start, y, style.accent, 0.3)
        arrow = [start, y - 1.1, start + sign * 1.8, y, start, y + 1.1]
        canvas.pen.path(geometry.polygon(arrow), style.accent)
        room = band(place.y, pitch, REACH + 2.0)
        canvas.words(number, below(room, 0.5, pitch / 2 - 0.4) if note else room, "level", 0.5)
        if note:
            lower = below(place, pitch / 2 + 0.7, pitch / 2 - 1.3)  # below the arrow head
            canvas.words(note, lower.inset(0.3, 0), "note", 0.5)
