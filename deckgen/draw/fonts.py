"""The fonts of a theme, the fonts that replace missing letters, and the width of text."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from functools import cache, lru_cache
from itertools import groupby
from math import fsum
from operator import itemgetter
from pathlib import Path

from deckgen.draw.shaping import INVISIBLE, Run, count_gaps, has_ideographs, is_shaped, order_runs, split_clusters
from deckgen.draw.truetype import FontFile, kerning, make_woff, read_font, shape
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
"""The typeface of titles; the theme's heaviest one unless it names a file for it."""
_SPARE, _THEME, _SYMBOLS = "packaged-", "fallback-", "symbols"
_SYMBOLS_FILE = "fonts/DejaVuSymbols-400Regular.ttf"
_SPACES = frozenset({0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F})
"""Spaces that look much like others."""
_PUNCTUATION = frozenset(map(ord, " -.,;:!?'’()"))
"""Signs that are set in the font of the word before them."""
SYMBOL = "\ufffc"
"""Stands for a symbol of the layout in running text; its typeface is the symbol's name, such as icon-coin."""
_ICON, _SYMBOL_EM = "icon-", 0.98  # how names of symbols begin; their width in ems, with the space around them
_CACHE_SIZE = 1 << 14  # strings: decks with free texts have any number


def packaged_typefaces() -> tuple[str, ...]:
    return (*_PACKAGED, DISPLAY)


def font_files(theme_files: Mapping[str, str], fallbacks: Sequence[str] = ()) -> dict[str, str]:
    """Return the font file of every typeface of a theme, and of those that replace missing letters, by name.

    ``theme_files`` maps typefaces to files; packaged fonts fill the gaps. ``fallbacks`` are the theme's
    own replacements, tried before the packaged and the shipped ones.
    """
    packaged = packaged_typefaces()
    files = {name: packaged_file(name) for name in packaged if name not in theme_files}
    if DISPLAY not in theme_files and "black" in theme_files:
        files[DISPLAY] = theme_files["black"]
    spare_files = {_SPARE + name: packaged_file(name) for name in theme_files if name in packaged}
    fallback_files = {f"{_THEME}{number}": file for number, file in enumerate(fallbacks, 1)}
    symbols = {_SYMBOLS: str(shipped_path("layouts") / _SYMBOLS_FILE)}
    return {**files, **theme_files, **fallback_files, **spare_files, **symbols}


@cache
def packaged_file(typeface: str) -> str:
    """Return the file of a typeface of Source Sans Pro, from the package font-source-sans-pro."""
    import font_source_sans_pro  # noqa: PLC0415  (reads a folder when imported)

    style = _PACKAGED["black" if typeface == DISPLAY else typeface]
    return str(Path(font_source_sans_pro.__file__).parent / "files" / f"SourceSansPro-{style}.ttf")


@lru_cache(maxsize=8)  # most themes share their fonts
def cached_fonts(files: tuple[tuple[str, str], ...]) -> Fonts:
    """Return the ``Fonts`` of these (typeface, file) pairs; most themes share them, and their measures."""
    return Fonts(dict(files))


class Fonts:
    """The fonts of a theme, and measures of text in them. ``files``: typeface → path."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)
        # The same strings are measured again and again.
        self.typeface_for = lru_cache(_CACHE_SIZE)(self._typeface_for)
        self.runs = lru_cache(_CACHE_SIZE)(self._runs)
        self._split_run = lru_cache(_CACHE_SIZE)(self._split_string)
        self.em_width = lru_cache(_CACHE_SIZE)(self._em_width)
        self._code_points = cache(self._all_code_points)

    def _all_code_points(self, typeface: str) -> frozenset[int]:
        """Return the code points that a typeface has; a symbol's only SYMBOL."""
        return frozenset({ord(SYMBOL)}) if typeface.startswith(_ICON) else self._font(typeface).characters | INVISIBLE

    @property
    def named_files(self) -> dict[str, str]:
        """The files of the typefaces that a theme can name."""
        return {n: f for n, f in self.files.items() if not n.startswith((_SPARE, _THEME)) and n != _SYMBOLS}

    @property
    def fallback_files(self) -> list[str]:
        """The theme's replacements for letters that its typefaces lack."""
        return [file for name, file in self.files.items() if name.startswith(_THEME)]

    def _font(self, typeface: str) -> FontFile:
        return read_font(self.files[typeface])

    def _typeface_for(self, string: str, typeface: str) -> str:
        """Return the first of ``typeface`` and its replacements with all letters, spaces aside; else ``typeface``."""
        if self._code_points(typeface).issuperset(map(ord, string)):
            return typeface
        if is_shaped(string) and any(
            c.isalnum() and ord(c) in self._code_points(typeface) for c in string if not is_shaped(c)
        ):
            return typeface  # only the letters of other scripts are replaced
        letters = set(map(ord, string)) - _SPACES
        substitute = self._first_with(letters, typeface) or typeface
        return typeface if " " in string and self.is_colored(substitute) else substitute

    def line_runs(self, runs: Iterable[Run]) -> tuple[Run, ...]:
        """Return the runs of a line as ``runs`` does those of a string."""
        return order_runs([part for run in runs for part in self._split_run(*run)])

    def _runs(self, string: str, typeface: str) -> tuple[Run, ...]:
        """Return (part, typeface) pairs from left to right; one pair if a letter is in no font.

        Spaces that a font lacks are replaced. Each part has one direction, its letters in the order of reading.
        """
        return self.line_runs([(string, typeface)])

    def _split_string(self, string: str, typeface: str) -> tuple[Run, ...]:
        """Return (part, typeface) pairs in the order of reading, for ``runs``."""
        if self._code_points(typeface).issuperset(map(ord, string)):
            return ((string, typeface),)
        substitute = self.typeface_for(string, typeface)
        is_complete = substitute != typeface or set(map(ord, string)) - _SPACES <= self._code_points(typeface)
        parts = ((string, substitute),) if is_complete else self._split_by_typeface(string, typeface)
        return tuple([(self._replace_spaces(part, substitute), substitute) for part, substitute in parts])

    def _replace_spaces(self, string: str, typeface: str) -> str:
        """Return the string with no-break or plain spaces for those that the typeface lacks."""
        missing = _SPACES.intersection(map(ord, string)) - self._code_points(typeface)
        space = "\xa0" if 0xA0 in self._code_points(typeface) else " "
        return string.translate(dict.fromkeys(missing, space))

    def _split_by_typeface(self, string: str, typeface: str) -> Sequence[tuple[str, str]]:
        """Return (part, typeface) pairs, each letter in its first candidate; one pair if a letter is in none."""
        parts: list[Run] = []
        for cluster in split_clusters(string):
            codes = set(map(ord, cluster))
            substitute = typeface if codes <= _SPACES else self._first_with(codes, typeface)
            if not substitute:
                return ((string, typeface),)
            is_sign = parts and codes <= _PUNCTUATION and codes <= self._code_points(parts[-1][1])
            if is_sign and not self.is_colored(parts[-1][1]):
                substitute = parts[-1][1]
            parts.append((cluster, substitute))
        runs = groupby(parts, key=itemgetter(1))
        return [("".join([cluster for cluster, _ in run]), substitute) for substitute, run in runs]

    def _first_with(self, codes: AbstractSet[int], typeface: str) -> str:
        """Return the first of a typeface and its replacements, as they are tried, that has all code points; else ""."""
        fallbacks = (name for name in self.files if name.startswith(_THEME))
        black, spare = (("black",), "black") if typeface == DISPLAY else ((), typeface)
        names = (typeface, *black, *fallbacks, _SPARE + spare, _SPARE + "regular", "regular", _SYMBOLS)
        return next((name for name in names if name in self.files and codes <= self._code_points(name)), "")

    def _em_width(self, string: str, typeface: str) -> float:
        """Return the kerned width of ``string`` in ems. Raises LayoutError for a missing glyph."""
        runs = self.runs(string, typeface)
        return fsum([self._run_em_width(part, substitute, typeface) for part, substitute in runs])

    def _run_em_width(self, string: str, substitute: str, typeface: str) -> float:
        """Return the kerned width in ems, set in ``substitute``. A missing glyph is a LayoutError of ``typeface``."""
        if substitute.startswith(_ICON):
            return len(string) * _SYMBOL_EM
        font, code_points = self._font(substitute), self._code_points(substitute)
        if not code_points.issuperset(map(ord, string)):
            char = next(char for char in string if ord(char) not in code_points)
            message = f"U+{ord(char):04X}{f' {char}' if char.isprintable() else ''} is in none of the fonts"
            remedy = "use another letter or an icon, or name a font file that has it under fallbacks: in the theme"
            raise LayoutError(Problem(self.files[typeface], None, typeface, message, remedy))
        if is_shaped(string):
            return float(fsum(advance for _, advance in shape(self.files[substitute], string)))
        width = fsum(map(font.width, string)) / 1000
        return float(width + fsum(kerning(self.files[substitute], string)))

    def width(self, string: str, typeface: str, size: float, spacing: float = 0.0) -> float:
        """Return a line's width in the unit of ``size``, ``spacing`` between characters. May raise LayoutError."""
        return self.em_width(string, typeface) * size + spacing * count_gaps(string)

    def can_show(self, char: str, typeface: str) -> bool:
        """Return whether a typeface, or its replacement, has a character."""
        return ord(char) in self._code_points(self.typeface_for(char, typeface))

    def cap(self, typeface: str) -> float:
        """Return the height of capitals (and lining figures) as a share of the font size."""
        return self._font(typeface).cap

    def replaced_letters(self, letters: str, typeface: str) -> dict[str, str]:
        """Return the letters that a typeface lacks, by the theme's own replacement that has them; no emoji."""
        replaced: dict[str, str] = {}
        for letter in letters:
            name = self._first_with({ord(letter)}, typeface)
            if name.startswith(_THEME) and not self.is_colored(name):
                replaced[name] = replaced.get(name, "") + letter
        return replaced

    def is_colored(self, typeface: str) -> bool:
        """Return whether a typeface's letters are pictures."""
        return not typeface.startswith(_ICON) and self._font(typeface).is_colored

    def height(self, string: str, typeface: str) -> float:
        """Return what a line needs of a box to be centered in it by its capitals, in ems: ``cap``, or what is higher.

        Chinese and Japanese need the same for all letters: their font's height.
        """
        cap = self.cap(typeface)
        if not is_shaped(string):
            return cap
        edges = [(cap, 0.0)]
        for part, substitute in self.runs(string, typeface):
            font = self._font(substitute)
            if has_ideographs(part):
                edges.append((font.ascent / 1000, font.descent / 1000))
            elif is_shaped(part):
                edges.append(font.extent(part))
        tops, bottoms = zip(*edges, strict=True)
        return float(max(cap, 2 * max(tops) - cap, cap - 2 * min(bottoms)))


Typeface = tuple[str, str, str]
"""A typeface of a theme, and its family and style in CSS."""
DOCUMENT_TYPEFACES: Sequence[Typeface] = (
    ("regular", "Text", "font-weight:400"),
    ("bold", "Text", "font-weight:700 900"),
    ("bold-italic", "Text", "font-weight:700 900;font-style:italic"),
    ("display", "Display", "font-weight:400"),
)
"""Typefaces of web pages."""
TYPEABLE_LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "‐–—‘’‚“”„•…′″⅛¼⅓½⅔¾×−≤≥→"
"""Letters that people can type into a web page; a browser shows others in fonts of its own."""


def font_face_css(fonts: Fonts, text: str, typefaces: Sequence[Typeface] = DOCUMENT_TYPEFACES) -> str:
    """Return ``@font-face`` rules with the letters of ``text``, for ``typefaces`` that the theme has.

    Letters that those lack are of the theme's own replacements. Browsers show emoji in fonts of theirs.
    """
    files, letters = fonts.files, "".join(sorted(set(text)))
    faces: list[tuple[str, str, str]] = []
    for typeface, family, kind in typefaces:
        if typeface in files:
            faces.append((files[typeface], letters, f"font-family:{family};{kind}"))
            for name, part in fonts.replaced_letters(letters, typeface).items():
                codes = ",".join(f"U+{ord(letter):X}" for letter in part)
                faces.append((files[name], part, f"font-family:{family};{kind};unicode-range:{codes}"))
    return "".join(
        f"@font-face{{{descriptors};src:url(data:font/woff;base64,{b64encode(make_woff(path, part)).decode()})}}"
        for path, part, descriptors in faces
    )
