"""Pictures and gradients of SVG files, as drawing items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot

from deckgen.card.svg import shapes
from deckgen.card.svg.parser import Node
from deckgen.draw.drawing import IDENTITY, Gradient, Matrix, Path, Picture, Segment
from deckgen.draw.geometry import (
    Box,
    bounding_box,
    compose,
    fit_box,
    outlines,
    parse_transform,
    polygon,
    rectangle,
    transform_outline,
)
from deckgen.draw.raster import Raster

_ALIGN = {"xMin": 0.0, "xMid": 0.5, "xMax": 1.0, "YMin": 0.0, "YMid": 0.5, "YMax": 1.0}
_MAX_REFERENCES = 20  # gradients that take their stops from another
_INSIDE = 0.999  # of a radius: a focus beyond it has no meaning
_DEFAULTS = {"x1": 0.0, "y1": 0.0, "x2": 1.0, "y2": 0.0, "cx": 0.5, "cy": 0.5, "r": 0.5}
GRADIENTS = {"linearGradient": ("x1", "y1", "x2", "y2"), "radialGradient": ("cx", "cy", "r")}
"""The elements that are gradients, and the attributes of their axis."""


def place_image(node: Node, raster: Raster, matrix: Matrix) -> Picture:
    """Return the picture of an image element. Raises ValueError for invalid sizes and preserveAspectRatio."""
    x, y = (shapes.parse_length(node.attributes.get(axis, "0")) for axis in ("x", "y"))
    sides = [shapes.parse_length(node.attributes.get(side, "0")) for side in ("width", "height")]
    if not any(sides) or min(sides) < 0:
        raise ValueError("is a picture without width and height")
    width = sides[0] or sides[1] * raster.width / raster.height
    box = Box(x, y, width, sides[1] or width * raster.height / raster.width)
    how, *fit = node.attributes.get("preserveAspectRatio", "").split() or ["xMidYMid"]
    if how == "none":
        return Picture(raster, compose(matrix, square_onto(box)))
    if how[:4] not in _ALIGN or how[4:] not in _ALIGN or fit not in ([], ["meet"], ["slice"]):
        raise ValueError(f"has the preserveAspectRatio {' '.join([how, *fit])!r}")
    placed = fit_box(raster.width, raster.height, box, (_ALIGN[how[:4]], _ALIGN[how[4:]]), cover=fit == ["slice"])
    clip = transform_outline(rectangle(*box), matrix) if fit == ["slice"] else ()
    return Picture(raster, compose(matrix, square_onto(placed)), clip)


def square_onto(box: Box) -> Matrix:
    """Return the matrix that moves a square of 1 × 1 at (0, 0) onto a box."""
    return (box.width, 0.0, 0.0, box.height, box.x, box.y)


def fill_with_gradient(
    node: Node,
    nodes: Mapping[str, Node],
    stop_color: Callable[[Node], str | None],
    outline: tuple[Segment, ...],
    matrix: Matrix,
    *,
    even_odd: bool,
) -> Path | Gradient | None:
    """Return an outline filled with the gradient of a ``node``, both under ``matrix``; None without colors.

    ``nodes`` by id, for gradients that refer to others. Raises ValueError for what is no plain gradient.
    """
    attributes, stop_nodes = _inherit(node, nodes)
    if attributes.get("spreadMethod", "pad") != "pad":
        raise ValueError(f"is filled with a gradient that repeats (spreadMethod {attributes['spreadMethod']})")
    stops: list[tuple[float, str]] = []
    for stop in stop_nodes:
        if color := stop_color(stop):
            offset = min(1.0, max(0.0, _coordinate(stop.attributes.get("offset", "0"), is_share=True)))
            stops.append((max(offset, stops[-1][0]) if stops else offset, color))
    if not stops:
        return None
    names, is_share = GRADIENTS[node.tag], attributes.get("gradientUnits") != "userSpaceOnUse"
    if not is_share and (missing := [name for name in names if name not in attributes]):
        raise ValueError(f"is filled with a gradient in user space without {missing[0]}")
    texts = {name: attributes[name] for name in (*names, "fx", "fy") if name in attributes}
    numbers = _DEFAULTS | {name: _coordinate(text, is_share=is_share) for name, text in texts.items()}
    axis = tuple(numbers[name] for name in names)
    if node.tag == "radialGradient":
        cx, cy, r = axis
        dx, dy = numbers.get("fx", cx) - cx, numbers.get("fy", cy) - cy
        reach = min(1.0, _INSIDE * r / (hypot(dx, dy) or r or 1.0))
        axis = (cx + dx * reach, cy + dy * reach, 0.0, cx, cy, r)
    segments = transform_outline(outline, matrix)
    if len(stops) == 1 or axis[: len(axis) // 2] == axis[len(axis) // 2 :] or (len(axis) == 6 and axis[5] <= 0):
        return Path(segments, stops[-1][1], even_odd=even_odd)
    seen = polygon([number for points in outlines(outline) for point in points for number in point])
    space = square_onto(bounding_box(seen)) if is_share else IDENTITY
    space = compose(space, parse_transform(attributes.get("gradientTransform", "")))
    return Gradient(segments, tuple(stops), axis, compose(matrix, space), even_odd)


def _inherit(node: Node, nodes: Mapping[str, Node]) -> tuple[dict[str, str], list[Node]]:
    """Return a gradient's attributes and stops, those that it lacks from the gradients that it refers to."""
    attributes, stops, source = dict(node.attributes), list[Node](), node
    for _ in range(_MAX_REFERENCES):
        stops = stops or [child for child in source.children if child.tag == "stop"]
        reference = nodes.get(source.attributes.get("href", "#")[1:])
        if reference is None or reference.tag not in GRADIENTS:
            break
        source = reference
        attributes = {**source.attributes, **attributes}
    return attributes, stops


def _coordinate(text: str, *, is_share: bool) -> float:
    """Return a length, or a share, which may be written in per cent. Raises ValueError."""
    if is_share and text.strip().endswith("%"):
        return shapes.parse_length(text.strip()[:-1]) / 100
    return shapes.parse_length(text)
