"""Plots: rows of curves, dots and bars over one axis, as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from math import ceil, floor

from deckgen.draw.blocks.flow import Flowable, Strip
from deckgen.draw.drawing import Segment
from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import PlotStyle, Stylesheet
from deckgen.draw.text import wrap
from deckgen.records import record

Points = tuple[tuple[float, float], ...]
_HAIR = 0.15  # mm, of axes and guides


@record
class Axis:
    """An axis from ``low`` to ``high``; ``ticks`` are values with their labels ("": only a tick)."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()

    def share_of(self, value: float) -> float:
        """Return where a value is on the axis: 0 at the low end, 1 at the high end."""
        return (value - self.low) / (self.high - self.low or 1)


@record
class Curve:
    """Points drawn as line, dots, bars (thin) or blocks (wide).

    A block extends ``reach`` to either side of its x; ``scale`` enlarges dots.
    """

    points: Points
    kind: str = "line"
    reach: float = 0.5
    scale: float = 1.0


@record
class PlotPanel:
    """One area of a plot, ``height`` mm high, with horizontal ``guides`` at some values."""

    y: Axis
    curves: tuple[Curve, ...]
    height: float = 18.0
    guides: tuple[float, ...] = ()


@record
class Plot:
    """Panels above each other over one x axis, with vertical lines at ``limits`` through all of them.

    Above are ``title`` (bold) and ``note``, and ``value`` at the right.
    """

    title: str
    note: str
    x: Axis
    panels: tuple[PlotPanel, ...]
    value: str = ""
    limits: tuple[float, ...] = ()


def whole_ticks(low: float, high: float, max_ticks: int) -> tuple[tuple[float, str], ...]:
    """Return at most ``max_ticks`` (number, label) in ``low`` to ``high``: multiples of 1, 2 or 5 × a power of ten."""
    steps = (m * 10**power for power in count() for m in (1, 2, 5))
    step = next(s for s in steps if floor(high / s) - ceil(low / s) < max_ticks)
    ticks = range(ceil(low / step) * step, floor(high) + 1, step)
    return tuple((float(t), f"{t}".replace("-", "−")) for t in ticks)


def plot_rows(style: Stylesheet, plots: Sequence[Plot], columns: int, gutter: float = 4.0) -> Flowable:
    """Return a block of plots in rows of ``columns``; a row is not broken over pages."""

    def block(width: float) -> list[Strip]:
        plot_width = (width - (columns - 1) * gutter) / columns
        strips = []
        for start in range(0, len(plots), columns):
            drawn = [_draw_plot(plot, plot_width, style) for plot in plots[start : start + columns]]
            head = max(head for head, _, _ in drawn)
            pen = style.pen()
            for index, (head_height, plot, _) in enumerate(drawn):
                pen.place_items(plot.items, index * (plot_width + gutter), head - head_height)
            height = head + max(height for _, _, height in drawn)
            strips.append(Strip(height, pen.items, before=3.0, after=3.0))
        return strips

    return cache(block)


def _draw_plot(plot: Plot, width: float, style: Stylesheet) -> tuple[float, Pen, float]:
    """Draw a plot ``width`` mm wide; return the height of its heading, the pen, and the height of all below."""
    p, pen = style.plot, style.pen()
    size, leading = p.title_size, p.title_size * 1.15
    value = pen.width(plot.value, "regular", size)
    runs = [(plot.title, "bold"), (" " + plot.note, "regular")]
    lines = wrap(runs, size, width - value - 1.0, style.fonts, language=style.language)
    for i, line in enumerate(lines):
        pen.runs(line, 0, leading * (i + 0.8), size, style.color("ink"))
    pen.line(plot.value, width - 0.4, leading * 0.8, "regular", size, p.ink, 1.0)
    head = y = leading * len(lines) + 1.2
    labels = [text for panel in plot.panels for _, text in panel.y.ticks]
    left = max((pen.width(text, "regular", p.size) for text in labels), default=0.0)
    left += 0.9 if left else 0.0
    for index, panel in enumerate(plot.panels):
        box = Box(left, y, width - left - 0.4, panel.height)
        last = index == len(plot.panels) - 1
        for limit in plot.limits:
            at = box.x + plot.x.share_of(limit) * box.width
            _draw_guide(pen, at, box.y, at, box.bottom, p)
        _draw_panel(pen, panel, plot.x, box, p, labeled=last)
        y += panel.height + (0.0 if last else 2.4)
    return head, pen, y - head + p.size * 1.45


def _draw_panel(pen: Pen, panel: PlotPanel, x: Axis, box: Box, p: PlotStyle, *, labeled: bool) -> None:
    """Draw axes, guides and curves of a panel in ``box``; ``labeled``: with the labels of the x axis."""
    for value in panel.guides:
        y = box.bottom - panel.y.share_of(value) * box.height
        _draw_guide(pen, box.x, y, box.right, y, p)
    pen.rule(box.x, box.y, box.x, box.bottom, p.axis, _HAIR)
    for value, text in panel.y.ticks:
        y = box.bottom - panel.y.share_of(value) * box.height
        pen.rule(box.x - 0.6, y, box.x, y, p.axis, _HAIR)
        pen.line(text, box.x - 0.9, y + pen.cap("regular") * p.size / 2, "regular", p.size, p.ink, 1.0)
    for value, text in x.ticks:
        at = box.x + x.share_of(value) * box.width
        pen.rule(at, box.bottom, at, box.bottom + 0.7, p.axis, _HAIR)
        if labeled and text:
            label_width = pen.width(text, "regular", p.size)
            # A label stays within its plot, or neighbors would meet.
            left = max(box.x - 1.0, min(box.right + 0.4 - label_width, at - label_width / 2))
            pen.line(text, left, box.bottom + 1.0 + p.size * 0.72, "regular", p.size, p.ink)
    base = box.bottom - min(1.0, max(0.0, panel.y.share_of(0.0))) * box.height
    pen.rule(box.x, base, box.right, base, p.axis, _HAIR)
    for curve in panel.curves:
        _draw_curve(pen, curve, panel.y, x, box, p)


def _draw_guide(pen: Pen, x1: float, y1: float, x2: float, y2: float, p: PlotStyle) -> None:
    pen.rule(x1, y1, x2, y2, p.ink, _HAIR, (0.6, 0.6))


def _draw_curve(pen: Pen, curve: Curve, y: Axis, x: Axis, box: Box, p: PlotStyle) -> None:
    """Draw a curve in its panel's ``box``, in the color of its kind; blocks only where values are above 0."""
    points = [
        (box.x + x.share_of(across) * box.width, box.bottom - y.share_of(up) * box.height)
        for across, up in curve.points
    ]
    base = box.bottom - y.share_of(0.0) * box.height
    segments: list[Segment] = []
    match curve.kind:
        case "dots":  # a line of no length with round ends; tiny in every format
            for px, py in points:
                segments += [("M", px, py), ("L", px + 0.001, py)]
            pen.path(tuple(segments), None, p.dot, 0.55 * curve.scale)
        case "bars":
            for px, py in points:
                segments += [("M", px, base), ("L", px, py)]
            pen.path(tuple(segments), None, p.bar, 0.35, round=False)
        case "blocks":
            reach = curve.reach * box.width / (x.high - x.low)
            for px, py in points:
                segments += rectangle(px - reach, py, 2 * reach, base - py) if base > py else ()
            pen.path(tuple(segments), p.bar)
        case _:
            for i, (px, py) in enumerate(points):
                segments.append(("L" if i else "M", px, py))
            pen.path(tuple(segments), None, p.line, 0.4)
