import io

import pikepdf
import pytest
from cli_fixtures import deck_bytes, refused, run
from PIL import Image


def pages(path):
    with pikepdf.open(path) as document:
        return len(document.pages)


def test_a_deck_fits_on_one_sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    run("contact", "deck.json", "-q", "-o", "contact.pdf")
    assert pages("contact.pdf") == 1
    assert "decks of a run" in refused("contact", "deck.json", "--decks", "1-5", "-o", "x.pdf", code=2)


@pytest.mark.parametrize("given", ["0", "5-2", "a-b", "-3", "1-2-3"])
def test_decks_are_a_range(given):
    assert "is no range of decks" in refused("contact", "run", f"--decks={given}", code=2)


def test_a_run_shows_the_first_cards_of_each_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("batch", "rough-magic", "--count", "3", "--seed", "s", "-q", "-o", "run")
    run("contact", "run", "--decks", "2-", "--columns", "3", "--language", "de", "-q", "-o", "all.pdf")
    assert pages("all.pdf") == 1
    made = run(
        "contact", "run", "--decks", "1", "--columns", "4", "--dpi", "40", "--paper", "a3", "-o", "1.png"
    )
    assert "wrote 1.png" in made.stderr
    assert Image.open(io.BytesIO((tmp_path / "1.png").read_bytes())).width == round(297 / 25.4 * 40)
    assert "asks for deck 9" in refused("contact", "run", "--decks", "9", "-o", "x.pdf")
