"""Fonts in a PDF: subsets of the characters that a file shows, with the same codes in every file.

A code has one byte, so a font is split into pages of up to 256 characters; nearly all text is on page 0. What HarfBuzz
sets, and all of a font with cubic outlines, is in a composite font built for the file: its glyphs are the clusters that
are shown, so that each is the letters that it shows, for search and copying too.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen.draw.shaping import is_shaped
from deckgen.draw.truetype import UNUSED_IN_PDF, Cluster, FontFile, read_font, to_unicode
from deckgen.press.numbers import format_number
from deckgen.press.pdf.document import Array, Dictionary, Document, number_array

_COMMON_CHARACTERS = "–—‘’‚“”„†‡•…‰‹›⁄€™−≤≥≠≈→←↑↓✓⅓⅔⅛⅜⅝⅞ŒœŠšŽžŸĄąĆćĘęŁłŃńŚśŹźŻż"
"""Frequent characters that Latin-1 lacks; they get codes that it leaves free."""
_FREE_CODES = [*range(1, 10), 11, 12, *range(14, 32), *range(127, 160), 173]  # without line ends
_FIRST_PAGE = {code: code for code in (*range(32, 127), *range(161, 256)) if code != 0xAD}
_FIRST_PAGE |= {ord(letter): place for letter, place in zip(_COMMON_CHARACTERS, _FREE_CODES, strict=False)}
_HALF = 128
"""Codes of a further page: the upper half of a byte, without line ends and string delimiters."""
CLUSTERS = -1
"""The page of a font's clusters."""
_ESCAPES = {ord(letter): f"\\{letter}" for letter in "()\\"}


def _page_and_code(letter: str) -> tuple[int, int]:
    """Return the font page of a character and its code there. A no-break space becomes a space."""
    code = 32 if letter == "\xa0" else ord(letter)
    if code in _FIRST_PAGE:
        return 0, _FIRST_PAGE[code]
    page, code = divmod(code, _HALF)
    return 1 + page, _HALF + code


def encode_runs(string: str) -> Iterator[tuple[int, str]]:
    """Yield a string as runs of (font page, escaped codes)."""
    for page, run in groupby(map(_page_and_code, string), key=itemgetter(0)):
        yield page, "".join([chr(code) for _, code in run]).translate(_ESCAPES)


def has_clusters(path: str, string: str) -> bool:
    """Return whether a string needs a font of clusters: in a script that HarfBuzz sets, or of cubic outlines."""
    return is_shaped(string) or read_font(path).is_cubic


def encode_clusters(path: str, string: str, code: Callable[[str, Cluster], str]) -> str:
    """Return the operator that shows a string in a font of clusters; ``code`` returns that of one, as written."""
    shown, move = "", 0.0
    for cluster, advance in read_font(path).clusters(string):
        written = format_number(move, 1)
        shown += f"<{code(path, cluster)}>" if written == "0" else f"{written}<{code(path, cluster)}>"
        move += cluster.width - 1000 * advance - float(written)
    return f"[{shown.replace('><', '')}] TJ"


_clusters: list[tuple[str, Cluster]] = []
_TOKEN = re.compile(r"\0(\d+)\0")


@cache
def cluster_token(path: str, cluster: Cluster) -> str:
    """Return what stands for a cluster's code in operators, which files share, though each has codes of its own."""
    _clusters.append((path, cluster))
    return f"\0{len(_clusters) - 1}\0"


class ClusterCodes:
    """The codes of clusters in one file: by font, in the order in which the file's contents show them."""

    def __init__(self) -> None:
        self._codes: dict[str, dict[Cluster, int]] = {}

    def replace_tokens(self, content: str) -> str:
        """Return operators with codes in place of tokens."""
        if "\0" not in content:
            return content
        return _TOKEN.sub(lambda token: self._code(*_clusters[int(token[1])]), content)

    def _code(self, path: str, cluster: Cluster) -> str:
        codes = self._codes.setdefault(read_font(path).name, {})
        return f"{codes.setdefault(cluster, 1 + len(codes)):04X}"

    def of_font(self, name: str) -> Sequence[Cluster]:
        """Return a font's clusters in the order of their codes, from 1."""
        return [*self._codes[name]]


def add_cluster_font(document: Document, reference: PDFObjectReference, path: str, clusters: Sequence[Cluster]) -> None:
    """Add, as the object ``reference``, the composite font whose codes from 1 on are these clusters of a font file."""
    font, file = read_font(path), read_font(path).build(clusters)
    letters = {code: cluster.letters for code, cluster in enumerate(clusters, 1)}
    unicode = zlib.compress(to_unicode(letters, 4), 9)
    widths = Array([1, number_array((cluster.width for cluster in clusters), 2)])
    files = zlib.compress(file, 9), len(file), unicode
    name = f"GLYPHS+{font.name}"
    document.put(reference, composite_font(document, name, files, _describe(font), font.default_width, widths))


def add_font(document: Document, reference: PDFObjectReference, path: str, page: int, strings: Iterable[str]) -> None:
    """Add, as the object ``reference``, the subset font of those letters of strings that are on one font page."""
    letters = {letter for string in strings if not has_clusters(path, string) for letter in string}
    located = [
        (*_page_and_code(letter), letter) for letter in sorted(letters)[::-1]
    ]  # of two spaces the usual one wins
    letters_by_code = {code: letter for letter_page, code, letter in located if letter_page == page}
    subset, length, to_unicode_map, widths = _subset(path, tuple(sorted(letters_by_code.items())))
    font = read_font(path)
    tag = "".join(chr(65 + page // 26**digit % 26) for digit in reversed(range(6)))
    base_font = f"/{tag}+{font.name}"
    file = document.add_stream({"Length1": length}, subset, packed=True)
    descriptor = {
        "Type": "/FontDescriptor", "FontName": base_font, **_describe(font),
        "MissingWidth": format_number(font.default_width), "FontFile2": file,
    }  # fmt: skip
    entries = {
        "Type": "/Font", "Subtype": "/TrueType", "BaseFont": base_font, "FirstChar": min(letters_by_code), "LastChar": max(letters_by_code),
        "Widths": number_array(widths, 2), "FontDescriptor": document.add(Dictionary(descriptor)),
        "ToUnicode": document.add_stream({}, to_unicode_map, packed=True),
    }  # fmt: skip
    document.put(reference, Dictionary(entries))


def composite_font(
    document: Document,
    name: str,
    files: tuple[bytes, int, bytes],
    descriptor: Mapping[str, Any],
    default_width: float,
    widths: Array,
) -> Dictionary:
    """Return the composite font ``name`` of codes of two bytes, after adding its parts to the document.

    ``files``: packed font file, its unpacked length, packed ToUnicode map. ``descriptor``: further entries of its
    descriptor; ``widths``: as PDF has them.
    """
    data, length, unicode = files
    file = document.add_stream({"Length1": length}, data, packed=True)
    described = {"Type": "/FontDescriptor", "FontName": f"/{name}", **descriptor, "FontFile2": file}
    system = {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
    cid_font = {
        "Type": "/Font", "Subtype": "/CIDFontType2", "BaseFont": f"/{name}", "CIDToGIDMap": "/Identity",
        "DW": format_number(default_width, 2), "CIDSystemInfo": Dictionary(system),
        "FontDescriptor": document.add(Dictionary(described)), "W": widths,
    }  # fmt: skip
    return Dictionary({
        "Type": "/Font", "Subtype": "/Type0", "BaseFont": f"/{name}", "Encoding": "/Identity-H",
        "DescendantFonts": Array([document.add(Dictionary(cid_font))]),
        "ToUnicode": document.add_stream({}, unicode, packed=True),
    })  # fmt: skip


def _describe(font: FontFile) -> dict[str, Any]:
    """Return a font's entries of a descriptor that do not depend on its subset."""
    return {
        "Flags": font.flags, "FontBBox": number_array(font.box), "ItalicAngle": format_number(font.italic_angle),
        "Ascent": format_number(font.ascent), "Descent": format_number(font.descent), "CapHeight": format_number(font.cap_height),
        "StemV": format_number(font.stem),
    }  # fmt: skip


@lru_cache(maxsize=64)  # most decks show the same letters
def _subset(path: str, codes_and_letters: tuple[tuple[int, str], ...]) -> tuple[bytes, int, bytes, tuple[float, ...]]:
    """Return a subset font of (code, letter): packed file, its unpacked length, packed ToUnicode map, widths."""
    font, letter_by_code = read_font(path), dict(codes_and_letters)
    file, _ = font.subset(letter_by_code.values(), UNUSED_IN_PDF, letter_by_code)
    widths = (
        font.width(letter_by_code[code]) if code in letter_by_code else 0
        for code in range(min(letter_by_code), max(letter_by_code) + 1)
    )
    return zlib.compress(file, 9), len(file), zlib.compress(to_unicode(letter_by_code, 2), 9), tuple(widths)
