import sys

import pytest
from cli_fixtures import GAME, deck_bytes, refused, run, white_pictures


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


def test_watch_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert "pip install 'deckgen[watch]'" in refused("watch", GAME)


class Changes:
    """Stands for watchfiles: reports what a test says has changed, after doing it."""

    def __init__(self, *steps):
        self.steps = steps
        self.folders = ()

    def watch(self, *folders, raise_interrupt):
        assert raise_interrupt is False
        self.folders = folders
        for step in self.steps:
            yield {(1, str(path)) for path in step()}


def test_watch_draws_again_after_a_change_and_goes_on_after_a_fault(deck, tmp_path, monkeypatch):
    white_pictures(monkeypatch)
    run("new-layout", "mine", "-q", "-o", tmp_path / "art")
    out, theme = tmp_path / "look", tmp_path / "art" / "mine.yaml"
    good = theme.read_text(encoding="utf-8")
    pages = []

    def change(text):
        def step():
            pages.append((out / "cards.html").read_bytes())
            theme.write_text(text, encoding="utf-8")
            return [theme]

        return step

    changes = Changes(
        change(good.replace("#ffc83d", "oops")),
        change(good + "strings: {set: Mine}\n"),
        lambda: [out / "cards.png"],
    )
    monkeypatch.setitem(sys.modules, "watchfiles", changes)
    result = run("watch", deck, "--layout", tmp_path / "art" / "mine.svg", "-o", out)
    assert tmp_path / "art" in changes.folders
    assert "palette.open.screen" in result.stderr
    assert pages[0] == pages[1] != (out / "cards.html").read_bytes()  # nothing was written for the fault
    assert result.stderr.count("cards.html") == 2
