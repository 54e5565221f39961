import json

import pikepdf
import pytest
from cli_fixtures import refused, run


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path


def test_a_sheet_of_two_sides(folder):
    result = run("calibrate", "--paper", "letter", "-o", "sheet.pdf")
    assert (result.stdout, result.stderr) == ("", "wrote sheet.pdf\n")
    with pikepdf.open(folder / "sheet.pdf") as document:
        assert len(document.pages) == 2
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"


def test_what_is_read_is_kept_and_moves_the_next_sheet(folder):
    run("calibrate", "-q", "-o", "before.pdf")
    run("calibrate", "--printer", "office", "--set", "0.5,-1", "--tilt", "1")
    kept = json.loads((folder / "config" / "printers.json").read_text())
    assert (kept["office"]["x"], kept["office"]["y"]) == (0.5, -1)
    assert kept["office"]["rotate"] == pytest.approx(0.41, abs=0.01)
    run("calibrate", "--printer", "office", "-q", "-o", "after.pdf")
    assert (folder / "before.pdf").read_bytes() != (folder / "after.pdf").read_bytes()
    run("calibrate", "--printer", "new", "-q", "-o", "new.pdf")
    assert (folder / "before.pdf").read_bytes() == (folder / "new.pdf").read_bytes()


@pytest.mark.parametrize(
    "arguments", [[], ["--set", "1,2"], ["--printer", "office"], ["--set", "x", "-o", "a.pdf"]]
)
def test_a_call_that_says_too_little_is_refused(arguments):
    refused("calibrate", *arguments, code=2)


def test_what_is_no_error_of_a_printer_is_refused():
    assert "no likely error" in refused("calibrate", "--printer", "office", "--set", "500,0")
    assert "no second side" in refused("calibrate", "--flip", "none", "-o", "a.pdf")
