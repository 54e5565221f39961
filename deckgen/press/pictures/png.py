"""Writes drawings as PNG. The art that faces share is rastered once by cairosvg; what differs is drawn over it."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Use
from deckgen.errors import Fault, PressError
from deckgen.press.pictures.raster import Painter, cairo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    """A picture: rows, columns, and red, green, blue."""

MOST_PIXELS = 100_000_000  # cairo takes 4 bytes each; a poker card at 300 dpi has under a million
_LEVEL = 3  # of zlib: flat art hardly packs better above, at twice the time
_SIDES = ("output_width", "output_height")
_AHEAD = 4  # pictures that wait for a thread to pack them
_LARGE = 4_000_000  # pixels of a picture; layers and waiting pictures of more would fill the memory, and edges are fine anyway
_KEPT = 80_000_000  # pixels of all layers


def png(
    drawing: Drawing, dpi: int = 300, *, bleed: float | None = None, pixels: tuple[int, int] | None = None
) -> bytes:
    """The drawing on white, at ``dpi`` or of exactly ``pixels``; ``bleed`` (mm) as for ``svg``.

    Raises PressError if the cairo library is missing or the picture would be unreasonably large.
    """
    return next(pngs([drawing], dpi, bleed=drawing.bleed if bleed is None else bleed, pixels=pixels))


def pngs(
    drawings: Iterable[Drawing], dpi: int = 300, *, bleed: float = 0.0, pixels: tuple[int, int] | None = None
) -> Iterator[bytes]:
    """The pictures of many drawings, in order: while one is drawn, threads pack those before."""
    with ThreadPoolExecutor() as pool:
        waiting = []
        for picture in rasters(drawings, dpi, bleed=bleed, pixels=pixels):
            waiting.append(pool.submit(packed, [picture], dpi))
            if len(waiting) > (_AHEAD if picture.size <= 3 * _LARGE else 0):
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()


def rasters(
    drawings: Iterable[Drawing], dpi: int = 300, *, bleed: float = 0.0, pixels: tuple[int, int] | None = None
) -> Iterator[Pixels]:
    """The pixels of drawings, at ``dpi`` or of exactly ``pixels``; each with up to ``bleed`` mm around it."""
    import numpy as np  # noqa: PLC0415 (PDF and SVG do without)

    painter = None
    layers: dict[Any, Any] = {}  # cairo surfaces
    for drawing in drawings:
        if painter is None or painter.style is not drawing.style:
            painter = Painter(drawing.style)
            layers.clear()
        reach = min(bleed, drawing.bleed)
        size = pixels or size_of(drawing, reach, dpi)
        shared = _shared(drawing.items) if size[0] * size[1] <= _LARGE else ()
        data = bytearray(b"\xff") * (4 * size[0] * size[1])  # white
        surface = cairo().ImageSurface(cairo().FORMAT_RGB24, *size, data)
        context = cairo().Context(surface)
        for art in _layers(shared):
            key = (art, size, drawing.width, drawing.height, reach)
            if key not in layers:
                if (len(layers) + 1) * size[0] * size[1] > _KEPT:
                    layers.clear()
                layers[key] = _layer(replace(drawing, items=art), size, reach)
            context.set_source_surface(layers[key], 0, 0)
            context.paint()
        context.scale(size[0] / (drawing.width + 2 * reach), size[1] / (drawing.height + 2 * reach))
        context.translate(reach, reach)
        painter.paint(context, drawing.items[len(shared) :])
        surface.finish()
        yield np.frombuffer(data, np.uint8).reshape(size[1], size[0], 4)[:, :, 2::-1]


def size_of(drawing: Drawing, reach: float, dpi: float) -> tuple[int, int]:
    """Pixels across and down. Raises PressError if they would be unreasonably many, or none."""
    wide, high = (round((side + 2 * reach) / 25.4 * dpi) for side in (drawing.width, drawing.height))
    if not 0 < wide * high <= MOST_PIXELS:
        what = f"{wide} × {high} pixels is no size for a picture"
        raise PressError(Fault(drawing.title or "picture", None, "", what, "choose another --dpi"))
    return wide, high


def _shared(items: Sequence[Item]) -> tuple[Use, ...]:
    """The art that a face begins with: symbols with colours of their own, the same on many faces."""
    shared = []
    for item in items:
        if not (isinstance(item, Use) and item.fill is None):
            break
        shared.append(item)
    return tuple(shared)


def _layers(art: Sequence[Use]) -> Iterator[tuple[Use, ...]]:
    """Parts of a face's art, from below: each symbol that is drawn for the whole face, as many faces have it.

    What lies between them was placed, stands on few faces, and is rastered in one.
    """
    for _, part in groupby(art, lambda use: use if use.matrix == IDENTITY else None):
        yield tuple(part)


def _layer(art: Drawing, size: tuple[int, int], reach: float) -> Any:
    """The art on nothing, as a cairo surface."""
    import cairosvg  # noqa: PLC0415 (slow to import)

    from deckgen.press.pictures.svg import svg  # noqa: PLC0415 (svgwrite)

    content, sides = svg(art, bleed=reach).encode(), dict(zip(_SIDES, size, strict=True))
    return cairo().ImageSurface.create_from_png(io.BytesIO(cairosvg.svg2png(bytestring=content, **sides)))


def grid_rows(
    pictures: Iterable[Pixels], columns: int, rows: int, gap: int = 0, ground: int = 255
) -> Iterator[Pixels]:
    """Pictures of one size in a grid, a row at a time, with ``gap`` pixels of a grey around each."""
    import numpy as np  # noqa: PLC0415

    waiting = iter(pictures)
    for number in range(rows):
        first, *others = islice(waiting, columns)
        high, wide, _ = first.shape
        row = np.full(
            (gap + high + gap * (number == rows - 1), columns * (wide + gap) + gap, 3), ground, np.uint8
        )
        for place, picture in enumerate([first, *others]):
            left = gap + place * (wide + gap)
            row[gap : gap + high, left : left + wide] = picture
        yield row


def packed(parts: Iterable[Pixels], dpi: float) -> bytes:
    """Pixels as a PNG file that says how large they are, as printers expect.

    A picture comes in parts as wide as it is, from above: a large one need not be there whole.
    """
    import numpy as np  # noqa: PLC0415

    height = width = 0
    packer, data = zlib.compressobj(_LEVEL), []
    for part in parts:
        count, width, _ = part.shape
        height += count
        rows = np.zeros((count, 1 + 3 * width), np.uint8)  # 0 is no filter: flat art packs best as it is
        rows[:, 1:] = part.reshape(count, -1)
        data.append(packer.compress(rows.data))
    chunks = (
        (b"IHDR", struct.pack(">LLBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"pHYs", struct.pack(">LLB", *(round(dpi / 0.0254),) * 2, 1)),
        (b"IDAT", b"".join((*data, packer.flush()))),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))
