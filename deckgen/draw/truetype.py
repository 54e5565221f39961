"""TrueType files, read by HarfBuzz: metrics, kerning, outlines, and subsets for PDFs and web pages."""

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

_LEAST_CAP = 0.4  # some fonts have nonsense here
_MOST = 1 << 14  # strings whose kerning is known
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
"""The tables that a font must have, and their least length in bytes."""
_LICENSED = "name a font whose license allows that, such as one under the SIL Open Font License"
_DAMAGED = "the font cannot be read (it is damaged)", "copy the file again from its source"
_SIGNATURES = {b"\0\1\0\0", b"true", b"ttcf"}
_HEAD_MAGIC = 0x5F0F3CF5
_RESTRICTED, _NO_SUBSETS = 0x0002, 0x0300  # OS/2 fsType: 0x0100 forbids subsets, 0x0200 outlines
_FIXED, _SYMBOLIC, _ITALIC, _BOLD = 1 << 0, 1 << 2, 1 << 6, 1 << 18  # flags of font descriptors in PDFs
_NAMES = (6, 4, 1)
"""Where a font's name can be: its PostScript name, its full name, its family."""
LAYOUT = ("GPOS", "GSUB", "GDEF", "kern")
"""Tables for kerning and ligatures."""
UNUSED_IN_PDF = (*LAYOUT, "BASE", "name", "OS/2", "gasp", "meta", "DSIG", "STAT", "MATH")
_KERNED = {
    **dict.fromkeys(("liga", "clig", "calt", "rlig", "ccmp", "locl", "mark", "mkmk"), False),
    "kern": True,
}
_UNKERNED = re.compile(r"\W?[\d−+–]*\W?")
"""Figures, which stand in columns."""


class FontFile:
    """One TrueType file. Its measures are in thousandths of an em, as PDFs have them.

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
        self.box = tuple(map(self._scaled, struct.unpack_from(">4h", head, 36)))
        self.italic_angle: float = struct.unpack_from(">i", post, 4)[0] / 65536
        self.default_width = self._scaled(self.font.get_glyph_h_advance(0))
        weight, self.ascent, self.descent, self.cap_height = self._heights()
        self.stem = 50 + int((weight / 65) ** 2)  # no table has it; reportlab estimates it so, and PDFlib
        fixed = struct.unpack_from(">I", post, 12)[0]
        self.flags = (
            _SYMBOLIC | bool(self.italic_angle) * _ITALIC | (weight >= 600) * _BOLD | bool(fixed) * _FIXED
        )
        names = (self.face.get_name(number, "en") for number in _NAMES)
        self.name = re.sub(r"[^\w.+-]", "-", next(filter(None, names), Path(path).stem), flags=re.ASCII)
        """The PostScript name, without characters that PDF's names cannot have."""
        self.width, self.outline = cache(self._width), cache(self._outline)

    def _error(self, what: str, remedy: str = _REMEDY) -> LayoutError:
        return LayoutError(Problem(self.path, None, "", what, remedy))

    def _check(self, data: bytes) -> None:
        """Raise LayoutError unless the font can be measured and embedded. HarfBuzz takes damaged tables for empty ones."""
        tables = {tag: self.table(tag) for tag in _REQUIRED}
        short = [tag for tag, least in _REQUIRED.items() if len(tables[tag]) < least]
        if short:
            raise self._error(f"the font cannot be read (missing or damaged tables: {', '.join(short)})")
        glyphs: int = self.face.glyph_count
        magic, long = struct.unpack_from(">I34xh", tables["head"], 12)
        (metrics,) = struct.unpack_from(">H", tables["hhea"], 34)
        size, unit = (4, "I") if long else (2, "H")
        located = len(tables["loca"]) // size > glyphs
        places = struct.unpack_from(f">{glyphs + 1}{unit}", tables["loca"]) if located else (1, 0)
        sound = (
            magic == _HEAD_MAGIC
            and long in {0, 1}
            and all(start + length <= len(data) for _, _, start, length in _directory(data))
            and 0 < metrics <= glyphs
            and len(tables["hmtx"]) >= 2 * (glyphs + metrics)
            and [*places] == sorted(places)
            and places[-1] * (1 if long else 2) <= len(tables["glyf"])
            and len(self.face.unicodes) > 0
        )
        if not sound:
            raise self._error(*_DAMAGED)
        rights = int.from_bytes(self.table("OS/2")[8:10])
        if rights & 0x000E == _RESTRICTED or rights & _NO_SUBSETS:
            what = f"the font must not be embedded as a subset (OS/2 fsType 0x{rights:04X})"
            raise self._error(what, _LICENSED)

    def table(self, tag: str) -> bytes:
        """Return the bytes of a table, none if the font lacks it."""
        data: bytes = self.face.reference_table(tag).data
        return data

    def _scaled(self, units: float) -> float:
        return units if self.face.upem == 1000 else units * (1000 / self.face.upem)

    def _heights(self) -> tuple[int, float, float, float]:
        """Return the weight (100 to 900), and the heights of ascenders, descenders and capitals."""
        table = self.table("OS/2")
        if len(table) < 78:
            high, low = self.box[3], self.box[1]
            return 500, high, low, high
        (version,), (weight,) = struct.unpack_from(">H", table), struct.unpack_from(">H", table, 4)
        high, low = map(self._scaled, struct.unpack_from(">2h", table, 68))
        told = version > 1 and len(table) >= 90
        return weight, high, low, self._scaled(struct.unpack_from(">h", table, 88)[0]) if told else high

    @cached_property
    def cap(self) -> float:
        """The height of capitals in ems: what the font says of them, or if that cannot be, that of an H."""
        if self.cap_height / 1000 > _LEAST_CAP:
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
        """Return a character's glyph, 0 if there is none. A space that does not break has that of a space."""
        nominal = self.font.get_nominal_glyph
        if character in " \xa0":
            return nominal(0x20) or nominal(0xA0) or 0
        return nominal(ord(character)) or 0

    def _width(self, character: str) -> float:
        """Return how far a character moves the pen."""
        return self._scaled(self.font.get_glyph_h_advance(self.glyph(character)))

    def advances(self, string: str) -> list[tuple[str, float]]:
        """Return the characters of a string, each with how far it moves the pen, in ems, kerned."""
        moves = kerning(self.path, string) or repeat(0.0)
        return [(char, self.width(char) / 1000 + move) for char, move in zip(string, moves)]  # noqa: B905 (endless)

    def _outline(self, character: str) -> tuple[Segment, ...]:
        """Return a character's shape in ems, y up, to be filled by the non-zero rule."""
        segments: list[Segment] = []
        self.font.draw_glyph(self.glyph(character), self._draw, segments)
        return tuple(segments)

    @cached_property
    def _draw(self) -> Any:
        """The functions that add to a list what HarfBuzz draws; curves of TrueType are quadratic, those of drawings cubic."""
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
        """Return a font file with the glyphs of some letters, and their numbers in it.

        ``dropped`` are tables that it lacks. With ``codes`` its character map leads from these codes, below 256, to
        their letters, as PDFs with simple fonts need it, and it keeps its hints; without them the map is of Unicode.
        """
        known = {letter: self.glyph(letter) for letter in letters}
        subset, flags = self.harfbuzz.SubsetInput(), self.harfbuzz.SubsetFlags
        subset.unicode_set.update(map(ord, known))
        subset.glyph_set.update(known.values())
        subset.drop_table_tag_set.update([int.from_bytes(tag.encode()) for tag in dropped])
        subset.pin_all_axes_to_default(self.face)
        subset.flags = flags.DEFAULT if codes else flags.NO_HINTING
        if set(LAYOUT) <= set(dropped):
            subset.flags |= flags.NO_LAYOUT_CLOSURE
        try:
            plan = self.harfbuzz.SubsetPlan(self.face, subset)
            numbers = plan.old_to_new_glyph_mapping
            glyphs = {letter: numbers[glyph] for letter, glyph in known.items()}
            data: bytes = plan.execute().blob.data
            if codes:
                data = _chart(
                    data, [glyphs[codes[code]] if code in codes else 0 for code in range(max(codes) + 1)]
                )
        except (RuntimeError, KeyError) as error:  # HarfBuzz fails, or leaves out a damaged table
            raise self._error(*_DAMAGED) from error
        return data, glyphs


def _directory(data: bytes) -> Iterator[tuple[bytes, int, int, int]]:
    """Return the tables of a font file, the first of a collection: tags, checksums, where they start, how long they are."""
    at = int.from_bytes(data[12:16]) if data[:4] == b"ttcf" else 0
    rows = data[at + 12 : at + 12 + 16 * int.from_bytes(data[at + 4 : at + 6])]
    whole = rows[: len(rows) // 16 * 16]
    return struct.iter_unpack(">4s3I", whole)


def _chart(data: bytes, glyphs: Sequence[int]) -> bytes:
    """Return a font file whose character map leads from the codes 0, 1, ... to glyphs; HarfBuzz writes none for codes."""
    tables = {tag: data[start : start + length] for tag, _, start, length in _directory(data)}
    # One map, of platform 1 and encoding 0, in format 6: viewers look there for the letters of simple fonts.
    head = (0, 1, 1, 0, 12, 6, 10 + 2 * len(glyphs), 0, 0, len(glyphs))
    tables[b"cmap"] = struct.pack(f">4HI{5 + len(glyphs)}H", *head, *glyphs)
    tables[b"head"] = tables[b"head"][:8] + bytes(4) + tables[b"head"][12:]
    count, power = len(tables), len(tables).bit_length() - 1
    top = struct.pack(">I4H", 0x00010000, count, 16 << power, power, 16 * (count - (1 << power)))
    at, body = len(top) + 16 * count, b""
    for tag, table in sorted(tables.items()):
        top += struct.pack(">4s3I", tag, _checksum(table), at + len(body), len(table))
        if tag == b"head":
            total_at = at + len(body) + 8
        body += table + bytes(-len(table) % 4)
    file = top + body
    total = struct.pack(">I", (0xB1B0AFBA - _checksum(file)) % (1 << 32))
    return file[:total_at] + total + file[total_at + 4 :]


def _checksum(data: bytes) -> int:
    data += bytes(-len(data) % 4)
    total: int = sum(struct.unpack(f">{len(data) // 4}I", data))
    return total % (1 << 32)


@cache
def read_font(path: str) -> FontFile:
    """Return the font in ``path``, read once a process. Raises LayoutError if it cannot be used."""
    return FontFile(path)


def to_unicode(letters: Mapping[int, str], digits: int) -> bytes:
    """Return the map of a PDF's codes, of 2 or 4 hexadecimal ``digits``, to the letters that they show."""
    lines = [
        f"<{code:0{digits}X}> <{letter.encode('utf-16-be').hex().upper()}>"
        for code, letter in sorted(letters.items())
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


@lru_cache(maxsize=_MOST)
def kerning(path: str, string: str) -> tuple[float, ...]:
    """How much further, in ems, each letter of ``string`` moves the pen because of the one after it.

    Empty if none does. Figures are never kerned: they stand below each other.
    """
    if len(string) < 2 or _UNKERNED.fullmatch(string):
        return ()
    harfbuzz, font = read_font(path).harfbuzz, read_font(path).font
    buffer = harfbuzz.Buffer()
    buffer.add_str(string)
    buffer.guess_segment_properties()
    harfbuzz.shape(font, buffer, _KERNED)
    glyphs, places = buffer.glyph_infos, buffer.glyph_positions
    if len(glyphs) != len(string):
        return ()
    own = [font.get_glyph_h_advance(glyph.codepoint) for glyph in glyphs]
    moves = [place.x_advance - wide for place, wide in zip(places, own, strict=True)]
    return tuple(move / font.face.upem for move in moves) if any(moves) else ()


@lru_cache(maxsize=16)
def woff(path: str, letters: str, *, kerned: bool = True) -> bytes:
    """Return the font in ``path`` with those letters alone, as WOFF 1.0.

    Without ``kerned`` it lacks what only kerning and ligatures need.
    """
    data, _ = read_font(path).subset(letters, () if kerned else LAYOUT)
    tables = [*_directory(data)]
    entries, body, at = b"", b"", 44 + 20 * len(tables)
    for tag, checksum, start, length in tables:
        table = data[start : start + length]
        packed = min(table, zlib.compress(table, 9), key=len)  # of two as long, the table itself
        entries += struct.pack(">4s4I", tag, at + len(body), len(packed), length, checksum)
        body += packed + bytes(-len(packed) % 4)
    numbers = (0x774F4646, 0x00010000, at + len(body), len(tables), 0, len(data), 1, 0, 0, 0, 0, 0, 0)
    return struct.pack(">IIIHHIHHIIIII", *numbers) + entries + body
