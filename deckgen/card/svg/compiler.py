"""SVG elements compiled to drawing items, flat and in mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import NamedTuple

from deckgen.card.svg import css, shapes
from deckgen.card.svg.css import Properties, Report
from deckgen.card.svg.parser import Node
from deckgen.draw import geometry
from deckgen.draw.drawing import IDENTITY, Item, Matrix, Path, Symbol, Text, Use
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, compose
from deckgen.errors import LayoutError

_FAR = 100_000.0  # mm, and of symbols their own size
_FLAT = 1e-9  # of what is seen from the side, and not at all
_FINEST = 1e-6  # of dashes: finer ones make a line

MAX_DEPTH = 40
"""As deep as elements, clones and symbols may be nested."""
_GROUPS = frozenset({"g", "a"})
_SILENT = frozenset({
    "", "defs", "style", "title", "desc", "metadata", "symbol", "linearGradient", "radialGradient", "filter",
    "mask", "clipPath", "pattern", "marker",
})  # fmt: skip


SECTIONS, JOKER_SECTIONS = "sections", "sections-jokers"
"""What slots draw that is the same on all cards, or on jokers: symbols beside those of the drawing."""
_ART = "static"


class _Line(NamedTuple):
    """Runs of text that are anchored together."""

    x: float
    y: float
    runs: list[tuple[str, Properties]]


class Compiler:
    """Compiles elements of one file. Problems go to ``report``; ``ink`` maps the file's colors."""

    def __init__(self, root: Node, fonts: Fonts, ink: Callable[[str], str | None], report: Report) -> None:
        self.sheet = css.rules(root, report)
        self._ids: dict[str, Node] = {}
        for node in root.walk():
            if node.id and self._ids.setdefault(node.id, node) is not node:
                report(node, "another element has this id", "rename one")
        self._fonts, self._ink, self._report = fonts, ink, report

    def style(self, node: Node, parent: Properties) -> dict[str, str]:
        """The properties of an element whose parent has those."""
        return css.cascade(node, parent, self.sheet.about(node))

    def element(self, node: Node, style: Properties, matrix: Matrix, depth: int = 0) -> tuple[Item, ...]:
        """The items of ``node``, whose style is already known, and of all below it."""
        if node.tag in _SILENT or css.hidden(style):
            return ()
        if depth > MAX_DEPTH:
            self._report(node, "its clones are nested too deep", "draw it more simply")
            return ()
        css.report_unprintable(node, style, self._report)
        try:
            return self._drawn(node, style, self.moved(node, matrix), depth)
        except LayoutError as error:
            for problem in error.problems:
                self._report(node, problem.message, problem.remedy)
        except (ValueError, ArithmeticError) as error:
            self._report(node, str(error), "redraw it, or turn it into a plain path")
        return ()

    def _drawn(self, node: Node, style: Properties, place: Matrix, depth: int) -> tuple[Item, ...]:
        """The items of an element. Raises ValueError for numbers that make no sense."""
        if node.tag in _GROUPS:
            return tuple(item for child in node.children for item in self._child(child, style, place, depth))
        if node.tag in shapes.TAGS:
            return self._shape(node, style, place)
        if node.tag == "use":
            return self._use(node, style, place, depth)
        if node.tag == "text":
            return self._text(node, style, place)
        kind = "a bitmap" if node.tag == "image" else f"an element {node.tag}, which cannot be printed"
        self._report(node, f"is {kind}", "draw it as shapes")
        return ()

    def _child(self, node: Node, parent: Properties, place: Matrix, depth: int) -> tuple[Item, ...]:
        return self.element(node, self.style(node, parent), place, depth + 1)

    def icons(self) -> dict[str, Symbol]:
        """Every symbol element of the file, its viewBox centered at the origin, its longer side 1."""
        found: dict[str, Symbol] = {}
        for name, node in self._ids.items():
            if node.tag != "symbol":
                continue
            if name.startswith(_ART) or name in (SECTIONS, JOKER_SECTIONS):
                self._report(node, "a symbol cannot have the id of art", "rename it")
            style = self.style(node, css.ICON)
            try:
                view = view_box(node) or self._extent(node, self._children(node, style, IDENTITY))
            except ValueError as error:
                self._report(node, str(error), "redraw it")
                continue
            scale = 1 / max(view.width, view.height)
            unit: Matrix = (scale, 0, 0, scale, -view.cx * scale, -view.cy * scale)
            found[name] = Symbol(self._children(node, style, unit))
        if wrong := _tangled(found):
            what = "the symbol contains itself, or its symbols are nested too deep"
            self._report(self._ids[wrong], what, "draw it more simply")
        return found

    def _children(self, node: Node, style: Properties, place: Matrix) -> tuple[Item, ...]:
        return tuple(item for child in node.children for item in self._child(child, style, place, 0))

    def _extent(self, node: Node, items: tuple[Item, ...]) -> Box:
        """The extent of a symbol's outlines, for one without a viewBox."""
        box = geometry.bounding_box(
            tuple(s for item in items if isinstance(item, Path) for s in item.segments)
        )
        if box.width <= 0 or box.height <= 0:
            self._report(node, "the symbol has neither viewBox nor area", "give it a viewBox")
            return Box(0, 0, 1, 1)
        return box

    def moved(self, node: Node, matrix: Matrix) -> Matrix:
        """``matrix`` after the element's own transform."""
        text = node.attributes.get("transform", "")
        try:
            return compose(matrix, geometry.parse_transform(text)) if text else matrix
        except ValueError as error:
            self._report(node, str(error), "redraw it")
            return matrix

    def paint(self, node: Node, value: str) -> str | None:
        """The color to print for a color of the file."""
        try:
            found = css.color(value)
        except ValueError as error:
            self._report(node, str(error), "use a flat color of the theme's palette, as #rrggbb")
            return None
        if found is None or found == css.INHERIT:
            return found
        printed = self._ink(found)
        if printed is None:
            self._report(node, f"has the color {found}, which is not in the theme's palette", "add it there")
        return printed

    def face(self, node: Node, style: Properties) -> str:
        face = css.face_of(style)
        if face not in self._fonts.files:
            what = f"is set in {face}, which the theme's fonts lack"
            self._report(node, what, "add the face or change the text")
            return next(iter(self._fonts.files))
        return face

    def size(self, style: Properties) -> float:
        """The size of text. Raises ValueError if it is none."""
        size = shapes.length(style["font-size"])
        if size <= 0:
            raise ValueError(f"has the font-size {style['font-size']}")
        return size

    def _shape(self, node: Node, style: Properties, place: Matrix) -> tuple[Item, ...]:
        fill, stroke = self.paint(node, style.get("fill", "")), self.paint(node, style.get("stroke", "none"))
        if fill is None and stroke is None:
            return ()
        outline = shapes.outline(node)
        segments = geometry.transform_outline(outline, place)
        scale = geometry.mean_scale(place)
        width = shapes.length(style.get("stroke-width", "1")) * scale if stroke else 0.0
        if width < 0:
            raise ValueError(f"has the stroke-width {style['stroke-width']}")
        dash = style.get("stroke-dasharray", "none")
        gaps = geometry.parse_numbers(dash) if dash != "none" and stroke else []
        if min(gaps, default=0) < 0:
            raise ValueError(f"has the dashes {dash}")
        dashes = tuple(gap * scale for gap in gaps) if sum(gaps) * scale > _FINEST else ()
        near(width, *dashes, *[x for _, *xs in segments for x in xs])
        even_odd = style.get("fill-rule") == "evenodd"
        ends = "round" in (style.get("stroke-linejoin"), style.get("stroke-linecap"))
        return (Path(segments, fill, stroke, width, even_odd, dashes, ends),)

    def _use(self, node: Node, style: Properties, place: Matrix, depth: int) -> tuple[Item, ...]:
        reference = node.attributes.get("href", "")
        target = self._ids.get(reference[1:]) if reference.startswith("#") else None
        if target is None:
            what = f"refers to {reference!r}, which is not an element of this file"
            self._report(node, what, "unlink the clone, or copy what it shows into this file")
            return ()
        x, y = (shapes.length(node.attributes.get(axis, "0")) for axis in ("x", "y"))
        if target.tag != "symbol":
            return self._child(target, style, compose(place, (1, 0, 0, 1, x, y)), depth)
        view = view_box(target) or self._extent(target, ())
        width = shapes.length(node.attributes.get("width", str(view.width)))
        height = shapes.length(node.attributes.get("height", str(view.height)))
        scale = min(width / view.width, height / view.height) * max(view.width, view.height)
        fill = self.paint(node, style.get("fill", ""))
        matrix = compose(place, (scale, 0, 0, scale, x + width / 2, y + height / 2))
        near(*matrix)
        return (Use(target.id, matrix, fill),) if width > 0 and geometry.mean_scale(matrix) > _FLAT else ()

    def _text(self, node: Node, style: Properties, place: Matrix) -> tuple[Item, ...]:
        angle, scale = geometry.rotation_and_scale(place)
        lines: list[_Line] = []
        self._runs(node, style, lines)
        return tuple(item for line in lines for item in self._set(node, line, place, angle, scale))

    def _runs(self, node: Node, style: Properties, lines: list[_Line]) -> None:
        """Break a text element into lines wherever a tspan says where it begins."""
        for name in ("dx", "dy", "rotate", "textLength"):
            if geometry.parse_numbers(node.attributes.get(name, "0")) != [0.0]:
                raise ValueError(f"is text with {name}")
        if not lines or "x" in node.attributes or "y" in node.attributes:
            before = lines[-1] if lines else _Line(0, 0, [])
            x, y = (node.attributes.get(axis) for axis in ("x", "y"))
            left = before.x if x is None else shapes.length(x)
            lines.append(_Line(left, before.y if y is None else shapes.length(y), []))
        for part in node.content:
            if isinstance(part, str):
                if string := _folded(part, lines[-1].runs):
                    lines[-1].runs.append((string, style))
            elif part.tag in ("tspan", "a"):
                inner = self.style(part, style)
                css.report_unprintable(part, inner, self._report)
                self._runs(part, inner, lines)
            elif part.tag not in _SILENT:
                self._report(part, f"is a {part.tag} inside text", "write plain text")

    def _set(self, node: Node, line: _Line, place: Matrix, angle: float, scale: float) -> list[Item]:
        items: list[Item] = []
        cursor = 0.0  # the width of what stands before
        parts: list[tuple[float, str, str, float, str]] = []
        for index, (raw, style) in enumerate(line.runs):
            string = raw.rstrip() if index == len(line.runs) - 1 else raw
            size, face = self.size(style), self.face(node, style)
            fill = self.paint(node, style.get("fill", ""))
            for part, able in self._fonts.runs(string, face):
                if fill:
                    parts.append((cursor, part, able, size, fill))
                cursor += self._fonts.width(part, able, size)
        anchor = line.runs[0][1].get("text-anchor") if line.runs else None
        shift = {"middle": cursor / 2, "end": cursor}.get(anchor or "", 0.0)
        for offset, string, face, size, fill in parts:
            x, y = geometry.apply_matrix(place, line.x + offset - shift, line.y)
            near(x, y, size * scale)
            items.append(Text(x, y, string, face, size * scale, fill, 0.0, angle, node.id))
        return items


def _tangled(symbols: Mapping[str, Symbol]) -> str:
    """Return the name of a symbol that shows itself, or too deep symbols in symbols; empty if none does."""
    depths: dict[str, int] = {}

    def depth(name: str, above: int = 0) -> int:
        if name not in depths:
            depths[name] = MAX_DEPTH + 1  # of one that is still being followed: it contains itself
            if above <= MAX_DEPTH:
                inner = [item.symbol for item in symbols[name].items if isinstance(item, Use)]
                depths[name] = 1 + max(
                    (depth(each, above + 1) for each in inner if each in symbols), default=0
                )
        return depths[name]

    return next((name for name in symbols if depth(name) > MAX_DEPTH), "")


def near(*numbers: float) -> None:
    """Raise ValueError if one of these lengths is too large for anything that is printed, or is no number."""
    if numbers and not (min(numbers) > -_FAR and max(numbers) < _FAR and isfinite(sum(numbers))):
        raise ValueError("reaches impossibly far")


def view_box(node: Node) -> Box | None:
    """The viewBox of an element, if it has one with an area. Raises ValueError for one that is impossibly large."""
    numbers = geometry.parse_numbers(node.attributes.get("viewBox", ""))
    near(*numbers)
    return Box(*numbers) if len(numbers) == 4 and min(numbers[2:]) > _FLAT else None


def _folded(text: str, runs: list[tuple[str, Properties]]) -> str:
    """Spaces folded to one, none at the start of a line or after another."""
    words = " ".join(text.split())
    if not words:
        return " " if text and runs and not runs[-1][0].endswith(" ") else ""
    before = " " if text[0].isspace() and runs and not runs[-1][0].endswith(" ") else ""
    return before + words + (" " if text[-1].isspace() else "")
