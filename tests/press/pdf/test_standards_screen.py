import io
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, strategies as st
from icc_profiles import srgb_profile
from PIL import Image, ImageCms
from press_drawings import BLACK, GOLD, RED, STYLE, WHITE, book_of, card, drawing, pikes, rect

from deckgen.draw.drawing import Drawing, Ink, Style, Use
from deckgen.draw.geometry import Box
from deckgen.draw.theme import load
from deckgen.press import pdf as pdf_room
from deckgen.press.pages import Book, Page, PlacedFace, PlacedPicture
from deckgen.press.pdf.operators import screen_operator
from deckgen.press.pdf.writer import write_pdf

SRGB = (Path(pdf_room.__file__).parent / "srgb.icc").read_bytes()
LAYOUTS = Path(__file__).parents[3] / "layouts" / "card"
CELL, ACROSS = 4, 16  # mm, colors in a row


def screen_pdf(*faces):
    return write_pdf(replace(book_of(*faces), color="rgb"))


def charted(colors):
    """A chart of colors, as a PDF for screens."""
    inks = {screen: Ink(screen, screen, (0.5, 0.4, 0.3, 0.2)) for screen in colors}
    places = [divmod(index, ACROSS) for index in range(len(colors))]
    items = [
        rect(column * CELL, row * CELL, CELL, CELL, fill=screen)
        for screen, (row, column) in zip(colors, places, strict=True)
    ]
    width, height = ACROSS * CELL, (places[-1][0] + 1) * CELL
    face = Drawing(width, height, 0.0, tuple(items), Style({}, inks, {}))
    return write_pdf(Book((Page(width, height, (PlacedFace(face, 0, 0, Box(0, 0, width, height)),)),), "Chart"))


def colors_of(picture, count):
    """The colors in the middle of the cells of a chart."""
    cell = picture.width / ACROSS
    middles = [((i % ACROSS + 0.5) * cell, (i // ACROSS + 0.5) * cell) for i in range(count)]
    pixels = [picture.getpixel((int(x), int(y))) for x, y in middles]
    return ["#{:02x}{:02x}{:02x}".format(*pixel[:3]) for pixel in pixels]


def shown_by_pdfium(data):
    return pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().convert("RGB")


def every_level():
    """Each level of each primary, and mixtures."""
    single = [f"#{v:02x}{w:02x}{x:02x}" for i in range(256) for v, w, x in ((i, 255 - i, 128), (128, i, i), (7, 8, i))]
    return list(dict.fromkeys(single))


def test_a_color_is_what_it_is_on_the_screen():
    assert screen_operator(STYLE.inks[RED], stroke=False) == "0.55 0.11 0.075 rg"
    assert screen_operator(STYLE.inks[RED], stroke=True) == "0.55 0.11 0.075 RG"
    assert screen_operator(STYLE.inks[GOLD], stroke=False) == "0.691 0.553 0.342 rg"


def test_black_ink_alone_is_pure_black_and_no_ink_is_bare_paper():
    night, cream = Ink("night", "#1b1422", (0, 0, 0, 1)), Ink("cream", "#fdfcf8", (0, 0, 0, 0))
    assert [screen_operator(ink, stroke=True) for ink in (night, cream)] == ["0 G", "1 G"]
    assert [screen_operator(ink, stroke=False) for ink in (night, cream)] == ["0 g", "1 g"]
    varnish = Ink("varnish", "#f0f0ff", (0, 0, 0, 0), spot="Varnish")
    assert screen_operator(varnish, stroke=False) == "0.942 0.942 1 rg"


@given(st.integers(0, 255))
def test_a_level_is_met_by_viewers_that_round_and_by_those_that_cut(level):
    share = float(screen_operator(Ink("x", f"#{level:02x}0102", (1, 0, 0, 0)), stroke=False).split()[0])
    assert int(share * 255) == round(share * 255) == level


def test_the_profile_is_srgb():
    assert srgb_profile() == SRGB
    profile = ImageCms.ImageCmsProfile(io.BytesIO(SRGB))
    srgb = ImageCms.createProfile("sRGB")
    chart = Image.frombytes("RGB", (64, 64), bytes((i * 37 + i // 5) % 256 for i in range(3 * 64 * 64)))
    moved = ImageCms.profileToProfile(chart, profile, srgb)
    assert max(abs(a - b) for a, b in zip(chart.tobytes(), moved.tobytes(), strict=True)) <= 1
    assert int.from_bytes(SRGB[:4], "big") == len(SRGB) < 512


def test_pdfium_shows_every_level_as_it_was_written():
    colors = every_level()
    assert colors_of(shown_by_pdfium(charted(colors)), len(colors)) == colors


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("pdftoppm", ["-png", "-r", "144", "-singlefile", "chart.pdf", "chart"]),
        ("mutool", ["draw", "-q", "-r", "144", "-o", "chart.png", "chart.pdf"]),
    ],
)
def test_other_viewers_show_the_same(tmp_path, program, arguments):
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    colors = every_level()
    (tmp_path / "chart.pdf").write_bytes(charted(colors))
    subprocess.run([program, *arguments], cwd=tmp_path, check=True, capture_output=True)  # noqa: S603  a viewer
    assert colors_of(Image.open(tmp_path / "chart.png").convert("RGB"), len(colors)) == colors


def test_a_palette_is_shown_as_pictures_show_it():
    theme = load(LAYOUTS / "poker.yaml", LAYOUTS)
    chosen = [ink for ink in theme.inks.values() if any(ink.cmyk) and ink.cmyk != (0, 0, 0, 1)]
    colors = [ink.screen for ink in chosen]
    assert colors_of(shown_by_pdfium(charted(colors)), len(colors)) == colors


def test_all_that_paints_says_what_rgb_means():
    face = drawing(Use("pip", fill=RED), rect(0, 0, 9, 9, fill=GOLD))
    with pikepdf.open(pikes(screen_pdf(card(), face, face))) as document:
        painted = [page.obj.Resources for page in document.pages]
        painted += [
            thing.Resources
            for thing in document.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
        ]
        spaces = [resources.ColorSpace.DefaultRGB for resources in painted]
        assert len(spaces) > 3
        assert {space.objgen for space in spaces} == {spaces[0].objgen}
        kind, profile = spaces[0]
        assert (str(kind), int(profile.N), profile.read_bytes()) == ("/ICCBased", 3, SRGB)
        used = {str(step.operator) for page in document.pages for step in pikepdf.parse_content_stream(page)}
    assert not used & {"k", "K", "cs", "CS", "scn", "SCN"}
    assert {"rg", "g"} <= used


def test_a_spot_ink_is_its_color_on_screens_without_a_plate():
    data = screen_pdf(drawing(rect(0, 0, 60, 80, fill=GOLD), bleed=0))
    assert b"/Separation" not in data
    assert shown_by_pdfium(data).getpixel((20, 20)) == (0xB0, 0x8D, 0x57)


def test_pictures_lie_in_the_same_colors():
    out = io.BytesIO()
    Image.new("RGB", (16, 16), (40, 120, 200)).save(out, "JPEG", quality=95, subsampling=0)
    placed = PlacedPicture(Box(2, 2, 20, 20), out.getvalue(), (16, 16))
    page = Page(30, 30, (placed,), tagged=True)
    shown = shown_by_pdfium(write_pdf(Book((page,), "T"))).getpixel((20, 20))
    assert max(abs(a - b) for a, b in zip(shown, (40, 120, 200), strict=True)) <= 2


def test_colors_of_screens_and_inks_give_other_files():
    assert screen_pdf(card()) == screen_pdf(card())
    ids = [pikepdf.open(pikes(data)).trailer.ID[0] for data in (screen_pdf(card()), write_pdf(book_of(card())))]
    assert bytes(ids[0]) != bytes(ids[1])


def test_too_much_ink_is_no_matter_for_screens():
    heavy = "#101010"
    style = replace(STYLE, inks={**STYLE.inks, heavy: Ink("night", heavy, (1, 1, 1, 1))})
    face = replace(drawing(rect(0, 0, 9, 9, fill=heavy)), style=style)
    assert write_pdf(replace(book_of(face), color="rgb", ink_limit=240))


def test_black_and_white_need_no_profile_to_be_right():
    data = screen_pdf(drawing(rect(0, 0, 30, 80, fill=BLACK), rect(30, 0, 30, 80, fill=WHITE), bleed=0))
    shown = shown_by_pdfium(data)
    assert (shown.getpixel((20, 20)), shown.getpixel((250, 20))) == ((0, 0, 0), (255, 255, 255))
