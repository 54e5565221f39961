"""Faces of people without a portrait for pages of the browser, whose scripts build them from the same parts."""

from __future__ import annotations

from typing import Any

from deckgen.draw.drawing import IDENTITY, Path
from deckgen.press.numbers import format_number, svg_path_data
from deckgen.sheet.faces import FacePart, People

_UNITS = 20  # in one of the drawing's units


def face_parts(people: People | None) -> dict[str, Any] | None:
    """Return the parts and colors of faces as JSON data, in units of 1/20 of the drawing's; None without parts."""
    if people is None:
        return None
    boxes = ((box.x, box.y, box.width, box.height) for box in (people.view._replace(x=0.0, y=0.0), people.head))
    view, head = ([round(side * _UNITS) for side in box] for box in boxes)
    return {
        "view": view,
        "head": head,
        "usual": [*people.usual],
        "shared": sorted(people.shared),
        "parts": [
            [category, [[part.name, part.weight, [*part.kinds], _drawing(people, part)] for part in parts]]
            for category, parts in people.parts.items()
        ],
        "colors": [[name, [[*colors] for colors in sets]] for name, sets in people.colors.items()],
    }


def _drawing(people: People, part: FacePart) -> str:
    """Return a part's outlines as elements of an SVG."""
    return "".join(_outline(item) for item in people.draw(part.node, {}, IDENTITY) if isinstance(item, Path))


def _outline(path: Path) -> str:
    """Return an outline as an element of an SVG."""
    attributes = {"d": svg_path_data(path.segments, _UNITS), "fill": path.fill or "none"}
    if path.stroke:
        attributes |= {"stroke": path.stroke, "stroke-width": format_number(path.stroke_width * _UNITS, 1)}
        if path.round:
            attributes |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    if path.even_odd:
        attributes["fill-rule"] = "evenodd"
    if path.dash:
        attributes["stroke-dasharray"] = " ".join(format_number(gap * _UNITS, 1) for gap in path.dash)
    written = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f"<path {written}/>"
