import base64
import zlib
from io import BytesIO

import pytest
from art_fixtures import portrait
from PIL import Image

from deckgen.sheet.characters.picture import read_picture
from deckgen.sheet.formula import FormulaError


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
    with pytest.raises(FormulaError, match=what) as caught:
        read_picture(name, tmp_path)
    assert caught.value.remedy


def test_other_kinds_of_pictures_are_not_opened(tmp_path):
    Image.new("RGB", (4, 4)).save(tmp_path / "face.gif")
    with pytest.raises(FormulaError, match="PNG or JPEG"):
        read_picture("face.gif", tmp_path)


def test_a_huge_file_is_not_read(tmp_path):
    with (tmp_path / "face.png").open("wb") as file:
        file.truncate(33_000_000)
    with pytest.raises(FormulaError, match="the limit for a picture is 32,000,000"):
        read_picture("face.png", tmp_path)


def test_a_picture_is_held_once_and_lies_where_data_may_read(tmp_path):
    Image.new("RGB", (20, 20)).save(tmp_path / "face.png")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link.png").symlink_to(tmp_path / "face.png")
    assert read_picture("face.png", tmp_path) is read_picture("face.png", tmp_path)
    with pytest.raises(FormulaError, match="is outside the folder"):
        read_picture("link.png", tmp_path / "inside")
    with pytest.raises(FormulaError, match="no file can have this name"):
        read_picture("a\0.png", tmp_path)


def test_transparency_of_a_large_picture_is_set_on_white_throughout(tmp_path):
    image = Image.new("RGBA", (30, 600), (0, 0, 0, 0))
    image.save(tmp_path / "tall.png")
    jpeg, _ = read_picture("tall.png", tmp_path).cropped(5, 50)
    assert Image.open(BytesIO(jpeg)).convert("L").getextrema() == (255, 255)
