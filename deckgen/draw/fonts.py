"""The faces of themes, what stands in for letters that they lack, and the sizes of text set in them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path

from deckgen.draw.truetype import FontFile, kerning, read_font, woff
from deckgen.errors import LayoutError, Problem
from deckgen.files import shipped

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
_SHARED = frozenset(map(ord, " -.,;:!?'’()"))
"""Signs that look better in the font of the word before them."""
_MOST = 1 << 14  # strings whose measures are known: decks with texts of their own have no end of them


def packaged_faces() -> tuple[str, ...]:
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


def _missing(char: str) -> tuple[str, str]:
    """What is said of a letter that no face has, and the remedy."""
    letter = f"U+{ord(char):04X} {char}" if char.isprintable() else f"U+{ord(char):04X}"
    if ord(char) in _UNSET:
        what = "is of a script that runs to the left or whose letters change beside each other, which cannot be set"
        return f"{letter} {what}", "write it in other letters"
    remedy = "use another letter or an icon, or name a .ttf file that has it under fallbacks: in the theme"
    return f"{letter} is in none of the fonts", remedy


@lru_cache(maxsize=8)  # most themes have the same, and need not measure their texts again
def fonts_of(files: tuple[tuple[str, str], ...]) -> Fonts:
    return Fonts(dict(files))


class Fonts:
    """The faces of a theme, and the sizes of text set in them. ``files``: face → path."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        # The same strings are asked for again and again; decks with texts of their own have no end of them.
        self.able = lru_cache(_MOST)(self._able)
        self.runs = lru_cache(_MOST)(self._runs)
        self.em = lru_cache(_MOST)(self._em)
        self._letters = cache(lambda face: self._font(face).characters - _UNSET)

    def _font(self, face: str) -> FontFile:
        return read_font(self.files[face])

    def _able(self, string: str, face: str) -> str:
        """Return the face that shows ``string``: ``face``, or what stands in for it where it lacks a letter.

        For the display face that is the heaviest, for others the packaged face of that name, and then the
        fallbacks; if none of them has all letters, it is ``face``.
        """
        if self._letters(face).issuperset(map(ord, string)):
            return face
        letters = set(map(ord, string)) - _SPACES
        return next((f for f in self._chain(face) if letters <= self._letters(f)), face)

    def _runs(self, string: str, face: str) -> tuple[tuple[str, str], ...]:
        """Return the parts of ``string``, each with the face that shows it: one, unless its letters are in several fonts.

        If a letter is in none, it is ``string`` with ``face``.
        """
        if self._letters(face).issuperset(map(ord, string)):
            return ((string, face),)
        able = self.able(string, face)
        shown = able != face or set(map(ord, string)) - _SPACES <= self._letters(face)
        parts = ((string, able),) if shown else self._parted(string, face)
        return tuple([(self._spaced(part, able), able) for part, able in parts])

    def _spaced(self, string: str, face: str) -> str:
        """Return a string with usual spaces instead of those that a face lacks."""
        lacking = _SPACES.intersection(map(ord, string)) - self._letters(face)
        return string.translate(dict.fromkeys(lacking, "\xa0" if 0xA0 in self._letters(face) else " "))

    def _parted(self, string: str, face: str) -> Sequence[tuple[str, str]]:
        """Return letters that neighbor each other in one face, the first of the chain that has them."""
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
        return [("".join([char for char, _ in run]), able) for able, run in runs]

    def _chain(self, face: str) -> Iterator[str]:
        """Yield a face and those that stand in for it, in their order."""
        own = (name for name in self.files if name.startswith(_OWN))
        heavy = ("black", *own, _FALLBACK + "black") if face == DISPLAY else (*own, _FALLBACK + face)
        every = (face, *heavy, _FALLBACK + "regular", "regular", _SYMBOLS)
        return (name for name in dict.fromkeys(every) if name in self.files)

    def _em(self, string: str, face: str) -> float:
        """Return the width of ``string`` as a share of the font size, kerned. Raises LayoutError for a missing glyph."""
        return sum([self._part_em(part, able, face) for part, able in self.runs(string, face)])

    def _part_em(self, string: str, able: str, face: str) -> float:
        font, known = self._font(able), self._letters(able)
        if not known.issuperset(map(ord, string)):
            what, remedy = _missing(next(char for char in string if ord(char) not in known))
            raise LayoutError(Problem(self.files[face], None, face, what, remedy))
        width = sum(map(font.width, string)) / 1000
        return float(width + sum(kerning(self.files[able], string)))

    def width(self, string: str, face: str, size: float, spacing: float = 0.0) -> float:
        """Return the width in the unit of ``size``; ``spacing`` is added between characters."""
        return self.em(string, face) * size + spacing * max(0, len(string) - 1)

    def has(self, char: str, face: str) -> bool:
        """Whether a face, or what stands in for it, can show a character."""
        return ord(char) in self._letters(self.able(char, face))

    def cap(self, face: str) -> float:
        """Return the height of capitals (and lining figures) as a share of the font size."""
        return self._font(face).cap


Face = tuple[str, str, str]
"""A face of a theme, and the family and the style that it has in CSS."""
FACES: Sequence[Face] = (
    ("regular", "Text", "font-weight:400"),
    ("bold", "Text", "font-weight:700 900"),
    ("bold-italic", "Text", "font-weight:700 900;font-style:italic"),
    ("display", "Display", "font-weight:400"),
)
"""Those of documents."""
TYPED = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "‐–—‘’‚“”„•…′″⅛¼⅓½⅔¾×−≤≥→"
"""Letters that people type; others come from the reader's own faces."""


def faces_css(fonts: Fonts, shown: str, faces: Sequence[Face] = FACES) -> str:
    """A theme's faces as families of CSS, with the letters of what is shown; those that it lacks are left out."""
    files, letters = fonts.files, "".join(sorted(set(shown)))
    return "".join(
        f"@font-face{{font-family:{family};{kind};src:url(data:font/woff;base64,"
        f"{b64encode(woff(files[face], letters)).decode()})}}"
        for face, family, kind in faces
        if face in files
    )
