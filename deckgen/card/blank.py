"""A blank card to draw on: a slot for each section of a deck, laid out in rows, in the look of ``base/1``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree as ET

from deckgen.card.layout import load_layout
from deckgen.card.starter import BASE, RECT, TEXT, add_guides, add_layer, sides_of, theme_bytes, to_bytes
from deckgen.card.svg.parser import SVG
from deckgen.card.widgets import POKER, default_widget, sample_values
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import card_size
from deckgen.game.model import (
    AnySection,
    DeckSpec,
    DiceSection,
    GridSection,
    OrdinalSection,
    RollsSection,
    StackSection,
    TableSection,
    printed_word,
)
from deckgen.game.sections.distribution import WordedSection
from deckgen.records import record

_BLEED, _EDGE = 3.175, 3.5  # mm: around the card, from its edge to what is printed


@record
class _Heights:
    """Heights in mm: of playing card and number, of the foot, of a section's title, between rows."""

    head: float
    foot: float
    label: float
    gap: float


_ROOMY, _TIGHT = _Heights(8.0, 3.4, 2.9, 1.6), _Heights(6.4, 3.0, 2.6, 1.1)
_TIGHT_BELOW = 0.75  # of the height that sections would like
_UNIT = 12.3  # mm: the least width of a slot
_SHAPES = {
    "grid": (4, 5.0),
    "chart": (4, 4.2),
    "marks": (4, 7.0),
    "picture": (4, 26.0),
    "prose": (4, 14.0),
    "dice": (4, 5.4),
    "stack": (2, 4.2),
    "rolls": (2, 4.8),
}
"""Widget → how many units a slot is wide, and at most how many mm high for each line; others are one unit wide."""
_ONE, _ALONE = (1, 8.5), (2, 7.0)
_LARGE: dict[str, dict[str, Any]] = {
    "dice": {"size": 14, "further_size": 10, "word_size": 9},
    "rolls": {"size": 14, "labels": False, "above": True, "align": 0, "gap": 0, "plate_pad": 1},
}
_TIGHT_GRID: dict[str, Any] = {"die": False, "size": 9, "head_size": 7.5, "head_height": 3.2}
_NUMBER = re.compile(r"[+−-]?[\d ]*")


def blank_files(name: str, size: str, spec: DeckSpec | None, largest: float = 1) -> tuple[bytes, bytes]:
    """Return SVG and theme of a blank layout ``name`` of a size such as 44x67mm, with a slot for each section of a deck.

    Without a deck there are slots of the playing card, its number, and the deck's title. Titles and slots are smaller
    where there are many; slots that get too small for their words are found by ``deckgen validate``. With ``largest`` above
    1 each section has a row, and single rolls are up to so many times as large, as far as there is room. Raises
    PressError for what is no size of a card.
    """
    (width, height), theme = card_size(size), load_layout(BASE).theme
    card = Box(0, 0, width, height)
    inner = card.inset(_EDGE)
    ordinal = next((s.name for s in spec.sections if isinstance(s, OrdinalSection)), "") if spec else ""
    sections = [section for section in spec.sections if section.name != ordinal] if spec else []
    heights = _ROOMY
    cells, scale = _place(sections, inner, heights, largest)
    if scale < _TIGHT_BELOW:
        heights = _TIGHT
        cells, _ = _place(sections, inner, heights)
    boxes = {POKER: Box(inner.x, inner.y, min(11.0, 0.45 * inner.width), heights.head)}
    if ordinal:
        boxes[ordinal] = Box(inner.right - 0.4 * inner.width, inner.y, 0.4 * inner.width, heights.head)
    boxes |= {n: Box(c.x, c.y + heights.label, c.width, c.height - heights.label) for n, c in cells.items()}
    view = card.inset(-_BLEED)
    root = ET.Element(f"{{{SVG}}}svg", {"width": f"{view.width:g}mm", "height": f"{view.height:g}mm"})
    root.set("viewBox", " ".join(f"{side:g}" for side in view))
    static = add_layer(root, "static", "static", locked=False)
    ET.SubElement(static, RECT, {"fill": theme.color("face"), **sides_of(view)})
    body = _body(inner, heights)
    lines = {round(y - heights.gap / 2, 2) for y in (body.y, body.bottom + heights.gap, *(c.y for c in cells.values()))}
    for y in sorted(lines):
        path = f"M{inner.x:g} {y:.4g} H{inner.right:g}"
        style = {"fill": "none", "stroke": theme.color("rule"), "stroke-width": "0.2"}
        ET.SubElement(static, f"{{{SVG}}}path", {"d": path, **style})
    slots = add_layer(root, "slots", "slots", locked=False)
    for slot, box in boxes.items():
        ET.SubElement(slots, RECT, {"id": f"slot-{slot}", "fill": "none", **sides_of(box)})
    base, small = inner.bottom - 0.7, (6 * PT, "400", theme.color("soft"))
    texts = [(f"label-{slot}", cell.x, cell.y + 1.9, "start", cell.width, *small) for slot, cell in cells.items()]
    texts.append(("title", inner.x, base, "start", 0.64 * inner.width, *small))
    texts.append(("set", inner.right, base, "end", 0.34 * inner.width, *small))
    strings: dict[str, Any] = {f"label-{slot}": ["{" + slot + ".title}", ""] for slot in cells}
    if not ordinal:
        large, y = (18 * PT, "700", theme.color("ink")), inner.y + 0.78 * heights.head
        texts.append(("number", inner.right, y, "end", 0.4 * inner.width, *large))
        strings = {"number": "{number}", **strings}
    for slot, x, y, anchor, room, type_size, weight, ink in texts:
        place = {"id": f"slot-{slot}", "x": f"{x:.5g}", "y": f"{y:.5g}", "data-width": f"{room:.4g}"}
        style = {"text-anchor": anchor, "font-size": f"{type_size:.6g}", "font-weight": weight, "fill": ink}
        ET.SubElement(slots, TEXT, place | style).text = slot
    add_guides(root, card, _BLEED, theme.safe, boxes)
    options: dict[str, dict[str, Any]] = {ordinal: {"widget": "number", "align": 1, "size": 18}} if ordinal else {}
    more: dict[str, dict[str, Any]] = {
        "number": {"align": 0, "size": 12},
        "dice": {"row_rule": "rule"},
        "grid": _TIGHT_GRID if heights is _TIGHT else {},
    }
    options |= {
        s.name: {"widget": (widget := _widget(s)), **(_large(widget, scale) if _is_alone(s) else more.get(widget, {}))}
        for s in sections
    }
    comment = f"The look of {name}.svg. All else is as in {BASE}, which never changes; layouts/card/README.md lists what can be said."
    return to_bytes(root), theme_bytes(comment, theme, {"strings": strings, "slots": options})


def _body(inner: Box, heights: _Heights) -> Box:
    """Return the room between head and foot."""
    top, foot = heights.head + heights.gap, heights.foot + heights.gap
    return Box(inner.x, inner.y + top, inner.width, inner.height - top - foot)


def _widget(section: AnySection) -> str:
    """Return the widget that suits a section: words for what is no number."""
    if isinstance(section, WordedSection):
        words = [printed_word(section.outcomes, value) for value in sample_values(section)]
        if not all(map(_NUMBER.fullmatch, words)):
            return "words"
    return default_widget(section)


def _shape(section: AnySection) -> tuple[int, float]:
    """Return the width of a section's slot in units, and the height in mm of each of its lines."""
    return _ALONE if _is_alone(section) else _SHAPES.get(_widget(section), _ONE)


def _is_alone(section: AnySection) -> bool:
    """Return whether a section is a single roll, which can be large, without its label."""
    return isinstance(section, DiceSection | RollsSection) and len(section.rolls) == 1


def _large(widget: str, scale: float) -> dict[str, Any]:
    """Return the options of a single roll whose slot is ``scale`` times as large."""
    options = _LARGE.get(widget, {})
    return {key: value * max(scale, 1) if key.endswith("size") else value for key, value in options.items()}


def _lines(section: AnySection) -> float:
    """Return how many lines a section has on a card."""
    match section:
        case GridSection():
            return section.rows + 1.3
        case TableSection():
            return len(section.rows) + 1.0
        case StackSection():
            return section.height
        case RollsSection() | DiceSection():
            return len(section.rolls)
    return 1


def _place(
    sections: Sequence[AnySection], inner: Box, heights: _Heights, largest: float = 1
) -> tuple[dict[str, Box], float]:
    """Return a box for each section, wide ones first, in rows at the lower end of the body, and their share of height.

    The share is below 1 where they would need more height than there is, and at most ``largest``.
    """
    room = _body(inner, heights)
    units = max(1, int(room.width / _UNIT))
    units -= units > 3 and units % 2  # two slots of two units fill a row
    rows: list[list[tuple[str, int, float]]] = []
    shapes = [(section, *_shape(section)) for section in sections]
    for section, wide, line in sorted(shapes, key=lambda shape: -shape[1]):
        width = units if largest > 1 or units <= 3 < wide else min(wide, units) if units > 3 else 1
        row = next((row for row in rows if sum(w for _, w, _ in row) + width <= units), None)
        if row is None:
            rows.append(row := [])
        row.append((section.name, width, line * _lines(section)))
    wanted = [max(height for *_, height in row) for row in rows]
    spare = room.height - len(rows) * heights.label - (len(rows) - 1) * heights.gap
    scale = min(largest, spare / sum(wanted)) if wanted else 1.0
    boxes, bottom = {}, room.bottom
    for row, height in reversed(list(zip(rows, wanted, strict=True))):
        high, left = heights.label + scale * height, room.x
        share = (room.width - 1.6 * (len(row) - 1)) / sum(width for _, width, _ in row)
        for name, width, _ in row:
            boxes[name] = Box(*(round(side, 2) for side in (left, bottom - high, width * share, high)))
            left += width * share + 1.6
        bottom -= high + heights.gap
    return boxes, scale
