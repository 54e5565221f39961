import re

import pytest
from cli_fixtures import GAME, contents, deck_bytes, refused, run

from deckgen.game import load


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in that holds deck.json."""
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_page_is_one_file_that_needs_no_other(folder):
    result = run("play", "deck.json", "-o", "play.html")
    assert (result.stdout, result.stderr) == ("", "wrote play.html\n")
    page = (folder / "play.html").read_text(encoding="utf-8")
    assert page.lstrip().startswith("<!doctype html>")
    assert len(page.encode()) <= 1_200_000
    assert not re.search(r'(src|href)="(?!data:|#)', page)
    assert not re.search(r"url\((?!['\"]?(data:|#))", page)
    run("play", "deck.json", "-q", "-o", "again/")
    assert contents(folder)[f"again/{GAME}-action-42-1-play.html"] == (folder / "play.html").read_bytes()


def test_a_page_has_the_language_and_the_layout_that_are_asked_for(folder):
    run("play", "deck.json", "--language", "de", "-q", "-o", "de.html")
    page = (folder / "de.html").read_text(encoding="utf-8")
    assert '<html lang="de"' in page
    assert load(GAME, "de").deck().title in page
    made = run("play", "deck.json", "--layout", "poker-light", "-o", "-").stdout_bytes
    assert made != run("play", "deck.json", "-o", "-").stdout_bytes


@pytest.mark.usefixtures("folder")
def test_wrong_calls_are_told():
    assert "this goes into a .html file" in refused("play", "deck.json", "-o", "play.pdf", code=2)
    assert 'did you mean "poker"?' in refused("play", "deck.json", "--layout", "pokr", "-o", "a.html")
    assert 'did you mean "deck.json"?' in refused("play", "dek.json", "-o", "a.html")
