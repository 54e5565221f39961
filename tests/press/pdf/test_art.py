"""Pictures, gradients and opacity in PDF files."""

from dataclasses import replace

import numpy as np
import pikepdf
import pypdfium2
import pytest
from pictures import in_inks, photo, raster_of
from PIL import Image
from press_drawings import BLACK, GOLD, RED, STYLE, WHITE, book_of, drawing, pikes, rect

from deckgen.draw.drawing import Gradient, Picture, Symbol, Use
from deckgen.draw.geometry import ellipse
from deckgen.errors import PressError
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.target import load_target

ROOM = rect(5, 5, 40, 20).segments
RUN = Gradient(ROOM, ((0.1, RED), (0.5, WHITE), (1.0, BLACK)), (0, 0, 1, 0), (40, 0, 0, 20, 5, 5))
ROUND = Gradient(ellipse(30, 60, 10), ((0.0, WHITE), (1.0, RED)), (25, 55, 0, 30, 60, 10))


def art(raster, x=5.0, y=30.0, **options):
    return Picture(raster, (30, 0, 0, 20, x, y), **options)


def written(*faces, target=None, color="rgb"):
    """A file, rgb, in inks, or of a target."""
    book = book_of(*faces)
    if target is None:
        return write_pdf(replace(book, color=color))
    return write_pdf(replace(book, pdfx=load_target(target).pdfx, ink_limit=300.0, version=load_target(target).version))


@pytest.fixture(autouse=True)
def _documents():
    """Documents stay open for a test: their objects end with them."""
    OPEN.clear()


OPEN = []


def objects(data):
    OPEN.append(pikepdf.open(pikes(data)))
    return OPEN[-1].objects


def images(data):
    return [o for o in objects(data) if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]


def shadings(data):
    return [o for o in objects(data) if isinstance(o, pikepdf.Dictionary) and "/ShadingType" in o]


def shown(data, page=0):
    """The middle of each mm of a page with 3.175 mm of bleed, as rows of (red, green, blue)."""
    picture = pypdfium2.PdfDocument(data)[page].render(scale=254 / 72).to_pil()
    return np.asarray(picture)[36::10, 36::10].astype(int)


def test_a_picture_is_in_a_file_once_and_drawn_upright():
    half = Image.new("RGB", (40, 30), "white")
    half.paste("red", (0, 0, 40, 15))
    faces = [drawing(art(raster_of(half)), art(raster_of(half), y=55.0), title=str(number)) for number in range(3)]
    data = written(*faces)
    (image,) = images(data)
    assert (image.Width, image.Height, image.ColorSpace) == (40, 30, "/DeviceRGB")
    assert shown(data)[32, 10].tolist() == [255, 0, 0]
    assert shown(data)[47, 10].tolist() == [255, 255, 255]
    assert shown(data, page=2)[57, 10].tolist() == [255, 0, 0]


@pytest.mark.parametrize(
    ("raster", "color", "space", "kind"),
    [
        (raster_of(photo(), "JPEG"), "rgb", "/DeviceRGB", "/DCTDecode"),
        (raster_of(photo(), "WEBP"), "rgb", "/DeviceRGB", "/FlateDecode"),
        (raster_of(photo(), "JPEG"), "cmyk", "/DeviceCMYK", "/FlateDecode"),
        (raster_of(in_inks(photo()), "JPEG"), "cmyk", "/DeviceCMYK", "/DCTDecode"),
        (raster_of(in_inks(photo()), "JPEG", quality=95), "rgb", "/DeviceRGB", "/DCTDecode"),
        (raster_of(photo().convert("L"), "JPEG"), "cmyk", "/DeviceGray", "/DCTDecode"),
        (raster_of(photo().convert("L")), "rgb", "/DeviceGray", "/FlateDecode"),
    ],
)
def test_pictures_are_in_the_colors_of_the_file_and_look_as_they_should(raster, color, space, kind):
    data = written(drawing(art(raster)), color=color)
    (image,) = images(data)
    assert (image.ColorSpace, image.Filter) == (space, kind)
    is_upside_down = "/Decode" in image and list(image.Decode) == [1, 0] * 4
    assert is_upside_down == ((space, kind) == ("/DeviceCMYK", "/DCTDecode"))
    expected = np.asarray(raster.on_screen().convert("RGB").resize((30, 20))).astype(int)
    tolerance = 26 if space == "/DeviceCMYK" else 12  # pdfium shows inks without their profile
    assert np.abs(shown(data)[31:49, 6:34] - expected[1:19, 1:29]).mean() < tolerance


def test_a_picture_is_clipped_and_much_too_many_pixels_are_left_out():
    data = written(drawing(art(raster_of(photo(3000, 2000)), clip=rect(10, 35, 5, 5).segments)))
    (image,) = images(data)
    assert (image.Width, image.Height) == (375, 250)
    inside, outside = shown(data)[37, 12], shown(data)[45, 12]
    assert outside.tolist() == [255, 255, 255] != inside.tolist()


def test_alpha_is_a_soft_mask_where_a_file_may_have_one():
    glass = photo()
    glass.putalpha(128)
    face = drawing(rect(0, 0, 63.5, 88.9, fill=BLACK), art(raster_of(glass, name="glass.png")))
    image, mask = sorted(images(written(face, target="pdfvt")), key=lambda o: "/SMask" not in o)
    with pikepdf.open(pikes(written(face))) as document:
        assert document.pages[0].obj.Group.CS == "/DeviceRGB"
    assert (image.ColorSpace, mask.ColorSpace, image.SMask.objgen) == ("/DeviceCMYK", "/DeviceGray", mask.objgen)
    opaque = np.asarray(photo()).mean()
    assert shown(written(face))[31:49, 6:34].mean() == pytest.approx(opaque / 2, rel=0.05)
    with pytest.raises(PressError, match=r"glass.png lets its ground through.*choose a PDF/X-4 target"):
        written(face, target="press")


def test_opacity_is_a_graphics_state_of_its_item_alone():
    veil = rect(0, 0, 30, 88.9, fill=WHITE, opacity=0.25)
    face = drawing(rect(0, 0, 63.5, 88.9, fill=BLACK), veil, rect(40, 0, 10, 10, fill=WHITE), title="veiled")
    data = written(face)
    assert shown(data)[40, 10].tolist() == pytest.approx([64] * 3, abs=1)
    assert shown(data)[5, 45].tolist() == [255, 255, 255]
    with pytest.raises(PressError, match="veiled: an area or line lets its ground through"):
        written(face, target="press")
    faint = drawing(rect(0, 0, 63.5, 88.9, fill=BLACK), art(raster_of(Image.new("RGB", (9, 9), "white")), opacity=0.5))
    assert shown(written(faint))[40, 10].tolist() == pytest.approx([128] * 3, abs=2)


def test_gradients_are_shadings_of_the_palettes_inks():
    data = written(drawing(RUN, ROUND), target="press")
    axial, radial = sorted(shadings(data), key=lambda shading: int(shading.ShadingType))
    assert {str(shading.ColorSpace) for shading in (axial, radial)} == {"/DeviceCMYK"}
    assert [float(x) for x in radial.Coords] == [25, 55, 0, 30, 60, 10]
    parts = [[[float(x) for x in end] for end in (part.C0, part.C1)] for part in axial.Function.Functions]
    red, white, black = [0, 0.9, 0.9, 0.4], [0, 0, 0, 0], [0, 0, 0, 1]
    assert parts == [[red, red], [red, white], [white, black], [black, black]]
    assert [float(x) for x in axial.Function.Bounds] == [0.1, 0.5, 1]


def test_gradients_look_as_they_should_and_keep_within_their_outline():
    seen = shown(written(drawing(RUN, ROUND)))
    assert seen[15, 6].tolist() == pytest.approx([0x8C, 0x1C, 0x13], abs=8)
    assert seen[15, 24].tolist() == pytest.approx([255] * 3, abs=16)
    assert seen[15, 44].tolist() == pytest.approx([0] * 3, abs=16)
    assert seen[15, 47].tolist() == seen[60, 41].tolist() == [255, 255, 255]
    assert seen[55, 25].sum() > seen[66, 36].sum() + 200


def test_a_gradient_of_a_spot_ink_is_refused_where_inks_count():
    spot = replace(RUN, stops=((0.0, GOLD), (1.0, WHITE)))
    with pytest.raises(PressError, match="gradient cannot run to gold, which is the spot ink Gold Foil"):
        written(drawing(spot), color="cmyk")
    assert shadings(written(drawing(spot)))


def test_symbols_hold_art_and_are_clipped():
    symbols = {**STYLE.symbols, "art": Symbol((RUN, art(raster_of(photo()))))}
    face = drawing(Use("art", (1, 0, 0, 1, 0, 10), clip=rect(0, 0, 20, 88.9).segments), symbols=symbols)
    data = written(face, face)
    assert (len(images(data)), len(shadings(data))) == (1, 1)
    seen = shown(data)
    assert seen[25, 10].tolist() != [255, 255, 255] == seen[25, 30].tolist()
    assert data == written(face, face)


def test_a_file_of_pdfx_1a_has_inks_alone():
    face = drawing(RUN, art(raster_of(photo(), "JPEG")), art(raster_of(photo().convert("L")), y=55.0))
    data = written(face, target="press")
    assert {str(image.ColorSpace) for image in images(data)} == {"/DeviceCMYK", "/DeviceGray"}
    assert b"/DeviceRGB" not in data
    assert not any("/SMask" in image for image in images(data))
