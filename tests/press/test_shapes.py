"""Cards that are no rectangles, and cards that lie, in every kind of file for print and for screens."""

import io
import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pikepdf
import pytest
from press_drawings import BLACK, RED, WHITE, card, raster, rect, shaped

from deckgen.draw.drawing import Faces
from deckgen.draw.geometry import bounding_box, polygon
from deckgen.draw.outline import flatten, shape_outline
from deckgen.draw.paper import find_paper
from deckgen.errors import PressError
from deckgen.preflight import preflight
from deckgen.preflight.rules import die_line
from deckgen.press.contact import ContactOptions, FaceStrip, contact_book, faces_png, preview_page
from deckgen.press.imposition.cut import cut_dxf, cut_svg, cuts_of_sheet
from deckgen.press.imposition.impose import impose
from deckgen.press.imposition.n_up import apply_sheet_options, grid_for
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import has_cairo, png, render_pixels
from deckgen.press.pictures.svg import svg
from deckgen.press.pictures.web_faces import drawing_svg, page_svg
from deckgen.press.target import PrintedSize, Target, load_target, paper_for

HOME, PRESS = load_target("home"), load_target("press")
SHIELD = polygon([30, 0, 60, 20, 55, 60, 30, 80, 5, 60, 0, 20])
SHAPES = [("hex", 80, 70), ("round", 70, 70), ("path", 60, 80)]
needs_cairo = pytest.mark.skipif(not has_cairo(), reason="the cairo library is missing")


def face(shape, width, height, color=RED, **more):
    outline = SHIELD if shape == "path" else None
    return shaped(
        shape, width, height, rect(-3.175, -3.175, width + 6.35, height + 6.35, fill=color), outline=outline, **more
    )


def is_inside(points, x, y):
    inside = False
    for (ax, ay), (bx, by) in pairwise(points):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


@pytest.mark.parametrize("shape", SHAPES)
def test_sheets_at_home_have_a_thin_line_around_fronts_and_no_crop_marks(shape):
    front = face(*shape, BLACK)
    sheet, back = impose([front] * 4, front, HOME, Options(footer="x")).pages
    plain = replace(front, outline=(), shape="rect")
    assert len(sheet.placed) == 5
    assert len(back.placed) == 4
    square, _ = impose([plain] * 4, plain, HOME, Options(footer="x")).pages
    assert all(item.clip == () for item in (*sheet.placed, *back.placed))  # bleed outside the outline is kept
    lines = sheet.placed[-1].face.items
    assert [item.stroke for item in lines] == [WHITE, "#000000"] * 4
    assert bounding_box(lines[0].segments)[:2] == pytest.approx((sheet.placed[0].x, sheet.placed[0].y), abs=1e-6)
    assert len(sheet.marks.items) < len(square.marks.items)


def test_sheets_for_a_print_shop_keep_their_marks_and_have_the_line_on_the_plate_of_the_die():
    front = face("round", 70, 70)
    pages = impose([front] * 4, front, load_target("press-sheet"), Options()).pages
    spots = [str(ink.spot) for item in pages[0].placed for ink in item.face.style.inks.values() if ink.spot]
    assert {"Dieline", "All"} <= {*spots}
    assert "Dieline" not in {ink.spot for item in pages[1].placed for ink in item.face.style.inks.values()}


def test_a_machine_with_marks_needs_no_line():
    front = face("hex", 80, 70)
    pages = impose([front] * 4, front, HOME, Options(registration="silhouette")).pages
    assert len(pages[0].placed) == 4


@pytest.mark.parametrize("shape", SHAPES)
def test_a_print_shop_gets_the_outline_on_a_last_page(shape, tmp_path):
    front = face(*shape)
    fronts = [replace(face(*shape), items=(*front.items, rect(30, 30, 3 + n, 3, fill=BLACK))) for n in range(3)]
    book = impose(fronts, front, PRESS, Options())
    assert [page.label for page in book.pages][-1] == "dieline"
    margin = PRESS.bleed + PRESS.slug
    (line,) = book.pages[-1].marks.items
    assert np.allclose(flatten(line.segments)[0], np.array(flatten(front.outline)[0]) + margin)
    file = tmp_path / "cards.pdf"
    file.write_bytes(write_pdf(book))
    assert [finding.check for finding in preflight(file, PRESS).findings] == []
    with pikepdf.open(file) as document:
        spaces = document.pages[-1].Resources.ColorSpace
        assert [str(space[1]) for space in spaces.values()] == ["/Dieline"]


def test_preflight_measures_the_safe_zone_from_the_outline(tmp_path):
    text = card().items[3]  # on the baseline 12, from 5 mm on
    for shape, expected in (("rect", set()), ("round", {"safe"})):
        front = shaped(shape, 63.5, 88.9, rect(-3.175, -3.175, 69.85, 95.25, fill=WHITE), text)
        blank = replace(front, items=())
        file = tmp_path / f"{shape}.pdf"
        file.write_bytes(
            write_pdf(
                impose(
                    [front, replace(front, items=(*front.items, rect(30, 30, 5, 5, fill=BLACK)))],
                    blank,
                    PRESS,
                    Options(),
                )
            )
        )
        assert {finding.check for finding in preflight(file, PRESS).findings} == expected


@pytest.mark.parametrize("shape", SHAPES)
def test_cut_files_follow_the_outline(shape):
    front = face(*shape)
    target = apply_sheet_options(HOME, Options(), front.outline)
    grid = grid_for(front, target, paper_for("a4", target), Options())
    cuts = cuts_of_sheet(grid, 3, outline=front.outline)
    paths = re.findall(r'<path d="([^"]*)"', cut_svg(cuts, "x").decode())
    assert len(paths) == 3
    assert all(path.count("M") == 1 and path.endswith("Z") for path in paths)
    text = cut_dxf(cuts).decode()
    assert text.count("POLYLINE") == 3
    lines = text.split()
    xs = [float(lines[i + 4]) for i, word in enumerate(lines) if word == "VERTEX"]
    ys = [float(lines[i + 6]) for i, word in enumerate(lines) if word == "VERTEX"]
    points = flatten(front.outline)[0][:-1]
    first = grid.cells()[0]
    wanted = [(first.x + x, grid.height - first.y - y) for x, y in points]
    assert np.allclose(list(zip(xs, ys, strict=True))[: len(points)], wanted, atol=1e-5)
    with pytest.raises(PressError, match="the layout says already"):
        cuts_of_sheet(grid, corner=3, outline=front.outline)


@needs_cairo
@pytest.mark.parametrize("shape", SHAPES)
def test_pictures_are_transparent_outside_the_outline_and_full_with_their_bleed(shape):
    front = face(*shape)
    (pixels,) = render_pixels([front], 50)
    points = flatten(front.outline)[0]
    height, width, channels = pixels.shape
    assert channels == 4
    for y in range(0, height, 7):
        for x in range(0, width, 7):
            opacity = pixels[y, x, 3]
            if opacity in {0, 255}:
                assert (opacity == 255) == is_inside(points, (x + 0.5) * 25.4 / 50, (y + 0.5) * 25.4 / 50)
    assert png(front, 50)[25] == 2  # with its bleed: opaque red, green and blue
    (bled,) = render_pixels([front], 50, bleed=3)
    assert bled.shape[2] == 3
    assert (bled == bled[0, 0]).all()


@needs_cairo
def test_a_picture_of_all_faces_is_gray_between_round_ones():
    from PIL import Image  # noqa: PLC0415

    front = face("round", 70, 70)
    picture = np.asarray(Image.open(io.BytesIO(faces_png(Faces((front,) * 3, front), 30))))
    assert picture.shape[2] == 3
    assert tuple(picture[0, 0]) == (0x5A,) * 3
    assert tuple(picture[4, 4]) == (0x5A,) * 3
    assert tuple(picture[picture.shape[0] // 2, 40]) == (0x8C, 0x1C, 0x13)


@pytest.mark.parametrize("shape", SHAPES)
def test_pictures_and_web_pages_are_clipped_by_the_outline(shape):
    front, plain = face(*shape), face("rect", 60, 80)
    assert svg(front, bleed=0).count("clip-path=") == 1
    assert "clip" not in svg(front)
    assert "clip" not in svg(plain, bleed=0)
    assert drawing_svg(front).count("clip-path=") == 1
    assert "clip" not in drawing_svg(plain)
    page = preview_page(Faces((front, front), front), "x").decode()
    assert page.count("<clipPath") == 3
    assert "figure svg{border-radius:0}" in page
    assert "border-radius:0" not in preview_page(Faces((plain,), plain), "x").decode()


def test_a_sheet_in_a_web_page_keeps_the_bleed_outside_the_outline():
    front = face("round", 70, 70)
    assert "clip-path" not in page_svg(impose([front], front, HOME, Options()).pages[0])


def test_contact_sheets_show_cards_as_they_are_cut():
    front = face("round", 70, 70)
    options = ContactOptions(find_paper("a4"), 2, "foot")
    shown = raster(write_pdf(contact_book([FaceStrip("all", (("one", front),))], options, "x"))) < 200
    width = (210 - 2 * 8 - 2) / 2
    top = 8 + 5.0
    corner = shown[round(top * 10) + 3 : round(top * 10) + 90, 83:170]
    assert not corner.any()  # 9 mm of 48 mm of radius: outside
    assert shown[round((top + width / 2) * 10), round((8 + width / 2) * 10)]


def test_sizes_match_shapes_and_cards_that_are_turned():
    sizes = (PrintedSize("hex", 80, 70, shape="hex"), PrintedSize("oblong", 70, 80), PrintedSize("square", 70, 70))
    shop = Target("shop", "Shop", "face", 3.175, sizes=sizes)
    assert shop.size_of(face("hex", 80, 70)) == sizes[0]
    assert not shop.turns(face("hex", 80, 70))
    assert shop.turns(face("hex", 70, 80))
    assert shop.size_of(face("rect", 80, 70)) == sizes[1]
    assert shop.turns(face("rect", 80, 70))
    assert not shop.turns(face("rect", 70, 70))
    assert str(sizes[0]) == "hex 80 × 70 mm, hex"
    with pytest.raises(PressError, match="prints no cards of 70 × 70 mm, round; it prints hex 80 × 70 mm, hex, oblong"):
        shop.size_of(face("round", 70, 70))
    with pytest.raises(PressError, match="60 × 80 mm with an outline of their own"):
        shop.size_of(face("path", 60, 80))


def test_faces_for_a_service_with_pages_are_turned_to_match():
    target = replace(load_target("drivethrucards"), pdfx=None)
    lying = shaped("rect", 88.9, 63.5, rect(-3.175, -3.175, 95.25, 10, fill=BLACK), outline=())
    back, front = impose([lying], lying, target, Options()).pages
    assert (front.trim.width, front.trim.height) == (63.5, 88.9)
    shown = write_pdf(impose([lying], lying, target, Options()))
    edges = [
        [bool((raster(shown, page)[side] < 128).mean() > 0.9) for side in (np.s_[:, 10], np.s_[:, -10])]
        for page in (0, 1)
    ]
    assert edges == [[True, False], [False, True]]  # the back's upper edge is left, the front's right
    assert back.trim == front.trim


def test_an_outline_turns_with_its_card():
    shop = Target("shop", "Shop", "face", 3.175, sizes=(PrintedSize("hex", 80, 70, shape="hex"),), dieline=0.0)
    book = impose([face("hex", 70, 80)], face("hex", 70, 80), shop, Options())
    (line,) = book.pages[-1].marks.items
    turned = np.array(flatten(line.segments)[0]) - 3.175
    upright = np.array(flatten(shape_outline("hex", 80, 70))[0])
    assert np.allclose(sorted(map(tuple, turned.round(6)))[1:-1], sorted(map(tuple, upright.round(6)))[1:-1], atol=1e-5)


@pytest.mark.parametrize(
    "content",
    [b"q 1 0 cm 3 m", b"1 2 l 3 4 l", b"(x) 2 m", b"q 1 0 0 1 0 0 cm", b"1 1 m 2 2 2 2 c", b"1 1 m h", b"\xff"],
)
def test_a_damaged_page_for_the_die_is_no_outline(content, tmp_path):
    front = face("round", 70, 70)
    file, damaged = tmp_path / "cards.pdf", tmp_path / "damaged.pdf"
    file.write_bytes(write_pdf(impose([front], front, PRESS, Options())))
    with pikepdf.open(file) as document:
        assert len(die_line(document)) > 40
        document.pages[-1].Contents = document.make_stream(content)
        document.save(damaged)
    with pikepdf.open(damaged) as document:
        assert die_line(document) == ()
    preflight(damaged, PRESS)
