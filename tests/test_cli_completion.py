"""What shells are told beyond what click tells them."""

import pytest
from cli_fixtures import GAME
from click.shell_completion import get_completion_class

from deckgen.cli.completion import register
from deckgen.cli.program import program

DECKS = ["action", "psionics", "extras", "action_chapter_3"]


def told(monkeypatch, shell, words, last):
    monkeypatch.setenv("COMP_WORDS", " ".join(["deckgen", "generate", GAME, *words]))
    monkeypatch.setenv("COMP_CWORD", last)
    register()
    found = get_completion_class(shell)
    assert found is not None
    return found(program, {}, "deckgen", "_DECKGEN_COMPLETE").complete().split("\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--set", "F"], [r"plain,First\\ set"]),
        (["--set", r"First\ s"], [r"plain,First\\ set"]),
        (["--set", "'Fi"], ["plain,First set"]),
        (["--set", '"Core g'], ["plain,Core game"]),
        (["--deck", "="], [f"plain,{deck}" for deck in DECKS]),
        (["--deck", "=", "ps"], ["plain,psionics"]),
        (["--deck=ps"], ["plain,--deck=psionics"]),
        (["-o", "x"], ["file,x"]),
    ],
)
def test_bash_is_told_words_that_it_does_not_divide(typed, said, monkeypatch):
    assert told(monkeypatch, "bash", typed, str(2 + len(typed))) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [(["--set", "F"], "First set"), (["--deck=ps"], "--deck=psionics"), (["--set=Co"], "--set=Core game")],
)
def test_other_shells_are_told_whole_words(typed, said, monkeypatch):
    assert told(monkeypatch, "zsh", typed, str(2 + len(typed))) == ["plain", said, "_"]
    assert told(monkeypatch, "fish", typed, typed[-1]) == [f"plain,{said}"]
