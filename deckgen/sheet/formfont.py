"""The fonts of form fields, in which a viewer can set any Latin, Greek or Cyrillic text that the face has letters for.

Fields are typed into after the file was made, so their font holds whole alphabets, not only the letters
in use; as a composite font, whose codes are glyph numbers, it has room for them and for what else was filled in.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache

from deckgen.draw.fonts import ttfont

NAMES = ("Wingdings", "Wingdings2", "Wingdings3", "Webdings")
"""What the fonts are called in the fields' appearances.

PDFium (Chromium, Edge) sets what is typed in the field's own font only as far as it takes letters to belong to the font's
character set, which for an embedded font is that of western Europe: Ż and Ж come from elsewhere, or are gone. It makes no
such difference for fonts that are called so.
"""
_RANGES = (
    (0x20, 0x7F), (0xA0, 0x180), (0x192, 0x193), (0x218, 0x21C), (0x370, 0x400), (0x400, 0x460), (0x490, 0x494),
    (0x1E9E, 0x1E9F), (0x1EA0, 0x1EFA),
)  # fmt: skip
_MORE = "‐–—‘’‚“”„†‡•…‰‹›⁄€№™−×·½¼¾≤≥"
_UNUSED = (
    b"GSUB",
    b"GPOS",
    b"GDEF",
    b"BASE",
    b"kern",
    b"name",
    b"OS/2",
    b"gasp",
    b"meta",
    b"DSIG",
    b"STAT",
    b"MATH",
)
"""Tables that a font in a PDF does not need."""


@dataclass(frozen=True)
class FormFont:
    """A font file's part for forms: its name, glyph numbers by character, widths by glyph number, in 1/1000 em."""

    name: str
    glyphs: dict[str, int]
    widths: tuple[float, ...]
    file: bytes
    length: int
    unicode: bytes
    box: tuple[int, ...]
    ascent: int
    descent: int
    cap: int

    def hex(self, string: str) -> str:
        """A string as codes."""
        return "".join(f"{self.glyphs.get(char, 0):04X}" for char in string)


@lru_cache(maxsize=8)
def form_font(path: str, more: str = "") -> FormFont:
    """The font in ``path`` with the alphabets for forms, and the characters ``more``; HarfBuzz cuts it down."""
    import uharfbuzz  # noqa: PLC0415  (compiled; only forms need it)

    face = ttfont(path).face
    wanted = {code for start, end in _RANGES for code in range(start, end)} | set(map(ord, _MORE + more))
    codes = sorted(code for code in wanted if face.charToGlyph.get(code))
    cut = uharfbuzz.SubsetInput()
    cut.unicode_set.update(codes)
    cut.drop_table_tag_set.update([int.from_bytes(tag, "big") for tag in _UNUSED])
    # Forms are printed or shown on good screens, and what viewers set by themselves is never shaped.
    cut.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
    whole = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path))
    cut.pin_all_axes_to_default(whole)
    subset: bytes = uharfbuzz.subset(whole, cut).blob.data
    numbered = uharfbuzz.Font(uharfbuzz.Face(subset))
    glyphs = {chr(code): int(numbered.get_nominal_glyph(code)) for code in codes}
    wide = {number: face.charWidths[ord(char)] for char, number in glyphs.items()}
    widths = (round(wide.get(number, face.defaultWidth), 2) for number in range(max(wide) + 1))
    files = (zlib.compress(subset, 9), len(subset), zlib.compress(_to_unicode(glyphs), 9))
    box, heights = tuple(map(round, face.bbox)), map(round, (face.ascent, face.descent, face.capHeight))
    return FormFont(face.name.decode("latin-1"), glyphs, tuple(widths), *files, box, *heights)


def _to_unicode(glyphs: dict[str, int]) -> bytes:
    first = {number: char for char, number in reversed(glyphs.items())}
    lines = [f"<{number:04X}> <{ord(char):04X}>" for number, char in sorted(first.items())]
    blocks = [lines[i : i + 100] for i in range(0, len(lines), 100)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{body}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode()
