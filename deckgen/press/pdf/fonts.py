"""Fonts in a PDF: subsets of the letters that a file shows, with codes that are the same in every file.

A code is of one byte, so letters lie on pages of as many; nearly all text is on the first.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from reportlab.pdfbase.pdfdoc import PDFObjectReference

from deckgen.draw.truetype import UNUSED_IN_PDF, read_font, to_unicode
from deckgen.press.numbers import number
from deckgen.press.pdf.document import Dictionary, Document, number_array

_COMMON = "–—‘’‚“”„†‡•…‰‹›⁄€™−≤≥≠≈→←↑↓✓⅓⅔⅛⅜⅝⅞ŒœŠšŽžŸĄąĆćĘęŁłŃńŚśŹźŻż"
"""What Latin-1 lacks and texts often have, at codes that it leaves free."""
_PLACES = [*range(1, 10), 11, 12, *range(14, 32), *range(127, 160), 173]  # without those that end lines
_FIRST = {code: code for code in (*range(32, 127), *range(161, 256)) if code != 0xAD}
_FIRST |= {ord(letter): place for letter, place in zip(_COMMON, _PLACES, strict=False)}
_UPPER = 128
"""On the other pages half of the codes are used: none that ends a line or a string."""
_ESCAPES = {ord(letter): f"\\{letter}" for letter in "()\\"}


def _place(letter: str) -> tuple[int, int]:
    """The page of a letter, and its code there. A space that must not break is a space."""
    code = 32 if letter == "\xa0" else ord(letter)
    if code in _FIRST:
        return 0, _FIRST[code]
    page, code = divmod(code, _UPPER)
    return 1 + page, _UPPER + code


def codes(string: str) -> Iterator[tuple[int, str]]:
    """A string as runs of (page of letters, escaped codes)."""
    for page, run in groupby(map(_place, string), key=itemgetter(0)):
        yield page, "".join([chr(code) for _, code in run]).translate(_ESCAPES)


def add_font(
    document: Document, own: PDFObjectReference, path: str, page: int, letters: Iterable[str]
) -> None:
    """Add the font of those of the letters that are on a page, as the object ``own``."""
    placed = (
        (*_place(letter), letter) for letter in sorted(letters, reverse=True)
    )  # of two spaces, the usual one
    coded = {code: letter for on, code, letter in placed if on == page}
    subset, length, unicode, widths = _subset(path, tuple(sorted(coded.items())))
    font = read_font(path)
    tag = "".join(chr(65 + page // 26**place % 26) for place in reversed(range(6)))
    called = f"/{tag}+{font.name}"
    file = document.stream({"Length1": length}, subset, packed=True)
    described = {
        "Type": "/FontDescriptor", "FontName": called, "Flags": font.flags,
        "FontBBox": number_array(font.box), "ItalicAngle": number(font.italic_angle),
        "Ascent": number(font.ascent), "Descent": number(font.descent), "CapHeight": number(font.cap_height),
        "StemV": number(font.stem), "MissingWidth": number(font.default_width), "FontFile2": file,
    }  # fmt: skip
    entries = {
        "Type": "/Font", "Subtype": "/TrueType", "BaseFont": called, "FirstChar": min(coded), "LastChar": max(coded),
        "Widths": number_array(widths, 2), "FontDescriptor": document.add(Dictionary(described)),
        "ToUnicode": document.stream({}, unicode, packed=True),
    }  # fmt: skip
    document.put(own, Dictionary(entries))


@lru_cache(maxsize=64)  # most decks show the same letters
def _subset(path: str, coded: tuple[tuple[int, str], ...]) -> tuple[bytes, int, bytes, tuple[float, ...]]:
    """A font of some letters by their codes: its file, how long that was, what its codes mean, their widths."""
    font, at = read_font(path), dict(coded)
    file, _ = font.subset(at.values(), UNUSED_IN_PDF, at)
    widths = (font.width(at[code]) if code in at else 0 for code in range(min(at), max(at) + 1))
    return zlib.compress(file, 9), len(file), zlib.compress(to_unicode(at, 2), 9), tuple(widths)
