import json

import pikepdf
import pytest
from cli_fixtures import deck_bytes, refused, run
from pikepdf import Dictionary, Name
from preflight_files import good_file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("target", ["home", "press", "drivethrucards", "printninja"])
def test_the_shipped_deck_has_nothing_to_mend_for_any_target(target):
    run("render", "deck.json", "--target", target, "-q", "-o", "cards.pdf")
    told = json.loads(run("preflight", "cards.pdf", "--target", target, "--format", "json").stdout)
    assert (told["passed"], told["findings"]) == (True, [])


def test_that_there_is_nothing_to_mend_is_told(tmp_path):
    good_file(tmp_path)
    result = run("preflight", tmp_path / "good.pdf", "--target", "drivethrucards")
    assert "nothing to mend" in result.stdout
    assert result.stderr == ""


def test_findings_are_a_table_and_exit_code_1(folder):
    run("render", "deck.json", "-q", "-o", "cards.pdf")
    result = run("preflight", "cards.pdf", "--target", "press", code=1)
    assert "14 FOUND" in result.stdout
    assert "findings for Print shop" in result.stderr
    run("preflight", "cards.pdf", "--target", "press", "--format", "json", "-o", "report.json", code=1)
    assert json.loads((folder / "report.json").read_text())["passed"] is False


@pytest.mark.usefixtures("folder")
def test_pictures_and_missing_files_are_refused():
    assert "takes pictures" in refused("preflight", "deck.json", "--target", "thegamecrafter")
    assert "none.pdf" in refused("preflight", "none.pdf")
    assert "cannot be read as PDF" in refused("preflight", "deck.json")


def test_of_many_only_what_is_to_be_mended_is_told(folder):
    (folder / "run").mkdir()
    good_file(folder / "run")
    (folder / "run" / "bad.pdf").write_bytes(b"no PDF")
    made = run("preflight", "run", "--target", "drivethrucards", code=1)
    assert made.stdout.splitlines()[-1] == "2 files, 12 pages: 1 ok, 1 to mend"
    assert made.stderr == "run/bad.pdf: 1 finding for DriveThruCards; mend what the report tells\n"
    run("preflight", "run", "run/good.pdf", "-q", "-o", "all.json", code=1)
    told = json.loads((folder / "all.json").read_text())
    assert [(each["file"], each["passed"]) for each in told["files"]] == [
        ("run/bad.pdf", False),
        ("run/good.pdf", True),
    ]
    (folder / "run" / "bad.pdf").unlink()
    assert run("preflight", "run", "run/good.pdf").stdout == "1 file, 12 pages: 1 ok, 0 to mend\n"


@pytest.mark.finding("R4")
def test_a_file_without_end_is_a_finding_and_the_others_are_looked_at(folder, monkeypatch):
    good_file(folder)
    (folder / "again.pdf").write_bytes((folder / "good.pdf").read_bytes())
    monkeypatch.setattr("deckgen.preflight._SECONDS", 0.001)
    monkeypatch.setattr("deckgen.preflight._SECONDS_A_MB", 0.0)
    made = run("preflight", "again.pdf", "good.pdf", "--format", "json", code=1)
    for file in json.loads(made.stdout)["files"]:
        assert [(each["rule"], each["what"]) for each in file["findings"]] == [
            ("version.limits", "looking at it took more than 0.001 s")
        ]


@pytest.mark.finding("R20")
def test_a_font_s_name_forges_no_line(folder):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        font = Dictionary(Subtype=Name.Type1, BaseFont=Name("/a\x1b[1m\nother.pdf: 0 pages"))
        pdf.pages[0].obj.Resources = Dictionary(Font=Dictionary(F=font))
        pdf.pages[0].obj.Contents = pdf.make_stream(b"BT /F 1 Tf (a) Tj ET")
        pdf.save(folder / "a.pdf")
    told = run("preflight", "a.pdf", code=1).stdout
    assert r"the font a\x1b[1m\nother.pdf: 0 pages is not embedded" in told
