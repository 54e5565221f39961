import csv
import io
import json

import pypdfium2
import pytest
from cli_fixtures import deck_bytes, process, refused, run


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


@pytest.mark.parametrize(
    ("name", "start"), [("a.pdf", b"%PDF"), ("a.csv", b"card,"), ("a.html", b"<!doctype"), ("a.md", b"# ")]
)
def test_the_name_of_the_file_says_the_format(deck, tmp_path, name, start):
    result = run("table", deck, "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert result.stdout == ""
    assert f"wrote {tmp_path / name}" in result.stderr


def test_a_format_goes_to_stdout_alone(deck):
    out = run("table", deck, "--format", "csv", "-o", "-").stdout_bytes
    rows = list(csv.DictReader(io.StringIO(out.decode(), newline="")))
    card = next(c for c in json.loads(deck_bytes())["cards"] if c["poker"]["name"] == "7 of hearts")
    said = {
        (r["column"], r["row"]): r["value"]
        for r in rows
        if (r["card"], r["section"]) == ("7 of hearts", "causes")
    }
    for column, cells in card["sections"]["causes"].items():
        assert [said[column, str(i)] for i in range(1, 6)] == [str(cell["value"]) for cell in cells]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_booklet_has_two_pages_on_each_side(deck, tmp_path, paper):
    run("table", deck, "--booklet", "--paper", paper, "-q", "-o", tmp_path / "b.pdf")
    document = pypdfium2.PdfDocument((tmp_path / "b.pdf").read_bytes())
    assert len(document) == 4
    width, height = document[0].get_size()
    assert width > height
    document.close()


def test_a_booklet_is_no_web_page(deck, tmp_path):
    assert "a booklet is a PDF" in refused("table", deck, "--booklet", "-o", tmp_path / "b.html", code=2)


def test_a_table_goes_somewhere(deck):
    assert "--output" in refused("table", deck, code=2)


def test_an_unknown_paper_and_a_missing_deck_are_told(deck, tmp_path):
    assert "there is no paper 'a9'" in refused("table", deck, "--paper", "a9", "-o", tmp_path / "a.pdf")
    assert "nowhere.json" in refused("table", tmp_path / "nowhere.json", "-o", tmp_path / "a.pdf")
    assert not (tmp_path / "a.pdf").exists()


def test_a_table_does_not_wait_for_numpy(deck, tmp_path):
    done = process("table", deck, "-q", "-o", tmp_path / "a.pdf", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    assert b"reportlab" in done.stderr
    assert b" numpy\n" not in done.stderr


def test_a_table_is_in_the_language_that_is_asked_for(deck):
    made = run("table", deck, "--language", "de", "--format", "md", "-o", "-").stdout
    assert "## Trefferzone" in made
    told = refused("table", deck, "--language", "fr", "--format", "md", "-o", "-")
    assert 'not translated to "fr"; choose from en, de' in told
