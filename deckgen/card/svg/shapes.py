"""The elements of SVG that are outlines, and lengths with units."""

from __future__ import annotations

import re

from deckgen.card.svg import path
from deckgen.card.svg.parser import Node
from deckgen.draw import geometry
from deckgen.draw.drawing import Segment

MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "": 25.4 / 96}
_LENGTH = re.compile(r"^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([a-z]*)\s*$")
TAGS = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})


def page_length(text: str) -> float:
    """A page's width or height in mm. Raises ValueError for percentages and unknown units."""
    match = _LENGTH.match(text)
    if match is None or match[2] not in MM:
        raise ValueError(f"has the length {text!r}")
    return float(match[1]) * MM[match[2]]


def length(text: str) -> float:
    """A length in the units of the drawing: px, as CSS calls them, and bare numbers are these.

    Raises ValueError for percentages and font-relative units.
    """
    return page_length(text) / MM["px"]


def outline(node: Node) -> tuple[Segment, ...]:
    """The outline of a shape element in its own coordinates. Raises ValueError if it makes no sense."""

    def get(name: str) -> float:
        return length(node.attributes.get(name, "0"))

    match node.tag:
        case "path":
            return path.parse_path(node.attributes.get("d", ""))
        case "rect":
            rx, ry = node.attributes.get("rx"), node.attributes.get("ry")
            radius, second = length(rx or ry or "0"), length(ry or rx or "0")
            return geometry.rectangle(get("x"), get("y"), get("width"), get("height"), radius, ry=second)
        case "circle":
            return geometry.ellipse(get("cx"), get("cy"), get("r"))
        case "ellipse":
            return geometry.ellipse(get("cx"), get("cy"), get("rx"), get("ry"))
        case "line":
            return geometry.polygon([get("x1"), get("y1"), get("x2"), get("y2")], closed=False)
    points = geometry.numbers(node.attributes.get("points", ""))
    if len(points) < 4 or len(points) % 2:
        raise ValueError("has no pairs of points")
    return geometry.polygon(points, closed=node.tag == "polygon")
