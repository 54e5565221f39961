"""Draws items with cairo straight from a drawing, for pictures of many faces.

It draws what differs from face to face; cairosvg draws, once, the art that faces share (see ``png``). Both stay:
with cairosvg alone 54 cards take five to twelve times as long, without it edges differ from those of the SVG.
Letters are drawn as their outlines, so a picture holds the same shapes at the same places as the PDF
on every machine, whatever fonts it has: cairo's own text API would round each advance to whole pixels
and knows no weight between normal and bold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from deckgen.draw.drawing import Item, Path, Style, Text, Use
from deckgen.draw.fonts import read_font
from deckgen.errors import Fault, PressError

GET_CAIRO = "install it (Debian, Ubuntu: apt install libcairo2; macOS: brew install cairo; Windows: the GTK 3 runtime)"
_KINDS = {"M": 0, "L": 1, "C": 2, "Z": 3}  # cairo_path_data_type_t


def cairo() -> ModuleType:
    """The cairo library. Raises PressError if the machine has none."""
    try:
        import cairocffi  # noqa: PLC0415 (only pictures need it, and libcairo with it)
    except (ImportError, OSError) as error:
        remedy = f"{GET_CAIRO}, or write .svg or .pdf, which do without"
        raise PressError(Fault("PNG", None, "", "the cairo library is missing", remedy)) from error
    module: ModuleType = cairocffi
    return module


def has_cairo() -> bool:
    """Whether the machine has the cairo library."""
    try:
        cairo()
    except PressError:
        return False
    return True


class Painter:
    """Draws items of one style on cairo contexts whose unit is the mm; outlines are built once."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._cairo = cairo()
        self._letters: dict[tuple[str, str, float], Any] = {}
        self._shapes: dict[Path, Any] = {}
        self._colours: dict[str, tuple[float, ...]] = {}

    def paint(self, context: Any, items: Iterable[Item], ink: str = "#000000") -> None:
        """Draw the items in order; parts that inherit their colour take ``ink``."""
        for item in items:
            if isinstance(item, Text):
                self._text(context, item, ink)
            elif isinstance(item, Path):
                self._path(context, item, ink)
            else:
                self._use(context, item, ink)

    def _text(self, context: Any, text: Text, ink: str) -> None:
        context.save()
        context.translate(text.x, text.y)
        if text.angle:
            context.rotate(math.radians(text.angle))
        context.scale(text.size * text.stretch, text.size)
        self._append(context, self._outline(text))
        context.restore()
        self._colour(context, text.fill, ink)
        context.set_fill_rule(self._cairo.FILL_RULE_WINDING)
        context.fill()

    def _outline(self, text: Text) -> Any:
        """The outline of a text from (0, 0), its size 1."""
        file, spacing = self.style.fonts[text.face], round(text.spacing / text.size, 6)
        key = (file, text.string, spacing)
        if key not in self._letters:
            font = read_font(file)
            segments: list[tuple[str, *tuple[float, ...]]] = []
            x = 0.0
            for character, advance in font.advances(text.string):
                for kind, *ems in font.outline(character):
                    points = zip(ems[::2], ems[1::2], strict=True)
                    segments.append((kind, *(v for h, up in points for v in (x + h, -up))))
                x += advance + spacing
            self._letters[key] = self._compiled(segments)
        return self._letters[key]

    def _path(self, context: Any, path: Path, ink: str) -> None:
        if path not in self._shapes:
            self._shapes[path] = self._compiled(path.segments)
        self._append(context, self._shapes[path])
        if path.fill is not None:
            self._colour(context, path.fill, ink)
            rule = self._cairo.FILL_RULE_EVEN_ODD if path.even_odd else self._cairo.FILL_RULE_WINDING
            context.set_fill_rule(rule)
            (context.fill_preserve if path.stroke else context.fill)()
        if path.stroke is not None:
            self._colour(context, path.stroke, ink)
            context.set_line_width(path.stroke_width)
            context.set_dash(path.dash)
            context.set_line_cap(self._cairo.LINE_CAP_ROUND if path.round else self._cairo.LINE_CAP_BUTT)
            context.set_line_join(self._cairo.LINE_JOIN_ROUND if path.round else self._cairo.LINE_JOIN_MITER)
            context.set_miter_limit(4)  # as SVG has it where it is not said
            context.stroke()
        context.new_path()

    def _use(self, context: Any, use: Use, ink: str) -> None:
        a, b, c, d, e, f = use.matrix
        context.save()
        context.transform(self._cairo.Matrix(a, b, c, d, e, f))
        self.paint(context, self.style.symbols[use.symbol].items, ink if use.fill is None else use.fill)
        context.restore()

    def _colour(self, context: Any, colour: str, ink: str) -> None:
        wanted = ink if colour == "inherit" else colour
        if wanted not in self._colours:
            self._colours[wanted] = tuple(int(wanted[i : i + 2], 16) / 255 for i in (1, 3, 5))
        context.set_source_rgb(*self._colours[wanted])

    def _compiled(self, segments: Iterable[tuple[str, *tuple[float, ...]]]) -> Any:
        """An outline as cairo's own data: hundreds of points are then added in one call."""
        ffi = self._cairo.ffi
        parts = list(segments)
        count = sum(1 + (len(part) - 1) // 2 for part in parts)
        data = ffi.new("cairo_path_data_t[]", max(1, count))
        at = 0
        for kind, *values in parts:
            data[at].header.type = _KINDS[kind]
            data[at].header.length = 1 + len(values) // 2
            for x, y in zip(values[::2], values[1::2], strict=True):
                at += 1
                data[at].point.x, data[at].point.y = x, y
            at += 1
        path = ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": count})
        return path, data  # cairo only borrows the data

    def _append(self, context: Any, outline: Any) -> None:
        self._cairo.cairo.cairo_append_path(context._pointer, outline[0])  # noqa: SLF001 (cairocffi's CFFI API)
