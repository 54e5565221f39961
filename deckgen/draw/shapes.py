"""Small shapes of documents: lines, boxes, and the marks that stand beside words."""

from __future__ import annotations

from deckgen.draw.drawing import Path, Segment
from deckgen.draw.geometry import ellipse, polygon, rectangle

MARKS = ("disc", "ring", "cross", "diamond", "half")
"""Marks differ in shape, never in colour alone."""


def line(x1: float, y1: float, x2: float, y2: float, ink: str, weight: float) -> Path:
    """A straight line."""
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=ink, stroke_width=weight)


def box(x: float, y: float, width: float, height: float, fill: str, radius: float = 0.0) -> Path:
    """A filled rectangle."""
    return Path(rectangle(x, y, width, height, radius), fill=fill)


def mark(kind: str, cx: float, cy: float, size: float, ink: str) -> Path:
    """One of MARKS, ``size`` mm high, about (cx, cy)."""
    r = size / 2
    match kind:
        case "ring":
            return Path(ellipse(cx, cy, r * 0.84), stroke=ink, stroke_width=size * 0.16)
        case "half":
            lower = ellipse(cx, cy, r)[:3]
            return Path((*lower, ("Z",), *ellipse(cx, cy, r), *ellipse(cx, cy, r * 0.72)), ink, even_odd=True)
        case "cross":
            ends = (
                ("M", cx - r, cy - r),
                ("L", cx + r, cy + r),
                ("M", cx - r, cy + r),
                ("L", cx + r, cy - r),
            )
            return Path(ends, stroke=ink, stroke_width=size * 0.26)
        case "diamond":
            return Path(polygon([cx, cy - r, cx + r, cy, cx, cy + r, cx - r, cy]), fill=ink)
    return Path(ellipse(cx, cy, r), fill=ink)


def stroke(segments: tuple[Segment, ...], ink: str, weight: float) -> Path:
    """An outline that is only drawn, with round ends."""
    return Path(segments, stroke=ink, stroke_width=weight, round=True)
