"""Fonts, read with HarfBuzz: metrics, kerning, outlines, and parts of them for PDFs and web pages."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from io import BytesIO
from itertools import groupby, islice, repeat
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import bidirectional

from deckgen.draw.drawing import Segment
from deckgen.draw.opentype import add_code_map, pack_woff, read_tables, unpack
from deckgen.draw.shaping import has_right_to_left, is_shaped, mirror
from deckgen.errors import LayoutError, Problem
from deckgen.reading import FONT, read_bytes

_MIN_CAP = 0.4  # some fonts have nonsense here
_CACHE_SIZE = 1 << 14  # strings
_REMEDY = "name a font with outlines: TrueType (.ttf), OpenType (.otf), WOFF (.woff) or WOFF2 (.woff2)"
_REQUIRED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "name": 6, "post": 32}
"""Required tables and their least lengths in bytes."""
_QUADRATIC, _CUBIC, _BITMAPS = {"glyf": 1, "loca": 4}, ("CFF ", "CFF2"), "CBDT"
"""Tables of outlines: both with quadratic curves, or one of these with cubic curves; or the table of pictures."""
_LICENSED = "name a font whose license allows that, such as one under the SIL Open Font License"
_DAMAGED = "the font cannot be read (it is damaged)", "copy the file again from its source"
_SIGNATURES = {b"\0\1\0\0", b"true", b"ttcf", b"OTTO"}
_HEAD_MAGIC = 0x5F0F3CF5
_TRIED_LETTERS = 200
_RESTRICTED, _NO_SUBSETS = 0x0002, 0x0300  # OS/2 fsType: 0x0100 forbids subsets, 0x0200 outlines
_FIXED, _SYMBOLIC, _ITALIC, _BOLD = 1 << 0, 1 << 2, 1 << 6, 1 << 18  # flags of font descriptors in PDFs
_NAMES = (6, 4, 1)
"""Name records that are tried in turn: PostScript name, full name, family."""
LAYOUT = ("GPOS", "GSUB", "GDEF", "kern")
"""Tables for kerning and ligatures."""
UNUSED_IN_PDF = (*LAYOUT, "BASE", "name", "OS/2", "gasp", "meta", "DSIG", "STAT", "MATH")
_KERNED = {**dict.fromkeys(("liga", "clig", "calt", "rlig", "ccmp", "locl", "mark", "mkmk"), False), "kern": True}
_TOLERANCE = 0.4
"""How far a quadratic curve may be from the cubic one that it replaces, in thousandths of an em."""
_UNKERNED = re.compile(r"\W?[\d−+–]*\W?")
"""Figures, which align in columns."""

Letter = str | int
"""A character, or the number of a glyph in a string that HarfBuzz sets."""


class Cluster(NamedTuple):
    """Glyphs that show letters together: (number, x, y) of each, from where the cluster begins, in ems, y up.

    ``letters``: of a bracket between letters from right to left, what it looks like. ``width``: in thousandths of an em, if nothing is kerned.
    """

    letters: str
    glyphs: tuple[tuple[int, float, float], ...]
    width: float


class FontFile:
    """One font file; of a collection the first font, of a variable font the default. Measures are in thousandths of an em.

    ``is_cubic``: its outlines are cubic (CFF). ``is_colored``: its letters are pictures (emoji). Raises LayoutError if it is no font, is damaged, or must not be embedded.
    """

    def __init__(self, path: str) -> None:
        import uharfbuzz  # noqa: PLC0415  (compiled; only text that is measured needs it)

        self.path = path
        packed = read_bytes(Path(path), LayoutError, FONT, _REMEDY)
        try:
            data = unpack(packed)
        except ValueError as error:
            raise self._error(f"the font cannot be read ({error})", _DAMAGED[1]) from error
        if data[:4] not in _SIGNATURES:
            raise self._error("the font cannot be read (it is neither TrueType nor OpenType)")
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
        self.is_cubic = any(self.table(tag) for tag in _CUBIC)
        self.is_colored: bool = self.face.has_color_paint or self.face.has_color_layers or self.face.has_color_png
        has_quadratic = not (self.is_cubic or self.table(_BITMAPS))
        required = {**_REQUIRED, **_QUADRATIC} if has_quadratic else _REQUIRED
        tables = {tag: self.table(tag) for tag in sorted(required)}
        short = [tag for tag, table in tables.items() if len(table) < required[tag]]
        if short:
            raise self._error(f"the font cannot be read (missing or damaged tables: {', '.join(short)})")
        glyphs: int = self.face.glyph_count
        magic, long = struct.unpack_from(">I34xh", tables["head"], 12)
        (metrics,) = struct.unpack_from(">H", tables["hhea"], 34)
        is_sound = (
            magic == _HEAD_MAGIC
            and long in {0, 1}
            and all(start + length <= len(data) for _, _, start, length in read_tables(data))
            and 0 < metrics <= glyphs
            and len(tables["hmtx"]) >= 2 * (glyphs + metrics)
            and len(self.face.unicodes) > 0
            and (_is_index(tables["loca"], glyphs, len(tables["glyf"]), long) if has_quadratic else self._has_shapes())
        )
        if not is_sound:
            raise self._error(*_DAMAGED)
        rights = int.from_bytes(self.table("OS/2")[8:10])
        if rights & 0x000E == _RESTRICTED or rights & _NO_SUBSETS:
            message = f"the font must not be embedded as a subset (OS/2 fsType 0x{rights:04X})"
            raise self._error(message, _LICENSED)

    def _has_shapes(self) -> bool:
        """Return whether any of the first letters has a shape: HarfBuzz reads a damaged CFF table as empty."""
        glyphs = filter(None, map(self.font.get_nominal_glyph, islice(self.face.unicodes, _TRIED_LETTERS)))
        extents = filter(None, map(self.font.get_glyph_extents, glyphs))
        return any(size.width for size in extents)

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
        version, weight = struct.unpack_from(">H2xH", table)
        high, low = map(self._to_thousandths, struct.unpack_from(">2h", table, 68))
        has_cap_height = version > 1 and len(table) >= 90
        cap_height = self._to_thousandths(struct.unpack_from(">h", table, 88)[0]) if has_cap_height else high
        return weight, high, low, cap_height

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

    def glyph(self, character: Letter) -> int:
        """Return a character's glyph index, 0 if there is none. A no-break space has that of a space."""
        if isinstance(character, int):
            return character
        nominal = self.font.get_nominal_glyph
        if character in " \xa0":
            return nominal(0x20) or nominal(0xA0) or 0
        return nominal(ord(character)) or 0

    def _width(self, character: Letter) -> float:
        """Return the advance of a letter, in thousandths of an em."""
        return self._to_thousandths(self.font.get_glyph_h_advance(self.glyph(character)))

    def clusters(self, string: str) -> Sequence[tuple[Cluster, float]]:
        """Return the clusters of a string from left to right, each with its advance in ems."""
        if is_shaped(string):
            return shape(self.path, string)
        moves = kerning(self.path, string) or repeat(0.0)
        return [
            (Cluster(char, ((self.glyph(char), 0.0, 0.0),), self.width(char)), self.width(char) / 1000 + move)
            for char, move in zip(string, moves)  # noqa: B905 (endless)
        ]

    def advances(self, string: str) -> list[tuple[Letter, float, float, float]]:
        """Return a string's letters from left to right: their kerned advances, and x and y they move by (up), in ems."""
        are_numbers = is_shaped(string)
        return [
            (number if are_numbers else cluster.letters, advance if index == len(cluster.glyphs) else 0.0, x, y)
            for cluster, advance in self.clusters(string)
            for index, (number, x, y) in enumerate(cluster.glyphs, 1)
        ]

    def build(self, clusters: Sequence[Cluster]) -> bytes:
        """Return a TrueType file whose glyphs, from number 1 on, are these clusters.

        It has no tables beyond those that PDF asks of the font of a composite font.
        """
        from fontTools.fontBuilder import FontBuilder  # noqa: PLC0415 (slow to import)
        from fontTools.pens.cu2quPen import Cu2QuPen  # noqa: PLC0415
        from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415
        from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: PLC0415

        em, unit = self.em, self.em / 1000
        advances, shapes = {".notdef": round(em / 2)}, {".notdef": TTGlyphPen(None).glyph()}
        for index, cluster in enumerate(clusters, 1):
            pen, name = TTGlyphPen(None), f"g{index}"
            for number, x, y in cluster.glyphs:
                moved = TransformPen(Cu2QuPen(pen, _TOLERANCE * unit), (1, 0, 0, 1, x * em, y * em))
                self.font.draw_glyph_with_pen(number, moved)
            advances[name], shapes[name] = round(cluster.width * unit), pen.glyph()
        builder = FontBuilder(em)
        builder.font.recalcTimestamp = False
        builder.updateHead(created=0, modified=0)  # else the time of day
        builder.setupGlyphOrder([*shapes])
        builder.setupGlyf(shapes)
        builder.setupHorizontalMetrics({name: (advances[name], shape.xMin) for name, shape in shapes.items()})
        builder.setupHorizontalHeader(ascent=round(self.ascent * unit), descent=round(self.descent * unit))
        file = BytesIO()
        builder.font.save(file)
        return file.getvalue()

    def extent(self, string: str) -> tuple[float, float]:
        """Return how far the glyphs of a string reach above and below (< 0) the baseline, in ems."""
        glyphs = [glyph for cluster, _ in self.clusters(string) for glyph in cluster.glyphs]
        boxes = ((y, self.font.get_glyph_extents(number)) for number, _, y in glyphs)
        edges = [(y + box.y_bearing / self.em, y + (box.y_bearing + box.height) / self.em) for y, box in boxes if box]
        return max((top for top, _ in edges), default=0.0), min((bottom for _, bottom in edges), default=0.0)

    def _outline(self, character: Letter) -> tuple[Segment, ...]:
        """Return a letter's shape in ems, y up, to be filled by the non-zero rule."""
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
        draw.set_cubic_to_func(lambda *c: c[6].append(("C", *[value * scale for value in c[:6]])))
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
                data = add_code_map(data, [glyphs.get(codes.get(code, ""), 0) for code in range(max(codes) + 1)])
        except (RuntimeError, KeyError) as error:  # HarfBuzz fails, or leaves out a damaged table
            raise self._error(*_DAMAGED) from error
        return data, glyphs


def _is_index(offsets: bytes, glyphs: int, length: int, long: int) -> bool:
    """Return whether a table ``loca`` gives every glyph its part of a table ``glyf``, which has ``length`` bytes."""
    size, unit = (4, "I") if long else (2, "H")
    if len(offsets) // size <= glyphs:
        return False
    numbers = struct.unpack_from(f">{glyphs + 1}{unit}", offsets)
    return [*numbers] == sorted(numbers) and numbers[-1] * (1 if long else 2) <= length


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
    font = read_font(path).font
    glyphs, positions = _shape(path, string, _KERNED)
    if len(glyphs) != len(string):
        return ()
    advances = [font.get_glyph_h_advance(glyph.codepoint) for glyph in glyphs]
    moves = [position.x_advance - advance for position, advance in zip(positions, advances, strict=True)]
    return tuple(move / font.face.upem for move in moves) if any(moves) else ()


def _shape(path: str, string: str, features: Mapping[str, bool] | None = None) -> tuple[Any, Any]:
    """Return the glyphs that show a string, in its script's direction, and their positions.

    Without ``features`` the font's usual ones are used, and marks are letters of their own.
    """
    harfbuzz, font = read_font(path).harfbuzz, read_font(path).font
    buffer = harfbuzz.Buffer()
    if features is None:
        buffer.cluster_level = harfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(string)
    buffer.guess_segment_properties()
    buffer.language = "und"  # guessed, it would be that of the machine
    harfbuzz.shape(font, buffer, features)
    return buffer.glyph_infos, buffer.glyph_positions


@lru_cache(maxsize=_CACHE_SIZE)
def shape(path: str, string: str) -> tuple[tuple[Cluster, float], ...]:
    """Return the clusters of a string of one direction, from left to right, as the font joins and moves them."""
    infos, positions = _shape(path, string)
    starts = sorted({info.cluster for info in infos})
    ends = dict(zip(starts, [*starts[1:], len(string)], strict=True))
    font, clusters = read_font(path), list[tuple[Cluster, float]]()
    em, is_rtl = font.em, has_right_to_left(string)
    for start, group in groupby(zip(infos, positions, strict=True), key=lambda glyph: glyph[0].cluster):
        glyphs, advance = list[tuple[int, float, float]](), 0.0
        for info, position in group:
            glyphs.append((info.codepoint, advance + position.x_offset / em, position.y_offset / em))
            advance += position.x_advance / em
        width = fsum(font.width(number) for number, _, _ in glyphs)
        letters = string[start : ends[start]]
        if is_rtl and bidirectional(letters[0]) != "NSM":  # viewers turn letters, those of one glyph too, but no marks
            clusters += [(Cluster(letter, (), 0.0), 0.0) for letter in letters[:0:-1]]
            letters = mirror(letters[0])
        clusters.append((Cluster(letters, tuple(glyphs), width), advance))
    return tuple(clusters)


@lru_cache(maxsize=16)
def make_woff(path: str, letters: str, *, kerned: bool = True) -> bytes:
    """Return the font at ``path`` with only ``letters``, as WOFF 1.0; ``kerned``: with kerning and ligatures."""
    data, _ = read_font(path).subset(letters, () if kerned else LAYOUT)
    return pack_woff(data)
