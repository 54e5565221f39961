"""The kit of shipped heroes: what each player and the Master print."""

from pathlib import Path

import pikepdf
from cli_fixtures import run

PEOPLE = Path(__file__).parents[2] / "data" / "west-that-wasnt" / "characters"


def bookmarks(path: Path) -> list[str]:
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        pages = [pdf.pages.index(pikepdf.Page(entry.obj["/A"]["/D"][0])) for entry in outline.root]
        assert pages == sorted(set(pages))
        if "/Duplex" in pdf.Root.ViewerPreferences:
            assert not any(page % 2 for page in (*pages, len(pdf.pages)))
        return [entry.title for entry in outline.root]


def test_a_kit_has_all_that_the_game_has(tmp_path):
    run("build", "west-that-wasnt", "--party", PEOPLE, "--seed", "42", "--paper", "letter", "-o", tmp_path)
    for hero in ("doc-elias-thorne", "josefina-arroyo"):
        parts = bookmarks(tmp_path / f"west-that-wasnt-hero-{hero}-42-1-kit-letter.pdf")
        assert parts == ["Cards", "Character sheet", "Turn cards"]
    master = bookmarks(tmp_path / "west-that-wasnt-master-kit-letter.pdf")
    assert master == ["Roster", "Posse cards", "Master’s screen", "Rulings"]
