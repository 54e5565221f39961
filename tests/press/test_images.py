"""Pictures turned into inks, into files for the screen, and their resolution."""

import io
from dataclasses import replace

import numpy as np
import pytest
from pictures import in_inks, photo, raster_of
from PIL import Image
from press_drawings import STYLE, drawing

from deckgen.draw.drawing import Picture, Symbol, Use
from deckgen.draw.raster import FOGRA39
from deckgen.errors import PressError
from deckgen.press.images import (
    check_resolution,
    encode_image,
    ink_profile,
    resolution,
    scale_factor,
    screen_file,
    to_inks,
)
from deckgen.press.profile import Profile
from deckgen.press.target import load_target

FOGRA = FOGRA39.read_bytes()
INKS = (FOGRA, 300.0)


def flat(color, mode="RGB"):
    return Image.new(mode, (4, 4), color)


def percent(image):
    return [round(value / 2.55) for value in image.getpixel((0, 0))]


def placed(raster, width, height, **options):
    return Picture(raster, (width, 0, 0, height, 0, 0), **options)


def test_inks_follow_the_profile_and_gray_is_black_ink_alone():
    assert percent(to_inks(flat("white"), FOGRA, 300)) == [0, 0, 0, 0]
    cyan, magenta, yellow, black = percent(to_inks(flat((200, 30, 40)), FOGRA, 300))
    assert magenta > 90
    assert yellow > 60
    assert cyan < 30
    assert black < 30
    assert to_inks(flat(90, "L"), FOGRA, 300).mode == "L"


@pytest.mark.parametrize("limit", [300, 240, 150])
def test_no_pixel_has_more_ink_than_the_limit(limit):
    dark = np.asarray(to_inks(photo().point(lambda level: level // 3), FOGRA, limit)).astype(int)
    free = np.asarray(to_inks(photo().point(lambda level: level // 3), FOGRA, None)).astype(int)
    assert dark.sum(axis=2).max() <= limit * 2.55
    assert dark.sum(axis=2).max() > limit * 2.55 - 6 or free.sum(axis=2).max() <= limit * 2.55
    kept = free.sum(axis=2) <= int(limit * 2.55)
    assert np.array_equal(dark[kept], free[kept])


def test_black_replaces_gray_before_color_is_lost():
    inks = Image.new("CMYK", (1, 1), (204, 153, 102, 51))  # 80, 60, 40 and 20 %
    assert percent(to_inks(inks, FOGRA, 160)) == [60, 40, 20, 40]


def test_a_jpeg_stays_as_it_is_where_its_colors_are_right():
    color, gray, inks = (raster_of(image, "JPEG") for image in (photo(), photo().convert("L"), in_inks(photo())))
    assert encode_image(color, 1, None).data is color.data
    assert [encode_image(gray, 1, way).data is gray.data for way in (None, INKS)] == [True, True]
    assert encode_image(inks, 1, INKS).data is inks.data
    limited = encode_image(inks, 1, (FOGRA, 100.0))
    assert (limited.mode, limited.filters) == ("CMYK", "/FlateDecode")
    assert (encode_image(color, 1, INKS).mode, encode_image(inks, 1, None).mode) == ("CMYK", "RGB")
    assert encode_image(color, 2, None).size == (60, 40)


def test_files_for_the_screen_are_small_and_keep_alpha():
    glass = photo(900, 600)
    glass.putalpha(100)
    for image, kind in ((glass, "PNG"), (photo(900, 600), "JPEG"), (flat("red"), "PNG")):
        with Image.open(io.BytesIO(screen_file(raster_of(image), web=True))) as shown:
            assert shown.format == kind
    assert screen_file(raster_of(photo())) == screen_file(raster_of(photo()))


def test_resolution_is_that_of_the_side_with_fewer_pixels():
    picture = placed(raster_of(photo(300, 600)), 25.4, 25.4)
    assert resolution(picture) == pytest.approx(300)
    assert resolution(picture, (0, 2, -2, 0, 5, 5)) == pytest.approx(150)
    assert [scale_factor(placed(raster_of(photo(side, side)), 25.4, 25.4)) for side in (100, 599, 1200)] == [1, 1, 4]


def test_few_pixels_are_a_warning_and_very_few_an_error_for_a_print_shop():
    fine, coarse, poor = (raster_of(photo(side, side), name=f"{side}.png") for side in (300, 299 - 60, 100))
    face = drawing(*(placed(raster, 25.4, 25.4) for raster in (fine, coarse)), title="card 1")
    (warning,) = check_resolution([face, face], load_target("press"))
    assert str(warning) == (
        "card 1: the picture 239.png has only 239 dpi at its printed size; use one with 300: 300 pixels wide, or print it smaller"
    )
    symbols = {**STYLE.symbols, "art": Symbol((placed(poor, 12.7, 12.7),))}
    bad = drawing(Use("art", (2, 0, 0, 2, 0, 0)), symbols=symbols, title="card 2")
    with pytest.raises(PressError, match=r"card 2: the picture 100.png has only 100 dpi"):
        check_resolution([face, bad], load_target("press"))
    assert len(check_resolution([face, bad], load_target("home"))) == 2
    with pytest.raises(PressError):
        check_resolution([bad], load_target("makeplayingcards"))
    assert check_resolution([drawing(Use("art"), symbols=symbols)], load_target("tabletop-simulator"))


def test_inks_are_those_of_the_files_profile_or_of_its_condition():
    exchange = load_target("press").pdfx
    assert ink_profile(exchange) == ink_profile(None) == FOGRA
    assert ink_profile(replace(exchange, icc=Profile(b"icc"))) == b"icc"
    assert ink_profile(load_target("drivethrucards").pdfx) == FOGRA
