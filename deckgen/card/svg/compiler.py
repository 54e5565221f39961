"""SVG elements compiled to drawing items, flat and in mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import fsum, isfinite
from typing import NamedTuple

from deckgen.card.svg import art, css, shapes
from deckgen.card.svg.css import Properties, Report
from deckgen.card.svg.parser import Node
from deckgen.draw import geometry
from deckgen.draw.drawing import IDENTITY, Gradient, Item, Matrix, Path, Symbol, Text, Use
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, compose
from deckgen.draw.raster import PictureError, Raster
from deckgen.errors import LayoutError

_FAR = 100_000.0  # mm, or units of a symbol's own size
_FLAT = 1e-9  # of a shape seen edge-on
_FINEST = 1e-6  # of dashes: finer ones are a solid line

MAX_DEPTH = 40
"""Greatest depth of nested elements, clones and symbols."""
_GROUPS = frozenset({"g", "a"})
_IGNORED = frozenset({
    "", "defs", "style", "title", "desc", "metadata", "symbol", "linearGradient", "radialGradient", "filter",
    "mask", "clipPath", "pattern", "marker",
})  # fmt: skip


SECTIONS, JOKER_SECTIONS = "sections", "sections-jokers"
"""Symbols for what slots draw alike on all cards, or on all jokers."""
_ART = "static"


class _Line(NamedTuple):
    """Runs of text with one anchor."""

    x: float
    y: float
    runs: list[tuple[str, Properties]]


class Compiler:
    """Compiles elements of one file, which may place symbols of another, ``pictures``.

    Problems go to ``report``; ``ink`` maps the file's colors; ``read_picture`` reads what images refer to (None: there
    may be none).
    """

    def __init__(
        self,
        root: Node,
        fonts: Fonts,
        ink: Callable[[str], str | None],
        report: Report,
        pictures: Node | None = None,
        read_picture: Callable[[str], Raster] | None = None,
    ) -> None:
        self.sheet = css.read_rules(root, report)
        self._ids: dict[str, Node] = {}
        for node in root.walk():
            if node.id and self._ids.setdefault(node.id, node) is not node:
                report(node, "another element has this id", "rename one")
        self._pictures = {node.id: node for node in pictures.walk() if node.tag == "symbol"} if pictures else {}
        self._fonts, self._ink, self._report = fonts, ink, report
        self._read_picture = read_picture

    def style(self, node: Node, parent: Properties) -> dict[str, str]:
        """Return the properties of an element whose parent has those."""
        return css.cascade(node, parent, self.sheet.matching(node))

    def compile(self, node: Node, style: Properties, matrix: Matrix, depth: int = 0) -> tuple[Item, ...]:
        """Return the items of ``node`` and all below, placed by ``matrix``; () if hidden, or unfit and reported."""
        if node.tag in _IGNORED or css.is_hidden(style):
            return ()
        if depth > MAX_DEPTH:
            self._report(node, "its clones are nested too deep", "draw it more simply")
            return ()
        css.report_unprintable(node, style, self._report)
        try:
            return self._compile_element(node, style, self.matrix_of(node, matrix), depth)
        except LayoutError as error:
            for problem in error.problems:
                self._report(node, problem.message, problem.remedy)
        except PictureError as error:
            self._report(node, str(error), error.remedy)
        except (ValueError, ArithmeticError) as error:
            self._report(node, str(error), "redraw it, or turn it into a plain path")
        return ()

    def _compile_element(self, node: Node, style: Properties, matrix: Matrix, depth: int) -> tuple[Item, ...]:
        """Return an element's items; ``matrix`` includes its transform. Raises ValueError; reports bitmaps etc."""
        if node.tag in _GROUPS:
            return tuple(i for c in node.children for i in self._compile_child(c, style, matrix, depth))
        if node.tag in shapes.TAGS:
            return self._shape_items(node, style, matrix)
        if node.tag == "use":
            return self._use_items(node, style, matrix, depth)
        if node.tag == "text":
            return self._text_items(node, style, matrix)
        if node.tag == "image" and self._read_picture is not None:
            picture = art.place_image(node, self._read_picture(node.attributes.get("href", "")), matrix)
            check_reach(*picture.matrix)
            opacity = css.parse_opacity(style, "")
            return (replace(picture, opacity=opacity),) if geometry.mean_scale(picture.matrix) > _FLAT else ()
        kind = "a bitmap" if node.tag == "image" else f"an element {node.tag}, which cannot be printed"
        self._report(node, f"is {kind}", "draw it as shapes")
        return ()

    def _compile_child(self, node: Node, parent: Properties, matrix: Matrix, depth: int) -> tuple[Item, ...]:
        return self.compile(node, self.style(node, parent), matrix, depth + 1)

    def compile_icons(self) -> dict[str, Symbol]:
        """Return every symbol of the file by id, its viewBox centered at the origin, its longer side 1."""
        icons_by_id: dict[str, Symbol] = {}
        self._read_picture = None  # symbols may have any size, pictures not
        for name, node in self._ids.items():
            if node.tag != "symbol":
                continue
            if name.startswith(_ART) or name in (SECTIONS, JOKER_SECTIONS):
                self._report(node, "a symbol cannot have the id of art", "rename it")
            style = self.style(node, css.ICON)
            try:
                view = view_box(node) or self._extent(node, self._compile_children(node, style, IDENTITY))
            except ValueError as error:
                self._report(node, str(error), "redraw it")
                continue
            scale = 1 / max(view.width, view.height)
            unit: Matrix = (scale, 0, 0, scale, -view.cx * scale, -view.cy * scale)
            icons_by_id[name] = Symbol(self._compile_children(node, style, unit))
        if bad_id := _recursive_symbol(icons_by_id):
            message = "the symbol contains itself, or its symbols are nested too deep"
            self._report(self._ids[bad_id], message, "draw it more simply")
        return icons_by_id

    def _compile_children(self, node: Node, style: Properties, matrix: Matrix) -> tuple[Item, ...]:
        return tuple(item for child in node.children for item in self._compile_child(child, style, matrix, 0))

    def _extent(self, node: Node, items: tuple[Item, ...]) -> Box:
        """Return the bounding box of a symbol without a viewBox; a unit square, with a problem, if it has no area."""
        box = geometry.bounding_box(tuple(s for i in items if isinstance(i, Path) for s in i.segments))
        if box.width <= 0 or box.height <= 0:
            self._report(node, "the symbol has neither viewBox nor area", "give it a viewBox")
            return Box(0, 0, 1, 1)
        return box

    def matrix_of(self, node: Node, matrix: Matrix) -> Matrix:
        """Return ``matrix`` composed with the element's transform, which is ignored, with a problem, if invalid."""
        text = node.attributes.get("transform", "")
        try:
            return compose(matrix, geometry.parse_transform(text)) if text else matrix
        except ValueError as error:
            self._report(node, str(error), "redraw it")
            return matrix

    def print_color(self, node: Node, value: str) -> str | None:
        """Return the color to print for one of the file, or "inherit"; None for no paint, or with a problem."""
        try:
            color = css.parse_color(value)
        except ValueError as error:
            self._report(node, str(error), "use a flat color of the theme's palette, as #rrggbb")
            return None
        if color is None or color == css.INHERIT:
            return color
        printed = self._ink(color)
        if printed is None:
            self._report(node, f"has the color {color}, which is not in the theme's palette", "add it there")
        return printed

    def typeface(self, node: Node, style: Properties) -> str:
        """Return a text's typeface; if the theme lacks it, the theme's first one, with a problem."""
        typeface = css.typeface_of(style)
        if typeface not in self._fonts.files:
            message = f"is set in {typeface}, which the theme's fonts lack"
            self._report(node, message, "add the face or change the text")
            return next(iter(self._fonts.files))
        return typeface

    def size(self, style: Properties) -> float:
        """Return the font size in units of the drawing. Raises ValueError unless it is positive."""
        size = shapes.parse_length(style["font-size"])
        if size <= 0:
            raise ValueError(f"has the font-size {style['font-size']}")
        return size

    def _shape_items(self, node: Node, style: Properties, matrix: Matrix) -> tuple[Item, ...]:
        """Return a shape's path; () without fill and stroke. Raises ValueError for invalid values."""
        reference, line_only = style.get("fill", ""), {**style, "fill": "none"}
        gradient = self._ids.get(reference[5:-1]) if reference.startswith("url(#") else None
        if gradient is not None and gradient.tag in art.GRADIENTS:
            return (*self._gradient_items(node, gradient, style, matrix), *self._shape_items(node, line_only, matrix))
        fill = self.print_color(node, style.get("fill", ""))
        stroke = self.print_color(node, style.get("stroke", "none"))
        if fill is None and stroke is None:
            return ()
        opacity = css.parse_opacity(style, "fill" if fill else "stroke")
        if fill and stroke and min(opacity, css.parse_opacity(style, "stroke")) < 1:
            if css.parse_opacity(style, "") < 1:
                raise ValueError("has one opacity for its fill and its line")
            fill_only = {**style, "stroke": "none"}
            return (*self._shape_items(node, fill_only, matrix), *self._shape_items(node, line_only, matrix))
        outline = shapes.shape_outline(node)
        segments = geometry.transform_outline(outline, matrix)
        scale = geometry.mean_scale(matrix)
        width = shapes.parse_length(style.get("stroke-width", "1")) * scale if stroke else 0.0
        if width < 0:
            raise ValueError(f"has the stroke-width {style['stroke-width']}")
        dash = style.get("stroke-dasharray", "none")
        gaps = geometry.parse_numbers(dash) if dash != "none" and stroke else []
        if min(gaps, default=0) < 0:
            raise ValueError(f"has the dashes {dash}")
        dashes = tuple(gap * scale for gap in gaps) if fsum(gaps) * scale > _FINEST else ()
        check_reach(width, *dashes, *[x for _, *xs in segments for x in xs])
        even_odd = style.get("fill-rule") == "evenodd"
        ends = "round" in (style.get("stroke-linejoin"), style.get("stroke-linecap"))
        return (Path(segments, fill, stroke, width, even_odd, dashes, ends, opacity=opacity),)

    def _gradient_items(self, node: Node, gradient: Node, style: Properties, matrix: Matrix) -> tuple[Item, ...]:
        """Return a shape filled with a gradient; () without stops. Raises ValueError for what cannot be printed."""

        def stop_color(stop: Node) -> str | None:
            stop_style = self.style(stop, css.ROOT)
            if stop_style.get("stop-opacity", "1") not in ("1", "1.0", "100%"):
                self._report(stop, "is a stop that lets its ground through", "make it opaque: mix its color yourself")
            return self.print_color(stop, stop_style.get("stop-color", "black"))

        if css.parse_opacity(style, "fill") < 1:
            raise ValueError("has a gradient that lets its ground through")
        even_odd, outline = style.get("fill-rule") == "evenodd", shapes.shape_outline(node)
        item = art.fill_with_gradient(gradient, self._ids, stop_color, outline, matrix, even_odd=even_odd)
        if item is None:
            return ()
        check_reach(*[x for _, *xs in item.segments for x in xs])
        if isinstance(item, Gradient):
            check_reach(*item.axis, *item.matrix)
            return (item,) if geometry.mean_scale(item.matrix) > _FLAT else ()
        return (item,)

    def _use_items(self, node: Node, style: Properties, matrix: Matrix, depth: int) -> tuple[Item, ...]:
        """Return the items of a clone, or a placed symbol; () if it is flat, or, with a problem, refers to nothing."""
        reference = node.attributes.get("href", "")
        target = (self._ids.get(reference[1:]) or self._pictures.get(reference[1:])) if reference[:1] == "#" else None
        if target is None:
            message = f"refers to {reference!r}, which is not an element of this file or a symbol of the pictures"
            self._report(node, message, "unlink the clone, or copy what it shows into this file")
            return ()
        x, y = (shapes.parse_length(node.attributes.get(axis, "0")) for axis in ("x", "y"))
        if target.tag != "symbol":
            return self._compile_child(target, style, compose(matrix, (1, 0, 0, 1, x, y)), depth)
        view = view_box(target) or self._extent(target, ())
        width = shapes.parse_length(node.attributes.get("width", str(view.width)))
        height = shapes.parse_length(node.attributes.get("height", str(view.height)))
        scale = min(width / view.width, height / view.height) * max(view.width, view.height)
        paint = style.get("fill", "")  # that of a symbol's parts without one; the usual black need not be in the theme
        fill = self.print_color(node, paint) if paint != css.ROOT["fill"] or self._ink(paint) else None
        use_matrix = compose(matrix, (scale, 0, 0, scale, x + width / 2, y + height / 2))
        check_reach(*use_matrix)
        return (Use(target.id, use_matrix, fill),) if width > 0 and geometry.mean_scale(use_matrix) > _FLAT else ()

    def _text_items(self, node: Node, style: Properties, matrix: Matrix) -> tuple[Item, ...]:
        """Return the lines of a text. Raises ValueError if it is stretched, skewed or mirrored."""
        angle, scale = geometry.rotation_and_scale(matrix)
        lines: list[_Line] = []
        self._read_lines(node, style, lines)
        return tuple(item for line in lines for item in self._line_items(node, line, matrix, angle, scale))

    def _read_lines(self, node: Node, style: Properties, lines: list[_Line]) -> None:
        """Add a text element's lines, one at every x or y, to ``lines``. Raises ValueError for dx, dy and such."""
        for name in ("dx", "dy", "rotate", "textLength"):
            if geometry.parse_numbers(node.attributes.get(name, "0")) != [0.0]:
                raise ValueError(f"is text with {name}")
        if not lines or "x" in node.attributes or "y" in node.attributes:
            before = lines[-1] if lines else _Line(0, 0, [])
            x, y = (node.attributes.get(axis) for axis in ("x", "y"))
            left = before.x if x is None else shapes.parse_length(x)
            lines.append(_Line(left, before.y if y is None else shapes.parse_length(y), []))
        for part in node.content:
            if isinstance(part, str):
                if string := _fold_spaces(part, lines[-1].runs):
                    lines[-1].runs.append((string, style))
            elif part.tag in ("tspan", "a"):
                inner = self.style(part, style)
                css.report_unprintable(part, inner, self._report)
                self._read_lines(part, inner, lines)
            elif part.tag not in _IGNORED:
                self._report(part, f"is a {part.tag} inside text", "write plain text")

    def _line_items(self, node: Node, line: _Line, matrix: Matrix, angle: float, scale: float) -> list[Item]:
        """Return a line's visible texts by its anchor; ``angle``, ``scale``: of ``matrix``. Raises ValueError."""
        items: list[Item] = []
        cursor = 0.0  # the width of the text before
        parts: list[tuple[float, str, str, float, str]] = []
        for index, (raw, style) in enumerate(line.runs):
            string = raw.rstrip() if index == len(line.runs) - 1 else raw
            size, typeface = self.size(style), self.typeface(node, style)
            fill = self.print_color(node, style.get("fill", ""))
            for part, substitute in self._fonts.runs(string, typeface):
                if fill:
                    parts.append((cursor, part, substitute, size, fill))
                cursor += self._fonts.width(part, substitute, size)
        anchor = line.runs[0][1].get("text-anchor") if line.runs else None
        shift = {"middle": cursor / 2, "end": cursor}.get(anchor or "", 0.0)
        for offset, string, typeface, size, fill in parts:
            x, y = geometry.apply_matrix(matrix, line.x + offset - shift, line.y)
            check_reach(x, y, size * scale)
            items.append(Text(x, y, string, typeface, size * scale, fill, 0.0, angle, node.id))
        return items


def _recursive_symbol(symbols: Mapping[str, Symbol]) -> str:
    """Return the name of a symbol that contains itself, or too deeply nested symbols; "" if none does."""
    depths: dict[str, int] = {}

    def depth(name: str, parents: int = 0) -> int:
        if name not in depths:
            depths[name] = MAX_DEPTH + 1  # while it is followed: what refers to it now contains itself
            if parents <= MAX_DEPTH:
                inner = [item.symbol for item in symbols[name].items if isinstance(item, Use)]
                depths[name] = 1 + max((depth(s, parents + 1) for s in inner if s in symbols), default=0)
        return depths[name]

    return next((name for name in symbols if depth(name) > MAX_DEPTH), "")


def check_reach(*numbers: float) -> None:
    """Raise ValueError if a length is not finite, or too large for print."""
    if numbers and not (min(numbers) > -_FAR and max(numbers) < _FAR and all(map(isfinite, numbers))):
        raise ValueError("reaches impossibly far")


def view_box(node: Node) -> Box | None:
    """Return an element's viewBox; None unless it has an area. Raises ValueError if it is too large."""
    numbers = geometry.parse_numbers(node.attributes.get("viewBox", ""))
    check_reach(*numbers)
    return Box(*numbers) if len(numbers) == 4 and min(numbers[2:]) > _FLAT else None


def _fold_spaces(text: str, runs: list[tuple[str, Properties]]) -> str:
    """Return text with spaces folded to one, none at a line's start or after another; ``runs``: the line so far."""
    words = " ".join(text.split())
    if not words:
        return " " if text and runs and not runs[-1][0].endswith(" ") else ""
    before = " " if text[0].isspace() and runs and not runs[-1][0].endswith(" ") else ""
    return before + words + (" " if text[-1].isspace() else "")
