"""Drawings and pages as text, to a tenth of a millimeter, for golden files.

It goes item by item in the order in which they are drawn. Neighbors of one look share a line: their ink, or the baseline,
size, face and ink of words, then where each is.
"""

import re
from itertools import groupby

from deckgen.draw.drawing import IDENTITY, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import bounding_box

DECK = re.compile(r"[0-9a-f]{12}|deckgen \d")
"""What changes with the version, and how wide it is."""


def outline(page):
    """The page as text."""
    lines = [f"{page.width:g} × {page.height:g} mm: {page.title}"]
    for (_, look), places in groupby(map(placed, page.items), key=lambda item: item[:2]):
        lines.append(f"{look}  " + " · ".join(place for _, _, place in places))
    return "\n".join(lines) + "\n"


def placed(item):
    """The kind of an item, what it looks like, and where it is."""
    if isinstance(item, Text):
        turned = f" {item.angle:g}°" if item.angle else ""
        look = f"{near(item.y)} {item.size / PT:.1f} pt {item.typeface} {item.fill}{turned}"
        return Text, look, "(deck)" if DECK.search(item.string) else f"{near(item.x)} {item.string}"
    if isinstance(item, Use):
        place = f"{near(*item.matrix[4:])} × {item.matrix[0]:.2f}"
        return Use, f"{item.symbol} {item.fill or ''}".rstrip(), place
    line = f"line {item.stroke} {item.stroke_width:.2f}" if item.stroke else ""
    return None, " ".join(filter(None, (item.fill, line))), near(*bounding_box(item.segments))


def page_outline(page):
    """The text of a page of a print file: its boxes and shift, the faces on it, then the items of its marks."""
    lines = [f"{near(page.width, page.height)} mm: {page.label}"]
    lines += [f"{name} {near(*box)}" for name in ("trim", "bleed") if (box := getattr(page, name))]
    lines += ["moved by " + " ".join(f"{value:.3f}" for value in page.shift)] if page.shift != IDENTITY else []
    for face in page.placed:
        turned = " turned" if face.turned else ""
        lines.append(
            f"face {near(face.x, face.y)} × {face.scale:.2f}{turned}, window {near(*face.window)}: {face.face.title}"
        )
    return "\n".join(lines) + "\n" + (outline(page.marks) if page.marks else "")


def near(*lengths):
    """Lengths without a sign of nothing."""
    return " ".join(f"{round(length, 1) + 0.0:.1f}" for length in lengths)
