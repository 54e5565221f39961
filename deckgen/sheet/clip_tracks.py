"""Clip tracks: runs of levels along the paper's edges, where a paper clip shows how things stand.

A clip 25 mm long reaches that far into the sheet and is up to 8 mm wide; so places lie 8.4 mm apart or
more. Marks and words stay out of the outer 5 mm, which many printers cannot reach; leaders run to the edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.draw.paper import Paper
from deckgen.errors import Fault, LayoutError
from deckgen.sheet.blocks.base import below, rows
from deckgen.sheet.canvas import Canvas
from deckgen.sheet.model import PageSpec

REACH = 5.0
"""What printers may not reach, in mm."""
STRIP = 19.0
"""From the paper's edge to the page's blocks, in mm."""
CLIP = 8.4
"""The least distance between places, in mm: wider than a clip of 25 mm."""
_TITLE = 7.0
_TALLEST = 9.6


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
