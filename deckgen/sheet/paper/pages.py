"""Pages of a sheet: blocks on paper and clip tracks along its edges, drawn once for all characters.

A clip 25 mm long reaches that far into the sheet and is up to 8 mm wide; so the positions of clip tracks,
which are runs of levels, are at least 8.4 mm apart. Marks and words stay out of the outer 5 mm, which many
printers cannot reach; leaders run to the edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from deckgen.draw import geometry
from deckgen.draw.drawing import Drawing, Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import LayoutError, Problem, Problems
from deckgen.press.pages import TaggedText
from deckgen.records import record
from deckgen.sheet.blocks import KINDS, lay_out
from deckgen.sheet.blocks.banner import BannerOptions
from deckgen.sheet.blocks.base import LaidOut, below, beside, divide_rows, divide_width, stack_boxes
from deckgen.sheet.blocks.fields import ListOptions
from deckgen.sheet.model import BlockStack, PageSpec, Rows, SheetSpec
from deckgen.sheet.paper.canvas import (
    Canvas,
    CountdownMark,
    Part,
    PictureSlot,
    Slot,
    SlotRef,
    panel_outline,
    square,
)
from deckgen.sheet.paper.theme import SheetTheme

MARGIN, _SIDE = 9.0, 10.0
"""Above and below, and at the sides of pages without clip tracks, in mm."""
REACH = 5.0
"""The edge that printers may not reach, in mm."""
STRIP = 19.0
"""Distance from the paper's edge to the blocks of a page with clip tracks, in mm."""
CLIP = 8.4
"""The least distance between clip positions, in mm: wider than a clip of 25 mm."""
_TITLE = 7.0
_TALLEST = 9.6
_NUMBER, _NOTE = 12 * PT, 8 * PT
"""Type of a place's number and of its remark."""
_ARROW = 1.8  # the head of a leader
_HINT = 3.2  # a line with the purpose of clip tracks
_NEAR = 0.1  # mm that a slot may exceed the page, and its least size
_TAIL = 3.6  # the swallowtail of a ribbon
TIGHT = 0.8
"""Gap between the blocks of a small card, in mm."""
_LIP = 0.2  # of a card's panel, over its banner
CARD_BLEED = 3.175
"""What the ground of a small card has beyond its edge, in mm: 1/8 in."""


@record
class BlankPage:
    """A drawn page to fill in; also split into ``art`` without texts, ``words`` in runs, and ``tree``: tags of runs."""

    drawing: Drawing
    slots: tuple[Slot, ...]
    counts: tuple[CountdownMark, ...]
    pictures: tuple[PictureSlot, ...]
    art: Drawing
    words: TaggedText
    tree: Part


def blank_pages(spec: SheetSpec, theme: SheetTheme, paper: Paper) -> tuple[BlankPage, ...]:
    """Return the pages of a blank sheet. Raises LayoutError if something does not fit."""
    problems, pages = Problems(), []
    for number, page in enumerate(spec.pages, 1):
        canvas = Canvas(spec, theme, problems, f"page {number}")
        _arrange_rows(canvas, page.rows, draw_frame(canvas, page, paper))
        draw_edges(canvas, page, paper)
        pages.append(_finish_page(canvas, paper.width, paper.height, f"{spec.title} page {number}"))
    problems.raise_as(LayoutError)
    return tuple(pages)


def continuation_page(
    spec: SheetSpec, theme: SheetTheme, paper: Paper, options: ListOptions, first: int, count: int
) -> tuple[BlankPage, int]:
    """Return a page for a list's entries from number ``first``, and how many of ``count`` fit. Raises LayoutError."""
    problems, group = Problems(), spec.groups[options.of]
    canvas = Canvas(spec, theme, problems, f"continuation of {group.name}")
    room = draw_frame(canvas, PageSpec("", (), {}), paper)
    kind = next(kind.name for kind in KINDS.values() if kind.options is type(options))
    name = "name" if "name" in spec.groups else ""
    phrase = spec.language.phrase
    header = BannerOptions(of=name, title=phrase("{sheet}: continued", sheet=spec.name))
    banner = lay_out(canvas, "banner", header, room.width)
    top = banner.height + canvas.space
    title = phrase("{list}, continued", list=options.title or group.label)
    options = replace(options, first=first, title=title, pitch=theme.style.pitch)
    for rows_held in range(count, 0, -1):
        entries = lay_out(canvas, kind, replace(options, rows=rows_held), room.width)
        if entries.height <= room.height - top:
            banner.draw(below(room, 0, banner.height))
            entries.draw(below(room, top, entries.height))
            page = _finish_page(canvas, paper.width, paper.height, title)
            problems.raise_as(LayoutError)
            return page, rows_held
    canvas.report(f"no entry of {group.name} fits on a continuation page", "reduce a height")
    raise LayoutError(problems)


def card_page(
    spec: SheetSpec, theme: SheetTheme, width: float, height: float, margin: float, rows: Rows, label: str
) -> BlankPage:
    """Return a blank small card, ``width`` × ``height`` mm, with ``rows`` of blocks; messages call it ``label``.

    Raises LayoutError if something does not fit.
    """
    problems = Problems()
    canvas = Canvas(spec, theme, problems, label)
    canvas.space, canvas.gap, canvas.beside = TIGHT, TIGHT, TIGHT
    _arrange_rows(canvas, rows, _draw_card_ground(canvas, rows, Box(0, 0, width, height), margin))
    page = _finish_page(canvas, width, height, f"{spec.title} card", CARD_BLEED)
    problems.raise_as(LayoutError)
    return page


def _finish_page(canvas: Canvas, width: float, height: float, title: str, bleed: float = 0.0) -> BlankPage:
    """Return the finished page; report fields that are outside it or too small to fill in."""
    window = Box(0, 0, width, height).inset(-_NEAR)
    fillable: list[Slot | PictureSlot] = [*canvas.slots, *canvas.pictures]
    for field in fillable:
        x, y, wide, high = field.box
        inside = window.x < x < window.right - wide and window.y < y < window.bottom - high
        if not inside or min(wide, high) <= _NEAR:
            canvas.report(f"{field.name} has no room on {canvas.pen.card}", "give its block more room")
    drawing = Drawing(width, height, bleed, tuple(canvas.pen.items), canvas.theme.drawing, title)
    slots = (tuple(canvas.slots), tuple(canvas.counts), tuple(canvas.pictures))
    return BlankPage(drawing, *slots, *split_for_tags(drawing, canvas.part))


def split_for_tags(drawing: Drawing, page: Part) -> tuple[Drawing, TaggedText, Part]:
    """Return a page's art, its words in runs, and its tags with indexes of runs; untagged texts are read last."""
    runs: list[list[int]] = []
    tree = _group_runs(page, runs)
    read_items = {place for run in runs for place in run}
    texts = {place for place, item in enumerate(drawing.items) if isinstance(item, Text)}
    untagged = _group_runs(Part("P", [*sorted(texts - read_items)]), runs)
    if untagged.inside:
        tree = Part(tree.tag, [*tree.inside, untagged])
    art = tuple(item for item in drawing.items if not isinstance(item, Text))
    words = tuple(tuple(drawing.items[place] for place in run) for run in runs)
    return replace(drawing, items=art), TaggedText(words, drawing.style, drawing.title), tree


def _group_runs(part: Part, runs: list[list[int]]) -> Part:
    """Return a part whose texts are indexes of runs; adjacent texts form one run, added to ``runs``."""
    inside: list[Part | SlotRef | int] = []
    for item in part.inside:
        if isinstance(item, Part):
            inside.append(_group_runs(item, runs))
        elif isinstance(item, SlotRef):
            inside.append(item)
        elif inside and isinstance(inside[-1], int):
            runs[-1].append(item)
        else:
            runs.append([item])
            inside.append(len(runs) - 1)
    return Part(part.tag, inside)


def draw_frame(canvas: Canvas, page: PageSpec, paper: Paper) -> Box:
    """Draw a page's frame; return the box for its blocks, inside it and the margins or strips for clip tracks."""
    style, margin = canvas.style, page.margin
    across, down = (_SIDE, MARGIN) if margin is None else (margin, margin)
    left, right = (STRIP if side in page.edges else across for side in ("left", "right"))
    box = Box(left, down, paper.width - left - right, paper.height - 2 * down)
    _draw_frame_lines(canvas, box)
    if style.frame_corner:
        size = style.frame_corner_size
        for across_, x in ((1, box.x + size / 2), (-1, box.right - size / 2)):
            for down_, y in ((1, box.y + size / 2), (-1, box.bottom - size / 2)):
                canvas.icon(style.frame_corner, square(x, y, size), flip=(across_, down_))
    return box.inset(style.frame_pad)


def _draw_frame_lines(canvas: Canvas, box: Box) -> None:
    """Draw the lines of a frame within a box, if the theme has one."""
    style = canvas.style
    if style.frame_rule:
        lines = [(0.0, style.frame_width)]
        lines += [(style.frame_gap, style.frame_width * 0.4)] if style.frame_gap else []
        for inset, width in lines:
            outline = panel_outline(box.inset(inset + width / 2), style.corner, style.radius * 2)
            canvas.pen.path(outline, None, style.frame_rule, width, round=False)


def _draw_card_ground(canvas: Canvas, rows: Rows, trim: Box, margin: float) -> Box:
    """Draw a small card's ground, its panel below the banner and its frame; return the box for its blocks."""
    style, frame = canvas.style, trim.inset(margin)
    room = frame.inset(style.frame_pad)
    if style.ground:
        canvas.pen.box(*trim.inset(-CARD_BLEED), style.ground)
    if style.panel:
        banners = [
            block.options.height
            for stack in rows[0]
            for block in stack.blocks[:1]
            if isinstance(block.options, BannerOptions)
        ]
        top = max(banners, default=-style.frame_pad) - _LIP
        canvas.panel(frame._replace(y=room.y + top, height=frame.bottom - room.y - top), style.panel)
    _draw_frame_lines(canvas, frame)
    return room


def _arrange_rows(canvas: Canvas, rows: Sequence[tuple[BlockStack, ...]], room: Box) -> None:
    """Draw rows of stacks below each other; growing blocks share the spare height. Report rows that are too high."""
    gap = canvas.gap
    laid = []
    for row in rows:
        places = zip(row, divide_width([stack.width for stack in row], room.width, canvas.beside), strict=True)
        laid.append([(x, part, _lay_out_stack(canvas, stack, part)) for stack, (x, part) in places])
    heights = [max(stack.height for *_, stack in row) for row in laid]
    spare = room.height - fsum(heights) - gap * (len(rows) - 1)
    if spare < -0.01:
        message = f"the blocks of {canvas.pen.card} are {-spare:.1f} mm too high for the paper"
        canvas.report(message, "remove rows, or reduce a pitch or height")
        return
    grows = [max(fsum(block.options.grow for block in stack.blocks) for stack in row) for row in rows]
    for stacks, full_row in zip(laid, stack_boxes(room, heights, grows, gap), strict=True):
        for x, part, stack in stacks:
            stack.draw(beside(full_row, x, part))


def _lay_out_stack(canvas: Canvas, stack: BlockStack, width: float) -> LaidOut:
    """Return blocks below each other. Each grows in proportion to its height, so that rows of all tables grow alike."""
    laid = [lay_out(canvas, block.kind, block.options, width) for block in stack.blocks]
    heights = [inner.height for inner in laid]

    def draw(box: Box) -> None:
        grows = [block.options.grow * height for block, height in zip(stack.blocks, heights, strict=True)]
        places = stack_boxes(box, heights, grows, canvas.space)
        for block, inner, place in zip(stack.blocks, laid, places, strict=True):
            canvas.pen.slot = block.options.title or block.kind
            inner.draw(place)

    return LaidOut(fsum(heights) + canvas.space * (len(laid) - 1), draw)


def list_blocks(spec: SheetSpec) -> Mapping[str, ListOptions]:
    """Return the options of every list's block on the pages, of several its last, by the list's name."""
    stacks = (stack for page in spec.pages for row in page.rows for stack in row)
    all_options = (block.options for stack in stacks for block in stack.blocks)
    return {options.of: options for options in all_options if isinstance(options, ListOptions)}


# Clip tracks: a paper clip marks the current level


def clip_positions(canvas: Canvas, run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (number, remark) of each clip position of a run: its ``zero`` if it has one, then its levels from 1."""
    levels = canvas.spec.levels[run["levels"]]
    note = run.get("note", "")
    positions = [(str(run["zero"]), "")] if "zero" in run else []
    return positions + [(str(i + 1), level.get(note, "")) for i, level in enumerate(levels)]


def draw_edges(canvas: Canvas, page: PageSpec, paper: Paper) -> None:
    """Draw the clip tracks at both edges. Raises LayoutError if positions are too close for a clip."""
    for side, runs in page.edges.items():
        top, bottom = 10.0, paper.height - 10.0
        counts = [len(clip_positions(canvas, run)) for run in runs]
        pitch = min(_TALLEST, (bottom - top - _TITLE * len(runs)) / sum(counts))
        if pitch < CLIP:
            source = canvas.spec.source
            message = f"the clip tracks on the {side} are only {pitch:.1f} mm apart, too close for a clip"
            remedy = "use fewer levels or runs"
            raise LayoutError(Problem(str(source.path), source.line(("pages",)), "edges", message, remedy))
        gap = (bottom - top - pitch * sum(counts)) / len(runs)
        y = top + (gap - _TITLE) / 2
        x = REACH if side == "left" else paper.width - STRIP + 1.3
        default_hint = canvas.spec.language.phrase("clip here")
        for number, (run, count) in enumerate(zip(runs, counts, strict=True)):
            hint = run.get("says", "" if number else default_hint)
            if hint and gap - _TITLE > 2 * _HINT:
                _draw_clip(canvas, Box(x, y - _HINT, STRIP - 1.3 - REACH, _HINT), hint)
            room = Box(0, y + _TITLE, paper.width, pitch * count)
            _draw_run(canvas, side, run, room, pitch, tail=max(0.0, min(_TAIL, gap - _TITLE - 2 * _HINT)))
            y += gap + pitch * count


def _draw_run(canvas: Canvas, side: str, run: Mapping[str, Any], box: Box, pitch: float, *, tail: float) -> None:
    """Draw a run, its title above ``box``, positions ``pitch`` mm high: plates, or a ribbon with a ``tail`` in mm."""
    style, ribbon = canvas.style, canvas.style.rail_shape == "ribbon"
    sign, edge = (1.0, 0.0) if side == "left" else (-1.0, box.width)
    start = edge + sign * REACH

    def band(y: float, height: float) -> Box:
        a, b = sorted((start, edge + sign * (STRIP - 1.3)))
        return Box(a, y, b - a, height)

    title = band(box.y - _TITLE + 1.0, _TITLE - 1.4)
    if ribbon:
        x, y, right, low = title.x, title.cy, title.right, box.bottom + tail
        outline = geometry.polygon([x, y, right, y, right, low, title.cx, box.bottom + tail * 0.2, x, low])
        canvas.pen.path(outline, style.rail_place, style.rail, style.edge)
    canvas.panel(title, style.rail)
    words = str(run["label"]).split(" ", 1)
    role, inset = ("label", 0.1) if len(words) == 1 else ("mark", 0.4)
    for word, line in zip(words, divide_rows(title, len(words)), strict=True):
        canvas.words(word, line.inset(inset, 0), role, 0.5, style.rail_ink)
    for i, (number, note) in enumerate(clip_positions(canvas, run)):
        position_box = band(box.y + i * pitch, pitch)
        if not ribbon:
            fill = style.rail_place if i % 2 == 0 else style.paper
            canvas.panel(position_box.inset(0, 0.3), fill, style.line, 0.2)
        elif i:
            canvas.pen.rule(
                position_box.x + 1.2,
                position_box.y,
                position_box.right - 1.2,
                position_box.y,
                style.rail,
                0.2,
                (0.8, 0.6),
            )
        y = position_box.cy
        # The leader runs to the edge; its arrow head, within what can be printed, shows where the clip goes.
        canvas.pen.rule(edge, y, start, y, style.accent, 0.3)
        arrow = [start, y - 1.1, start + sign * _ARROW, y, start, y + 1.1]
        canvas.pen.path(geometry.polygon(arrow), style.accent)
        upper = below(position_box, 0.9, pitch * 0.5) if note else position_box
        canvas.words(number, upper.inset(_ARROW, 0), "level", 0.5, size=_NUMBER)
        if note:
            lower = below(position_box, pitch * 0.56, pitch * 0.34)
            canvas.words(note, lower.inset(0.3, 0), "note", 0.5, size=_NOTE)


def _draw_clip(canvas: Canvas, strip: Box, words: str) -> None:
    """Draw the hint ``words`` after a small paper clip, in the middle of ``strip``."""
    size = canvas.style.label_size
    half = size * 0.36
    wide = min(canvas.width(words, "note"), strip.width - 2 * half - 0.8)
    x, y = strip.cx - wide / 2 - 0.4, strip.cy
    canvas.words(words, Box(x + half + 0.5, strip.y, wide + 0.01, strip.height), "note")
    wire = [(x, y)[i % 2] + half * at for i, at in enumerate(_WIRE)]
    canvas.pen.path(geometry.polygon(wire, closed=False), None, canvas.style.accent, 0.2)


_WIRE = (-1, 1.1, -1, -1.5, 1, -1.5, 1, 1.6, -0.45, 1.6, -0.45, -0.6, 0.35, -0.6, 0.35, 0.8)
"""A paper clip: points around its middle, x and y in turn."""
