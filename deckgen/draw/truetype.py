"""TrueType files, read with HarfBuzz: metrics, kerning, outlines, and subsets for PDFs and web pages."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any

from deckgen.draw.drawing import Segment
from deckgen.errors import LayoutError, Problem
from deckgen.reading import FONT, check_file

_MIN_CAP = 0.4  # some fonts have nonsense here
_CACHE_SIZE = 1 << 14  # strings
_REMEDY = "name a TrueType (.ttf) file with glyf outlines; CFF (.otf) and woff cannot be embedded"
_REQUIRED = {
    "cmap": 4,
    "glyf": 1,
    "head": 54,
    "hhea": 36,
    "hmtx": 4,
    "loca": 4,
    "maxp": 6,
    "name": 6,
    "post": 32,
}
"""Required tables and their least lengths in bytes."""
_LICENSED = "name a font whose license allows that, such as one under the SIL Open Font License"
_DAMAGED = "the font cannot be read (it is damaged)", "copy the file again from its source"
_SIGNATURES = {b"\0\1\0\0", b"true", b"ttcf"}
_HEAD_MAGIC = 0x5F0F3CF5
_RESTRICTED, _NO_SUBSETS = 0x0002, 0x0300  # OS/2 fsType: 0x0100 forbids subsets, 0x0200 outlines
_FIXED, _SYMBOLIC, _ITALIC, _BOLD = 1 << 0, 1 << 2, 1 << 6, 1 << 18  # flags of font descriptors in PDFs
_NAMES = (6, 4, 1)
"""Name records that are tried in turn: PostScript name, full name, family."""
LAYOUT = ("GPOS", "GSUB", "GDEF", "kern")
"""Tables for kerning and ligatures."""
UNUSED_IN_PDF = (*LAYOUT, "BASE", "name", "OS/2", "gasp", "meta", "DSIG", "STAT", "MATH")
_KERNED = {
    **dict.fromkeys(("liga", "clig", "calt", "rlig", "ccmp", "locl", "mark", "mkmk"), False),
    "kern": True,
}
_UNKERNED = re.compile(r"\W?[\d−+–]*\W?")
"""Figures, which align in columns."""


class FontFile:
    """One TrueType file. Measures are in thousandths of an em, as in PDF.

    Raises LayoutError if the file is no TrueType font, is damaged, or must not be embedded.
    """

    def __init__(self, path: str) -> None:
        import uharfbuzz  # noqa: PLC0415  (compiled; only text that is measured needs it)

        self.path = path
        check_file(Path(path), LayoutError, FONT, _REMEDY)
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise self._error(f"the font cannot be read ({error})") from error
        if data[:4] not in _SIGNATURES:
            raise self._error("the font cannot be read (it is not TrueType)")
        self.harfbuzz = uharfbuzz
        self.face = uharfbuzz.Face(data)
        self.font = uharfbuzz.Font(self.face)
        self._check(data)
        head, post = self.table("head"), self.table("post")
        self.em: int = self.face.upem
        self.box = tuple(map(self._to_thousandths, struct.unpack_from(">4h", head, 36)))
        self.italic_angle: float = struct.unpack_from(">i", post, 4)[0] / 65536
        self.default_width = self._to_thousandths(self.font.get_glyph_h_advance(0))
        weight, self.ascent, self.descent, self.cap_height = self._heights()
        self.stem = 50 + int((weight / 65) ** 2)  # no table has it; reportlab and PDFlib estimate it so
        fixed = struct.unpack_from(">I", post, 12)[0]
        self.flags = _SYMBOLIC | bool(self.italic_angle) * _ITALIC | (weight >= 600) * _BOLD | bool(fixed) * _FIXED
        names = (self.face.get_name(number, "en") for number in _NAMES)
        self.name = re.sub(r"[^\w.+-]", "-", next(filter(None, names), Path(path).stem), flags=re.ASCII)
        """The PostScript name, without characters that PDF names cannot have."""
        self.width, self.outline = cache(self._width), cache(self._outline)

    def _error(self, message: str, remedy: str = _REMEDY) -> LayoutError:
        return LayoutError(Problem(self.path, None, "", message, remedy))

    def _check(self, data: bytes) -> None:
        """Raise LayoutError unless the font is sound and embeddable. HarfBuzz reads damaged tables as empty."""
        tables = {tag: self.table(tag) for tag in _REQUIRED}
        short = [tag for tag, least in _REQUIRED.items() if len(tables[tag]) < least]
        if short:
            raise self._error(f"the font cannot be read (missing or damaged tables: {', '.join(short)})")
        glyphs: int = self.face.glyph_count
        magic, long = struct.unpack_from(">I34xh", tables["head"], 12)
        (metrics,) = struct.unpack_from(">H", tables["hhea"], 34)
        size, unit = (4, "I") if long else (2, "H")
        has_offsets = len(tables["loca"]) // size > glyphs
        offsets = struct.unpack_from(f">{glyphs + 1}{unit}", tables["loca"]) if has_offsets else (1, 0)
        is_sound = (
            magic == _HEAD_MAGIC
            and long in {0, 1}
            and all(start + length <= len(data) for _, _, start, length in _read_tables(data))
            and 0 < metrics <= glyphs
            and len(tables["hmtx"]) >= 2 * (glyphs + metrics)
            and [*offsets] == sorted(offsets)
            and offsets[-1] * (1 if long else 2) <= len(tables["glyf"])
            and len(self.face.unicodes) > 0
        )
        if not is_sound:
            raise self._error(*_DAMAGED)
        rights = int.from_bytes(self.table("OS/2")[8:10])
        if rights & 0x000E == _RESTRICTED or rights & _NO_SUBSETS:
            message = f"the font must not be embedded as a subset (OS/2 fsType 0x{rights:04X})"
            raise self._error(message, _LICENSED)

    def table(self, tag: str) -> bytes:
        """Return the bytes of a table; empty if the font lacks it."""
        data: bytes = self.face.reference_table(tag).data
        return data

    def _to_thousandths(self, units: float) -> float:
        return units if self.face.upem == 1000 else units * (1000 / self.face.upem)

    def _heights(self) -> tuple[int, float, float, float]:
        """Return weight (100 to 900), ascent, descent (< 0), cap height in em / 1000; guessed without an OS/2 table."""
        table = self.table("OS/2")
        if len(table) < 78:
            high, low = self.box[3], self.box[1]
            return 500, high, low, high
        (version,), (weight,) = struct.unpack_from(">H", table), struct.unpack_from(">H", table, 4)
        high, low = map(self._to_thousandths, struct.unpack_from(">2h", table, 68))
        has_cap_height = version > 1 and len(table) >= 90
        return (
            weight,
            high,
            low,
            self._to_thousandths(struct.unpack_from(">h", table, 88)[0]) if has_cap_height else high,
        )

    @cached_property
    def cap(self) -> float:
        """The height of capitals in ems: from the font's tables, or of an H if these are nonsense."""
        if self.cap_height / 1000 > _MIN_CAP:
            return self.cap_height / 1000
        glyph = self.glyph("H")
        extents = self.font.get_glyph_extents(glyph) if glyph else None
        return extents.y_bearing / self.em if extents else self.cap_height / 1000

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points that the font has glyphs for."""
        codes = frozenset(self.face.unicodes)
        return codes | {0x20, 0xA0} if codes & {0x20, 0xA0} else codes

    def glyph(self, character: str) -> int:
        """Return a character's glyph index, 0 if there is none. A no-break space has that of a space."""
        nominal = self.font.get_nominal_glyph
        if character in " \xa0":
            return nominal(0x20) or nominal(0xA0) or 0
        return nominal(ord(character)) or 0

    def _width(self, character: str) -> float:
        """Return the advance of a character, in thousandths of an em."""
        return self._to_thousandths(self.font.get_glyph_h_advance(self.glyph(character)))

    def advances(self, string: str) -> list[tuple[str, float]]:
        """Return the characters of a string with their kerned advances in ems."""
        moves = kerning(self.path, string) or repeat(0.0)
        return [(char, self.width(char) / 1000 + move) for char, move in zip(string, moves)]  # noqa: B905 (endless)

    def _outline(self, character: str) -> tuple[Segment, ...]:
        """Return a character's shape in ems, y up, to be filled by the non-zero rule."""
        segments: list[Segment] = []
        self.font.draw_glyph(self.glyph(character), self._draw, segments)
        return tuple(segments)

    @cached_property
    def _draw(self) -> Any:
        """HarfBuzz callbacks that append segments to a list; quadratic curves become cubic."""
        scale = 1 / self.em

        def curve(cx: float, cy: float, x: float, y: float, segments: list[Segment]) -> None:
            x0, y0 = segments[-1][1:][-2:]
            cx, cy, x, y = cx * scale, cy * scale, x * scale, y * scale
            first = (x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3)
            second = (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
            segments.append(("C", *first, *second, x, y))

        draw = self.harfbuzz.DrawFuncs()
        draw.set_move_to_func(lambda x, y, segments: segments.append(("M", x * scale, y * scale)))
        draw.set_line_to_func(lambda x, y, segments: segments.append(("L", x * scale, y * scale)))
        draw.set_quadratic_to_func(curve)
        draw.set_close_path_func(lambda segments: segments.append(("Z",)))
        return draw

    def subset(
        self, letters: Iterable[str], dropped: Iterable[str] = (), codes: Mapping[int, str] | None = None
    ) -> tuple[bytes, dict[str, int]]:
        """Return a font file with the glyphs of ``letters``, and the new glyph index of each letter.

        Tables named in ``dropped`` are left out. With ``codes``, its character map leads from these codes (below 256)
        to letters, as PDF's simple fonts need it, and hints are kept; without, the map is of Unicode.
        """
        glyph_by_letter = {letter: self.glyph(letter) for letter in letters}
        subset, flags = self.harfbuzz.SubsetInput(), self.harfbuzz.SubsetFlags
        subset.unicode_set.update(map(ord, glyph_by_letter))
        subset.glyph_set.update(glyph_by_letter.values())
        subset.drop_table_tag_set.update([int.from_bytes(tag.encode()) for tag in dropped])
        subset.pin_all_axes_to_default(self.face)
        subset.flags = flags.DEFAULT if codes else flags.NO_HINTING
        if set(LAYOUT) <= set(dropped):
            subset.flags |= flags.NO_LAYOUT_CLOSURE
        try:
            plan = self.harfbuzz.SubsetPlan(self.face, subset)
            new_glyphs = plan.old_to_new_glyph_mapping
            glyphs = {letter: new_glyphs[glyph] for letter, glyph in glyph_by_letter.items()}
            data: bytes = plan.execute().blob.data
            if codes:
                data = _add_code_map(
                    data, [glyphs[codes[code]] if code in codes else 0 for code in range(max(codes) + 1)]
                )
        except (RuntimeError, KeyError) as error:  # HarfBuzz fails, or leaves out a damaged table
            raise self._error(*_DAMAGED) from error
        return data, glyphs


def _read_tables(data: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Yield tag, checksum, start and length of the tables of a font file or a collection's first font."""
    offset = int.from_bytes(data[12:16]) if data[:4] == b"ttcf" else 0
    rows = data[offset + 12 : offset + 12 + 16 * int.from_bytes(data[offset + 4 : offset + 6])]
    complete_rows = rows[: len(rows) // 16 * 16]
    return struct.iter_unpack(">4s3I", complete_rows)


def _add_code_map(data: bytes, glyphs: Sequence[int]) -> bytes:
    """Return the font file, its character map from the codes 0, 1, ... to ``glyphs``, which HarfBuzz cannot write."""
    tables = {tag: data[start : start + length] for tag, _, start, length in _read_tables(data)}
    # One map, of platform 1 and encoding 0, in format 6: viewers look there for the letters of simple fonts.
    head = (0, 1, 1, 0, 12, 6, 10 + 2 * len(glyphs), 0, 0, len(glyphs))
    tables[b"cmap"] = struct.pack(f">4HI{5 + len(glyphs)}H", *head, *glyphs)
    tables[b"head"] = tables[b"head"][:8] + bytes(4) + tables[b"head"][12:]
    count, power = len(tables), len(tables).bit_length() - 1
    top = struct.pack(">I4H", 0x00010000, count, 16 << power, power, 16 * (count - (1 << power)))
    offset, body = len(top) + 16 * count, b""
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


@cache
def read_font(path: str) -> FontFile:
    """Return the font at ``path``, read once per process. Raises LayoutError if it cannot be used."""
    return FontFile(path)


def to_unicode(letters: Mapping[int, str], digits: int) -> bytes:
    """Return a PDF ToUnicode map of codes, of 2 or 4 hexadecimal ``digits``, to letters."""
    lines = [
        f"<{code:0{digits}X}> <{letter.encode('utf-16-be').hex().upper()}>" for code, letter in sorted(letters.items())
    ]
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]  # no more are allowed
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<{'0' * digits}> <{'F' * digits}>\nendcodespacerange\n{body}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode()


@lru_cache(maxsize=_CACHE_SIZE)
def kerning(path: str, string: str) -> tuple[float, ...]:
    """Return what kerning adds to each letter's advance, in ems; empty if nothing. Figures are not kerned, to align."""
    if len(string) < 2 or _UNKERNED.fullmatch(string):
        return ()
    harfbuzz, font = read_font(path).harfbuzz, read_font(path).font
    buffer = harfbuzz.Buffer()
    buffer.add_str(string)
    buffer.guess_segment_properties()
    harfbuzz.shape(font, buffer, _KERNED)
    glyphs, positions = buffer.glyph_infos, buffer.glyph_positions
    if len(glyphs) != len(string):
        return ()
    advances = [font.get_glyph_h_advance(glyph.codepoint) for glyph in glyphs]
    moves = [position.x_advance - advance for position, advance in zip(positions, advances, strict=True)]
    return tuple(move / font.face.upem for move in moves) if any(moves) else ()


@lru_cache(maxsize=16)
def make_woff(path: str, letters: str, *, kerned: bool = True) -> bytes:
    """Return the font at ``path`` with only ``letters``, as WOFF 1.0; ``kerned``: with kerning and ligatures."""
    data, _ = read_font(path).subset(letters, () if kerned else LAYOUT)
    tables = [*_read_tables(data)]
    entries, body, offset = b"", b"", 44 + 20 * len(tables)
    for tag, checksum, start, length in tables:
        table = data[start : start + length]
        packed = min(table, zlib.compress(table, 9), key=len)  # of two as long, the table itself
        entries += struct.pack(">4s4I", tag, offset + len(body), len(packed), length, checksum)
        body += packed + bytes(-len(packed) % 4)
    numbers = (0x774F4646, 0x00010000, offset + len(body), len(tables), 0, len(data), 1, 0, 0, 0, 0, 0, 0)
    return struct.pack(">IIIHHIHHIIIII", *numbers) + entries + body
