"""docs/printing.md names every target and option there is, and only such; its commands can be called."""

import re
import shlex
from pathlib import Path

import click
import pytest

from deckgen.cli.program import program
from deckgen.cli.render import PRINTING
from deckgen.press.options import FLIPS, ORDERS
from deckgen.press.target import target_names

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")
LINES = [
    line for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE) for line in block.splitlines()
]


@pytest.mark.parametrize("line", LINES)
def test_commands_can_be_called(line):
    name, command, *arguments = shlex.split(line)
    assert name == "deckgen"
    program.commands[command].make_context(command, arguments)


def test_every_target_is_told():
    table = TEXT[: TEXT.index("## At home")]
    assert set(re.findall(r"^\| `([a-z0-9-]+)` \|", table, re.MULTILINE)) == set(target_names())


def test_every_option_of_printing_is_told():
    options = {name for option in PRINTING(click.Command(None)).params for name in option.opts}
    assert all(f"`{name}" in TEXT or f" {name}" in TEXT for name in options)
    assert all(name in TEXT for name in (*FLIPS, ORDERS[1]))
