import io
import struct
import zlib
from pathlib import Path

import brotli
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTCollection, TTFont
from script_fonts import script_font

from deckgen.draw import opentype
from deckgen.draw.fonts import packaged_file
from deckgen.draw.truetype import make_woff, read_font
from deckgen.errors import LayoutError

REGULAR = packaged_file("regular")


def saved(folder, name, flavor=None, change=lambda _font: None):
    """Source Sans as a file of another kind."""
    font = TTFont(REGULAR)
    font.flavor = flavor
    change(font)
    font.save(folder / name)
    return str(folder / name)


def cubic_font(folder, rights=0):
    """A font with CFF outlines and the letter A, a triangle with a round base."""
    pen = T2CharStringPen(600, None)
    pen.moveTo((50, 0))
    pen.curveTo((200, -80), (400, -80), (550, 0))
    pen.lineTo((300, 700))
    pen.closePath()
    empty = T2CharStringPen(600, None)
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A", "space"])
    builder.setupCharacterMap({65: "A", 32: "space"})
    shapes = {"A": pen.getCharString(), ".notdef": empty.getCharString(), "space": empty.getCharString()}
    builder.setupCFF("Tri", {"FullName": "Tri"}, shapes, {})
    builder.setupHorizontalMetrics(dict.fromkeys(shapes, (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Tri", "styleName": "Regular", "psName": "Tri-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, fsType=rights, version=4)
    builder.setupPost()
    builder.save(folder / "tri.otf")
    return str(folder / "tri.otf")


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_a_packed_font_is_the_font_that_was_packed(tmp_path, flavor):
    plain, packed = read_font(REGULAR), read_font(saved(tmp_path, f"some.{flavor}", flavor))
    assert (packed.name, packed.characters, packed.cap) == (plain.name, plain.characters, plain.cap)
    assert all(packed.width(char) == plain.width(char) for char in "AVgÖ8½")
    assert all(packed.outline(char) == plain.outline(char) for char in "AVgÖ8½")
    assert packed.advances("AVATAR") == plain.advances("AVATAR")


def test_cubic_outlines_stay_cubic_on_the_screen(tmp_path):
    font = read_font(cubic_font(tmp_path))
    assert font.is_cubic
    assert font.width("A") == 600
    assert [segment for segment in font.outline("A") if segment[0] == "C"] == [("C", 0.2, -0.08, 0.4, -0.08, 0.55, 0.0)]
    with io.BytesIO(make_woff(font.path, "A")) as file:
        assert TTFont(file).sfntVersion == "OTTO"


def test_outlines_in_a_built_font_are_those_of_the_file(tmp_path):
    font = read_font(cubic_font(tmp_path))
    ((cluster, _),) = font.clusters("A")
    data = font.build([cluster])
    assert data == font.build([cluster])
    built = TTFont(io.BytesIO(data))
    name = built.getGlyphOrder()[1]
    glyph = built["glyf"][name]
    assert (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) == (50, -60, 550, 700)
    assert built["hmtx"][name] == (600, 50)


def woff2(total, stream):
    return (
        b"wOF2"
        + struct.pack(">4sIHHIIHHIIIII", b"\0\1\0\0", 48, 0, 0, total, len(stream), 1, 0, 0, 0, 0, 0, 0)
        + stream
    )


def woff(tables, total=1000):
    entries, body = b"", b""
    for tag, packed, length in tables:
        entries += struct.pack(">4s4I", tag, 44 + 20 * len(tables) + len(body), len(packed), length, 0)
        body += packed
    head = (b"\0\1\0\0", 44 + len(entries) + len(body), len(tables), 0, total, 1, 0, 0, 0, 0, 0, 0)
    return b"wOFF" + struct.pack(">4sIHHIHHIIIII", *head) + entries + body


ZEROS = zlib.compress(bytes(200_000_000), 9)
BAD = {
    "announced woff2": (woff2(1 << 31, b""), "unpacks to 2,147,483,648 bytes"),
    "hidden woff2": (woff2(1000, brotli.compress(bytes(200_000_000), quality=1)), "is damaged"),
    "hidden woff": (woff([(b"glyf", ZEROS, len(ZEROS) + 1)]), "is damaged"),
    "many woff": (woff([(b"glyf", ZEROS, 90_000_000), (b"loca", ZEROS, 90_000_000)]), "is damaged"),
    "announced woff": (woff([], 1 << 31), "unpacks to"),
    "no tables": (woff([]), "is damaged"),
    "cut woff2": (None, "is damaged"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bomb_or_a_damaged_file_is_one_error(tmp_path, kind):
    data, message = BAD[kind]
    if data is None:
        data = Path(saved(tmp_path, "whole.woff2", "woff2")).read_bytes()[:-5000]
    file = tmp_path / "bad.woff2"
    file.write_bytes(data)
    with pytest.raises(LayoutError, match=message) as caught:
        read_font(str(file))
    (problem,) = caught.value.problems
    assert (problem.file, bool(problem.remedy)) == (str(file), True)


def test_what_must_not_be_embedded_is_refused_in_any_kind_of_file(tmp_path):
    def forbid(font):
        font["OS/2"].fsType = 2

    for path in (
        saved(tmp_path, "some.woff2", "woff2", forbid),
        saved(tmp_path, "some.woff", "woff", forbid),
        cubic_font(tmp_path, 2),
    ):
        with pytest.raises(LayoutError, match="must not be embedded as a subset"):
            read_font(path)


def test_damaged_cubic_outlines_are_an_error(tmp_path):
    path = cubic_font(tmp_path)
    data = bytearray(Path(path).read_bytes())
    start = next(start for tag, _, start, _ in opentype.read_tables(bytes(data)) if tag == b"CFF ")
    data[start : start + 60] = b"\xff" * 60
    Path(path).write_bytes(data)
    with pytest.raises(LayoutError, match="is damaged"):
        read_font(path)


def test_a_collection_is_its_first_font(tmp_path):
    collection = TTCollection()
    collection.fonts = [TTFont(REGULAR), TTFont(packaged_file("bold"))]
    collection.save(tmp_path / "both.ttc")
    assert read_font(str(tmp_path / "both.ttc")).name == read_font(REGULAR).name


def test_a_variable_font_is_its_default():
    font = read_font(script_font("arabic"))
    data, glyphs = font.subset("ب")
    subset = TTFont(io.BytesIO(data))
    assert "fvar" not in subset
    assert subset["hmtx"][subset.getGlyphOrder()[glyphs["ب"]]][0] == font.width("ب")
