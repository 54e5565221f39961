import io
import struct
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from page_svg import FONTS
from reportlab.pdfbase.ttfonts import TTFont, TTFontParser

from deckgen.draw.fonts import (
    UNUSED_IN_PDF,
    Fonts,
    faces,
    kerning,
    packaged,
    packaged_faces,
    read_font,
    to_unicode,
)
from deckgen.errors import LayoutError
from deckgen.files import shipped

FONTS_FOLDER = shipped("layouts") / "fonts"
FILES = [*map(packaged, packaged_faces()), *map(str, sorted(FONTS_FOLDER.glob("*.ttf")))]
ALL = Fonts(faces({}))


@pytest.mark.parametrize("face", packaged_faces())
def test_figures_are_tabular_in_every_face(face):
    assert len({FONTS.em(digit, face) for digit in "0123456789"}) == 1


@given(st.text("abcXYZ 0189", max_size=12), st.floats(1, 20), st.floats(-0.1, 0.1))
def test_width_is_that_of_the_letters_kerned_and_spaced(string, size, spacing):
    plain = sum(FONTS.em(char, "bold") for char in string) + sum(kerning(FONTS.files["bold"], string))
    assert FONTS.width(string, "bold", size, spacing) == pytest.approx(
        plain * size + max(0, len(string) - 1) * spacing
    )


# An oracle: what fontTools 4.68 reads from the GPOS table of Source Sans Pro Bold, in thousandths.
@pytest.mark.parametrize(("pair", "thousandths"), [("To", -76), ("Ly", -53), ("P.", -132), ("Xa", -10)])
def test_pairs_are_kerned_as_the_font_says(pair, thousandths):
    assert [round(1000 * far) for far in kerning(FONTS.files["bold"], pair)] == [thousandths, 0]


@pytest.mark.parametrize("string", ["", "V", "117", "−11", "+7", "11–17", "(17)"])
def test_figures_are_not_kerned(string):
    for file in sorted(FONTS_FOLDER.glob("*.ttf")):
        assert kerning(str(file), string) == ()


def test_a_letter_that_a_face_lacks_is_lent_by_another():
    fonts = Fonts(
        faces(
            {
                "display": str(FONTS_FOLDER / "Rye-400Regular.ttf"),
                "black": str(FONTS_FOLDER / "BitterTabular-800ExtraBold.ttf"),
            }
        )
    )
    assert fonts.able("Gun", "display") == "display"
    assert fonts.able("Łódź", "display") == "black"
    assert fonts.em("Łódź", "display") == fonts.em("Łódź", "black")
    assert fonts.has("Ź", "display")
    assert fonts.able("♥", "display") == "symbols"
    assert not fonts.has("龍", "display")


def test_every_shipped_font_is_small_and_has_its_licence():
    files = list(FONTS_FOLDER.iterdir())
    assert sum(file.stat().st_size for file in files) <= 1_700_000
    licences = {file.stem.partition("-")[2] for file in files if file.suffix == ".txt"}
    names = {file.stem.partition("-")[0] for file in files if file.suffix == ".ttf"}
    fonts = {name.removesuffix("Tabular").removesuffix("Symbols") for name in names}
    assert fonts == licences


def test_a_missing_glyph_is_named():
    with pytest.raises(LayoutError, match=r"U\+9F8D 龍 is in none of the fonts") as caught:
        FONTS.em("K龍", "regular")
    assert "fallbacks:" in caught.value.faults[0].remedy


@pytest.mark.parametrize("letter", "אשع\u0915")
def test_scripts_that_cannot_be_set_are_named_so(letter):
    with pytest.raises(LayoutError, match="runs to the left or whose letters change"):
        ALL.em(letter, "regular")


def test_letters_of_several_fonts_are_runs_of_them():
    assert ALL.runs("All one", "bold") == (("All one", "bold"),)
    assert ALL.runs("Да ☺ K♥", "bold") == (
        ("Да ", "bold"),
        ("☺", "symbols"),
        (" K", "bold"),
        ("♥", "symbols"),
    )
    assert ALL.runs("", "bold") == (("", "bold"),)
    assert ALL.runs("☺龍", "bold") == (("☺龍", "bold"),)
    apart = sum(ALL.em(part, face) for part, face in ALL.runs("Да ☺ K♥", "bold"))
    assert ALL.em("Да ☺ K♥", "bold") == pytest.approx(apart)


def test_files_of_a_theme_stand_in_before_those_of_all():
    rye = str(FONTS_FOLDER / "Rye-400Regular.ttf")
    spectral = str(FONTS_FOLDER / "Spectral-600SemiBold.ttf")
    assert Fonts(faces({"bold": rye})).able("Ж", "bold") == "packaged-bold"
    fonts = Fonts(faces({"bold": rye}, [rye, spectral]))
    assert fonts.able("Ж", "bold") == "fallback-2"
    assert fonts.files["fallback-2"] == spectral


def test_heights_are_shares_of_the_size():
    assert 0.5 < FONTS.cap("regular") < 1


def test_a_file_that_is_no_font_is_refused(tmp_path):
    file = tmp_path / "some.ttf"
    file.write_bytes(b"no font")
    with pytest.raises(LayoutError, match=r"some\.ttf.*cannot be read"):
        Fonts({"regular": str(file)}).em("x", "regular")


def test_a_font_that_tells_nonsense_of_its_capitals_is_measured():
    rye = Fonts({"display": str(FONTS_FOLDER / "Rye-400Regular.ttf")})
    assert 0.6 < rye.cap("display") < 0.8


def test_spaces_that_a_face_lacks_are_its_usual_one():
    fonts = Fonts(faces({"bold": str(FONTS_FOLDER / "Spectral-700Bold.ttf")}))
    assert fonts.able("42\u202f%", "bold") == "bold"
    assert fonts.runs("42\u202f%", "bold") == (("42\xa0%", "bold"),)
    assert fonts.runs("☺\u202f42", "bold") == (("☺", "symbols"), ("\xa042", "bold"))
    assert fonts.em("42\u202f%", "bold") == fonts.em("42\xa0%", "bold")


def ends(outline):
    return [segment[-2:] for segment in outline if segment[0] != "Z"]


def damaged(tmp_path, change):
    """A copy of a font whose bytes were changed. ``change`` gets them and where its tables begin."""
    data = bytearray(Path(packaged("bold")).read_bytes())
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
    font = read_font(packaged("regular"))
    plain, accented = font.outline("O"), font.outline("Ö")
    assert len(accented) > len(plain)
    assert max(y for _, y in ends(accented)) > max(y for _, y in ends(plain))


def test_a_space_has_an_advance_and_no_outline():
    font = read_font(packaged("regular"))
    assert font.outline(" ") == ()
    assert font.advances(" ") == [(" ", pytest.approx(0.2))]


def test_letters_move_the_pen_as_far_as_they_are_measured():
    path = packaged("bold")
    string = "AVATAR 11 To."
    advances = read_font(path).advances(string)
    assert "".join(letter for letter, _ in advances) == string
    assert sum(far for _, far in advances) == pytest.approx(Fonts({"bold": path}).em(string, "bold"))


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
        (lambda *_: bytes(0), "not TrueType", "glyf outlines"),
        (lambda data, _: b"OTTO" + data[4:], "not TrueType", "CFF"),
        (lambda data, _: b"wOF2" + data[4:], "not TrueType", "woff"),
        (lambda data, _: data[:-1000], "damaged", ""),
        (lambda data, _: data[: len(data) // 3], "damaged", ""),
        (lambda data, _: data[:200], "damaged", ""),
        (without("glyf"), "glyf", "glyf outlines"),
        (without("loca"), "loca", "glyf outlines"),
        (without("cmap"), "cmap", "glyf outlines"),
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
    (fault,) = caught.value.faults
    assert fault.file.endswith("some.ttf")
    assert remedy in fault.remedy


@pytest.mark.parametrize("rights", [0, 4, 8, 0x000A])
def test_a_font_that_may_be_embedded_is_read(tmp_path, rights):
    assert read_font(damaged(tmp_path, put("OS/2", 8, rights))).characters


def test_damage_that_only_a_subset_meets_is_reported(tmp_path):
    with pytest.raises(LayoutError, match="is damaged"):  # older HarfBuzz meets it when the font is read
        read_font(damaged(tmp_path, put("head", 0, 9))).subset("a", UNUSED_IN_PDF, {97: "a"})
