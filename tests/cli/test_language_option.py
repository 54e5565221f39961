"""``--language`` reaches what every command prints."""

import html

import pypdfium2
import pytest
from cli_fixtures import deck_bytes, run


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(path):
    """The text of a PDF or of another file."""
    if path.suffix != ".pdf":
        return html.unescape(path.read_text(encoding="utf-8"))
    document = pypdfium2.PdfDocument(path)
    return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())


@pytest.mark.parametrize(
    ("arguments", "file", "german", "english"),
    [
        ("audit deck.json --format pdf", "out.pdf", "Wie du das selbst prüfst", "How to check this yourself"),
        ("box deck.json", "out.pdf", " Karten", " cards"),
        ("calibrate", "out.pdf", "Druckerjustierung: erste Seite", "Printer calibration: first side"),
        ("table deck.json", "out.pdf", "Seite 1 von", "page 1 of"),
        ("table deck.json --booklet", "out.pdf", "Nachschlageheft", "Lookup booklet"),
        ("table deck.json", "out.md", "Seed 42, Deck 1 von 1", "Seed 42, deck 1 of 1"),
        ("render deck.json --colophon", "out.pdf", "gegeben von", "dealt by"),
        ("tokens future-imperfect", "out.pdf", "Marken", "tokens"),
    ],
)
def test_what_is_printed_is_in_the_language(folder, arguments, file, german, english):
    for language, there, not_there in (("de", german, english), ("en", english, german)):
        run(*arguments.split(), "--language", language, "-o", file)
        text = said(folder / file)
        assert there in text
        assert not_there not in text


def test_the_preview_speaks_it_too(folder):
    run("preview", "deck.json", "--language", "de", "-o", "look")
    assert 'lang="de"' in said(folder / "look" / "cards.html")
    assert "in Grautönen" in said(folder / "look" / "cards.html")
