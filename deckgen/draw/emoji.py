"""Letters in colors, such as emoji, as pictures: painted by HarfBuzz, or taken out of the font."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Picture, Segment, Text
from deckgen.draw.geometry import Box, compose, rectangle, transform_outline
from deckgen.draw.raster import PictureError, Raster, open_picture
from deckgen.draw.truetype import read_font

if TYPE_CHECKING:
    from PIL.Image import Image

_DENSITY = 512
"""Pixels of an em: 300 dpi at 43 mm."""
_EDGE_ROWS = 128
"""Rows of an outline; a letter of 4 mm has them at 800 dpi."""
_SEEN = 128  # of 255, how opaque a pixel must be


def draw_emoji(text: Text, path: str) -> Iterator[Picture]:
    """Yield the pictures that show a text in the font at ``path``, whose letters have colors.

    They are opaque, and end at their outline, as files for print shops may not let the ground through.
    """
    font, radians, x = read_font(path), math.radians(text.angle), 0.0
    cos, sin = math.cos(radians) * text.size, math.sin(radians) * text.size
    place = (cos * text.stretch, sin * text.stretch, -sin, cos, text.x, text.y)
    for letter, advance, dx, dy in font.advances(text.string):
        picture = _glyph_picture(path, font.glyph(letter), text.string)
        if picture is not None:
            raster, outline, box = picture
            matrix = compose(place, (box.width, 0.0, 0.0, box.height, x + dx + box.x, box.y - dy))
            yield Picture(raster, matrix, transform_outline(outline, matrix))
        x += advance + text.spacing / text.size


@lru_cache(maxsize=256)
def _glyph_picture(path: str, number: int, name: str) -> tuple[Raster, tuple[Segment, ...], Box] | None:
    """Return a glyph's picture, its outline in a square of 1 × 1, and its box in ems, y down; None if it is empty."""
    font = read_font(path)
    extents = font.font.get_glyph_extents(number)
    if extents is None or not extents.width * extents.height:
        return None
    sides = (extents.x_bearing, -extents.y_bearing, extents.width, -extents.height)
    data: bytes = font.font.get_glyph_color_png(number).data
    try:
        image = open_picture(data).on_screen() if data else _paint(path, number)
    except PictureError:  # a damaged picture in the font
        return None
    out = BytesIO()
    image.convert("RGB").save(out, "PNG")
    outline = tuple(_outline(image.convert("RGBA").getchannel("A")))
    return open_picture(out.getvalue(), name), outline, Box(*(side / font.em for side in sides))


def _paint(path: str, number: int) -> Image:
    """Return a glyph of colored layers as a picture of its extents."""
    from PIL import Image as images  # noqa: N813, PLC0415 (few texts have emoji)

    font = read_font(path)
    extents, scale = font.font.get_glyph_extents(number), _DENSITY / font.em
    width, height = (max(1, round(abs(side) * scale)) for side in (extents.width, extents.height))
    across, up = width / extents.width, height / -extents.height
    painter = font.harfbuzz.RasterPaint()
    painter.transform = (across, 0, 0, up, -extents.x_bearing * across, -(extents.y_bearing + extents.height) * up)
    painter.extents = font.harfbuzz.RasterExtents(0, 0, width, height, 4 * width)
    painter.paint_glyph(font.font, number)
    pixels = bytes(painter.render().buffer)
    return images.frombytes("RGBA", (width, height), pixels, "raw", "BGRa", 4 * width, -1)


def _outline(alpha: Image) -> Iterator[Segment]:
    """Yield the outline, in a square of 1 × 1, of what is opaque in a channel: strips of its rows."""
    width, height = alpha.width, min(_EDGE_ROWS, alpha.height)
    pixels = alpha.resize((width, height)).tobytes()
    rows = (pixels[start : start + width] for start in range(0, width * height, width))
    strips = ([byte >= _SEEN for byte in row] for row in rows)
    top = 0
    for strip, equal in groupby(strips):
        bottom, left = top + sum(1 for _ in equal), 0
        for is_seen, run in groupby(strip):
            right = left + sum(1 for _ in run)
            if is_seen:
                yield from rectangle(left / width, top / height, (right - left) / width, (bottom - top) / height)
            left = right
        top = bottom
