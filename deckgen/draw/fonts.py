"""Font metrics: how wide strings are and how high figures stand, from the TrueType files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import Fault, LayoutError

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

PT = 25.4 / 72
"""One point in mm."""

_PACKAGED = {
    "regular": "Regular",
    "italic": "It",
    "semibold": "Semibold",
    "bold": "Bold",
    "bold-italic": "BoldIt",
    "black": "Black",
}


def packaged_faces() -> tuple[str, ...]:
    """The faces every theme has without naming files."""
    return tuple(_PACKAGED)


@cache
def packaged(face: str) -> str:
    """The file of a face of Source Sans Pro, from the package font-source-sans-pro."""
    import font_source_sans_pro  # noqa: PLC0415  (reads a folder when imported)

    return str(Path(font_source_sans_pro.__file__).parent / "files" / f"SourceSansPro-{_PACKAGED[face]}.ttf")


@cache
def ttfont(path: str) -> TTFont:
    """The font in ``path``, parsed once a process. Raises LayoutError if it is no TrueType font."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # noqa: PLC0415  (slow to import)

    try:
        return TTFont(Path(path).stem, path)
    except (TTFError, OSError) as error:
        remedy = "name a TrueType (.ttf) file with glyf outlines; CFF (.otf) and woff cannot be embedded"
        raise LayoutError(Fault(path, None, "", f"the font cannot be read ({error})", remedy)) from error


class Fonts:
    """The faces of a theme, and the sizes of text set in them. ``files``: face → path."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        self._widths: dict[tuple[str, str], float] = {}
        self._glyphs: dict[str, tuple[Any, float]] = {}

    def _face(self, face: str) -> tuple[Any, float]:
        if face not in self._glyphs:
            metrics = ttfont(self.files[face]).face
            self._glyphs[face] = (metrics, metrics.capHeight / 1000)
        return self._glyphs[face]

    def em(self, string: str, face: str) -> float:
        """Width of ``string`` as a share of the font size. Raises LayoutError for a missing glyph."""
        key = (string, face)
        width = self._widths.get(key)
        if width is None:
            metrics = self._face(face)[0]
            glyphs, widths = metrics.charToGlyph, metrics.charWidths
            for char in string:
                if not glyphs.get(ord(char)):
                    remedy = "use another character, a face that has it, or an icon"
                    what = f"the face has no glyph for {char!r} (U+{ord(char):04X}) in {string!r}"
                    raise LayoutError(Fault(self.files[face], None, face, what, remedy))
            width = sum(widths.get(ord(char), metrics.defaultWidth) for char in string) / 1000
            self._widths[key] = width
        return width

    def width(self, string: str, face: str, size: float, spacing: float = 0.0) -> float:
        """Width in the unit of ``size``; ``spacing`` is added between characters."""
        return self.em(string, face) * size + spacing * max(0, len(string) - 1)

    def has(self, char: str, face: str) -> bool:
        """Whether a face can show a character."""
        return bool(self._face(face)[0].charToGlyph.get(ord(char)))

    def cap(self, face: str) -> float:
        """Height of capitals (and lining figures) as a share of the font size."""
        return self._face(face)[1]

    def ascent(self, face: str) -> float:
        """Height above the baseline as a share of the font size."""
        return float(self._face(face)[0].ascent) / 1000

    def descent(self, face: str) -> float:
        """Depth below the baseline as a share of the font size, negative."""
        return float(self._face(face)[0].descent) / 1000
