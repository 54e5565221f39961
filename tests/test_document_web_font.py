"""Faces of web pages, read back: the tables of a WOFF file, unpacked."""

import re
import struct
import zlib
from base64 import b64decode
from itertools import pairwise

import pytest
from table_decks import shipped as deck_of

from deckgen.document.look import document_style
from deckgen.document.web_font import faces_css, woff
from deckgen.draw.fonts import ttfont
from deckgen.files import shipped

FONTS = sorted((shipped("layouts") / "fonts").glob("*.ttf"))


def tables(data):
    signature, flavour, length, count = struct.unpack_from(">4sIIH", data)
    assert (signature, flavour, length) == (b"wOFF", 0x00010000, len(data))
    found = {}
    for i in range(count):
        tag, at, packed, whole, _ = struct.unpack_from(">4sIIII", data, 44 + 20 * i)
        assert at % 4 == 0
        part = data[at : at + packed]
        found[tag] = zlib.decompress(part) if packed < whole else part
        assert len(found[tag]) == whole
    return found


@pytest.mark.parametrize("file", FONTS, ids=lambda file: file.stem)
def test_only_the_letters_that_are_shown_have_outlines_and_these_are_the_same(file):
    found = tables(woff(str(file), "7Ä"))
    face = ttfont(str(file)).face
    assert struct.unpack_from(">h", found[b"head"], 50) == (1,)
    assert found[b"head"][:4] == b"\x00\x01\x00\x00"
    ends = struct.unpack(f">{len(found[b'loca']) // 4}I", found[b"loca"])
    assert len(ends) == len(face.glyphPos)
    assert sum(end > start for start, end in pairwise(ends)) <= 6
    whole = face.get_table("glyf")
    for letter in "7Ä":
        glyph = face.charToGlyph[ord(letter)]
        own = whole[face.glyphPos[glyph] : face.glyphPos[glyph + 1]]
        assert found[b"glyf"][ends[glyph] : ends[glyph + 1]].startswith(own)
    assert len(woff(str(file), "7Ä")) < file.stat().st_size / 3


def test_a_page_gets_the_faces_of_its_style_sheet():
    css = faces_css(document_style(deck_of("future-imperfect")[1]), "Seven 7")
    assert css.count("@font-face") == 4
    for data in re.findall(r"base64,([^)]*)\)", css):
        assert tables(b64decode(data))
