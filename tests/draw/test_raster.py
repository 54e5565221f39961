import base64
import zlib
from io import BytesIO

import numpy as np
import pytest
from art_fixtures import portrait
from pictures import encoded, in_inks, photo, raster_of
from PIL import Image, ImageCms

from deckgen.draw.raster import PictureError, open_picture, read_picture


def test_a_picture_is_read_from_a_file_or_an_address(tmp_path):
    file = portrait(tmp_path)
    read = read_picture("face.png", tmp_path)
    assert (read.width, read.height) == (60, 80)
    inline = "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode()
    assert read_picture(inline, tmp_path) == read


def test_it_is_cropped_to_its_place_and_never_enlarged(tmp_path):
    portrait(tmp_path, size=(600, 800))
    jpeg, (width, height) = read_picture("face.png", tmp_path).cropped(10, 10)
    assert (width, height) == (118, 118)  # 300 pixels an inch
    with Image.open(BytesIO(jpeg)) as image:
        assert (image.size, image.mode) == ((118, 118), "RGB")
    portrait(tmp_path, size=(30, 80))
    assert read_picture("face.png", tmp_path).cropped(10, 10)[1] == (30, 30)


def test_what_can_be_seen_through_is_white(tmp_path):
    portrait(tmp_path, mode="RGBA", color=(0, 0, 0, 0))
    jpeg, *_ = read_picture("face.png", tmp_path).cropped(10, 10)
    with Image.open(BytesIO(jpeg)) as image:
        assert image.getpixel((5, 5)) == (255, 255, 255)


def test_the_same_picture_gives_the_same_bytes(tmp_path):
    portrait(tmp_path)
    first, second = (read_picture("face.png", tmp_path).cropped(20, 30) for _ in range(2))
    assert first == second


def _bomb(width, height):
    """A PNG that says it is large, in few bytes."""
    file = BytesIO()
    Image.new("L", (1, 1)).save(file, "PNG")
    data = bytearray(file.getvalue())
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("face.png", b"not a picture", "not a readable"),
        ("face.png", b"", "not a readable"),
        ("face.png", _bomb(10_000, 10_000), "10000 × 10000 pixels"),
        ("face.png", _bomb(40_000, 40_000), "more pixels"),
        ("face.png", _bomb(1, 39_000_000), "1 × 39000000 pixels"),
        ("face.png", _bomb(39_000_000, 1), "39000000 × 1 pixels"),
        ("face.png", _bomb(20, 20), "not a readable"),  # cut short
        ("none.png", b"", "No such file"),
        ("../face.png", b"", "is outside the folder"),
        ("/etc/hostname", b"", "is outside the folder"),
        ("data:image/png;base64,%%", b"", "base64"),
        ("data:image/svg+xml,<svg/>", b"", "base64"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_is_no_picture_is_told(tmp_path, name, content, what):
    (tmp_path / "face.png").write_bytes(content)
    with pytest.raises(PictureError, match=what) as caught:
        read_picture(name, tmp_path)
    assert caught.value.remedy


def test_other_kinds_of_pictures_are_not_opened(tmp_path):
    Image.new("RGB", (4, 4)).save(tmp_path / "face.gif")
    with pytest.raises(PictureError, match="PNG, JPEG or WebP"):
        read_picture("face.gif", tmp_path)


def test_a_huge_file_is_not_read(tmp_path):
    with (tmp_path / "face.png").open("wb") as file:
        file.truncate(33_000_000)
    with pytest.raises(PictureError, match="the limit for a picture is 32,000,000"):
        read_picture("face.png", tmp_path)


def test_a_picture_is_held_once_and_lies_where_data_may_read(tmp_path):
    Image.new("RGB", (20, 20)).save(tmp_path / "face.png")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link.png").symlink_to(tmp_path / "face.png")
    assert read_picture("face.png", tmp_path) is read_picture("face.png", tmp_path)
    with pytest.raises(PictureError, match="is outside the folder"):
        read_picture("link.png", tmp_path / "inside")
    with pytest.raises(PictureError, match="no file can have this name"):
        read_picture("a\0.png", tmp_path)


def test_transparency_of_a_large_picture_is_set_on_white_throughout(tmp_path):
    image = Image.new("RGBA", (30, 600), (0, 0, 0, 0))
    image.save(tmp_path / "tall.png")
    jpeg, _ = read_picture("tall.png", tmp_path).cropped(5, 50)
    assert Image.open(BytesIO(jpeg)).convert("L").getextrema() == (255, 255)


def test_pictures_are_upright_and_have_eight_bits():
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    turned = raster_of(photo(), "JPEG", exif=exif)
    assert (turned.width, turned.height, turned.image().size) == (80, 120, (80, 120))
    assert not turned.plain_jpeg
    gray = Image.fromarray((np.arange(256, dtype=np.uint16) * 257).reshape(16, 16))
    assert np.asarray(raster_of(gray).image()).ravel().tolist() == list(range(256))
    palette = photo().quantize(8)
    palette.info["transparency"] = 0
    assert raster_of(palette, transparency=0).image().mode == "RGBA"
    assert raster_of(photo().convert("1")).image().mode == "L"


def test_alpha_counts_only_where_something_is_seen_through():
    solid = photo().convert("RGBA")
    assert (raster_of(solid).has_alpha, raster_of(solid).image().mode) == (False, "RGB")
    solid.putpixel((0, 0), (0, 0, 0, 254))
    assert raster_of(solid, "WEBP", lossless=True).has_alpha


def test_an_embedded_profile_is_followed_and_srgb_left_as_it_is():
    wide = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ"))
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    plain = raster_of(photo(), "JPEG", icc_profile=srgb.tobytes())
    assert plain.plain_jpeg == "RGB"
    assert np.array_equal(np.asarray(plain.on_screen()), np.asarray(plain.image()))
    with pytest.raises(PictureError, match="another kind"):
        raster_of(photo(), icc_profile=wide.tobytes())
    with pytest.raises(PictureError, match="damaged"):
        raster_of(photo(), icc_profile=b"no profile")


def test_a_cmyk_jpeg_is_shown_in_its_colors():
    inks = raster_of(in_inks(photo()), "JPEG", quality=95)
    assert (inks.plain_jpeg, inks.image().mode) == ("CMYK", "CMYK")
    difference = np.asarray(inks.on_screen()).astype(int) - np.asarray(photo())
    assert np.abs(difference).mean() < 14  # some colors of the screen have no ink


def test_a_cmyk_jpeg_that_does_not_say_how_its_inks_are_stored_is_refused():
    data = encoded(in_inks(photo()), "JPEG")
    start = data.index(b"\xff\xeeX" if b"\xff\xeeX" in data else b"\xff\xee")
    without_marker = data[:start] + data[start + 2 + int.from_bytes(data[start + 2 : start + 4], "big") :]
    with pytest.raises(PictureError, match="Adobe marker"):
        open_picture(without_marker)


def test_animated_and_cut_pictures_are_refused():
    with pytest.raises(PictureError, match="animated"):
        raster_of(photo(), "WEBP", save_all=True, append_images=[photo().rotate(9)])
    for kind in ("PNG", "JPEG", "WEBP"):
        data = encoded(photo(), kind)
        with pytest.raises(PictureError, match="not a readable"):
            open_picture(data[: len(data) // 2])
