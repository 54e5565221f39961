"""Faces of web pages, read back: the tables of a WOFF file, unpacked."""

import re
import struct
import zlib
from base64 import b64decode

import pytest
from table_decks import shipped as deck_of

from deckgen.document.pages import document_style
from deckgen.draw.fonts import read_font
from deckgen.draw.web_font import faces_css, woff
from deckgen.files import shipped

FONTS = [file for file in sorted((shipped("layouts") / "fonts").glob("*.ttf")) if "Symbols" not in file.name]


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


def file_of(found):
    """Tables as a TrueType file."""
    at, entries, body = 12 + 16 * len(found), b"", b""
    for tag, table in sorted(found.items()):
        entries += struct.pack(">4sIII", tag, 0, at + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    return struct.pack(">IHHHH", 0x00010000, len(found), 0, 0, 0) + entries + body


@pytest.mark.parametrize("file", FONTS, ids=lambda file: file.stem)
def test_the_letters_that_are_shown_are_the_same_and_alone(file, tmp_path):
    data = woff(str(file), "7Ä")
    found = tables(data)
    assert {b"glyf", b"loca", b"cmap", b"head", b"hmtx"} <= set(found)
    whole = read_font(str(file))
    assert len(data) < file.stat().st_size / 3
    (tmp_path / "cut.ttf").write_bytes(file_of(found))
    again = read_font(str(tmp_path / "cut.ttf"))
    assert [again.outline(letter) for letter in "7Ä"] == [whole.outline(letter) for letter in "7Ä"]
    assert again.advances("7") == whole.advances("7")
    assert ord("8") not in again.characters
    assert woff(str(file), "7Ä") == data


def test_a_page_gets_the_faces_of_its_style_sheet():
    css = faces_css(document_style(deck_of("future-imperfect")[1]).fonts, "Seven 7")
    assert css.count("@font-face") == 4
    for data in re.findall(r"base64,([^)]*)\)", css):
        assert tables(b64decode(data))
