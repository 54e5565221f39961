"""Font files as bytes: their tables, WOFF and WOFF2 unpacked and WOFF packed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

_MOST_UNPACKED = 96_000_000
"""Bytes of an unpacked font; the largest collections of Chinese, Japanese and Korean have less."""


def read_tables(data: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Yield tag, checksum, start and length of the tables of a font file or a collection's first font."""
    offset = int.from_bytes(data[12:16]) if data[:4] == b"ttcf" else 0
    rows = data[offset + 12 : offset + 12 + 16 * int.from_bytes(data[offset + 4 : offset + 6])]
    complete_rows = rows[: len(rows) // 16 * 16]
    return struct.iter_unpack(">4s3I", complete_rows)


def add_code_map(data: bytes, glyphs: list[int]) -> bytes:
    """Return the font file, its character map from the codes 0, 1, ... to ``glyphs``, which HarfBuzz cannot write."""
    from fontTools.ttLib.sfnt import SFNTWriter  # noqa: PLC0415 (slow to import)

    # One map, of platform 1 and encoding 0, in format 6: viewers look there for the letters of simple fonts.
    head = (0, 1, 1, 0, 12, 6, 10 + 2 * len(glyphs), 0, 0, len(glyphs))
    tables = {tag.decode("latin-1"): data[start : start + length] for tag, _, start, length in read_tables(data)}
    tables["cmap"] = struct.pack(f">4HI{5 + len(glyphs)}H", *head, *glyphs)
    file = BytesIO()
    writer = SFNTWriter(file, len(tables))
    for tag, table in sorted(tables.items()):
        writer[tag] = table
    writer.close()
    return file.getvalue()


def unpack(data: bytes) -> bytes:
    """Return a WOFF or WOFF2 file as the font that it packs, other files as they are.

    Raises ValueError with what is wrong, for a file that is damaged or would become unreasonably large.
    """
    checks = {b"wOFF": _is_sound_woff, b"wOF2": _is_sound_woff2}
    if data[:4] not in checks:
        return data
    from fontTools.ttLib import TTFont  # noqa: PLC0415 (slow to import)

    total, file = int.from_bytes(data[16:20]), BytesIO()
    if total > _MOST_UNPACKED:
        message = f"it unpacks to {total:,} bytes; the limit is {_MOST_UNPACKED:,}"
        raise ValueError(message)
    if data[:8] == b"wOF2ttcf":
        raise ValueError("it is a collection packed as WOFF2")
    try:
        if checks[data[:4]](data):
            font = TTFont(BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
            font.flavor = None
            font.save(file, reorderTables=None)
    except ImportError as error:  # in the page of the studio
        message = f"it needs the Python package {error.name}"
        raise ValueError(message) from error
    except Exception as error:  # fontTools raises errors of every kind
        raise ValueError("it is damaged") from error
    if not file.getvalue():
        raise ValueError("it is damaged")
    return file.getvalue()


def _is_sound_woff(data: bytes) -> bool:
    """Return whether the tables of a WOFF file have the lengths that it says; fontTools would unpack any length."""
    total = 0
    for start, packed, length in struct.iter_unpack(">4x3I4x", data[44 : 44 + 20 * int.from_bytes(data[12:14])]):
        total += length
        table = data[start : start + packed]
        if packed < length and total <= _MOST_UNPACKED:
            table = zlib.decompressobj().decompress(table, length + 1)
        if len(table) != length:
            return False
    return total > 0


def _is_sound_woff2(data: bytes) -> bool:
    """Return whether a WOFF2 file's Brotli stream, which has all tables, ends within the limit."""
    import brotli  # noqa: PLC0415 (few fonts need it)
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry  # noqa: PLC0415

    stream, tables = brotli.Decompressor(), BytesIO(data)
    tables.seek(48)
    for _ in range(int.from_bytes(data[12:14])):
        WOFF2DirectoryEntry().fromFile(tables)
    packed = tables.read(int.from_bytes(data[20:24]))
    return len(stream.process(packed, output_buffer_limit=_MOST_UNPACKED)) < _MOST_UNPACKED and stream.is_finished()


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
