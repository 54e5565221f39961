import builtins
import io
import json
import re
from pathlib import Path

import pikepdf
import pytest
from damage import DAMAGES
from hypothesis import HealthCheck, given, settings, strategies as st
from preflight_files import FACES, STRICT, checks, good_file
from press_drawings import card, write
from reportlab.pdfgen.canvas import Canvas

from deckgen.draw.drawing import Faces
from deckgen.errors import PressError
from deckgen.preflight import CHECKS, preflight, preflight_all
from deckgen.press.options import Options
from deckgen.press.target import load_target, target_names


def takes_cards(target):
    """Labels for tokens do not."""
    return target.labels is None or min(target.labels.size) >= FACES.back.width


PDF_TARGETS = [name for name in target_names() if load_target(name).is_pdf and takes_cards(load_target(name))]


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return good_file(tmp_path_factory.mktemp("good"))


@pytest.mark.parametrize("name", PDF_TARGETS)
def test_our_own_files_have_nothing_to_mend(tmp_path, name):
    target = load_target(name)
    (path,) = write(FACES, target, tmp_path / "cards.pdf", Options(title="T", blanks=2))
    assert preflight(path, target).findings == ()


@pytest.mark.parametrize("name", [name for name in PDF_TARGETS if load_target(name).pdfx])
def test_our_own_press_files_please_any_shop(tmp_path, name):
    (path,) = write(FACES, load_target(name), tmp_path / "cards.pdf")
    assert preflight(path).findings == ()


@pytest.mark.parametrize("name", DAMAGES)
def test_every_damage_is_found_and_nothing_else(good, tmp_path, name):
    rules, harm = DAMAGES[name]
    path = tmp_path / "bad.pdf"
    with pikepdf.open(good) as document:
        harm(document)
        as_is = pikepdf.StreamDecodeLevel.none
        document.save(path, object_stream_mode=pikepdf.ObjectStreamMode.disable, stream_decode_level=as_is)
    found = preflight(path, STRICT).findings
    assert {finding.rule for finding in found} == rules, found
    assert all(finding.message and finding.remedy for finding in found)


def test_the_report_is_a_table_and_json(good, tmp_path):
    report = preflight(good, STRICT)
    assert report.passed
    assert report.to_text().count(" ok\n") == len(CHECKS)
    assert json.loads(report.to_json())["checks"] == dict.fromkeys(CHECKS, 0)
    (bad,) = write(Faces((card(),), card()), STRICT, tmp_path / "bad.pdf")
    report = preflight(bad, STRICT)
    assert not report.passed
    told = json.loads(report.to_json())
    assert {finding["check"] for finding in told["findings"]} == {f.check for f in report.findings}
    assert "FOUND" in report.to_text()
    assert re.search(r"pages? 1[:,]", report.to_text())


@pytest.mark.parametrize("content", [b"", b"not a PDF", b"%PDF-1.4\n"])
def test_what_is_no_pdf_is_refused(tmp_path, content):
    path = tmp_path / "no.pdf"
    path.write_bytes(content)
    with pytest.raises(PressError, match=r"cannot be read as PDF|Invalid argument"):
        preflight(path)


def test_of_many_files_one_that_cannot_be_read_stops_no_other(good, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "no.pdf").write_bytes(b"no PDF")
    (tmp_path / "deck.json").write_text("{}")
    (tmp_path / ".hidden.pdf").write_text("half")
    (inner / "GOOD.PDF").write_bytes(good.read_bytes())
    reports = preflight_all([tmp_path, inner / "GOOD.PDF", tmp_path / "none.pdf"], STRICT, [].append)
    names = [Path(report.file).name for report in reports.files]
    assert names == ["no.pdf", "GOOD.PDF", "none.pdf"]
    assert [report.passed for report in reports.files] == [False, True, False]
    assert [finding.rule for report in reports.failed for finding in report.findings] == ["version.readable"] * 2
    assert reports.skipped == (str(tmp_path / "deck.json"),)
    told = json.loads(reports.to_json())
    assert (told["passed"], len(told["files"]), told["skipped"]) == (False, 3, list(reports.skipped))
    assert told["files"][1] == json.loads(preflight(inner / "GOOD.PDF", STRICT).to_json())
    text = reports.to_text()
    assert "GOOD" not in text
    assert f"3 files, {told['files'][1]['pages']} pages: 1 ok, 2 with problems" in text
    (tmp_path / "empty").mkdir()
    with pytest.raises(PressError, match="no PDF found"):
        preflight_all([tmp_path / "empty"], None, [].append)


def test_a_missing_file_is_refused():
    with pytest.raises(PressError, match=r"none\.pdf.*No such file"):
        preflight(Path("none.pdf"))


def test_without_pikepdf_it_says_how_to_get_it(monkeypatch, good):
    real = builtins.__import__

    def without(name, *rest):
        if name == "pikepdf":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PressError, match=r"deckgen\[preflight\]"):
        preflight(good)


@pytest.fixture(scope="module")
def bare(good):
    """The bytes of the good file, unpacked, and the places of its values."""
    out = io.BytesIO()
    with pikepdf.open(good) as document:
        document.save(
            out,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    data = out.getvalue()
    values = re.compile(rb"/[A-Za-z]+|-?\d+\.?\d*|\[|\]|<<|>>")
    return data, [match.span() for match in values.finditer(data)]


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_file_damaged_anywhere_is_told_or_refused_and_never_more(bare, tmp_path, data):
    content, places = bytearray(bare[0]), bare[1]
    for start, end in data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=20)):
        wrong = data.draw(st.sampled_from([b"/X", b"null", b"-1", b"(x)", b"[1]", b"<<>>", b"true", b"9999999"]))
        content[start:end] = wrong.ljust(end - start)[: end - start]
    (tmp_path / "bad.pdf").write_bytes(content)
    try:
        told = preflight(tmp_path / "bad.pdf", STRICT).to_text()
    except PressError as error:
        told = str(error)
    assert "checked for DriveThruCards" in told or "cannot be read as PDF" in told


def test_a_file_of_a_foreign_program(tmp_path):
    """reportlab's own canvas: RGB, a standard font that is not embedded, no boxes."""
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.drawString(100, 100, "Hello")
    canvas.save()
    (tmp_path / "foreign.pdf").write_bytes(out.getvalue())
    assert checks(tmp_path / "foreign.pdf", None) == {"boxes", "color", "fonts"}
