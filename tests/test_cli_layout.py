import sys

import pytest
from cli_fixtures import GAME, contents, deck_bytes, refused, run

from deckgen.card.layout import load_layout
from deckgen.run.previews import _worth


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


def test_a_new_layout_is_two_files_that_are_valid(tmp_path):
    result = run("new-layout", "my-card", "--from", "west", "-o", tmp_path / "art")
    files = [tmp_path / "art" / name for name in ("my-card.svg", "my-card.yaml")]
    assert result.stderr.splitlines() == [f"wrote {file}" for file in files]
    assert sorted(contents(tmp_path / "art")) == ["my-card.svg", "my-card.yaml"]
    assert load_layout(files[0]).name == "my-card"
    assert run("validate", files[0]).stderr == f"{files[0]}: nothing wrong\n"


def test_files_that_are_there_are_left_alone(tmp_path):
    (tmp_path / "my-card.yaml").write_text("mine", encoding="utf-8")
    assert "my-card.yaml: is there already" in refused("new-layout", "my-card", "-o", tmp_path)
    assert contents(tmp_path) == {"my-card.yaml": b"mine"}


@pytest.mark.parametrize(
    "call", [["new-layout", "My Card"], ["new-layout", "../x"], ["new-layout", "x", "-o", "-"]]
)
def test_what_is_no_name_or_folder_is_a_wrong_call(call):
    assert "Error: " in refused(*call, code=2)


def test_an_unknown_layout_to_begin_with_is_told():
    assert "choose from" in refused("new-layout", "x", "--from", "pokr")


def test_what_cannot_be_printed_is_told_by_its_id(tmp_path):
    run("new-layout", "mine", "-o", tmp_path)
    file = tmp_path / "mine.svg"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace('id="bar-upper"', 'id="bar-upper" style="filter:url(#blur)"'), encoding="utf-8"
    )
    told = refused("validate", file)
    assert "mine.svg:" in told
    assert "bar-upper: has a filter; remove it" in told


def test_a_section_without_a_slot_is_a_warning(tmp_path):
    run("new-layout", "mine", "-o", tmp_path)
    file = tmp_path / "mine.svg"
    text = file.read_text(encoding="utf-8")
    theme = tmp_path / "mine.yaml"
    file.write_text(text.replace('id="slot-toggle"', 'id="slot-other"'), encoding="utf-8")
    told = run("validate", GAME, "--layout", file).stderr
    assert "warning: " in told
    assert "no slot shows the section toggle" in told
    theme.write_text(theme.read_text(encoding="utf-8") + "without: [toggle]\n", encoding="utf-8")
    assert "nothing wrong" in run("validate", GAME, "--layout", file).stderr


def test_a_preview_is_a_picture_and_a_page(deck, tmp_path):
    result = run("preview", deck, "-o", tmp_path / "look")
    assert result.stderr.splitlines()[-2:] == [
        f"wrote {tmp_path / 'look' / name}" for name in ("cards.png", "cards.html")
    ]
    made = contents(tmp_path / "look")
    assert made["cards.png"].startswith(b"\x89PNG")
    assert made["cards.html"].count(b"<img ") == 55


def test_a_preview_may_have_another_layout(deck, tmp_path):
    run("new-layout", "mine", "--from", "poker-light", "-q", "-o", tmp_path)
    run("preview", deck, "--layout", tmp_path / "mine.svg", "-q", "-o", tmp_path / "mine")
    run("preview", deck, "--layout", "poker-light", "-q", "-o", tmp_path / "ours")
    assert contents(tmp_path / "mine") == contents(tmp_path / "ours")


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
        change(good.replace("#ffc72e", "oops")),
        change(good + "strings: {game: Mine}\n"),
        lambda: [out / "cards.png"],
    )
    monkeypatch.setitem(sys.modules, "watchfiles", changes)
    result = run("watch", deck, "--layout", tmp_path / "art" / "mine.svg", "-o", out)
    assert tmp_path / "art" in changes.folders
    assert "palette.open.screen" in result.stderr
    assert pages[0] == pages[1] != (out / "cards.html").read_bytes()  # nothing was written for the fault
    assert result.stderr.count("cards.html") == 2


def test_only_changes_of_others_count(tmp_path):
    mine = {str(tmp_path / "look" / "cards.png")}
    hidden = {str(tmp_path / ".mine.svg.swp")}
    theirs = {str(tmp_path / "mine.svg")}
    assert len(list(_worth(iter([mine, hidden, theirs, theirs | mine]), tmp_path / "look"))) == 3
