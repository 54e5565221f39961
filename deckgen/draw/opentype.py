"""Font files as bytes: their tables, WOFF and WOFF2 unpacked and WOFF packed, and TrueType files built of shapes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

from deckgen.draw.shaping import import_for

_MOST_UNPACKED = 96_000_000
"""Bytes of an unpacked font; the largest collections of Chinese, Japanese and Korean have less."""
_MOST_PACKED_TABLES = 256
DrawnPart = tuple[Callable[[int, Any], None], int, float, float]
"""What draws a glyph with a pen of fontTools, the glyph's number, and how far it is moved."""
_TOLERANCE = 0.4
"""How far a quadratic curve may be from the cubic one that it replaces, in thousandths of an em."""


def read_tables(data: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Yield tag, checksum, start and length of the tables of a font file or a collection's first font."""
    offset = int.from_bytes(data[12:16]) if data[:4] == b"ttcf" else 0
    rows = data[offset + 12 : offset + 12 + 16 * int.from_bytes(data[offset + 4 : offset + 6])]
    complete_rows = rows[: len(rows) // 16 * 16]
    return struct.iter_unpack(">4s3I", complete_rows)


def write_tables(tables: Mapping[bytes, bytes], signature: bytes = b"\0\1\0\0") -> bytes:
    """Return the font file of these tables, with its checksums; the table ``head`` is among them."""
    tables = {**tables, b"head": tables[b"head"][:8] + bytes(4) + tables[b"head"][12:]}
    count, power = len(tables), len(tables).bit_length() - 1
    top = signature + struct.pack(">4H", count, 16 << power, power, 16 * (count - (1 << power)))
    offset, body, total_offset = len(top) + 16 * count, b"", 0
    for tag, table in sorted(tables.items()):
        top += struct.pack(">4s3I", tag, _checksum(table), offset + len(body), len(table))
        if tag == b"head":
            total_offset = offset + len(body) + 8
        body += table + bytes(-len(table) % 4)
    file = top + body
    total = struct.pack(">I", (0xB1B0AFBA - _checksum(file)) % (1 << 32))
    return file[:total_offset] + total + file[total_offset + 4 :]


def _checksum(data: bytes) -> int:
    data += bytes(-len(data) % 4)
    total: int = sum(struct.unpack(f">{len(data) // 4}I", data))
    return total % (1 << 32)


def add_code_map(data: bytes, glyphs: list[int]) -> bytes:
    """Return the font file, its character map from the codes 0, 1, ... to ``glyphs``, which HarfBuzz cannot write."""
    tables = {tag: data[start : start + length] for tag, _, start, length in read_tables(data)}
    # One map, of platform 1 and encoding 0, in format 6: viewers look there for the letters of simple fonts.
    head = (0, 1, 1, 0, 12, 6, 10 + 2 * len(glyphs), 0, 0, len(glyphs))
    return write_tables({**tables, b"cmap": struct.pack(f">4HI{5 + len(glyphs)}H", *head, *glyphs)})


def unpack(data: bytes) -> bytes:
    """Return a WOFF or WOFF2 file as the font that it packs, other files as they are.

    Raises ValueError with what is wrong, for a file that is damaged or would become unreasonably large.
    """
    unpackers = {b"wOFF": _unpack_woff, b"wOF2": _unpack_woff2}
    if data[:4] not in unpackers:
        return data
    total = int.from_bytes(data[16:20])
    if total > _MOST_UNPACKED:
        message = f"it unpacks to {total:,} bytes; the limit is {_MOST_UNPACKED:,}"
        raise ValueError(message)
    return unpackers[data[:4]](data)


def _unpack_woff(data: bytes) -> bytes:
    tables, total = {}, 0
    try:
        for tag, start, packed, length, _ in struct.iter_unpack(
            ">4s4I", data[44 : 44 + 20 * int.from_bytes(data[12:14])]
        ):
            total += length
            table = data[start : start + packed]
            if packed < length and total <= _MOST_UNPACKED:
                table = zlib.decompressobj().decompress(table, length + 1)
            if len(table) != length:
                raise ValueError(_DAMAGED)
            tables[tag] = table
        return write_tables(tables, data[4:8])
    except (struct.error, zlib.error, KeyError) as error:
        raise ValueError(_DAMAGED) from error


_DAMAGED = "it is damaged"


def _unpack_woff2(data: bytes) -> bytes:
    """Return the font in a WOFF2 file, whose tables are one Brotli stream, glyphs in a packed form of their own."""
    brotli, tools = import_for("WOFF2 needs", "brotli", "brotli"), _import_tools("ttLib")
    count, packed = int.from_bytes(data[12:14]), int.from_bytes(data[20:24])
    if data[4:8] == b"ttcf":
        raise ValueError("it is a collection packed as WOFF2")
    stream = brotli.Decompressor()
    start = 0 if count > _MOST_PACKED_TABLES else _woff2_directory_end(data, count)
    try:
        size = len(stream.process(data[start : start + packed], output_buffer_limit=_MOST_UNPACKED))
        file = BytesIO()
        font = tools.TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
        font.flavor = None
        if size < _MOST_UNPACKED and stream.is_finished():
            font.save(file, reorderTables=None)
    except Exception as error:
        raise ValueError(_DAMAGED) from error
    if not file.getvalue():
        raise ValueError(_DAMAGED)
    return file.getvalue()


def _woff2_directory_end(data: bytes, count: int) -> int:
    """Return where the directory of a WOFF2 file's tables ends: flags, a tag where they say so, one or two lengths."""
    position = 48
    for _ in range(count):
        flags = data[position : position + 1]
        kind, version = (flags[0] & 63, flags[0] >> 6) if flags else (0, 0)
        position += 5 if kind == 63 else 1
        is_transformed = (version == 0) if kind in {10, 11} else version != 0  # glyf and loca
        for _ in range(1 + is_transformed):
            while data[position : position + 1] >= b"\x80":
                position += 1
            position += 1
    return position


def pack_woff(data: bytes) -> bytes:
    """Return a font file as WOFF 1.0."""
    tables = [*read_tables(data)]
    entries, body, offset = b"", b"", 44 + 20 * len(tables)
    for tag, checksum, start, length in tables:
        table = data[start : start + length]
        packed = min(table, zlib.compress(table, 9), key=len)  # of two as long, the table itself
        entries += struct.pack(">4s4I", tag, offset + len(body), len(packed), length, checksum)
        body += packed + bytes(-len(packed) % 4)
    numbers = (0x774F4646, int.from_bytes(data[:4]), offset + len(body), len(tables), 0, len(data), 1, 0, 0, 0, 0, 0, 0)
    return struct.pack(">IIIHHIHHIIIII", *numbers) + entries + body


def _import_tools(module: str) -> Any:
    """Return a module of fontTools, which is slow to import."""
    return import_for("these fonts need", "fonttools", f"fontTools.{module}")


def build_truetype(em: int, glyphs: Sequence[tuple[float, Sequence[DrawnPart]]], heights: tuple[float, float]) -> bytes:
    """Return a TrueType file of these glyphs, from number 1 on: of each its advance, and the parts that make its shape.

    ``em``: units of an em, in which all measures are; ``heights``: ascent and descent. It has no tables beyond those
    that PDF asks of the font of a composite font.
    """
    quadratic, moved, pens = (_import_tools(f"pens.{name}") for name in ("cu2quPen", "transformPen", "ttGlyphPen"))
    names = [".notdef", *(f"g{number}" for number in range(1, 1 + len(glyphs)))]
    shapes = {}
    for name, (_, parts) in zip(names, [(0, ()), *glyphs], strict=True):
        pen = pens.TTGlyphPen(None)
        for draw, number, x, y in parts:
            draw(number, moved.TransformPen(quadratic.Cu2QuPen(pen, _TOLERANCE * em / 1000), (1, 0, 0, 1, x, y)))
        shapes[name] = pen.glyph()
    builder = _import_tools("fontBuilder").FontBuilder(em)
    builder.font.recalcTimestamp = False
    builder.updateHead(created=0, modified=0)  # else the time of day
    builder.setupGlyphOrder(names)
    builder.setupGlyf(shapes)
    left_sides = (shapes[name].xMin for name in names)
    advances = (round(width) for width, _ in [(em / 2, ()), *glyphs])
    builder.setupHorizontalMetrics(dict(zip(names, zip(advances, left_sides, strict=True), strict=True)))
    builder.setupHorizontalHeader(ascent=round(heights[0]), descent=round(heights[1]))
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()
