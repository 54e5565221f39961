"""Lines for a cutting machine to cut cards out of printed sheets, as SVG and DXF, in mm, as seen from the front.

SVG has one user unit per mm. DXF is that of AutoCAD release 12 as text, in mm ($INSUNITS 4), its y axis up: the
plainest there is takes a few lines here, fewer than a library would need.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TYPE_CHECKING

import svgwrite

from deckgen.draw.geometry import Box, transform_outline
from deckgen.draw.outline import flatten
from deckgen.errors import PressError, Problem
from deckgen.press.imposition.n_up import TOLERANCE
from deckgen.press.numbers import format_number, outline_data
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Segment
    from deckgen.press.imposition.n_up import SheetGrid

Line = tuple[float, float, float, float]
"""From (x, y) to (x, y)."""
FORMATS = ("svg", "dxf")
_ARC_PIECES = 16  # of a quarter circle in DXF: with a radius of 3 mm, the error is below 0.004 mm
_LAYERS = (("cut", "#ff0000", 1), ("sheet", "#0000ff", 5))  # name, SVG color, DXF color: red and blue


@record
class Cuts:
    """The cuts of a sheet of ``width`` × ``height`` mm: ``boxes`` with corners of radius ``corner``, ``lines``, outlines."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    corner: float
    lines: tuple[Line, ...]
    outlines: tuple[tuple[Segment, ...], ...] = ()


def cuts_of_sheet(
    grid: SheetGrid, count: int | None = None, corner: float = 0.0, outline: tuple[Segment, ...] = ()
) -> Cuts:
    """Return the cuts around the first ``count`` cards of a sheet (None: all). PressError if too small for corners.

    Square cards that touch share one cut, as long as possible; others have an ``outline``, in mm of the card, or round
    corners. On a sheet to fold and glue, only fronts are cut.
    """
    if outline:
        if corner:
            message, remedy = (
                "the layout says already how its cards are cut",
                "leave --corner out, or change corner: in the theme",
            )
            raise PressError(Problem("--corner", None, "", message, remedy))
        outlines = (transform_outline(outline, (1, 0, 0, 1, cell.x, cell.y)) for cell in grid.cells()[:count])
        return Cuts(grid.width, grid.height, (), 0.0, (), tuple(outlines))
    max_corner = min(grid.card) / 2
    if corner > max_corner + TOLERANCE:
        message = f"corners of {corner:g} mm do not fit a card of {grid.card[0]:g} × {grid.card[1]:g} mm"
        raise PressError(Problem("--corner", None, "", message, f"at most {max_corner:g} mm; 3 mm is usual"))
    cells = grid.cells()[:count]
    if corner == 0 and min(grid.gutters) < TOLERANCE:
        return Cuts(grid.width, grid.height, (), 0.0, tuple(_merge_edges(cells)))
    return Cuts(grid.width, grid.height, tuple(cells), corner, ())


def _merge_edges(cells: Iterable[Box]) -> Iterator[Line]:
    """Yield every edge once, horizontal ones first; edges that continue each other become one line."""
    spans: defaultdict[tuple[bool, float], list[tuple[float, float]]] = defaultdict(list)  # by (is upright, x or y)
    for cell in cells:
        xs, ys = (cell.x, cell.right), (cell.y, cell.bottom)
        for is_upright, ends, span in ((False, ys, xs), (True, xs, ys)):
            for end in ends:
                spans[is_upright, round(end, 6)].append(span)
    for is_upright, at in sorted(spans):
        for start, end in _join_spans(spans[is_upright, at]):
            yield (at, start, at, end) if is_upright else (start, at, end, at)


def _join_spans(spans: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield the (start, end) of one or more spans, those that touch or overlap as one."""
    first, *later_spans = sorted(spans)
    start, end = first
    for next_start, next_end in later_spans:
        if next_start > end + TOLERANCE:
            yield start, end
            start = next_start
        end = max(end, next_end)
    yield start, end


def cut_svg(cut: Cuts, title: str, *, frame: bool = False) -> bytes:
    """Return the cuts as an SVG file with a ``title``; ``frame`` adds the sheet's edge in a separate layer."""
    width, height = format_number(cut.width), format_number(cut.height)
    root = svgwrite.Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False)
    root.set_desc(title=title)
    for (name, color, _), cut_layer in _layers(cut, frame=frame):
        layer = root.add(root.g(id=name, fill="none", stroke=color, stroke_width=0.1))
        lines = (f"M{_point(x, y)} L{_point(right, bottom)}" for x, y, right, bottom in cut_layer.lines)
        outlines = map(outline_data, cut_layer.outlines)
        for shape in (*(_svg_box(box, cut_layer.corner) for box in cut_layer.boxes), *outlines, *lines):
            layer.add(root.path(shape))  # every cutting program reads paths
    file = StringIO()
    root.write(file, pretty=True, indent=1)
    return file.getvalue().encode()


def _layers(cut: Cuts, *, frame: bool) -> list[tuple[tuple[str, str, int], Cuts]]:
    """Return ((name, SVG color, DXF color), cuts): the cards, and if ``frame`` the sheet's edge."""
    edge = Cuts(cut.width, cut.height, (Box(0, 0, cut.width, cut.height),), 0.0, ())
    return list(zip(_LAYERS, [cut, edge] if frame else [cut], strict=False))


def _svg_box(box: Box, corner: float) -> str:
    """Return a box's outline as SVG path data; ``corner``: radius in mm, 0 for square."""
    x, y, right, bottom, r = box.x, box.y, box.right, box.bottom, corner
    if not r:
        return f"M{_point(x, y)} H{format_number(right)} V{format_number(bottom)} H{format_number(x)} Z"
    arc = f"A{_point(r, r)} 0 0 1"
    return (
        f"M{_point(x + r, y)} H{format_number(right - r)} {arc} {_point(right, y + r)} V{format_number(bottom - r)} "
        f"{arc} {_point(right - r, bottom)} H{format_number(x + r)} {arc} {_point(x, bottom - r)} V{format_number(y + r)} "
        f"{arc} {_point(x + r, y)} Z"
    )


def _point(x: float, y: float) -> str:
    return f"{format_number(x)} {format_number(y)}"


def cut_dxf(cut: Cuts, *, frame: bool = False) -> bytes:
    """Return the cuts as DXF, release 12; ``frame`` adds the sheet's edge on a separate layer."""
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
    for (name, *_), cut_layer in layers:
        for box in cut_layer.boxes:
            tags += _dxf_box(box, cut_layer.corner, cut.height, name.upper())
        for outline in cut_layer.outlines:
            tags += _dxf_polygon(((x, cut.height - y) for x, y in flatten(outline)[0][:-1]), name.upper())
        for x, y, right, bottom in cut_layer.lines:
            tags += [(0, "LINE"), (8, name.upper()), (10, x), (20, cut.height - y), (30, 0.0)]
            tags += [(11, right), (21, cut.height - bottom), (31, 0.0)]
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3}\n{_dxf_value(value)}\n" for code, value in tags).encode("ascii")


def _dxf_value(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def _dxf_box(box: Box, corner: float, height: float, layer: str) -> list[tuple[int, object]]:
    """Return a box's outline as (group code, value), counterclockwise; ``height``: the sheet's, as y goes up."""
    x, right, low, high = box.x, box.right, height - box.bottom, height - box.y
    corners = ((right, low, -90), (right, high, 0), (x, high, 90), (x, low, 180))
    points = [(x_corner, y_corner) for x_corner, y_corner, _ in corners]
    if corner:
        points = [point for start in corners for point in _arc_points(box, corner, height, *start)]
    return _dxf_polygon(points, layer)


def _dxf_polygon(points: Iterable[tuple[float, float]], layer: str) -> list[tuple[int, object]]:
    """Return a closed line through points, y upwards, as (group code, value)."""
    tags: list[tuple[int, object]] = [(0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0)]
    tags.append((70, 1))  # closed
    for x_corner, y_corner in points:
        tags += [(0, "VERTEX"), (8, layer), (10, x_corner), (20, y_corner), (30, 0.0)]
    return [*tags, (0, "SEQEND"), (8, layer)]


def _arc_points(
    box: Box, corner: float, height: float, x_corner: float, y_corner: float, start: int
) -> Iterator[tuple[float, float]]:
    """Yield the quarter circle at the box corner (``x_corner``, ``y_corner``), y upwards, from ``start`` degrees on."""
    x = x_corner + (corner if x_corner == box.x else -corner)
    y = y_corner + (corner if y_corner == height - box.bottom else -corner)
    for piece in range(_ARC_PIECES + 1):
        angle = math.radians(start + 90 * piece / _ARC_PIECES)
        yield x + corner * math.cos(angle), y + corner * math.sin(angle)
