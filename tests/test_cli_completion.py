"""What bash is told beyond what click tells every shell."""

import pytest
from cli_fixtures import GAME
from click.shell_completion import BashComplete, get_completion_class

from deckgen.cli.completion import register
from deckgen.cli.program import program


def told(monkeypatch, *words):
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    register()
    bash = get_completion_class("bash")
    assert issubclass(bash, BashComplete)
    return bash(program, {}, "deckgen", "_DECKGEN_COMPLETE").complete().split("\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--set", "F"], [r"plain,First\\ set"]),
        (["--set", r"First\ s"], [r"plain,First\\ set"]),
        (["--set", "'Fi"], ["plain,First set"]),
        (["--set", '"Core g'], ["plain,Core game"]),
        (["--deck", "="], ["plain,action", "plain,psionics", "plain,extras", "plain,action_chapter_3"]),
        (["--deck", "=", "ps"], ["plain,psionics"]),
        (["-o", "x"], ["file,x"]),
    ],
)
def test_bash_is_told_words_that_it_does_not_divide(typed, said, monkeypatch):
    assert told(monkeypatch, "deckgen", "generate", GAME, *typed) == said
