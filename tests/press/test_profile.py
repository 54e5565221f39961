from pathlib import Path

import pytest
from icc_profiles import icc_profile

from deckgen.press.profile import Profile, UnfitProfileError, read_profile


def told(path, standard="x1a"):
    with pytest.raises(UnfitProfileError) as caught:
        read_profile(path, standard)
    return str(caught.value)


def test_a_profile_is_read_whole_and_stands_for_its_bytes(tmp_path):
    (tmp_path / "a.icc").write_bytes(icc_profile())
    (tmp_path / "b.icc").write_bytes(icc_profile())
    one, two = (read_profile(tmp_path / name, "x1a") for name in ("a.icc", "b.icc"))
    assert one.content == icc_profile()
    assert (one, repr(one)) == (two, repr(two))
    assert repr(one) != repr(Profile(icc_profile(version=4)))


def test_pdf_1_4_takes_profiles_of_version_2_and_pdf_1_6_those_of_version_4(tmp_path):
    path = tmp_path / "new.icc"
    path.write_bytes(icc_profile(version=4))
    assert read_profile(path, "x4").content
    assert "has version 4, this PDF/X standard allows at most version 2" in told(path)
    path.write_bytes(icc_profile(version=5))
    assert "has version 5" in told(path, "x4")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is not an ICC profile"),
        (b"no profile", "is not an ICC profile"),
        (icc_profile(b"mntr", b"RGB "), "is a profile of RGB for screens, not for printing in CMYK"),
        (icc_profile(b"link"), "is a profile of CMYK for conversion between two devices"),
        (icc_profile(space=b"GRAY"), "is a profile of GRAY, not for printing in CMYK"),
        (icc_profile()[:-1], "is incomplete: it has 187 of 188 bytes"),
        (icc_profile()[:100], "is incomplete"),
        (
            icc_profile().replace(b"\x00\x00\x00\x10", b"\x00\x00\x01\x10"),
            "its tag A2B0 ends beyond the file",
        ),
        (icc_profile().replace(b"\x00\x00\x00\x02A2B0", b"\x00\x00\x09\x02A2B0"), "tag table is longer"),
        (icc_profile(tags=(b"A2B0", b"desc")), "has no tables"),
    ],
)
def test_what_is_no_profile_of_a_press_is_told(tmp_path, content, what):
    (tmp_path / "bad.icc").write_bytes(content)
    assert what in told(tmp_path / "bad.icc")


@pytest.mark.finding("R14")
def test_what_cannot_be_read_or_is_too_large_is_told(tmp_path):
    assert "this is a device" in told(Path("/dev/zero"))
    assert "cannot be read (No such file" in told(tmp_path / "none.icc")
    assert "this is a folder" in told(tmp_path)
    with (tmp_path / "large.icc").open("wb") as file:
        file.truncate(40_000_000)
    assert "the limit for an ICC profile is 32,000,000" in told(tmp_path / "large.icc")
