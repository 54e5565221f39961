"""Lines that a cutting machine follows to cut cards out of printed sheets, as SVG and DXF.

Lengths are mm, and lines lie where the front of the sheet has its cards. SVG says its size in mm, and has one unit of its
own for each. DXF is that of AutoCAD release 12 as text, the plainest there is; its units are mm ($INSUNITS 4), its y axis
goes up. It is a few lines, so a library for it would be more than what it does.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TYPE_CHECKING

import svgwrite

from deckgen.draw.geometry import Box
from deckgen.errors import PressError, Problem
from deckgen.press.imposition.n_up import HAIR
from deckgen.press.numbers import format_number
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.press.imposition.n_up import SheetGrid

Line = tuple[float, float, float, float]
"""From (x, y) to (x, y)."""
FORMATS = ("svg", "dxf")
_PIECES = 16  # of a quarter of a circle in DXF: of 3 mm, none is 0.004 mm off
_LAYERS = (("cut", "#ff0000", 1), ("sheet", "#0000ff", 5))  # their names, and red and blue in SVG and DXF


@record
class Cuts:
    """What is cut on a sheet of ``width`` × ``height``: ``boxes`` with round corners of radius ``corner``, and ``lines``."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    corner: float
    lines: tuple[Line, ...]


def cuts(grid: SheetGrid, count: int | None = None, corner: float = 0.0) -> Cuts:
    """The cuts around the first ``count`` cards of a sheet, or all that it has places for.

    Where neighbors touch and corners are square, they share one cut, as long as it goes on. Of a sheet that is folded
    and glued they are those of the fronts. Raises PressError if a card is too small for its corners.
    """
    most = min(grid.card) / 2
    if corner > most + HAIR:
        what = f"corners of {corner:g} mm are too round for a card of {grid.card[0]:g} × {grid.card[1]:g} mm"
        raise PressError(Problem("--corner", None, "", what, f"give {most:g} mm or less; 3 is usual"))
    cells = grid.cells()[:count]
    if corner == 0 and min(grid.gutters) < HAIR:
        return Cuts(grid.width, grid.height, (), 0.0, tuple(_shared(cells)))
    return Cuts(grid.width, grid.height, tuple(cells), corner, ())


def _shared(cells: Iterable[Box]) -> Iterator[Line]:
    """Every edge once: those that continue each other are one line."""
    level: defaultdict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: defaultdict[float, list[tuple[float, float]]] = defaultdict(list)
    for cell in cells:
        for y in (cell.y, cell.bottom):
            level[round(y, 6)].append((cell.x, cell.right))
        for x in (cell.x, cell.right):
            upright[round(x, 6)].append((cell.y, cell.bottom))
    for y in sorted(level):
        for start, end in _joined(level[y]):
            yield start, y, end, y
    for x in sorted(upright):
        for start, end in _joined(upright[x]):
            yield x, start, x, end


def _joined(spans: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    first, *rest = sorted(spans)
    start, end = first
    for further, last in rest:
        if further > end + HAIR:
            yield start, end
            start = further
        end = max(end, last)
    yield start, end


def cut_svg(cut: Cuts, title: str, *, frame: bool = False) -> bytes:
    """The cuts as SVG; with a ``frame`` also the sheet's edge, in a layer of its own."""
    width, height = format_number(cut.width), format_number(cut.height)
    root = svgwrite.Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False)
    root.set_desc(title=title)
    for (name, color, _), part in _layers(cut, frame=frame):
        layer = root.add(root.g(id=name, fill="none", stroke=color, stroke_width=0.1))
        lines = (f"M{_pair(x, y)} L{_pair(right, bottom)}" for x, y, right, bottom in part.lines)
        for shape in (*(_svg_box(box, part.corner) for box in part.boxes), *lines):
            layer.add(root.path(shape))  # every program for cutters reads paths
    file = StringIO()
    root.write(file, pretty=True, indent=1)
    return file.getvalue().encode()


def _layers(cut: Cuts, *, frame: bool) -> list[tuple[tuple[str, str, int], Cuts]]:
    edge = Cuts(cut.width, cut.height, (Box(0, 0, cut.width, cut.height),), 0.0, ())
    return list(zip(_LAYERS, [cut, edge] if frame else [cut], strict=False))


def _svg_box(box: Box, corner: float) -> str:
    x, y, right, bottom, r = box.x, box.y, box.right, box.bottom, corner
    if not r:
        return f"M{_pair(x, y)} H{format_number(right)} V{format_number(bottom)} H{format_number(x)} Z"
    arc = f"A{_pair(r, r)} 0 0 1"
    return (
        f"M{_pair(x + r, y)} H{format_number(right - r)} {arc} {_pair(right, y + r)} V{format_number(bottom - r)} "
        f"{arc} {_pair(right - r, bottom)} H{format_number(x + r)} {arc} {_pair(x, bottom - r)} V{format_number(y + r)} "
        f"{arc} {_pair(x + r, y)} Z"
    )


def _pair(x: float, y: float) -> str:
    return f"{format_number(x)} {format_number(y)}"


def cut_dxf(cut: Cuts, *, frame: bool = False) -> bytes:
    """The cuts as DXF, release 12; with a ``frame`` also the sheet's edge, on a layer of its own."""
    layers = _layers(cut, frame=frame)
    tags: list[tuple[int, object]] = [
        *((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1)),
        *((9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0)),
        *((9, "$EXTMAX"), (10, cut.width), (20, cut.height), (30, 0.0)),
        *((0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1)),
        *((0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0)),
        *((0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, len(layers))),
    ]
    for (name, _, color), _ in layers:
        tags += [(0, "LAYER"), (2, name.upper()), (70, 0), (62, color), (6, "CONTINUOUS")]
    tags += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for (name, *_), part in layers:
        for box in part.boxes:
            tags += _dxf_box(box, part.corner, cut.height, name.upper())
        for x, y, right, bottom in part.lines:
            tags += [(0, "LINE"), (8, name.upper()), (10, x), (20, cut.height - y), (30, 0.0)]
            tags += [(11, right), (21, cut.height - bottom), (31, 0.0)]
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3}\n{_dxf_value(value)}\n" for code, value in tags).encode("ascii")


def _dxf_value(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _dxf_box(box: Box, corner: float, height: float, layer: str) -> list[tuple[int, object]]:
    """A closed outline, against the clock; not all programs for cutters read arcs of outlines, so corners are short straight pieces."""
    x, right, low, high = box.x, box.right, height - box.bottom, height - box.y
    corners = ((right, low, -90), (right, high, 0), (x, high, 90), (x, low, 180))
    points = [(across, up) for across, up, _ in corners]
    if corner:
        points = [point for each in corners for point in _arc(box, corner, height, *each)]
    tags: list[tuple[int, object]] = [(0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0)]
    tags.append((70, 1))  # closed
    for across, up in points:
        tags += [(0, "VERTEX"), (8, layer), (10, across), (20, up), (30, 0.0)]
    return [*tags, (0, "SEQEND"), (8, layer)]


def _arc(
    box: Box, corner: float, height: float, across: float, up: float, start: int
) -> Iterator[tuple[float, float]]:
    """The points of a quarter of a circle in the corner (across, up) of a box, from ``start`` degrees on."""
    x = across + (corner if across == box.x else -corner)
    y = up + (corner if up == height - box.bottom else -corner)
    for piece in range(_PIECES + 1):
        angle = math.radians(start + 90 * piece / _PIECES)
        yield x + corner * math.cos(angle), y + corner * math.sin(angle)
