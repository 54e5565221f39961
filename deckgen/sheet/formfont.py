"""The font of form fields: one that a viewer can set any western or Cyrillic text in.

Fields are typed into after the file was made, so their font holds whole alphabets, not only the letters
in use; as a composite font, whose codes are glyph numbers, it has room for them and for what else was filled in.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache

from deckgen.draw.fonts import ttfont

NAME = "Field"
"""What the font is called in the fields' appearances."""
_RANGES = ((0x20, 0x7F), (0xA0, 0x180), (0x400, 0x460), (0x490, 0x494), (0x218, 0x21C))
_MORE = "‐–—‘’‚“”„†‡•…‰‹›⁄€№™−×·½¼¾≤≥"


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
    """The font in ``path`` with the alphabets for forms, and the characters ``more``."""
    face = ttfont(path).face
    wanted = [code for start, end in _RANGES for code in range(start, end)]
    glyphs: dict[str, int] = {}
    numbers: dict[int, int] = {}
    codes: list[int] = []
    for code in dict.fromkeys([*wanted, *map(ord, _MORE + more)]):
        if glyph := face.charToGlyph.get(code):
            if glyph not in numbers:
                codes.append(code)
                numbers[glyph] = len(codes)
            glyphs[chr(code)] = numbers[glyph]
    subset = face.makeSubset(codes)
    widths = tuple(
        round(width, 2) for width in (face.defaultWidth, *(face.charWidths[code] for code in codes))
    )
    files = (zlib.compress(subset, 9), len(subset), zlib.compress(_to_unicode(glyphs), 9))
    box, heights = tuple(map(round, face.bbox)), map(round, (face.ascent, face.descent, face.capHeight))
    return FormFont(face.name.decode("latin-1"), glyphs, widths, *files, box, *heights)


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
