"""Font metrics: how wide strings are, kerning included, and how high figures stand, from the TrueType files."""

from __future__ import annotations

import re
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
DISPLAY = "display"
"""The face of titles; a theme that names no file for it has its heaviest face."""
_FALLBACK = "packaged-"
_LEAST_CAP = 0.4  # some fonts tell nonsense
_UNKERNED = re.compile(r"\W?[\d−+–]*\W?")
"""Figures, which stand in columns."""


def packaged_faces() -> tuple[str, ...]:
    """The faces every theme has without naming files."""
    return (*_PACKAGED, DISPLAY)


def faces(named: Mapping[str, str]) -> dict[str, str]:
    """The files of all faces of a theme that names some, and of those that stand in for letters that they lack."""
    files = {face: packaged(face) for face in packaged_faces() if face not in named}
    if DISPLAY not in named and "black" in named:
        files[DISPLAY] = named["black"]
    spare = {_FALLBACK + face: packaged(face) for face in named if face in packaged_faces()}
    return {**files, **named, **spare}


@cache
def packaged(face: str) -> str:
    """The file of a face of Source Sans Pro, from the package font-source-sans-pro."""
    import font_source_sans_pro  # noqa: PLC0415  (reads a folder when imported)

    style = _PACKAGED["black" if face == DISPLAY else face]
    return str(Path(font_source_sans_pro.__file__).parent / "files" / f"SourceSansPro-{style}.ttf")


@cache
def ttfont(path: str) -> TTFont:
    """The font in ``path``, parsed once a process. Raises LayoutError if it is no TrueType font."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # noqa: PLC0415  (slow to import)

    try:
        return TTFont(Path(path).stem, path)
    except (TTFError, OSError) as error:
        remedy = "name a TrueType (.ttf) file with glyf outlines; CFF (.otf) and woff cannot be embedded"
        raise LayoutError(Fault(path, None, "", f"the font cannot be read ({error})", remedy)) from error


@cache
def _shaper(path: str) -> tuple[Any, Any]:
    """HarfBuzz and the font in ``path``, in units of its em."""
    import uharfbuzz  # noqa: PLC0415  (compiled; only text that is measured needs it)

    return uharfbuzz, uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)))


@cache
def kerning(path: str, string: str) -> tuple[float, ...]:
    """How much further, in ems, each letter of ``string`` moves the pen because of the one after it.

    Empty if none does. Figures are never kerned: they stand below each other.
    """
    if len(string) < 2 or _UNKERNED.fullmatch(string):
        return ()
    harfbuzz, font = _shaper(path)
    buffer = harfbuzz.Buffer()
    buffer.add_str(string)
    buffer.guess_segment_properties()
    plain = dict.fromkeys(("liga", "clig", "calt", "rlig", "ccmp", "locl", "mark", "mkmk"), False)
    harfbuzz.shape(font, buffer, {**plain, "kern": True})
    glyphs, places = buffer.glyph_infos, buffer.glyph_positions
    if len(glyphs) != len(string):
        return ()
    own = [font.get_glyph_h_advance(glyph.codepoint) for glyph in glyphs]
    moves = [place.x_advance - wide for place, wide in zip(places, own, strict=True)]
    return tuple(move / font.face.upem for move in moves) if any(moves) else ()


def _cap(path: str, told: float) -> float:
    """The height of capitals in ems: what the font in ``path`` tells of them, or if that cannot be, that of an H."""
    if told > _LEAST_CAP:
        return told
    _, font = _shaper(path)
    glyph = font.get_nominal_glyph(ord("H"))
    extents = font.get_glyph_extents(glyph) if glyph is not None else None
    return extents.y_bearing / font.face.upem if extents else told


class Fonts:
    """The faces of a theme, and the sizes of text set in them. ``files``: face → path."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        self._widths: dict[tuple[str, str], float] = {}
        self._able: dict[tuple[str, str], str] = {}
        self._known: dict[str, frozenset[int]] = {}
        self._glyphs: dict[str, tuple[Any, float]] = {}

    def _face(self, face: str) -> tuple[Any, float]:
        if face not in self._glyphs:
            metrics = ttfont(self.files[face]).face
            self._glyphs[face] = (metrics, _cap(self.files[face], metrics.capHeight / 1000))
        return self._glyphs[face]

    def able(self, string: str, face: str) -> str:
        """The face that shows ``string``: ``face``, or what stands in for it where it lacks a letter.

        For the display face that is the heaviest, for others the packaged face of that name; if neither has all
        letters, it is ``face``.
        """
        key = (string, face)
        if key not in self._able:
            letters = set(map(ord, string))
            spare = ["black", _FALLBACK + "black"] if face == DISPLAY else [_FALLBACK + face]
            fitting = (f for f in (face, *spare) if f in self.files and letters <= self._letters(f))
            self._able[key] = next(fitting, face)
        return self._able[key]

    def _letters(self, face: str) -> frozenset[int]:
        """The characters that a face has."""
        if face not in self._known:
            glyphs = self._face(face)[0].charToGlyph
            self._known[face] = frozenset(letter for letter, glyph in glyphs.items() if glyph)
        return self._known[face]

    def em(self, string: str, face: str) -> float:
        """Width of ``string`` as a share of the font size, kerned. Raises LayoutError for a missing glyph."""
        key = (string, face)
        width = self._widths.get(key)
        if width is None:
            able = self.able(string, face)
            metrics = self._face(able)[0]
            glyphs, widths = metrics.charToGlyph, metrics.charWidths
            for char in string:
                if not glyphs.get(ord(char)):
                    remedy = "use another character, a face that has it, or an icon"
                    what = f"the face has no glyph for {char!r} (U+{ord(char):04X}) in {string!r}"
                    raise LayoutError(Fault(self.files[face], None, face, what, remedy))
            width = sum(widths.get(ord(char), metrics.defaultWidth) for char in string) / 1000
            width += sum(kerning(self.files[able], string))
            self._widths[key] = width
        return width

    def width(self, string: str, face: str, size: float, spacing: float = 0.0) -> float:
        """Width in the unit of ``size``; ``spacing`` is added between characters."""
        return self.em(string, face) * size + spacing * max(0, len(string) - 1)

    def has(self, char: str, face: str) -> bool:
        """Whether a face, or what stands in for it, can show a character."""
        return ord(char) in self._letters(self.able(char, face))

    def cap(self, face: str) -> float:
        """Height of capitals (and lining figures) as a share of the font size."""
        return self._face(face)[1]

    def ascent(self, face: str) -> float:
        """Height above the baseline as a share of the font size."""
        return float(self._face(face)[0].ascent) / 1000

    def descent(self, face: str) -> float:
        """Depth below the baseline as a share of the font size, negative."""
        return float(self._face(face)[0].descent) / 1000
