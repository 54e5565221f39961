"""Faces for web pages: TrueType files cut down to the letters that a page shows, as WOFF in the page itself."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from deckgen.draw.fonts import ttfont
from deckgen.draw.stylesheet import Stylesheet

_FACES = (
    ("regular", "Text", "font-weight:400"),
    ("bold", "Text", "font-weight:700 900"),
    ("bold-italic", "Text", "font-weight:700 900;font-style:italic"),
    ("display", "Display", "font-weight:400"),
)
"""A face of a theme, and the family and the style that it has in CSS."""

_KEPT = (b"OS/2", b"cmap", b"cvt ", b"fpgm", b"gasp", b"head", b"hhea", b"hmtx", b"maxp", b"name", b"prep")
_POST = struct.pack(">IihhIIIII", 0x00030000, 0, -75, 50, 0, 0, 0, 0, 0)  # without names of glyphs
_WORDS, _SCALE, _MORE, _XY, _2X2 = 0x01, 0x08, 0x20, 0x40, 0x80


def faces_css(style: Stylesheet, shown: str) -> str:
    """The style sheet's faces as families ``Text`` and ``Display``, with the letters of what is shown."""
    files, letters = style.fonts.files, "".join(sorted(set(shown)))
    return "".join(
        f"@font-face{{font-family:{family};{kind};src:url(data:font/woff;base64,"
        f"{b64encode(woff(files[face], letters)).decode()})}}"
        for face, family, kind in _FACES
        if face in files
    )


@lru_cache(maxsize=16)
def woff(path: str, letters: str) -> bytes:
    """The TrueType file in ``path`` with the outlines of those letters alone, as WOFF 1.0."""
    data = Path(path).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    entries = (struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count))
    tables = {tag: data[at : at + length] for tag, _, at, length in entries}
    glyf, loca = _outlines(tables[b"glyf"], path, letters)
    head = bytearray(tables[b"head"])
    struct.pack_into(">h", head, 50, 1)  # long offsets
    kept = {tag: tables[tag] for tag in _KEPT if tag in tables}
    return _wrapped({**kept, b"head": bytes(head), b"glyf": glyf, b"loca": loca, b"post": _POST})


def _outlines(glyf: bytes, path: str, letters: str) -> tuple[bytes, bytes]:
    """The tables ``glyf`` and ``loca`` with no outlines but those of letters and of what these are composed of."""
    face = ttfont(path).face
    starts = face.glyphPos
    wanted, known = [0, *(face.charToGlyph.get(ord(letter), 0) for letter in letters)], set[int]()
    while wanted:
        glyph = wanted.pop()
        if glyph not in known:
            known.add(glyph)
            wanted += _parts(glyf[starts[glyph] : starts[glyph + 1]])
    out, ends = bytearray(), [0]
    for glyph in range(len(starts) - 1):
        if glyph in known:
            out += glyf[starts[glyph] : starts[glyph + 1]]
            out += bytes(-len(out) % 4)
        ends.append(len(out))
    return bytes(out), struct.pack(f">{len(ends)}I", *ends)


def _parts(glyph: bytes) -> Iterable[int]:
    """The glyphs that a glyph is composed of."""
    if len(glyph) < 10 or struct.unpack_from(">h", glyph)[0] >= 0:
        return
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", glyph, at)
        yield part
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _XY else 8 if flags & _2X2 else 0


def _wrapped(tables: dict[bytes, bytes]) -> bytes:
    """Tables as a WOFF file."""
    at = 44 + 20 * len(tables)
    entries, body = b"", b""
    for tag, table in sorted(tables.items()):
        packed = min(table, zlib.compress(table, 9), key=len)  # of two as long, the table itself
        entries += struct.pack(">4sIIII", tag, at + len(body), len(packed), len(table), _checksum(table))
        body += packed + bytes(-len(packed) % 4)
    size = 12 + 16 * len(tables) + sum(len(table) + -len(table) % 4 for table in tables.values())
    numbers = (0x774F4646, 0x00010000, at + len(body), len(tables), 0, size, 1, 0, 0, 0, 0, 0, 0)
    return struct.pack(">IIIHHIHHIIIII", *numbers) + entries + body


def _checksum(table: bytes) -> int:
    padded = table + bytes(-len(table) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}I", padded)
    return sum(words) & 0xFFFFFFFF
