"""Pages to frame: a border with the game's pattern, ornaments, cartouches, and rings of lines around figures."""

from __future__ import annotations

import math
from collections.abc import Iterator

from deckgen.card.patterns import draw_pattern, read_pattern
from deckgen.card.patterns.curves import curve
from deckgen.card.patterns.guilloche import Band, rosette_segments
from deckgen.card.patterns.seal import seal
from deckgen.card.patterns.stream import Stream
from deckgen.draw.drawing import Path, Segment
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box, ellipse, panel, rectangle, transform_items, transform_outline
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import wrap
from deckgen.errors import LayoutError, Problems

_HAIR = 0.16  # mm, of lines of guilloches
_GAP = 1.5  # mm between the border and the line within it


def draw_frame(pen: Pen, style: Stylesheet, page: Box, text: str) -> Box:
    """Draw the border of a page, its pattern following from ``text``; return the box within it.

    Without a ground in the style's frame, the border is two lines.
    """
    frame = style.frame
    outer = page.inset(frame.margin)
    inner = outer.inset(frame.width)
    corner, inner_corner = frame.corner, frame.corner * 0.7
    edge = frame.edge or style.color("accent")
    paper = style.color("paper")
    pattern = None
    if "pattern" in style.theme.back:
        problems = Problems()
        pattern = read_pattern(style.theme.back["pattern"], style.theme, problems)
        problems.raise_as(LayoutError)
    if frame.ground:
        pen.panel(outer, corner, frame.ground)
    else:
        pen.panel(outer, corner, None, edge, frame.edge_width * 1.4)
    if pattern is not None:
        hidden = inner.inset(1.0)
        for path in draw_pattern(pattern, text, outer, frame.ground or paper):
            pen.items += _visible(path, outer, hidden)
        hole = panel(*outer, corner, pen.corners)
        pen.path((*rectangle(0, 0, page.width, page.height), *hole), paper, even_odd=True, round=False)
        pen.panel(outer, corner, None, edge, frame.edge_width)
    else:
        _draw_strips(pen, style, outer, text)
    if frame.stud:
        _draw_studs(pen, style, outer)
    pen.panel(inner, inner_corner, paper, edge, frame.edge_width)
    pen.panel(inner.inset(_GAP), inner_corner, None, frame.line or edge, 0.25)
    if pattern is None:
        _draw_corners(pen, style, outer, text)
    return inner.inset(_GAP)


def _draw_studs(pen: Pen, style: Stylesheet, outer: Box) -> None:
    """Draw the frame's symbol along the middle of the band, large and small by turns, a large one in every corner."""
    frame = style.frame
    line = outer.inset(frame.width / 2)
    across, down = (max(2, 2 * round(side / frame.stud_gap / 2)) for side in (line.width, line.height))
    corners = {(x, y) for x in (line.x, line.right) for y in (line.y, line.bottom)}
    points = [(line.x + line.width * i / across, y, i) for i in range(across + 1) for y in (line.y, line.bottom)]
    points += [(x, line.y + line.height * i / down, i) for i in range(1, down) for x in (line.x, line.right)]
    for x, y, index in points:
        size = 1.5 if (x, y) in corners else 0.5 if index % 2 else 1.0
        pen.icon(frame.stud, x, y, frame.stud_size * size, frame.stud_ink)


def _draw_strips(pen: Pen, style: Stylesheet, outer: Box, text: str) -> None:
    """Draw a straight guilloche along each side, within the band of the border."""
    stream, width = Stream(f"border {text}"), style.frame.width
    half, ink = width / 2 - 1.5, style.color("accent")
    lines = stream.whole(8, 10)
    wave, beat = width * stream.number(0.6, 0.78), width * stream.number(1.9, 2.7)
    low = stream.number(0.12, 0.3)
    for length, matrix in (
        (outer.width, (1, 0, 0, 1, outer.cx, outer.y + width / 2)),
        (outer.width, (-1, 0, 0, -1, outer.cx, outer.bottom - width / 2)),
        (outer.height, (0, 1, -1, 0, outer.right - width / 2, outer.cy)),
        (outer.height, (0, -1, 1, 0, outer.x + width / 2, outer.cy)),
    ):
        segments = _strip(length - width, half, lines, wave, beat, low)
        pen.path(transform_outline(segments, matrix), None, ink, _HAIR * math.sqrt(width / 14.0))


def _strip(length: float, half: float, count: int, wave: float, beat: float, low: float) -> tuple[Segment, ...]:
    """Return lines about (0, 0) along x, that swing by ``half``, by ``low`` of it between the beats; two cubics a wave."""
    waves, beats = max(2, round(length / wave)), max(1, round(length / beat))
    step = length / waves / 2
    segments: list[Segment] = []
    for line in range(count):
        samples = []
        for i in range(-1, 2 * waves + 1):
            x = (i + 2 * line / count) * step - length / 2
            turn = math.tau * beats * x / length
            swing, slope = low + (1 - low) * (0.5 + 0.5 * math.cos(turn)), -(1 - low) * 0.5 * math.sin(turn)
            sign = half * (1 - 2 * (i % 2))
            samples.append((x, sign * swing, 1.0, sign * slope * math.tau * beats / length))
        segments += curve(samples, step)
    return tuple(segments)


def _draw_corners(pen: Pen, style: Stylesheet, outer: Box, text: str) -> None:
    """Draw a rosette on every corner, with the symbol of headings in its middle."""
    stream, radius = Stream(f"corners {text}"), style.frame.width * 0.62
    accent, paper, heading = style.color("accent"), style.color("paper"), style.texts["heading"]
    inset = style.frame.width / 2
    for x in (outer.x + inset, outer.right - inset):
        for y in (outer.y + inset, outer.bottom - inset):
            segments = rosette_segments(stream, radius, rings=2, lines=6)
            pen.path(ellipse(x, y, radius + 0.5), paper)
            pen.path(transform_outline(segments, (1, 0, 0, 1, x, y)), None, accent, _HAIR)
            pen.path(ellipse(x, y, radius * 0.36), paper, accent, 0.9)
            pen.icon(heading.mark, x, y, radius * 0.42, heading.mark_ink)


def _visible(path: Path, outer: Box, hidden: Box) -> Iterator[Path]:
    """Yield the path without its parts that the page within the border hides, or that are outside."""
    parts: list[list[Segment]] = []
    for segment in path.segments:
        if segment[0] == "M":
            parts.append([])
        parts[-1].append(segment)
    kept: list[Segment] = []
    for part in parts:
        box = bounding_box(tuple(part))
        within = box.x >= hidden.x and box.right <= hidden.right and box.y >= hidden.y and box.bottom <= hidden.bottom
        outside = box.right < outer.x or box.x > outer.right or box.bottom < outer.y or box.y > outer.bottom
        if not (within or outside):
            kept += _cut(part, hidden) if not path.fill else part
    if kept:
        yield Path(tuple(kept), path.fill, path.stroke, path.stroke_width, path.even_odd, path.dash, path.round)


def _cut(part: list[Segment], hidden: Box) -> Iterator[Segment]:
    """Yield a line without its segments that are hidden."""
    _, *start = part[0]
    x, y = start
    is_down = False
    segments: list[Segment] = [*part[1:-1], ("L", *start)] if part[-1][0] == "Z" else part[1:]
    for segment in segments:
        _, *points = segment
        xs, ys = [x, *points[::2]], [y, *points[1::2]]
        if min(xs) > hidden.x and max(xs) < hidden.right and min(ys) > hidden.y and max(ys) < hidden.bottom:
            is_down = False
        else:
            if not is_down:
                yield "M", x, y
            yield segment
            is_down = True
        x, y = points[-2:]


def draw_divider(pen: Pen, style: Stylesheet, cx: float, y: float, width: float) -> None:
    """Draw two double rules with the heading's symbol between them, about (cx, y)."""
    ink, second = style.color("accent"), style.color("second")
    heading = style.texts["heading"]
    gap = 8.0
    for sign in (-1, 1):
        near, far = cx + sign * gap, cx + sign * width / 2
        pen.rule(near, y - 0.35, far, y - 0.35, ink, 0.5)
        pen.rule(near, y + 0.55, far, y + 0.55, ink, 0.18)
        if heading.mark:
            pen.icon(heading.mark, cx + sign * 5.0, y, 2.0, second)
    if heading.mark:
        pen.icon(heading.mark, cx, y, 4.6, heading.mark_ink)
    else:
        pen.mark("diamond", cx, y, 3.4, ink)


def draw_cartouche(pen: Pen, style: Stylesheet, box: Box, string: str) -> None:
    """Draw a plate with a text of any length, in one line if it is legible so, else in up to three."""
    accent, face = style.color("accent"), "bold"
    corner = min(3.0, box.height * 0.24)
    pen.panel(box, corner, style.color("tint"), accent, 0.6)
    pen.panel(box.inset(1.2), corner * 0.7, None, accent, 0.18)
    room = box.inset(5.0, 2.2)
    largest, least = box.height * 0.66, style.min_text_size
    size = min(largest, room.width / max(0.01, pen.width(string, face, 1.0)))
    rows = [string]
    if size < 11 * PT:
        for size in (8.0, 6.6, 5.4, 4.4, 3.6, 3.0, least):
            rows = [line.string for line in wrap([(string, face)], size, room.width, style.fonts)]
            if len(rows) * size * 1.12 <= room.height:
                break
        rows = rows[: max(1, int(room.height / (size * 1.12) + 1e-6))]
    pitch = size * 1.12
    top = box.cy - pitch * (len(rows) - 1) / 2
    for i, row in enumerate(rows):
        base = top + i * pitch + pen.cap(face) * size / 2
        pen.line(row, box.cx, base, face, size, style.color("ink"), 0.5, room=room.width, slot="cartouche")


def draw_medallion(pen: Pen, style: Stylesheet, cx: float, cy: float, radius: float, value: str, text: str) -> None:
    """Draw a figure on a disc, in a ring of lines that follow from ``text``."""
    accent, stream = style.color("accent"), Stream(f"medallion {text}")
    band = Band(
        radius, radius, 0.82, 1.0, 2 * stream.whole(11, 18), 2 * stream.whole(3, 7), stream.number(0.2, 0.6), 4,
        stream.number(0, math.tau),
    )  # fmt: skip
    segments = transform_outline(band.segments(), (1, 0, 0, 1, cx, cy))
    pen.path(segments, None, accent, 0.14)
    pen.path(ellipse(cx, cy, radius * 0.8), style.color("tint"), accent, 0.35)
    room = radius * 1.38
    size = min(radius * 0.62, room / max(0.01, pen.width(value, "bold", 1.0)))
    pen.line(value, cx, cy + pen.cap("bold") * size / 2, "bold", size, accent, 0.5, slot="figure")


def draw_seal(pen: Pen, style: Stylesheet, cx: float, cy: float, radius: float, text: str) -> None:
    """Draw the seal of an id about (cx, cy)."""
    paths = seal(text, style.color("accent"), style.frame.second or style.color("alarm"), style.color("paper"), radius)
    pen.items += transform_items(paths, (1, 0, 0, 1, cx, cy))
