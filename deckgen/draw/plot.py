"""Plots: small multiples of curves, dots and bars over one axis, as vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor

from deckgen.draw import shapes
from deckgen.draw.drawing import Item, Path, Segment
from deckgen.draw.flow import Flowable, Strip, moved
from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, set_line, wrap

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Axis:
    """From ``low`` to ``high``; ``ticks`` are values and what stands beside them ("": only a tick)."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...] = ()

    def at(self, value: float) -> float:
        """Where a value is, 0 at the low end and 1 at the high end."""
        return (value - self.low) / (self.high - self.low or 1)


@dataclass(frozen=True)
class Curve:
    """``kind``: line, steps (each value holds until the next x), dots, bars (thin, from 0), blocks (wide bars).

    A block reaches ``reach`` to either side of its x; ``scale`` enlarges dots.
    """

    points: Points
    kind: str = "line"
    reach: float = 0.5
    scale: float = 1.0


@dataclass(frozen=True)
class PlotPanel:
    """One area of a plot, ``height`` mm high, with level ``guides`` at some values."""

    y: Axis
    curves: tuple[Curve, ...]
    height: float = 18.0
    guides: tuple[float, ...] = ()


@dataclass(frozen=True)
class Plot:
    """Panels above each other over one x axis, ``limits`` being drawn through all of them.

    Above it stand ``title``, bold, ``note``, and ``value`` at the right.
    """

    title: str
    note: str
    x: Axis
    panels: tuple[PlotPanel, ...]
    value: str = ""
    limits: tuple[float, ...] = ()


def whole_ticks(low: float, high: float, most: int) -> tuple[tuple[float, str], ...]:
    """At most ``most`` ticks at multiples of 1, 2 or 5 times a power of ten, none finer than 1."""
    steps = (m * 10**power for power in count() for m in (1, 2, 5))
    step = next(s for s in steps if floor(high / s) - ceil(low / s) < most)
    ticks = range(ceil(low / step) * step, floor(high) + 1, step)
    return tuple((float(t), f"{t}".replace("-", "−")) for t in ticks)


def multiples(look: Stylesheet, plots: Sequence[Plot], columns: int, gutter: float = 4.0) -> Flowable:
    """Plots side by side in rows of ``columns``; a row is not broken over pages."""

    def block(width: float) -> list[Strip]:
        wide = (width - (columns - 1) * gutter) / columns
        strips = []
        for start in range(0, len(plots), columns):
            drawn = [_draw(plot, wide, look) for plot in plots[start : start + columns]]
            head = max(head for head, _, _ in drawn)
            items: list[Item] = []
            for index, (own, plot_items, _) in enumerate(drawn):
                items += moved(plot_items, index * (wide + gutter), head - own)
            height = head + max(height for _, _, height in drawn)
            strips.append(Strip(height, tuple(items), before=3.0, after=3.0))
        return strips

    return block


def _draw(plot: Plot, width: float, look: Stylesheet) -> tuple[float, list[Item], float]:
    """The height of the words above, the items, the height of the rest."""
    p, fonts = look.plot, look.fonts
    runs = [(plot.title, p.title_face), (" " + plot.note, p.face)]
    value = fonts.width(plot.value, p.face, p.title_size)
    lines = wrap(runs, p.title_size, width - value - 1.0, fonts)
    leading = p.title_size * 1.15
    items: list[Item] = []
    for i, line in enumerate(lines):
        items += set_line(line, 0, leading * (i + 0.8), p.title_size, p.title_ink, fonts, slot="plot")
    if plot.value:
        line = Line(((plot.value, p.face),), value)
        items += set_line(line, width - 0.4 - value, leading * 0.8, p.title_size, p.ink, fonts, slot="plot")
    head = leading * len(lines) + 1.2
    labels = [text for panel in plot.panels for _, text in panel.y.ticks]
    left = max((fonts.width(text, p.face, p.size) for text in labels), default=0.0)
    left += 0.9 if left else 0.0
    y = head
    for index, panel in enumerate(plot.panels):
        box = Box(left, y, width - left - 0.4, panel.height)
        last = index == len(plot.panels) - 1
        for value in plot.limits:
            at = box.x + plot.x.at(value) * box.width
            items.append(_guide(at, box.y, at, box.bottom, look))
        items += _panel(panel, plot.x, box, look, labelled=last)
        y += panel.height + (0.0 if last else 2.4)
    return head, items, y - head + p.size * 1.45


def _panel(panel: PlotPanel, x: Axis, box: Box, look: Stylesheet, *, labelled: bool) -> Iterator[Item]:
    p, fonts = look.plot, look.fonts
    for value in panel.guides:
        y = box.bottom - panel.y.at(value) * box.height
        yield _guide(box.x, y, box.right, y, look)
    yield from _axis_y(panel.y, box, look)
    for value, text in x.ticks:
        at = box.x + x.at(value) * box.width
        yield shapes.line(at, box.bottom, at, box.bottom + 0.7, p.axis, p.axis_weight)
        if labelled and text:
            wide = fonts.width(text, p.face, p.size)
            # A label stays within its plot, or neighbours would meet.
            left = max(box.x - 1.0, min(box.right + 0.4 - wide, at - wide / 2))
            line, y = Line(((text, p.face),), wide), box.bottom + 1.0 + p.size * 0.72
            yield from set_line(line, left, y, p.size, p.ink, fonts, slot="plot")
    base = box.bottom - min(1.0, max(0.0, panel.y.at(0.0))) * box.height
    yield shapes.line(box.x, base, box.right, base, p.axis, p.axis_weight)
    for curve in panel.curves:
        yield from _curve(curve, panel.y, x, box, look)


def _guide(x1: float, y1: float, x2: float, y2: float, look: Stylesheet) -> Path:
    p = look.plot
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=p.guide, stroke_width=p.axis_weight, dash=(0.6, 0.6))


def _axis_y(axis: Axis, box: Box, look: Stylesheet) -> Iterator[Item]:
    p, fonts = look.plot, look.fonts
    yield shapes.line(box.x, box.y, box.x, box.bottom, p.axis, p.axis_weight)
    for value, text in axis.ticks:
        y = box.bottom - axis.at(value) * box.height
        yield shapes.line(box.x - 0.6, y, box.x, y, p.axis, p.axis_weight)
        if text:
            wide = fonts.width(text, p.face, p.size)
            line = Line(((text, p.face),), wide)
            base = y + fonts.cap(p.face) * p.size / 2
            yield from set_line(line, box.x - 0.9 - wide, base, p.size, p.ink, fonts, slot="plot")


def _curve(curve: Curve, y: Axis, x: Axis, box: Box, look: Stylesheet) -> Iterator[Item]:
    p = look.plot

    def place(at: tuple[float, float]) -> tuple[float, float]:
        return box.x + x.at(at[0]) * box.width, box.bottom - y.at(at[1]) * box.height

    points = [place(point) for point in curve.points]
    base = box.bottom - y.at(0.0) * box.height
    segments: list[Segment] = []
    match curve.kind:
        case "dots":  # a line of no length with round ends; tiny in every format
            for px, py in points:
                segments += [("M", px, py), ("L", px + 0.001, py)]
            look_of = (p.dot, p.dot_size * curve.scale)
        case "bars":
            for px, py in points:
                segments += [("M", px, base), ("L", px, py)]
            look_of = (p.bar, p.bar_weight)
        case "blocks":
            reach = curve.reach * box.width / (x.high - x.low)
            outline = [
                s for px, py in points if base > py for s in rectangle(px - reach, py, 2 * reach, base - py)
            ]
            yield Path(tuple(outline), fill=p.bar)
            return
        case _:
            before: tuple[float, float] | None = None
            for px, py in points:
                if before is not None and curve.kind == "steps":
                    segments.append(("L", px, before[1]))
                segments.append(("M" if before is None else "L", px, py))
                before = (px, py)
            look_of = (p.line, p.line_weight)
    if segments:
        yield Path(tuple(segments), stroke=look_of[0], stroke_width=look_of[1], round=curve.kind != "bars")
