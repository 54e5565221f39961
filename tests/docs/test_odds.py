"""docs/odds.md: its commands print what it says, its examples are expressions, and its grammar has every word."""

import re
from pathlib import Path
from shlex import split

import pytest
from cli_fixtures import run

from deckgen.odds.evaluate import evaluate
from deckgen.odds.grammar import _TEST_WORDS, parse
from deckgen.odds.roll import Die
from deckgen.odds.words import ROLL_WORDS

TEXT = (Path(__file__).parents[2] / "docs" / "odds.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
COMMANDS = [block.partition("\n") for blocks in BLOCKS for block in blocks.removeprefix("$ ").split("\n$ ")]
TABLES = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## )", TEXT, re.DOTALL | re.MULTILINE))
GRAMMAR = re.search(r"```ebnf\n(.*?)```", TEXT, re.DOTALL)[1]
DICE = {"ability": Die("ability", ((), ("success",))), "dark side": Die("dark side", ((), ("despair",)))}


def cells(title, index):
    rows = re.findall(r"^\| *(?![-|])(.*) \|$", TABLES[title], re.MULTILINE)
    return [text for row in rows for text in re.findall(r"`(.+?)`", row.split(" | ")[index])]


EXPRESSIONS = [*cells("Dice", 0), *cells("Words behind dice", -1), *cells("From other programs", 0)]
EXPRESSIONS += re.findall(r"`([^`]*\d[^`]*(?:>=|<=|bands \w| vs )[^`]*)`", TABLES["What you do with them"])


@pytest.mark.parametrize(("command", "_", "output"), COMMANDS, ids=[command for command, *_ in COMMANDS])
def test_commands_print_what_the_page_says(command, _, output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*split(command)[1:], code=1 if output.startswith("expression:") else 0)
    assert not output or (result.stdout or result.stderr) == (output if output.endswith("\n") else f"{output}\n")


@pytest.mark.parametrize("text", [text for text in EXPRESSIONS if re.search(r"\d|dF", text) or text in DICE])
def test_examples_are_expressions_with_odds(text):
    if text != "3d6 >= 12":  # which the page says is refused
        assert evaluate(parse(text, DICE)).weights


def test_there_are_examples_enough():
    assert len(EXPRESSIONS) > 50


@pytest.mark.parametrize("word", [*ROLL_WORDS, *_TEST_WORDS])
def test_the_grammar_has_every_word(word):
    assert word in ("dl", "dh") or f'"{word}"' in GRAMMAR


def test_what_the_grammar_uses_it_defines():
    rules = dict(re.findall(r"^(\w+) *=(.*?) ;$", GRAMMAR, re.DOTALL | re.MULTILINE))
    used = set(re.findall(r"\b\w+\b", re.sub(r'"[^"]*"|\'[^\']*\'|any letter but', "", " ".join(rules.values()))))
    assert used - {*rules, "number", "letter", "digit"} == set()
