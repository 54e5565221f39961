"""Ink against Ghostscript, whose plates are its own, and against areas known beforehand."""

import shutil
import subprocess
from dataclasses import replace

import pikepdf
import pytest
from pictures import photo, raster_of
from PIL import Image
from preflight_files import EXCHANGE, good_file
from press_drawings import BLACK, RED, WHITE, drawing, rect, write

from deckgen.draw.drawing import Faces, Gradient, Picture
from deckgen.errors import PressError
from deckgen.preflight.ink import measure_ink, to_text

GS = shutil.which("gs")
BARE = replace(EXCHANGE, crop=None, slug=0.0, bleed=0.0)
SEPARATION = pikepdf.Array(
    [
        pikepdf.Name.Separation,
        pikepdf.Name.Gold,
        pikepdf.Name.DeviceCMYK,
        pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 0, 1, 0], N=1),
    ]
)
OVER = pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, OP=True, op=True, OPM=1)


def page_of(folder, operators, **resources):
    """A PDF of a page of 100 by 100 points."""
    document = pikepdf.new()
    page = document.add_blank_page(page_size=(100, 100))
    page.Contents = document.make_stream(operators)
    page.Resources = pikepdf.Dictionary(
        ColorSpace=pikepdf.Dictionary(S1=SEPARATION), ExtGState=pikepdf.Dictionary(GO=OVER), **resources
    )
    document.save(folder / "page.pdf")
    return folder / "page.pdf"


@pytest.mark.parametrize(
    ("operators", "means", "most"),
    [
        (b"", (0, 0, 0, 0), 0),
        (b"0.5 0 0 0.2 k 0 0 50 50 re f", (12.5, 0, 0, 5), 70),
        (b"1 0 0 0 k 0 0 100 100 re f 0 0 0 1 k 0 0 50 100 re f", (50, 0, 0, 50), 100),
        (b"1 0 0 0 k 0 0 100 100 re f /GO gs 0 0 0 1 k 0 0 50 100 re f", (100, 0, 0, 50), 200),
        (b"0.5 g 0 0 100 100 re f", (0, 0, 0, 50), 50),
        (b"0 1 0 0 K 10 w 0 50 m 100 50 l S", (0, 10, 0, 0), 100),
        (b"0 0 1 0 k 0 0 100 100 re f /S1 cs 0.5 scn 0 0 50 50 re f", (0, 0, 75, 0, 12.5), 100),
        (b"0 0 1 0 k 0 0 100 100 re f /GO gs /S1 cs 0.5 scn 0 0 50 50 re f", (0, 0, 100, 0, 12.5), 150),
        (b"q 0 1 0 0 k Q 0 0 50 100 re f", (0, 0, 0, 50), 100),
    ],
)
def test_areas_known_beforehand(tmp_path, operators, means, most):
    report = measure_ink(page_of(tmp_path, operators), 72)
    (page,) = report.pages
    assert page.means == pytest.approx(means, abs=0.3)
    assert page.most == pytest.approx(most, abs=1)
    assert report.uncounted == ()


def test_lines_to_cut_along_are_a_plate_but_not_of_what_is_printed(tmp_path):
    path = page_of(tmp_path, b"0 0 1 0 k 0 0 100 100 re f /GO gs /S1 cs 1 scn 0 0 50 50 re f")
    assert measure_ink(path, 72).pages[0].most == pytest.approx(200, abs=1)
    path.write_bytes(path.read_bytes().replace(b"/Gold", b"/Cut "))
    report = measure_ink(path, 72)
    assert report.plates[4:] == ("Cut",)
    assert (report.pages[0].most, report.pages[0].means[4]) == pytest.approx((100, 25), abs=1)


def test_a_form_is_painted_with_the_color_that_it_finds(tmp_path):
    path = page_of(tmp_path, b"1 0 0 0 k /F Do 0 1 0 0 k 1 0 0 1 50 0 cm /F Do")
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        form = document.make_stream(b"0 0 50 100 re f")
        form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 100, 100]
        document.pages[0].Resources.XObject = pikepdf.Dictionary(F=form)
        document.save(path)
    assert measure_ink(path, 72).pages[0].means == pytest.approx((50, 50, 0, 0), abs=0.5)


def test_what_is_no_ink_is_not_counted_but_named(tmp_path):
    report = measure_ink(page_of(tmp_path, b"1 0 0 rg 0 0 50 50 re f BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI"))
    assert report.uncounted == ("colors that are no inks", "images")
    assert report.pages[0].means == (0, 0, 0, 0)
    assert "not counted: colors that are no inks, images" in to_text([report])


def compared(path, count):
    """The means of the plates of the first pages, and those of Ghostscript."""
    done = subprocess.run(  # noqa: S603 (a program that is installed, on a file of ours)
        [GS, "-q", "-dSAFER", "-o", "-", "-sDEVICE=ink_cov", "-r250", f"-dLastPage={count}", path],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    theirs = [[float(value) for value in line.split()[:4]] for line in done.stdout.splitlines() if "CMYK" in line]
    assert len(theirs) == count
    return [page.means[:4] for page in measure_ink(path, 200).pages[:count]], theirs


def art_file(folder):
    """A page of inks in pictures, as JPEG and without loss, of gray and in gradients, one under a veil."""
    inks = Image.new("CMYK", (200, 200), (51, 102, 153, 0))
    inks.paste((0, 0, 255, 102), (0, 0, 100, 200))
    kinds = ((inks, "JPEG"), (photo(600, 600), "PNG"), (photo(200, 200).convert("L"), "JPEG"))
    pictures = [Picture(raster_of(image, kind), (20, 0, 0, 20, 21.0 * x, 5)) for x, (image, kind) in enumerate(kinds)]
    gradient = Gradient(rect(0, 30, 63.5, 30).segments, ((0.0, RED), (1.0, BLACK)), (0, 0, 63.5, 0))
    turned = Picture(raster_of(inks, "JPEG"), (15, 9, -9, 15, 30, 62), opacity=0.5)
    (path,) = write(
        Faces((drawing(rect(0, 0, 9, 9, fill=RED), *pictures, gradient, turned),), drawing()), BARE, folder / "art.pdf"
    )
    return path


def test_the_inks_of_a_flat_picture_and_of_a_gradient_are_counted(tmp_path):
    half = Picture(raster_of(Image.new("CMYK", (500, 400), (51, 102, 0, 0)), "JPEG"), (63.5, 0, 0, 44.45, 0, 0))
    run = Gradient(rect(0, 44.45, 63.5, 44.45).segments, ((0.0, WHITE), (1.0, BLACK)), (0, 0, 63.5, 0))
    (path,) = write(Faces((drawing(half, run, bleed=0),), drawing(bleed=0)), BARE, tmp_path / "half.pdf")
    report = measure_ink(path, 72)
    assert report.pages[0].means == pytest.approx((10, 20, 0, 25), abs=0.7)
    assert report.uncounted == ()


@pytest.mark.skipif(not GS, reason="Ghostscript is not installed")
def test_pictures_and_gradients_have_the_inks_of_ghostscript(tmp_path):
    path = art_file(tmp_path)
    ours, theirs = compared(path, 1)
    assert ours[0] == pytest.approx(theirs[0], abs=1)
    assert sum(theirs[0]) > 30
    assert measure_ink(path, 72).uncounted == ()


@pytest.mark.skipif(not GS, reason="Ghostscript is not installed")
def test_means_are_those_of_ghostscript(tmp_path):
    ours, theirs = compared(good_file(tmp_path), 2)
    for one, other in zip(ours, theirs, strict=True):
        assert one == pytest.approx(other, abs=1)
    assert min(map(sum, theirs)) > 50


def test_what_is_no_pdf_is_refused(tmp_path):
    (tmp_path / "no.pdf").write_bytes(b"no PDF")
    with pytest.raises(PressError, match="cannot be read as PDF"):
        measure_ink(tmp_path / "no.pdf")
    with pytest.raises(PressError, match="No such file"):
        measure_ink(tmp_path / "none.pdf")
