"""The fonts of form fields, in which a viewer can set any Latin, Greek or Cyrillic text that the face has letters for.

Fields are typed into after the file was made, so their font holds whole alphabets, not only the letters
in use; as a composite font, whose codes are glyph numbers, it has room for them and for what else was filled in.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

from deckgen.draw.truetype import UNUSED_IN_PDF, read_font, to_unicode
from deckgen.records import record

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


@record
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
    font = read_font(path)
    wanted = {code for start, end in _RANGES for code in range(start, end)} | set(map(ord, _MORE + more))
    # Without hints: forms are printed or shown on good screens.
    subset, glyphs = font.subset(map(chr, sorted(wanted & font.characters)), UNUSED_IN_PDF)
    wide = {glyph: font.width(char) for char, glyph in glyphs.items()}
    widths = (round(wide.get(glyph, font.default_width), 2) for glyph in range(max(wide) + 1))
    letters = {glyph: char for char, glyph in reversed(glyphs.items())}
    files = (zlib.compress(subset, 9), len(subset), zlib.compress(to_unicode(letters, 4), 9))
    box, heights = tuple(map(round, font.box)), map(round, (font.ascent, font.descent, font.cap_height))
    return FormFont(font.name, glyphs, tuple(widths), *files, box, *heights)
