"""Font metrics: how wide strings are, kerning included, and how high figures stand, from the TrueType files."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import Fault, LayoutError
from deckgen.files import shipped
from deckgen.reading import FONT, check_file

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
_FALLBACK, _OWN, _SYMBOLS = "packaged-", "fallback-", "symbols"
_SYMBOLS_FILE = "fonts/DejaVuSymbols-400Regular.ttf"
_UNSET = frozenset(
    chain(
        range(0x590, 0xE00),
        range(0xF00, 0x10A0),
        range(0x1780, 0x18B0),
        range(0xFB1D, 0xFE00),
        range(0xFE70, 0xFF00),
    )
)
"""Scripts that run to the left or whose letters change beside each other: Hebrew, Arabic, those of India and more."""
_SPACES = frozenset({0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F})
"""Spaces that look much like others."""
_LEAST_CAP = 0.4  # some fonts tell nonsense
_SHARED = frozenset(map(ord, " -.,;:!?'’()"))
"""Signs that look better in the font of the word before them."""
_MOST = 1 << 12  # strings whose measures are known: decks with texts of their own have no end of them
_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    OSError,
    TypeError,
    ValueError,
    struct.error,
)
"""What reading a file raises that is no font, or a damaged one."""
_UNKERNED = re.compile(r"\W?[\d−+–]*\W?")
"""Figures, which stand in columns."""


def packaged_faces() -> tuple[str, ...]:
    """The faces every theme has without naming files."""
    return (*_PACKAGED, DISPLAY)


def faces(named: Mapping[str, str], fallbacks: Sequence[str] = ()) -> dict[str, str]:
    """The files of all faces of a theme that names some, and of those that stand in for letters that they lack.

    ``fallbacks`` are files of the theme's own that do so before the packaged and the shipped ones.
    """
    files = {face: packaged(face) for face in packaged_faces() if face not in named}
    if DISPLAY not in named and "black" in named:
        files[DISPLAY] = named["black"]
    spare = {_FALLBACK + face: packaged(face) for face in named if face in packaged_faces()}
    own = {f"{_OWN}{number}": file for number, file in enumerate(fallbacks, 1)}
    return {**files, **named, **own, **spare, _SYMBOLS: str(shipped("layouts") / _SYMBOLS_FILE)}


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

    remedy = "name a TrueType (.ttf) file with glyf outlines; CFF (.otf) and woff cannot be embedded"
    check_file(Path(path), LayoutError, FONT, remedy)
    try:
        return TTFont(Path(path).stem, path)
    except (*_BROKEN, TTFError) as error:
        raise LayoutError(Fault(path, None, "", f"the font cannot be read ({error})", remedy)) from error


@cache
def _shaper(path: str) -> tuple[Any, Any]:
    """HarfBuzz and the font in ``path``, in units of its em."""
    import uharfbuzz  # noqa: PLC0415  (compiled; only text that is measured needs it)

    return uharfbuzz, uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)))


@lru_cache(maxsize=_MOST)
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


def _missing(char: str) -> tuple[str, str]:
    """What is said of a letter that no face has, and the remedy."""
    letter = f"U+{ord(char):04X} {char}" if char.isprintable() else f"U+{ord(char):04X}"
    if ord(char) in _UNSET:
        what = "is of a script that runs to the left or whose letters change beside each other, which cannot be set"
        return f"{letter} {what}", "write it in other letters"
    remedy = "use another letter or an icon, or name a .ttf file that has it under fallbacks: in the theme"
    return f"{letter} is in none of the fonts", remedy


def _keep(known: dict[tuple[str, str], Any], key: tuple[str, str], found: Any) -> None:
    if len(known) >= _MOST:
        known.clear()
    known[key] = found


class Fonts:
    """The faces of a theme, and the sizes of text set in them. ``files``: face → path."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        self._widths: dict[tuple[str, str], float] = {}
        self._able: dict[tuple[str, str], str] = {}
        self._runs: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._known: dict[str, frozenset[int]] = {}
        self._glyphs: dict[str, tuple[Any, float]] = {}

    def _face(self, face: str) -> tuple[Any, float]:
        if face not in self._glyphs:
            metrics = ttfont(self.files[face]).face
            self._glyphs[face] = (metrics, _cap(self.files[face], metrics.capHeight / 1000))
        return self._glyphs[face]

    def able(self, string: str, face: str) -> str:
        """The face that shows ``string``: ``face``, or what stands in for it where it lacks a letter.

        For the display face that is the heaviest, for others the packaged face of that name, and then the
        fallbacks; if none of them has all letters, it is ``face``.
        """
        key = (string, face)
        if key not in self._able:
            letters = set(map(ord, string)) - _SPACES
            able = next((f for f in self._chain(face) if letters <= self._letters(f)), face)
            _keep(self._able, key, able)
            return able
        return self._able[key]

    def runs(self, string: str, face: str) -> tuple[tuple[str, str], ...]:
        """Parts of ``string``, each with the face that shows it: one, unless its letters are in several fonts.

        If a letter is in none, it is ``string`` with ``face``.
        """
        key = (string, face)
        if key not in self._runs:
            able = self.able(string, face)
            whole = able != face or set(map(ord, string)) - _SPACES <= self._letters(face)
            parts = ((string, able),) if whole else self._parted(string, face)
            runs = tuple((self._spaced(part, able), able) for part, able in parts)
            _keep(self._runs, key, runs)
            return runs
        return self._runs[key]

    def _spaced(self, string: str, face: str) -> str:
        """A string with usual spaces instead of those that a face lacks."""
        lacking = _SPACES.intersection(map(ord, string)) - self._letters(face)
        return string.translate(dict.fromkeys(lacking, "\xa0" if 0xA0 in self._letters(face) else " "))

    def _parted(self, string: str, face: str) -> tuple[tuple[str, str], ...]:
        """Letters that neighbour each other in one face, the first of the chain that has them."""
        parts: list[tuple[str, str]] = []
        for char in string:
            able = face if ord(char) in _SPACES else ""
            able = able or next((f for f in self._chain(face) if ord(char) in self._letters(f)), "")
            if not able:
                return ((string, face),)
            if parts and ord(char) in _SHARED and ord(char) in self._letters(parts[-1][1]):
                able = parts[-1][1]
            parts.append((char, able))
        runs = groupby(parts, key=itemgetter(1))
        return tuple(("".join([char for char, _ in own]), able) for able, own in runs)

    def _chain(self, face: str) -> Iterator[str]:
        """A face and those that stand in for it, in their order."""
        own = (name for name in self.files if name.startswith(_OWN))
        heavy = ("black", *own, _FALLBACK + "black") if face == DISPLAY else (*own, _FALLBACK + face)
        every = (face, *heavy, _FALLBACK + "regular", "regular", _SYMBOLS)
        return (name for name in dict.fromkeys(every) if name in self.files)

    def _letters(self, face: str) -> frozenset[int]:
        """The characters that a face has."""
        if face not in self._known:
            glyphs = self._face(face)[0].charToGlyph
            self._known[face] = frozenset([letter for letter, glyph in glyphs.items() if glyph]) - _UNSET
        return self._known[face]

    def em(self, string: str, face: str) -> float:
        """Width of ``string`` as a share of the font size, kerned. Raises LayoutError for a missing glyph."""
        key = (string, face)
        width = self._widths.get(key)
        if width is None:
            width = sum([self._em(part, able, face) for part, able in self.runs(string, face)])
            _keep(self._widths, key, width)
        return width

    def _em(self, string: str, able: str, face: str) -> float:
        metrics, known = self._face(able)[0], self._letters(able)
        widths = metrics.charWidths
        for char in string:
            if ord(char) not in known:
                what, remedy = _missing(char)
                raise LayoutError(Fault(self.files[face], None, face, what, remedy))
        width = sum(widths.get(ord(char), metrics.defaultWidth) for char in string) / 1000
        return float(width + sum(kerning(self.files[able], string)))

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
