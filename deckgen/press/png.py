"""Writes a drawing as PNG, through cairosvg.

Letters are drawn as their outlines, so a picture holds the same shapes at the same places as the PDF
on every machine, whatever fonts it has: cairo's own text API would round each advance to whole pixels
and knows no weight between normal and bold.
"""

from __future__ import annotations

import struct
import zlib
from types import ModuleType

from deckgen.errors import Fault, PressError
from deckgen.page.drawing import Drawing
from deckgen.press.svg import reach_of, svg

_HOW_TO_GET_CAIRO = (
    "install it (Debian, Ubuntu: apt install libcairo2; macOS: brew install cairo; "
    "Windows: the GTK 3 runtime), or write .svg or .pdf, which do without"
)
_MOST_PIXELS = 100_000_000  # cairo takes 4 bytes each; a poker card at 300 dpi has under a million


def png(
    drawing: Drawing,
    dpi: int = 300,
    with_bleed: bool = True,
    *,
    bleed: float | None = None,
    pixels: tuple[int, int] | None = None,
) -> bytes:
    """The drawing on white, at ``dpi`` or of exactly ``pixels``; ``bleed`` (mm) as for ``svg``.

    Raises PressError if the cairo library is missing or the picture would be unreasonably large.
    """
    reach = reach_of(drawing, with_bleed=with_bleed, bleed=bleed)
    width, height = pixels or (
        round((drawing.width + 2 * reach) / 25.4 * dpi),
        round((drawing.height + 2 * reach) / 25.4 * dpi),
    )
    if not 0 < width * height <= _MOST_PIXELS:
        what = f"{width} × {height} pixels is no size for a picture"
        raise PressError(Fault(drawing.title or "picture", None, "", what, "choose another --dpi"))
    picture: bytes = _cairosvg().svg2png(
        bytestring=svg(drawing, with_bleed, outlines=True, bleed=bleed).encode(),
        output_width=width,
        output_height=height,
        background_color="white",
    )
    return _with_resolution(picture, dpi)


def _cairosvg() -> ModuleType:
    try:
        import cairosvg  # noqa: PLC0415 (only PNG needs it, and libcairo with it)
    except (ImportError, OSError) as error:
        raise PressError(Fault("PNG", None, "", "the cairo library is missing", _HOW_TO_GET_CAIRO)) from error
    module: ModuleType = cairosvg
    return module


def _with_resolution(picture: bytes, dpi: int) -> bytes:
    """Say in the file how large its pixels are (a ``pHYs`` chunk after the header), as printers expect."""
    header_end = 8 + 25
    body = b"pHYs" + struct.pack(">LLB", *(round(dpi / 0.0254),) * 2, 1)
    chunk = struct.pack(">L", len(body) - 4) + body + struct.pack(">L", zlib.crc32(body))
    return picture[:header_end] + chunk + picture[header_end:]
