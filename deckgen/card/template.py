"""Compiling a layout's SVG: free art becomes drawing items, slots become places, symbols icons.

The page: ``width`` and ``height`` with a unit, ``viewBox`` covering the trimmed face *and* its bleed with the
origin at the corner of the trimmed face, so a poker card with 1/8 in bleed has ``-3.175 -3.175 69.85 95.25``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from deckgen.card.svg import css, shapes
from deckgen.card.svg.compiler import Compiler
from deckgen.card.svg.parser import Node
from deckgen.draw import geometry
from deckgen.draw.drawing import Item, Matrix, Symbol
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box
from deckgen.errors import Faults, LayoutError

Anchor = Literal["start", "middle", "end"]
SLOT = "slot-"
_SILENT = frozenset({"", "defs", "style", "title", "desc", "metadata", "symbol"})


@dataclass(frozen=True)
class TextSlot:
    """Where a string goes: anchored at x on the baseline y; ``size`` in mm, ``width`` the room it has."""

    x: float
    y: float
    anchor: Anchor
    face: str
    size: float
    fill: str
    width: float | None


@dataclass(frozen=True)
class Template:
    """A compiled SVG. ``groups``: the art of ``static`` and of every ``static-NAME``, in mm.

    ``icons`` are normalised: the longer side of a symbol's viewBox is 1, its centre the origin.
    """

    file: Path
    width: float
    height: float
    bleed: float
    groups: Mapping[str, tuple[Item, ...]]
    icons: Mapping[str, Symbol]
    boxes: Mapping[str, Box]
    texts: Mapping[str, TextSlot]


def compile_template(root: Node, file: Path, fonts: Fonts, ink: Callable[[str], str | None]) -> Template:
    """The template in ``root``.

    ``ink`` gives the colour to print for a colour of the file, or None if the theme has no such colour.
    Raises LayoutError with every fault: file, line, element id, what to do.
    """
    faults = Faults()

    def report(node: Node, what: str, remedy: str) -> None:
        faults.add(file, node.line, node.id or f"<{node.tag}>", what, remedy)

    page = _page(root, report)
    art = Compiler(root, fonts, ink, report)
    groups: dict[str, tuple[Item, ...]] = {}
    slots = _Slots(art, report)
    look = css.cascade(root, css.ROOT, art.sheet)
    matrix: Matrix = (page.scale, 0, 0, page.scale, 0, 0)
    sorter = _Sorter(art, slots, groups, report)
    for node in root.children:
        sorter.sort(node, look, matrix)
    icons = art.icons()
    faults.raise_as(LayoutError)
    width, height = page.box.width - 2 * page.bleed, page.box.height - 2 * page.bleed
    return Template(file, width, height, page.bleed, groups, icons, slots.boxes, slots.texts)


def compile_icons(
    root: Node, file: Path, fonts: Fonts, ink: Callable[[str], str | None]
) -> dict[str, Symbol]:
    """The symbols in ``root``, a file of nothing else; ``ink`` and errors as for a template."""
    faults = Faults()

    def report(node: Node, what: str, remedy: str) -> None:
        faults.add(file, node.line, node.id or f"<{node.tag}>", what, remedy)

    icons = Compiler(root, fonts, ink, report).icons()
    faults.raise_as(LayoutError)
    return icons


@dataclass(frozen=True)
class _Page:
    box: Box
    bleed: float
    scale: float


def _page(root: Node, report: css.Report) -> _Page:
    nothing = _Page(Box(0, 0, 1, 1), 0, 1)
    remedy = 'give width and height in mm and a viewBox, such as viewBox="-3.175 -3.175 69.85 95.25"'
    try:
        width = shapes.page_length(root.attributes.get("width", ""))
        height = shapes.page_length(root.attributes.get("height", ""))
    except ValueError as error:
        report(root, f"the page {error}", remedy)
        return nothing
    view = geometry.numbers(root.attributes.get("viewBox", ""))
    if len(view) != 4 or view[2] <= 0 or view[3] <= 0 or width <= 0:
        report(root, "the page has no viewBox", remedy)
        return nothing
    scale = width / view[2]
    if abs(height / view[3] - scale) > 1e-3 * scale:
        report(root, "the viewBox has other proportions than the page", remedy)
    bleed = -view[0] * scale
    if abs(view[0] - view[1]) * scale > 0.01 or not -0.01 < bleed < min(width, height) / 2:
        report(root, "the bleed differs between the sides", "begin the viewBox at -BLEED -BLEED")
    return _Page(Box(0, 0, width, height), max(0.0, bleed), scale)


@dataclass(frozen=True)
class _Sorter:
    """Tells top-level elements apart: guides are dropped, art compiled, slots read, the rest refused."""

    art: Compiler
    slots: _Slots
    groups: dict[str, tuple[Item, ...]]
    report: css.Report

    def sort(self, node: Node, parent: css.Properties, matrix: Matrix) -> None:
        if node.tag in _SILENT or node.named("guides"):
            return
        look = css.cascade(node, parent, self.art.sheet)
        static = _static(node)
        if node.id.startswith(SLOT):
            self.slots.read(node, look, matrix)
        elif static:
            if static != "static":  # variants may be hidden while another is edited
                look["display"] = "inline"
            self.groups[static] = self.art.element(node, look, matrix)
        elif node.tag == "g":
            if any(_static(child) for child in node.walk()):
                css.report_unprintable(node, look, self.report)
            inner = self.art.moved(node, matrix)
            for child in node.children:
                self.sort(child, look, inner)
        elif not css.hidden(look):
            self.report(
                node,
                "stands outside the group static and would not be printed",
                "move it into static or guides",
            )


def _static(node: Node) -> str:
    """The name of a group of static art, or nothing."""
    return next((name for name in (node.id, node.label) if name.partition("-")[0] == "static"), "")


class _Slots:
    def __init__(self, art: Compiler, report: css.Report) -> None:
        self.boxes: dict[str, Box] = {}
        self.texts: dict[str, TextSlot] = {}
        self._art, self._report = art, report

    def read(self, node: Node, look: css.Properties, matrix: Matrix) -> None:
        name = node.id.removeprefix(SLOT)
        if name in self.boxes or name in self.texts:
            self._report(node, "there are two slots of this id", "rename one")
        place = self._art.moved(node, matrix)
        try:
            if node.tag == "rect":
                self._box(name, node, place)
            elif node.tag == "text":
                self._text(name, node, look, place)
            else:
                self._report(node, f"a slot cannot be a {node.tag}", "use a rect (widget) or a text (string)")
        except ValueError as error:
            self._report(node, str(error), "redraw the slot")

    def _box(self, name: str, node: Node, place: Matrix) -> None:
        if abs(place[1]) > 1e-6 or abs(place[2]) > 1e-6 or place[0] <= 0 or place[3] <= 0:
            self._report(node, "a slot is turned, skewed or mirrored", "draw it upright")
            return
        box = geometry.extent(geometry.transformed(shapes.outline(node), place))
        if box.width <= 0 or box.height <= 0:
            self._report(node, "a slot has no area", "give it a width and a height")
        self.boxes[name] = box

    def _text(self, name: str, node: Node, look: css.Properties, place: Matrix) -> None:
        inner, position = look, node
        for child in node.children:
            if child.tag == "tspan":  # Inkscape writes the place and the style of a line here
                inner = css.cascade(child, look, self._art.sheet)
                position = child if "x" in child.attributes else node
                break
        x, y = (shapes.length(position.attributes.get(axis, "0")) for axis in ("x", "y"))
        angle, scale = geometry.similarity(place)
        if abs(angle) > 1e-6:
            self._report(node, "a text slot is turned", "draw it upright")
        room = node.attributes.get("data-width")
        fill = self._art.paint(node, inner.get("fill", ""))
        anchor = inner.get("text-anchor", "start")
        self.texts[name] = TextSlot(
            *geometry.apply(place, x, y),
            anchor if anchor in ("middle", "end") else "start",  # type: ignore[arg-type]
            self._art.face(node, inner),
            shapes.length(inner["font-size"]) * scale,
            fill or "#000000",
            shapes.length(room) * scale if room else None,
        )
