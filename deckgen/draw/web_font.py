"""Faces for web pages: TrueType files cut down to the letters that a page shows, as WOFF in the page itself."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache

from deckgen.draw.fonts import LAYOUT, Fonts, read_font

Face = tuple[str, str, str]
"""A face of a theme, and the family and the style that it has in CSS."""
FACES: Sequence[Face] = (
    ("regular", "Text", "font-weight:400"),
    ("bold", "Text", "font-weight:700 900"),
    ("bold-italic", "Text", "font-weight:700 900;font-style:italic"),
    ("display", "Display", "font-weight:400"),
)
"""Those of documents."""
TYPED = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "‐–—‘’‚“”„•…′″⅛¼⅓½⅔¾×−≤≥→"
"""Letters that people type; others come from the reader's own faces."""


def faces_css(fonts: Fonts, shown: str, faces: Sequence[Face] = FACES) -> str:
    """A theme's faces as families of CSS, with the letters of what is shown; those that it lacks are left out."""
    files, letters = fonts.files, "".join(sorted(set(shown)))
    return "".join(
        f"@font-face{{font-family:{family};{kind};src:url(data:font/woff;base64,"
        f"{b64encode(woff(files[face], letters)).decode()})}}"
        for face, family, kind in faces
        if face in files
    )


@lru_cache(maxsize=16)
def woff(path: str, letters: str, *, kerned: bool = True) -> bytes:
    """The TrueType file in ``path`` with those letters alone, as WOFF 1.0: HarfBuzz cuts it down.

    Without ``kerned`` it lacks what only kerning and ligatures need.
    """
    data, _ = read_font(path).subset(letters, () if kerned else LAYOUT)
    (count,) = struct.unpack_from(">H", data, 4)
    entries, body, at = b"", b"", 44 + 20 * count
    for i in range(count):
        tag, checksum, start, length = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        table = data[start : start + length]
        packed = min(table, zlib.compress(table, 9), key=len)  # of two as long, the table itself
        entries += struct.pack(">4sIIII", tag, at + len(body), len(packed), length, checksum)
        body += packed + bytes(-len(packed) % 4)
    numbers = (0x774F4646, 0x00010000, at + len(body), count, 0, len(data), 1, 0, 0, 0, 0, 0, 0)
    return struct.pack(">IIIHHIHHIIIII", *numbers) + entries + body
