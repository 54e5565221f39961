"""Writes drawings as PNG: cairosvg rasters the art that faces share, once; cairo draws the rest over it.

Both are needed: with cairosvg alone 54 cards take five to twelve times as long, without it edges differ from those of
the SVG. Letters are drawn as outlines, so pictures look like the PDF whatever fonts a machine has: cairo's own text
API would round each advance to whole pixels and knows no weight between normal and bold.
"""

from __future__ import annotations

import io
import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import groupby, islice, takewhile
from types import ModuleType
from typing import TYPE_CHECKING, Any

from deckgen.draw.drawing import IDENTITY, Drawing, Gradient, Item, Path, Picture, Segment, Style, Text, Use
from deckgen.draw.raster import Raster
from deckgen.draw.truetype import read_font
from deckgen.errors import PressError, Problem
from deckgen.press.images import scale_factor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    """A picture: rows, columns, and red, green, blue; of a card that is no rectangle, opacity, too."""

INSTALL_CAIRO = (
    "install it (Debian, Ubuntu: apt install libcairo2; macOS: brew install cairo; Windows: the GTK 3 runtime)"
)
MAX_PIXELS = 100_000_000  # cairo takes 4 bytes each; a poker card at 300 dpi has under a million
_LEVEL = 3  # zlib level: more hardly compresses flat art better, at twice the time
_SIZE_ARGUMENTS = ("output_width", "output_height")
_QUEUE_LENGTH = 4  # pictures that wait for a thread to compress them
_LARGE_PICTURE = 4_000_000  # pixels; layers of larger ones would fill the memory, and their edges are fine without
_MAX_LAYER_PIXELS = 80_000_000  # pixels of all layers
_CAIRO_TYPES = {"M": 0, "L": 1, "C": 2, "Z": 3}  # cairo_path_data_type_t


def png(
    drawing: Drawing, dpi: int = 300, *, bleed: float | None = None, pixels: tuple[int, int] | None = None
) -> bytes:
    """Return a drawing on white as PNG, at ``dpi`` or of exactly ``pixels`` (width, height).

    ``bleed``: mm beyond the trim, at most (None: all it has). Raises PressError if the cairo library is
    missing or the picture would be unreasonably large.
    """
    return next(pngs([drawing], dpi, bleed=drawing.bleed if bleed is None else bleed, pixels=pixels))


def pngs(
    drawings: Iterable[Drawing], dpi: int = 300, *, bleed: float = 0.0, pixels: tuple[int, int] | None = None
) -> Iterator[bytes]:
    """Yield drawings as PNG, sized as in ``render_pixels``; threads compress pictures while the next are drawn."""
    with ThreadPoolExecutor() as pool:
        waiting = []
        for picture in render_pixels(drawings, dpi, bleed=bleed, pixels=pixels):
            waiting.append(pool.submit(encode_png, [picture], dpi))
            if len(waiting) > (_QUEUE_LENGTH if picture.size <= 3 * _LARGE_PICTURE else 0):
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()


def render_pixels(
    drawings: Iterable[Drawing], dpi: int = 300, *, bleed: float = 0.0, pixels: tuple[int, int] | None = None
) -> Iterator[Pixels]:
    """Yield the pixels of drawings on white, at ``dpi`` or of exactly ``pixels``, with up to ``bleed`` mm around.

    Without a bleed they are transparent outside the drawing's outline.
    """
    import numpy as np  # noqa: PLC0415 (PDF and SVG do without)

    painter = None
    layers: dict[Any, Any] = {}  # cairo surfaces
    for drawing in drawings:
        if painter is None or painter.style is not drawing.style:
            painter = Painter(drawing.style)
            layers.clear()
        margin = min(bleed, drawing.bleed)
        size = pixels or pixel_size(drawing, margin, dpi)
        shared = _leading_art(drawing.items) if size[0] * size[1] <= _LARGE_PICTURE else ()
        data = bytearray(b"\xff") * (4 * size[0] * size[1])  # white
        surface = import_cairo().ImageSurface(import_cairo().FORMAT_RGB24, *size, data)
        context = import_cairo().Context(surface)
        # A layer is a symbol for the whole face, or a run of placed symbols.
        for _, layer in groupby(shared, lambda use: use if isinstance(use, Use) and use.matrix == IDENTITY else None):
            art = tuple(layer)
            key = (art, size, drawing.width, drawing.height, margin)
            if key not in layers:
                if (len(layers) + 1) * size[0] * size[1] > _MAX_LAYER_PIXELS:
                    layers.clear()
                layers[key] = _draw_layer(replace(drawing, items=art), size, margin)
            context.set_source_surface(layers[key], 0, 0)
            context.paint()
        context.scale(size[0] / (drawing.width + 2 * margin), size[1] / (drawing.height + 2 * margin))
        context.translate(margin, margin)
        painter.paint(context, drawing.items[len(shared) :])
        surface.finish()
        picture = np.frombuffer(data, np.uint8).reshape(size[1], size[0], 4)[:, :, 2::-1]
        if drawing.outline and not margin:
            shape = (drawing.outline, size, drawing.width, drawing.height)
            if shape not in layers:
                layers[shape] = painter.mask(drawing, size)
            picture = np.dstack((picture, layers[shape]))
        yield picture


def flatten_pixels(picture: Pixels, ground: Any) -> Pixels:
    """Return a picture on a ``ground``, a gray or pixels of the same size, as red, green and blue."""
    import numpy as np  # noqa: PLC0415

    if picture.shape[2] == 3:
        return picture
    opacity = picture[:, :, 3:].astype(np.uint16)
    flat: Pixels = ((picture[:, :, :3] * opacity + ground * (255 - opacity) + 127) // 255).astype(np.uint8)
    return flat


def pixel_size(drawing: Drawing, margin: float, dpi: float) -> tuple[int, int]:
    """Return (width, height) in pixels, ``margin`` mm included on each side. Raises PressError for 0 or too many."""
    width, height = (round((side + 2 * margin) / 25.4 * dpi) for side in (drawing.width, drawing.height))
    if not 0 < width * height <= MAX_PIXELS:
        message = f"{width} × {height} pixels is not a possible picture size"
        raise PressError(Problem(drawing.title or "picture", None, "", message, "choose another --dpi"))
    return width, height


def _leading_art(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the art that a face begins with: symbols with colors of their own, the same on many faces."""
    return tuple(takewhile(lambda item: isinstance(item, Use) and item.fill is None, items))


def _draw_layer(art: Drawing, size: tuple[int, int], reach: float) -> Any:
    """Return art as a cairo surface of ``size`` pixels, with ``reach`` mm beyond the trim."""
    import cairosvg  # noqa: PLC0415 (slow to import)

    from deckgen.press.pictures.svg import svg  # noqa: PLC0415 (svgwrite)

    content, sides = svg(replace(art, outline=()), bleed=reach).encode(), dict(zip(_SIZE_ARGUMENTS, size, strict=True))
    return import_cairo().ImageSurface.create_from_png(io.BytesIO(cairosvg.svg2png(bytestring=content, **sides)))


def grid_rows(pictures: Iterable[Pixels], columns: int, rows: int, gap: int = 0, gray: int = 255) -> Iterator[Pixels]:
    """Yield a grid of pictures of one size, row by row; ``gap`` pixels of ``gray`` around each, and empty cells."""
    import numpy as np  # noqa: PLC0415

    waiting = iter(pictures)
    for number in range(rows):
        first, *later_pictures = islice(waiting, columns)
        height, width, channels = first.shape
        sides = gap + height + gap * (number == rows - 1), columns * (width + gap) + gap
        row = np.full((*sides, channels), gray, np.uint8)
        for index, picture in enumerate([first, *later_pictures]):
            left = gap + index * (width + gap)
            row[gap : gap + height, left : left + width] = picture
        yield row


def encode_png(parts: Iterable[Pixels], dpi: float) -> bytes:
    """Return the PNG file of a picture, its ``dpi`` stored; ``parts`` are as wide as it is, from top to bottom."""
    import numpy as np  # noqa: PLC0415

    height = width = channels = 0
    compressor, data = zlib.compressobj(_LEVEL), []
    for part in parts:
        count, width, channels = part.shape
        height += count
        rows = np.zeros((count, 1 + channels * width), np.uint8)  # 0: no filter, as flat art compresses best without
        rows[:, 1:] = part.reshape(count, -1)
        data.append(compressor.compress(rows.data))
    chunks = (
        (b"IHDR", struct.pack(">LLBBBBB", width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)),
        (b"pHYs", struct.pack(">LLB", *(round(dpi / 0.0254),) * 2, 1)),
        (b"IDAT", b"".join((*data, compressor.flush()))),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))


def import_cairo() -> ModuleType:
    """Return the module cairocffi. Raises PressError if it or the cairo library is missing."""
    try:
        import cairocffi  # noqa: PLC0415 (only pictures need it, and libcairo with it)
    except (ImportError, OSError) as error:
        remedy = f"{INSTALL_CAIRO}, or write .svg or .pdf, which do not need it"
        raise PressError(Problem("PNG", None, "", "the cairo library is missing", remedy)) from error
    module: ModuleType = cairocffi
    return module


def has_cairo() -> bool:
    """Return whether ``import_cairo`` can."""
    try:
        import_cairo()
    except PressError:
        return False
    return True


def _shares(color: str) -> Iterator[float]:
    """Yield red, green and blue of a color, from 0 to 1."""
    return (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))


def _picture_surface(raster: Raster, factor: int) -> Any:
    """Return a picture as a cairo surface."""
    file = io.BytesIO()
    raster.on_screen(factor).convert("RGBA").save(file, "PNG", compress_level=0)
    file.seek(0)
    return import_cairo().ImageSurface.create_from_png(file)


class Painter:
    """Draws items of one style on cairo contexts whose unit is the mm; outlines are built once."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._cairo = import_cairo()
        self._text_outline, self._picture_surface = cache(_text_outline), cache(_picture_surface)
        self._shape = cache(lambda path: _cairo_path(path.segments))
        self._fill_rules = self._cairo.FILL_RULE_WINDING, self._cairo.FILL_RULE_EVEN_ODD

    def paint(self, context: Any, items: Iterable[Item], ink: str = "#000000") -> None:
        """Draw the items in order; ``ink`` replaces inherited colors."""
        for item in items:
            match item:
                case Text():
                    self._draw_text(context, item, ink)
                case Path():
                    self._draw_path(context, item, ink)
                case Use():
                    self._draw_use(context, item, ink)
                case Gradient():
                    self._draw_gradient(context, item)
                case Picture():
                    self._draw_picture(context, item)

    def mask(self, drawing: Drawing, size: tuple[int, int]) -> Any:
        """Return the opacity inside a drawing's outline, in rows and columns of ``size`` pixels."""
        import numpy as np  # noqa: PLC0415

        stride = self._cairo.ImageSurface.format_stride_for_width(self._cairo.FORMAT_A8, size[0])
        data = bytearray(stride * size[1])
        surface = self._cairo.ImageSurface(self._cairo.FORMAT_A8, *size, data, stride)
        context = self._cairo.Context(surface)
        context.scale(size[0] / drawing.width, size[1] / drawing.height)
        self._draw_path(context, Path(drawing.outline, "#000000"), "")
        surface.finish()
        return np.frombuffer(data, np.uint8).reshape(size[1], stride)[:, : size[0]]

    def _draw_text(self, context: Any, text: Text, ink: str) -> None:
        """Fill a text's outlines with its color, or ``ink`` if that is inherited."""
        context.save()
        context.translate(text.x, text.y)
        if text.angle:
            context.rotate(math.radians(text.angle))
        context.scale(text.size * text.stretch, text.size)
        spacing = round(text.spacing / text.size, 6)
        self._append_path(context, self._text_outline(self.style.fonts[text.typeface], text.string, spacing))
        context.restore()
        self._set_color(context, text.fill, ink)
        context.set_fill_rule(self._cairo.FILL_RULE_WINDING)
        context.fill()

    def _draw_path(self, context: Any, path: Path, ink: str) -> None:
        """Fill and stroke a path with its colors, or ``ink`` for inherited ones; its cairo path is built once."""
        self._append_path(context, self._shape(path))
        if path.fill is not None:
            self._set_color(context, path.fill, ink, path.opacity)
            context.set_fill_rule(self._fill_rules[path.even_odd])
            (context.fill_preserve if path.stroke else context.fill)()
        if path.stroke is not None:
            self._set_color(context, path.stroke, ink, path.opacity)
            context.set_line_width(path.stroke_width)
            context.set_dash(path.dash)
            context.set_line_cap(self._cairo.LINE_CAP_ROUND if path.round else self._cairo.LINE_CAP_BUTT)
            context.set_line_join(self._cairo.LINE_JOIN_ROUND if path.round else self._cairo.LINE_JOIN_MITER)
            context.set_miter_limit(4)  # the default of SVG
            context.stroke()
        context.new_path()

    def _draw_use(self, context: Any, use: Use, ink: str) -> None:
        """Draw a symbol's items under the matrix of its use, with the use's fill as inherited color, else ``ink``."""
        context.save()
        self._clip(context, use.clip)
        context.transform(self._cairo.Matrix(*use.matrix))
        self.paint(context, self.style.symbols[use.symbol].items, ink if use.fill is None else use.fill)
        context.restore()

    def _draw_gradient(self, context: Any, gradient: Gradient) -> None:
        """Fill an outline with a gradient, whose axis is under its matrix."""
        context.save()
        self._append_path(context, _cairo_path(gradient.segments))
        context.transform(self._cairo.Matrix(*gradient.matrix))
        kind = self._cairo.LinearGradient if len(gradient.axis) == 4 else self._cairo.RadialGradient
        pattern = kind(*gradient.axis)
        for offset, color in gradient.stops:
            pattern.add_color_stop_rgb(offset, *_shares(color))
        pattern.set_extend(self._cairo.EXTEND_PAD)
        context.set_source(pattern)
        context.set_fill_rule(self._fill_rules[gradient.even_odd])
        context.fill()
        context.restore()

    def _draw_picture(self, context: Any, picture: Picture) -> None:
        """Draw a picture in its place, within its outline."""
        surface = self._picture_surface(picture.raster, scale_factor(picture))
        width, height = surface.get_width(), surface.get_height()
        context.save()
        self._clip(context, picture.clip)
        context.transform(self._cairo.Matrix(*picture.matrix))
        context.scale(1 / width, 1 / height)
        context.rectangle(0, 0, width, height)
        context.clip()
        context.set_source_surface(surface, 0, 0)
        context.get_source().set_extend(self._cairo.EXTEND_PAD)
        context.get_source().set_filter(self._cairo.FILTER_BEST)
        context.paint_with_alpha(picture.opacity)
        context.restore()

    def _clip(self, context: Any, outline: Iterable[Segment]) -> None:
        if outline:
            self._append_path(context, _cairo_path(outline))
            context.set_fill_rule(self._cairo.FILL_RULE_WINDING)
            context.clip()

    def _set_color(self, context: Any, color: str, ink: str, opacity: float = 1.0) -> None:
        context.set_source_rgba(*_shares(ink if color == "inherit" else color), opacity)

    def _append_path(self, context: Any, outline: Any) -> None:
        self._cairo.cairo.cairo_append_path(context._pointer, outline[0])  # noqa: SLF001 (cairocffi's CFFI API)


def _text_outline(file: str, string: str, spacing: float) -> Any:
    """Return the outline of a text in the font ``file`` from (0, 0), at size 1, as ``_cairo_path`` gives it."""
    font, x = read_font(file), 0.0
    segments: list[tuple[str, *tuple[float, ...]]] = []
    for letter, advance, dx, dy in font.advances(string):
        for kind, *ems in font.outline(letter):
            points = zip(ems[::2], ems[1::2], strict=True)
            segments.append((kind, *(v for h, up in points for v in (x + dx + h, -dy - up))))
        x += advance + spacing
    return _cairo_path(segments)


def _cairo_path(segments: Iterable[tuple[str, *tuple[float, ...]]]) -> Any:
    """Return an outline as cairo's own data, which adds hundreds of points in one call, and what it borrows."""
    ffi = import_cairo().ffi
    parts = list(segments)
    count = sum(1 + (len(part) - 1) // 2 for part in parts)
    data = ffi.new("cairo_path_data_t[]", max(1, count))
    index = 0
    for kind, *values in parts:
        data[index].header.type = _CAIRO_TYPES[kind]
        data[index].header.length = 1 + len(values) // 2
        for x, y in zip(values[::2], values[1::2], strict=True):
            index += 1
            data[index].point.x, data[index].point.y = x, y
        index += 1
    path = ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": count})
    return path, data  # cairo only borrows the data
