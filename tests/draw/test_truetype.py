import io
import re
import struct
import zlib
from base64 import b64decode
from pathlib import Path

import pytest
from reportlab.pdfbase.ttfonts import TTFont, TTFontParser
from table_decks import shipped as deck_of

from deckgen.document.pages import document_style
from deckgen.draw.fonts import Fonts, font_face_css, font_files, packaged_file, packaged_typefaces
from deckgen.draw.truetype import UNUSED_IN_PDF, make_woff, read_font, to_unicode
from deckgen.errors import LayoutError
from deckgen.files import shipped_path

FONTS_FOLDER = shipped_path("layouts") / "fonts"
FILES = [*map(packaged_file, packaged_typefaces()), *map(str, sorted(FONTS_FOLDER.glob("*.ttf")))]
SHIPPED = [file for file in sorted(FONTS_FOLDER.glob("*.ttf")) if "Symbols" not in file.name]
ALL = Fonts(font_files({}))


def test_a_file_that_is_no_font_is_refused(tmp_path):
    file = tmp_path / "some.ttf"
    file.write_bytes(b"no font")
    with pytest.raises(LayoutError, match=r"some\.ttf.*cannot be read"):
        Fonts({"regular": str(file)}).em_width("x", "regular")


def ends(outline):
    return [segment[-2:] for segment in outline if segment[0] != "Z"]


def damaged(tmp_path, change):
    """A copy of a font whose bytes were changed. ``change`` gets them and where its tables begin."""
    data = bytearray(Path(packaged_file("bold")).read_bytes())
    places = {
        bytes(data[at : at + 4]).decode(): int.from_bytes(data[at + 8 : at + 12])
        for at in range(12, 12 + 16 * int.from_bytes(data[4:6]), 16)
    }
    file = tmp_path / "some.ttf"
    changed = change(data, places)
    file.write_bytes(data if changed is None else changed)
    return str(file)


def put(table, at, value):
    """A change of two bytes of a table."""

    def change(data, places):
        struct.pack_into(">H", data, places[table] + at, value)

    return change


def without(table):
    """A change that gives a table another name."""

    def change(data, _places):
        at = data.index(table.encode())
        data[at : at + 4] = b"none"

    return change


# reportlab read all fonts before, so what it reads is what cards were laid out with.
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.rpartition("/")[2])
def test_metrics_are_those_that_reportlab_reads(path):
    font, face = read_font(path), TTFont("font", path).face
    assert (font.name, font.flags, [*font.box]) == (face.name.decode(), face.flags, face.bbox)
    assert (font.ascent, font.descent, font.cap_height) == (face.ascent, face.descent, face.capHeight)
    assert (font.italic_angle, font.stem, font.default_width) == (
        face.italicAngle,
        face.stemV,
        face.defaultWidth,
    )
    assert font.characters == {code for code, glyph in face.charToGlyph.items() if glyph}
    assert {code: font.width(chr(code)) for code in font.characters} == {
        code: face.charWidths[code] for code in font.characters
    }
    assert font.width("\U000fffff") == face.defaultWidth


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.rpartition("/")[2])
@pytest.mark.parametrize("character", "8gÖ½&")
def test_an_outline_is_closed_and_in_the_box_that_the_file_gives(path, character):
    font, face = read_font(path), TTFont("font", path).face
    outline = font.outline(character)
    if ord(character) not in font.characters:
        pytest.skip("the font lacks it")
    kinds = [segment[0] for segment in outline]
    assert kinds.count("M") == kinds.count("Z") >= 1
    assert (kinds[0], kinds[-1]) == ("M", "Z")
    at = face.glyphPos[face.charToGlyph[ord(character)]]
    box = struct.unpack_from(">4h", face.get_table("glyf"), at + 2)
    xs, ys = zip(*ends(outline), strict=True)
    reached = [font.em * v for v in (min(xs), min(ys), max(xs), max(ys))]
    assert reached == pytest.approx(box, abs=0.025 * font.em)  # ends of curves; extremes may lie between


def test_a_letter_with_an_accent_is_the_letter_and_more():
    font = read_font(packaged_file("regular"))
    plain, accented = font.outline("O"), font.outline("Ö")
    assert len(accented) > len(plain)
    assert max(y for _, y in ends(accented)) > max(y for _, y in ends(plain))


def test_a_space_has_an_advance_and_no_outline():
    font = read_font(packaged_file("regular"))
    assert font.outline(" ") == ()
    assert font.advances(" ") == [(" ", pytest.approx(0.2), 0, 0)]


def test_letters_move_the_pen_as_far_as_they_are_measured():
    path = packaged_file("bold")
    string = "AVATAR 11 To."
    advances = read_font(path).advances(string)
    assert "".join(letter for letter, *_ in advances) == string
    assert sum(far for _, far, *_ in advances) == pytest.approx(Fonts({"bold": path}).em_width(string, "bold"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.rpartition("/")[2])
def test_a_subset_with_codes_has_their_letters_alone(path):
    font, codes = read_font(path), {65: "½", 7: "8", 8: " "}
    data, glyphs = font.subset(codes.values(), UNUSED_IN_PDF, codes)
    cut = TTFontParser(io.BytesIO(data), validate=1)  # which checks the checksums
    chart = cut.get_table("cmap")
    assert struct.unpack_from(">4HI5H", chart) == (0, 1, 1, 0, 12, 6, 142, 0, 0, 66)
    shown = {code: glyph for code, glyph in enumerate(struct.unpack_from(">66H", chart, 22)) if glyph}
    assert shown == {code: glyphs[letter] for code, letter in codes.items() if glyphs[letter]}
    assert not {"GPOS", "GSUB", "name", "OS/2"} & set(cut.table)
    assert len(data) < 9000
    assert font.subset(codes.values(), UNUSED_IN_PDF, codes) == (data, glyphs)


def test_a_map_to_letters_is_in_blocks_of_a_hundred():
    text = to_unicode({code: chr(0x1F600 + code) for code in range(150)}, 4).decode()
    assert "<0000> <FFFF>\n" in text
    assert "100 beginbfchar\n<0000> <D83DDE00>\n" in text
    assert "50 beginbfchar\n<0064> <D83DDE64>\n" in text
    assert "<00> <FF>\n" in to_unicode({1: "a"}, 2).decode()
    assert "<01> <0061>\n" in to_unicode({1: "a"}, 2).decode()


@pytest.mark.parametrize(
    ("change", "what", "remedy"),
    [
        (lambda *_: bytes(0), "neither TrueType nor OpenType", ".otf"),
        (lambda data, _: b"wOFF" + data[4:], "unpacks to|is damaged", "copy the file again"),
        (lambda data, _: b"wOF2" + data[4:], "unpacks to|is damaged", "copy the file again"),
        (lambda data, _: data[:-1000], "damaged", ""),
        (lambda data, _: data[: len(data) // 3], "damaged", ""),
        (lambda data, _: data[:200], "damaged", ""),
        (without("glyf"), "glyf", ".woff2"),
        (without("loca"), "loca", ".woff2"),
        (without("cmap"), "cmap", ".woff2"),
        (put("head", 12, 0), "is damaged", "copy the file again"),
        (put("head", 50, 7), "is damaged", "copy the file again"),
        (put("hhea", 34, 0), "is damaged", "copy the file again"),
        (put("hhea", 34, 0xFFFF), "is damaged", "copy the file again"),
        (put("loca", 2, 0xFFFF), "is damaged", "copy the file again"),
        (put("OS/2", 8, 0x0002), r"embedded as a subset \(OS/2 fsType 0x0002\)", "license"),
        (put("OS/2", 8, 0x0100), "embedded as a subset", "license"),
        (put("OS/2", 8, 0x0208), "embedded as a subset", "license"),
    ],
)
def test_a_font_that_cannot_be_embedded_is_refused(tmp_path, change, what, remedy):
    with pytest.raises(LayoutError, match=what) as caught:
        read_font(damaged(tmp_path, change))
    (problem,) = caught.value.problems
    assert problem.file.endswith("some.ttf")
    assert remedy in problem.remedy


@pytest.mark.parametrize("rights", [0, 4, 8, 0x000A])
def test_a_font_that_may_be_embedded_is_read(tmp_path, rights):
    assert read_font(damaged(tmp_path, put("OS/2", 8, rights))).characters


def test_damage_that_only_a_subset_meets_is_reported(tmp_path):
    with pytest.raises(LayoutError, match="is damaged"):  # older HarfBuzz meets it when the font is read
        read_font(damaged(tmp_path, put("head", 0, 9))).subset("a", UNUSED_IN_PDF, {97: "a"})


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


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_the_letters_that_are_shown_are_the_same_and_alone(file, tmp_path):
    data = make_woff(str(file), "7Ä")
    found = tables(data)
    assert {b"glyf", b"loca", b"cmap", b"head", b"hmtx"} <= set(found)
    whole = read_font(str(file))
    assert len(data) < file.stat().st_size / 3
    (tmp_path / "cut.ttf").write_bytes(file_of(found))
    again = read_font(str(tmp_path / "cut.ttf"))
    assert [again.outline(letter) for letter in "7Ä"] == [whole.outline(letter) for letter in "7Ä"]
    assert again.advances("7") == whole.advances("7")
    assert ord("8") not in again.characters
    assert make_woff(str(file), "7Ä") == data


def test_a_page_gets_the_faces_of_its_style_sheet():
    css = font_face_css(document_style(deck_of("future-imperfect")[1]).fonts, "Seven 7")
    assert css.count("@font-face") == 4
    for data in re.findall(r"base64,([^)]*)\)", css):
        assert tables(b64decode(data))
