import pytest
from hypothesis import given, strategies as st
from page_svg import FONTS

from deckgen.draw.fonts import Fonts, font_files, packaged_file, packaged_typefaces
from deckgen.draw.truetype import kerning
from deckgen.errors import LayoutError
from deckgen.files import shipped_path

FONTS_FOLDER = shipped_path("layouts") / "fonts"
FILES = [*map(packaged_file, packaged_typefaces()), *map(str, sorted(FONTS_FOLDER.glob("*.ttf")))]
ALL = Fonts(font_files({}))


@pytest.mark.parametrize("face", packaged_typefaces())
def test_figures_are_tabular_in_every_face(face):
    assert len({FONTS.em_width(digit, face) for digit in "0123456789"}) == 1


@given(st.text("abcXYZ 0189", max_size=12), st.floats(1, 20), st.floats(-0.1, 0.1))
def test_width_is_that_of_the_letters_kerned_and_spaced(string, size, spacing):
    plain = sum(FONTS.em_width(char, "bold") for char in string) + sum(kerning(FONTS.files["bold"], string))
    assert FONTS.width(string, "bold", size, spacing) == pytest.approx(plain * size + max(0, len(string) - 1) * spacing)


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
        font_files(
            {
                "display": str(FONTS_FOLDER / "Rye-400Regular.ttf"),
                "black": str(FONTS_FOLDER / "BitterTabular-800ExtraBold.ttf"),
            }
        )
    )
    assert fonts.typeface_for("Gun", "display") == "display"
    assert fonts.typeface_for("Łódź", "display") == "black"
    assert fonts.em_width("Łódź", "display") == fonts.em_width("Łódź", "black")
    assert fonts.can_show("Ź", "display")
    assert fonts.typeface_for("♥", "display") == "symbols"
    assert not fonts.can_show("龍", "display")


def test_every_shipped_font_is_small_and_has_its_license():
    files = list(FONTS_FOLDER.iterdir())
    assert sum(file.stat().st_size for file in files) <= 1_700_000
    licenses = {file.stem.partition("-")[2] for file in files if file.suffix == ".txt"}
    names = {file.stem.partition("-")[0] for file in files if file.suffix == ".ttf"}
    fonts = {name.removesuffix("Tabular").removesuffix("Symbols") for name in names}
    assert fonts == licenses


def test_a_missing_glyph_is_named():
    with pytest.raises(LayoutError, match=r"U\+9F8D 龍 is in none of the fonts") as caught:
        FONTS.em_width("K龍", "regular")
    assert "fallbacks:" in caught.value.problems[0].remedy


@pytest.mark.parametrize("letter", "אשع\u0915")
def test_letters_of_other_scripts_need_a_font_that_has_them(letter):
    with pytest.raises(LayoutError, match="is in none of the fonts"):
        ALL.em_width(letter, "regular")


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
    apart = sum(ALL.em_width(part, face) for part, face in ALL.runs("Да ☺ K♥", "bold"))
    assert ALL.em_width("Да ☺ K♥", "bold") == pytest.approx(apart)


def test_files_of_a_theme_stand_in_before_those_of_all():
    rye = str(FONTS_FOLDER / "Rye-400Regular.ttf")
    spectral = str(FONTS_FOLDER / "Spectral-600SemiBold.ttf")
    assert Fonts(font_files({"bold": rye})).typeface_for("Ж", "bold") == "packaged-bold"
    fonts = Fonts(font_files({"bold": rye}, [rye, spectral]))
    assert fonts.typeface_for("Ж", "bold") == "fallback-2"
    assert fonts.files["fallback-2"] == spectral


def test_heights_are_shares_of_the_size():
    assert 0.5 < FONTS.cap("regular") < 1


def test_a_font_that_tells_nonsense_of_its_capitals_is_measured():
    rye = Fonts({"display": str(FONTS_FOLDER / "Rye-400Regular.ttf")})
    assert 0.6 < rye.cap("display") < 0.8


def test_spaces_that_a_face_lacks_are_its_usual_one():
    fonts = Fonts(font_files({"bold": str(FONTS_FOLDER / "Spectral-700Bold.ttf")}))
    assert fonts.typeface_for("42\u202f%", "bold") == "bold"
    assert fonts.runs("42\u202f%", "bold") == (("42\xa0%", "bold"),)
    assert fonts.runs("☺\u202f42", "bold") == (("☺", "symbols"), ("\xa042", "bold"))
    assert fonts.em_width("42\u202f%", "bold") == fonts.em_width("42\xa0%", "bold")
