"""The commands of docs/runs.md can be called."""

import re
import shlex
from pathlib import Path

import pytest

from deckgen.cli.program import program

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "runs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("line", [line for block in BLOCKS for line in block.splitlines()])
def test_commands_can_be_called(line):
    name, command, *arguments = shlex.split(line)
    assert name == "deckgen"
    program.commands[command].make_context(command, arguments)
