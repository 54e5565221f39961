"""Fonts in a PDF: subsets of the characters that a file shows, with the same codes in every file.

A code has one byte, so a font is split into pages of up to 256 characters; nearly all text is on page 0.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from reportlab.pdfbase.pdfdoc import PDFObjectReference

from deckgen.draw.truetype import UNUSED_IN_PDF, read_font, to_unicode
from deckgen.press.numbers import format_number
from deckgen.press.pdf.document import Dictionary, Document, number_array

_COMMON_CHARACTERS = "–—‘’‚“”„†‡•…‰‹›⁄€™−≤≥≠≈→←↑↓✓⅓⅔⅛⅜⅝⅞ŒœŠšŽžŸĄąĆćĘęŁłŃńŚśŹźŻż"
"""Frequent characters that Latin-1 lacks; they get codes that it leaves free."""
_FREE_CODES = [*range(1, 10), 11, 12, *range(14, 32), *range(127, 160), 173]  # without line ends
_FIRST_PAGE = {code: code for code in (*range(32, 127), *range(161, 256)) if code != 0xAD}
_FIRST_PAGE |= {ord(letter): place for letter, place in zip(_COMMON_CHARACTERS, _FREE_CODES, strict=False)}
_HALF = 128
"""Codes of a further page: the upper half of a byte, without line ends and string delimiters."""
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


def add_font(document: Document, reference: PDFObjectReference, path: str, page: int, letters: Iterable[str]) -> None:
    """Add, as the object ``reference``, the subset font of those letters that are on one font page."""
    located = (
        (*_page_and_code(letter), letter) for letter in sorted(letters, reverse=True)
    )  # if both spaces occur, the usual one wins
    letters_by_code = {code: letter for letter_page, code, letter in located if letter_page == page}
    subset, length, to_unicode_map, widths = _subset(path, tuple(sorted(letters_by_code.items())))
    font = read_font(path)
    tag = "".join(chr(65 + page // 26**digit % 26) for digit in reversed(range(6)))
    base_font = f"/{tag}+{font.name}"
    file = document.add_stream({"Length1": length}, subset, packed=True)
    descriptor = {
        "Type": "/FontDescriptor", "FontName": base_font, "Flags": font.flags,
        "FontBBox": number_array(font.box), "ItalicAngle": format_number(font.italic_angle),
        "Ascent": format_number(font.ascent), "Descent": format_number(font.descent), "CapHeight": format_number(font.cap_height),
        "StemV": format_number(font.stem), "MissingWidth": format_number(font.default_width), "FontFile2": file,
    }  # fmt: skip
    entries = {
        "Type": "/Font", "Subtype": "/TrueType", "BaseFont": base_font, "FirstChar": min(letters_by_code), "LastChar": max(letters_by_code),
        "Widths": number_array(widths, 2), "FontDescriptor": document.add(Dictionary(descriptor)),
        "ToUnicode": document.add_stream({}, to_unicode_map, packed=True),
    }  # fmt: skip
    document.put(reference, Dictionary(entries))


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
