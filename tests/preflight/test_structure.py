import re

import pikepdf
import pytest
from preflight_files import FACES, STRICT, checks, exchange_file, good_file
from press_drawings import write

from deckgen.preflight import preflight
from deckgen.press.target import load_target


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return good_file(tmp_path_factory.mktemp("good"))


def test_a_file_without_id_is_found(good, tmp_path):
    path = tmp_path / "bad.pdf"
    path.write_bytes(re.sub(rb"/ID\s*\[.*?\]", lambda m: b" " * len(m[0]), good.read_bytes(), flags=re.DOTALL))
    assert checks(path) == {"standard"}


@pytest.mark.parametrize("version", ["1.5", "1.7"])
def test_another_version_is_found(good, tmp_path, version):
    path = tmp_path / "bad.pdf"
    with pikepdf.open(good) as document:
        document.save(path, force_version=version, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert checks(path) == {"version"}


def test_a_stream_packed_with_lzw_is_found(good, tmp_path):
    path = tmp_path / "bad.pdf"
    path.write_bytes(good.read_bytes().replace(b"/FlateDecode", b"/LZWDecode  ", 1))
    assert "version.lzw" in {finding.rule for finding in preflight(path, STRICT).findings}


def test_object_streams_are_found(good, tmp_path):
    path = tmp_path / "bad.pdf"
    with pikepdf.open(good) as document:
        document.save(path, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert checks(path) == {"version"}


@pytest.mark.parametrize("password", ["", "secret"])
def test_encryption_is_found_with_and_without_a_password(good, tmp_path, password):
    path = tmp_path / "bad.pdf"
    with pikepdf.open(good) as document:
        document.save(path, encryption=pikepdf.Encryption(owner="owner", user=password))
    assert "encryption" in checks(path)


def test_labels_have_one_paper(tmp_path):
    labels = load_target("avery-l7165")
    (path,) = write(FACES, labels, tmp_path / "cards.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 500, 500])
        document.save(path)
    assert "size" in checks(path, labels)


def test_fronts_where_backs_should_be(tmp_path):
    (path,) = write(FACES, load_target("press"), tmp_path / "cards.pdf")
    found = preflight(path, STRICT).findings
    assert [finding.page for finding in found if finding.check == "order"] == list(range(1, 13))


def test_a_shared_back_comes_once(tmp_path):
    ninja = load_target("printninja")
    (path,) = write(FACES, ninja, tmp_path / "cards.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.pages.append(document.pages[-1])
        document.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert checks(path, ninja) == {"order"}


def test_a_file_without_pages_is_found(good, tmp_path):
    with pikepdf.open(good) as document:
        del document.pages[:]
        document.save(tmp_path / "bad.pdf")
    assert "order" in checks(tmp_path / "bad.pdf")


def test_pdf_x_4_names_itself_in_its_metadata(tmp_path):
    path = exchange_file(tmp_path)
    assert not preflight(path).findings
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        del document.Root.Metadata
        document.docinfo["/GTS_PDFXVersion"] = "PDF/X-4"
        document.save(path)
    assert [finding.rule for finding in preflight(path).findings] == ["standard.xmp"]
