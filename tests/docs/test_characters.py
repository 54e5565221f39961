"""docs/characters.md: its commands work one after the other, its heads of columns are known, and what it says of numbers holds."""

import re
import shlex
from pathlib import Path

from cli_fixtures import run

from deckgen.sheet.characters.character_table import read_character_table
from deckgen.sheet.reader import load_sheet

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "characters.md").read_text(encoding="utf-8")
LINES = [
    line
    for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    for line in block.splitlines()
]
HEADS = [
    head
    for cells in re.findall(r"^\| (`[^|]*`) \|", TEXT, re.MULTILINE)
    for head in re.findall(r"`([^`]*)`", cells)
    if head != "copies"
]


def test_commands_work_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(LINES) >= 9
    for line in LINES:
        prompt, name, *arguments = shlex.split(line)
        assert (prompt, name) == ("$", "deckgen")
        run(*arguments)


def test_heads_of_columns_are_known(tmp_path):
    assert len(HEADS) >= 12
    file = tmp_path / "people.csv"
    for head in HEADS:
        file.write_text(f"name,{head}\nAda,\n" if head != "name" else "name\nAda\n")
        assert [person.name for person in read_character_table(file, load_sheet("west-that-wasnt"))] == ["Ada"], head
