import pytest
from cli_fixtures import GAME, contents, deck_bytes, process, run, white_pictures

from deckgen.game import load


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


def test_a_preview_is_a_page_and_a_picture(deck, tmp_path):
    result = run("preview", deck, "-o", tmp_path / "look")
    assert result.stderr.splitlines()[-2:] == [
        f"wrote {tmp_path / 'look' / name}" for name in ("cards.html", "cards.png")
    ]
    made = contents(tmp_path / "look")
    assert made["cards.png"].startswith(b"\x89PNG")
    assert made["cards.html"].count(b'<svg role="img"') == 55 + len(load(GAME).references(load(GAME).deck()))


def test_a_preview_may_have_another_layout(deck, tmp_path, monkeypatch):
    white_pictures(monkeypatch)
    run("new-layout", "mine", "--from", "poker-light", "-q", "-o", tmp_path)
    run("preview", deck, "--layout", tmp_path / "mine.svg", "-q", "-o", tmp_path / "mine")
    run("preview", deck, "--layout", "poker-light", "-q", "-o", tmp_path / "ours")
    assert contents(tmp_path / "mine") == contents(tmp_path / "ours")


def test_without_libcairo_there_is_the_page_and_a_word_of_the_picture(deck, tmp_path, no_cairo):
    done = process("preview", deck, "-o", tmp_path / "look", **no_cairo)
    assert done.returncode == 0
    assert list(contents(tmp_path / "look")) == ["cards.html"]
    assert b"no cards.png: the cairo library is missing; install it (Debian" in done.stderr
