"""Fonts in a PDF: subsets of the letters that a file shows, with codes that are the same in every file.

A code is of one byte, so letters lie on pages of as many; nearly all text is on the first. reportlab cuts fonts down.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from deckgen.draw.fonts import ttfont
from deckgen.press.numbers import number, numbers
from deckgen.press.objects import PdfFile, dictionary

_COMMON = "–—‘’‚“”„†‡•…‰‹›⁄€™−≤≥≠≈→←↑↓✓⅓⅔⅛⅜⅝⅞ŒœŠšŽžŸĄąĆćĘęŁłŃńŚśŹźŻż"
"""What Latin-1 lacks and texts often have, at codes that it leaves free."""
_PLACES = [*range(1, 10), 11, 12, *range(14, 32), *range(127, 160), 173]  # without those that end lines
_FIRST = {code: code for code in (*range(32, 127), *range(161, 256)) if code != 0xAD}
_FIRST |= {ord(letter): place for letter, place in zip(_COMMON, _PLACES, strict=False)}
_UPPER = 128
"""On the other pages half of the codes are used: none that ends a line or a string."""
_ESCAPES = {ord(letter): f"\\{letter}" for letter in "()\\"}
_SYMBOLIC, _NONSYMBOLIC = 4, 32  # flags of fonts


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


def add_font(document: PdfFile, own: int, path: str, page: int, letters: Iterable[str]) -> None:
    """Add the font of those of the letters that are on a page, as the object ``own``."""
    coded = {
        code: letter for on, code, letter in ((*_place(letter), letter) for letter in letters) if on == page
    }
    subset, length, unicode, widths = _subset(path, tuple(sorted(coded.items())))
    face = ttfont(path).face
    tag = "".join(chr(65 + page // 26**place % 26) for place in reversed(range(6)))
    called = f"/{tag}+{face.name.decode('latin-1')}"
    file = document.stream(f"/Length1 {length}", subset, packed=True)
    described = {
        "Type": "/FontDescriptor", "FontName": called, "Flags": face.flags & ~_NONSYMBOLIC | _SYMBOLIC,
        "FontBBox": f"[{numbers(face.bbox)}]", "ItalicAngle": number(face.italicAngle),
        "Ascent": number(face.ascent), "Descent": number(face.descent), "CapHeight": number(face.capHeight),
        "StemV": number(face.stemV), "MissingWidth": number(face.defaultWidth), "FontFile2": f"{file} 0 R",
    }  # fmt: skip
    entries = {
        "Type": "/Font", "Subtype": "/TrueType", "BaseFont": called, "FirstChar": min(coded), "LastChar": max(coded),
        "Widths": f"[{widths}]", "FontDescriptor": f"{document.add(dictionary(described))} 0 R",
        "ToUnicode": f"{document.stream('', unicode, packed=True)} 0 R",
    }  # fmt: skip
    document.put(own, dictionary(entries))


@lru_cache(maxsize=64)  # most decks show the same letters
def _subset(path: str, coded: tuple[tuple[int, str], ...]) -> tuple[bytes, int, bytes, str]:
    """A font of some letters by their codes: its file, how long that was, what its codes mean, their widths."""
    face, at = ttfont(path).face, dict(coded)
    shown = [ord(at[code]) if code in at else 0 for code in range(max(at) + 1)]
    file: bytes = face.makeSubset(shown)
    widths = (face.getCharWidth(ord(at[code])) if code in at else 0 for code in range(min(at), max(at) + 1))
    return zlib.compress(file, 9), len(file), zlib.compress(_to_unicode(coded), 9), numbers(widths, 2)


def _to_unicode(coded: tuple[tuple[int, str], ...]) -> bytes:
    lines = [f"<{code:02X}> <{letter.encode('utf-16-be').hex().upper()}>" for code, letter in coded]
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]  # no more are allowed
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n{body}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode()
