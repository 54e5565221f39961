import pytest
from press_drawings import FACES

from deckgen.draw.fonts import Fonts, packaged, ttfont
from deckgen.errors import LayoutError
from deckgen.press.truetype import truetype


def ends(outline):
    return [segment[-2:] for segment in outline if segment[0] != "Z"]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("character", "8gÖ½&")
def test_an_outline_is_closed_and_lies_in_the_box_the_file_gives(face, character):
    font = truetype(packaged(face))
    outline = font.outline(character)
    kinds = [segment[0] for segment in outline]
    assert kinds.count("M") == kinds.count("Z") >= 1
    assert kinds[0] == "M"
    assert kinds[-1] == "Z"
    raw = ttfont(packaged(face)).face
    at = raw.glyphPos[raw.charToGlyph[ord(character)]]
    box = [
        int.from_bytes(raw.get_table("glyf")[at + i : at + i + 2], "big", signed=True) for i in (2, 4, 6, 8)
    ]
    xs, ys = zip(*ends(outline), strict=True)
    reached = [1000 * v for v in (min(xs), min(ys), max(xs), max(ys))]
    assert reached == pytest.approx(box, abs=25)  # ends of curves; extremes may lie between


def test_a_letter_with_an_accent_is_the_letter_and_more():
    font = truetype(packaged("regular"))
    plain, accented = font.outline("O"), font.outline("Ö")
    assert len(accented) > len(plain)
    assert max(y for _, y in ends(accented)) > max(y for _, y in ends(plain))


def test_a_space_has_an_advance_and_no_outline():
    font = truetype(packaged("regular"))
    assert font.outline(" ") == ()
    assert font.advances(" ") == [(" ", pytest.approx(0.2))]


def test_letters_move_the_pen_as_far_as_they_are_measured():
    path = packaged("bold")
    string = "AVATAR 11 To."
    advances = truetype(path).advances(string)
    assert "".join(letter for letter, _ in advances) == string
    assert sum(far for _, far in advances) == pytest.approx(Fonts({"bold": path}).em(string, "bold"))


def test_a_file_that_is_no_font_is_refused(tmp_path):
    (tmp_path / "no.ttf").write_bytes(b"not a font at all")
    with pytest.raises(LayoutError, match=r"no\.ttf"):
        truetype(str(tmp_path / "no.ttf"))
