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
from deckgen.files import shipped_path

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
_SPARE, _THEME, _SYMBOLS = "packaged-", "fallback-", "symbols"
_SYMBOLS_FILE = "fonts/DejaVuSymbols-400Regular.ttf"
_UNSUPPORTED = frozenset(
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
_PUNCTUATION = frozenset(map(ord, " -.,;:!?'’()"))
"""Signs that look better in the font of the word before them."""
_CACHE_SIZE = 1 << 14  # strings whose measures are known: decks with texts of their own have no end of them


def packaged_typefaces() -> tuple[str, ...]:
    return (*_PACKAGED, DISPLAY)


def font_files(theme_files: Mapping[str, str], fallbacks: Sequence[str] = ()) -> dict[str, str]:
    """The files of all faces of a theme that names some, and of those that stand in for letters that they lack.

    ``fallbacks`` are files of the theme's own that do so before the packaged and the shipped ones.
    """
    files = {face: packaged_file(face) for face in packaged_typefaces() if face not in theme_files}
    if DISPLAY not in theme_files and "black" in theme_files:
        files[DISPLAY] = theme_files["black"]
    spare_files = {_SPARE + face: packaged_file(face) for face in theme_files if face in packaged_typefaces()}
    fallback_files = {f"{_THEME}{number}": file for number, file in enumerate(fallbacks, 1)}
    return {
        **files,
        **theme_files,
        **fallback_files,
        **spare_files,
        _SYMBOLS: str(shipped_path("layouts") / _SYMBOLS_FILE),
    }


@cache
def packaged_file(typeface: str) -> str:
    """The file of a face of Source Sans Pro, from the package font-source-sans-pro."""
    import font_source_sans_pro  # noqa: PLC0415  (reads a folder when imported)

    style = _PACKAGED["black" if typeface == DISPLAY else typeface]
    return str(Path(font_source_sans_pro.__file__).parent / "files" / f"SourceSansPro-{style}.ttf")


def _missing_letter(char: str) -> tuple[str, str]:
    """What is said of a letter that no face has, and the remedy."""
    letter = f"U+{ord(char):04X} {char}" if char.isprintable() else f"U+{ord(char):04X}"
    if ord(char) in _UNSUPPORTED:
        reason = "is of a right-to-left or shaping script, which deckgen cannot lay out"
        return f"{letter} {reason}", "write it in other letters"
    remedy = "use another letter or an icon, or name a .ttf file that has it under fallbacks: in the theme"
    return f"{letter} is in none of the fonts", remedy


@lru_cache(maxsize=8)  # most themes have the same, and need not measure their texts again
def cached_fonts(files: tuple[tuple[str, str], ...]) -> Fonts:
    return Fonts(dict(files))


class Fonts:
    """The faces of a theme, and the sizes of text set in them. ``files``: face → path."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        # The same strings are asked for again and again; decks with texts of their own have no end of them.
        self.typeface_for = lru_cache(_CACHE_SIZE)(self._typeface_for)
        self.runs = lru_cache(_CACHE_SIZE)(self._runs)
        self.em_width = lru_cache(_CACHE_SIZE)(self._em_width)
        self._code_points = cache(lambda face: self._font(face).characters - _UNSUPPORTED)

    def _font(self, typeface: str) -> FontFile:
        return read_font(self.files[typeface])

    def _typeface_for(self, string: str, typeface: str) -> str:
        """Return the face that shows ``string``: ``face``, or what stands in for it where it lacks a letter.

        For the display face that is the heaviest, for others the packaged face of that name, and then the
        fallbacks; if none of them has all letters, it is ``face``.
        """
        if self._code_points(typeface).issuperset(map(ord, string)):
            return typeface
        letters = set(map(ord, string)) - _SPACES
        return next((f for f in self._candidates(typeface) if letters <= self._code_points(f)), typeface)

    def _runs(self, string: str, typeface: str) -> tuple[tuple[str, str], ...]:
        """Return the parts of ``string``, each with the face that shows it: one, unless its letters are in several fonts.

        If a letter is in none, it is ``string`` with ``face``.
        """
        if self._code_points(typeface).issuperset(map(ord, string)):
            return ((string, typeface),)
        substitute = self.typeface_for(string, typeface)
        is_complete = substitute != typeface or set(map(ord, string)) - _SPACES <= self._code_points(typeface)
        parts = ((string, substitute),) if is_complete else self._split_by_typeface(string, typeface)
        return tuple([(self._replace_spaces(part, substitute), substitute) for part, substitute in parts])

    def _replace_spaces(self, string: str, typeface: str) -> str:
        """Return a string with usual spaces instead of those that a face lacks."""
        missing = _SPACES.intersection(map(ord, string)) - self._code_points(typeface)
        return string.translate(
            dict.fromkeys(missing, "\xa0" if 0xA0 in self._code_points(typeface) else " ")
        )

    def _split_by_typeface(self, string: str, typeface: str) -> Sequence[tuple[str, str]]:
        """Return letters that neighbor each other in one face, the first of the chain that has them."""
        parts: list[tuple[str, str]] = []
        for char in string:
            substitute = typeface if ord(char) in _SPACES else ""
            substitute = substitute or next(
                (f for f in self._candidates(typeface) if ord(char) in self._code_points(f)), ""
            )
            if not substitute:
                return ((string, typeface),)
            if parts and ord(char) in _PUNCTUATION and ord(char) in self._code_points(parts[-1][1]):
                substitute = parts[-1][1]
            parts.append((char, substitute))
        runs = groupby(parts, key=itemgetter(1))
        return [("".join([char for char, _ in run]), substitute) for substitute, run in runs]

    def _candidates(self, typeface: str) -> Iterator[str]:
        """Yield a face and those that stand in for it, in their order."""
        fallbacks = (name for name in self.files if name.startswith(_THEME))
        heavy = (
            ("black", *fallbacks, _SPARE + "black")
            if typeface == DISPLAY
            else (*fallbacks, _SPARE + typeface)
        )
        names = (typeface, *heavy, _SPARE + "regular", "regular", _SYMBOLS)
        return (name for name in dict.fromkeys(names) if name in self.files)

    def _em_width(self, string: str, typeface: str) -> float:
        """Return the width of ``string`` as a share of the font size, kerned. Raises LayoutError for a missing glyph."""
        return sum(
            [
                self._run_em_width(part, substitute, typeface)
                for part, substitute in self.runs(string, typeface)
            ]
        )

    def _run_em_width(self, string: str, substitute: str, typeface: str) -> float:
        font, code_points = self._font(substitute), self._code_points(substitute)
        if not code_points.issuperset(map(ord, string)):
            message, remedy = _missing_letter(next(char for char in string if ord(char) not in code_points))
            raise LayoutError(Problem(self.files[typeface], None, typeface, message, remedy))
        width = sum(map(font.width, string)) / 1000
        return float(width + sum(kerning(self.files[substitute], string)))

    def width(self, string: str, typeface: str, size: float, spacing: float = 0.0) -> float:
        """Return the width in the unit of ``size``; ``spacing`` is added between characters."""
        return self.em_width(string, typeface) * size + spacing * max(0, len(string) - 1)

    def can_show(self, char: str, typeface: str) -> bool:
        """Whether a face, or what stands in for it, can show a character."""
        return ord(char) in self._code_points(self.typeface_for(char, typeface))

    def cap(self, typeface: str) -> float:
        """Return the height of capitals (and lining figures) as a share of the font size."""
        return self._font(typeface).cap


Typeface = tuple[str, str, str]
"""A face of a theme, and the family and the style that it has in CSS."""
DOCUMENT_TYPEFACES: Sequence[Typeface] = (
    ("regular", "Text", "font-weight:400"),
    ("bold", "Text", "font-weight:700 900"),
    ("bold-italic", "Text", "font-weight:700 900;font-style:italic"),
    ("display", "Display", "font-weight:400"),
)
"""Those of documents."""
TYPEABLE_LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "‐–—‘’‚“”„•…′″⅛¼⅓½⅔¾×−≤≥→"
"""Letters that people type; others come from the reader's own faces."""


def font_face_css(fonts: Fonts, text: str, typefaces: Sequence[Typeface] = DOCUMENT_TYPEFACES) -> str:
    """A theme's faces as families of CSS, with the letters of what is shown; those that it lacks are left out."""
    files, letters = fonts.files, "".join(sorted(set(text)))
    return "".join(
        f"@font-face{{font-family:{family};{kind};src:url(data:font/woff;base64,"
        f"{b64encode(woff(files[face], letters)).decode()})}}"
        for face, family, kind in typefaces
        if face in files
    )
